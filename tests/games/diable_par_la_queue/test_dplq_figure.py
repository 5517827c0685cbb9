"""The tail that the page's rule book and cover show is one that the rules would count."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from pandemonium.games.diable_par_la_queue import GAME
from pandemonium.games.diable_par_la_queue.board import CELL_COUNT, FACE, Kind, Turn
from pandemonium.games.diable_par_la_queue.tails import Tail
from tests.games.diable_par_la_queue.dplq_scenes import tail_of


class Example(msgspec.Struct):
    cards: list[tuple[int, Kind, Turn]]
    tail: Tail


def test_the_followed_tail_is_true() -> None:
    """6.1"""
    shown = msgspec.json.decode(files(GAME.package).joinpath("web", "example.json").read_bytes(), type=Example)
    laid = bytearray(CELL_COUNT)
    for cell, kind, turn in shown.cards:
        laid[cell] = FACE[kind, turn]

    assert tail_of(shown.tail.devil, bytes(laid)) == shown.tail
