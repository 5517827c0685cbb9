"""Our protocol on uvicorn's: frames that are ready go straight to the transport, and round trips are measured.

Why we stand on a class that uvicorn does not document: docs/decisions/0008-our-protocol-on-uvicorn.md.
"""

from __future__ import annotations

import secrets
from asyncio import BaseTransport, TimerHandle
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from pandemonium.server.limits import Bucket, Limits
from pandemonium.server.race.round_trips import EXTENSION as ROUND_TRIPS
from pandemonium.server.race.round_trips import SELDOM, RoundTrips, shortest
from pandemonium.server.transport.admission import Admission
from pandemonium.server.transport.frames import ARRIVED, Outlet, are_whole, is_text, usual_text
from pandemonium.server.transport.frames import EXTENSION as FRAMES
from pandemonium.server.transport.mailbox import Mailbox

AT_FIRST: Final = 5
"""So many pings quickly, when somebody comes."""
QUICKLY: Final = 0.15
MOST_IN_FLIGHT: Final = 64
PIECE: Final = 512
"""So many bytes are taken apart at once."""
TOO_FAST: Final = 1008
NOT_UNDERSTOOD: Final = 1007
LAST_WORD: Final = 1.0
"""So many seconds somebody who is sent away has to read why."""


class TableProtocol(WebSocketsSansIOProtocol):
    """uvicorn's socket, with a way past it for frames that are ready. What comes in is counted, and its time noted."""

    def __init__(
        self, *args: Any, limits: Limits, admission: Admission, clock: Callable[[], float], **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._admission = admission
        self._clock = clock
        self._budget = [Bucket(limits.frames)]
        self._too_fast = False
        self.queue = self._mailbox = Mailbox(self.loop)
        self._between_frames = False
        """Nothing of a frame has come in that is not whole yet, and no message is in pieces."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._in_flight: OrderedDict[bytes, float] = OrderedDict()
        self._next_ping: TimerHandle | None = None
        self._every = SELDOM
        self._at_first = AT_FIRST
        self.trips = RoundTrips(lambda: shortest(transport))
        self.trips.ping = self._ping
        self.trips.watch = self._watch

    def connection_lost(self, exc: Exception | None) -> None:
        self._admission.leaves(self.transport)
        super().connection_lost(exc)
        self._lets_go()

    def _lets_go(self) -> None:
        """Out of the circles that it stands in: memory comes back at once, and not when it is next looked for."""
        self.trips.ping = self.trips.watch = self.trips.kernel = _nothing
        if hasattr(self, "scope"):
            self.scope["extensions"] = {}
        self.conn.parser.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self._between_frames = True  # uvicorn hands the request over alone.
        if hasattr(self, "scope"):
            scope: Any = self.scope
            scope["extensions"][FRAMES] = Outlet(self.write_frames, self.abort, self._budget.append)
            scope["extensions"][ROUND_TRIPS] = {"trips": self.trips, "peer": self.client}

    def data_received(self, data: bytes) -> None:
        self.trips.arrived = self._clock()
        if self._between_frames and self.conn.state is State.OPEN:
            text = usual_text(data)
            if text is not None:
                if self._counts():
                    self._hand_over(text)
                return
            self._between_frames = are_whole(data)
        # Piece by piece: what is read at once may hold ten thousand frames, and all of a piece is taken apart at once.
        for start in range(0, len(data), PIECE):
            if self._too_fast:
                return
            super().data_received(data[start : start + PIECE])

    def _hand_over(self, text: str) -> None:
        """What almost every frame is: no parser, and no pause, if somebody waits for it."""
        message = {"type": "websocket.receive", "text": text, ARRIVED: self.trips.arrived}
        if not self._mailbox.give(message) and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_text(self, event: Frame) -> None:
        if self._counts():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._counts():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._counts():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """uvicorn's own writes a page into the log about each message that is said to be text and is none."""
        if not self.close_sent and self.curr_msg_data_type == "text" and not is_text(self.frames):
            self.frames = []
            self.conn.send_close(NOT_UNDERSTOOD)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        if self._counts():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        sent = self._in_flight.pop(bytes(event.data), None)
        if sent is not None:
            self.trips.heard(1000 * (self.trips.arrived - sent))
        elif self._counts():
            super().handle_pong(event)  # uvicorn's own, which finds out who is gone.

    def _counts(self) -> bool:
        """Whether this frame may still be taken. Who sends too many is told so, and nothing more is read of him."""
        if self._too_fast:
            return False
        for its in self._budget:
            if not its.takes():
                self._sent_too_many()
                return False
        return True

    def _sent_too_many(self) -> None:
        self._too_fast = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_FAST})
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_close(TOO_FAST)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            # Hung up on at once, with more of his on its way, he would not read why.
            self.close_timer = self.loop.call_later(LAST_WORD, self.transport.abort)
        self.read_paused = False
        self.transport.pause_reading()

    def stop_keepalive(self) -> None:
        super().stop_keepalive()
        if self._next_ping is not None:
            self._next_ping.cancel()
            self._next_ping = None

    def _watch(self, every: float) -> None:
        self._every = every
        if self._next_ping is not None:
            self._next_ping.cancel()
        self._tick()

    def _tick(self) -> None:
        self._next_ping = None
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self._ping()
        self._at_first -= 1
        every = min(QUICKLY, self._every) if self._at_first > 0 else self._every
        self._next_ping = self.loop.call_later(every, self._tick)

    def _ping(self) -> None:
        """With a payload that nobody can guess: an answer can be late, but not early."""
        if not self.handshake_complete or self.close_sent or self.disconnected or self.transport.is_closing():
            return
        payload = secrets.token_bytes(8)
        if len(self._in_flight) >= MOST_IN_FLIGHT:
            self._in_flight.popitem(last=False)
        self._in_flight[payload] = self._clock()
        self.conn.send_ping(payload)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def write_frames(self, frames: bytes) -> int:
        transport = self.transport
        if not self.handshake_complete or self.close_sent or self.disconnected or transport.is_closing():
            return 0
        transport.write(frames)
        return transport.get_write_buffer_size()

    def abort(self) -> None:
        self.transport.abort()


def _nothing(*_: object) -> None:
    """What can still be done with somebody who is gone."""
