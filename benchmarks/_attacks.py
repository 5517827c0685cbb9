"""Strangers for `bench siege`, all from one address, each in a process of its own.

They attack our own server on this machine, with what was used against it before, for some seconds, and stop.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from base64 import b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Any, Final

import pandemonium
from pandemonium.core.bots import Bots, bots_for

STRANGER: Final = "127.0.0.2"
EMPTY: Final = b"\x80\0\0\0\0"
GAME: Final = "little-devils"
TOKEN: Final = "pdm_"
"""How a program's begins."""
GETS_READY: Final = 120.0
"""So many seconds an attacker waits at most for what he needs."""


class Siege:
    """Where, and for how long."""

    def __init__(self, port: int, table: str, seconds: float) -> None:
        self.port = port
        self.table = table
        self.stop = time.monotonic() + seconds
        self.done = 0

    @property
    def lasts(self) -> bool:
        return time.monotonic() < self.stop

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(STRANGER, 0))

    async def asks(
        self, method: str, path: str, body: Any = None, cookie: str = "", head: str = ""
    ) -> tuple[int, bytes, str]:
        """One request on a line of its own: its status, what was answered, and who one is then. Who comes with a token
        instead of a cookie is a program."""
        reader, writer = await self.line()
        try:
            data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
            lines = [
                f"{method} {path} HTTP/1.1",
                "Host: 127.0.0.1",
                "Connection: close",
                f"Content-Length: {len(data)}",
            ]
            lines += [_who(cookie)] if cookie else []
            writer.write("\r\n".join([*lines, head + "\r\n" if head else "\r\n"]).encode() + data)
            answer = await asyncio.wait_for(reader.read(), 30)
        finally:
            writer.transport.abort()
        top, _, rest = answer.partition(b"\r\n\r\n")
        if not top:
            return 0, b"", cookie
        for line in top.split(b"\r\n"):
            if line.lower().startswith(b"set-cookie: "):
                cookie = line[12:].split(b";")[0].decode()
        if b"transfer-encoding: chunked" in top.lower():
            rest = _unchunked(rest)
        return int(top.split()[1]), rest, cookie

    async def guest(self) -> str:
        return (await self.asks("GET", "/api/me"))[2]

    async def sets(self, cookie: str, **wish: Any) -> str | None:
        status, body, _ = await self.asks("POST", "/api/tables", {"game": GAME, **wish}, cookie)
        return str(json.loads(body)["id"]) if status == 201 else None

    async def page(self, table: str, cookie: str = "") -> Page:
        reader, writer = await self.line()
        key = b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /api/tables/{table}/socket?language=en HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"{_who(cookie)}\r\n\r\n".encode()
        )
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        if not head.startswith(b"HTTP/1.1 101"):
            writer.transport.abort()
            raise ConnectionError
        return Page(reader, writer)

    async def many(self, count: int, one: Callable[[], Awaitable[None]]) -> None:
        """So many at once, each again and again."""

        async def again() -> None:
            while self.lasts:
                with suppress(OSError, EOFError, TimeoutError, ValueError, KeyError):
                    await one()
                    self.done += 1
                await asyncio.sleep(0)

        await asyncio.gather(*(again() for _ in range(count)))


