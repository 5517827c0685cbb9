"""`python -m drills._served PORT DATA [DATABASE BUS]`: the real server, where nobody is too fast and nobody is waited
for.

With `faulty` it reads what is wrong with its disk, a line at a time. `python -m drills._served kindling` makes such
servers of itself, one for each line that it reads."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import Any, Final

from pandemonium.server.limits import without_limits
from pandemonium.server.run import Server, server
from pandemonium.server.settings import Settings
from pandemonium.server.watch.logs import configure
from pandemonium.storage import writer as writing

SLOW: Final = 0.4
"""So many seconds a flush takes more on a slow disk."""
BRISK: Final[dict[str, Any]] = {
    "bot_pause": 0,
    "suspense": (0.05, 0.1),
    "race_pause": 1,
    "race_look": 1,
    "any_game": True,
    "limits": without_limits(),
    "workers": 1,
}


def serve(port: str, data: str, *more: str) -> None:
    """`more`: that it is faulty, or where its database and its bus are."""
    database, bus = more if len(more) == 2 else ("", "")
    if bus:
        configure("info", "json")  # It says what it is called.
    settings = Settings(data=Path(data), database=database, bus=bus, **BRISK)
    serving = server(settings, host="127.0.0.1", port=int(port))
    if more == ("faulty",):
        Thread(target=suffer, args=[serving], daemon=True).start()
    serving.run()


def suffer(serving: Server) -> None:
    """A line at a time, what is wrong with the disk: SQLite itself refuses to write, or each flush takes its time."""
    commit = writing._commit  # noqa: SLF001

    def slowly(disk: sqlite3.Connection, jobs: Sequence[writing.Job]) -> None:
        time.sleep(SLOW)
        commit(disk, jobs)

    for line in sys.stdin:
        fault = line.strip()
        writer = serving.house.store.writer
        assert isinstance(writer, writing.SqliteWriter)
        disk = writer._disk  # noqa: SLF001
        disk.execute(f"PRAGMA query_only = {int(fault == 'read-only')}")
        writing._commit = slowly if fault == "slow" else commit  # noqa: SLF001
        print("so be it", flush=True)


def kindle() -> None:
    """`PORT DATA LOG [DATABASE BUS]`: a house, and which process it is; `wait`: until it has ended."""
    house = 0
    while line := sys.stdin.readline().rstrip("\n"):
        if line == "wait":
            os.waitpid(house, 0)
            house = 0
            print("gone", flush=True)
            continue
        port, data, log, *nodes = line.split("\t")
        house = os.fork()
        if house == 0:
            becomes_a_house(port, data, log, *nodes)
        print(house, flush=True)
    if house:
        os.kill(house, signal.SIGKILL)
        os.waitpid(house, 0)


def becomes_a_house(port: str, data: str, log: str, *nodes: str) -> None:
    said = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for old, new in ((nothing, 0), (said, 1), (said, 2)):
        os.dup2(old, new)
    try:
        serve(port, data, *nodes)
    finally:
        os._exit(0)


if __name__ == "__main__":
    if sys.argv[1:] == ["kindling"]:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the drill.
        kindle()
    else:
        serve(*sys.argv[1:])
