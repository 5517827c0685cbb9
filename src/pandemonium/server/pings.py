"""How far away a page is: round trips by WebSocket's own pings, and what the kernel knows of the same connection."""

from __future__ import annotations

import secrets
import socket
import struct
import sys
from asyncio import TimerHandle
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from statistics import median
from time import monotonic
from typing import Any, Final

from websockets.frames import Frame
from websockets.http11 import Request

from pandemonium.server.frames import FramedProtocol
from pandemonium.server.race import HERE, MOST_ROUND_TRIP, Link

EXTENSION: Final = "pandemonium.round_trips"
"""Under this name a socket's scope has its RoundTrips."""
KEPT: Final = 40
ENOUGH: Final = 3
"""So many pings, and something is known."""
AT_FIRST: Final = 5
"""So many pings quickly, when somebody comes."""
QUICKLY: Final = 0.15
SELDOM: Final = 2.0
MOST_IN_FLIGHT: Final = 64

# The kernel of the house times the acknowledgements that the kernel of the player sends, without asking his browser.
# What a page is credited with lies at most so far above the shortest of those: by a share of it, or by some ms.
SHARE_ABOVE: Final = 0.06
LEAST_ABOVE: Final = 5.0
# `struct tcp_info` of Linux, in microseconds.
_SHORTEST: Final = 148
_NEVER: Final = 0xFFFFFFFF


class RoundTrips:
    """What was measured of one connection."""

    __slots__ = ("_floor", "_known", "arrived", "kernel", "ping", "samples", "watch")

    def __init__(self, kernel: Callable[[], float | None] = lambda: None) -> None:
        self.samples: deque[float] = deque(maxlen=KEPT)
        self.arrived = 0.0
        """When the last bytes came in, by `time.monotonic`: a loop's own clock may be coarse. uvicorn reads nothing
        more before a frame has been taken, so for whoever takes a frame it is when that frame came in, not when
        somebody got round to reading it."""
        self.kernel = kernel
        """The shortest round trip that the kernel has seen, in ms; None if it cannot say."""
        self.ping: Callable[[], None] = lambda: None
        """Measure now."""
        self.watch: Callable[[float], None] = lambda _: None
        """Measure every so many seconds from now on."""
        self._floor: float | None = None
        self._known: Link | None = None

    def heard(self, ms: float) -> None:
        self.samples.append(ms)
        self._known = None

    @property
    def is_known(self) -> bool:
        return len(self.samples) >= ENOUGH

    def link(self) -> Link:
        """How the connection is to be judged: the pings, smoothed, and never much above what the kernel says."""
        if self._known is None:
            self._known = self._judged() if self.is_known else HERE
        return self._known

    def _judged(self) -> Link:
        ordered = sorted(self.samples)
        usual = min(median(ordered), MOST_ROUND_TRIP)
        kernel = self.kernel()
        if kernel is not None:
            self._floor = kernel if self._floor is None else min(self._floor, kernel)
            usual = min(usual, self._floor + max(LEAST_ABOVE, SHARE_ABOVE * self._floor))
        late = ordered[int(0.85 * (len(ordered) - 1))] - usual
        spread = min(max(0.0, late), max(LEAST_ABOVE, SHARE_ABOVE * usual))
        return Link(min(ordered[0], usual), usual, spread)


class Measured(FramedProtocol):
    """A socket that notes when something came in, and measures round trips."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._in_flight: OrderedDict[bytes, float] = OrderedDict()
        self._next_ping: TimerHandle | None = None
        self._every = SELDOM
        self._at_first = AT_FIRST
        self.trips = RoundTrips(lambda: shortest(transport))
        self.trips.ping = self._ping
        self.trips.watch = self._watch

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            scope: Any = self.scope
            scope["extensions"][EXTENSION] = {"trips": self.trips, "peer": self.client}

    def data_received(self, data: bytes) -> None:
        self.trips.arrived = monotonic()
        super().data_received(data)

    def handle_pong(self, event: Frame) -> None:
        sent = self._in_flight.pop(bytes(event.data), None)
        if sent is None:
            super().handle_pong(event)  # uvicorn's own, which finds out who is gone.
        else:
            self.trips.heard(1000 * (self.trips.arrived - sent))

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
        self._in_flight[payload] = monotonic()
        self.conn.send_ping(payload)
        self.transport.write(b"".join(self.conn.data_to_send()))


def round_trips(scope: Mapping[str, Any], *, direct: bool) -> RoundTrips:
    """Those of this socket. The kernel knows only the last leg of a way that leads through a proxy; `direct`: there
    is none that we could not tell by."""
    found = scope.get("extensions", {}).get(EXTENSION)
    if found is None:
        return RoundTrips()
    trips: RoundTrips = found["trips"]
    if not direct or scope.get("client") != found["peer"]:
        trips.kernel = lambda: None
    return trips


def shortest(transport: Any) -> float | None:
    """The shortest round trip of this connection in ms, as Linux has measured it; None where it cannot be known."""
    peer, its = transport.get_extra_info("peername"), transport.get_extra_info("socket")
    if sys.platform != "linux" or not peer or its is None or ip_address(peer[0].split("%")[0]).is_loopback:
        return None  # From this machine itself, or from something on it that passes on what others send.
    try:
        info = its.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 192)
    except OSError:
        return None
    if len(info) < _SHORTEST + 4:
        return None
    (found,) = struct.unpack_from("=I", info, _SHORTEST)
    return None if found == _NEVER else found / 1000
