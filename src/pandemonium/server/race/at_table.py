"""A race at a table: its rounds, which attempts come in, and when each is decided. judge.py says who was first."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, Final
from weakref import proxy

from pandemonium.core.bots import answers, bot_of
from pandemonium.core.chance import FairChance, lots
from pandemonium.core.game import NATURE, PUBLIC, Illegal, Move, Race, Refusal, Seat
from pandemonium.server.race.judge import HERE, REFUSED, STEADY_AFTER, Account, Heat, Link, Timed, is_steady
from pandemonium.server.race.round_trips import SELDOM
from pandemonium.server.race.waiting import Waiting
from pandemonium.server.table.logbook import Logbook
from pandemonium.server.transport.connection import Connection
from pandemonium.server.transport.frames import encoded
from pandemonium.server.wire.messages import Held, Receipt, Steady
from pandemonium.storage.store import NOT_SAVED

if TYPE_CHECKING:
    from pandemonium.core.bots import Answer
    from pandemonium.server.table.live import LiveTable

CLOSELY: Final = 0.5
"""How often connections are measured while it matters, in seconds."""
SOON: Final = 1.0
"""A timer may be early by so many ms."""
JUST_NOW: Final = 1.0
"""Who acts within so many seconds after the end was only too slow."""
ANY: Final = 1_000
"""A reaction that no rule minds, to ask what else they mind."""
HELD_BACK: Final = 3
"""So many times longer the bots take in the first round of somebody who has never raced."""
LAST_MOMENT: Final = 300
"""And so many ms before the bell at the latest."""
RECEIPTS_KEPT: Final = 8
MOST_CALLED_OFF: Final = 3
"""So often a round is started again because the house stumbled: one that always does must still come to an end."""


class Sender:
    """Who sent an attempt, and how he hears what came of it."""

    __slots__ = ("done", "refuse", "request")

    def __init__(self, request: str, done: Callable[[int], None], refuse: Callable[[Refusal], None]) -> None:
        self.request = request
        self.done = done
        self.refuse = refuse


class LiveRace:
    """Nature is held before each start. What stands in the log says how far a race has come: after a restart it goes
    on from there."""

    def __init__(self, table: LiveTable, rules: Race[Any, Any, Any]) -> None:
        self._table: LiveTable = proxy(table)
        self._now = table.settings.monotonic
        self._rules = rules
        self._waiting = Waiting(table, rules)
        self._held_told: Held | None = None
        self._reveal_at: float | None = None
        self._heat: Heat | None = None
        self._revealed = 0.0
        self._round = 0
        self._sent: dict[Seat, float] = {}
        """When the reveal was sent to each: a page that is loaded anew does not get its time back."""
        self._bots: list[Answer] = []
        self._senders: dict[Timed, Sender] = {}
        self._accounts: dict[Seat, Account] = {}
        self._reactions: dict[Seat, deque[float]] = {}
        self._called_off: Counter[int] = Counter()
        """How often, by round."""
        self.receipts: deque[Receipt] = deque(maxlen=RECEIPTS_KEPT)
        """The last of them."""
        self._unkept: deque[Receipt] = deque()
        """Those that are not on disk yet: nobody has heard of them."""

    # What pages do

    async def greet(self, connection: Connection) -> None:
        """Somebody came: measure his connection, and let him wait for the start with the others."""
        connection.trips.watch(CLOSELY if self._is_close else SELDOM)
        if self._reveal_at is not None:
            self._tell_steady(connection, self._reveal_at)
        elif (held := self.held) is not None:
            connection.tell(encoded(held))
        await self._waiting.meet(connection)

    def tell_held(self) -> None:
        """Whom the start waits for, to everybody, as often as that changes."""
        held = self.held
        if held != self._held_told:
            self._held_told = held
            if held is not None:
                self._table.pages.tell_all(held)

    @property
    def held(self) -> Held | None:
        """What the next round waits for; None while one runs, or is about to."""
        book = self._table.book
        if book is None or book.is_over or book.match.to_act or self._reveal_at is not None:
            return None
        return None if self._waiting.since is None else self._waiting.held()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Whom the next round waits for; nobody when it is about to start."""
        return () if self._reveal_at is not None else self._waiting.awaited()

    def ready(self, person: str) -> None:
        """Somebody has seen enough of the last round."""
        if self._table.playing().match.is_held:
            self._waiting.ready(person)

    def finish(self, person: str) -> None:
        """Somebody wants to know how it ends, and no more. Raises Refusal."""
        if not self._waiting.only_bots:
            raise Refusal("others-race")
        self._waiting.finish(person)

    async def attempt(self, seat: Seat, what: Any, connection: Connection, sender: Sender) -> None:
        """An attempt came in. It is decided later, and then heard of. Raises Refusal."""
        book = self._table.playing()
        if not book.match.to_act and self.receipts and self._now() - (self._waiting.since or 0) < JUST_NOW:
            raise Refusal("called-off" if self.receipts[-1].stumbled else "race-over")
        _check(book, seat, self._rules.timed(what, ANY))
        heat = self._running(book)
        for attempt in heat.pending:
            if attempt.seat == seat:
                before = self._senders.get(attempt)
                if before is None or before.request != sender.request:
                    raise Refusal("attempt-counts")
                self._senders[attempt] = sender
                return
        heat.accounts.setdefault(seat, self._account(seat))
        arrived = 1000 * (connection.arrived - self._sent.get(seat, self._revealed))
        attempt = heat.time(seat, what, self._rules.reaction(what), arrived, self._link(seat, connection))
        if attempt in heat.pending:
            self._senders[attempt] = sender
        elif attempt.verdict == "burnt":
            raise Refusal("burnt")
        else:
            _check(book, seat, self._rules.timed(what, round(attempt.counted)))  # The rules say why it cannot count.

    @property
    def curtain(self) -> int | None:
        """While a race runs, the version before it was started: who only watches sees no further, or he could tell a
        player what he sees. None when it is decided, or if only bots play."""
        book = self._table.book
        if book is None or book.is_over or not book.match.to_act:
            return None
        if not any(chair.person for chair in self._table.record.chairs):
            return None
        moves, place = book.match.moves, len(book.match.moves) - 1
        while place > 0 and moves[place].by != NATURE:
            place -= 1
        return book.lines[place - 1].seq if place > 0 else 0

    # What is due

    def due(self, now: float) -> float | None:
        """When something happens next, by the clock of the house."""
        book = self._table.book
        if self._unkept:
            return now
        if book is None or book.is_over:
            return None
        if not book.match.to_act:
            if self._reveal_at is not None:
                return self._reveal_at
            waiting = self._waiting
            times = [at for at in (waiting.starts_at(now), waiting.covers_at(now)) if at is not None]
            return min(times, default=None)
        heat = self._running(book)
        times = [heat.ends_at()]
        if self._bots:
            times.append(self._bots[0].ms)
        if (settled := heat.settles_at()) is not None:
            times.append(settled)
        return self._revealed + min(times) / 1000 / self._waiting.pace

    async def act(self) -> None:
        """Do what is due."""
        book = self._table.playing()
        if self._unkept:
            await self._keep_receipts()
        elif book.match.to_act:
            await self._run(book, self._running(book))
        elif self._reveal_at is not None:
            await self._reveal()
        elif (at := self._waiting.starts_at(self._now())) is not None and at <= self._now() + SOON / 1000:
            await self._waiting.cover_the_absent(at_once=True)
            self._steady()
        else:
            await self._waiting.cover_the_absent(at_once=False)

    def _steady(self) -> None:
        low, high = self._table.settings.suspense
        self._reveal_at = self._now() + self._table.settings.luck().uniform(low, high) / self._waiting.pace
        self._measure(CLOSELY)
        for connection in self._table.pages:
            self._tell_steady(connection, self._reveal_at)

    def _tell_steady(self, connection: Connection, reveal_at: float) -> None:
        number = self._number(self._table.playing())
        connection.tell(encoded(Steady(number, max(0, round(1000 * (reveal_at - self._now()))))))

    async def _reveal(self) -> None:
        """The moment itself: drawn, on disk, and sent."""
        self._reveal_at = None
        self._waiting.end()
        self._sent = {}
        self._heat = None
        self._table.house.pulse.watch(self)
        await self._table.nature(Logbook.release)
        now = self._now()
        for connection in self._table.pages:
            self._sent |= {eyes: now for eyes in connection.eyes if eyes != PUBLIC}
            connection.trips.ping()

    # The round itself

    def _running(self, book: Logbook) -> Heat:
        if self._heat is None:
            self._heat = self._begin(book)
        self._heat.watches({seat: self._link(seat) for seat in book.match.to_act if self._connections(seat)})
        return self._heat

    def _begin(self, book: Logbook) -> Heat:
        """The round that runs now: it has just begun, or the house has just woken up in the middle of it."""
        table, match = self._table, book.match
        since = table.settings.now() - table.record.began - self._started_at(book)
        self._revealed = min(self._sent.values(), default=self._now() - max(0, since) / 1000)
        self._round = self._number(book)
        table.house.pulse.watch(self)
        self._senders = {}
        levels = {seat: level for seat in match.to_act if (level := table.schedule.level(seat)) is not None}
        luck = table.schedule.luck
        self._bots = answers(match, {seat: (bot_of(book.game, level), luck) for seat, level in levels.items()})
        owed = match.owed
        deadline = 0 if owed is None else owed.at - self._started_at(book)
        if self._waiting.is_slow:
            self._bots = [its._replace(ms=min(HELD_BACK * its.ms, deadline - LAST_MOMENT)) for its in self._bots]
        return Heat(
            {seat: self._account(seat) for seat in match.to_act}, deadline, self._rules.fastest, self._lots(book)
        )

    def _lots(self, book: Logbook) -> FairChance:
        assert book.match.chance is not None
        return lots(book.match.chance, self._round)

    def _account(self, seat: Seat) -> Account:
        return self._accounts.setdefault(seat, Account())

    async def _run(self, book: Logbook, heat: Heat) -> None:
        if (stumbled := self._stumbled(heat)) > 0 and self._called_off[self._round] < MOST_CALLED_OFF:
            await self._call_off(heat, stumbled)
            return
        pace = self._waiting.pace
        now = inf if pace == inf else 1000 * (self._now() - self._revealed) * pace + SOON
        while self._bots and self._bots[0].ms <= now:
            bot = self._bots.pop(0)
            if bot.seat in book.match.to_act and self._table.schedule.level(bot.seat) is not None:
                heat.enter(bot.seat, bot.action, bot.ms)
        while (attempt := heat.next(now, partial(self._clash, book))) is not None:
            await self._play(book, heat, attempt)
            if self._table.book is not book or not book.match.to_act:
                break
        else:
            if now >= heat.ends_at():
                await self._table.nature(Logbook.wait)
        if self._table.book is not book:
            self._begin_again(heat)
        elif not book.match.to_act:
            await self._finish(heat)

    async def _play(self, book: Logbook, heat: Heat, attempt: Timed) -> None:
        sender, counted = self._senders.pop(attempt, None), round(attempt.counted)
        what, at = self._rules.timed(attempt.what, counted), self._started_at(book) + counted
        try:
            if sender is None:
                await self._table.play(attempt.seat, what, None, at=at)
            else:
                await self._table.play(attempt.seat, what, sender.request, sender.done, at=at)
        except Refusal as refusal:
            heat.gone(attempt)
            if sender is not None:
                sender.refuse(refusal)

    def _begin_again(self, heat: Heat) -> None:
        """What was decided could not be written down: the round runs on from what is, and who waits may try again."""
        for attempt in heat.drop():
            if (sender := self._senders.pop(attempt, None)) is not None:
                sender.refuse(Refusal(NOT_SAVED))
        self._heat, self._bots = None, []

    async def _finish(self, heat: Heat) -> None:
        """The bell has rung: whoever was still waiting hears that he was too slow, and all get the receipt."""
        for attempt in heat.drop():
            if (sender := self._senders.pop(attempt, None)) is not None:
                sender.refuse(Refusal("race-over"))
        receipt = heat.receipt(self._round, self._table.playing().version, self._steady_ones(heat))
        await self._ends(receipt)

    def _stumbled(self, heat: Heat) -> int:
        """For how many ms the house stood still when it should have sent the start, or read somebody's attempt."""
        attempts = [self._revealed + arrived / 1000 for arrived in heat.hands()]
        return round(1000 * self._table.house.pulse.missed([self._revealed, *attempts]))

    async def _call_off(self, heat: Heat, stumbled: int) -> None:
        """Nobody could be timed fairly: rather than draw lots, the round is started again."""
        await self._table.nature(Logbook.call_off)
        self._called_off[self._round] += 1
        for attempt in heat.call_off():
            if (sender := self._senders.pop(attempt, None)) is not None:
                sender.refuse(Refusal("called-off"))
        await self._ends(heat.receipt(self._round, self._table.playing().version, stumbled=stumbled))

    async def _ends(self, receipt: Receipt) -> None:
        self._heat, self._bots = None, []
        self._waiting.begin(self._now())
        self._table.house.pulse.leave(self)
        self.receipts.append(receipt)
        self._table.house.figures.raced(receipt)
        self._measure(SELDOM)
        self._unkept.append(receipt)
        await self._keep_receipts()

    async def _keep_receipts(self) -> None:
        """Onto the disk, and only then to everybody."""
        with suppress(Refusal):  # The round stands without it; it is tried again.
            while self._unkept:
                await self._table.keep_receipt(self._unkept[0])
                self._table.pages.tell_all(self._unkept.popleft())

    def remember(self, receipts: Iterable[Receipt]) -> None:
        """What was decided before the table fell asleep, the oldest first."""
        for receipt in receipts:
            self.receipts.append(receipt)
            for line in receipt.lines:
                if line.counted is not None and not line.bot:
                    self._reactions_of(Seat(line.seat)).append(line.counted)

    def _steady_ones(self, heat: Heat) -> set[Seat]:
        """Whose reactions lie closer together than a person's, this round's among them."""
        for attempt in heat.decided:
            if not attempt.bot and attempt.verdict not in REFUSED:
                self._reactions_of(attempt.seat).append(attempt.counted)
        return {seat for seat, reactions in self._reactions.items() if is_steady(reactions)}

    def _reactions_of(self, seat: Seat) -> deque[float]:
        return self._reactions.setdefault(seat, deque(maxlen=STEADY_AFTER))

    def _clash(self, book: Logbook, one: Timed, other: Timed) -> bool:
        """Whether only one of the two can have what he wants: whoever comes second finds it gone."""
        return self._shuts_out(book, one, other) and self._shuts_out(book, other, one)

    def _shuts_out(self, book: Logbook, first: Timed, second: Timed) -> bool:
        match, timed = book.match, self._rules.timed
        try:
            state = _check(book, first.seat, timed(first.what, round(first.counted)))
        except Illegal:
            return False
        try:
            match.game.rules.apply(state, Move(second.seat, timed(second.what, round(second.counted)), match.now))
        except Illegal:
            return True
        return False

    def _number(self, book: Logbook) -> int:
        return self._rules.round(book.match.state)

    @staticmethod
    def _started_at(book: Logbook) -> int:
        """When the race was started, in the match's time."""
        return next((move.at for move in reversed(book.match.moves) if move.by == NATURE), 0)

    # Connections

    @property
    def _is_close(self) -> bool:
        return self._reveal_at is not None or self._heat is not None

    def _connections(self, seat: Seat) -> list[Connection]:
        return [connection for connection in self._table.pages if seat in connection.eyes]

    def _link(self, seat: Seat, connection: Connection | None = None) -> Link:
        """Of several pages of one person, the nearest counts: he has seen the start there."""
        pages = self._connections(seat)
        links = [
            its.trips.link() for its in ([connection] if connection is not None and connection not in pages else pages)
        ]
        return min(links, key=lambda link: link.usual, default=HERE)

    def _measure(self, every: float) -> None:
        for connection in self._table.pages:
            connection.trips.watch(every)


def _check(book: Logbook, seat: Seat, what: Any) -> Any:
    """The state after this; raises what the rules have against it."""
    match = book.match
    return match.game.rules.apply(match.state, Move(seat, what, match.now))
