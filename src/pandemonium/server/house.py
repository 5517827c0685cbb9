"""The house: its memory, its people, and its tables, awake or asleep."""

from __future__ import annotations

import logging
from asyncio import Task, create_task, gather, get_running_loop, shield, sleep, timeout
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from pandemonium.core.game import Refusal
from pandemonium.search.workers import Workers
from pandemonium.server.api.kept import Kept
from pandemonium.server.limits import Allowed
from pandemonium.server.people.guests import Guests
from pandemonium.server.people.moderation import Moderation, What
from pandemonium.server.people.naming import may_sit_with
from pandemonium.server.people.programs import Programs
from pandemonium.server.race.at_table import RECEIPTS_KEPT
from pandemonium.server.race.pulse import Pulse
from pandemonium.server.retention import keep_house
from pandemonium.server.settings import Settings
from pandemonium.server.table.by_turns import ByTurns
from pandemonium.server.table.lists import MOST_LISTED, Lists
from pandemonium.server.table.live import CHAT_KEPT, Asleep, LiveTable
from pandemonium.server.table.logbook import Logbook, fold
from pandemonium.server.table.new_tables import CLOSES, NewTables
from pandemonium.server.table.seen import Seen
from pandemonium.server.table.sent_away import BARRED, SENT_AWAY, close_pages, send_away
from pandemonium.server.table.thinking import Thinking
from pandemonium.server.threads import LONG, Threads
from pandemonium.server.transport.connection import COME_AGAIN
from pandemonium.server.transport.proxies import Proxies
from pandemonium.server.watch.figures import Figures
from pandemonium.server.watch.logs import note
from pandemonium.server.watch.standing import Standing
from pandemonium.server.wire.messages import Receipt
from pandemonium.storage.memory import Memory
from pandemonium.storage.records import Person, TableRecord
from pandemonium.storage.store import NOT_SAVED

if TYPE_CHECKING:
    from pandemonium.server.nodes.node import Node

T = TypeVar("T")
_RECEIPT: Final = msgspec.json.Decoder(Receipt)
log = logging.getLogger(__name__)

LAST_WORDS = 5
"""So many seconds a house that closes waits for what is being written down."""
LEAST_FREE = 64_000_000
REPLAYS_KEPT = 32_000_000
CODES_KEPT = 2_000_000
"""In bytes."""