class Page:
    """A socket without manners."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def says(self, **message: Any) -> None:
        body = json.dumps(message).encode()
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.writer.write(b"\x81" + size + b"\0\0\0\0" + body)

    async def hears(self) -> Any:
        first, size = await self.reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        elif size == 127:
            size = int.from_bytes(await self.reader.readexactly(8), "big")
        body = await self.reader.readexactly(size)
        if first == 0x88:
            raise ConnectionError
        return json.loads(body) if first == 0x81 else {"type": ""}

    async def waits_for(self, *types: str) -> Any:
        while (message := await self.hears())["type"] not in types:
            pass
        return message

    def leaves(self) -> None:
        self.writer.transport.abort()


# What strangers do


async def pings(siege: Siege) -> None:
    """On one socket, as many as it takes."""

    async def one() -> None:
        page = await siege.page(siege.table)
        try:
            while siege.lasts:
                page.writer.write((b"\x89" + EMPTY) * 50_000)
                siege.done += 1  # Before he is hung up on.
                await page.writer.drain()
        finally:
            page.leaves()

    await siege.many(4, one)


async def frames(siege: Siege) -> None:
    """Words, as many as a page may say, on as many pages as there may be."""
    cookie = await siege.guest()

    async def one() -> None:
        page = await siege.page(siege.table, cookie)
        try:
            for number in range(200):
                page.says(type="act", id=f"x{number}", seat=number % 3, what={"type": "play", "card": number % 40})
                await asyncio.sleep(0.02)
        finally:
            page.leaves()

    await siege.many(40, one)


async def papers(siege: Siege) -> None:
    """A legal match of thousands of moves, again and again, by new guests."""
    chairs = [{"kind": "you"}] * 6

    async def one() -> None:
        await siege.sets(await siege.guest(), chairs=chairs, paper=LONG_PAPER, oneScreen=True)

    await siege.many(4, one)


async def replays(siege: Siege) -> None:
    """Of a long match, through everybody's eyes, without end."""
    cookie = await siege.guest()
    table = await long_match(siege, cookie)
    page = await siege.page(table, cookie)
    at = (await page.waits_for("welcome"))["positions"]
    (seat,) = at[0]["toAct"]
    page.says(type="act", id="last", seat=seat, what=at[seat]["legal"][0])
    await page.waits_for("done")
    page.leaves()
    eyes = iter(range(10**9))

    async def one() -> None:
        await siege.asks("GET", f"/api/tables/{table}/replay?eyes={next(eyes) % 6}", cookie=cookie)

    await siege.many(8, one)


async def undoing(siege: Siege) -> None:
    """To and fro at the end of a long match."""
    cookie = await siege.guest()
    table = await long_match(siege, cookie, but=4)

    async def one() -> None:
        page = await siege.page(table, cookie)
        try:
            at = (await page.waits_for("welcome"))["positions"]
            for number in range(10_000):
                (seat,) = at[0]["toAct"]
                page.says(type="act", id=os.urandom(6).hex(), seat=seat, what=at[seat]["legal"][0])
                await page.waits_for("done", "refused")
                page.says(type="undo", id=os.urandom(6).hex(), seat=seat)
                at = (await page.waits_for("news"))["positions"]
                await asyncio.sleep(0.05)
                siege.done += number > 0
        finally:
            page.leaves()

    await siege.many(1, one)


async def welcomes(siege: Siege) -> None:
    """Coming to a long match as if for the first time, again and again."""
    cookie = await siege.guest()
    table = await long_match(siege, cookie)

    async def one() -> None:
        page = await siege.page(table, cookie)
        await page.waits_for("welcome")
        page.leaves()

    await siege.many(8, one)


async def half_open(siege: Siege) -> None:
    """Requests that never end, two thousand of them."""
    lines: list[asyncio.StreamWriter] = []

    async def one() -> None:
        _, writer = await siege.line()
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        lines.append(writer)
        if len(lines) > 2_000:
            lines.pop(0).transport.abort()

    await siege.many(50, one)


async def watching(siege: Siege) -> None:
    """Four hundred pages at the honest player's own table, by as many guests, who come and go."""
    cookies = [await siege.guest() for _ in range(40)]
    pages: list[Page] = []
    luck = Random(1)

    async def one() -> None:
        pages.append(await siege.page(siege.table, luck.choice(cookies)))
        if len(pages) > 400:
            pages.pop(0).leaves()

    await siege.many(40, one)


