"""How fast random play goes through the public protocol, beside OpenSpiel's hearts in the same run.

Every contestant plays for a short while in turn, round after round, so that the noise of the machine
falls on all alike. Whoever drives picks among the legal actions in the same cheap way. Only ratios are
worth anything; the rates are there to be looked at.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter, process_time

import pyspiel

import pandemonium

HEARTS = "OpenSpiel hearts"


def hearts(random: Random) -> int:
    """One match of OpenSpiel's hearts, chance drawn by its own weights; how many decisions it had."""
    state, uniform = _HEARTS.new_initial_state(), random.random
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, weights=weights)[0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(uniform() * len(actions))])
            decisions += 1
    state.returns()
    return decisions


_HEARTS = pyspiel.load_game("hearts")


def ours(slug: str, seats: int, **options: object) -> Callable[[Random], int]:
    """One match of a game of ours, through `to_act`, `legal` and `play`."""
    game = pandemonium.open(slug)

    def match_of(random: Random) -> int:
        match = pandemonium.begin(game, seats, options, seed=random.randbytes(32))
        uniform, decisions = random.random, 0
        while match.result is None:
            while waiting := match.to_act:
                seat = waiting[int(uniform() * len(waiting))] if len(waiting) > 1 else waiting[0]
                actions = match.legal(seat)
                match.play(seat, actions[int(uniform() * len(actions))])
                decisions += 1
            match.wait()
        return decisions

    return match_of


def rate(play: Callable[[Random], int], random: Random, seconds: float) -> float:
    """Decisions per second of the processor's time over a short while: others may be busy on the same machine."""
    gc.collect()
    decisions, started = 0, process_time()
    while (spent := process_time() - started) < seconds:
        decisions += play(random)
    return decisions / spent


def late_against_early(rounds: int = 12) -> float:
    """What a move costs at the end of a long match, against its beginning: 1 if the log's length does not matter."""
    ratios = []
    for number in range(rounds):
        random = Random(number)
        match = pandemonium.begin("little-devils", 6, {"rounds": 20}, seed=number)
        spent = []
        while seats := match.to_act:
            for seat in seats:
                action = random.choice(match.legal(seat))
                started = perf_counter()
                match.play(seat, action)
                spent.append(perf_counter() - started)
        quarter = len(spent) // 4
        ratios.append(sum(sorted(spent[-quarter:])[: quarter // 2]) / sum(sorted(spent[:quarter])[: quarter // 2]))
    return median(ratios)


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench rules", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="how often each contestant has its turn")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long a turn is")
    args = parser.parse_args()
    contestants = {
        f"{slug} {seats}": ours(slug, seats) for slug, game in pandemonium.shelf().items() for seats in game.seats
    }
    random = Random(8666)
    rates: dict[str, list[float]] = {name: [] for name in (HEARTS, *contestants)}
    ratios: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(1, args.rounds + 1):
        for name, play in contestants.items():
            # Hearts takes its turn again before each of ours: every ratio is between neighbours.
            peer, own = rate(hearts, random, args.seconds), rate(play, random, args.seconds)
            rates[HEARTS].append(peer)
            rates[name].append(own)
            ratios[name].append(own / peer)
        print(f"round {number} of {args.rounds}", end="\r", flush=True)
    print(" " * 40, end="\r")
    for name, measured in rates.items():
        print(f"{name:28} {median(measured):12,.0f} decisions/s   best {max(measured):12,.0f}")
    print("placements' worth of decisions: a placement is a name and a lay, or a lay alone where the cell is forced")
    for name, measured in ratios.items():
        print(f"ratio {name.replace(' ', '-')}-vs-hearts {median(measured):.2f}")
    print(f"ratio late-move-vs-early {late_against_early():.2f}")


if __name__ == "__main__":
    main()
