"""What can be chosen for a table: options by name, checked, with refusals that say what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect, structs

from pandemonium.core.game import AnyGame, Refusal

O = TypeVar("O")  # noqa: E741

_YES_NO = {"yes": True, "no": False}


def read_options(kind: type[O], given: Mapping[str, object]) -> O:
    """Options from names and values; values may be text, as on paper. Raises Refusal."""
    if not given:
        return kind()
    fields = {field.encode_name: field for field in structs.fields(kind)}  # type: ignore[arg-type]
    values: dict[str, object] = {}
    for name, value in given.items():
        if name not in fields:
            raise Refusal("unknown-option", option=name, known=", ".join(fields) or "-")
        allowed = fields[name].type
        try:
            values[fields[name].name] = msgspec.convert(_meant(value), allowed, strict=False)
        except msgspec.ValidationError:
            raise Refusal("bad-option", option=name, value=str(value)[:40], allowed=_allowed(allowed)) from None
    return kind(**values)


def write_options(options: Any) -> list[tuple[str, str]]:
    """The options that are not as they come out of the box, as they stand on paper."""
    return [
        (field.encode_name, written(value))
        for field in structs.fields(options)
        if (value := getattr(options, field.name)) != field.default
    ]


def choices(kind: type[Any]) -> list[tuple[str, str, str]]:
    """Every option with what it allows and what it is out of the box, for help texts."""
    return [(field.encode_name, _allowed(field.type), written(field.default)) for field in structs.fields(kind)]


def check_seats(game: AnyGame, seats: int) -> None:
    if seats not in game.seats:
        raise Refusal("bad-seats", game=game.title, seats=seats, allowed=", ".join(map(str, game.seats)))


def written(value: object) -> str:
    """An option's value as it stands on paper."""
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None:
            return "-"
    return str(value)


def _meant(value: object) -> object:
    """Text from paper or a command line as the value it means."""
    if not isinstance(value, str):
        return value
    if value in _YES_NO:
        return _YES_NO[value]
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value


def _allowed(kind: Any) -> str:
    """What a type allows, in signs that need no language: `20–500`, `yes | no`, `a | b`."""
    parts = []
    info = inspect.type_info(kind)
    for part in info.types if isinstance(info, inspect.UnionType) else (info,):
        match part:
            case inspect.IntType(ge=low, le=high):
                parts.append(f"{low}–{high}")
            case inspect.LiteralType(values=values):
                parts.append(" | ".join(map(str, values)))
            case inspect.BoolType():
                parts.append("yes | no")
    return " | ".join(parts)
