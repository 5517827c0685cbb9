"""What has come in from a page and waits to be taken."""

from __future__ import annotations

from asyncio import AbstractEventLoop, Future, Queue
from collections import deque
from typing import Any

Message = Any
"""As ASGI has them."""


class Mailbox(Queue[Message]):
    """uvicorn's queue, for one taker: what he waits for is given to him without lying in it first."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[Message] = deque()
        self._taker: Future[Message] | None = None

    def put_nowait(self, message: Message) -> None:
        self.give(message)

    def give(self, message: Message) -> bool:
        """Whether somebody waited for it."""
        taker, self._taker = self._taker, None
        if taker is None or taker.done():
            self._waiting.append(message)
            return False
        taker.set_result(message)
        return True

    async def get(self) -> Message:
        if self._waiting:
            return self._waiting.popleft()
        self._taker = self._loop.create_future()
        return await self._taker

    def empty(self) -> bool:
        return not self._waiting
