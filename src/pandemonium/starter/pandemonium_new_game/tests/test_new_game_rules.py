"""The rules of New Game, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pandemonium.core.game import NATURE, Illegal, Move, Seat
from pandemonium_new_game import rules
from pandemonium_new_game.rules import Action, Again, Event, Keep, Options, Show, State, Throw


def after(*moves: tuple[int | str, Action | Event], coals: int = 3, seats: int = 2) -> State:
    state = rules.start(Options(coals=coals), seats)
    for by, what in moves:
        state = rules.apply(state, Move(by, what))  # type: ignore[arg-type]
    return state


def thrown(*dice: int) -> Sequence[tuple[str, Event]]:
    return [(NATURE, Throw(die, Seat(seat))) for seat, die in enumerate(dice)]


def test_nobody_speaks_before_all_dice_are_thrown() -> None:
    """2.1"""
    assert rules.to_act(after(*thrown(3))) == ()
    assert rules.to_act(after(*thrown(3, 5))) == (0,)


def test_a_die_is_thrown_once_more_and_no_more() -> None:
    """2.2"""
    state = after(*thrown(1, 5), (0, Again()), (NATURE, Throw(2, Seat(0))))

    assert state.dice == (2, 5)
    assert rules.to_act(state) == (1,)


def test_the_lowest_die_takes_a_coal() -> None:
    """2.3"""
    assert after(*thrown(3, 5), (0, Keep()), (1, Keep()), (NATURE, Show((3, 5)))).coals == (1, 0)


def test_equals_take_one_each() -> None:
    """2.3"""
    assert after(*thrown(4, 4), (0, Keep()), (1, Keep()), (NATURE, Show((4, 4)))).coals == (1, 1)


def test_the_next_player_begins_the_next_round() -> None:
    """2.2"""
    state = after(*thrown(3, 5), (0, Keep()), (1, Keep()), (NATURE, Show((3, 5))), *thrown(1, 1))

    assert rules.to_act(state) == (1,)


def test_the_match_is_over_when_somebody_has_enough_coals() -> None:
    """3.1"""
    result = rules.result(after(*thrown(3, 5), (0, Keep()), (1, Keep()), (NATURE, Show((3, 5))), coals=1))

    assert result is not None
    assert result.winners == (1,)


@pytest.mark.parametrize(
    ("by", "what", "why"),
    [
        (1, Keep(), "not-your-turn"),
        (0, Throw(6, Seat(0)), "not-yours-to-do"),
        (NATURE, Throw(6, Seat(0)), "no-such-throw"),
        (NATURE, Throw(None, Seat(0)), "covered"),
        (NATURE, Show((3, 5)), "not-what-lies-there"),
    ],
)
def test_what_is_not_allowed_is_refused(by: int | str, what: Action | Event, why: str) -> None:
    with pytest.raises(Illegal, match=why):
        after(*thrown(3, 5), (by, what))
