"""`./pandemonium drill soak`: a week in minutes. Thousands of matches of all games, with people who leave, sleep, lose
their network and come back, while simulated time passes and the house restarts: no table is stuck, nothing leaks, and
every log replays and verifies."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from drills._audit import audit
from drills._company import Company, browser, mixed, playing
from drills._database import looked_at
from drills._house import free_port, python
from drills._ledger import Facts, Ledger
from drills._page import DrillContext, Manners
from drills._report import Report
from drills._wishes import wishes

STEPS: Final = (0.2, 0.5, 1, 2, 5, 30)
"""In simulated seconds: so much passes at a time."""
EVERY: Final = 0.05
"""In seconds of our own."""
NIGHT: Final = 8 * 3600
STUCK: Final = 300.0
"""In seconds of our own: no match takes so long."""
MANNERS: Final = Manners(goes_out=0.01, resigns=0.001, loses_the_network=0.01, sleeps=0.01)
DAYS_OF_A_LIFE: Final = 4
NIGHTS_COMPARED: Final = 3
POOLED: Final = 4
"""So many threads may still come after the first nights: pools start one when all they have are busy, up to a limit."""
MOST_LEFT: Final = {"objects": (500, 5), "kilobytes": (4_096, 4)}
"""What is held may differ by so much from night to night, and each match may leave so much behind: what is remembered
of people and tables, up to a limit. Bytes are no objects: a frame or a log that is kept shows in the memory alone."""


class SoakedHouse:
    """A house in simulated time, in a process of its own."""

    def __init__(self, data: Path, seed: int) -> None:
        self.port = free_port()
        self.moved = 0.0
        self._data = data
        self._seed = seed
        self._process = self._start()
        self._turn = asyncio.Lock()

    def _start(self) -> subprocess.Popen[bytes]:
        facts, pipe = (self.port, self._data, self._seed, self.moved), subprocess.PIPE
        return python("-m", "drills._soaked", *map(str, facts), stdin=pipe, stdout=pipe, stderr=None)

    def way(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def opens(self) -> None:
        await asyncio.to_thread(self._answer)

    async def is_killed(self) -> None:
        """At once, and without a word; then another opens in its place."""
        async with self._turn:
            self._process.kill()
            self._process.communicate()
            self._process = self._start()
            await self.opens()

    async def moves_on(self, seconds: float) -> None:
        self.moved += seconds
        await self._ask(f"moves_on {seconds}")

    async def restarts(self) -> None:
        await self._ask("restarts")

    async def holds(self) -> Facts:
        return await self._ask("holds")

    async def _ask(self, line: str) -> Facts:
        async with self._turn:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
            return await asyncio.to_thread(self._answer)

    def _answer(self) -> Facts:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the house has closed by itself")
        answer: Facts = json.loads(line)
        return answer

    def close(self) -> None:
        self._process.communicate()


class Drill:
    """Days of many matches; at the end of each everybody goes home, and the house must be as empty as it was."""

    def __init__(self, args: Namespace, folder: Path) -> None:
        self.ledger = Ledger()
        self.report = Report(self.ledger, "matches", args.matches)
        self._wanted: int = args.matches
        self._a_day: int = args.day
        self._luck = Random(args.seed)
        self._data = folder / "house"
        self._house = SoakedHouse(self._data, args.seed)
        self._held: list[tuple[int, Facts]] = []
        """After each day of this process, how many matches had been played, and what it held."""

    async def run(self) -> None:
        house, days = self._house, 0
        try:
            await house.opens()
            async with browser() as http:
                boxes = (await http.get(f"http://{house.way()}/api/boxes")).json()
                companies = mixed(DrillContext(house.way, http, self.ledger, MANNERS), boxes, self._luck)
                while self.ledger.counts["matches"] < self._wanted:
                    until = min(self._wanted, self.ledger.counts["matches"] + self._a_day)
                    await self._day(companies, until, is_first_of_life=days % DAYS_OF_A_LIFE == 0)
                    days += 1
                    await self._night(is_last_of_life=days % DAYS_OF_A_LIFE == 0)
        finally:
            house.close()
            self.ledger.counts["simulated_hours"] = round(house.moved / 3600)
        async with looked_at(self._data) as store:
            await audit(store, self.ledger)

    async def _day(self, companies: Sequence[Company], until: int, *, is_first_of_life: bool) -> None:
        """Everybody plays; in the middle of it the house restarts. On the first day it is killed: what another process
        holds cannot be compared with what this one has held."""
        for company in companies:
            company.comes_again()
        async with playing(companies, self.ledger) as tasks:
            before = self.ledger.counts["matches"]
            restart_at, is_restarted = self._luck.randrange(before, until), False
            began = time.monotonic()
            while not all(task.done() for task in tasks):
                await asyncio.sleep(EVERY)
                await self._house.moves_on(self._luck.choice(STEPS))
                played = self.ledger.counts["matches"]
                self.report.tell(played)
                if played > restart_at and not is_restarted:
                    is_restarted = True
                    await (self._house.is_killed() if is_first_of_life else self._house.restarts())
                    self.ledger.counts["kills_in_play" if is_first_of_life else "restarts_in_play"] += 1
                if played >= until:
                    for company in companies:
                        company.plays_no_more()
                if played > before:
                    before, began = played, time.monotonic()
                if time.monotonic() - began > STUCK:
                    self.ledger.faults += [
                        f"{page} is stuck" for its in companies for page in its.pages if not page.is_over
                    ]
                    break

    async def _night(self, *, is_last_of_life: bool) -> None:
        """Nobody is there: the house holds nothing that it did not hold the night before."""
        for _ in range(3):  # Tables fall asleep, and what they had posted is done.
            await self._house.moves_on(NIGHT / 3)
            await asyncio.sleep(EVERY)
        held, stop = await self._house.holds(), time.monotonic() + STUCK
        while (held["tables"] or held["pages"] or held["sockets"]) and time.monotonic() < stop:
            await asyncio.sleep(EVERY)
            await self._house.moves_on(60)
            held = await self._house.holds()
        self.ledger.faults += [
            f"at night there are {held[it]} {it}" for it in ("tables", "pages", "sockets") if held[it]
        ]
        self._held.append((self.ledger.counts["matches"], held))
        self.ledger.counts["nights"] += 1
        if is_last_of_life:
            self._looks_for_leaks()
            self._held = []
            await self._house.restarts()
            self.ledger.counts["restarts_at_night"] += 1

    def _looks_for_leaks(self) -> None:
        if len(self._held) < NIGHTS_COMPARED:
            return
        self.ledger.counts["lives_compared"] += 1
        _, (_, second), *_, (_, last) = self._held
        for it in ("tasks", "threads", "files", *MOST_LEFT):
            self.ledger.counts[f"{it}_after_second_night"] = second[it]
            self.ledger.counts[f"{it}_after_last_night"] = last[it]
        self.ledger.faults += leaks(self._held)

    def print(self) -> None:
        self._looks_for_leaks()
        self.report.print()


def leaks(nights: Sequence[tuple[int, Facts]]) -> list[str]:
    """What grew with the matches after the second day: until then, all that is remembered anyway has come."""
    (_, first), (matches, second), *_, (later, last) = nights
    played = later - matches
    found = [
        f"{it} leak: {first[it]}, then {last[it]}"
        for it, to_come in (("tasks", 0), ("threads", POOLED), ("files", 0))
        if last[it] > max(first[it], second[it]) + to_come
    ]
    for it, (fluctuates, most) in MOST_LEFT.items():
        grown = last[it] - second[it]
        if grown > fluctuates + most * played:
            found.append(f"{played} matches have left {grown} {it} behind")
    return found


def main() -> int:
    parser = wishes("soak", __doc__)
    parser.add_argument("--matches", type=int, default=10_000, help="how many are played (10000)")
    parser.add_argument("--day", type=int, default=250, help="how many of them in a day, before all go home (250)")
    args = parser.parse_args()
    with TemporaryDirectory(prefix="drill-soak-") as folder:
        drill = Drill(args, Path(folder))
        return drill.report.of(drill.run, drill.print)


if __name__ == "__main__":
    sys.exit(main())