class House:
    """Everything that the server knows. Made inside its event loop."""

    def __init__(self, settings: Settings, memory: Memory) -> None:
        self.settings = settings
        self.loop = get_running_loop()
        self._memory = memory
        self.node: Node | None = None
        """Where the house has many."""
        self.figures = Figures()
        self.standing = Standing(self)
        self.figures.registry.register(self.standing)
        self.is_closing = False
        self.store, self.secret = memory.store, memory.secret
        self.store.writer.watched = self.figures.flushed
        self.people = Guests(self.store, self.secret, settings)
        self.moderation = Moderation(self.store, settings)
        self.programs = Programs(self.store, self.people, settings)
        self.tables: dict[str, LiveTable] = {}
        self._waking: dict[str, Task[LiveTable | None]] = {}
        self.new_tables = NewTables(self)
        self.lists = Lists(self)
        self.allowed = Allowed(settings.limits)
        self.pages: Counter[str] = Counter()
        """How many are open at all tables, by address."""
        self.by_turns = ByTurns(self.loop)
        self.threads = Threads()
        self.thinking = Thinking(self.threads, Workers(settings.workers), self.figures)
        self.pulse = Pulse(settings.monotonic, settings.stumble)
        self.is_failing = False
        self._forgot_at = 0
        """When secrets were forgotten at once, as far as pages that were open then have been shown out."""
        self._trying: Task[None] | None = None
        self._reading = create_task(self._keep_reading())
        self._keeping = None if settings.keep is None else create_task(keep_house(self, settings.keep))
        self.proxies = Proxies(settings.proxy) if settings.proxy else ()
        """Those that were named."""
        self.replays = Kept(REPLAYS_KEPT)
        self.codes = Kept(CODES_KEPT)

    @property
    def takes_new_tables(self) -> bool:
        """At the operator's wish."""
        return self.moderation.takes_new_tables

    async def leave_off(self) -> None:
        """Before the house closes: no new tables, and whatever is being done is written down and told first. What comes
        later is asked for again when it is open again."""
        self.is_closing = True
        note(logging.INFO, "house-closes", tables=len(self.tables), pages=sum(self.pages.values()))
        with suppress(TimeoutError):
            async with timeout(LAST_WORDS):
                await gather(*(table.finish() for table in self.tables.values()))
        if self.node is not None:
            self.node.leave()

    async def close(self) -> None:
        self._reading.cancel()
        if self._keeping is not None:
            self._keeping.cancel()
        await gather(*(table.close() for table in self.tables.values()))
        await self.thinking.close()
        self.threads.close()
        if self.node is not None:
            await self.node.close()
        await self._memory.shut()

    def could_write(self, error: Exception | None) -> None:
        """Said once when the disk begins to fail, and once when it is well again, however many ask in between."""
        if error is not None:
            self.figures.not_saved.inc()
        if error is not None and not self.is_failing:
            log.error("What is played cannot be written down: %s", error)
        if error is None and self.is_failing:
            log.error("What is played can be written down again.")
        self.is_failing = error is not None

    async def can_write(self) -> None:
        """Whether what is played can be written down, now and for a while: it is tried. Raises NotSaved, or Refusal
        where the disk is nearly full, or the house is closing."""
        if self.is_closing:
            raise Refusal(CLOSES)
        if self._trying is None:
            self._trying = create_task(self._try_to_write())
        await shield(self._trying)

    async def _try_to_write(self) -> None:
        try:
            await self.store.try_to_write()
            self.could_write(None)
            if self.node is not None and not self.node.members.in_touch:
                raise Refusal(NOT_SAVED)
            free = await self.loop.run_in_executor(None, self._memory.free)
            if free is not None and free < LEAST_FREE:
                raise Refusal("disk-low", free=free // 1_000_000)
        finally:
            self._trying = None

    # Tables, awake and asleep

    async def wake(self, id: str) -> LiveTable | None:
        """The table, in memory; None if there is none."""
        if id in self.tables:
            return self.tables[id]
        if id not in self._waking:
            self._waking[id] = create_task(self._wake(id))
        return await self._waking[id]

    async def _wake(self, id: str) -> LiveTable | None:
        try:
            table = await self._read(id)
            if table is None:
                return None
            if not self.is_home(id):
                raise Asleep
            self.tables[id] = table
            table.open()
            note(logging.DEBUG, "table-woken", table=id, game=table.record.game)
            return table
        finally:
            del self._waking[id]

    async def _read(self, id: str) -> LiveTable | None:
        """A table as it is on disk; nothing happens there by itself."""
        record = await self.store.table(id)
        if record is None:
            return None
        names = await self.names([record])
        table = LiveTable(self, record, await self.book(record), names)
        table.remember_chat(await self.store.chat(id, CHAT_KEPT))
        for event in record.events:
            table.remember(event.request)
        if table.race is not None:
            table.race.remember((await self.receipts(id))[-RECEIPTS_KEPT:])
        return table

    def is_awake(self, id: str) -> bool:
        return id in self.tables or id in self._waking

    def is_home(self, id: str) -> bool:
        """Whether this is where the table is at home: in a house of one machine, always."""
        return self.node is None or self.node.is_home(id)

    async def ask(self, id: str, job: Callable[[LiveTable], Awaitable[T]], *, stays: bool = False) -> T:
        """Have something done at a table, which is woken for it. `stays`: not where it is away from home. Raises
        Refusal."""
        while True:
            if not self.is_home(id):
                if stays or self.node is None or not self.node.members.in_touch:
                    raise Refusal(NOT_SAVED)
                with suppress(Asleep):
                    return await self._visit(id, job, self.node)
                continue
            try:
                table = await self.wake(id)
                if table is None:
                    raise Refusal("no-table")
                return await table.ask(partial(job, table))
            except Asleep:
                continue  # It fell asleep between being woken and being asked.

    async def _visit(self, id: str, job: Callable[[LiveTable], Awaitable[T]], node: Node) -> T:
        """Something is done to a table as it is on disk, while it is at home elsewhere: if its home writes at the same
        time, one of the two has old news and finds out."""
        table = await self._read(id)
        if table is None:
            raise Refusal("no-table")
        before = table.stands
        try:
            return await job(table)
        finally:
            if table.stands != before:
                node.was_changed(id)
            table.drop()

    async def catch_up(self, id: str, version: int) -> None:
        """A page has been told of a version that we do not have in memory: if it is on disk, we have old news."""
        if self.node is not None and id in self.tables and version > self.tables[id].stands[1]:
            on_disk = (await self.store.log_sizes([id])).get(id, 0)
            if id in self.tables and on_disk > self.tables[id].stands[1]:
                self.tables[id].drop()

    async def awake_elsewhere(self, tables: Sequence[str], reader: str | None) -> Mapping[str, Seen]:
        """Those of these tables that are awake on other nodes, as this reader may see them."""
        return {} if self.node is None else await self.node.seen(tables, reader)

    async def close_table(self, id: str) -> None:
        """At the operator's wish. Raises Refusal."""
        await self.ask(id, LiveTable.shut)

    async def book(self, record: TableRecord) -> Logbook | None:
        """What is on disk of a match; None if it has not begun."""
        if not record.began:
            return None
        entries = await self.store.log(record.id)
        if len(entries) < LONG:
            return fold(record, entries)
        return await self.threads.hurry(fold, record, entries)

    async def receipts(self, id: str) -> list[Receipt]:
        """How each round of a race was decided, the oldest first."""
        return [_RECEIPT.decode(receipt) for receipt in await self.store.receipts(id)]

    def forget(self, table: LiveTable) -> None:
        """A table goes to sleep."""
        if self.tables.get(table.record.id) is table:
            del self.tables[table.record.id]
        note(logging.DEBUG, "table-asleep", table=table.record.id)
        self.pulse.leave(table.race)

    async def names(self, records: Sequence[TableRecord]) -> dict[str, str]:
        people = {person for record in records for person in record.company}
        return {id: person.name for id, person in (await self.people.all_known(people)).items()}

    async def who(self, headers: Mapping[str, str]) -> Person | None:
        """Who asks: a program by its token, a guest by his cookie. Raises Refusal for a token that is no good."""
        program = await self.programs.named_by(headers.get("authorization"))
        person = program or await self.people.recognised(headers.get("cookie"))
        self.moderation.let_in(person, "")
        return person

    async def has_room_for(self, program: str) -> None:
        """Whether it may sit down at one more table. Raises Refusal."""
        most = self.settings.limits.program_tables
        if len(await self.store.tables_of(program, None, most)) >= most:
            raise Refusal("too-many-tables", most=most)

    async def read_again(self) -> None:
        """What the operator has decided, here or at another node."""
        await self.people.read_secrets()
        await self.moderation.read()
        pages = [page for table in self.tables.values() for page in table.pages]
        forgot, self._forgot_at = self._forgot_at < self.people.forgot_at, self.people.forgot_at
        # Of guests all is known that has to be: this is done every few seconds, for all who are here.
        owners = await self.programs.owners({page.person for page in pages if page.program and page.person})
        for page in pages:
            if self.moderation.is_barred(page.person, owners.get(page.person or "", ""), page.address):
                page.close(BARRED)
            elif page.program and page.person not in owners:
                page.close(SENT_AWAY)
            elif forgot and page.person and not page.program:  # His cookie may have been forged.
                page.close(COME_AGAIN)

    async def _keep_reading(self) -> None:
        while True:
            await sleep(self.settings.look_again)
            try:
                await self.read_again()
            except Exception as error:  # noqa: BLE001  it is read again soon
                log.warning("What the operator has decided cannot be read: %s", error)

    async def ban(self, what: What, hours: int, *, guest: Person | None = None, address: str = "") -> None:
        """At the operator's wish: whoever is barred is shown out. Raises Refusal."""
        ban = await self.moderation.pronounce(what, hours, guest=guest, address=address)
        note(logging.INFO, "banned", what=what, hours=hours, ban=ban.id)
        await self.read_again()

    async def send_program_away(self, id: str, by: Person | None) -> None:
        """At the wish of its owner, or (None) of the operator: it gives up its seats. Raises Refusal."""
        await self.programs.forget(id, by)
        await send_away(self, id)

    def close_pages(self, person: str, code: int) -> None:
        """Of somebody, wherever they are."""
        close_pages(self, person, code)
        if self.node is not None:
            self.node.was_sent_away(person, code)

    async def may_be_called(self, person: Person, name: str) -> None:
        """Whether he is taken for nobody else at the tables where he sits. Raises Refusal."""
        for record in await self.store.tables_of(person.id, None, MOST_LISTED):
            names = await self.names([record])
            seated = {chair.person for chair in record.chairs if chair.person} - {person.id}
            may_sit_with(name, (names[other] for other in seated if other in names))

    async def rename(self, person: Person) -> None:
        """Tell the tables where this person sits."""
        await self.rename_here(person.id, person.name)
        if self.node is not None:
            self.node.was_renamed(person.id, person.name)

    async def rename_here(self, person: str, name: str) -> None:
        for table in list(self.tables.values()):
            if person in table.record.company and table.names.get(person) != name:
                with suppress(Asleep):
                    await table.ask(partial(table.rename, person, name))

    def studies(self, address: str) -> None:
        """Somebody wants to have a whole match read or laid out. Raises Refusal."""
        if not self.allowed.studies.takes(address):
            raise Refusal("too-fast")
