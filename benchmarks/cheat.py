"""How much of what is possible the strongest bot of Little Devils reaches, at a table of four.

One thinks among three who go by the rule of thumb (`sensible`), from every seat of the same deals; then one who cheats
by seeing every hand: the same playouts, a fiftieth as many, in the one world that is true. The gap between the rule of
thumb, which wins a quarter of the matches among its like, and the cheat is what can be had at all.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import mean
from typing import Any

import numpy as np

import pandemonium
from pandemonium.arena.figures import off
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
    """The same playouts in the one world that is true, where nearly the same comes of each: a fiftieth of them do."""

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


def deal(number: int, simulations: int) -> dict[str, tuple[float, float]]:
    """One deal from all four seats: by thinker, the share of the wins and the devils in a round."""
    found = {}
    for name, thinks in {"honest": honest(simulations), "cheat": cheat(simulations)}.items():
        played = [table(thinks, seat, number) for seat in range(SEATS)]
        found[name] = mean(share for share, _ in played), mean(devils for _, devils in played)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench cheat", description=__doc__)
    parser.add_argument("--deals", type=int, default=50, help="each is played from all four seats")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal: others are other luck")
    parser.add_argument("--simulations", type=int, default=4_000, help="how long to think about a card")
    parser.add_argument("--jobs", type=int, default=1, help="in how many processes")
    args = parser.parse_args()
    shares: dict[str, list[float]] = {"honest": [], "cheat": []}
    devils: dict[str, list[float]] = {"honest": [], "cheat": []}
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as processes:
        numbers = range(args.first, args.first + args.deals)
        for played in processes.map(partial(deal, simulations=args.simulations), numbers):
            for name, (share, taken) in played.items():
                shares[name].append(share)
                devils[name].append(taken)
            won = ", ".join(f"{name} {mean(its):.1%}" for name, its in shares.items())
            print(f"deal {len(shares['cheat'])} of {args.deals}: {won}", flush=True)
    for name, its in shares.items():
        print(
            f"{name:8} wins {mean(its):.1%} ± {off(its):.1%} of {SEATS * args.deals} matches, "
            f"{mean(devils[name]):.2f} devils a round"
        )
    fair = 1 / SEATS
    closed = (mean(shares["honest"]) - fair) / (mean(shares["cheat"]) - fair)
    apart = [own - fair - closed * (most - fair) for own, most in zip(*shares.values(), strict=True)]
    error = off(apart) / (mean(shares["cheat"]) - fair)
    print(f"of the gap between the rule of thumb and the cheat {closed:.1%} ± {error:.1%} are closed")
    print(f"ratio gap-closed {closed:.2f}")


if __name__ == "__main__":
    main()
