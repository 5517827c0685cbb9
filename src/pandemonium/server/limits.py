"""How much one page, one guest or one address may ask for: so many at once, so many a second."""

from __future__ import annotations

import time
from asyncio import CancelledError, Future, get_running_loop
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from msgspec import Struct, structs

TURN: Final = "pandemonium.turn"
"""Under this name a request's scope has what gives its turn back: for whoever only waits from now on."""
KEPT: Final = 10_000
"""So many names a limit remembers. Who has been quiet longest is forgotten first: he may ask again anyway."""
UNLIMITED: Final = 10**9


class Rate(Struct, frozen=True):
    per_second: float
    at_once: int


class Limits(Struct, frozen=True, kw_only=True):
    """What people run into only on purpose. Guests are free to make, so that whatever one guest may do has a limit for
    all who share an address as well: a class at school must have room in it, a program must not."""

    connections: int = 10_000
    """In all."""
    connections_from_address: int = 200
    open_from_address: int = 1_000
    """Sockets, and as many requests that are being answered or read: also where a proxy brings them, whose connections
    are not counted. Never more than a share of all connections that the house has room for."""
    calls_from_address: Rate = Rate(40, 400)
    """New connections."""
    requests_from_address: Rate = Rate(50, 500)
    at_a_time_from_address: int = 8
    """Requests that are being answered, and pages that are being let in."""
    guests_from_address: Rate = Rate(0.5, 60)
    """People whom the house has not seen before."""
    frames: Rate = Rate(40, 120)
    """From one page, whatever is in them: pings count too."""
    frames_from_address: Rate = Rate(400, 1_200)
    words: Rate = Rate(0.5, 8)
    """Lines of chat, emotes and new names by one guest, at all tables together."""
    words_from_address: Rate = Rate(4, 40)
    tables: Rate = Rate(0.2, 20)
    """New tables by one guest."""
    tables_from_address: Rate = Rate(0.5, 60)
    public_tables: Rate = Rate(0.02, 6)
    """Of those, the ones that stand in the lobby."""
    public_tables_from_address: Rate = Rate(0.1, 30)
    studies_from_address: Rate = Rate(0.5, 12)
    """Whole matches taken over from paper, or laid out as a paper or a replay that is not kept."""
    codes_from_address: Rate = Rate(1, 60)
    """For phones, that are not kept."""
    hints: Rate = Rate(0.5, 8)
    """By one guest."""
    hints_from_address: Rate = Rate(3, 40)
    programs: int = 5
    """That one guest may bring along."""
    programs_from_address: Rate = Rate(0.01, 20)
    """New ones."""
    program_tables: int = 8
    """At which one program may sit, until they are over."""
    program_moves: Rate = Rate(5, 20)
    """Of one program, at all tables together."""
    program_moves_from_address: Rate = Rate(25, 100)
    pages_at_a_table: int = 400
    pages_from_address: int = 150
    """At all tables together, of people who only watch there."""
    operator_tokens: Rate = Rate(0.2, 10)
    """Wrong ones, from everybody together, that are answered at once."""


def without_limits() -> Limits:
    """For load tests: nobody is too fast."""
    every: dict[str, Any] = {
        its.name: UNLIMITED if its.type is int else Rate(UNLIMITED, UNLIMITED) for its in structs.fields(Limits)
    }
    return Limits(**every)


class Bucket:
    """What is left of a rate."""

    __slots__ = ("at", "left", "rate")

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.left = float(rate.at_once)
        self.at = time.monotonic()

    def takes(self) -> bool:
        self._fill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def gives(self, times: int) -> None:
        """It was taken from elsewhere. There may be less than nothing left: together nobody has more than the rate."""
        self._fill()
        self.left -= times

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.rate.at_once, self.left + (now - self.at) * self.rate.per_second)
        self.at = now


