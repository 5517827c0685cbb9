"""Where long work goes: whatever takes more than a few milliseconds leaves the loop, so that nobody waits for it."""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LONG: Final = 100
"""A match of so many moves is long: to play it again takes some milliseconds."""


class Threads:
    """Few threads: they share Python's lock with the loop, and each more of them would make it wait longer. Whoever has
    long matches read, written or replayed queues behind others who do, not before bots or tables that wake up."""

    def __init__(self) -> None:
        self._long = ThreadPoolExecutor(1, "long work")
        self._soon = ThreadPoolExecutor(2, "soon")

    async def take(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """For long work that only its reader waits for."""
        return await get_running_loop().run_in_executor(self._long, partial(work, *args, **more))

    async def hurry(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """For what a table waits for."""
        return await get_running_loop().run_in_executor(self._soon, partial(work, *args, **more))

    def close(self) -> None:
        self._long.shutdown(wait=False, cancel_futures=True)
        self._soon.shutdown(wait=False, cancel_futures=True)
