"""At a table's home: a page whose socket is on another node."""

from __future__ import annotations

from asyncio import Task, create_task, get_running_loop
from collections import deque
from statistics import median
from typing import TYPE_CHECKING, Final

from pandemonium.server.asgi import Message
from pandemonium.server.nodes.messages import Come, Frame, Measure, Shut, Told, Trip
from pandemonium.server.race.round_trips import RoundTrips
from pandemonium.server.transport import session
from pandemonium.server.transport.connection import COME_AGAIN, Connection
from pandemonium.server.transport.frames import ARRIVED, Outlet
from pandemonium.server.transport.mailbox import Mailbox

if TYPE_CHECKING:
    from pandemonium.server.nodes.node import Node

KEPT: Final = 9
PIECE: Final = 500_000
"""So many bytes go over the bus at once, which takes no message above a megabyte."""
_GONE: Final[Message] = {"type": "websocket.disconnect", "code": 1001}


class Distance:
    """How far away another node is: echoes, in ms, by our own clock."""

    def __init__(self) -> None:
        self._echoes: deque[float] = deque(maxlen=KEPT)

    def heard(self, ms: float) -> None:
        self._echoes.append(ms)

    @property
    def is_known(self) -> bool:
        return bool(self._echoes)

    @property
    def usual(self) -> float:
        return median(self._echoes)

    @property
    def shortest(self) -> float:
        return min(self._echoes)


class FarPage:
    """It is served as a page of our own is; only its frames come and go over the bus."""

    def __init__(self, node: Node, come: Come) -> None:
        self._node = node
        self._come = come
        self._mailbox = Mailbox(get_running_loop())
        self._heard = self._told = 0
        self._kernel: float | None = None
        self._distance = node.distance(come.edge)
        trips = RoundTrips(self._shortest)
        trips.ping = lambda: self._tell(Measure(come.page, 0))
        trips.watch = lambda every: self._tell(Measure(come.page, every))
        self._connection = Connection(
            self._send,
            Outlet(self._write, self.go, lambda _: None),
            trips,
            person=come.person,
            program=come.program,
            address=come.address,
            language=come.language,
            public=come.public,
        )
        self._serving: Task[None] = create_task(self._serve(), name=f"page {come.edge}/{come.page}")

    async def _serve(self) -> None:
        try:
            await session.attend(
                self._node.house, self._come.table, self._connection, self._come.version, self._mailbox.get
            )
        finally:
            self._node.far_page_is_gone(self._come.edge, self._come.page)
            if not self._connection.is_closing:
                self._tell(Shut(self._come.page, COME_AGAIN))

    def takes(self, frame: Frame) -> None:
        """What the page has sent. It came in when the edge says, but for the way from there, which its distance has."""
        self._heard += 1
        if frame.number != self._heard:  # Something was lost.
            self._connection.close(COME_AGAIN)
            return
        arrived = self._node.house.settings.monotonic() - max(0.0, frame.held)
        self._mailbox.give({"type": "websocket.receive", "text": frame.text, ARRIVED: arrived})

    def measured(self, trip: Trip) -> None:
        """The way is as long as that from the page to its edge, which the edge has measured, and from there to us."""
        self._kernel = trip.kernel
        if self._distance.is_known:
            self._connection.trips.heard(trip.ms + self._distance.usual)

    def go(self) -> None:
        """It is not there any more."""
        self._mailbox.give(_GONE)

    def _shortest(self) -> float | None:
        if self._kernel is None or not self._distance.is_known:
            return None
        return self._kernel + self._distance.shortest

    def _write(self, frames: bytes) -> int:
        for start in range(0, len(frames), PIECE):
            self._told += 1
            piece = frames[start : start + PIECE]
            self._tell(Told(self._come.page, self._told, piece, more=start + PIECE < len(frames)))
        return 0  # The edge knows how much of it has been read.

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.close":
            self._tell(Shut(self._come.page, message["code"]))
            self.go()

    def _tell(self, message: Told | Shut | Measure) -> None:
        self._node.tell(self._come.edge, message)
