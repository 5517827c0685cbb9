"""One node of a house of many: what it tells the others, and what it does when one of them comes, goes or is lost.

Why this cannot lose or double a move, whatever is lost: docs/decisions/0020-many-nodes.md."""

from __future__ import annotations

import logging
from asyncio import Event, Task, TimerHandle, create_task, gather, sleep, timeout
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Final, Self

from pandemonium.core.game import Refusal
from pandemonium.server.asgi import Receive
from pandemonium.server.nodes import messages
from pandemonium.server.nodes.bus import Bus, place
from pandemonium.server.nodes.far_page import Distance, FarPage
from pandemonium.server.nodes.members import BEAT, Members
from pandemonium.server.nodes.messages import (
    Alive,
    AnyMessage,
    Bye,
    Changed,
    Come,
    Echo,
    Echoed,
    Frame,
    Left,
    Look,
    Measure,
    Renamed,
    SentAway,
    Shut,
    Told,
    Took,
    Trip,
)
from pandemonium.server.table.seen import Seen
from pandemonium.server.table.sent_away import close_pages
from pandemonium.server.transport.connection import COME_AGAIN, Connection
from pandemonium.server.transport.frames import ARRIVED
from pandemonium.server.transport.session import NOT_TEXT
from pandemonium.server.watch.logs import note
from pandemonium.storage.records import ENCODE
from pandemonium.storage.store import NotSaved

if TYPE_CHECKING:
    from pandemonium.server.house import House

log = logging.getLogger(__name__)

PROBE: Final = 1.0
"""So many seconds pass between two looks at whether the database is there, and it has as many to answer."""
OPENING: Final = 10
"""So many seconds a node waits at first until it hears itself."""
ECHOES_KEPT: Final = 200
TAKEN_AT_ONCE: Final = 5_000
"""Of so many limits and names one message tells: the bus takes none above a megabyte."""
LOOKING: Final = 0.5
"""So many seconds another node has to say how its tables look."""


class NearPage:
    """A page whose socket is here, and whose table is at home elsewhere."""

    __slots__ = ("connection", "heard", "home", "pieces", "table")

    def __init__(self, connection: Connection, table: str, home: str) -> None:
        self.connection = connection
        self.table = table
        self.home = home
        self.heard = 0
        self.pieces = b""
        """Of frames that are not whole yet."""


