"""One table: whatever happens at it happens here, one thing after the other."""

from __future__ import annotations

import logging
from asyncio import CancelledError, Lock, Task, TimerHandle, create_task, get_running_loop
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec.structs import replace

from pandemonium.core.game import PUBLIC, Refusal, Seat
from pandemonium.games import open as open_box
from pandemonium.server.race.at_table import LiveRace
from pandemonium.server.table import leaving, salting, seen
from pandemonium.server.table.logbook import Logbook, begin
from pandemonium.server.table.pages import Pages
from pandemonium.server.table.schedule import Schedule
from pandemonium.server.transport.connection import COME_AGAIN
from pandemonium.server.watch import logs
from pandemonium.server.wire.messages import Receipt
from pandemonium.server.wire.table import Table
from pandemonium.storage.records import ENCODE, Entry, Event, EventKind, Line, TableRecord
from pandemonium.storage.store import NOT_SAVED, Clash, Lost, NotSaved

if TYPE_CHECKING:
    from pandemonium.server.house import House

T = TypeVar("T")
Job = Callable[[], Awaitable[Any]]
log = logging.getLogger(__name__)

CHAT_KEPT: Final = 100
HANDLED_KEPT: Final = 256


class Asleep(Exception):
    """The table has gone to sleep before it was asked: wake it, and ask again."""


