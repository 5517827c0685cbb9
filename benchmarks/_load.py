"""Players for the benchmark of the server: 100 tables of people with real sockets, each moving as soon as it can.

A small WebSocket client of its own, so that the load costs less than what is measured. It speaks to boardgame.io too:
client and server share the cores of one machine, and a rate is worth something beside another only if both were asked
for equally cheaply.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
import urllib.request
from base64 import b64encode
from http.cookiejar import CookieJar
from typing import Any, Final, TypeVar

import msgspec
import uvloop
from msgspec import Raw, Struct

GAME: Final = "little-devils"
SEATS: Final = 4
NOBODY_MOVES: Final = b'"legal":[]'
TEXT: Final = 0x81
PING: Final = 0x89
PONG: Final = 0x8A
MAKE_MOVE: Final = (
    b'42/counter,["update",{"type":"MAKE_MOVE","payload":{"type":"inc","args":[1],"playerID":"%d"}},%d,"%s","%d"]'
)
STATE: Final = re.compile(rb'"_stateID":(\d+)')
GO: Final = "\n"
"""A line of input: measure, and say what it was. Without more of them it ends."""
PATIENCE: Final = 45
"""So many seconds a run may take."""


class Seen(Struct, rename="camel"):
    eyes: int
    legal: tuple[Raw, ...]
    version: int


class News(Struct):
    positions: tuple[Seen, ...]


P = TypeVar("P", bound="Player")
_NEWS: Final = msgspec.json.Decoder(News)


class Player(asyncio.Protocol):
    """One seat of one table."""

    path: str
    known = -1
    """The newest version of the match that he was asked at."""
    cookie = ""

    def __init__(self, load: Load, table: Table, seat: int) -> None:
        self.load = load
        self.table = table
        self.seat = seat
        self.open = False
        self.rest = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\n{self.cookie}\r\n".encode()
        )

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
        raise NotImplementedError

    def send(self, kind: int, body: bytes) -> None:
        """Masked with zeros."""
        size = len(body)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.load.lost(f"seat {self.seat} of table {self.table.id} was hung up on")


class AtOurs(Player):
    def __init__(self, load: Load, table: Table, seat: int, cookie: str) -> None:
        super().__init__(load, table, seat)
        self.path = f"/api/tables/{table.id}/socket?language=en"
        self.cookie = f"Cookie: {cookie}\r\n"

    def heard(self, text: bytes) -> None:
        if text.startswith(b'{"type":"refused"'):
            self.load.lost(text.decode())
        if text.startswith((b'{"type":"news"', b'{"type":"welcome"')) and NOBODY_MOVES not in text:
            for seen in _NEWS.decode(text).positions:
                if seen.legal:
                    what = bytes(seen.legal[seen.version % len(seen.legal)])
                    act = b'{"type":"act","id":"m%d","seat":%d,"what":%s}' % (seen.version, self.seat, what)
                    self.load.turn(self, act)


class AtBoardgameIo(Player):
    """Its messages as socket.io frames them."""

    path = "/socket.io/?EIO=4&transport=websocket"
    is_in = False

    def heard(self, text: bytes) -> None:
        if text.startswith(b'42/counter,["update"'):
            if self.seat == (self.table.moves + 1) % SEATS:
                self._may_move(text)
        elif text.startswith(b'42/counter,["sync"'):
            self.is_in = True
            if self.seat == SEATS - 1:
                self.table.players[0]._may_move(text)  # noqa: SLF001
        elif text == b"2":
            self.send(TEXT, b"3")
        elif text.startswith(b"0"):
            self.send(TEXT, b"40/counter,")
        elif text.startswith(b"40/counter"):
            self.send(TEXT, b'42/counter,["sync","%s","%d",null,%d]' % (self.table.id.encode(), self.seat, SEATS))

    def _may_move(self, text: bytes) -> None:
        found = STATE.search(text)
        assert found is not None
        state = int(found[1])
        if state > self.table.state:  # All four hear of each move, and one is next.
            self.table.state = state
            self.load.turn(self, MAKE_MOVE % (self.seat, state, self.table.id.encode(), self.seat))


class Table:
    def __init__(self, id: str) -> None:
        self.id = id
        self.players: list[Any] = []
        self.sent = 0.0
        self.mover: Player | None = None
        """Whose move nobody else has seen yet."""
        self.moves = 0
        self.state = -1
        """The number of the newest state, or of the one in which somebody moved."""


class Load:
    """So many tables, each with so many moves to make; every `pace` ms, or as fast as it goes."""

    def __init__(self, moves: int, pace: float) -> None:
        self.moves = moves
        self.pace = pace
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.going = False
        self.waiting: list[tuple[Player, bytes]] = []

    def begin(self) -> None:
        """What was before is not counted."""
        self.going, self.waiting, self.latencies = True, [], []
        self.over = asyncio.get_running_loop().create_future()
        for table in self.tables:
            table.moves = 0

    def turn(self, player: Player, act: bytes) -> None:
        """It is this player's turn, and this would be his move."""
        if not self.going:
            self.waiting.append((player, act))
            return
        self.arrived(player.table)
        if player.table.moves == self.moves:
            self.waiting.append((player, act))  # For the next time that it is measured.
        else:
            late = self.pace - (time.perf_counter() - player.table.sent)
            if self.pace and late > 0:
                asyncio.get_running_loop().call_later(late, self.move, player, act)
            else:
                self.move(player, act)

    def move(self, player: Player, act: bytes) -> None:
        player.table.sent = time.perf_counter()
        player.send(TEXT, act)

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