async def sitting(siege: Siege) -> None:
    """Ten guests sit down and get up again at a table of theirs, and a hundred and forty pages are told each time."""
    cookies = [await siege.guest() for _ in range(12)]
    chairs = [{"kind": "you"}, *[{"kind": "open"}] * 5]
    table = await siege.sets(cookies[0], chairs=chairs)
    assert table is not None
    pages = [await siege.page(table) for _ in range(140)]
    reading = [asyncio.create_task(page.waits_for("never")) for page in pages]
    guests = iter(cookies[1:11])

    async def one() -> None:
        page = await siege.page(table, next(guests))
        await page.waits_for("welcome")
        try:
            for number in range(10**9):
                page.says(type=("sit", "rise")[number % 2], id=os.urandom(6).hex(), seat=1 + siege.done % 5)
                await page.waits_for("done", "refused")
                siege.done += 1
                await asyncio.sleep(0.024)
        finally:
            page.leaves()

    await siege.many(10, one)
    for task in reading:
        task.cancel()


async def renaming(siege: Siege) -> None:
    """Somebody who has many tables open changes his name, again and again."""
    cookies = [await siege.guest() for _ in range(3)]
    chairs = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]
    for cookie in cookies:
        for _ in range(20):
            table = await siege.sets(cookie, chairs=chairs)
            if table is not None:
                for _ in range(3):
                    page = await siege.page(table, cookie)
                    asyncio.ensure_future(page.waits_for("never"))  # noqa: RUF006

    async def one() -> None:
        await siege.asks("PATCH", "/api/me", {"name": os.urandom(6).hex()}, cookies[siege.done % 3])

    await siege.many(8, one)


async def own_tables(siege: Siege) -> None:
    """One's own tables and matches, of which there are many, and long ones."""
    cookie = await siege.guest()
    for number in range(20):
        if number < 10:
            await long_match(siege, cookie)
        else:
            await siege.sets(cookie, chairs=[{"kind": "you"}] * 3, oneScreen=True)

    async def one() -> None:
        await siege.asks("GET", "/api/tables?mine=true", cookie=cookie)
        await siege.asks("GET", "/api/me/matches", cookie=cookie)

    await siege.many(8, one)


async def public_tables(siege: Siege) -> None:
    """As many as one can set, each by a new guest."""
    chairs = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]

    async def one() -> None:
        await siege.sets(await siege.guest(), chairs=chairs, public=True)

    await siege.many(16, one)


async def chatting(siege: Siege) -> None:
    """At the honest player's own table, by many."""

    async def one() -> None:
        page = await siege.page(siege.table, await siege.guest())
        try:
            for _ in range(100):
                page.says(type="say", id=os.urandom(6).hex(), text="boo " * 70)
                await asyncio.sleep(0.03)
        finally:
            page.leaves()

    await siege.many(30, one)


async def asking(siege: Siege) -> None:
    """The lobby, the page, the shelf, on many lines that stay open."""

    async def one() -> None:
        reader, writer = await siege.line()
        try:
            while siege.lasts:
                for path in ("/api/tables", "/", "/api/boxes"):
                    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                if not await reader.read(65_536):
                    break
                siege.done += 1
        finally:
            writer.transport.abort()

    await siege.many(100, one)


async def codes(siege: Siege) -> None:
    """The largest codes for phones, each of another path, and the whole description of the API."""
    number = iter(range(10**9))

    async def one() -> None:
        await siege.asks("GET", f"/api/qr.svg?path=/{next(number):0118}")
        await siege.asks("GET", "/api/openapi.json")

    await siege.many(8, one)


async def calling(siege: Siege) -> None:
    """Connect and hang up, as fast as it goes."""

    async def one() -> None:
        _, writer = await siege.line()
        writer.transport.abort()

    await siege.many(60, one)


async def nonsense(siege: Siege) -> None:
    """Large and deep bodies."""
    bodies = [b"[" * 390_000, b'{"a":' * 70_000, b'{"game":"' + b"a" * 390_000, os.urandom(390_000)]
    number = iter(range(10**9))

    async def one() -> None:
        await siege.asks("POST", "/api/tables", bodies[next(number) % 4], head="Content-Type: application/json\r\n")

    await siege.many(8, one)


