"""What a lead is worth in Little Devils: the numbers of the curve by which the search judges the end of a round.

Rounds of the rule of thumb are put together to many matches. From how they went on it is told how many rounds are still
to come, by the devils that are missing to the limit (`TO_COME` in games/little_devils/thinking.py), and how much a
devil of difference says about who wins (`SHARP`): as much as makes the winners that there were most likely.
"""

from __future__ import annotations

import argparse
from math import exp, log, sqrt
from random import Random

import numpy as np

import pandemonium
from pandemonium.core.bots import played
from pandemonium.core.game import AnyGame
from pandemonium.games.little_devils.thinking import SHARP, TO_COME

End = tuple[list[int], int, list[int]]
"""The totals at the end of a round, how many rounds were still to come, and who won in the end."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench curve", description=__doc__)
    parser.add_argument("--rounds", type=int, default=400, help="how many rounds to play at each number of seats")
    parser.add_argument("--matches", type=int, default=4000, help="how many matches to put together from them")
    args = parser.parse_args()
    game = pandemonium.shelf()["little-devils"]
    limit = game.options().limit
    found = {}
    for seats in game.seats:
        rounds = [_devils(game, seats, seed) for seed in range(args.rounds)]
        found[seats] = [end for seed in range(args.matches) for end in _match(rounds, limit, Random(f"{seats} {seed}"))]
        print(f"{seats} seats: {args.rounds} rounds, {len(found[seats])} ends of rounds", flush=True)
    missing = np.array([limit - max(totals) for ends in found.values() for totals, _, _ in ends])
    to_come = np.array([left for ends in found.values() for _, left, _ in ends])
    slope, at_limit = np.polyfit(missing, to_come, 1)
    print(f"TO_COME: {at_limit:.2f} and {slope:.3f} for each devil missing; in use {TO_COME[0]} and {TO_COME[1]}")
    lines = [f"count curve-rounds-to-come-at-the-limit {at_limit:.3f}", f"count curve-rounds-a-devil {slope:.4f}"]
    for seats, ends in found.items():
        likely = {sharp: _likelihood(ends, limit, sharp) for sharp in np.arange(0.05, 0.4, 0.005)}
        best = max(likely, key=likely.__getitem__)
        worse = likely[best] - _likelihood(ends, limit, SHARP[seats])
        print(f"SHARP at {seats} seats: {best:.3f}; in use {SHARP[seats]}, which is {worse:.4f} less likely an end")
        lines.append(f"ratio curve-sharp-{seats}-found-vs-used {best / SHARP[seats]:.3f}")
    for line in lines:
        print(line)


def _devils(game: AnyGame, seats: int, seed: int) -> list[int]:
    """What each seat takes in a round."""
    match = played(game, seats, {"rounds": 1}, ["sensible"], seed.to_bytes(32))
    assert match.result is not None
    return [standing.points for standing in match.result.standings]


def _match(rounds: list[list[int]], limit: int, luck: Random) -> list[End]:
    totals, ends = [0] * len(rounds[0]), list[list[int]]()
    while max(totals) <= limit:
        ends.append(totals)
        its = luck.choice(rounds)
        first = luck.randrange(len(its))  # Who sits where makes no difference here.
        totals = [total + devils for total, devils in zip(totals, its[first:] + its[:first], strict=True)]
    winners = [seat for seat, total in enumerate(totals) if total == min(totals)]
    return [(end, len(ends) - nth, winners) for nth, end in enumerate(ends) if nth]


def _likelihood(ends: list[End], limit: int, sharp: float) -> float:
    """By how little the curve is surprised at who won, as a mean of logarithms."""
    said = 0.0
    for totals, _, winners in ends:
        flat = sharp / sqrt(TO_COME[0] + TO_COME[1] * (limit - max(totals)))
        weights = [exp(flat * (min(totals) - total)) for total in totals]
        said += sum(log(weights[seat] / sum(weights)) for seat in winners) / len(winners)
    return said / len(ends)


if __name__ == "__main__":
    main()