class Node:
    """What one node knows of the others. Made inside the event loop of its house."""

    def __init__(self, house: House, name: str) -> None:
        self.house = house
        self.me = house.settings.new_id()
        self.members = Members(self.me, house.loop.time)
        self.bus = Bus(name, self.me, self._take, self._lost)
        self.is_fit = True
        self._is_heard = Event()
        self._is_closing = False
        self._numbers = count(1)
        self._near: dict[int, NearPage] = {}
        self._far: dict[tuple[str, int], FarPage] = {}
        self._distances: dict[str, Distance] = {}
        self._echoes: dict[int, float] = {}
        self._timer: TimerHandle | None = None
        self._probing: Task[None] | None = None
        self._beside: set[Task[None]] = set()
        house.allowed.tell_others()

    async def open(self, url: str) -> Self:
        """In touch with all others that are there. Raises Refusal if the bus cannot be reached."""
        await self.bus.open(url)
        self._beat()
        try:
            async with timeout(OPENING):
                await self._is_heard.wait()
        except TimeoutError:
            raise Refusal("no-bus", place=place(url), why="it does not send back what is sent") from None
        await sleep(BEAT)  # Whoever is there has answered by now.
        self._probing = create_task(self._probe(), name="probe")
        note(logging.INFO, "node-opens", node=self.me, others=len(self.members.others))
        return self

    def leave(self) -> None:
        """What is at home here goes to the others."""
        self._is_closing = True
        self.bus.tell_all(Bye(self.me))
        self.members.is_fit(self.me, fit=False)
        self._look()

    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._probing is not None:
            self._probing.cancel()
        await self.bus.close()

    # Who is there

    def home(self, table: str) -> str | None:
        return self.members.home(table)

    def is_home(self, table: str) -> bool:
        return self.members.home(table) == self.me

    def _beat(self) -> None:
        """A plain timer: after this process has stood still it is looked at before anybody is answered."""
        self._timer = self.house.loop.call_later(BEAT, self._beat)
        self._look()
        self._say_so()
        self._say_what_was_taken()
        self._call_the_roll()

    def _say_so(self) -> None:
        if not self._is_closing:
            self.bus.tell_all(Alive(self.me, self.is_fit))

    def _say_what_was_taken(self) -> None:
        taken = self.house.allowed.taken()
        for start in range(0, len(taken), TAKEN_AT_ONCE):
            self.bus.tell_all(Took(self.me, tuple(taken[start : start + TAKEN_AT_ONCE])))

    def _call_the_roll(self) -> None:
        """How far the others are with whom we share pages, and whether they know of the same ones."""
        near: dict[str, list[int]] = {}
        far: dict[str, list[int]] = {}
        for page, its in self._near.items():
            near.setdefault(its.home, []).append(page)
        for edge, page in self._far:
            far.setdefault(edge, []).append(page)
        for node in near.keys() | far.keys():
            number = next(self._numbers)
            self._echoes[number] = self.house.settings.monotonic()
            self.tell(node, Echo(self.me, number, tuple(near.get(node, ())), tuple(far.get(node, ()))))
        for number in list(self._echoes)[:-ECHOES_KEPT]:
            del self._echoes[number]

    def _answer_the_roll(self, echo: Echo) -> None:
        self.tell(echo.node, Echoed(self.me, echo.number))
        for page in echo.near:
            if (echo.node, page) not in self._far:
                self.tell(echo.node, Shut(page, COME_AGAIN))
        for page in echo.far:
            if page not in self._near:
                self.tell(echo.node, Left(self.me, page))

    def _look(self) -> None:
        if self.members.look():
            note(logging.INFO, "nodes", others=len(self.members.others), touch=int(self.members.in_touch))
            self._rearrange()

    def _rearrange(self) -> None:
        """Whatever is not where it is at home any more comes again."""
        for table in list(self.house.tables.values()):
            if not self.is_home(table.record.id):
                table.drop()
        for near in list(self._near.values()):
            if self.home(near.table) != near.home:
                near.connection.close(COME_AGAIN)
        for (edge, _), far in list(self._far.items()):
            if not self.members.knows(edge) or not self.members.in_touch:
                far.go()

    def _lost(self) -> None:
        """The bus was away, and what was on it with it."""
        for near in list(self._near.values()):
            near.connection.close(COME_AGAIN)
        for far in list(self._far.values()):
            far.go()

    async def _probe(self) -> None:
        """A node that does not reach the database has nothing at home; the others may."""
        while True:
            try:
                async with timeout(PROBE):
                    await self.house.store.reach()
                is_fit = True
            except Exception as error:  # noqa: BLE001  who stops looking would be fit for ever
                log.debug("The database: %r", error)
                is_fit = False
            if is_fit != self.is_fit and not self._is_closing:
                self.is_fit = is_fit
                note(logging.WARNING, "node-reaches-database" if is_fit else "node-without-database", node=self.me)
                self.members.is_fit(self.me, fit=is_fit)
                self._say_so()
                self._look()
            await sleep(PROBE)

    # A page here, a table elsewhere

    async def relay(self, table: str, connection: Connection, version: int, receive: Receive) -> None:
        """Pass on what a page and the home of its table have to say to each other, until one of them is gone."""
        home = self.home(table)
        if home is None or home == self.me:
            connection.close(COME_AGAIN)
            await connection.closed()
            return
        page, sent, me = next(self._numbers), 0, self.me
        self._near[page] = NearPage(connection, table, home)
        trips, clock = connection.trips, self.house.settings.monotonic
        trips.told = lambda ms: self.tell(home, Trip(me, page, ms, trips.kernel()))
        its = connection
        self.tell(home, Come(me, page, table, version, its.person, its.program, its.address, its.language, its.public))
        try:
            while True:
                event = await receive()
                if event["type"] == "websocket.disconnect":
                    return
                text = event.get("text")
                if text is None:
                    connection.close(NOT_TEXT)
                elif not connection.is_closing:
                    sent += 1
                    held = clock() - (event.get(ARRIVED) or trips.arrived)
                    self.tell(home, Frame(me, page, sent, text, held))
        finally:
            trips.told = None
            del self._near[page]
            self.tell(home, Left(me, page))
            await connection.closed()

    def _told(self, message: Told) -> None:
        near = self._near.get(message.page)
        if near is None:
            return
        near.heard += 1
        near.pieces += message.frames
        if near.heard != message.number:  # Something was lost.
            near.connection.close(COME_AGAIN)
        elif not message.more:
            frames, near.pieces = near.pieces, b""
            near.connection.tell(frames)

    # A page elsewhere, a table here

    def _come(self, come: Come) -> None:
        # One of us does not know yet who is there; and an edge that we do not know could die without our noticing.
        if not self.is_home(come.table) or not self.members.knows(come.edge):
            self.tell(come.edge, Shut(come.page, COME_AGAIN))
        else:
            self._far[come.edge, come.page] = FarPage(self, come)

    def far_page_is_gone(self, edge: str, page: int) -> None:
        self._far.pop((edge, page), None)

    def distance(self, node: str) -> Distance:
        return self._distances.setdefault(node, Distance())

    # What is asked of all

    async def seen(self, tables: Sequence[str], reader: str | None) -> dict[str, Seen]:
        """Those that are awake elsewhere, as their homes see them now; of a node that says nothing, none."""
        by_home: dict[str, list[str]] = {}
        for table in tables:
            home = self.home(table)
            if home is not None and home != self.me:
                by_home.setdefault(home, []).append(table)
        asked = [self.bus.ask(home, Look(tuple(its), reader), LOOKING) for home, its in by_home.items()]
        found: dict[str, Seen] = {}
        for answer in await gather(*asked):
            if answer is not None:
                found |= {its.table.id: its for its in messages.decode_seen(answer)}
        return found

    def _seen_here(self, look: Look) -> bytes:
        awake = [table for id in look.tables if (table := self.house.tables.get(id)) is not None]
        return ENCODE([Seen(table.table(look.reader), not table.pages.here) for table in awake])

    def was_changed(self, table: str) -> None:
        """By us, although it is at home elsewhere."""
        if (home := self.home(table)) is not None:
            self.tell(home, Changed(table))

    def was_renamed(self, person: str, name: str) -> None:
        self.bus.tell_all(Renamed(person, name))

    def was_sent_away(self, person: str, code: int) -> None:
        self.bus.tell_all(SentAway(person, code))

    # Messages

    def tell(self, node: str, message: AnyMessage) -> None:
        self.bus.tell(node, message)

    async def _take(self, message: AnyMessage) -> bytes | None:
        match message:
            case Frame(edge=edge, page=page):
                if (far := self._far.get((edge, page))) is None:
                    self.tell(edge, Shut(page, COME_AGAIN))
                else:
                    far.takes(message)
            case Told(page=page):
                self._told(message)
            case Trip(edge=edge, page=page):
                if (far := self._far.get((edge, page))) is not None:
                    far.measured(message)
            case Measure(page=page, every=every):
                if (near := self._near.get(page)) is not None:
                    trips = near.connection.trips
                    trips.watch(every) if every else trips.ping()
            case Come():
                self._come(message)
            case Left(edge=edge, page=page):
                if (far := self._far.get((edge, page))) is not None:
                    far.go()
            case Shut(page=page, code=code):
                if (near := self._near.get(page)) is not None:
                    near.connection.close(code)
            case Echo():
                self._answer_the_roll(message)
            case Echoed(node=node, number=number):
                if (sent := self._echoes.pop(number, None)) is not None:
                    self.distance(node).heard(1000 * (self.house.settings.monotonic() - sent))
            case Alive():
                self._hear(message)
            case Took(node=node, taken=taken) if node != self.me:
                self.house.allowed.were_taken(taken)
            case Bye(node=node):
                if node != self.me:
                    self.members.lose(node)
                    self._look()
            case Renamed(person=person, name=name):
                # Beside the messages, which must not wait for a table that waits for the database.
                task = create_task(self._rename(person, name))
                self._beside.add(task)
                task.add_done_callback(self._beside.discard)
            case SentAway(person=person, code=code):
                self._send_away(person, code)
            case Changed(table=id):
                if (table := self.house.tables.get(id)) is not None:
                    table.drop()
            case Look():
                return self._seen_here(message)
        return None

    def _hear(self, alive: Alive) -> None:
        is_me = alive.node == self.me
        if is_me:
            self._is_heard.set()
        fit = self.is_fit and not self._is_closing if is_me else alive.fit
        if self.members.hear(alive.node, fit=fit) and not is_me:
            self._say_so()
        self._look()

    def _send_away(self, person: str, code: int) -> None:
        close_pages(self.house, person, code)
        for near in list(self._near.values()):
            if near.connection.person == person:
                near.connection.close(code)

    async def _rename(self, person: str, name: str) -> None:
        with suppress(NotSaved):
            await self.house.rename_here(person, name)


def of_house(secret: bytes) -> str:
    """A name under which the nodes of one house find each other, and nobody else's."""
    return sha256(b"pandemonium/nodes/" + secret).hexdigest()[:16]