async def sit_at_ours(load: Load, port: int, tables: int) -> None:
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
        for seat in range(SEATS):
            player = await come(load, port, AtOurs(load, table, seat, cookies[seat]))
            if seat:
                player.send(TEXT, b'{"type":"sit","id":"sit%d","seat":%d}' % (seat, seat))


async def sit_at_boardgame_io(load: Load, port: int, tables: int) -> None:
    for number in range(tables):
        table = Table(f"match{number}")
        for seat in range(SEATS):
            player = await come(load, port, AtBoardgameIo(load, table, seat))
            while not player.is_in:  # noqa: ASYNC110
                await asyncio.sleep(0.001)


async def come(load: Load, port: int, player: P) -> P:
    table = player.table
    if not table.players:
        load.tables.append(table)
    table.players.append(player)
    await asyncio.get_running_loop().create_connection(lambda: player, "127.0.0.1", port)
    while not player.open:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    return player


async def main(port: int, tables: int, moves: int, pace: float, where: str) -> None:
    load = Load(moves, pace)
    loop = asyncio.get_running_loop()
    await (sit_at_ours if where == "ours" else sit_at_boardgame_io)(load, port, tables)
    async with asyncio.timeout(PATIENCE):
        while len(load.waiting) < tables:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    print("ready", flush=True)
    while await loop.run_in_executor(None, sys.stdin.readline) == GO:
        print(json.dumps(await measured(load)), flush=True)


async def measured(load: Load) -> dict[str, float]:
    """What they say while every table makes its moves."""
    loop, waiting = asyncio.get_running_loop(), load.waiting
    load.begin()
    began, cpu = time.perf_counter(), time.process_time()
    for place, (player, act) in enumerate(waiting):
        loop.call_later(load.pace * place / len(waiting), load.move, player, act)
    async with asyncio.timeout(PATIENCE):
        await load.over
    seconds = time.perf_counter() - began
    latencies = sorted(load.latencies)
    return {
        "seconds": seconds,
        "moves": len(latencies),
        "rate": len(latencies) / seconds,
        "p50": latencies[len(latencies) // 2] * 1000,
        "p99": latencies[len(latencies) * 99 // 100] * 1000,
        "load_cpu": time.process_time() - cpu,
    }


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]) / 1000, sys.argv[5]))
