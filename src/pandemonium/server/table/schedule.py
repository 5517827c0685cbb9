"""What a table does by itself: begins when all are there, lets bots move, stops clocks, goes to sleep."""

from __future__ import annotations

from asyncio import Task, create_task
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from weakref import proxy

from msgspec import Struct

from pandemonium.core.game import NATURE, USUAL_LEVEL, Seat
from pandemonium.server.settings import Settings
from pandemonium.server.table import salting
from pandemonium.server.table.logbook import Logbook
from pandemonium.server.table.seating import moves_himself
from pandemonium.server.table.thinking import Thinking

if TYPE_CHECKING:
    from pandemonium.server.table.live import LiveTable

SOON: Final = 600
"""A table whose clock runs out within so many seconds does not go to sleep."""
SHOWING: Final = 6
"""How much longer than for a pledge everybody waits for what was pledged."""
MOST_SILENCES: Final = 2
"""So often somebody may pledge, alone, and not show it: a browser can lose what it drew, and a network what it sent."""
SHORTEST_PAUSE: Final = 0.5
WATCHED: Final = 3
"""Where only bots play they take so many times longer: whoever watches sees every move."""
IN_A_ROW: Final = 5.0
"""So many seconds at most all bots at a table take together, between two moves of a person: half of it where the one
who plays wants them to move at once."""
LEAST_THOUGHT: Final = 0.05
"""In seconds: nobody answers with less, however many have moved before him."""
LONGEST_PAUSE: Final = 60.0
"""In seconds, after something could not be written down."""


class Hours(Struct, frozen=True, gc=False):
    """When something happens to those who are to act, in ms since 1970; None: never."""

    deadline: int | None = None
    cover_at: int | None = None


_NEVER: Final = Hours()


