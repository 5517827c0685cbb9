"""The bus between the nodes: NATS. What is sent while it cannot be reached is dropped: nobody waits for it."""

from __future__ import annotations

import logging
from asyncio import Event, Task, create_task, sleep, timeout
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Self
from urllib.parse import urlsplit

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from pandemonium.core.game import Refusal
from pandemonium.server.nodes.messages import VERSION, AnyMessage, decode, encode

log = logging.getLogger(__name__)

CALLING: Final = 3
"""So many seconds it may take to reach it at first."""
AGAIN: Final = 0.2
"""So many seconds after it was hung up on for good, a node calls again."""
FAILURES: Final = (OSError, NatsError, ValueError)
Taken = Callable[[AnyMessage], Awaitable[bytes | None]]
"""Takes a message; what is given back is the answer, where one is waited for."""


class Bus:
    """One node's connection to all others. `lost`: it was away for a moment, and messages with it."""

    def __init__(self, house: str, me: str, take: Taken, lost: Callable[[], None]) -> None:
        self._everybody = f"pandemonium.{house}.{VERSION}.all"
        self._place = f"pandemonium.{house}.{VERSION}.node."
        self.me = me
        self._take = take
        self._lost = lost
        self._client = Client()
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._more = Event()
        self._pump: Task[None] | None = None
        self._calling: Task[None] | None = None
        self._is_closing = False

    async def open(self, url: str) -> Self:
        """Raises Refusal if nobody is there."""
        await self._call(url)
        self._pump = create_task(self._send(), name="bus")
        return self

    async def _call(self, url: str) -> None:
        """Raises Refusal."""

        async def was_closed() -> None:
            # It comes back by itself from everything but an error that NATS has told it of.
            if not self._is_closing and client is self._client:
                self._calling = create_task(self._call_again(url), name="bus calls")

        client = Client()
        await call(client, url, self._was_lost, was_closed)
        try:
            await client.subscribe(self._everybody, cb=self._hear)
            await client.subscribe(self._place + self.me, cb=self._hear)
            await client.flush(CALLING)
        except FAILURES as error:
            await client.close()
            raise Refusal("no-bus", place=place(url), why=str(error) or type(error).__name__) from None
        self._client = client

    async def _call_again(self, url: str) -> None:
        await self._was_lost()
        while not self._is_closing:
            await sleep(AGAIN)
            try:
                await self._call(url)
            except Refusal as refusal:
                log.debug("The bus: %s", refusal)
            else:
                return

    def tell(self, node: str, message: AnyMessage) -> None:
        """One node. It does not wait; what is told to one node comes in the order in which it was told."""
        self._put(self._place + node, message)

    def tell_all(self, message: AnyMessage) -> None:
        """Every node, and ourselves too."""
        self._put(self._everybody, message)

    async def ask(self, node: str, message: AnyMessage, patience: float) -> bytes | None:
        """Its answer; None if there is none in time."""
        try:
            return (await self._client.request(self._place + node, encode(message), timeout=patience)).data
        except FAILURES:
            return None

    async def close(self) -> None:
        """When what was told has been sent."""
        self._is_closing = True
        for task in (self._pump, self._calling):
            if task is not None:
                task.cancel()
        with suppress(*FAILURES):
            while self._waiting and self._client.is_connected:
                await self._client.publish(*self._waiting.popleft())
            if self._client.is_connected:
                await self._client.flush(1)
        with suppress(*FAILURES):
            await self._client.close()

    def _put(self, subject: str, message: AnyMessage) -> None:
        if self._client.is_connected:
            self._waiting.append((subject, encode(message)))
            self._more.set()

    async def _send(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            while self._waiting:
                subject, payload = self._waiting.popleft()
                try:
                    await self._client.publish(subject, payload)
                except Exception:  # Whatever it is: a node that says nothing is of no use.
                    log.debug("The bus does not take a message.", exc_info=True)

    async def _hear(self, heard: Msg) -> None:
        try:
            answer = await self._take(decode(heard.data))
        except Exception:  # The next one may be better.
            log.exception("a message on the bus")
            return
        if answer is not None and heard.reply:
            with suppress(*FAILURES):
                await heard.respond(answer)

    async def _was_lost(self) -> None:
        self._waiting.clear()
        self._lost()


async def _nothing() -> None:
    pass


async def call(
    client: Client, url: str, lost: Callable[[], Awaitable[None]], closed: Callable[[], Awaitable[None]] = _nothing
) -> None:
    """Raises Refusal if nobody answers; once somebody has, it is called again until it is `closed`: by us, or by an
    error of the server's."""

    async def not_now(error: Exception) -> None:
        log.debug("The bus: %s", error)

    try:
        async with timeout(CALLING):
            await client.connect(
                url,
                name="pandemonium",
                connect_timeout=1,
                reconnect_time_wait=0.2,  # type: ignore[arg-type]
                max_reconnect_attempts=-1,
                ping_interval=1,
                max_outstanding_pings=2,
                error_cb=not_now,
                disconnected_cb=lost,
                reconnected_cb=lost,
                closed_cb=closed,
            )
    except FAILURES as error:
        why = str(client.last_error or error) or type(error).__name__
        raise Refusal("no-bus", place=place(url), why=why.split("\n")[0]) from None


async def can_be_reached(url: str) -> None:
    """Raises Refusal."""
    client = Client()
    await call(client, url, _nothing)
    await client.close()


def place(url: str) -> str:
    """Where it is, for people to read: without anybody's password."""
    parts = urlsplit(url)
    return f"{parts.hostname or 'localhost'}{f':{parts.port}' if parts.port else ''}"


def checked(url: str) -> str:
    """An address of NATS. Raises Refusal."""
    try:
        parts = urlsplit(url)
        is_one = parts.scheme in ("nats", "tls") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_one = False
    if not is_one:
        raise Refusal("bad-bus-url")
    return url