async def bots(siege: Siege) -> None:
    """Tables of bots that play for whoever looks."""
    pages: list[Page] = []

    async def one() -> None:
        cookie = await siege.guest()
        for _ in range(4):
            level = {"kind": "bot", "level": "sensible"}
            for game, seats in ((GAME, 6), ("diable-par-la-queue", 4), ("diable-sauteur", 2)):
                table = await siege.sets(cookie, game=game, chairs=[level] * seats)
                if table is not None:
                    pages.append(await siege.page(table, cookie))

    await siege.many(4, one)


async def reading_nothing(siege: Siege) -> None:
    """Pages that are told much and read nothing; answers that nobody takes."""
    lines: list[Any] = []

    async def one() -> None:
        if len(lines) > 150:
            await asyncio.sleep(0.1)
            return
        _, writer = await siege.line()
        for _ in range(20):
            writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        page = await siege.page(siege.table)
        page.writer.transport.pause_reading()  # type: ignore[attr-defined]
        lines.append((writer, page))

    await siege.many(20, one)


async def hints(siege: Siege) -> None:
    """Many guests, each alone with bots at some tables, who ask at every one what is best, again and again."""
    asked = [pair for _ in range(10) for pair in await alone(siege)]
    number = iter(range(10**9))

    async def one() -> None:
        status = await hint(siege, *asked[next(number) % len(asked)])
        if status not in (200, 429):  # It is not his turn, or not yet: nothing was thought about.
            raise ValueError

    await siege.many(16, one)


async def alone(siege: Siege) -> list[tuple[str, str]]:
    """A guest, and a table of each game about which hints are thought, where he plays with bots."""
    cookie, found = await siege.guest(), []
    for game, seats in ((GAME, 4), ("diable-par-la-queue", 2), ("diable-sauteur", 2)):
        chairs = [{"kind": "you"}, *[{"kind": "bot", "level": "random"}] * (seats - 1)]
        table = await siege.sets(cookie, game=game, chairs=chairs)
        found += [] if table is None else [(cookie, table)]
    return found


async def hint(siege: Siege, cookie: str, table: str) -> int:
    return (await siege.asks("GET", f"/api/tables/{table}/hint?seat=0", cookie=cookie))[0]


async def until_they_think(siege: Siege) -> None:
    """A house that has just been opened compiles what it thinks with: an attacker would wait for that."""
    for cookie, table in await alone(siege):
        while siege.lasts:
            with suppress(TimeoutError):
                if await hint(siege, cookie, table) == 200:
                    break
            await asyncio.sleep(3)  # As often as a guest may ask.


async def pledging(siege: Siege) -> None:
    """Twelve guests sit down, pledge what they would add to the luck, again and again, and never show it: whoever is
    silent loses his seat, and the luck begins anew. A hundred pages are told each time."""
    cookies = [await siege.guest() for _ in range(13)]
    chairs = [{"kind": "you"}, *[{"kind": "open"}] * 5]
    table = await siege.sets(cookies[0], chairs=chairs, salted=True)
    assert table is not None
    pages = [await siege.page(table) for _ in range(100)]
    reading = [asyncio.create_task(page.waits_for("never")) for page in pages]
    guests = cycle(enumerate(cookies[1:]))

    async def one() -> None:
        number, cookie = next(guests)
        page = await siege.page(table, cookie)
        await page.waits_for("welcome")
        try:
            while siege.lasts:
                for wish in ({"type": "sit"}, {"type": "pledge", "pledge": os.urandom(32).hex()}):
                    page.says(id=os.urandom(6).hex(), seat=1 + number % 5, **wish)
                    answer = await page.waits_for("done", "refused")
                    siege.done += answer["type"] == "done" and wish["type"] == "pledge"
                    await asyncio.sleep(0.024)
        finally:
            page.leaves()

    await siege.many(12, one)
    for task in reading:
        task.cancel()