class Buckets:
    """One for each name."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.taken: Counter[str] | None = None
        """What was taken from each here and the other nodes do not know of yet; None where there are none."""

    def __getitem__(self, name: str) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(self.rate)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(name)
        return bucket

    def takes(self, name: str) -> bool:
        takes = self[name].takes()
        if takes and self.taken is not None:
            self.taken[name] += 1
        return takes


class Shared:
    """A limit for each guest, and one for all guests of an address."""

    def __init__(self, guest: Rate, address: Rate) -> None:
        self.guests = Buckets(guest)
        self.addresses = Buckets(address)

    def takes(self, guest: str, address: str) -> bool:
        return self.guests.takes(guest) and self.addresses.takes(address)


class Turns:
    """So many things are done for one name at a time; the rest waits for its turn. Whoever asks for a hundred things at
    once would otherwise be served a hundred times before anybody else is looked at again."""

    def __init__(self, at_a_time: int) -> None:
        self._at_a_time = at_a_time
        self._busy: Counter[str] = Counter()
        self._waiting: dict[str, deque[Future[None]]] = {}

    async def take(self, name: str) -> Callable[[], None]:
        """Wait for a turn; it lasts until what is given back is called."""
        if self._busy[name] < self._at_a_time:
            self._busy[name] += 1
        else:
            turn: Future[None] = get_running_loop().create_future()
            self._waiting.setdefault(name, deque()).append(turn)
            try:
                await turn
            except CancelledError:
                if turn.done() and not turn.cancelled():
                    self._next(name)
                raise
        is_over = False

        def over() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                self._next(name)

        return over

    def _next(self, name: str) -> None:
        waiting = self._waiting.get(name, ())
        while waiting:
            turn = waiting.popleft()
            if not waiting:
                del self._waiting[name]
            if not turn.done():
                turn.set_result(None)
                return
        self._busy[name] -= 1
        if not self._busy[name]:
            del self._busy[name]


Taken = tuple[str, str, int]
"""From which limit something was taken, by whom, and how often."""


class Allowed:
    """What is left of each limit, for everybody. At one node of many: also of what was asked for at the others, where
    that costs the whole house something, and not the time of one node."""

    def __init__(self, limits: Limits) -> None:
        self.turns = Turns(limits.at_a_time_from_address)
        self.requests = Buckets(limits.requests_from_address)
        self.guests = Buckets(limits.guests_from_address)
        self.frames = Buckets(limits.frames_from_address)
        self.words = Shared(limits.words, limits.words_from_address)
        self.tables = Shared(limits.tables, limits.tables_from_address)
        self.public_tables = Shared(limits.public_tables, limits.public_tables_from_address)
        self.hints = Shared(limits.hints, limits.hints_from_address)
        self.programs = Buckets(limits.programs_from_address)
        self.program_moves = Shared(limits.program_moves, limits.program_moves_from_address)
        self.studies = Buckets(limits.studies_from_address)
        self.codes = Buckets(limits.codes_from_address)
        self.operator_tokens = Bucket(limits.operator_tokens)

    @cached_property
    def _of_the_house(self) -> dict[str, Buckets]:
        found: dict[str, Buckets] = {}
        for name in ("guests", "programs", "studies", "codes"):
            found[name] = getattr(self, name)
        for name in ("words", "tables", "public_tables", "hints", "program_moves"):
            shared: Shared = getattr(self, name)
            found |= {name: shared.guests, f"{name} from an address": shared.addresses}
        return found

    def tell_others(self) -> None:
        """There are other nodes: remember for them what is taken here."""
        for its in self._of_the_house.values():
            its.taken = Counter()

    def taken(self) -> list[Taken]:
        """Since this was asked the last time."""
        found: list[Taken] = []
        for limit, its in self._of_the_house.items():
            if its.taken:
                found += [(limit, name, times) for name, times in its.taken.items()]
                its.taken.clear()
        return found

    def were_taken(self, elsewhere: Iterable[Taken]) -> None:
        for limit, name, times in elsewhere:
            self._of_the_house[limit][name].gives(times)


def address_of(client: Sequence[object] | None) -> str:
    """Whose connection it is: an address of IPv4; of IPv6 the whole network that one household or machine has."""
    return _network(str(client[0])) if client else ""


@lru_cache(maxsize=4096)
def _network(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))
