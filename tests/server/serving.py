"""The real server on a free port, and guests who come to it over real sockets."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import wraps
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Any, NamedTuple, ParamSpec, Self, TypeVar

import httpx
import msgspec
import pytest
from litestar import Litestar
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from pandemonium.server.door import Door
from pandemonium.server.house import House
from pandemonium.server.limits import Limits, without_limits
from pandemonium.server.race.pulse import EVERY
from pandemonium.server.run import Beside, server
from pandemonium.server.settings import Settings
from pandemonium.server.table.live import Asleep, LiveTable
from pandemonium.server.transport.admission import Admission
from pandemonium.server.transport.connection import Connection
from pandemonium.storage import writer as writing
from tests.server.rehearsal import Clock, without_luck

P = ParamSpec("P")
T = TypeVar("T")
Facts = dict[str, Any]
PATIENCE = 60
"""In seconds: no test waits for so long, unless what it waits for never comes."""
ROOMY = replace(without_limits(), frames=Limits().frames)
"""All guests of a test share an address."""
FAST: Facts = {"bot_pause": 0, "salt_pause": 0.05, "any_game": True, "limits": ROOMY, "stumble": PATIENCE}


def in_a_loop(test: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """A test that awaits, or a part of one: the one limit for all of them."""

    @wraps(test)
    def run(*args: P.args, **facts: P.kwargs) -> T:
        return asyncio.run(asyncio.wait_for(test(*args, **facts), timeout=5 * PATIENCE))

    return run


class Serving:
    """The house, open in a thread of this process. `clock`: one that the test moves; `operator`: it has one."""

    def __init__(
        self,
        data: Path,
        *,
        port: int = 0,
        clock: Clock | None = None,
        operator: bool = False,
        log_level: str = "critical",
        **wishes: Any,
    ) -> None:
        self.clock = clock or Clock(runs=True)
        self.settings = Settings(data=data, **{**FAST, **without_luck(), **self.clock.settings(), **wishes})
        operated = socket.create_server(("127.0.0.1", 0)) if operator else None
        self.operator: int = operated.getsockname()[1] if operated else 0
        self._server = server(self.settings, host="127.0.0.1", port=port, log_level=log_level, operator=operated)
        self._listening = socket.create_server(("127.0.0.1", port))
        self.port: int = self._listening.getsockname()[1]
        self._thread = Thread(target=self._server.run, kwargs={"sockets": [self._listening]})

    def __enter__(self) -> Self:
        self._thread.start()
        began = time.monotonic()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() - began < PATIENCE
            time.sleep(0.005)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=PATIENCE)
        self._listening.close()
        assert not self._thread.is_alive()

    def soon(self, do: Callable[[], object]) -> None:
        """In the server's own loop."""
        self.house.loop.call_soon_threadsafe(do)

    async def moves_on(self, seconds: float) -> None:
        """So many seconds pass; every table has looked at what is due."""
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._moves_on(seconds), self.house.loop))

    async def _moves_on(self, seconds: float) -> None:
        tables = list(self.house.tables.values())
        pages = [page for table in tables for page in table.pages]
        stop = time.monotonic() + PATIENCE
        while any(map(_is_being_measured, pages)):  # Or somebody would seem to be very far away.
            assert time.monotonic() < stop, "a page does not answer pings"
            await asyncio.sleep(0.001)
        self.clock.moved += seconds
        self.house.pulse.start_anew()  # The house has not stumbled: it is the test that moves the clock.
        await asyncio.gather(*map(_looks, tables))

    @asynccontextmanager
    async def stumbles(self, seconds: float) -> AsyncIterator[None]:
        """For so many seconds the house does nothing at all. What pages send meanwhile waits in the network."""
        stopped, goes_on = Event(), Event()

        def stand_still() -> None:
            stopped.set()
            goes_on.wait(PATIENCE)
            self.clock.moved += seconds

        self.soon(stand_still)
        assert await asyncio.to_thread(stopped.wait, PATIENCE)
        try:
            yield
        finally:
            goes_on.set()
            # It reads what has come, and its heart beats again.
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(asyncio.sleep(2 * EVERY), self.house.loop))

    async def knows_how_far(self, table: str) -> None:
        """Wait until the house has measured how far away the pages at this table are, and does what waited for it."""
        await self.until(lambda: all(page.trips.is_known for page in list(self.house.tables[table].pages)))
        await self.moves_on(0)

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait for what the house does in its own thread, and says to nobody: that a page is gone, for instance."""
        stop = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < stop
            await asyncio.sleep(0.01)

    @property
    def admission(self) -> Admission:
        return self._server.admission

    @property
    def beside(self) -> Beside | None:
        """What answers on the operator's address."""
        return self._server.beside

    @property
    def door(self) -> Door:
        app: Any = self._server.config.app
        door: Door = app
        return door

    @property
    def api(self) -> Litestar:
        return self.door.api

    @property
    def house(self) -> House:
        house: House = self.api.state.house
        return house


