"""How far away a page is: round trips by WebSocket's own pings, and what the kernel knows of the same connection."""

from __future__ import annotations

import socket
import struct
import sys
from asyncio import BaseTransport
from collections import deque
from collections.abc import Callable, Container, Mapping
from ipaddress import ip_address
from statistics import median
from typing import Final

from pandemonium.server.asgi import Scope
from pandemonium.server.race.judge import HERE, MOST_ROUND_TRIP, Link

EXTENSION: Final = "pandemonium.round_trips"
"""Under this name a socket's scope has its RoundTrips."""
FROM_PROXY: Final = "x-tcpinfo-rtt"
"""The header in which a proxy says how far away whoever it speaks for is."""
KEPT: Final = 40
ENOUGH: Final = 3
"""So many pings, and something is known."""
SELDOM: Final = 2.0

# The kernel of the house times the acknowledgements that the kernel of the player sends, without asking his browser.
# What a page is credited with lies at most so far above the shortest of those: by a share of it, or by some ms.
SHARE_ABOVE: Final = 0.06
LEAST_ABOVE: Final = 5.0
# `struct tcp_info` of Linux, in microseconds.
_SHORTEST: Final = 148
_NEVER: Final = 0xFFFFFFFF


class RoundTrips:
    """What was measured of one connection."""

    __slots__ = ("_floor", "_known", "arrived", "kernel", "ping", "samples", "told", "watch")

    def __init__(self, kernel: Callable[[], float | None] = lambda: None) -> None:
        self.samples: deque[float] = deque(maxlen=KEPT)
        self.arrived = 0.0
        """When the last bytes came in, by the clock of the house: a loop's own may be coarse. uvicorn reads nothing
        more before a frame has been taken, so for whoever takes a frame it is when that frame came in, not when
        somebody got round to reading it."""
        self.kernel = kernel
        """The shortest round trip that the kernel has seen, in ms; None if it cannot say."""
        self.ping: Callable[[], None] = lambda: None
        """Measure now."""
        self.watch: Callable[[float], None] = lambda _: None
        """Measure every so many seconds from now on."""
        self.told: Callable[[float], None] | None = None
        """Who else wants to hear of it: where the page's table is on another machine."""
        self._floor: float | None = None
        self._known: Link | None = None

    def heard(self, ms: float) -> None:
        self.samples.append(ms)
        self._known = None
        if self.told is not None:
            self.told(ms)

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


def round_trips(scope: Scope, proxies: Container[str] = (), headers: Mapping[str, str] | None = None) -> RoundTrips:
    """Those of this socket. The kernel knows only the last leg of a way that leads through a proxy; one that the host
    has named may pass on what its own kernel knows."""
    found = scope.get("extensions", {}).get(EXTENSION)
    if found is None:
        return RoundTrips()
    trips: RoundTrips = found["trips"]
    if found["peer"] and found["peer"][0] in proxies:
        trips.kernel = _passed_on((headers or {}).get(FROM_PROXY, ""))
    elif proxies or scope.get("client") != found["peer"]:
        trips.kernel = lambda: None
    return trips


def _passed_on(word: str) -> Callable[[], float | None]:
    """A round trip in microseconds, as nginx writes $tcpinfo_rtt."""
    known = int(word) / 1000 if word.isascii() and word.isdigit() and 0 < len(word) < 9 else None
    return lambda: known


def shortest(transport: BaseTransport) -> float | None:
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
