"""`./pandemonium drill kill`: people play at full speed, and the house is killed again and again. Nothing that it has
acknowledged is lost, nothing is done twice, every table goes on, and everybody comes back by himself."""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from drills._audit import audit
from drills._company import Company, browser, mixed, playing
from drills._database import looked_at, made_old, version_of
from drills._house import House, Kindling
from drills._ledger import Ledger
from drills._page import DrillContext, Page
from drills._report import Report
from drills._wishes import takes_patience, wishes

from pandemonium.storage.folder import DATABASE
from pandemonium.storage.schema import STEPS

SOON_ENOUGH: Final = 2.0
"""Within so many seconds after the house is open again, everybody must be back, if nothing else is said."""
STUCK: Final = 60.0
"""A table at which nothing has happened for so many seconds although the house was open."""
IN_START_UP: Final = 0.15
IN_A_ROUND: Final = 0.15
BEFORE_A_BOT: Final = 0.1
"""So many of the kills are aimed at that; the others come whenever they come."""
FRESH: Final = 0.1
"""So many starts are those of a Python that has read nothing yet; the others begin where the code has been read."""
AIMING: Final = 4.0
"""In seconds: then whatever happens is what is hit."""


class Drill:
    """Some houses one after the other, each killed many times."""

    def __init__(self, args: Namespace, folder: Path) -> None:
        self.ledger = Ledger()
        self.report = Report(self.ledger, "kills", args.kills)
        self._wanted: int = args.kills
        self._patience: float = args.patience
        self._a_house: int = args.house
        self._luck = Random(args.seed)
        self._folder = folder
        self._kindling = Kindling()
        self._recoveries: list[float] = []
        self._took = 1.0
        """So many seconds a house takes to open."""

    @property
    def _kills(self) -> int:
        return self.ledger.counts["kills"]

    async def run(self) -> None:
        try:
            await self._houses()
        finally:
            self._kindling.close()

    async def _houses(self) -> None:
        number, last = 0, None
        while self._kills < self._wanted:
            data = self._folder / f"house{number}"
            if last is not None and number % 2:
                made_old(last, data, self._luck.randrange(1, len(STEPS)))
                self.ledger.counts["old_databases"] += 1
            else:
                self.ledger.drop_what_is_audited()
            await self._life(House(data, self._kindling), min(self._wanted, self._kills + self._a_house))
            number, last = number + 1, data

    async def _life(self, house: House, until: int) -> None:
        """One house, from its first day to the audit of its books."""
        try:
            await self._opening_days(house)
            async with browser() as http:
                boxes = (await http.get(f"http://{house.way()}/api/boxes")).json()
                companies = mixed(DrillContext(house.way, http, self.ledger), boxes, self._luck)
                async with playing(companies, self.ledger):
                    await self._evenings(house, companies, until)
                    await self._all_go_on(companies)
        finally:
            house.kill()
        async with looked_at(house.data) as store:
            await audit(store, self.ledger)

    async def _opening_days(self, house: House) -> None:
        """The house is killed while it makes its database, or brings it up to date; then it opens."""
        for _ in range(2):
            house.start()
            is_new = not (house.data / DATABASE).exists()
            await _until((house.data / f"{DATABASE}-wal").exists)
            await asyncio.sleep(self._luck.uniform(0, 0.03))
            self._kill(house, "at_the_first_opening" if is_new else "in_a_migration")
            if version_of(house.data) < len(STEPS):
                self.ledger.counts["migrations_cut_short"] += 1
        await self._opens(house)

    async def _opens(self, house: House) -> None:
        began = time.monotonic()
        house.start(fresh=self._luck.random() < FRESH)
        await house.opens()
        self._took = time.monotonic() - began

    async def _evenings(self, house: House, companies: list[Company], until: int) -> None:
        quiet: dict[Page, float] = {}
        # Before that nobody is torn away.
        await _until(lambda: any(page.welcomed for page in _pages(companies)), at_most=STUCK)
        while self._kills < until:
            what = await self._waits_for_the_moment(companies)
            pages = _pages(companies)
            for page in pages:
                heard = page.moved > house.opened
                quiet[page] = 0.0 if heard else quiet.get(page, 0.0) + time.monotonic() - house.opened
                if quiet[page] > STUCK:
                    self.ledger.fault(f"{page} does not go on")
            quiet = {page: quiet[page] for page in pages}
            asked = sum(len(page.unanswered) for page in pages)
            self.ledger.counts["requests_in_the_air"] += asked
            self._kill(house, what)
            while self._luck.random() < IN_START_UP and self._kills < until:
                house.start()
                await asyncio.sleep(self._luck.uniform(0, 1.1 * self._took))
                self._kill(house, "in_start_up")
            out = [page for page in pages if not page.leaves and not page.is_over]
            await self._opens(house)
            await self._come_back(house, out)

    async def _waits_for_the_moment(self, companies: list[Company]) -> str:
        """Let them play for a while; what is going on when it is over."""
        luck, aim = self._luck, self._luck.random()
        if aim < IN_A_ROUND:
            await _until(lambda: any(page.in_a_round for page in _pages(companies)))
        elif aim < IN_A_ROUND + BEFORE_A_BOT:
            await _until(lambda: any(page.waits_for_a_bot for page in _pages(companies)))
        if aim < IN_A_ROUND or aim >= IN_A_ROUND + BEFORE_A_BOT:
            await asyncio.sleep(luck.uniform(0, 0.5))
        if any(page.in_a_round for page in _pages(companies)):
            return "in_a_round_of_a_race"
        if any(page.waits_for_a_bot for page in _pages(companies)):
            return "before_a_bot_moves"
        return "in_play"

    def _kill(self, house: House, what: str) -> None:
        left = house.kill()
        if left:
            self.ledger.fault(f"processes {left} outlived their house")
        self.ledger.counts["kills"] += 1
        self.ledger.counts[f"kills_{what}"] += 1
        self.report.tell(self._kills)

    async def _come_back(self, house: House, out: list[Page]) -> None:
        """Everybody who was there, by himself."""
        while not all(page.welcomed > house.opened or page.leaves or page.is_over for page in out):
            if time.monotonic() - house.opened > STUCK:
                self.ledger.fault("somebody did not come back")
                return
            await asyncio.sleep(0.005)
        took = max((page.welcomed - house.opened for page in out if page.welcomed), default=0.0)
        self._recoveries.append(took)
        if took > SOON_ENOUGH:
            self.ledger.counts["recoveries_later_than_2_s"] += 1
        if took > self._patience:
            self.ledger.fault(f"somebody was back only {took:.2f} s after the house was open again")

    async def _all_go_on(self, companies: list[Company]) -> None:
        """After the last restart something happens at every table."""
        began = time.monotonic()
        while not all(page.moved > began or page.leaves or page.is_over for page in _pages(companies)):
            if time.monotonic() - began > STUCK:
                for page in _pages(companies):
                    if page.moved < began and not page.leaves and not page.is_over:
                        self.ledger.fault(f"{page} does not go on")
                return
            await asyncio.sleep(0.01)

    def print(self) -> None:
        slowest = sorted(self._recoveries)
        if slowest:
            self.ledger.counts["recovery_median_ms"] = round(1000 * slowest[len(slowest) // 2])
            self.ledger.counts["recovery_p99_ms"] = round(1000 * slowest[len(slowest) * 99 // 100])
            self.ledger.counts["recovery_longest_ms"] = round(1000 * slowest[-1])
        self.report.print()


async def _until(it_is_so: Callable[[], bool], at_most: float = AIMING) -> None:
    """Or as long as anybody aims."""
    stop = time.monotonic() + at_most
    while not it_is_so() and time.monotonic() < stop:  # noqa: ASYNC110
        await asyncio.sleep(0.0005)


def _pages(companies: list[Company]) -> list[Page]:
    return [page for company in companies for page in company.pages]


def main() -> int:
    parser = wishes("kill", __doc__)
    parser.add_argument("--kills", type=int, default=1_000, help="how often the house is killed (1000)")
    parser.add_argument("--house", type=int, default=25, help="how many of them one data folder lives through (25)")
    takes_patience(parser, "everybody is back", SOON_ENOUGH)
    args = parser.parse_args()
    with TemporaryDirectory(prefix="drill-kill-") as folder:
        drill = Drill(args, Path(folder))
        return drill.report.of(drill.run, drill.print)


if __name__ == "__main__":
    sys.exit(main())
