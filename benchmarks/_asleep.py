"""The real server for what `bench server` says of sleeping tables, in a process of its own, which tells when all of
them sleep.

SQLite keeps what was written in a cache of 2 MB a connection, however many tables there are. Until that is full it
grows with every table and would be taken for its cost: here it is small, and full before the first table is counted.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Final

from pandemonium.server.limits import without_limits
from pandemonium.server.run import Server, server
from pandemonium.server.settings import Settings
from pandemonium.storage.folder import DATABASE, DataFolder
from pandemonium.storage.sqlite import SqliteStore

CACHE: Final = 64
"""In kB, for each connection to the database."""
IDLE: Final = 0.2


class SmallCache(SqliteStore):
    def _connect(self) -> sqlite3.Connection:
        disk = super()._connect()
        disk.execute(f"PRAGMA cache_size = -{CACHE}")
        return disk


def tell_when_all_sleep(running: Server) -> None:
    """A line for each that comes in."""
    for _ in sys.stdin:
        while running.house.tables:
            time.sleep(0.02)
        print("asleep", flush=True)


def main() -> None:
    _, port, _, data = sys.argv[1:]
    memory = DataFolder(Path(data))
    memory.store.close_now()
    memory.store = SmallCache(memory.path / DATABASE)
    settings = Settings(data=memory.path, idle=IDLE, limits=without_limits())
    running = server(settings, host="127.0.0.1", port=int(port), folder=memory)
    Thread(target=tell_when_all_sleep, args=[running], daemon=True).start()
    running.run()


main()
