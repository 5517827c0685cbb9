"""One open page at a table: who it is, what it may still send, and what waits to be sent to it."""

from __future__ import annotations

import time
from asyncio import Event
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from pandemonium.core.game import PUBLIC, Eyes
from pandemonium.server.settings import Settings

MOST_WAITING: Final = 256
MOST_BYTES: Final = 4_000_000
TOO_SLOW: Final = 1013
"""A page that does not read what it is sent."""
GONE: Final = 0

Send = Callable[[Any], Awaitable[None]]


class Bucket:
    """So many at once, so many per second."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, most: int) -> None:
        self.rate = rate
        self.most = self.left = float(most)
        self.at = time.monotonic()

    def takes(self) -> bool:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Connection:
    """What is told to a page waits in a queue of its own: a slow reader holds nobody up, and is sent away."""

    __slots__ = (
        "_bytes",
        "_closing",
        "_send",
        "_some",
        "_waiting",
        "eyes",
        "frames",
        "language",
        "person",
        "public",
        "words",
    )

    def __init__(self, send: Send, person: str | None, language: str, settings: Settings, *, public: bool) -> None:
        self.person = person
        self.language = language
        self.public = public
        """A screen for everybody in the room: it shows no hand, whoever it belongs to."""
        self.eyes: tuple[Eyes, ...] = (PUBLIC,)
        """Kept true by the table."""
        self.frames = Bucket(settings.frames_per_second, settings.frames_at_once)
        self.words = Bucket(settings.words_per_second, settings.words_at_once)
        self._send = send
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._some = Event()
        self._closing: int | None = None

    @property
    def seated_as(self) -> str | None:
        """Whose seats this page plays."""
        return None if self.public else self.person

    def tell(self, text: str) -> None:
        if self._closing is not None:
            return
        self._waiting.append(text)
        self._bytes += len(text)
        if len(self._waiting) > MOST_WAITING or self._bytes > MOST_BYTES:
            self._waiting.clear()
            self.close(TOO_SLOW)
        self._some.set()

    def close(self, code: int) -> None:
        """After what is waiting has been sent."""
        if self._closing is None:
            self._closing = code
        self._some.set()

    @property
    def is_closing(self) -> bool:
        return self._closing is not None

    def hang_up(self) -> None:
        """The page is gone: there is nobody to send anything to."""
        self._waiting.clear()
        self._closing = GONE
        self._some.set()

    async def pump(self) -> None:
        """Send what is told, until the page is closed."""
        while True:
            await self._some.wait()
            self._some.clear()
            while self._waiting:
                text = self._waiting.popleft()
                self._bytes -= len(text)
                await self._send({"type": "websocket.send", "text": text})
            if self._closing is not None:
                if self._closing != GONE:
                    await self._send({"type": "websocket.close", "code": self._closing})
                return
