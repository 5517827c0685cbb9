"""A race's start is a moment that somebody chooses: until then nature holds back what would let the players act."""

from __future__ import annotations

import pytest

from pandemonium.core.chance import FairChance
from pandemonium.core.game import Seat
from pandemonium.core.match import AnyMatch, Match, replay
from pandemonium.core.options import read_options
from pandemonium.games import open as open_box

SEED = bytes(range(32))


def held(**options: object) -> AnyMatch:
    game = open_box("diavolo")
    return Match(game, 2, read_options(game.options, options), FairChance(SEED), hold=True)


def kinds(match: AnyMatch) -> list[str]:
    return [type(move.what).__name__ for move in match.moves]


@pytest.mark.parametrize(("options", "before"), [({}, ["Roller"]), ({"order-first": True}, ["Roller", "Order"])])
def test_nature_does_what_all_may_know_and_holds_back_the_start(options: dict[str, object], before: list[str]) -> None:
    match = held(**options)

    assert kinds(match) == before
    assert match.is_held
    match.settle()
    match.wait(5_000)
    assert kinds(match) == before


def test_it_is_released_at_the_hour_that_somebody_chooses() -> None:
    match = held()
    match.release(7_000)

    assert kinds(match) == ["Roller", "Throw"]
    assert match.moves[-1].at == 7_000
    assert not match.is_held
    assert match.to_act


def test_the_next_start_is_held_again() -> None:
    match = held()
    match.release()
    match.wait()

    assert kinds(match) == ["Roller", "Throw", "Bell"]
    assert match.is_held


def test_holding_changes_nothing_of_the_luck() -> None:
    match, free = held(), Match(open_box("diavolo"), 2, open_box("diavolo").options(), FairChance(SEED))
    match.release()

    assert match.moves == free.moves


def test_a_held_match_that_is_woken_from_its_log_goes_on_with_the_same_throw() -> None:
    match = held()
    again = replay(match.game, 2, match.options, match.moves, FairChance(SEED))
    again.hold = True
    assert again.is_held
    match.release(100)
    again.release(100)

    assert again.moves == match.moves
    assert again.legal(Seat(0)) == match.legal(Seat(0))
