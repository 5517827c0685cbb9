"""How much of what is possible the strongest bot of Little Devils reaches, at a table of four.

One thinks among three who go by the rule of thumb (`sensible`), from every seat of the same deals; then one who cheats
by seeing every hand, with the same search. The gap between the rule of thumb, which wins a quarter of the matches among
its like, and the cheat is what can be had at all.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

import numpy as np

import pandemonium
from pandemonium.core.evaluation import Budget
from pandemonium.core.game import Seat
from pandemonium.core.match import AnyMatch
from pandemonium.games.little_devils import bots
from pandemonium.games.little_devils.evaluation import evaluate
from pandemonium.games.little_devils.policy import net_of
from pandemonium.games.little_devils.position import as_bits, position, words_of_luck
from pandemonium.games.little_devils.rules import Card, Play
from pandemonium.games.little_devils.thinking import try_cards

SEATS = 4
Chooses = Callable[[AnyMatch, Seat, Random], Any]


def honest(simulations: int) -> Chooses:
    """The search, from what its seat may see."""
    return lambda match, seat, luck: (
        evaluate(match.view(seat), match.legal(seat), Budget(simulations=simulations), luck).best
    )


def cheat(simulations: int) -> Chooses:
    """The same search in the one world that is true."""

    def chooses(match: AnyMatch, seat: Seat, luck: Random) -> Play:
        known, sums, cards = position(match.view(seat)), np.zeros((55, 5)), match.state.playable
        world = known.round.copy()
        world[:SEATS] = [as_bits(hand) for hand in match.state.hands]
        worlds, times = world.reshape(1, -1), max(1, simulations // 50 // len(cards))
        try_cards(worlds, 0, times, as_bits(cards), net_of(SEATS), known.stakes, words_of_luck(luck), sums)
        return Play(Card(max(cards, key=lambda card: sums[card, 0] / sums[card, 2])))

    return chooses


def table(thinks: Chooses, seat: int, seed: int) -> tuple[float, float]:
    """A match of one against three: his share of the win, and his devils in a round."""
    match = pandemonium.begin("little-devils", SEATS, seed=seed)
    luck = Random(f"{seed} {seat}")
    while match.result is None:
        (turn,) = match.to_act
        legal = match.legal(turn)
        if turn != seat:
            match.play(turn, bots.sensible(match.view(turn), legal, luck))
        else:
            match.play(turn, legal[0] if len(legal) == 1 else thinks(match, turn, luck))
    winners = match.result.winners
    return (seat in winners) / len(winners), match.result.standings[seat].points / match.state.table.round


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench cheat", description=__doc__)
    parser.add_argument("--deals", type=int, default=50, help="each is played from all four seats")
    parser.add_argument("--simulations", type=int, default=4_000, help="how long to think about a card")
    args = parser.parse_args()
    thinkers = {"honest": honest(args.simulations), "cheat": cheat(args.simulations)}
    shares: dict[str, list[float]] = {name: [] for name in thinkers}
    devils: dict[str, list[float]] = {name: [] for name in thinkers}
    for deal in range(args.deals):
        for name, thinks in thinkers.items():
            played = [table(thinks, seat, deal) for seat in range(SEATS)]
            shares[name].append(mean(share for share, _ in played))
            devils[name].append(mean(its for _, its in played))
        won = ", ".join(f"{name} {mean(its):.1%}" for name, its in shares.items())
        print(f"deal {deal + 1} of {args.deals}: {won}" + " " * 20, end="\r", flush=True)
    print(" " * 80, end="\r")
    for name in thinkers:
        error = 1.96 * stdev(shares[name]) / sqrt(args.deals)
        print(
            f"{name:8} wins {mean(shares[name]):.1%} ± {error:.1%} of {SEATS * args.deals} matches, "
            f"{mean(devils[name]):.2f} devils a round"
        )
    fair = 1 / SEATS
    print(f"ratio gap-closed {(mean(shares['honest']) - fair) / (mean(shares['cheat']) - fair):.2f}")


if __name__ == "__main__":
    main()
