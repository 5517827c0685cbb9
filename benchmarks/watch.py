"""What it costs to watch: all that one person's move adds to the figures and to a log at its usual level, beside what
the same move costs the rules alone, in one interleaved run."""

from __future__ import annotations

import argparse
import time
from random import Random

import pandemonium
from pandemonium.server.watch.figures import Figures

GAME = "little-devils"
ROUNDS = 20


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench watch", description=__doc__)
    parser.add_argument("--moves", type=int, default=2_000, help="in each of the rounds")
    args = parser.parse_args()
    figures, luck = Figures(), Random(8666)
    pairs = [(counted(figures, args.moves), played(luck, args.moves)) for _ in range(ROUNDS)]
    counting, playing = (min(times) for times in zip(*pairs, strict=True))
    print(f"counting a move: {1e6 * counting:.2f} µs; playing it by the rules: {1e6 * playing:.2f} µs")
    print(f"ratio counting-to-rules {counting / playing:.3f}")


def counted(figures: Figures, moves: int) -> float:
    """As the table does it; the writer's share as if each move had a flush of its own, which is the dearest."""
    its = figures.of(GAME)
    began = time.perf_counter()
    for _ in range(moves):
        its.people += 1
        its.nature += 0
        its.acknowledged.observe(0.0021)
        figures.flushed(1, 0.0011)
    return (time.perf_counter() - began) / moves


def played(luck: Random, moves: int) -> float:
    left, spent, seed = moves, 0.0, 0
    while left > 0:
        match, seed = pandemonium.begin(GAME, 4, seed=seed), seed + 1
        while match.result is None and left > 0:
            (seat,) = match.to_act
            action = luck.choice(match.legal(seat))
            began = time.perf_counter()
            match.play(seat, action)
            spent += time.perf_counter() - began
            left -= 1
    return spent / moves


if __name__ == "__main__":
    main()
