"""What docs/protocol.md says is true: it names every message of the socket with its fields, and no other."""

from __future__ import annotations

import re
from inspect import getmembers, isclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

from pandemonium.server.wire import answers, messages, table

PAGE = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
ROOMS = (answers, messages, table)
STRUCTS: set[type[Any]] = {its for room in ROOMS for _, its in getmembers(room, isclass) if issubclass(its, Struct)}


@pytest.mark.parametrize(("who", "says"), [("page", messages.FromPage), ("house", messages.FromHouse)])
def test_the_tables_name_every_message_with_all_its_fields(who: str, says: Any) -> None:
    rows = PAGE.partition(f"| the {who} says | with |")[2].partition("\n\n")[0]
    written = {
        name: (*quoted(fields),)
        for names, fields in re.findall(r"^\| ([^|]+) \| ([^|]+) \|", rows, re.MULTILINE)
        for name in quoted(names)
    }

    assert written == {tag(kind): kind.__struct_encode_fields__ for kind in get_args(says)}


@pytest.mark.parametrize("kind", [table.Position, table.Moment], ids=lambda kind: kind.__name__)
def test_what_is_in_a_position_and_in_a_moment_is_named(kind: type[Struct]) -> None:
    told = PAGE.partition(f"A **{kind.__name__.lower()}** is ")[2].partition("\n\n")[0]

    assert {*quoted(told)} == {*kind.__struct_encode_fields__}


def test_no_word_of_the_wire_is_on_the_page_that_is_not_in_the_wire() -> None:
    fields = {name for kind in STRUCTS for name in kind.__struct_encode_fields__}
    tags = {tag(kind) for kind in (*get_args(messages.FromPage), *get_args(messages.FromHouse))}
    values = {value for room in ROOMS for said in vars(room).values() for value in literals(said)}
    values |= {value for kind in STRUCTS for said in get_type_hints(kind).values() for value in literals(said)}

    assert {word for word in quoted(PAGE) if word.isalpha()} - fields - tags - values - {"type", "GET"} == set()


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def literals(said: Any) -> tuple[Any, ...]:
    """The words that this may be, alone or beside something else."""
    if get_origin(said) is Literal:
        return get_args(said)
    return tuple(word for part in get_args(said) if not isinstance(part, str) for word in literals(part))
