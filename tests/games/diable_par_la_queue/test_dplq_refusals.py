"""Le Diable par la queue refuses what is not right, whoever tries it and however strange it is."""

from __future__ import annotations

import pytest

from pandemonium.core.game import NATURE, Illegal, Move, Seat
from pandemonium.games.diable_par_la_queue import rules
from pandemonium.games.diable_par_la_queue.board import BY_NAME, Cell, Kind, Turn
from pandemonium.games.diable_par_la_queue.rules import Action, Draw, Event, First, Lay, Name
from tests.games.diable_par_la_queue.dplq_scenes import ROUND, ROUND_ONE, at_random, refused, told


def test_after_the_end_every_move_is_refused() -> None:
    """6.1"""
    over = at_random(2, seed=9).state

    for by in (Seat(0), Seat(1), NATURE):
        for what in (First(Seat(0)), Name(Cell(0)), Draw(Kind(0)), Lay(Turn(0))):
            assert refused(over, by, what) == "match-over"


def test_the_lot_is_drawn_once() -> None:
    """3.2"""
    assert refused(told(2, "nature first 0").state, NATURE, First(Seat(1))) == "first-is-known"
    assert refused(told(2).state, NATURE, First(Seat(2))) == "no-such-seat"
    assert refused(told(2).state, NATURE, First(Seat(-1))) == "no-such-seat"


def test_before_the_lot_nobody_moves() -> None:
    """3.2"""
    before = told(2).state

    assert rules.to_act(before) == ()
    assert refused(before, Seat(0), Name(Cell(0))) == "not-your-turn"
    assert refused(before, NATURE, Draw(Kind(0))) == "no-card-is-due"


def test_nature_does_what_is_natures_and_nothing_else() -> None:
    """3.2, 4.1"""
    naming = told(2, "nature first 0").state
    drawing = told(2, "nature first 0", "0 name u14").state

    assert refused(naming, NATURE, Name(Cell(0))) == "not-your-turn"
    assert refused(drawing, NATURE, Lay(Turn(0))) == "not-your-turn"
    assert refused(drawing, Seat(0), Draw(Kind(0))) == "not-yours-to-do"
    assert refused(naming, Seat(0), First(Seat(0))) == "not-yours-to-do"


def test_while_nature_draws_the_player_waits() -> None:
    """4.1"""
    drawing = told(2, "nature first 0", "0 name u14").state

    assert rules.to_act(drawing) == ()
    assert rules.legal(drawing, Seat(0)) == []
    assert refused(drawing, Seat(0), Lay(Turn(0))) == "no-card-yet"
    assert refused(drawing, Seat(0), Name(Cell(0))) == "no-card-yet"


def test_the_named_cell_stands() -> None:
    """4.1"""
    laying = told(2, "nature first 0", "0 name u14", f"nature draw {ROUND}").state

    assert refused(laying, Seat(0), Name(Cell(0))) == "lay-first"
    assert refused(laying, Seat(1), Lay(Turn(0))) == "not-your-turn"


def test_a_cell_with_a_card_cannot_be_named() -> None:
    """4.1"""
    match = told(2, *ROUND_ONE, f"nature draw {ROUND}", "1 lay 0")

    assert refused(match.state, Seat(1), Name(BY_NAME["u14"])) == "not-free"


@pytest.mark.parametrize("number", [-1, 54, 255, 256, 10**12, -(10**30)])
def test_no_number_however_strange_is_more_than_refused(number: int) -> None:
    """4.1: what decodes from JSON may be any whole number."""
    naming = told(2, "nature first 0").state
    drawing = told(2, "nature first 0", "0 name u14").state
    laying = told(2, "nature first 0", "0 name u14", "nature draw 02-14-35").state

    assert refused(naming, Seat(0), Name(Cell(number))) == "no-such-cell"
    assert refused(naming, Seat(number), Name(Cell(0))) == "not-your-turn"
    assert refused(drawing, NATURE, Draw(Kind(number))) == "no-such-kind"
    assert refused(laying, Seat(0), Lay(Turn(number))) == "no-such-turn"


def test_exactly_what_is_legal_is_accepted() -> None:
    """4.1 to 5.3, at every moment of some random matches"""
    everything: list[Action | Event] = [*map(Name, map(Cell, range(54))), *map(Lay, map(Turn, range(4)))]
    for seats in (2, 3, 4):
        for moves in range(0, 108, 9):
            at = at_random(seats, seed=moves, moves=moves)
            for seat in map(Seat, range(seats)):
                accepted = []
                for what in everything:
                    try:
                        rules.apply(at.state, Move(seat, what))
                    except Illegal:
                        continue
                    accepted.append(what)

                assert accepted == at.legal(seat)
