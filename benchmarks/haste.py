"""How long a person waits for the strongest bot of every game while all cores are busy with something else, at one
table and where many tables wait. Nobody shall wait for longer than two seconds.

As many processes as there are cores do nothing but keep them busy, with the right of any other to them. What is
measured is all that a table of the house waits for: the queue, the thought, and who answers if there is none.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import time
from multiprocessing import get_context
from random import Random
from typing import Any, Final

import pandemonium
from pandemonium.core.game import AnyGame
from pandemonium.search.workers import Workers
from pandemonium.server.table.thinking import Thinking
from pandemonium.server.threads import Threads
from pandemonium.server.watch.figures import Figures

LEVEL: Final = "archdevil"
LONGEST: Final = 2.0
"""In seconds."""


class Waits:
    """How long each answer took, and which came without a thought."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.thoughtless = 0

    def say(self, game: AnyGame, tables: int) -> None:
        waits = sorted(self.seconds)
        told = {
            "answers": len(waits),
            "p50-ms": round(1000 * waits[len(waits) // 2]),
            "p99-ms": round(1000 * waits[len(waits) * 99 // 100]),
            "longest-ms": round(1000 * waits[-1]),
            "longer-than-2-s": sum(wait > LONGEST for wait in waits),
            "without-a-thought": self.thoughtless,
        }
        for name, number in told.items():
            print(f"count {game.slug}-tables-{tables}-{name} {number}", flush=True)


class Counting(Thinking):
    """Notes who could not think."""

    waits: Waits

    def _says(self, game: AnyGame, why_not: str) -> None:
        self.waits.thoughtless += bool(why_not)
        super()._says(game, why_not)


async def table(thinking: Counting, game: AnyGame, number: int, moves: int) -> None:
    """A match of Archdevils, or as many of its moves."""
    match, luck = pandemonium.begin(game, seed=number), Random(number)
    while match.result is None and moves:
        seat = match.to_act[0]
        is_asked = len(match.legal(seat)) > 1
        began = time.perf_counter()
        what = await thinking.ask(str(number), match, seat, LEVEL, luck=luck)
        if is_asked:
            thinking.waits.seconds.append(time.perf_counter() - began)
            moves -= 1
        match.play(seat, what)


async def measured(game: AnyGame, tables: int, answers: int) -> Waits:
    threads, workers = Threads(), Workers()
    thinking = Counting(threads, workers, Figures())
    thinking.waits = Waits()
    try:
        thinking.expect(game, LEVEL)
        while not workers.is_warm(game.warm_up):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        each = -(-answers // tables)
        await asyncio.gather(*(table(thinking, game, number, each) for number in range(tables)))
    finally:
        await thinking.close()
        threads.close()
    return thinking.waits


def busy() -> None:
    while os.getppid() != 1:
        sum(range(10_000))


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench haste", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="(default: all that are no race)")
    parser.add_argument("--answers", type=int, default=60, help="of each game (default: 60)")
    parser.add_argument("--tables", default="1,20", help="how many wait at once (default: 1,20)")
    parser.add_argument("--idle", action="store_true", help="keep no core busy")
    args = parser.parse_args()
    logging.disable()
    asked = [pandemonium.open(slug) for slug in args.games] or pandemonium.shelf().values()
    games = [game for game in asked if game.race is None]
    for game in games:
        if game.warm_up is not None:
            game.warm_up()  # Onto the disk.
    spawn: Any = get_context("spawn")
    others = [spawn.Process(target=busy, daemon=True) for _ in range(0 if args.idle else os.cpu_count() or 1)]
    for other in others:
        other.start()
    try:
        for game in games:
            for tables in map(int, args.tables.split(",")):
                asyncio.run(measured(game, tables, max(args.answers, tables))).say(game, tables)
    finally:
        for other in others:
            other.kill()


if __name__ == "__main__":
    main()
