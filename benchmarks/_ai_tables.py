"""What bots that think cost those who do not wait for them: a hundred tables of people, with and without a hundred more
at which Archdevils think about every move. The two take turns in the same house, so that the noise of the machine falls
on both alike: without bots means that their tables wait for the person at each of them.

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
from typing import Any, Final, Self

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._load import GAME, NOBODY_MOVES, SEATS, AtOurs, Load, Player, Table
from benchmarks.server import PACE, Measured, cpu_seconds, house, load_command

TABLES: Final = 100
MOVES: Final = 20
"""So many moves each table of people makes in a turn, one every half second."""
ROUNDS: Final = 3
LEVEL: Final = "archdevil"
A_MOMENT: Final = 0.2
"""So many seconds a person among bots looks at what they did."""
SETTLED: Final = 3
"""So many seconds bots play before anything is measured."""
WARM: Final = 15
"""In seconds: then bots think, and do not only answer."""
PATIENCE: Final = 120


def ratios() -> dict[str, float]:
    """How much longer people wait for their own moves where bots think at other tables: the worst of a hundred."""
    with MixedHouse() as mixed:
        both = [(mixed.without_bots(), mixed.with_bots()) for _ in range(ROUNDS)]
    say("without bots elsewhere", [without for without, _ in both])
    say("with bots elsewhere", [with_ for _, with_ in both])
    return {"people-p99-with-thinking-bots": median(with_["p99"] / without["p99"] for without, with_ in both)}


def say(name: str, measured: list[Measured]) -> None:
    def of(what: str) -> float:
        return median(float(each[what]) for each in measured)

    print(
        f"people's own moves {name}: p50 {of('p50'):.1f} ms, p99 {of('p99'):.1f} ms, "
        f"the house at {of('house'):.0%} of a core"
    )
    if "bots_p50" in measured[0]:
        print(
            f"  {TABLES} tables wait for a bot: p50 {of('bots_p50'):.2f} s, p99 {of('bots_p99'):.2f} s, "
            f"longest {of('bots_longest'):.2f} s; {of('bots_rate'):.0f} moves of bots a second, "
            f"thinkers at {of('thinkers'):.0%} of a core",
            flush=True,
        )


class MixedHouse:
    """A house with tables of people and tables with bots."""

    def __enter__(self) -> Self:
        _compile()
        self._open = house()
        self._port, self._pid = self._open.__enter__()
        self._crowd = Players([sys.executable, __file__, str(self._port), str(TABLES)])
        self._people = Players(load_command(self._port, TABLES, MOVES, PACE))
        self._crowd.say("hold")
        return self

    def __exit__(self, *_: object) -> None:
        self._people.end()
        self._crowd.end()
        self._open.__exit__(None, None, None)

    def without_bots(self) -> Measured:
        return self._measured()

    def with_bots(self) -> Measured:
        self._crowd.say("go")
        time.sleep(SETTLED)
        self._crowd.say("note")
        measured = self._measured()
        measured |= json.loads(self._crowd.say("tell"))
        self._crowd.say("hold")
        return measured

    def thinkers(self) -> list[int]:
        """The processes that think for this house."""
        children = Path(f"/proc/{self._pid}/task").glob("*/children")
        pids = [int(pid) for its in children for pid in its.read_text().split()]
        return [pid for pid in pids if b"search.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def _measured(self) -> Measured:
        began, pids = time.perf_counter(), {"house": [self._pid], "thinkers": self.thinkers()}
        before = {name: sum(map(cpu_seconds, its)) for name, its in pids.items()}
        measured: Measured = json.loads(self._people.say(""))
        seconds = time.perf_counter() - began
        return measured | {name: (sum(map(cpu_seconds, its)) - before[name]) / seconds for name, its in pids.items()}


class Players:
    """In a process of their own. They answer each line with a line."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._heard() == "ready\n"

    def say(self, line: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        heard = self._heard()
        assert heard, "the players have gone"
        return heard

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _heard(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def _compile() -> None:
    """Onto the disk, so that the processes of the house find it there."""
    import pandemonium

    warm_up = pandemonium.open(GAME).warm_up
    if warm_up is not None:
        warm_up()


# The tables with bots, in a process of their own


class BotTables(Load):
    """People who sit with bots, each at a table of his own."""

    def __init__(self) -> None:
        super().__init__(0, 0)
        self.waits: list[float] = []
        """How long each move of a bot took, in seconds."""
        self.noted = 0.0
        """Since when."""
        self.is_held = False

    def turn(self, player: Player, act: bytes) -> None:
        if self.is_held:
            self.waiting.append((player, act))
        else:
            asyncio.get_running_loop().call_later(A_MOMENT, self.move, player, act)

    def go(self) -> None:
        self.is_held, held, self.waiting = False, self.waiting, []
        for place, (player, act) in enumerate(held):  # Not all at once.
            asyncio.get_running_loop().call_later(place / len(held), self.move, player, act)

    async def hold(self, tables: int) -> None:
        """Until every table waits for its person."""
        self.is_held = True
        async with asyncio.timeout(PATIENCE):
            while len(self.waiting) < tables:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    def note(self) -> None:
        self.waits.clear()
        self.noted = time.perf_counter()

    def tell(self) -> dict[str, float]:
        waits = sorted(self.waits)
        return {
            "bots_p50": waits[len(waits) // 2],
            "bots_p99": waits[len(waits) * 99 // 100],
            "bots_longest": waits[-1],
            "bots_rate": len(waits) / (time.perf_counter() - self.noted),
        }


class Guest(AtOurs):
    """Notes when something happens at his table."""

    load: BotTables

    def __init__(self, load: BotTables, table: Table, cookie: str) -> None:
        super().__init__(load, table, 0, cookie)
        self.bots_since = 0.0

    def heard(self, text: bytes) -> None:
        if text.startswith((b'{"type":"news"', b'{"type":"welcome"')):
            now = time.perf_counter()
            if self.bots_since:
                self.load.waits.append(now - self.bots_since)
            self.bots_since = now if NOBODY_MOVES in text else 0.0
        super().heard(text)


async def sit_with_bots(port: int, tables: int) -> None:
    bot_tables, loop = BotTables(), asyncio.get_running_loop()
    base, jar = f"http://127.0.0.1:{port}", CookieJar()
    urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar)).open(f"{base}/api/me").read()
    cookie = "; ".join(f"{each.name}={each.value}" for each in jar)
    chairs: list[Any] = [{"kind": "you"}] + [{"kind": "bot", "level": LEVEL}] * (SEATS - 1)
    wish = json.dumps({"game": GAME, "chairs": chairs, "options": {"rounds": "20"}}).encode()
    headers = {"Cookie": cookie, "content-type": "application/json"}
    for _ in range(tables):
        request = urllib.request.Request(f"{base}/api/tables", wish, headers)
        table = Table(json.load(urllib.request.urlopen(request))["id"])  # noqa: ASYNC210
        await loop.create_connection(lambda table=table: Guest(bot_tables, table, cookie), "127.0.0.1", port)  # type: ignore[misc]
    await asyncio.sleep(WARM)
    print("ready", flush=True)
    while asked := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        told: dict[str, float] = {}
        match asked:
            case "go":
                bot_tables.go()
            case "hold":
                await bot_tables.hold(tables)
            case "note":
                bot_tables.note()
            case "tell":
                told = bot_tables.tell()
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    asyncio.run(sit_with_bots(int(sys.argv[1]), int(sys.argv[2])))
