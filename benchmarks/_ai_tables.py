"""What bots that think cost those who do not wait for them: a hundred tables of people, with and without a hundred more
at which Archdevils think about every move. The two take turns, so that the noise of the machine falls on both alike.

Printed beside the ratio is how long the tables with bots wait for them.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import median
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._load import GAME, NOBODY_MOVES, SEATS, AtOurs, Load, Player, Table
from benchmarks.server import PACE, Measured, cpu_seconds, house, load_command

TABLES: Final = 100
MOVES: Final = 30
"""So many moves each table of people makes, one every half second."""
ROUNDS: Final = 3
LEVEL: Final = "archdevil"
A_MOMENT: Final = 0.2
"""So many seconds a person among bots looks at what they did."""
SETTLED: Final = 8
"""So many moves of bots every table has seen before anything is measured."""
WARM: Final = 15
"""In seconds: then bots think, and do not only answer."""
PATIENCE: Final = 120


def ratios() -> dict[str, float]:
    """How much longer people wait for their own moves where bots think at other tables: the worst of a hundred."""
    _compile()
    both = [(_measured(with_bots=False), _measured(with_bots=True)) for _ in range(ROUNDS)]
    for name, column in (("without", 0), ("with", 1)):
        p50, p99 = (median(pair[column][its] for pair in both) for its in ("p50", "p99"))
        print(f"people's own moves {name} bots elsewhere: p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    bots = [with_bots["bots"] for _, with_bots in both]
    for its in ("p50", "p99", "longest"):
        print(f"{TABLES} tables wait for a bot: {its} {median(each[its] for each in bots):.2f} s")
    print(f"moves of bots {median(each['rate'] for each in bots):.0f}/s")
    return {"people-p99-with-thinking-bots": median(with_["p99"] / without["p99"] for without, with_ in both)}


def _compile() -> None:
    """Onto the disk, so that the processes of the house find it there."""
    import pandemonium

    warm_up = pandemonium.open(GAME).warm_up
    if warm_up is not None:
        warm_up()


def _measured(*, with_bots: bool) -> Measured:
    with house() as (port, pid):
        crowd = _started([sys.executable, __file__, str(port), str(TABLES)]) if with_bots else None
        load = _started(load_command(port, TABLES, MOVES, PACE))
        cpu = cpu_seconds(pid)
        _next(load)
        measured: Measured = json.loads(_line(load))
        measured["cpu"] = cpu_seconds(pid) - cpu
        _next(load)
        if crowd is not None:
            _next(crowd)
            measured["bots"] = json.loads(_line(crowd))
            crowd.wait()
        load.wait()
        return measured


def _started(command: list[str]) -> subprocess.Popen[str]:
    """Players who are ready to play."""
    players = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert _line(players) == "ready\n"
    return players


def _line(players: subprocess.Popen[str]) -> str:
    assert players.stdout is not None
    return players.stdout.readline()


def _next(players: subprocess.Popen[str]) -> None:
    assert players.stdin is not None
    players.stdin.write("\n")
    players.stdin.flush()


# The tables with bots, in a process of their own


class Company(Load):
    """People who sit with bots, each at a table of his own."""

    def __init__(self) -> None:
        super().__init__(0, 0)
        self.waits: list[float] = []
        """How long each move of a bot took, in seconds."""
        self.seen: dict[str, int] = {}

    def turn(self, player: Player, act: bytes) -> None:
        asyncio.get_running_loop().call_later(A_MOMENT, self.move, player, act)


class Guest(AtOurs):
    """Notes when something happens at his table."""

    load: Company

    def __init__(self, load: Company, table: Table, cookie: str) -> None:
        super().__init__(load, table, 0, cookie)
        self.bots_since = 0.0

    def heard(self, text: bytes) -> None:
        if text.startswith((b'{"type":"news"', b'{"type":"welcome"')):
            now = time.perf_counter()
            if self.bots_since:
                self.load.waits.append(now - self.bots_since)
                self.load.seen[self.table.id] = self.load.seen.get(self.table.id, 0) + 1
            self.bots_since = now if NOBODY_MOVES in text else 0.0
        super().heard(text)


async def sit_with_bots(port: int, tables: int) -> None:
    company, loop = Company(), asyncio.get_running_loop()
    base, jar = f"http://127.0.0.1:{port}", CookieJar()
    urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar)).open(f"{base}/api/me").read()
    cookie = "; ".join(f"{each.name}={each.value}" for each in jar)
    chairs: list[Any] = [{"kind": "you"}] + [{"kind": "bot", "level": LEVEL}] * (SEATS - 1)
    wish = json.dumps({"game": GAME, "chairs": chairs, "options": {"rounds": "20"}}).encode()
    headers = {"Cookie": cookie, "content-type": "application/json"}
    for _ in range(tables):
        request = urllib.request.Request(f"{base}/api/tables", wish, headers)
        table = Table(json.load(urllib.request.urlopen(request))["id"])  # noqa: ASYNC210
        await loop.create_connection(lambda table=table: Guest(company, table, cookie), "127.0.0.1", port)  # type: ignore[misc]
    async with asyncio.timeout(PATIENCE):
        while len(company.seen) < tables or min(company.seen.values()) < SETTLED:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    await asyncio.sleep(WARM)
    company.waits.clear()
    began = time.perf_counter()
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    waits = sorted(company.waits)
    told = {
        "p50": waits[len(waits) // 2],
        "p99": waits[len(waits) * 99 // 100],
        "longest": waits[-1],
        "rate": len(waits) / (time.perf_counter() - began),
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    asyncio.run(sit_with_bots(int(sys.argv[1]), int(sys.argv[2])))
