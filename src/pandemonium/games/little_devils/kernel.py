"""Little Devils in compiled code: a round as a row of whole numbers, moves, random rollouts, and worlds that fit.

The rules are rules.py; this is held equal to it, move by move. A set of cards is a number in which the card's bit is
set. Import it only when somebody is about to think.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pandemonium.games.little_devils.rules import DEVILS
from pandemonium.search.compiled import below, compiled, lowest, ones

# A round, by place in its row: six hands, six counts of devils, and the trick on the table.
TAKEN: Final = 6
SEATS: Final = 12
TURN: Final = 13
LAID: Final = 14
LEAD: Final = 15
UP: Final = 16
TURNED: Final = 17
BEST: Final = 18
TAKER: Final = 19
POT: Final = 20
PLAYED: Final = 21
SIZE: Final = 22

ON_CARD: Final = np.array([0, *DEVILS.values()], np.int64)
FIVES: Final = sum(1 << card for card, devils in DEVILS.items() if devils == 5)


@compiled
def playable(round: Any) -> int:
    """3.2 to 3.4 The cards that whoever is to play may play."""
    hand = round[round[TURN]]
    laid = round[LAID]
    if laid == 1:
        return hand
    if laid == 0:
        allowed = hand & ~FIVES
    else:
        below_lead = (1 << round[LEAD]) - 1
        allowed = hand & ~below_lead if round[UP] else hand & below_lead
    return allowed if allowed else hand


@compiled
def play(round: Any, card: int) -> None:
    """3.1 to 3.6 Whoever is to play lays this card."""
    seat = round[TURN]
    laid = round[LAID]
    seats = round[SEATS]
    bit = 1 << card
    round[seat] &= ~bit
    round[PLAYED] |= bit
    round[POT] += ON_CARD[card]
    if laid == 0:
        round[LEAD] = card
        round[TURNED] = 0
    elif laid == 1:
        round[UP] = card > round[LEAD]
        round[BEST] = card
        round[TAKER] = seat
    else:
        up = round[UP] != 0
        follows = (card > round[LEAD]) == up
        outdoes = (card > round[BEST]) == up
        if not follows:  # 3.5 The first failure takes it, and then only one further from the lead.
            outdoes = round[TURNED] == 0 or not outdoes
            round[TURNED] = 1
        elif round[TURNED]:
            outdoes = False
        if outdoes:
            round[BEST] = card
            round[TAKER] = seat
    if laid + 1 < seats:
        round[LAID] = laid + 1
        round[TURN] = seat + 1 if seat + 1 < seats else 0
    else:
        taker = round[TAKER]
        round[TAKEN + taker] += round[POT]
        round[TURN] = taker
        round[LAID] = 0
        round[POT] = 0


@compiled
def any_of(cards: int, luck: Any) -> int:
    """One of these cards, each as likely as the others."""
    skipped = below(luck, ones(cards))
    for _ in range(skipped):
        cards &= cards - 1
    return lowest(cards)


@compiled
def roll_out(round: Any, luck: Any) -> int:
    """Random cards to the end of the round; how many decisions that were."""
    decisions = 0
    while round[round[TURN]]:
        play(round, any_of(playable(round), luck))
        decisions += 1
    return decisions


@compiled
def roll_outs(start: Any, times: int, luck: Any) -> int:
    """So many rounds from here with random cards; how many decisions that were."""
    round = np.empty(SIZE, np.int64)
    decisions = 0
    for _ in range(times):
        round[:] = start
        decisions += roll_out(round, luck)
    return decisions


# Worlds: hands for the others that fit what they have played, and what they failed to play.


@compiled
def deal(hands: Any, unseen: int, needs: Any, fits: Any, luck: Any) -> bool:
    """Give the unseen cards to those who need so many and can hold them; whether that can be done at all.

    In random order, and where nobody who can hold a card has room, others pass one on (a matching by shortest
    augmenting paths). Not every world is as likely: `stir` sees to that.
    """
    seats = len(needs)
    for seat in range(seats):
        if needs[seat]:
            hands[seat] = 0
    while unseen:
        card = any_of(unseen, luck)
        unseen &= ~(1 << card)
        if not _give(hands, card, needs, fits, below(luck, seats)):
            return False
    return True


@compiled
def _give(hands: Any, card: int, needs: Any, fits: Any, first: int) -> bool:
    seats = len(needs)
    passes_on = np.full(6, -2, np.int64)  # From whom a seat would get a card: -1 is the one to be given.
    queue = np.empty(6, np.int64)
    size = 0
    for step in range(seats):
        seat = (first + step) % seats
        if needs[seat] and fits[seat] >> card & 1:
            passes_on[seat] = -1
            queue[size] = seat
            size += 1
    place = 0
    while place < size:
        seat = queue[place]
        place += 1
        if ones(hands[seat]) < needs[seat]:
            while passes_on[seat] >= 0:
                giver = passes_on[seat]
                moved = hands[giver] & fits[seat]
                moved &= -moved
                hands[giver] &= ~moved
                hands[seat] |= moved
                seat = giver
            hands[seat] |= 1 << card
            return True
        for step in range(seats):
            other = (first + step) % seats
            if passes_on[other] == -2 and needs[other] and hands[seat] & fits[other]:
                passes_on[other] = seat
                queue[size] = other
                size += 1
    return False


@compiled
def exchange(hands: Any, needs: Any, fits: Any, luck: Any) -> tuple[int, int, int, int]:
    """A fair proposal to change a world: two who hold something, and a card of each; what they give each other is empty
    where it does not fit."""
    seats = len(needs)
    one = below(luck, seats)
    other = below(luck, seats - 1)
    other += other >= one
    if needs[one] == 0 or needs[other] == 0:
        return one, other, 0, 0
    given = 1 << any_of(hands[one], luck)
    got = 1 << any_of(hands[other], luck)
    if fits[other] & given == 0 or fits[one] & got == 0:
        return one, other, 0, 0
    return one, other, given, got


@compiled
def stir(hands: Any, needs: Any, fits: Any, times: int, luck: Any) -> None:
    """Exchange cards at random, so that in the end every world that fits is as likely as any other."""
    for _ in range(times):
        one, other, given, got = exchange(hands, needs, fits, luck)
        hands[one] ^= given | got
        hands[other] ^= given | got
