"""Who is let in: so many connections from an address, so many in all, and who makes place when the house is full."""

from __future__ import annotations

from asyncio import Transport
from collections import Counter, OrderedDict
from contextlib import suppress
from typing import Final

from pandemonium.server.limits import UNLIMITED, Buckets, Limits, address_of
from pandemonium.server.transport.proxies import Proxies

FILES_OF_OUR_OWN: Final = 200
"""So many files the house itself may need, of those that a process may have open."""


SHARE: Final = 8
"""One address never has more than an eighth of the house for its sockets, and another for its requests."""


def room(limits: Limits) -> int:
    """For so many connections."""
    return min(limits.connections, _files() - FILES_OF_OUR_OWN)


def share(limits: Limits) -> int:
    """So many sockets of one address, and so many of its requests, may be open."""
    most = limits.open_from_address
    return most if most == UNLIMITED else min(most, room(limits) // SHARE)


class Admission:
    """Everybody who is connected. A proxy is not counted as one address: it brings everybody."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self.most = room(limits)
        self._most_from_address = limits.connections_from_address
        self._calls = Buckets(limits.calls_from_address)
        self._proxies = proxies
        self.open: dict[Transport, str] = {}
        """Each connection's transport, and its address; "" for a proxy's."""
        self._from: Counter[str] = Counter()
        self._idle: OrderedDict[Transport, None] = OrderedDict()
        """Those that the house has nothing to do for, longest first: nothing was asked yet, or all is answered."""

    def enters(self, transport: Transport) -> bool:
        """Whether there is place for one more."""
        peer = transport.get_extra_info("peername")
        address = "" if not peer or peer[0] in self._proxies else address_of(peer)
        if address and (self._from[address] >= self._most_from_address or not self._calls.takes(address)):
            return False
        if len(self.open) >= self.most:
            if not self._idle:
                return False
            longest = next(iter(self._idle))
            longest.abort()
            self.leaves(longest)
        self.open[transport] = address
        self._from[address] += 1
        self._idle[transport] = None
        return True

    def leaves(self, transport: Transport) -> None:
        self._idle.pop(transport, None)
        address = self.open.pop(transport, None)
        if address is not None:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    def is_busy(self, transport: Transport) -> None:
        """Something was asked, or a page is open."""
        self._idle.pop(transport, None)

    def is_idle(self, transport: Transport) -> None:
        if transport in self.open:
            self._idle[transport] = None
            self._idle.move_to_end(transport)


def _files() -> int:
    """How many files a process may have open, asked for as many as there are."""
    try:
        import resource
    except ImportError:  # Windows.
        return 1 << 16
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(most, 1 << 16) if most != resource.RLIM_INFINITY else 1 << 16
    with suppress(OSError, ValueError):  # Some systems promise more than they give.
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
