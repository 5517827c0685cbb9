"""`./pandemonium drill nodes`: people play through three nodes on real PostgreSQL and NATS, and one node after the
other is killed, stopped and woken, closed, or cut off. Nothing that was acknowledged is lost or doubled, no page is
told a history that is later denied, and tables move to where they can go on."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import httpx
import msgspec
from drills._audit import audit
from drills._company import Company, browser, mixed, playing
from drills._house import House, Kindling
from drills._ledger import Ledger
from drills._network import Wire
from drills._page import DrillContext, Page
from drills._report import Report
from drills._wishes import takes_patience, wishes

from pandemonium.server.nodes.members import Members
from pandemonium.storage.postgres import PostgresStore
from tests.nodes.real import Nats, Postgres

NODES: Final = 3
SOON_ENOUGH: Final = 5.0
"""Within so many seconds every table must be played at again, wherever, if nothing else is said."""
STUCK: Final = 120.0
HEALTH: Final = 0.3
"""How often the balancer asks whether a node is ready, in seconds."""
MISSED: Final = 1.0
"""So many seconds it waits for an answer."""
PLAYS: Final = (0.5, 2.0)
"""So many seconds they play between two faults."""
ON_ITS_WAY: Final = 0.5
"""What was written before may be heard of so many seconds later."""
OPENS: Final = b'"event":"node-opens"'
LASTS: Final = (3.5, 7.0)
"""So many seconds a fault lasts."""

KINDS: Final = [
    "killed",
    "stopped",
    "closed",
    "cut_from_database",
    "hung_from_database",
    "cut_from_bus",
    "hung_from_bus",
    "bus_restarted",
    "database_restarted",
]


class Place:
    """One node: its process, its wires to the database and to the bus, and the one that the balancer leads to it."""

    def __init__(self, folder: Path, number: int, postgres: Postgres, nats: Nats) -> None:
        self.kindling = Kindling()
        self.database, self.bus = Wire(postgres.port), Wire(nats.port)
        self.is_ready = False
        self._folder = folder / f"node{number}"
        self.house: House | None = None
        self.front = Wire(0)

    async def open(self, database: str) -> None:
        await self.database.open()
        await self.bus.open()
        where = database.replace(f":{self.database._target}/", f":{self.database.port}/")  # noqa: SLF001
        self.house = House(self._folder, self.kindling, where, f"nats://127.0.0.1:{self.bus.port}")
        self.front = Wire(self.house.port)
        self.front.cut()
        await self.front.open()

    @property
    def running(self) -> House:
        assert self.house is not None
        return self.house

    def name(self) -> str:
        """What the node calls itself that was opened here last: it has said so in its log."""
        said = [msgspec.json.decode(line) for line in self.running.log.read_bytes().splitlines() if OPENS in line]
        return str(said[-1]["node"])

    async def close(self) -> None:
        if self.house is not None and self.house.pid:
            os.kill(self.house.pid, signal.SIGCONT)
            self.house.kill()
        self.kindling.close()
        for wire in (self.database, self.bus, self.front):
            await wire.close()

    async def look_after(self, http: httpx.AsyncClient) -> None:
        """As a balancer does: who is not ready gets nobody, and whoever was there is sent elsewhere."""
        while True:
            try:
                answer = await http.get(f"http://{self.running.way()}/ready", timeout=MISSED)
                is_ready = answer.status_code == 200
            except httpx.HTTPError:
                is_ready = False
            if is_ready != self.is_ready:
                self.is_ready = is_ready
                self.front.mend() if is_ready else self.front.cut()
            await asyncio.sleep(HEALTH)


class Drill:
    """Some people, three nodes, and one fault after the other."""

    def __init__(self, args: Namespace, folder: Path, postgres: Postgres, nats: Nats) -> None:
        self.ledger = Ledger()
        self.report = Report(self.ledger, "faults", args.faults)
        self._wanted: int = args.faults
        self._patience: float = args.patience
        self._luck = Random(args.seed)
        self._postgres, self._nats = postgres, nats
        self._kinds: list[str] = args.only or KINDS
        self._url = postgres.database()
        self._places = [Place(folder, number, postgres, nats) for number in range(NODES)]
        self._moves: list[float] = []
        self._doing = "nothing"
        self._companies: list[Company] = []
        does: list[Callable[[Place], Awaitable[None]]] = [
            self._kills,
            self._stops,
            self._closes,
            self._cuts_database,
            self._hangs_database,
            self._cuts_bus,
            self._hangs_bus,
            self._restarts_bus,
            self._restarts_database,
        ]
        self._faults = dict(zip(KINDS, does, strict=True))

    def ways(self) -> str:
        ready = [place for place in self._places if place.is_ready]
        return f"127.0.0.1:{self._luck.choice(ready or self._places).front.port}"

    async def run(self) -> None:
        async with browser() as http, browser() as health:
            looking: list[asyncio.Task[None]] = []
            try:
                for place in self._places:
                    await place.open(self._url)
                    place.running.start()
                    await place.running.opens()
                looking += [asyncio.create_task(place.look_after(health)) for place in self._places]
                await self._all_ready()
                boxes = (await http.get(f"http://{self._places[0].running.way()}/api/boxes")).json()
                self._companies = mixed(DrillContext(self.ways, http, self.ledger), boxes, self._luck)
                await self._context()
            finally:
                for task in looking:
                    task.cancel()
                for place in self._places:
                    await place.close()
        store = await PostgresStore.open(self._url)
        await audit(store, self.ledger)
        await store.close()

    async def _context(self) -> None:
        async with playing(self._companies, self.ledger):
            await self._all_play_on()
            kinds = list(self._kinds)
            for number in range(self._wanted):
                if number % len(kinds) == 0:
                    self._luck.shuffle(kinds)
                await asyncio.sleep(self._luck.uniform(*PLAYS))
                self._doing = kind = kinds[number % len(kinds)]
                self.ledger.counts["faults_made"] += 1
                self.ledger.counts[f"nodes_{kind}"] += 1
                await self._faults[kind](self._luck.choice(self._places))
                await self._all_ready()
                await self._all_play_on()
                self.report.tell(number + 1)

    # What is done to a node

    async def _kills(self, place: Place) -> None:
        struck = self._at_home(place)
        place.running.kill()
        await self._lasts(struck)
        place.running.start()
        await place.running.opens()

    async def _stops(self, place: Place) -> None:
        struck = self._at_home(place)
        os.kill(place.running.pid, signal.SIGSTOP)
        await self._lasts(struck)
        os.kill(place.running.pid, signal.SIGCONT)

    async def _closes(self, place: Place) -> None:
        struck = self._at_home(place)
        closing = asyncio.create_task(asyncio.to_thread(place.running.close))
        await self._lasts(struck)
        await closing
        place.running.start()
        await place.running.opens()

    async def _cuts_database(self, place: Place) -> None:
        await self._without(place, place.database, place.database.cut)

    async def _hangs_database(self, place: Place) -> None:
        await self._without(place, place.database, place.database.hang)

    async def _cuts_bus(self, place: Place) -> None:
        await self._without(place, place.bus, place.bus.cut)

    async def _hangs_bus(self, place: Place) -> None:
        await self._without(place, place.bus, place.bus.hang)

    async def _without(self, place: Place, wire: Wire, fail: Callable[[], None]) -> None:
        struck = self._at_home(place)
        fail()
        await self._lasts(struck)
        wire.mend()

    async def _restarts_bus(self, _: Place) -> None:
        """Nobody can go on without it, and everybody can afterwards."""
        await asyncio.to_thread(self._nats.stop)
        await asyncio.sleep(self._luck.uniform(*LASTS) / 2)
        await asyncio.to_thread(self._nats.start)

    async def _restarts_database(self, _: Place) -> None:
        await asyncio.to_thread(self._postgres.stop)
        await asyncio.sleep(self._luck.uniform(*LASTS) / 2)
        await asyncio.to_thread(self._postgres.start)

    def _at_home(self, place: Place) -> list[Page]:
        """The pages at tables that are at home on this node: these must move."""
        names = {one.name(): one for one in self._places}
        return [page for page in self._pages() if names[at_home(page.id, names)] is place]

    # What comes of it

    async def _lasts(self, struck: Sequence[Page]) -> None:
        """For a while; and how long it takes meanwhile until there is play at every table again that was struck."""
        began = time.monotonic()
        lasts = self._luck.uniform(*LASTS)
        self.ledger.counts["pages_that_had_to_move"] += len(struck)
        await self._until([(page, partial(has_moved, page, began)) for page in struck])
        took = time.monotonic() - began
        if struck:
            self._moves.append(took)
        if took > SOON_ENOUGH:
            self.ledger.counts["moves_later_than_5_s"] += 1
        if took > self._patience:
            self.ledger.fault(f"{self._doing}: a table was played at again only after {took:.2f} s")
        await asyncio.sleep(max(0.0, began + lasts - time.monotonic()))

    async def _all_play_on(self) -> None:
        """Until each page has heard of something new that cannot have been on its way before, or was let in again."""
        since = time.monotonic() + ON_ITS_WAY
        while not all(company.pages for company in self._companies):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await self._until([(page, partial(_goes_on, page, since)) for page in self._pages()])

    async def _until(self, awaited: list[tuple[Page, Callable[[], bool]]]) -> None:
        began = time.monotonic()
        while waiting := [page for page, goes_on in awaited if not goes_on()]:
            if time.monotonic() - began > STUCK:
                for page in waiting:
                    self.ledger.fault(f"{self._doing}: {page} does not go on")
                return
            await asyncio.sleep(0.01)

    async def _all_ready(self) -> None:
        began = time.monotonic()
        while not all(place.is_ready for place in self._places):
            if time.monotonic() - began > STUCK:
                self.ledger.fault(f"{self._doing}: a node is not ready again")
                return
            await asyncio.sleep(0.01)

    def _pages(self) -> list[Page]:
        return [page for company in self._companies for page in company.pages]

    def print(self) -> None:
        slowest = sorted(self._moves)
        if slowest:
            self.ledger.counts["tables_move_median_ms"] = round(1000 * slowest[len(slowest) // 2])
            self.ledger.counts["tables_move_longest_ms"] = round(1000 * slowest[-1])
        self.report.print()


def at_home(table: str, nodes: Collection[str]) -> str:
    """On which of these nodes a table is at home, if all are well."""
    members = Members(next(iter(nodes)), lambda: 0.0)
    for node in nodes:
        members.hear(node, fit=True)
    home = members.home(table)
    assert home is not None
    return home


def has_moved(page: Page, since: float) -> bool:
    """Whether it was answered, or let in, by somebody whom it has asked after that hour."""
    return page.proved > since or page.leaves or page.is_over


def _goes_on(page: Page, since: float) -> bool:
    return max(page.moved, page.welcomed) > since or page.leaves or page.is_over


def main() -> int:
    parser = wishes("nodes", __doc__)
    parser.add_argument("--faults", type=int, default=90, help="how many there are (90)")
    parser.add_argument(
        "--only", choices=KINDS, action="append", help="of these kinds (all); can be given several times"
    )
    takes_patience(parser, "tables move", SOON_ENOUGH)
    args = parser.parse_args()
    with TemporaryDirectory(prefix="drill-nodes-") as folder, Postgres(durable=True) as postgres, Nats() as nats:
        drill = Drill(args, Path(folder), postgres, nats)
        return drill.report.of(drill.run, drill.print)


if __name__ == "__main__":
    sys.exit(main())
