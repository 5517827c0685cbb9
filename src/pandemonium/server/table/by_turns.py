"""Who goes first when tables do things by themselves: whoever sends something. Everybody is heard in between."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Callable


class ByTurns:
    """One thing in a turn of the loop, in the order in which they came: a hundred bots whose pause is over at once hold
    nobody up for longer than one of them takes, and each of them moves after so many turns, whatever people do."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[Callable[[], None]] = deque()

    def put(self, what: Callable[[], None]) -> None:
        if not self._waiting:
            self._loop.call_soon(self._next)
        self._waiting.append(what)

    def _next(self) -> None:
        what = self._waiting.popleft()
        if self._waiting:
            self._loop.call_soon(self._next)
        what()