class Schedule:
    """Everything is found out again after each job, so nothing can be missed: what is due, and when to look again."""

    def __init__(self, table: LiveTable) -> None:
        self._table: LiveTable = proxy(table)  # In no circle: a table that falls asleep is gone at once.
        self.luck = table.settings.bot_luck(table.record.id)
        self._version = -1
        self._moved_at = 0.0
        self._person_moved_at = 0.0
        """Or when the table woke up: since then people wait for bots."""
        self._waits_for: tuple[bool, float] | None = None
        """For pledges or, when they are sealed, for salts; and since when."""
        self._silences: Counter[str] = Counter()
        """How often somebody has pledged and shown nothing. Who does so again adds nothing, and is not waited for."""
        self._idle_at: float | None = None
        self._thinking: Task[None] | None = None
        self._thought: tuple[Seat, Any] | None = None
        """What a bot will do as soon as its pause is over."""
        self._set_for: float | None = None
        self._pause = 0.0
        self._not_before = 0.0
        self._is_stopped = False

    def hours(self) -> Hours:
        """When the time of the people who are to act is up; or, where no clock runs, from when on a bot may sit in for
        them."""
        table, book = self._table, self._table.book
        if book is None or table.race is not None or book.is_over:
            return _NEVER
        awaited = [seat for seat in book.match.to_act if self.level(seat) is None]
        if not awaited:
            return _NEVER
        record, moved = table.record, book.lines[-1].made
        if record.per_move is not None:
            return Hours(deadline=moved + int(record.per_move * 1000 / table.settings.clock_speed))
        came = max([table.pages.came.get(record.chairs[seat].person, 0) for seat in awaited])
        return Hours(cover_at=max(moved, came) + int(1000 * table.settings.dawdle))

    def hold_back(self) -> None:
        """What was done could not be written down: nothing is done by itself for a while, and for longer each time."""
        self._pause = min(LONGEST_PAUSE, 2 * self._pause or SHORTEST_PAUSE)
        self._not_before = self._settings.monotonic() + self._pause

    def go_ahead(self) -> None:
        self._pause = self._not_before = 0.0

    def wind(self) -> None:
        """Set the alarm for whatever comes next."""
        if self._is_stopped:
            return
        now = self._settings.monotonic()
        times = [at for at in (self._begins_at(now), self._moves_at(now), self._sleeps_at(now)) if at is not None]
        at = max(min(times), self._not_before) if times else None
        if self._table.race is not None:
            self._table.race.tell_held()
        if at != self._set_for:
            self._set_for = at
            self._table.set_alarm(None if at is None else at - now)

    async def look(self) -> None:
        """Do what is due."""
        self._set_for = None
        table, now = self._table, self._settings.monotonic()
        if self._is_stopped or not _is_due(self._not_before, now):
            return
        if _is_due(self._begins_at(now), now):
            await self._begin()
        elif _is_due(self._moves_at(now), now) and table.book is not None:
            await (self._move(table.book) if table.race is None else table.race.act())
        elif _is_due(self._sleeps_at(now), now):
            table.sleep_if_idle()

    # When

    def _begins_at(self, now: float) -> float | None:
        """A full table begins when all are there, as soon as their browsers have added to the luck: first they pledge,
        then they show it."""
        record = self._table.record
        if record.state != "gathering":
            return None
        people = {chair.person for chair in record.chairs if chair.kind == "person"}
        full = all(chair.kind != "open" for chair in record.chairs)
        by_letter = record.per_move is not None and record.per_move >= 86_400
        if not full or not (by_letter or record.called or people <= self._table.pages.here):
            self._waits_for = None
            return None
        if self._waits_for is None or self._waits_for[0] != record.sealed:
            self._waits_for = (record.sealed, now)
        since = self._waits_for[1]
        if not record.sealed:
            return since if salting.all_pledged(record) else since + self._settings.salt_pause
        return since if salting.all_shown(record) else since + SHOWING * self._settings.salt_pause

    def _moves_at(self, now: float) -> float | None:
        """When a bot moves, or a clock has run out."""
        book = self._table.book
        if self._table.race is not None:
            return self._table.race.due(now)
        if book is None or book.is_over:
            return None
        if self._thinking is not None:
            return None
        if book.version != self._version:
            if self._version < 0 or not self._is_by_bot(book):
                self._person_moved_at = now
            self._version, self._thought, self._moved_at = book.version, None, now
        if bots := self._bots(book):
            if not (self._table.pages or self._somebody_will_come()):
                return None
            # Who takes his time thinks while the others look at what has happened.
            waits = self._thought is not None or self._thinking_room.is_quick(book.game, bots[0][1])
            return self._bots_at if waits else now
        if self._table.record.per_move is None or (deadline := self.hours().deadline) is None:
            return None
        left = (deadline - self._settings.now()) / 1000
        return now + left if self._table.pages or left < SOON else None

    def _sleeps_at(self, now: float) -> float | None:
        if self._table.pages or self._thinking is not None:
            self._idle_at = None
            return None
        if self._idle_at is None:
            self._idle_at = now + self._settings.idle
        return self._idle_at

    @property
    def _bots_at(self) -> float:
        """When the pause of the bots is over."""
        if not self._somebody_will_come():
            return self._moved_at + self._settings.bot_pause * WATCHED
        return self._moved_at + min(self._settings.bot_pause * self._tempo, self._share)

    @property
    def _tempo(self) -> float:
        """As the page of the one person who plays likes it; among people, as usual."""
        people = {chair.person for chair in self._table.record.chairs if moves_himself(chair)}
        if len(people) != 1:
            return 1.0
        return min([page.tempo for page in self._table.pages if page.seated_as in people], default=1.0)

    @property
    def _seconds_each(self) -> float | None:
        """How long the next bot may think at most; None, where nobody waits for it: as long as it likes."""
        return max(LEAST_THOUGHT, self._share) if self._somebody_will_come() else None

    @property
    def _share(self) -> float:
        """How many seconds are the next bot's: of those that are left for all, one part of as many as there are bots.
        So they never take more, however often each of them moves before a person does."""
        bots = max(1, sum(chair.kind == "bot" or chair.covered for chair in self._table.record.chairs))
        pauses = bots * self._settings.bot_pause * self._tempo  # Whoever opens a house may want them long.
        whole = max(IN_A_ROW * (1 + self._tempo) / 2, pauses)
        return max(0.0, whole - (self._moved_at - self._person_moved_at)) / bots

    def _is_by_bot(self, book: Logbook) -> bool:
        """Whether a bot has made the last move that was not nature's."""
        mover = next((move.by for move in reversed(book.match.moves) if move.by != NATURE), None)
        return mover is not None and self.level(mover) is not None

    def _somebody_will_come(self) -> bool:
        return any(map(moves_himself, self._table.record.chairs))

    @property
    def _thinking_room(self) -> Thinking:
        return self._table.house.thinking

    @property
    def _settings(self) -> Settings:
        return self._table.settings

    # What

    async def _begin(self) -> None:
        """One step nearer to the start: the pledges are sealed, the salts are there, or somebody shows none."""
        table, record = self._table, self._table.record
        self._waits_for = None
        silent = salting.silent(record)
        if not record.sealed:
            counted = {person for person in table.pages.here if self._silences[person] < MOST_SILENCES}
            await table.change(salting.sealed(record, counted))
        elif not silent:
            await table.begin(record)
        elif len(salting.salting_seats(record)) < 2:
            # What he has shown may be lost on the way: he can show it again, and nobody can choose anything by that.
            self._silences.update(silent)
            await table.change(salting.opened(record))
        elif record.called:
            # Nobody else is waited for; but the others' salts are known by now.
            self._silences.update(dict.fromkeys(silent, MOST_SILENCES))
            await table.change(salting.anew(record, self._settings.new_seed()))
        else:  # Or he could try until he likes the luck.
            await table.change(salting.without(record, silent))

    def _bots(self, book: Logbook) -> list[tuple[Seat, str]]:
        """Who of those to act is a bot, and of which level."""
        return [(seat, level) for seat in book.match.to_act if (level := self.level(seat)) is not None]

    def level(self, seat: Seat) -> str | None:
        """Of the bot that moves for this seat; None for a person who is expected to move."""
        chair = self._table.record.chairs[seat]
        if chair.kind == "bot":
            return chair.level
        return USUAL_LEVEL if chair.covered else None

    async def _move(self, book: Logbook) -> None:
        """The next bot moves; if there is none, one moves for somebody whose time is up."""
        bots = self._bots(book)
        seat, level = bots[0] if bots else (book.match.to_act[0], USUAL_LEVEL)
        if self._thought is not None and self._thought[0] == seat:
            await self._play(seat, self._thought[1])
        elif self._thinking_room.is_quick(book.game, level):
            await self._play(seat, self._thinking_room.answer(book.match, seat, level, self.luck))
        else:
            self._thinking = create_task(self._think(book, seat, level))

    async def _play(self, seat: Seat, what: object) -> None:
        """A bot's move: where it is not its own, everybody hears that somebody's time was up."""
        table, is_late = self._table, self.level(seat) is None
        await table.play(seat, what, None)
        if is_late:
            await table.change(table.noted(table.record, "timed-out", seat))

    async def _think(self, book: Logbook, seat: Seat, level: str) -> None:
        if seat not in book.match.to_act:  # Somebody has moved before it could begin.
            self._thinking = None
            self._table.post(self.look)
            return
        version, is_late = book.version, self.level(seat) is None
        try:
            what = await self._thinking_room.ask(
                self._table.record.id, book.match, seat, level, luck=self.luck, seconds=self._seconds_each
            )
        finally:
            self._thinking = None
        self._table.post(partial(self._answer, seat, what, version, is_late=is_late))

    async def _answer(self, seat: Seat, what: object, version: int, *, is_late: bool) -> None:
        """A bot has thought. Its own move waits for the end of its pause; one for somebody who is late does not."""
        book = self._table.book
        if book is None or book.version != version or (self.level(seat) is None) != is_late:
            return  # Something has happened meanwhile, or somebody has come back.
        if is_late or _is_due(self._bots_at, self._settings.monotonic()):
            await self._play(seat, what)
        else:
            self._thought = (seat, what)

    @property
    def has_thought(self) -> bool:
        """Whether a bot knows what it will do, and waits for the end of its pause."""
        return self._thought is not None

    def stop(self) -> None:
        """For good: the house closes. What is being thought about is of no use any more."""
        self._is_stopped = True
        if self._thinking is not None:
            self._thinking.cancel()


def _is_due(at: float | None, now: float) -> bool:
    return at is not None and at <= now + 0.001
