"""The rules of Devil’s Cup, sentence by sentence."""

from __future__ import annotations

import pytest

from pandemonium.core.game import NATURE, Illegal, Move, Seat
from pandemonium_devils_cup import rules
from pandemonium_devils_cup.rules import (
    DEVIL,
    ORDER,
    THROWS,
    Action,
    Believe,
    Claim,
    Doubt,
    Event,
    First,
    Options,
    Show,
    State,
    Throw,
    Yield,
)

Line = tuple[int | str, Action | Event]


def after(*lines: Line, horns: int = 5, seats: int = 3) -> State:
    """A match in which seat 0 begins."""
    state = rules.start(Options(horns=horns), seats)
    for by, what in ((NATURE, First(Seat(0))), *lines):
        state = rules.apply(state, Move(by, what))  # type: ignore[arg-type]
    return state


def throws(worth: int, seat: int = 0) -> Line:
    return NATURE, Throw(worth, Seat(seat))


def test_the_devil_is_above_doubles_and_doubles_above_all_else() -> None:
    """1.2"""
    assert ORDER == (31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, 21)
    assert set(THROWS) == set(ORDER)


def test_whoever_holds_the_cup_may_claim_what_he_likes() -> None:
    """2.2"""
    state = after(throws(31))

    assert rules.legal(state, Seat(0)) == [Claim(worth) for worth in ORDER]


def test_a_claim_is_higher_than_the_one_before_it() -> None:
    """2.2"""
    state = after(throws(31), (0, Claim(65)), (1, Believe()), throws(42, 1))

    assert rules.legal(state, Seat(1)) == [Claim(worth) for worth in (11, 22, 33, 44, 55, 66, 21)]


def test_whoever_believes_throws_anew() -> None:
    """2.3"""
    state = after(throws(31), (0, Claim(65)), (1, Believe()))

    assert (state.holder, state.dice) == (1, 0)
    assert rules.to_act(state) == ()


@pytest.mark.parametrize(
    ("dice", "claim", "horns"),
    [(53, 53, (0, 1, 0)), (64, 53, (0, 1, 0)), (52, 53, (1, 0, 0)), (21, 21, (0, 2, 0)), (66, 21, (2, 0, 0))],
)
def test_a_doubt_costs_whoever_was_wrong_a_horn_and_two_for_the_devil(
    dice: int, claim: int, horns: tuple[int, ...]
) -> None:
    """2.4"""
    assert after(throws(dice), (0, Claim(claim)), (1, Doubt()), (NATURE, Show(dice))).horns == horns


def test_whoever_took_horns_begins() -> None:
    """2.1"""
    state = after(throws(53), (0, Claim(53)), (1, Doubt()), (NATURE, Show(53)))

    assert (state.holder, state.claim, state.round) == (1, 0, 2)


def test_before_the_devil_one_doubts_or_gives_in() -> None:
    """2.5"""
    state = after(throws(31), (0, Claim(DEVIL)))

    assert rules.legal(state, Seat(1)) == [Yield(), Doubt()]
    assert after(throws(31), (0, Claim(DEVIL)), (1, Yield())).horns == (0, 1, 0)


def test_the_match_is_over_when_somebody_has_enough_horns() -> None:
    """3.1"""
    result = rules.result(after(throws(31), (0, Claim(DEVIL)), (1, Doubt()), (NATURE, Show(31)), horns=2))

    assert result is not None
    assert result.winners == (1, 2)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ((1, Claim(65)), "not-your-turn"),
        ((0, Claim(99)), "no-such-claim"),
        ((0, Doubt()), "claim-first"),
        ((0, Throw(21, Seat(0))), "not-yours-to-do"),
        (throws(21), "no-such-throw"),
        ((NATURE, Throw(None, Seat(0))), "covered"),
        ((NATURE, First(Seat(1))), "no-lot"),
        ((NATURE, Show(31)), "not-under-the-cup"),
        ((NATURE, Doubt()), "not-yours-to-do"),
    ],
)
def test_what_is_not_allowed_is_refused(line: Line, why: str) -> None:
    with pytest.raises(Illegal, match=why):
        after(throws(31), line)


@pytest.mark.parametrize(
    ("claim", "what", "why"),
    [(65, Claim(66), "answer-first"), (65, Yield(), "nothing-is-higher"), (DEVIL, Believe(), "nothing-is-higher")],
)
def test_whoever_is_asked_answers(claim: int, what: Action, why: str) -> None:
    with pytest.raises(Illegal, match=why):
        after(throws(31), (0, Claim(claim)), (1, what))
