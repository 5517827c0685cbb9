"""What a player would play, fast: the rule of thumb and a small trained net, both from one hand's eyes, compiled.

Both give a card its *dread*: how many devils it may be expected to cost, less is better. Import it only when somebody
is about to think.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from math import comb
from typing import Any, Final

import numpy as np

from pandemonium.games.little_devils.bots import DEVIL_GONE, END_GONE
from pandemonium.games.little_devils.kernel import (
    BEST,
    LAID,
    LEAD,
    ON_CARD,
    PLAYED,
    POT,
    SEATS,
    TURNED,
    UP,
)
from pandemonium.games.little_devils.rules import DEVILS, HAND_SIZE
from pandemonium.search.compiled import below, compiled, lowest, ones

WAYS: Final = np.array([[comb(n, k) for k in range(10)] for n in range(55)], np.float64)
"""How many hands of k cards there are among n."""
DECKS: Final = np.array([(1 << HAND_SIZE * seats + 1) - 2 for seats in range(7)], np.int64)
ONE: Final = sum(1 << card for card, devils in DEVILS.items() if devils & 1)
TWO: Final = sum(1 << card for card, devils in DEVILS.items() if devils & 2)
FOUR: Final = sum(1 << card for card, devils in DEVILS.items() if devils & 4)

SHARED: Final = 14
"""Inputs of the net that are the same for all cards of a hand."""
INPUTS: Final = 33
HIDDEN: Final = 16
NET: Final = INPUTS * HIDDEN + HIDDEN + 1
"""All weights in a row: those into the hidden units, input by input; those out of them; what is added at the end."""


@cache
def net_of(seats: int) -> Any:
    """The trained net for a table of so many."""
    nets = json.loads(files(__package__).joinpath("nets.json").read_bytes())
    return np.array(nets[str(seats)], np.float64)


@compiled
def devils_on(cards: int) -> int:
    """The devils on all of these cards."""
    return ones(cards & ONE) + 2 * ones(cards & TWO) + 4 * ones(cards & FOUR)


@compiled
def takes_now(round: Any, card: int) -> bool:
    """Whether this card would take the trick as it stands. If it would not now, it never will (3.5)."""
    if round[LAID] < 2:
        return round[LAID] == 1
    up = round[UP] != 0
    outdoes = (card > round[BEST]) == up
    if (card > round[LEAD]) == up:
        return round[TURNED] == 0 and outdoes
    return round[TURNED] == 0 or not outdoes


@compiled
def stays(round: Any, card: int, unseen: int, each: int) -> float:
    """How likely the next player is to leave the trick to this card, if he ducks whenever he can."""
    everything = ones(unseen)
    if everything == 0:
        return 1.0
    lead = round[LEAD]
    up = card > lead if round[LAID] == 1 else round[UP] != 0
    beyond = unseen & ~((2 << card) - 1)
    short = unseen & ((1 << card) - 1)
    if (card > lead) == up:
        between = short & ~((2 << lead) - 1) if card > lead else beyond & ((1 << lead) - 1)
        ducks = ones(between)
    else:  # Who failed is outdone only by who fails further away from the lead.
        ducks = ones(beyond if up else short)
    return 1.0 - WAYS[everything - ducks, each] / WAYS[everything, each]


@compiled
def power(base: float, times: int) -> float:
    """Multiplied out, so that it is the same on every machine."""
    product = 1.0
    for _ in range(times):
        product *= base
    return product


@compiled
def thumb(round: Any, hand: int, card: int) -> float:
    """The dread of the rule of thumb (bots.sensible)."""
    seats = round[SEATS]
    unseen = DECKS[seats] & ~round[PLAYED] & ~hand
    everything = ones(unseen)
    to_come = seats - 1 - round[LAID]
    dread = -DEVIL_GONE * ON_CARD[card]
    if takes_now(round, card):
        each = ones(hand)
        average = devils_on(unseen) / everything if everything else 0.0
        pot = round[POT] + ON_CARD[card] + to_come * average
        dread += power(stays(round, card, unseen, each), to_come) * pot
    under = ones(unseen & ((1 << card) - 1)) / everything if everything else 0.5
    return dread - END_GONE * abs(2 * under - 1)


@compiled
def thumbs(round: Any, hand: int, legal: int, dreads: Any) -> None:
    """The dread of every legal card by the rule of thumb."""
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        dreads[card] = thumb(round, hand, card)


@compiled
def look(round: Any, hand: int, shared: Any, ranks: Any) -> int:
    """What the net sees of a hand, whatever card is played; the ranks of its cards among those unseen."""
    seats, laid = round[SEATS], round[LAID]
    unseen = DECKS[seats] & ~round[PLAYED] & ~hand
    everything = ones(unseen)
    per = 1.0 / everything if everything else 0.0
    middle = 0.0 if everything else 0.5
    for place in range(SHARED):
        shared[place] = 0.0
    shared[0] = 1.0
    shared[1] = laid == 0
    shared[2] = laid == 1
    if laid:
        shared[3] = middle + per * ones(unseen & ((1 << round[LEAD]) - 1))
    if laid > 1:
        shared[4] = round[UP]
        shared[5] = round[TURNED]
        shared[6] = middle + per * ones(unseen & ((1 << round[BEST]) - 1))
    shared[7] = 0.2 * (seats - 1 - laid)
    shared[8] = 0.1 * round[POT]
    shared[9] = 0.5 * per * devils_on(unseen)
    shared[10] = 0.1 * ones(hand)
    shared[11] = 0.1 * devils_on(hand)
    ends = 0.0
    risky = 0.0
    cards = hand
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        rank = middle + per * ones(unseen & ((1 << card) - 1))
        ranks[card] = rank
        end = abs(2.0 * rank - 1.0)
        ends += end
        risky += end * ON_CARD[card]
    shared[12] = 0.25 * ends
    shared[13] = 0.1 * risky
    return unseen


@compiled
def weigh(round: Any, hand: int, card: int, unseen: int, shared: Any, ranks: Any, own: Any) -> None:
    """What the net sees of a card: itself, what it may take, and the hand that is left."""
    seats, laid = round[SEATS], round[LAID]
    to_come = seats - 1 - laid
    rank, devils = ranks[card], ON_CARD[card]
    for place in range(INPUTS - SHARED):
        own[place] = 0.0
    own[0] = 0.2 * devils
    own[1] = rank
    own[2] = abs(2.0 * rank - 1.0)
    own[3] = (2.0 * rank - 1.0) * (2.0 * rank - 1.0)
    if takes_now(round, card):
        stay = stays(round, card, unseen, ones(hand))
        keeps = power(stay, to_come)
        own[4] = 1.0
        own[5] = stay
        own[6] = keeps
        own[7] = keeps * (shared[8] + 0.1 * devils + 0.2 * to_come * shared[9])
    if laid > 1:
        own[8] = (card > round[LEAD]) != (round[UP] != 0)
    elif laid == 1:
        own[9] = card > round[LEAD]
        own[10] = rank - shared[3]
    left = hand & ~(1 << card)
    if left:
        own[11] = ranks[lowest(left)]
    own[12] = 0.0
    top = 0.0
    while left:
        other = lowest(left)
        left &= left - 1
        top = ranks[other]
        place = 14 + int(5.0 * top)
        own[place if place < 18 else 18] += 0.3
    own[12] = top
    own[13] = devils * own[2] * 0.2


@compiled
def nets(net: Any, round: Any, hand: int, legal: int, dreads: Any, room: Any) -> None:
    """The dread of every legal card by the net."""
    shared = room[0]
    ranks = room[1]
    own = room[2]
    start = room[3]
    unseen = look(round, hand, shared, ranks)
    for unit in range(HIDDEN):
        start[unit] = 0.0
    for place in range(SHARED):
        value = shared[place]
        if value != 0.0:
            row = place * HIDDEN
            for unit in range(HIDDEN):
                start[unit] += value * net[row + unit]
    units = room[4]
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        weigh(round, hand, card, unseen, shared, ranks, own)
        for unit in range(HIDDEN):
            units[unit] = start[unit]
        for place in range(INPUTS - SHARED):
            value = own[place]
            if value != 0.0:
                row = (SHARED + place) * HIDDEN
                for unit in range(HIDDEN):
                    units[unit] += value * net[row + unit]
        dread = net[NET - 1]
        for unit in range(HIDDEN):
            if units[unit] > 0.0:
                dread += units[unit] * net[INPUTS * HIDDEN + unit]
        dreads[card] = dread


@compiled
def least(legal: int, dreads: Any, luck: Any) -> int:
    """The card of least dread; one of them at random where several are alike."""
    found, alike = 0, 1
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        if found == 0 or dreads[card] < dreads[found]:
            found = card
            alike = 1
        elif dreads[card] == dreads[found]:
            alike += 1
            if below(luck, alike) == 0:
                found = card
    return found
