"""Do whole matches of Little Devils come out as a recount by hand says?"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import assert_type

import pytest

from pandemonium import begin, read
from pandemonium.core.game import Seat
from pandemonium.core.match import AnyMatch
from pandemonium.games.little_devils import GAME
from pandemonium.games.little_devils.rules import Action, State
from pandemonium.games.little_devils.sight import View
from tests.oracles.little_devils import recount

TABLES: list[dict[str, object]] = [{}, {"limit": 20}, {"limit": 300}, {"rounds": 1}, {"rounds": 3, "memory-aid": "yes"}]


def played_out(seats: int, options: dict[str, object], seed: str) -> AnyMatch:
    match = begin(GAME, seats, options, seed=seed)
    luck = Random(seed)
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
    return match


def moves_on_paper(match: AnyMatch) -> list[list[str]]:
    header = ("game", "seats", "option", "seed", "salt")
    return [line.split() for line in match.text().splitlines() if not line.startswith(header)]


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("seats", GAME.seats)
def test_points_are_what_a_recount_by_hand_gives(seats: int, options: dict[str, object]) -> None:
    """3.5, 4.1, 4.2, 4.4"""
    for number in range(8):
        match = played_out(seats, options, f"recount {number}")
        assert match.result is not None

        points = recount(moves_on_paper(match), seats, {name: str(value) for name, value in options.items()})

        assert points == [standing.points for standing in match.result.standings]


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_match_survives_its_paper(seats: int) -> None:
    match = played_out(seats, {"limit": 50}, "paper")

    again = read(match.text())

    assert again.text() == match.text()
    assert again.state == match.state


def test_the_recount_notices_a_card_out_of_turn() -> None:
    lines = moves_on_paper(played_out(3, {"rounds": 1}, "swapped"))
    first = next(number for number, words in enumerate(lines) if words[1] == "play")
    lines[first], lines[first + 1] = lines[first + 1], lines[first]

    with pytest.raises(AssertionError, match="out of turn"):
        recount(lines, 3, {"rounds": "1"})


def test_the_recount_notices_a_round_too_many() -> None:
    lines = moves_on_paper(played_out(3, {"rounds": 2}, "too long"))

    with pytest.raises(AssertionError, match="after the end"):
        recount(lines, 3, {"rounds": "1"})


def test_a_match_keeps_the_types_of_its_game() -> None:
    """What a program gets from it, a type checker knows: mypy is the judge."""
    match = begin(GAME, seed="types")

    assert_type(match.state, State)
    assert_type(match.legal(Seat(0)), Sequence[Action])
    assert_type(match.view(Seat(0)), View)
