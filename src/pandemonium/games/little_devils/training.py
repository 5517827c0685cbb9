"""How the nets that play on at Little Devils are trained: `python -m pandemonium.games.little_devils.training`.

A net guesses how many devils a card will still cost the one who plays it. It plays rounds against itself, now and then
beside the rule of thumb, mostly what it dreads least, and learns from what each card cost in the end. The net for four
comes first; the others go on from it. It takes some minutes and writes nets.json.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from pandemonium.games.little_devils.kernel import PLAYED, SEATS, SIZE, TAKEN, TURN, any_of, play, playable
from pandemonium.games.little_devils.policy import (
    DECKS,
    HIDDEN,
    INPUTS,
    NET,
    SHARED,
    least,
    nets,
    thumbs,
    weigh,
)
from pandemonium.search.compiled import below, compiled, lowest

FILE: Final = Path(__file__).with_name("nets.json")
ROUNDS: Final = {4: 800_000, 3: 300_000, 5: 200_000, 6: 200_000}
SLICES: Final = 100
STEP: Final = (0.004, 0.0001)
"""How far a weight moves at a time, at the beginning and at the end."""
HEAT: Final = (0.6, 0.15)
"""By how many devils more a card may be dreaded and still be tried now and then, at the beginning and at the end."""


@compiled
def deal_round(round: Any, seats: int, luck: Any) -> None:
    """2.1 A new round, with any seat to lead."""
    round[:] = 0
    round[SEATS] = seats
    round[TURN] = below(luck, seats)
    deck = DECKS[seats]
    for seat in range(seats):
        for _ in range(9):
            card = 1 << any_of(deck, luck)
            deck &= ~card
            round[seat] |= card


@compiled
def tempted(legal: int, dreads: Any, heat: float, luck: Any) -> int:
    """Mostly the card of least dread, others the less often the more they are dreaded."""
    lowest_dread = dreads[least(legal, dreads, luck)]
    total = 0.0
    left = legal
    while left:
        total += np.exp((lowest_dread - dreads[lowest(left)]) / heat)
        left &= left - 1
    drawn = total * below(luck, 1 << 30) / (1 << 30)
    card = lowest(legal)
    while legal and drawn >= 0.0:
        card = lowest(legal)
        legal &= legal - 1
        drawn -= np.exp((lowest_dread - dreads[card]) / heat)
    return card


@compiled
def play_round(round: Any, net: Any, heat: float, luck: Any, seen: Any, who: Any, had: Any) -> int:
    """A round; what the net saw of each card that it chose, for whom, and how many devils he had before."""
    seats = round[SEATS]
    beside = below(luck, 1 << seats) if below(luck, 3) == 0 else 0  # Who goes by the rule of thumb.
    dreads = np.empty(64)
    room = np.empty((5, 64))
    chosen = 0
    while round[round[TURN]]:
        seat = round[TURN]
        hand, legal = round[seat], playable(round)
        if legal & (legal - 1) == 0:
            card = lowest(legal)
        elif beside >> seat & 1:
            thumbs(round, hand, legal, dreads)
            card = least(legal, dreads, luck)
        else:
            nets(net, round, hand, legal, dreads, room)
            card = tempted(legal, dreads, heat, luck)
            weigh(round, hand, card, DECKS[seats] & ~round[PLAYED] & ~hand, room[0], room[1], room[2])
            seen[chosen, :SHARED] = room[0, :SHARED]
            seen[chosen, SHARED:] = room[2, : INPUTS - SHARED]
            who[chosen] = seat
            had[chosen] = round[TAKEN + seat]
            chosen += 1
        play(round, card)
    return chosen


@compiled
def slope(net: Any, seen: Any, target: float, grad: Any, units: Any) -> None:
    """Add to the slope of the squared error what this card says."""
    units[:] = 0.0
    for place in range(INPUTS):
        for unit in range(HIDDEN):
            units[unit] += seen[place] * net[place * HIDDEN + unit]
    off = net[NET - 1] - target
    for unit in range(HIDDEN):
        if units[unit] > 0.0:
            off += units[unit] * net[INPUTS * HIDDEN + unit]
    grad[NET - 1] += off
    for unit in range(HIDDEN):
        if units[unit] > 0.0:
            grad[INPUTS * HIDDEN + unit] += off * units[unit]
            for place in range(INPUTS):
                grad[place * HIDDEN + unit] += off * net[INPUTS * HIDDEN + unit] * seen[place]


@compiled
def train(net: Any, calm: Any, moments: Any, seats: int, rounds: int, step: float, heat: float, luck: Any) -> None:
    """So many rounds, a step (Adam) after each; `calm` follows the net slowly, and is what is kept."""
    round = np.empty(SIZE, np.int64)
    seen = np.empty((64, INPUTS))
    who = np.empty(64, np.int64)
    had = np.empty(64, np.int64)
    grad = np.empty(NET)
    units = np.empty(HIDDEN)
    for _ in range(rounds):
        deal_round(round, seats, luck)
        chosen = play_round(round, net, heat, luck, seen, who, had)
        if chosen == 0:
            continue
        grad[:] = 0.0
        for place in range(chosen):
            slope(net, seen[place], 1.0 * (round[TAKEN + who[place]] - had[place]), grad, units)
        for weight in range(NET):
            its = grad[weight] / chosen
            moments[0, weight] = 0.9 * moments[0, weight] + 0.1 * its
            moments[1, weight] = 0.999 * moments[1, weight] + 0.001 * its * its
            net[weight] -= step * moments[0, weight] / (np.sqrt(moments[1, weight]) + 1e-8)
            calm[weight] += 0.0005 * (net[weight] - calm[weight])


def trained(seats: int, rounds: int, seed: int, start: Any = None) -> Any:
    """A net for a table of so many, from nothing or from another net."""
    generator = np.random.default_rng(seed)
    net = start
    if net is None:
        into, out = generator.normal(0, 0.5, INPUTS * HIDDEN), generator.normal(0, 0.3, HIDDEN)
        net = np.array([*into, *out, 5.0])
    net, calm, moments = net.copy(), net.copy(), np.ones((2, NET))
    luck = generator.integers(1, 2**32, 2)
    for slice_ in range(SLICES):
        done = slice_ / SLICES
        step, heat = (first * (last / first) ** done for first, last in (STEP, HEAT))
        train(net, calm, moments, seats, -(-rounds // SLICES), step, heat, luck)
        print(f"{seats} seats: {slice_ + 1} of {SLICES}", end="\r", flush=True)
    return calm


def main() -> None:
    found = {4: trained(4, ROUNDS[4], seed=4)}
    for seats in (3, 5, 6):
        found[seats] = trained(seats, ROUNDS[seats], seats, start=found[4])
    rows = ",\n".join(
        f'"{seats}":{json.dumps([round(float(its), 4) for its in found[seats]], separators=(",", ":"))}'
        for seats in sorted(found)
    )
    FILE.write_text(f"{{{rows}}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
