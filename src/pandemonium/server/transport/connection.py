"""One open page at a table: who and where it is, and how it is told things."""

from __future__ import annotations

from asyncio import Task, create_task, timeout
from typing import Final

from pandemonium.core.game import PUBLIC, Eyes
from pandemonium.server.asgi import Send
from pandemonium.server.race.round_trips import RoundTrips
from pandemonium.server.transport.frames import Outlet

MOST_WAITING: Final = 2_000_000
"""So many bytes may wait to be read by a page."""
TOO_SLOW: Final = 1013
"""The code for a page that does not read what it is sent."""
TOO_MANY: Final = 4429
"""The code for a page that finds no room, or has to make room."""
COME_AGAIN: Final = 1012
"""The code for a page that shall come again at once: the same as when the house restarts."""
PATIENCE: Final = 5
"""So many seconds it has to read that it is closed."""


class Connection:
    """What is told to a page is written at once; a slow reader holds nobody up, and is sent away."""

    __slots__ = (
        "_closing",
        "_first",
        "_outlet",
        "_send",
        "_write",
        "address",
        "arrived",
        "eyes",
        "language",
        "person",
        "program",
        "public",
        "tempo",
        "trips",
    )

    def __init__(
        self,
        send: Send,
        outlet: Outlet,
        trips: RoundTrips,
        *,
        person: str | None,
        program: bool = False,
        address: str,
        language: str,
        public: bool,
    ) -> None:
        self.person = person
        self.program = program
        self.address = address
        self.language = language
        self.public = public
        """A screen for everybody in the room: it shows no hand, whoever it belongs to."""
        self.tempo = 1.0
        """How long its reader wants to wait for bots, beside how long one usually does."""
        self.eyes: tuple[Eyes, ...] = (PUBLIC,)
        """Kept true by the table."""
        self.trips = trips
        self.arrived = 0.0
        """When what it asks for now came in, by the clock of the house."""
        self._send = send
        self._outlet = outlet
        self._write = outlet.write
        self._first = b""
        self._closing: Task[None] | None = None

    @property
    def seated_as(self) -> str | None:
        """Whose seats this page plays."""
        return None if self.public else self.person

    @property
    def is_closing(self) -> bool:
        return self._closing is not None

    def tell_first(self, frame: bytes) -> None:
        """To be sent with, and before, the next frame: one packet for both."""
        self._first += frame

    def tell(self, frame: bytes) -> None:
        if self._first:
            frame, self._first = self._first + frame, b""
        if self._closing is None and self._write(frame) > MOST_WAITING:
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        if self._closing is None:
            self._closing = create_task(self._close(code))

    async def closed(self) -> None:
        """Wait until it is, if it is being closed."""
        if self._closing is not None:
            await self._closing

    async def _close(self, code: int) -> None:
        try:
            async with timeout(PATIENCE):
                await self._send({"type": "websocket.close", "code": code})
        except TimeoutError:
            self._outlet.abort()
        except (OSError, RuntimeError):
            pass  # It has gone by itself.
