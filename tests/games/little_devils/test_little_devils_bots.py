"""Do the bots of Little Devils play by the rules, and is the sensible one worth its name?"""

from __future__ import annotations

from random import Random

import pytest

from pandemonium import begin
from pandemonium.core.bots import bot_of
from pandemonium.core.game import Seat
from pandemonium.core.match import AnyMatch
from pandemonium.games.little_devils import GAME, bots, rules, sight
from pandemonium.games.little_devils.rules import Card, Play, State
from tests.games.little_devils.scenes import dealt, played


def played_out(levels: list[str], seed: object, **options: object) -> AnyMatch:
    """A whole match between these bots; a card that is not legal would be refused."""
    match = begin(GAME, len(levels), options, seed=str(seed))
    luck = Random(str(seed))
    while match.result is None:
        (seat,) = match.to_act
        action = bot_of(GAME, levels[seat])(match.view(seat), match.legal(seat), luck)
        assert action is not None
        match.play(seat, action)
    return match


def choice(state: State) -> int:
    """What the sensible bot plays for whoever is to play."""
    (seat,) = rules.to_act(state)
    action = bots.sensible(sight.view(state, seat), rules.legal(state, seat), Random(1))
    assert isinstance(action, Play)
    return action.card


def test_the_weakest_comes_first() -> None:
    assert list(GAME.bots) == ["kobold", "tempter", "fiend", "archdevil"]


@pytest.mark.parametrize("level", ["random", "sensible"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_bots_play_whole_matches_by_the_rules(seats: int, level: str) -> None:
    """3.1 to 3.6"""
    for seed in range(3):
        assert played_out([level] * seats, seed).result is not None


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_sensible_bot_takes_far_fewer_devils_than_random_ones(seats: int) -> None:
    mine = others = 0.0
    for seed in range(40):
        seat = seed % seats
        levels = ["random"] * seats
        levels[seat] = "sensible"
        result = played_out(levels, seed, rounds=1).result
        assert result is not None
        points = [standing.points for standing in result.standings]
        mine += points[seat]
        others += (sum(points) - points[seat]) / (seats - 1)

    assert mine < 0.65 * others


def test_the_sensible_bot_ducks_under_the_card_that_takes() -> None:
    """3.5: last to play, with the 20 on the table, every card below it is safe and the others are not."""
    state = played(dealt(3, {0: [10], 1: [20], 2: [1, 2, 3, 12, 19, 21, 22, 23, 27]}), 10, 20)

    assert choice(state) in (12, 19)


def test_the_sensible_bot_throws_a_five_where_it_cannot_hurt() -> None:
    """3.5: somebody has failed, so that a card that follows does not take the trick."""
    low = range(1, 10)
    state = played(dealt(4, {0: [14], 1: [36], 2: low, 3: [16, 24, 25, 26, 35]}), 14, 36, 9)

    assert choice(state) in (25, 35)


def test_a_bot_sees_a_view_only() -> None:
    """5.3: what others hold makes no difference."""
    mine = [1, 4, 7, 10, 13, 16, 19, 22, 24]
    here = played(dealt(3, {1: mine, 0: [2, 3, 5, 6, 8, 9, 11, 12, 14]}), 2)
    there = played(dealt(3, {1: mine, 0: [2, 15, 17, 18, 20, 21, 23, 25, 26]}), 2)

    assert rules.to_act(here) == (Seat(1),)
    assert choice(here) == choice(there)
    assert Card(choice(here)) in mine
