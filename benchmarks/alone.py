"""How somebody fares who plays Diavolo alone against bots: what a decent player wins at each level and number of seats,
how many rounds a match has, and how many the bots would still race without him.

A decent player takes 1.8 to 3.2 s and errs once in twenty. He shall win about half of his matches against the usual
bots at the usual table, more against those below them and less against those above.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from statistics import mean
from typing import Final, NamedTuple

from pandemonium.core.bots import Bots, bot_of
from pandemonium.core.game import Seat
from pandemonium.core.match import begin, seed_bytes
from pandemonium.games.diavolo import GAME
from pandemonium.games.diavolo.bots import LEVELS, decent

YOU: Final = Seat(0)
NORMAL: Final = 1.96


class Match(NamedTuple):
    won: bool
    rounds: int
    without_him: int


def matches(level: str, seats: int, count: int) -> Iterator[Match]:
    bots = {Seat(seat): decent if seat == YOU else bot_of(GAME, level) for seat in range(seats)}
    for number in range(count):
        match = begin(GAME, seats, {}, seed_bytes(f"alone {level} {seats} {number}"))
        Bots(bots, luck=str(number)).play_out(match)
        assert match.result is not None
        table = match.state.table
        out = table.out[YOU]
        yield Match(YOU in match.result.winners, table.round, 0 if out is None else table.round - out)


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench alone", description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000, help="for each level and number of seats")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4, 5, 6])
    parser.add_argument("--levels", nargs="*", default=[*LEVELS])
    args = parser.parse_args()
    found: dict[tuple[str, int], float] = {}
    print("level      seats  won            rounds  without him")
    for level in args.levels:
        for seats in args.seats:
            played = list(matches(level, seats, args.matches))
            share = found[level, seats] = mean(match.won for match in played)
            error = NORMAL * sqrt(max(share * (1 - share), 1 / args.matches) / args.matches)
            rounds, after = mean(match.rounds for match in played), mean(match.without_him for match in played)
            print(f"{level:9}  {seats}      {share:6.1%} ± {error:4.1%}  {rounds:5.1f}   {after:5.1f}", flush=True)
    for (level, seats), share in found.items():
        print(f"ratio decent-{level}-{seats} {share:.3f}")


if __name__ == "__main__":
    main()
