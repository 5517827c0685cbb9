"""The real server for `bench siege`, in a process of its own, which says how long its loop was at work in one go.

A proxy somewhere else is named, so that whoever comes from this machine is an address like any other.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any, Final

from pandemonium.server.run import Server, server
from pandemonium.server.settings import Settings

TICK: Final = 0.005


class Watched(Server):
    """Notes how much time of its own the loop needs from one tick to the next: the machine's noise is not in it."""

    longest = 0.0

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        self._ticking = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        before = time.thread_time()
        while True:
            await asyncio.sleep(TICK)
            now = time.thread_time()
            self.longest, before = max(self.longest, now - before), now

    def answers(self) -> None:
        for _ in sys.stdin:
            longest, self.longest = self.longest, 0.0
            print(f"{1000 * longest:.1f}", flush=True)


def main() -> None:
    settings = Settings(data=Path(sys.argv[2]), proxy="192.0.2.1", any_game=True)
    watched = server(settings, host="127.0.0.1", port=int(sys.argv[1]))
    watched.__class__ = Watched
    assert isinstance(watched, Watched)
    Thread(target=watched.answers, daemon=True).start()
    watched.run()


main()
