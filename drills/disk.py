"""`./pandemonium drill disk`: people play, and the disk of the house is full, may not be written, or is slow. Whatever
cannot be written is refused clearly, nothing that was acknowledged is lost, and all goes on by itself afterwards."""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from argparse import Namespace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import httpx
from drills._audit import audit
from drills._company import Company, browser, mixed, playing
from drills._database import looked_at
from drills._house import House
from drills._ledger import Facts, Ledger
from drills._page import NOT_SAVED, WRITES_NOTHING, DrillContext, Page
from drills._report import Report
from drills._wishes import wishes

from pandemonium.storage.folder import DATABASE

FAULTS: Final = ("full", "nearly-full", "read-only", "slow")
STUCK: Final = 120.0
"""In seconds after the disk is well again: bots wait longer and longer before they try again, up to a minute."""
ON_ITS_WAY: Final = 0.5
"""What was written before may be heard of so many seconds later."""
PLAYING: Final = 1.0


class Drill:
    """One house whose disk fails in every way, one after the other."""

    def __init__(self, args: Namespace, folder: Path) -> None:
        self.ledger = Ledger()
        self.report = Report(self.ledger, "faults of the disk", args.rounds * len(FAULTS))
        self._rounds: int = args.rounds
        self._lasts: float = args.lasts
        self._luck = Random(args.seed)
        self._house = House(folder / "house", faulty=True)
        self._recoveries: list[float] = []

    async def run(self) -> None:
        house = self._house
        house.start()
        await house.opens()
        try:
            async with browser() as http:
                boxes = (await http.get(f"http://{house.way()}/api/boxes")).json()
                companies = mixed(DrillContext(house.way, http, self.ledger), boxes, self._luck)
                async with playing(companies, self.ledger):
                    for _ in range(self._rounds):
                        for fault in FAULTS:
                            await self._goes_wrong(fault, http, companies, boxes)
        finally:
            house.kill()
        async with looked_at(house.data) as store:
            await audit(store, self.ledger)

    async def _goes_wrong(
        self, fault: str, http: httpx.AsyncClient, companies: list[Company], boxes: list[Facts]
    ) -> None:
        await asyncio.sleep(self._luck.uniform(0, PLAYING))
        self._sets_in(fault)
        await asyncio.sleep(ON_ITS_WAY)
        written = self._written()
        refused = self.ledger.counts[f"refused_{NOT_SAVED}"]
        if fault in ("full", "read-only"):
            await self._says_so(http, boxes)
        await asyncio.sleep(self._lasts)
        if fault in ("full", "read-only") and self._written() > written:
            self.ledger.fault(f"{fault}: {self._written() - written} acknowledged, and nothing could be written")
        if fault == "slow":
            if self._written() == written:
                self.ledger.fault("nothing is acknowledged while the disk is slow")
            if self.ledger.counts[f"refused_{NOT_SAVED}"] > refused:
                self.ledger.fault("what was only slow was refused")
        is_killed = self._luck.random() < 0.3
        if is_killed:
            self._house.kill()
            self.ledger.counts["kills_while_the_disk_fails"] += 1
            self._house.start()
            await self._house.opens()
        else:
            self._is_well()
        self.ledger.counts[f"faults_of_the_disk_{fault}"] += 1
        await self._goes_on(fault, companies)
        self.report.tell(sum(self.ledger.counts[f"faults_of_the_disk_{fault}"] for fault in FAULTS))

    def _written(self) -> int:
        return sum(promise.kind not in WRITES_NOTHING for promise in self.ledger.promises) + sum(
            self.ledger.counts[f"done_{what}"] for what in ("set_table", "rename", "link")
        )

    def _sets_in(self, fault: str) -> None:
        log = self._house.data / f"{DATABASE}-wal"
        match fault:
            case "full":
                self._limit(0)
            case "nearly-full":
                self._limit(log.stat().st_size + self._luck.randrange(3 * 4096))
            case _:
                self._house.suffers(fault)

    def _limit(self, size: int) -> None:
        """No file of the house may become larger: what is beyond it cannot be written, though all before it can."""
        _, most = resource.prlimit(self._house.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._house.pid, resource.RLIMIT_FSIZE, (size, most))

    def _is_well(self) -> None:
        _, most = resource.prlimit(self._house.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._house.pid, resource.RLIMIT_FSIZE, (most, most))
        self._house.suffers("nothing")

    async def _says_so(self, http: httpx.AsyncClient, boxes: list[Facts]) -> None:
        """The house is open, and says of whatever it would have to write down that it cannot."""
        at = f"http://{self._house.way()}"
        wish = {"game": boxes[0]["slug"], "chairs": [{"kind": "you"}] * boxes[0]["seats"][0], "oneScreen": True}
        expected = {
            "GET /health": 200,
            "GET /api/boxes": 200,
            "GET /ready": 503,
            "GET /api/me": 503,
            "POST /api/tables": 503,
            "PATCH /api/me": 503,
            "POST /api/me/link": 503,
        }
        bodies = {"POST /api/tables": wish, "PATCH /api/me": {"name": "Imp"}}
        for asked, status in expected.items():
            method, path = asked.split()
            answer = await http.request(method, at + path, json=bodies.get(asked))
            if answer.status_code != status:
                self.ledger.fault(f"{asked} was answered {answer.status_code} and not {status}")
            self.ledger.counts["answers_while_the_disk_fails"] += 1

    async def _goes_on(self, fault: str, companies: list[Company]) -> None:
        """Something happens at every table, and nobody has done anything about it."""
        began = time.monotonic()
        for company in companies:
            waiting = list(company.pages)
            while not all(_went_on(page, began) for page in waiting) and company.pages == waiting:
                if time.monotonic() - began > STUCK:
                    self.ledger.faults += [
                        f"after {fault}, {page} does not go on" for page in waiting if not _went_on(page, began)
                    ]
                    break
                await asyncio.sleep(0.01)
        self._recoveries.append(time.monotonic() - began)

    def print(self) -> None:
        if self._recoveries:
            slowest = sorted(self._recoveries)
            self.ledger.counts["all_tables_go_on_median_ms"] = round(1000 * slowest[len(slowest) // 2])
            self.ledger.counts["all_tables_go_on_longest_ms"] = round(1000 * slowest[-1])
        self.report.print()


def _went_on(page: Page, since: float) -> bool:
    return page.moved > since or page.leaves or page.is_over


def main() -> int:
    parser = wishes("disk", __doc__)
    parser.add_argument("--rounds", type=int, default=25, help=f"how often each of {', '.join(FAULTS)} sets in (25)")
    parser.add_argument("--lasts", type=float, default=3, help="for how many seconds (3)")
    args = parser.parse_args()
    with TemporaryDirectory(prefix="drill-disk-") as folder:
        drill = Drill(args, Path(folder))
        return drill.report.of(drill.run, drill.print)


if __name__ == "__main__":
    sys.exit(main())
