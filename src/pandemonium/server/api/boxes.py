"""A box as the shelf of the page shows it, found out from the game itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import inspect, structs

from pandemonium.core.game import USUAL_LEVEL, AnyGame
from pandemonium.core.options import written
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games import shelf
from pandemonium.search.installed import more_levels
from pandemonium.server.boards import has_board
from pandemonium.server.wire.answers import Box, Option, Variant


@cache
def boxes() -> list[Box]:
    """All that stand there. Found out once: nothing on the shelf changes while the house is open."""
    return [box(game) for game in shelf().values()]


def box(game: AnyGame) -> Box:
    return Box(
        slug=game.slug,
        title=game.title,
        seats=game.seats,
        usual_seats=game.seats_or(None),
        line={language: str(Words(language, game).catalogue.get("box.line", "")) for language in LANGUAGES},
        minutes=game.minutes,
        variants=tuple(Variant(name=name, options=_written(its)) for name, its in game.variants.items()),
        options=tuple(map(_option, structs.fields(game.options))),
        alone=_written(game.alone),
        levels=(*game.bots, *more_levels(game)),
        usual_level=USUAL_LEVEL,
        secrets=game.secrets,
        race=game.race is not None,
        asked_in=dict(game.asked_in),
        hints=game.evaluate is not None,
        board=has_board(game),
    )


def _written(options: Mapping[str, object]) -> dict[str, str]:
    return {name: written(value) for name, value in options.items()}


def _option(field: structs.FieldInfo) -> Option:
    values: list[str] = []
    least: int | None = None
    most: int | None = None
    info = inspect.type_info(field.type)
    for part in info.types if isinstance(info, inspect.UnionType) else (info,):
        match part:
            case inspect.BoolType():
                values += ["yes", "no"]
            case inspect.LiteralType(values=allowed):
                values += map(written, allowed)
            case inspect.IntType(ge=low, le=high):
                least, most = low, high
            case inspect.NoneType():
                values.append("-")
    return Option(name=field.encode_name, default=written(field.default), values=tuple(values), least=least, most=most)