async def _looks(table: LiveTable) -> None:
    with suppress(Asleep):  # It fell asleep meanwhile: nothing is due at it any more.
        await table.ask(table.schedule.look)


def _is_being_measured(page: Connection) -> bool:
    """Whether a ping is on its way to this page, or back: of one that is gone, none comes back."""
    protocol: Any = getattr(page.trips.ping, "__self__", None)
    return protocol is not None and bool(protocol._in_flight) and not protocol.transport.is_closing()


class Page:
    """An open page at a table. All that it hears is kept, byte for byte."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.passed_over: list[Facts] = []
        self._asked = 0

    async def next(self) -> Facts:
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Facts = msgspec.json.decode(text)
        return message

    async def hears(self, type: str) -> Facts:
        """The next message of this type; what comes before it is passed over."""
        while True:
            message = await self.next()
            if message["type"] == type:
                return message
            self.passed_over.append(message)

    async def asks(self, type: str, id: str | None = None, **facts: Any) -> Facts:
        """Ask for something, and hear whether it is done or refused."""
        self._asked += 1
        id = id or f"r{self._asked}"
        await self.sends(type, id, **facts)
        while True:
            message = await self.next()
            if message["type"] in ("done", "refused") and message["id"] == id:
                return message
            self.passed_over.append(message)

    async def sends(self, type: str, id: str, **facts: Any) -> None:
        await self.socket.send(msgspec.json.encode({"type": type, "id": id, **facts}).decode())

    async def has_heard(self) -> list[Facts]:
        """What was on its way here by now, but for who comes and goes: it has come when a request is answered."""
        before = len(self.passed_over)
        await self.asks("speak", language="en")
        return [message for message in self.passed_over[before:] if message["type"] != "table"]

    async def closed(self) -> int:
        """With which code the house closes it."""
        await asyncio.wait_for(self.socket.wait_closed(), PATIENCE)
        assert self.socket.close_code is not None
        return self.socket.close_code


class Guest:
    """Somebody with a cookie."""

    def __init__(self, port: int, http: httpx.AsyncClient) -> None:
        self.port = port
        self.http = http
        self.forwarded = ""
        """An address for which a proxy says that it speaks."""

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def sets(self, game: str, *chairs: str, **wish: Any) -> Facts:
        """Set a table: `you`, `open`, or the level of a bot for each chair."""
        asked = [{"kind": chair} if chair in ("you", "open") else {"kind": "bot", "level": chair} for chair in chairs]
        answer = await self.http.post("/api/tables", json={"game": game, "chairs": asked, **wish})
        assert answer.status_code == 201, answer.text
        table: Facts = answer.json()
        return table

    @asynccontextmanager
    async def at(self, table: str, version: int = 0, language: str = "en", query: str = "") -> AsyncIterator[Page]:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket?version={version}&language={language}{query}"
        known = self.http.headers.get("authorization")
        headers = {
            **({"Authorization": known} if known else {"Cookie": self.cookie}),
            **({"X-Forwarded-For": self.forwarded} if self.forwarded else {}),
        }
        # What a test does not read shall not keep its page from closing.
        async with connect(address, additional_headers=headers, max_queue=None) as socket:
            yield Page(socket)


@asynccontextmanager
async def guest(port: int, *, known: bool = True, language: str = "en") -> AsyncIterator[Guest]:
    headers = {"accept-language": language}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=PATIENCE) as http:
        if known:
            (await http.get("/api/me")).raise_for_status()
        yield Guest(port, http)


@contextmanager
def failing(error: Exception) -> Iterator[None]:
    """A house whose writer cannot write."""

    def fail(*_: object) -> None:
        raise error

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(writing, "_commit", fail)
        yield


class SlowDisk(NamedTuple):
    """The house has begun to write, and goes on when it may."""

    begun: Event
    goes_on: Event


@contextmanager
def slow_disk() -> Iterator[SlowDisk]:
    """A house whose writer waits in the middle of it."""
    commit, disk = writing._commit, SlowDisk(Event(), Event())

    def slowly(*args: Any) -> None:
        disk.begun.set()
        assert disk.goes_on.wait(PATIENCE)
        commit(*args)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(writing, "_commit", slowly)
        try:
            yield disk
        finally:
            disk.goes_on.set()


def position(message: Facts) -> Facts:
    """The only position in some news, with the view that it led to."""
    (only,) = message["positions"]
    return {**only, "view": only["moments"][-1]["view"]}


def standing(message: Facts) -> list[Facts]:
    """How everything stands in some news, but for the hours, which pass."""
    return [{**position, "coverAt": None} for position in message["positions"]]


def moves(message: Facts) -> list[Facts]:
    """The moves that some news tells of, through its first eyes: at least the newest."""
    return [moment for moment in message["positions"][0]["moments"] if moment["by"] is not None]
