"""At which tables the doors are tried: every box, every number of seats."""

from __future__ import annotations

import pytest
from msgspec import inspect, structs

from pandemonium.core.game import AnyGame, Game
from pandemonium.games import shelf

BOXES = {slug: game for slug, game in shelf().items() if game.encoding is not None}
"""Those that are told in numbers."""
TABLES = [(game, seats) for game in BOXES.values() for seats in game.seats]


def named(its: object) -> str:
    return its.slug if isinstance(its, Game) else str(its)


every_box = pytest.mark.parametrize("game", BOXES.values(), ids=named)
at_every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)


def smallest(game: AnyGame) -> dict[str, object]:
    """The options of the shortest match: every number as small as it may be."""
    return {
        field.encode_name: least
        for field in structs.fields(game.options)
        if (least := _least(inspect.type_info(field.type))) is not None
    }


def _least(kind: inspect.Type) -> int | None:
    if isinstance(kind, inspect.UnionType):
        return next((least for part in kind.types if (least := _least(part)) is not None), None)
    return kind.ge if isinstance(kind, inspect.IntType) else None
