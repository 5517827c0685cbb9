"""Players of Diavolo on real sockets, with a delay between each and the house: every byte, pings and pongs included."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from random import Random
from typing import Any, Final

import httpx
import msgspec
from benchmarks._imagined import HONEST, Attack
from benchmarks._network import NETWORKS, Network, painted, reaction
from benchmarks._tally import Round, Tally
from websockets.client import ClientProtocol
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from pandemonium.games.diavolo.dice import Throw, right_colour

ENCODE: Final = msgspec.json.encode
DECODE: Final = msgspec.json.decode
PATIENCE: Final = 60
NOT_SEEN: Final = 1e9
TICK: Final = 0.005
HELD_UP: Final = 40.0
"""In ms; rounds in which that happened are counted apart."""
ORDER: Final = 1e-6
"""Timers of the same moment ring in any order, bytes must not."""


class Page(asyncio.Protocol):
    """A page: WebSocket over a TCP connection whose two directions are slow, keep their order, and lose packets."""

    def __init__(
        self, address: str, cookie: str, network: Network, attack: Attack, hear: Callable[[Any], None]
    ) -> None:
        self.conn = ClientProtocol(parse_uri(address))
        self.cookie = cookie
        self.network = network
        self.attack = attack
        self.hear = hear
        self.luck = Random()
        self.loop = asyncio.get_running_loop()
        self.lost = False
        self._down = self._up = 0.0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        request = self.conn.connect()
        request.headers.update(Headers({"Cookie": self.cookie}))
        self.conn.send_request(request)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.lost = True

    def data_received(self, data: bytes) -> None:
        self._down = max(self._down + ORDER, self.loop.time() + self.network.leg(self.luck) / 1000)
        self.loop.call_at(self._down, self._read, data)

    def send(self, message: dict[str, Any]) -> None:
        if not self.lost:
            self.conn.send_text(ENCODE(message))
            self._flush()

    def _read(self, data: bytes) -> None:
        self.conn.receive_data(data)
        pinged = False
        for event in self.conn.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.hear(DECODE(event.data))
            pinged = pinged or (isinstance(event, Frame) and event.opcode is Opcode.PING)
        self._flush(self.attack.late(self.luck) if pinged else 0.0)

    def _flush(self, late: float = 0.0) -> None:
        data = b"".join(self.conn.data_to_send())
        if data and late:
            self.loop.call_later(late / 1000, self._post, data)
        elif data:
            self._post(data)

    def _post(self, data: bytes) -> None:
        self._up = max(self._up + ORDER, self.loop.time() + self.network.leg(self.luck) / 1000)
        self.loop.call_at(self._up, self._write, data)

    def _write(self, data: bytes) -> None:
        if not self.lost:
            self.transport.write(data)


class Racer:
    """Reads the dice without a mistake, as fast as people do, and grabs."""

    def __init__(self, network: int, seat: int, attack: Attack, table: Table) -> None:
        self.network = network
        self.seat = seat
        self.attack = attack
        self.table = table
        self.luck = Random()
        self.page: Page | None = None
        self.sent = 0
        self.hand: asyncio.TimerHandle | None = None
        self.loop = asyncio.get_running_loop()

    def hears(self, message: Any) -> None:
        match message["type"]:
            case "welcome" if self.seat:
                self._ask("sit")
            case "news":
                self._news(message)
            case "receipt" if self.seat == 0:
                self.table.receipts.put_nowait(message)

    def _news(self, message: Any) -> None:
        (position,) = message["positions"]
        moments = position["moments"]
        view, kinds = moments[-1]["view"], [moment["what"]["type"] for moment in moments if moment["what"]]
        if "throw" in kinds:
            throw = msgspec.convert(view["throw"], Throw)
            truth = self.table.truth.setdefault(view["round"], {})
            self.hand = self.loop.call_later(painted(self.luck) / 1000, self._sees, throw, truth)
        if view["throw"] is None:
            if self.hand is not None:
                self.hand.cancel()  # Too late: the round is over.
            if position["result"] is not None or 0 in view["gems"]:
                self.table.over = True
            else:
                self._ask("ready")

    def _sees(self, throw: Throw, truth: dict[int, float]) -> None:
        truth[self.network] = wait = reaction(throw.order, self.luck)
        self.hand = self.loop.call_later(wait / 1000, self._grabs, right_colour(throw), self.loop.time(), truth)

    def _grabs(self, colour: str, seen: float, truth: dict[int, float]) -> None:
        truth[self.network] = its = 1000 * (self.loop.time() - seen)
        claim = max(0, round(self.attack.claims(its)))
        self._ask("act", what={"type": "grab", "colour": colour, "ms": claim})

    def _ask(self, type: str, **facts: Any) -> None:
        self.sent += 1
        if self.page is not None:
            self.page.send({"type": type, "id": f"{self.seat}-{self.sent}", "seat": self.seat, **facts})


class Table:
    """One player on each network, until the first of them is out."""

    def __init__(self, port: int, cookies: list[str], attacks: dict[int, Attack], race: Running) -> None:
        self.port = port
        self.cookies = cookies
        self.attacks = attacks
        self.race = race
        self.truth: dict[int, dict[int, float]] = {}
        """By round, the reaction of each."""
        self.receipts: asyncio.Queue[Any] = asyncio.Queue()
        self.over = False

    async def play(self, http: httpx.AsyncClient) -> None:
        networks = list(NETWORKS)
        Random().shuffle(networks)
        chairs = [{"kind": "you"}, *({"kind": "open"} for _ in networks[1:])]
        wish = {"game": "diavolo", "chairs": chairs}
        answer = await http.post("/api/tables", json=wish, headers={"Cookie": self.cookies[0]})
        address = f"ws://127.0.0.1:{self.port}/api/tables/{answer.raise_for_status().json()['id']}/socket"
        racers = [Racer(its, seat, self.attacks.get(its, HONEST), self) for seat, its in enumerate(networks)]
        try:
            for racer in racers:
                await self._come(racer, address)
            await self._watch(networks)
        finally:
            for racer in racers:
                if racer.page is not None and not racer.page.lost:
                    racer.page.transport.abort()

    async def _come(self, racer: Racer, address: str) -> None:
        network = NETWORKS[racer.network]

        def page() -> Page:
            racer.page = Page(address, self.cookies[racer.seat], network, racer.attack, racer.hears)
            return racer.page

        loop = asyncio.get_running_loop()
        await loop.create_connection(page, "127.0.0.1", self.port, local_addr=(f"127.0.{racer.network}.1", 0))

    async def _watch(self, networks: list[int]) -> None:
        while not self.over and self.race.goes_on:
            began = asyncio.get_running_loop().time()
            receipt = await asyncio.wait_for(self.receipts.get(), PATIENCE)
            lines = receipt["lines"]
            decided = [networks[line["seat"]] for line in lines if line["counted"] is not None]
            arrived = [networks[line["seat"]] for line in sorted(lines, key=lambda line: line["arrived"])]
            truth = self.truth.pop(receipt["round"], {})
            if decided:
                tally = self.race.disturbed if self.race.held_up > began else self.race.tally
                tally.add(Round({its: truth.get(its, NOT_SEEN) for its in networks}, decided, arrived))


class Running:
    """What all tables share: how much has been raced, and whether the players' own process was held up lately: then
    its clocks say nothing about theirs."""

    def __init__(self, rounds: int, seconds: float) -> None:
        self.tally, self.disturbed = Tally(), Tally()
        self.rounds = rounds
        self.until = asyncio.get_running_loop().time() + seconds
        self.held_up = 0.0

    @property
    def goes_on(self) -> bool:
        return self.tally.rounds < self.rounds and asyncio.get_running_loop().time() < self.until

    async def watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(TICK)
            if 1000 * (loop.time() - before - TICK) > HELD_UP:
                self.held_up = loop.time()


async def race(port: int, rounds: int, seconds: float, tables: int, attacks: dict[int, Attack]) -> tuple[Tally, Tally]:
    """So many rounds at so many tables at once, or as many as fit into so many seconds; and those in which the
    players' own process was held up."""
    house = f"http://127.0.0.1:{port}"
    companies = [[await _guest(house) for _ in NETWORKS] for _ in range(tables)]
    running = Running(rounds, seconds)
    async with httpx.AsyncClient(base_url=house, timeout=60, verify=False) as http:

        async def sit(company: list[str]) -> None:
            while running.goes_on:
                await Table(port, company, attacks, running).play(http)
                print(f"{running.tally.rounds} rounds over real sockets", end="\r", flush=True)

        watching = asyncio.create_task(running.watch())
        gc.freeze()
        await asyncio.gather(*map(sit, companies))
        watching.cancel()
    print(" " * 50, end="\r")
    return running.tally, running.disturbed


async def _guest(house: str) -> str:
    """A cookie."""
    async with httpx.AsyncClient(base_url=house, timeout=60, verify=False) as http:
        (await http.get("/api/me")).raise_for_status()
        return "; ".join(f"{name}={value}" for name, value in http.cookies.items())
