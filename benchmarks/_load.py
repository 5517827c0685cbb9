"""Players for the benchmark of the server: 100 tables of people with real sockets, each moving as soon as it can.

A small WebSocket client of its own, so that the load costs less than what is measured.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
import urllib.request
from base64 import b64encode
from http.cookiejar import CookieJar
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

GAME: Final = "little-devils"
SEATS: Final = 4
NOBODY_MOVES: Final = b'"legal":[]'
TEXT: Final = 0x81
PING: Final = 0x89
PONG: Final = 0x8A
PATIENCE: Final = 45
"""So many seconds a run may take."""


class Seen(Struct, rename="camel"):
    eyes: int
    legal: tuple[Raw, ...]
    version: int


class News(Struct):
    positions: tuple[Seen, ...]


_NEWS: Final = msgspec.json.Decoder(News)


class Player(asyncio.Protocol):
    """One seat of one table."""

    def __init__(self, load: Load, table: Table, seat: int, cookie: str, query: str = "") -> None:
        self.load = load
        self.table = table
        self.seat = seat
        self.hello = (
            f"GET /api/tables/{table.id}/socket?language=en{query} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\nCookie: {cookie}\r\n\r\n"
        )
        self.open = False
        self.rest = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.hello.encode())

    def data_received(self, data: bytes) -> None:
        data = self.rest + data if self.rest else data
        at = 0
        if not self.open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self.rest = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self.open = True
            at = end + 4
        while len(data) - at >= 2:
            size, head = data[at + 1], 2
            if size == 126:
                size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 10
            if len(data) - at < head + size:
                break
            if data[at] == TEXT:
                self.heard(data[at + head : at + head + size])
            elif data[at] == PING:  # Who does not answer for 40 s is taken to be gone.
                self.send(PONG, data[at + head : at + head + size])
            at += head + size
        self.rest = data[at:]

    def heard(self, text: bytes) -> None:
        if text.startswith(b'{"type":"refused"'):
            self.load.lost(text.decode())
        if text.startswith((b'{"type":"news"', b'{"type":"welcome"')) and NOBODY_MOVES not in text:
            for seen in _NEWS.decode(text).positions:
                if seen.legal:
                    self.load.turn(self, seen)

    def act(self, id: str, what: bytes) -> None:
        self.send(TEXT, b'{"type":"act","id":"%s","seat":%d,"what":%s}' % (id.encode(), self.seat, what))

    def send(self, kind: int, body: bytes) -> None:
        """Masked with zeros, and short."""
        self.transport.write(bytes([kind, 0x80 | len(body)]) + b"\0\0\0\0" + body)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.load.lost(f"seat {self.seat} of table {self.table.id} was hung up on")


class Table:
    def __init__(self, id: str) -> None:
        self.id = id
        self.players: list[Player] = []
        self.sent = 0.0
        self.moves = 0


class Load:
    """So many tables, each with so many moves to make; every `pace` ms, or as fast as it goes."""

    def __init__(self, moves: int, pace: float) -> None:
        self.moves = moves
        self.pace = pace
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.going = False
        self.waiting: list[tuple[Player, Seen]] = []

    def turn(self, player: Player, seen: Seen) -> None:
        if not self.going:
            self.waiting.append((player, seen))
            return
        self.arrived(player.table)
        if player.table.moves < self.moves:
            late = self.pace - (time.perf_counter() - player.table.sent)
            if self.pace and late > 0:
                asyncio.get_running_loop().call_later(late, self.move, player, seen)
            else:
                self.move(player, seen)

    def move(self, player: Player, seen: Seen) -> None:
        player.table.sent = time.perf_counter()
        player.act(f"m{seen.version}", bytes(seen.legal[seen.version % len(seen.legal)]))

    def arrived(self, table: Table) -> None:
        """The move is on disk, and the next player has it."""
        self.latencies.append(time.perf_counter() - table.sent)
        table.moves += 1
        if len(self.latencies) == self.moves * len(self.tables):
            self.over.set_result(None)

    def lost(self, why: str) -> None:
        """Something that does not happen in a measurement that is worth anything."""
        if not self.over.done():
            self.over.set_exception(RuntimeError(why))


async def main(port: int, tables: int, moves: int, pace: float) -> None:
    load = Load(moves, pace)
    loop = asyncio.get_running_loop()
    base = f"http://127.0.0.1:{port}"
    cookies = []
    for _ in range(SEATS):
        jar = CookieJar()
        urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar)).open(f"{base}/api/me").read()
        cookies.append("; ".join(f"{cookie.name}={cookie.value}" for cookie in jar))
    wish = {"game": GAME, "chairs": [{"kind": "you"}] + [{"kind": "open"}] * (SEATS - 1), "options": {"rounds": "20"}}
    for _ in range(tables):
        request = urllib.request.Request(
            f"{base}/api/tables",
            json.dumps(wish).encode(),
            {"Cookie": cookies[0], "content-type": "application/json"},
        )
        table = Table(json.load(urllib.request.urlopen(request))["id"])  # noqa: ASYNC210
        load.tables.append(table)
        for seat in range(SEATS):
            _, player = await loop.create_connection(
                lambda table=table, seat=seat: Player(load, table, seat, cookies[seat]),  # type: ignore[misc]
                "127.0.0.1",
                port,
            )
            table.players.append(player)
            if seat:
                while not player.open:  # noqa: ASYNC110
                    await asyncio.sleep(0.001)
                player.send(TEXT, b'{"type":"sit","id":"sit%d","seat":%d}' % (seat, seat))
    async with asyncio.timeout(PATIENCE):
        while len(load.waiting) < tables:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    load.going = True
    began, cpu = time.perf_counter(), time.process_time()
    for place, (player, seen) in enumerate(load.waiting):
        loop.call_later(pace * place / tables, load.move, player, seen)
    async with asyncio.timeout(PATIENCE):
        await load.over
    seconds = time.perf_counter() - began
    latencies = sorted(load.latencies)
    print(
        json.dumps(
            {
                "seconds": seconds,
                "moves": len(latencies),
                "rate": len(latencies) / seconds,
                "p50": latencies[len(latencies) // 2] * 1000,
                "p99": latencies[len(latencies) * 99 // 100] * 1000,
                "load_cpu": time.process_time() - cpu,
            }
        ),
        flush=True,
    )
    await loop.run_in_executor(None, sys.stdin.readline)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]) / 1000))
