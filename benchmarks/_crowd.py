"""People for `bench load`: real sockets at tables of every game that is no race, or of every game, in a process of
their own.

They answer each line of input with a line: `pace MS SECONDS` (each table makes a move every so often) and
`flat SECONDS` (as fast as it goes)."""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from http.cookiejar import CookieJar
from itertools import cycle
from pathlib import Path
from typing import Final

import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._load import _NEWS, TEXT, AtOurs, Load, Player, Table, come

from pandemonium.core.game import AnyGame
from pandemonium.games import shelf

STRAGGLERS: Final = 10.0
"""So many seconds what was sent last may take to be seen."""
AT_ONCE: Final = 8
"""So many tables are set at the same time."""


HANDS: Final = (0.25, 0.6)
"""So many seconds people take to grab."""


def games(port: int, *, races: bool) -> list[AnyGame]:
    """Those of the house. A race waits for people's hands: whoever does not ask for it has none."""
    boxes = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/api/boxes"))
    return [game for box in boxes if (game := shelf()[box["slug"]]).race is None or races]


class Crowd(Load):
    """Whoever may move does, at his table's pace; a latency is from when a move is sent until somebody else has it."""

    def __init__(self) -> None:
        super().__init__(0, 0)
        self.held: dict[Player, bytes] = {}
        self.is_over = False
        self.refused = 0
        self.gone = 0
        self.grabs = 0

    def lost(self, why: str) -> None:
        """Somebody was hung up on."""
        if not self.is_over:
            print(why, file=sys.stderr)
        self.gone += 1

    def turn(self, player: Player, act: bytes) -> None:
        if not self.going:
            self.held[player] = act
        elif (late := self.pace - (time.perf_counter() - player.table.sent)) > 0:
            asyncio.get_running_loop().call_later(late, self.move, player, act)
        else:
            self.move(player, act)

    def move(self, player: Player, act: bytes) -> None:
        if self.going:
            player.table.mover, player.table.sent = player, time.perf_counter()
            player.table.state = player.known
            player.send(TEXT, act)
        else:
            self.held[player] = act

    async def play(self, pace: float, seconds: float) -> dict[str, object]:
        loop = asyncio.get_running_loop()
        self.pace, self.going, self.latencies, self.refused, self.grabs = pace, True, [], 0, 0
        held, self.held = self.held, {}
        began, cpu = time.perf_counter(), time.process_time()
        for place, (player, act) in enumerate(held.items()):
            loop.call_later(pace * place / len(held), self.move, player, act)
        await asyncio.sleep(seconds)
        self.going, lasted = False, time.perf_counter() - began
        told = {"moves": len(self.latencies), "seconds": lasted, "load_cpu": time.process_time() - cpu}
        told["grabs"] = self.grabs
        await self._stragglers()
        return {
            **told,
            "latencies": [round(each * 1000, 2) for each in self.latencies],
            "refused": self.refused + self.gone,
        }

    async def _stragglers(self) -> None:
        """Until what was sent last has been seen, or never will be."""
        with suppress(TimeoutError):
            async with asyncio.timeout(STRAGGLERS):
                while any(table.mover is not None for table in self.tables):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        for table in self.tables:
            table.mover = None


class Seated(AtOurs):
    load: Crowd

    def heard(self, text: bytes) -> None:
        if text.startswith(b'{"type":"refused"'):
            self.load.refused += 1
        elif text.startswith((b'{"type":"news"', b'{"type":"welcome"')):
            table = self.table
            positions = _NEWS.decode(text).positions
            # What tells of the move before it may come to others after it was sent.
            is_news = any(seen.version > table.state for seen in positions)
            if is_news and table.mover is not None and table.mover is not self:
                table.mover = None
                self.load.latencies.append(time.perf_counter() - table.sent)
            for seen in positions:
                if seen.legal and seen.version > self.known:
                    self.known = seen.version
                    what = bytes(seen.legal[seen.version % len(seen.legal)])
                    act = b'{"type":"act","id":"m%d","seat":%d,"what":%s}' % (seen.version, self.seat, what)
                    self.load.turn(self, act)


