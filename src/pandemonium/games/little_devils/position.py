"""What the kernel must know to think for a seat: a view, in its numbers.

Import it only when somebody is about to think.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

import numpy as np

from pandemonium.games.little_devils import kernel, sight
from pandemonium.games.little_devils.kernel import LAID, SEATS, SIZE, TURN
from pandemonium.games.little_devils.sight import View


class Position(NamedTuple):
    """A view whose eyes are to play: everything in it may be known to this seat."""

    round: Any
    """The round as it stands; the others' hands are empty."""
    unseen: int
    needs: Any
    """How many of the unseen cards each of the others holds."""
    fits: Any
    """Which cards each can hold, by 3.2 and 3.4."""
    before: Any
    """The round before each card that the others have played, and the cards: what they tell of their hands."""
    cards: Any
    stakes: Any
    """What the match is at: see thinking.worth."""


def position(view: View) -> Position:
    """The numbers of a view."""
    assert view.eyes != "public"
    tricks: list[tuple[int, tuple[int, ...]]] = [(trick.leader, trick.cards) for trick in view.tricks]
    tricks.append((_leader(view), tuple(laid.card for laid in view.trick.cards)))
    round = np.zeros(SIZE, np.int64)
    round[SEATS] = view.seats
    round[TURN] = tricks[0][0]
    before, cards = [], []
    for _, trick in tricks:
        for card in trick:
            if round[TURN] != view.eyes:
                before.append(round.copy())
                cards.append(card)
            kernel.play(round, card)
    assert round[TURN] == view.turn
    assert round[LAID] == len(view.trick.cards)
    round[view.eyes] = as_bits(view.hand)
    return Position(
        round,
        as_bits(sight.unseen_by(view)),
        np.array([0 if seat == view.eyes else held for seat, held in enumerate(view.held)], np.int64),
        np.array([as_bits(cards) for cards in sight.what_fits(view)], np.int64),
        np.array(before, np.int64).reshape(-1, SIZE),
        np.array(cards, np.int64),
        _stakes(view),
    )


def as_bits(cards: Iterable[int]) -> int:
    """A set of cards as the kernel has it."""
    return sum(1 << card for card in cards)


def words_of_luck(luck: Random) -> Any:
    """What the kernel draws its luck from."""
    return np.array([1 + luck.randrange(2**32 - 1), luck.randrange(2**32)], np.int64)


def _stakes(view: View) -> Any:
    rounds = view.options.rounds
    to_come = -1 if rounds is None else rounds - view.round
    totals = (*view.totals, *(0,) * (6 - view.seats))
    return np.array([view.eyes, view.options.limit, to_come, 0, *totals], np.int64)


def _leader(view: View) -> int:
    assert view.turn is not None
    return (view.turn - len(view.trick.cards)) % view.seats