class LiveTable:
    """A table in memory. It can be dropped at any time between two jobs: all that matters is on disk."""

    def __init__(self, house: House, record: TableRecord, book: Logbook | None, names: dict[str, str]) -> None:
        self.house = house
        self.settings = house.settings
        self.record = record
        self.book = book
        """None while the company gathers."""
        self.names = names
        self.chat: deque[Line] = deque(maxlen=CHAT_KEPT)
        self.said = 0
        self.handled: OrderedDict[str, None] = OrderedDict()
        """Requests that are not in the log; those that are, the logbook remembers."""
        self.pages = Pages(self)
        self.moves_told = 0 if self.book is None else len(self.book.lines)
        self.asleep = False
        self._is_doubtful = False
        """What is in memory may not be what is on disk."""
        self.figures = house.figures.of(record.game)
        self.schedule = Schedule(self)
        race = open_box(record.game).race
        self.race = None if race is None else LiveRace(self, race)
        self._turn = Lock()
        """Held by whoever has something done here; the others wait in the order in which they came."""
        self._posted: set[Task[None]] = set()
        self._alarm: TimerHandle | None = None

    @property
    def stands(self) -> tuple[int, int]:
        """How often its record was changed, and how long its log is."""
        return self.record.revision, 0 if self.book is None else self.book.version

    # One thing after the other

    def open(self) -> None:
        self._expect_bots()
        self.schedule.wind()

    async def ask(self, job: Callable[[], Awaitable[T]]) -> T:
        """Have something done when its turn comes, and wait for it. Raises Asleep.

        It is done in the asker's own task: where nobody else is at it, a move goes all the way to the disk at once."""
        async with self._turn:
            if self.asleep:
                raise Asleep
            try:
                if self._is_doubtful:
                    await self._read_again()
                if self._is_doubtful:
                    raise Refusal(NOT_SAVED)  # noqa: TRY301
                return await job()
            except CancelledError:
                self._is_doubtful = True  # The asker was stopped, nobody knows how far it came.
                raise
            except (Refusal, Asleep):
                raise
            except Exception:  # A table goes on, whatever happened.
                log.exception("table %s", self.record.id)
                raise
            finally:
                if not self.asleep:
                    self.schedule.wind()

    def post(self, job: Job) -> None:
        """Have something done when its turn comes."""
        task = create_task(self._do(job), name=f"table {self.record.id}")
        self._posted.add(task)
        task.add_done_callback(self._posted.discard)

    async def _do(self, job: Job) -> None:
        try:
            await self.ask(job)
        except Refusal as refusal:
            if refusal.key != NOT_SAVED:
                log.exception("table %s", self.record.id)
        except Exception:  # noqa: BLE001, S110
            pass  # Asleep, and nobody needs it any more; or it has been logged.

    async def finish(self) -> None:
        """Wait until what is being done is done, and begin nothing more of its own accord."""
        self.schedule.stop()
        self._stop_timers()
        async with self._turn:
            pass

    async def close(self) -> None:
        for task in self._posted:
            task.cancel()
        self.schedule.stop()
        self._stop_timers()

    def _stop_timers(self) -> None:
        self.pages.stop()
        self.set_alarm(None)

    def set_alarm(self, delay: float | None) -> None:
        """Look after the table again in so many seconds."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if delay is None else get_running_loop().call_later(max(0.0, delay), self._ring)

    def _ring(self) -> None:
        self.house.by_turns.put(self._look_after)

    def _look_after(self) -> None:
        if not self.asleep:
            self.post(self.schedule.look)

    def sleep_if_idle(self) -> bool:
        """Drop out of memory, if nobody is here. Who has asked for something meanwhile wakes it again."""
        if self.pages:
            return False
        self.asleep = True
        self._stop_timers()
        self.house.forget(self)
        return True

    def drop(self) -> None:
        """Out of memory, whatever is being done: everybody comes again, and wakes it where and as it is."""
        if self.asleep:
            return
        self.asleep = True
        self.schedule.stop()
        self._stop_timers()
        self.house.forget(self)
        self.pages.send_away(COME_AGAIN)

    async def rename(self, person: str, name: str) -> None:
        self.names[person] = name
        self.pages.tell_table()

    # What changes

    async def durably(self, write: Awaitable[T]) -> T:
        """All that a table keeps is written here. What is not on disk has not happened: back to what is.

        Raises Refusal."""
        try:
            written = await write
        except (Clash, Lost) as error:
            # What is in memory is old news, or may be: whoever is here comes again, and finds what is on disk.
            logs.note(
                logging.WARNING,
                "table-dropped",
                table=self.record.id,
                why="clash" if isinstance(error, Clash) else "lost",
            )
            self.drop()
            raise Asleep from error
        except NotSaved as error:
            self.house.could_write(error)
            self.schedule.hold_back()
            await self._read_again()
            if self._is_doubtful:  # Whoever goes on would go on from what has not happened.
                self.drop()
                raise Asleep from error
            raise Refusal(NOT_SAVED) from error
        self.house.could_write(None)
        self.schedule.go_ahead()
        return written

    async def _read_again(self) -> None:
        """Back to what is on disk, lines of the chat too: their numbers go on from there."""
        store = self.house.store
        try:
            if self._is_doubtful:  # What nobody waits for any more may still be about to be written: not after this.
                await store.try_to_write()
            record = await store.table(self.record.id)
            if record is None:  # It has been forgotten: who comes again hears that there is none.
                self.drop()
                return
            book, chat = await self.house.book(record), await store.chat(self.record.id, CHAT_KEPT)
        except NotSaved as error:
            self.house.could_write(error)
            self.schedule.hold_back()
            self._is_doubtful = True  # Nothing is done here before it can be.
            return
        except Exception:
            log.exception("table %s cannot be read", self.record.id)
            self._is_doubtful = True  # Nothing is done here before it can be.
            return
        self.record, self.book, self._is_doubtful = record, book, False
        self.remember_chat(chat)
        self.moves_told = 0 if book is None else len(book.lines)
        self.pages.look()

    async def change(self, record: TableRecord, *others: TableRecord) -> None:
        """Another company, on disk and then in everybody's sight; with it, other tables that must not be without it."""
        if self.record.sealed and record.state == "gathering" and record.chairs != self.record.chairs:
            # Nobody shall know the others' salts before he pledges his own.
            record = salting.anew(record, self.settings.new_seed())
        record = record.after(self.record)
        await self.durably(self.house.store.save_table(record, *others))
        if record.stopped is not None and self.record.stopped is None:
            logs.note(logging.INFO, "match-over", table=record.id, why=record.stopped)
        self.record = record
        if record.stopped is not None and self.book is not None and not self.book.stopped:
            self.book.stopped = True
            self.pages.tell_news(self.book.newest)
        if unnamed := record.company - self.names.keys():
            known = await self.house.people.all_known(unnamed)
            self.names |= {id: known[id].name if id in known else "" for id in unnamed}
        await self.pages.look_again()
        self.pages.tell_table()

    async def shut(self) -> None:
        """The operator closes it. Raises Refusal."""
        closed = self.noted(leaving.close(self.record), "closed", None)
        await self.change(replace(closed, ended=self.settings.now()))

    def noted(self, record: TableRecord, what: EventKind, seat: int | None, request: str = "") -> TableRecord:
        """The same table, at which this has happened now."""
        after = 0 if self.book is None else self.book.version
        return leaving.noted(record, Event(what, seat, after, self.settings.now(), request))

    async def keep(self, record: TableRecord) -> None:
        """A change that nobody needs to hear of."""
        record = record.after(self.record)
        await self.durably(self.house.store.save_table(record))
        self.record = record

    async def keep_receipt(self, receipt: Receipt) -> None:
        """How a round of a race was decided: for as long as the match is kept."""
        await self.durably(self.house.store.keep_receipt(self.record.id, receipt.version, ENCODE(receipt)))

    async def begin(self, record: TableRecord) -> None:
        """The match begins: nature deals."""
        now = self.settings.now()
        record = replace(record, state="playing", began=now).after(self.record)
        book = begin(record)
        await self.durably(self.house.store.append(record, book.write_down(now), changed=True))
        self.record, self.book = record, book
        logs.note(logging.INFO, "match-begun", table=record.id, game=record.game)
        self._expect_bots()
        self.moves_told = len(book.lines)
        self.pages.look()
        self.pages.tell_table()
        self.pages.tell_news(since=0)

    def _expect_bots(self) -> None:
        """Those that think are woken before it is their turn."""
        if self.record.state == "playing":
            for chair in self.record.chairs:
                if chair.kind == "bot":
                    self.house.thinking.expect(open_box(self.record.game), chair.level)

    async def play(
        self,
        seat: Seat,
        what: Any,
        request: str | None,
        mover: Callable[[int], None] | None = None,
        at: int | None = None,
    ) -> None:
        """A move: into the match, onto the disk, and only then to whoever may see it. Raises Refusal."""
        book = self.playing()
        since, now = book.newest, self.settings.now()
        entries = book.play(seat, what, now - self.record.began if at is None else at, now, request)
        await self._happened(book, entries, since, mover)
        if request is None:
            self.figures.bots += 1
        else:
            self.figures.people += 1
        self.figures.nature += len(entries) - 1
        if logs.log.isEnabledFor(logging.DEBUG):
            logs.note(logging.DEBUG, "move", table=self.record.id, move=entries[0].seq, seat=seat)

    async def nature(self, does: Callable[[Logbook, int, int], list[Entry]]) -> None:
        """Nature moves when somebody says so: a race starts, a bell rings."""
        book = self.playing()
        since, now = book.newest, self.settings.now()
        entries = does(book, now - self.record.began, now)
        await self._happened(book, entries, since)
        self.figures.nature += len(entries)

    async def _happened(
        self, book: Logbook, entries: Sequence[Entry], since: int, mover: Callable[[int], None] | None = None
    ) -> None:
        record, is_over = self.record, book.result is not None
        if is_over:
            record = replace(record, state="over", result=book.result, ended=self.settings.now()).after(record)
        await self.durably(self.house.store.append(record, entries, changed=is_over))
        if is_over:
            self.record = record
            logs.note(logging.INFO, "match-over", table=record.id, why="rules", move=book.version)
        if mover is not None:
            mover(book.version)
        self.moves_told = len(book.lines)
        self.pages.tell_news(since)
        if is_over:
            self.pages.tell_table()

    async def undo(self, seat: Seat, request: str | None, mover: Callable[[int], None]) -> None:
        book = self.playing()
        entries = book.undo(seat, self.settings.now(), request)
        await self.durably(self.house.store.append(self.record, entries))
        self.figures.taken_back += 1
        logs.note(logging.DEBUG, "taken-back", table=self.record.id, move=book.version, seat=seat)
        mover(book.version)
        self.moves_told = len(book.lines)
        self.pages.tell_news(book.newest)

    def playing(self) -> Logbook:
        if self.book is None:
            raise Refusal("not-begun")
        return self.book

    # How it looks, and what is known of it

    @property
    def curtain(self) -> int | None:
        """In a race that runs: the version beyond which nobody sees who only watches."""
        return None if self.race is None else self.race.curtain

    def table(self, reader: str | None, here: set[str] | None = None) -> Table:
        return seen.table(
            self.record,
            reader,
            names=self.names,
            moves=self.moves_told,
            here=self.pages.here if here is None else here,
            away=self.pages.away,
            watchers=sum(page.eyes == (PUBLIC,) for page in self.pages),
        )

    def remember_chat(self, lines: Sequence[tuple[Line, str]]) -> None:
        """The last lines that are on disk, and the requests that they came from."""
        self.chat.clear()
        for line, request in lines:
            self.chat.append(line)
            self.said = line.seq
            self.remember(request)

    def remember(self, request: str) -> None:
        self.handled[request] = None
        if len(self.handled) > HANDLED_KEPT:
            self.handled.popitem(last=False)
