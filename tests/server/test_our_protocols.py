"""What our protocols take from uvicorn's, which are documented nowhere: it is there, and decision 8 names all of it."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from h11 import Connection
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from pandemonium.server.transport.http_protocol import HttpProtocol
from pandemonium.server.transport.protocol import TableProtocol

RECORD = Path(__file__).parent.parent.parent / "docs" / "decisions" / "0008-our-protocol-on-uvicorn.md"
ROW = re.compile(r"^\| `(\w+)` \|(.*)\|(.*)\|(.*)\|$", re.MULTILINE)


class Taken(NamedTuple):
    """From one class of somebody else's."""

    overridden: set[str]
    used: set[str]
    written: set[str]


OURS: dict[type[Any], set[str]] = {TableProtocol: {"trips", "write_frames", "abort"}, HttpProtocol: set()}
"""What is no part of theirs. Whatever begins with `_` is ours too."""
THEIRS: dict[type[Any], tuple[type[Any], dict[str, type[Any]]]] = {
    TableProtocol: (WebSocketsSansIOProtocol, {"conn": ServerProtocol}),
    HttpProtocol: (H11Protocol, {"conn": Connection, "cycle": RequestResponseCycle}),
}


def taken(ours: type[Any]) -> dict[type[Any], Taken]:
    """By the class that it is taken from: the protocol's base, and what that has at hand."""
    base, at_hand = THEIRS[ours]
    found = {each: Taken(set(), set(), set()) for each in (base, *at_hand.values())}
    (body,) = ast.parse(inspect.getsource(ours)).body
    for node in ast.walk(body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[base].overridden.add(node.name)
        if isinstance(node, ast.Attribute):
            match node.value:
                case ast.Name("self"):
                    (found[base].used if isinstance(node.ctx, ast.Load) else found[base].written).add(node.attr)
                case ast.Attribute(ast.Name("self"), has) if has in at_hand:
                    found[at_hand[has]].used.add(node.attr)
    own = OURS[ours] | {name for each in found[base] for name in each if name.startswith("_")}
    overridden, used, written = (names - own for names in found[base])
    return {**found, base: Taken(overridden, used - overridden - written, written)}


def defines(theirs: type[Any], name: str) -> bool:
    """Whether a class has it, or its objects are given it."""
    return hasattr(theirs, name) or any(
        isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr == name
        for each in theirs.__mro__[:-1]
        if each.__module__ not in ("asyncio.protocols", "typing")
        for node in ast.walk(ast.parse(inspect.getsource(each)))
    )


ALL = {theirs: its for ours in OURS for theirs, its in taken(ours).items()}


@pytest.mark.parametrize("theirs", ALL, ids=lambda theirs: theirs.__name__)
def test_all_that_we_take_from_others_is_still_there(theirs: type[Any]) -> None:
    names = set().union(*ALL[theirs])

    assert names
    assert {name for name in names if not defines(theirs, name)} == set()


def test_the_record_names_all_that_we_take_and_nothing_else() -> None:
    told = {
        name: Taken(*({*re.findall(r"`(\w+)`", cell)} for cell in cells))
        for name, *cells in ROW.findall(RECORD.read_text(encoding="utf-8"))
    }

    assert told == {theirs.__name__: its for theirs, its in ALL.items()}


def test_what_is_renamed_is_missed() -> None:
    assert defines(WebSocketsSansIOProtocol, "close_sent")
    assert not defines(WebSocketsSansIOProtocol, "has_sent_close")