async def programs(siege: Siege) -> None:
    """As many programs as an address may bring along, each at as many tables as it may, moving as fast as it goes; and
    others with tokens that were never given."""
    tokens: list[str] = []
    for _ in range(5):
        cookie = await siege.guest()
        for number in range(5):
            status, body, _ = await siege.asks("POST", "/api/me/programs", {"name": f"Siege {number}"}, cookie)
            if status == 201:
                tokens.append(json.loads(body)["token"])
    bots = [{"kind": "bot", "level": "random"}] * 2
    tables: list[tuple[str, str]] = []
    for token in tokens:
        for _ in range(2):
            table = await siege.sets(token, chairs=[{"kind": "you"}, *bots], programs=True, options={"rounds": "20"})
            if table is not None:
                tables.append((token, table))
    left, guesses_made = cycle(tables), iter(range(10**9))

    async def plays() -> None:
        token, table = next(left)
        page = await siege.page(table, token)
        try:
            while siege.lasts:
                message = await page.waits_for("welcome", "news", "refused")
                if message["type"] == "refused":
                    await asyncio.sleep(0.05)
                for position in message.get("positions", ()):
                    if position["legal"]:
                        page.says(type="act", id=os.urandom(6).hex(), seat=0, what=position["legal"][0])
                        siege.done += 1
        finally:
            page.leaves()

    async def guesses() -> None:
        await siege.asks("GET", "/api/me", cookie=f"{TOKEN}{next(guesses_made):043}")

    await asyncio.gather(siege.many(len(tables), plays), siege.many(8, guesses))


async def long_match(siege: Siege, cookie: str, but: int = 0) -> str:
    """A table where it goes on, so many moves earlier."""
    paper = "".join(LONG_PAPER.splitlines(keepends=True)[: -but or None])
    table = await siege.sets(cookie, chairs=[{"kind": "you"}] * 6, paper=paper, oneScreen=True)
    assert table is not None
    return table


def long_paper() -> str:
    """A whole match but for its last move: six play for 500 points."""
    match = pandemonium.begin(GAME, seats=6, options={"limit": "500"}, seed="siege")
    Bots(bots_for(match.game, ["random"], 6), "siege").play_out(match)
    while match.moves[-1].by == "nature":
        match.moves.pop()
    match.moves.pop()
    lines = [line for line in match.text().splitlines() if line.split()[0] not in ("seed", "salt")]
    return "\n".join(lines) + "\n"


def _who(known: str) -> str:
    """What somebody is known by, as a line of a request."""
    return f"Authorization: Bearer {known}" if known.startswith(TOKEN) else f"Cookie: {known}"


def _unchunked(body: bytes) -> bytes:
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        count = int(size, 16)
        if not count:
            break
        whole, body = whole + body[:count], body[count + 2 :]
    return whole


ATTACKS: Final = {
    attack.__name__.replace("_", "-"): attack
    for attack in (
        pings,
        frames,
        papers,
        replays,
        undoing,
        welcomes,
        half_open,
        watching,
        sitting,
        renaming,
        own_tables,
        public_tables,
        chatting,
        asking,
        codes,
        calling,
        nonsense,
        bots,
        reading_nothing,
        hints,
        pledging,
        programs,
    )
}
LONG_PAPER = ""

if __name__ == "__main__":
    name, port, table, seconds = sys.argv[1:]
    os.nice(10)
    if name in ("papers", "replays", "undoing", "welcomes", "own-tables"):
        LONG_PAPER = long_paper()
    if name == "hints":
        asyncio.run(until_they_think(Siege(int(port), table, GETS_READY)))
    print("ready", flush=True)
    sys.stdin.readline()
    siege = Siege(int(port), table, float(seconds))
    with suppress(TimeoutError):
        asyncio.run(asyncio.wait_for(ATTACKS[name](siege), float(seconds) + 5))
    print(siege.done, flush=True)