class Racing(AtOurs):
    """Grabs something when he may, some time after he has seen it, and is ready for the next round at once."""

    load: Crowd

    def heard(self, text: bytes) -> None:
        if text.startswith(b'{"type":"held"'):
            if self.seat in json.loads(text)["waitsFor"]:
                self.send(TEXT, b'{"type":"ready","id":"r%s","seat":%d}' % (os.urandom(6).hex().encode(), self.seat))
        elif text.startswith((b'{"type":"news"', b'{"type":"welcome"')):
            for seen in _NEWS.decode(text).positions:
                if seen.legal and seen.version > self.known:
                    self.known = seen.version
                    what = bytes(random.choice(seen.legal))
                    act = b'{"type":"act","id":"m%d","seat":%d,"what":%s}' % (seen.version, self.seat, what)
                    asyncio.get_running_loop().call_later(random.uniform(*HANDS), self.grab, act)

    def grab(self, act: bytes) -> None:
        self.load.grabs += 1
        self.send(TEXT, act)


async def sit(crowd: Crowd, ports: Sequence[int], game: AnyGame, cookies: list[str]) -> None:
    """Each of them by way of the next node."""
    seats = game.seats_or(None)
    chairs = [{"kind": "you"}] + [{"kind": "open"}] * (seats - 1)
    request = urllib.request.Request(
        f"http://127.0.0.1:{ports[0]}/api/tables",
        json.dumps({"game": game.slug, "chairs": chairs}).encode(),
        {"Cookie": cookies[0], "content-type": "application/json"},
    )
    answer = await asyncio.to_thread(urllib.request.urlopen, request)
    table = Table(json.load(answer)["id"])
    for seat in range(seats):
        sits = Seated if game.race is None else Racing
        player = await come(crowd, ports[seat % len(ports)], sits(crowd, table, seat, cookies[seat]))
        if seat:
            player.send(TEXT, b'{"type":"sit","id":"sit%d","seat":%d}' % (seat, seat))


def guest(port: int) -> str:
    jar = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    opener.open(f"http://127.0.0.1:{port}/api/me").read()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


async def main(ports: Sequence[int], sockets: int, *, races: bool) -> None:
    crowd, room = Crowd(), asyncio.Semaphore(AT_ONCE)
    played = games(ports[0], races=races)
    cookies = [guest(ports[0]) for _ in range(max(game.seats_or(None) for game in played))]
    wished: list[AnyGame] = []
    left = sockets
    for game in cycle(played):
        left -= game.seats_or(None)
        if left < 0:
            break
        wished.append(game)

    async def one(number: int, game: AnyGame) -> None:
        first = number % len(ports)
        async with room:
            await sit(crowd, [*ports[first:], *ports[:first]], game, cookies)

    await asyncio.gather(*(one(number, game) for number, game in enumerate(wished)))
    racing = sum(game.race is not None for game in wished)
    while len({player.table.id for player in crowd.held}) < len(wished) - racing:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    held = {"tables": len(wished), "sockets": sum(len(table.players) for table in crowd.tables), "races": racing}
    print(json.dumps(held), flush=True)
    loop = asyncio.get_running_loop()
    while asked := (await loop.run_in_executor(None, sys.stdin.readline)).split():
        match asked:
            case ["pace", pace, seconds]:
                told = await crowd.play(float(pace) / 1000, float(seconds))
            case ["flat", seconds]:
                told = await crowd.play(0, float(seconds))
            case _:
                raise SystemExit(f"Nobody knows how to {' '.join(asked)}.")
        print(json.dumps(told), flush=True)
    crowd.is_over = True


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    uvloop.run(main([int(port) for port in sys.argv[1].split(",")], int(sys.argv[2]), races="races" in sys.argv[3:]))
