"""How Little Devils is thought about, compiled: likely worlds, and what each card brings in them when all play on.

Import it only when somebody is about to think.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pandemonium.games.little_devils.kernel import (
    LAID,
    SEATS,
    SIZE,
    TAKEN,
    TURN,
    deal,
    exchange,
    play,
    playable,
)
from pandemonium.games.little_devils.policy import least, nets, power, thumbs
from pandemonium.search.compiled import below, compiled, lowest

DOUBT: Final = (0.1, 0.03)
"""How far the dread of the card that a plausible player plays is above the least, in devils; how often he blunders."""
STEPS: Final = 12
"""How many exchanges are proposed between two worlds."""
SETTLING: Final = 150
"""And before the first, so that it does not matter how the cards were dealt."""


@compiled
def falls(x: float) -> float:
    """About e to the power of -x for x from 0 on, by multiplication alone: the same on every machine."""
    return power(1.0 / (1.0 + x * (1.0 / 16.0)), 16)


@compiled
def likelihood(seat: int, hand: int, before: Any, cards: Any, doubt: Any, dreads: Any) -> float:
    """How likely who holds this hand is to have played as he did, by a rule of thumb and with some mistakes: the more
    dread a card has, the less often it is played."""
    likely = 1.0
    temperature, blunders = doubt[0], doubt[1]
    for place in range(len(cards) - 1, -1, -1):
        row = before[place]
        if row[TURN] != seat:
            continue
        hand |= 1 << cards[place]
        row[seat] = hand
        legal = playable(row)
        row[seat] = 0
        if legal & (legal - 1) == 0:
            continue
        thumbs(row, hand, legal, dreads)
        lowest_dread = dreads[cards[place]]
        number = 0
        left = legal
        while left:
            card = lowest(left)
            left &= left - 1
            number += 1
            lowest_dread = min(lowest_dread, dreads[card])
        total = 0.0
        left = legal
        while left:
            card = lowest(left)
            left &= left - 1
            total += falls((dreads[card] - lowest_dread) / temperature)
        chosen = falls((dreads[cards[place]] - lowest_dread) / temperature) / total
        likely *= (1.0 - blunders) * chosen + blunders / number
    return likely


@compiled
def imagine(
    worlds: Any, own: Any, unseen: int, needs: Any, fits: Any, before: Any, cards: Any, doubt: Any, luck: Any
) -> None:
    """Fill the rows with worlds, each as often as it is likely (a Metropolis walk by exchanges of two cards).

    Without doubt (a temperature of 0), all that fit are alike.
    """
    seats = len(needs)
    hands = own[:6].copy()
    deal(hands, unseen, needs, fits, luck)
    dreads = np.empty(64)
    likely = np.ones(6)
    weighs = doubt[0] > 0.0
    if weighs:
        for seat in range(seats):
            if needs[seat]:
                likely[seat] = likelihood(seat, hands[seat], before, cards, doubt, dreads)
    for place in range(len(worlds)):
        for _ in range(STEPS if place else SETTLING):
            one, other, given, got = exchange(hands, needs, fits, luck)
            if given == 0:
                continue
            changed = given | got
            if weighs:
                of_one = likelihood(one, hands[one] ^ changed, before, cards, doubt, dreads)
                of_other = likelihood(other, hands[other] ^ changed, before, cards, doubt, dreads)
                if of_one * of_other * (1 << 30) < likely[one] * likely[other] * below(luck, 1 << 30):
                    continue
                likely[one] = of_one
                likely[other] = of_other
            hands[one] ^= changed
            hands[other] ^= changed
        worlds[place, :] = own
        for seat in range(seats):
            worlds[place, seat] = hands[seat]


@compiled
def finish_trick(round: Any, me: int, net: Any, luck: Any, dreads: Any, room: Any) -> None:
    """All play on, to the end of the trick."""
    while round[LAID]:
        play_one(round, me, net, luck, dreads, room)


@compiled
def play_one(round: Any, me: int, net: Any, luck: Any, dreads: Any, room: Any) -> None:
    """The one who thinks plays as the net would, the others by the rule of thumb."""
    seat = round[TURN]
    legal = playable(round)
    if legal & (legal - 1) == 0:
        play(round, lowest(legal))
        return
    if seat == me:
        nets(net, round, round[seat], legal, dreads, room)
    else:
        thumbs(round, round[seat], legal, dreads)
    play(round, least(legal, dreads, luck))


@compiled
def play_on(round: Any, me: int, net: Any, luck: Any, dreads: Any, room: Any) -> None:
    """All play on, to the end of the round."""
    while round[round[TURN]]:
        play_one(round, me, net, luck, dreads, room)


# What a round is worth. Its stakes: who asks, the limit, the rounds to come (-1: as many as it takes), the totals.

ME: Final = 0
LIMIT: Final = 1
ROUNDS: Final = 2
PLAIN: Final = 3
TOTALS: Final = 4
STAKES: Final = 10
# The two that follow are measured by `./pandemonium bench curve`.
TO_COME: Final = (0.7, 0.058)
"""About how many rounds are still to come at the limit, and how many more for each devil that is missing to it."""
SHARP: Final = (0.0, 0.0, 0.0, 0.215, 0.18, 0.155, 0.145)
"""By number of seats: what a devil of difference says about who wins, if one round is to come."""


@compiled
def worth(round: Any, stakes: Any, seats: int) -> float:
    """How good the end of this round is for who asks: his chance to win the match."""
    me = stakes[ME]
    if stakes[PLAIN]:
        return -1.0 * round[TAKEN + me]
    most = 0
    fewest = 1 << 30
    for seat in range(seats):
        total = stakes[TOTALS + seat] + round[TAKEN + seat]
        most = max(most, total)
        fewest = min(fewest, total)
    mine = stakes[TOTALS + me] + round[TAKEN + me]
    if stakes[ROUNDS] == 0 or (stakes[ROUNDS] < 0 and most > stakes[LIMIT]):
        sharing = 0
        for seat in range(seats):
            sharing += stakes[TOTALS + seat] + round[TAKEN + seat] == fewest
        return 1.0 / sharing if mine == fewest else 0.0
    to_come = 1.0 * stakes[ROUNDS] if stakes[ROUNDS] > 0 else TO_COME[0] + TO_COME[1] * (stakes[LIMIT] - most)
    sharp = SHARP[seats] / np.sqrt(to_come)
    against = 0.0
    for seat in range(seats):
        ahead = sharp * (stakes[TOTALS + seat] + round[TAKEN + seat] - mine)
        against += falls(ahead) if ahead >= 0.0 else 1.0 / falls(-ahead)
    return 1.0 / against


# The search


@compiled
def try_cards(worlds: Any, first: int, number: int, alive: int, net: Any, stakes: Any, luck: Any, sums: Any) -> None:
    """Play each of these cards in so many worlds, and let all play on. By card: the sum of what came of it and of its
    square, how often it was tried, how often it took the trick, and the devils that were still to be taken."""
    dreads = np.empty(64)
    room = np.empty((5, 64))
    round = np.empty(SIZE, np.int64)
    me = stakes[ME]
    seats = worlds[0, SEATS]
    for place in range(first, first + number):
        left = alive
        while left:
            card = lowest(left)
            left &= left - 1
            round[:] = worlds[place % len(worlds)]
            play(round, card)
            finish_trick(round, me, net, luck, dreads, room)
            sums[card, 3] += round[TURN] == me
            play_on(round, me, net, luck, dreads, room)
            its = worth(round, stakes, seats)
            sums[card, 0] += its
            sums[card, 1] += its * its
            sums[card, 2] += 1.0
            sums[card, 4] += round[TAKEN + me] - worlds[0, TAKEN + me]
