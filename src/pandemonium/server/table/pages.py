"""The pages that are open at a table: who comes and goes, and what each of them is told."""

from __future__ import annotations

import logging
from asyncio import TimerHandle, get_running_loop
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from weakref import proxy

from msgspec import Struct

from pandemonium.core.game import PUBLIC, Eyes, Refusal
from pandemonium.server.table import seating, seen
from pandemonium.server.table.logbook import Logbook, Step
from pandemonium.server.table.room import who_goes
from pandemonium.server.table.schedule import Hours
from pandemonium.server.transport.connection import TOO_MANY, Connection
from pandemonium.server.transport.frames import encoded
from pandemonium.server.watch import logs
from pandemonium.server.wire.messages import News, TableNews, Welcome
from pandemonium.server.wire.table import Position

if TYPE_CHECKING:
    from pandemonium.server.table.live import LiveTable

AT_ONCE: Final = 60
"""So many moves are put together on the spot; a longer match takes long enough to be looked through beside the loop."""
MOST_TOLD: Final = 1_000
"""So many of the newest moves are told to somebody who comes; of those before them, the ones that ended a round."""
A_WHILE: Final = 0.25
"""So many seconds later everybody hears how many watch."""


class Pages:
    """Those of one table, in the order in which they came."""

    def __init__(self, table: LiveTable) -> None:
        self._table: LiveTable = proxy(table)  # In no circle: a table that falls asleep is gone at once.
        self._house = table.house
        self._settings = table.settings
        self._open: dict[Connection, None] = {}
        self.away: dict[str, int] = dict.fromkeys(table.record.people, table.settings.now())
        """Since when those are who have no page open, in ms since 1970."""
        self.came: dict[str, int] = {}
        """When players came first since the last move, in ms since 1970: to come again gives nobody more time."""
        self._watchers_know: int | None = None
        """While a race runs, up to which version those who only watch have been told."""
        self._telling: TimerHandle | None = None

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._open)

    def __len__(self) -> int:
        return len(self._open)

    # Coming and going

    async def join(self, connection: Connection, version: int) -> None:
        limits = self._settings.limits
        if connection.program and not self._table.record.programs:
            raise Refusal("no-programs")
        if not self._plays_here(connection) and self._house.pages[connection.address] >= limits.pages_from_address:
            raise Refusal("too-many-here")
        for other in who_goes(self._open, connection, self._table.record.people, limits.pages_at_a_table):
            self._drop(other)
            other.close(TOO_MANY)
        person = connection.seated_as
        if person in self._table.record.people - self.here and self.came.get(person, 0) <= self._last_made:
            self.came[person] = self._settings.now()
        self._open[connection] = None
        self._house.figures.arrivals.inc()
        logs.note(logging.DEBUG, "page-came", table=self._table.record.id, version=version)
        if version:
            self._house.figures.reconnections.inc()
        self._house.pages[connection.address] += 1
        self._look(connection)
        self.away.pop(person or "", None)
        record = self._table.record
        for seat in seating.seats_of(record, person):
            record = seating.cover(record, seat, covered=False)
            if record.state == "playing" and self._table.record.chairs[seat].covered:
                record = self._table.noted(record, "back", seat)
        if record != self._table.record:
            with suppress(Refusal):  # He gets in all the same, and may ask for his seat again.
                await self._table.keep(record)
        connection.tell(encoded(await self._welcome(connection, version)))
        if self._table.race is not None:
            await self._table.race.greet(connection)
        if self._plays_here(connection):
            self.tell_table(but=connection)
        else:
            self._tell_table_soon()

    async def leave(self, connection: Connection) -> None:
        self._drop(connection)
        person = connection.seated_as
        if person is not None and person not in self.here and person in self._table.record.people:
            self.away[person] = self._settings.now()
        if self._plays_here(connection):
            self.tell_table()
        else:
            self._tell_table_soon()

    def _drop(self, connection: Connection) -> None:
        if connection in self._open:
            del self._open[connection]
            logs.note(logging.DEBUG, "page-left", table=self._table.record.id)
            self._house.pages[connection.address] -= 1
            if not self._house.pages[connection.address]:
                del self._house.pages[connection.address]

    def _plays_here(self, connection: Connection) -> bool:
        return connection.person in self._table.record.people

    @property
    def here(self) -> set[str]:
        """The people whose pages are open."""
        return {
            connection.person for connection in self._open if connection.person is not None and not connection.public
        }

    @property
    def _last_made(self) -> int:
        book = self._table.book
        return book.lines[-1].made if book is not None and book.lines else 0

    def send_away(self, code: int) -> None:
        """Everybody, with the same code."""
        for connection in list(self._open):
            self._drop(connection)
            connection.close(code)

    def stop(self) -> None:
        """Nothing more is told of its own accord."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None

    # What they see

    def look(self) -> None:
        """Each through the eyes of the seats that are his now."""
        for connection in self._open:
            self._look(connection)

    async def look_again(self) -> None:
        """The company has changed: whoever has other eyes than before is told everything anew."""
        for connection in list(self._open):
            eyes = connection.eyes
            self._look(connection)
            # He may have given up, and sees what the public sees.
            if self._table.book is not None and connection.eyes != eyes:
                connection.tell(encoded(await self._welcome(connection, 0)))

    def tell_news(self, since: int) -> None:
        """What has happened since that version, and how everything stands: to each pair of eyes what it may see."""
        book = self._table.playing()
        if self._table.race is None:
            self._tell_news(book, since, self._open)
            return
        players = [connection for connection in self._open if not self._only_watches(connection)]
        self._tell_news(book, since, players)
        if (curtain := self._table.curtain) is not None:
            self._watchers_know = curtain
            return
        first = since if self._watchers_know is None else min(since, self._watchers_know)
        self._watchers_know = None
        self._tell_news(book, first, [connection for connection in self._open if self._only_watches(connection)])

    def _tell_news(self, book: Logbook, since: int, to: Collection[Connection]) -> None:
        if not to:
            return
        standing = seen.Standing(book, book.steps_after(since), self._table.schedule.hours(), many=len(to) > 1)
        now = self._settings.now()
        frames: dict[tuple[Any, ...], bytes] = {}
        for connection in to:
            frame = frames.get(connection.eyes)
            if frame is None:
                positions = tuple(map(standing.through, connection.eyes))
                frame = frames[connection.eyes] = encoded(News(positions=positions, since=since, now=now))
            connection.tell(frame)

    def _only_watches(self, connection: Connection) -> bool:
        """A screen for the whole room is a player's, if one of them has opened it."""
        return connection.eyes == (PUBLIC,) and not seating.seats_of(self._table.record, connection.person)

    def tell_table(self, but: Connection | None = None) -> None:
        """How the table stands, to everybody, each as he may see it."""
        frames: dict[str | None, bytes] = {}
        here = self.here
        for connection in self._open:
            if connection is not but:
                # To all who only watch it looks the same.
                reader = connection.seated_as if connection.seated_as in self._table.record.company else None
                if reader not in frames:
                    frames[reader] = encoded(TableNews(self._table.table(reader, here)))
                connection.tell(frames[reader])

    def _tell_table_soon(self) -> None:
        """That somebody watches, or does not any more: told once, however many have come and gone by then."""
        if self._telling is None:
            self._telling = get_running_loop().call_later(A_WHILE, self._table.post, self._tell_table_now)

    async def _tell_table_now(self) -> None:
        self._telling = None
        self.tell_table()

    def tell_all(self, message: Struct) -> None:
        frame = encoded(message)
        for connection in self._open:
            connection.tell(frame)

    async def _welcome(self, connection: Connection, version: int) -> Welcome:
        book, since = self._table.book, 0
        positions: tuple[Position, ...] = ()
        if book is not None:
            since, curtain = book.since(version), self._table.curtain
            hours, last = self._table.schedule.hours(), book.version
            if curtain is not None and self._only_watches(connection):
                self._watchers_know, last, since = curtain, curtain, min(since, curtain)
            look_back = partial(_look_back, book, connection.eyes, since, last, hours)
            if len(book.lines) <= AT_ONCE or book.remembers(since - 1):
                positions = look_back()
            else:
                positions = await self._house.threads.hurry(look_back)
        return Welcome(
            table=self._table.table(connection.seated_as),
            positions=positions,
            since=since,
            chat=tuple(map(seen.said, self._table.chat)),
            now=self._settings.now(),
        )

    def _look(self, connection: Connection) -> None:
        connection.eyes = seating.eyes_of(self._table.record, connection.seated_as)


def _look_back(book: Logbook, eyes: Sequence[Eyes], since: int, last: int, hours: Hours) -> tuple[Position, ...]:
    """For somebody who has seen nothing of a match, or little."""
    if last >= book.version:
        return tuple(map(seen.Standing(book, _worth_telling(book, book.steps_after(since)), hours).through, eyes))
    standing = seen.Standing(book, _worth_telling(book, book.steps_between(since, last)), hours)
    return tuple(seen.as_it_was(standing.through(its), last) for its in eyes)


def _worth_telling(book: Logbook, steps: Sequence[Step]) -> list[Step]:
    """Without the old moves of a very long match, but for those that make its score sheet."""
    score = book.game.round_score
    ended = [] if score is None else [its for its in steps[:-MOST_TOLD] if its.move and score(its.before, its.after)]
    return [*ended, *steps[-MOST_TOLD:]]
