"""Before the start of a race: whom the next round waits for, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Final
from weakref import proxy

from pandemonium.core.game import Race, Seat
from pandemonium.server.table import seating
from pandemonium.server.transport.connection import Connection
from pandemonium.server.wire.messages import Held

if TYPE_CHECKING:
    from pandemonium.server.table.live import LiveTable

UNMEASURED: Final = 2.0
"""How long the start waits until something is known of a connection, in seconds."""
BRISK: Final = 2.5
AT_ONCE: Final = inf


class Waiting:
    """Nature is held until everybody is ready, or has been waited for."""

    def __init__(self, table: LiveTable, rules: Race[Any, Any, Any]) -> None:
        self._table: LiveTable = proxy(table)
        self._rules = rules
        self.since: float | None = None
        """By the clock of the house; None while a round runs."""
        self._hour = 0
        """The same in ms since 1970."""
        self._ready: set[str] = set()
        self._finish: set[str] = set()
        """Who wants to see no more than how it ends."""
        self._has_raced: dict[str, bool] = {}
        """Whether those who came had played this to its end before."""

    def begin(self, now: float) -> None:
        """The next round waits from now on."""
        self.since, self._hour = now, self._table.settings.now()

    def end(self) -> None:
        """It starts."""
        self.since = None
        self._ready.clear()

    def ready(self, person: str) -> None:
        """Somebody has seen enough of the last round."""
        self._ready.add(person)

    def finish(self, person: str) -> None:
        """Somebody does not want to see what the bots do among themselves."""
        self._finish.add(person)

    @property
    def pace(self) -> float:
        """How many times faster than for people time runs: bots do not need it, and nobody waits for them."""
        if not self.only_bots:
            return 1.0
        here = self._people() & self._table.pages.here
        return AT_ONCE if here and here <= self._finish else BRISK

    @property
    def only_bots(self) -> bool:
        """Whether people sit here, and none of them races any more."""
        return bool(self._people()) and not self._players()

    async def meet(self, connection: Connection) -> None:
        """Find out whether somebody who came has raced before."""
        person, record = connection.person, self._table.record
        if person is not None and person in record.people and person not in self._has_raced:
            before = await self._table.house.store.matches_of(person, record.game, None, 1)
            self._has_raced[person] = bool(before)

    def held(self) -> Held:
        """As everybody is told."""
        pause, waits_for = self._pause(), self._waits_for()
        return Held(
            round=self._round,
            waits_for=waits_for,
            starts_at=None if pause is None else self._hour + round(1000 * pause),
            cover_at=self._hour + round(1000 * self._table.settings.dawdle) if waits_for else None,
            slow=self.is_slow,
            only_bots=self.only_bots,
        )

    def awaited(self) -> tuple[Seat, ...]:
        """Those who race and are not ready, whether they are here or not."""
        ready = self._ready & self._table.pages.here
        chairs = self._table.record.chairs
        return tuple(
            seat for seat in self._runners() if seating.moves_himself(chairs[seat]) and chairs[seat].person not in ready
        )

    def starts_at(self, now: float) -> float | None:
        """When everybody is ready; where the clock runs, or nobody is waited for, after a while. Nothing starts while
        the players are away."""
        table = self._table
        people = self._people()
        nobody_here = not table.pages or (people and not people & table.pages.here)
        if self.since is None or nobody_here:
            self.begin(now)
        if nobody_here:
            return None
        assert self.since is not None
        awaited = self._players() or people
        if awaited and awaited <= self._ready & table.pages.here:
            at = self.since
        elif (pause := self._pause()) is not None:
            at = self.since + pause
        else:
            return None
        if not self.only_bots and not all(
            connection.trips.is_known for connection in table.pages if connection.seated_as in people
        ):
            at = max(at, self.since + UNMEASURED)
        return at

    def covers_at(self, now: float) -> float | None:
        """When somebody has been away for so long that a bot sits in for him."""
        table = self._table
        if not self._people() & table.pages.here:
            return None
        since = (table.pages.away.get(person, 0) for person in self._absent())
        return min((now + table.settings.race_away - (table.settings.now() - at) / 1000 for at in since), default=None)

    async def cover_the_absent(self, *, at_once: bool) -> None:
        """A bot sits in for those who are away: for all of them, or for those who have been so for long enough."""
        table, record = self._table, self._table.record
        now, patience = table.settings.now(), 0 if at_once else 1000 * table.settings.race_away
        gone = {person for person in self._absent() if now - table.pages.away.get(person, 0) >= patience}
        for seat, chair in enumerate(record.chairs):
            if chair.person in gone and not chair.covered:
                record = table.noted(seating.cover(record, seat, covered=True), "covered", seat)
        if record != table.record:
            await table.change(record)

    @property
    def is_slow(self) -> bool:
        """Whether this is the first round of somebody who plays alone with bots, and has never raced."""
        record = self._table.record
        is_new = not any(self._has_raced.get(person, True) for person in record.players)
        is_alone = len(record.players) == 1 and any(chair.kind == "bot" for chair in record.chairs)
        return is_new and is_alone and self._round == 1

    def _pause(self) -> float | None:
        """How long the start waits for those who are not ready; None: as long as they like."""
        settings = self._table.settings
        if not self._players():
            return settings.race_look / self.pace
        return settings.race_pause if self._table.record.public else None

    def _people(self) -> set[str]:
        """Who sits here himself."""
        return {chair.person for chair in self._table.record.chairs if seating.moves_himself(chair)}

    def _players(self) -> set[str]:
        """Whom the next round waits for."""
        chairs = [self._table.record.chairs[seat] for seat in self._runners()]
        return {chair.person for chair in chairs if seating.moves_himself(chair)}

    def _runners(self) -> Sequence[Seat]:
        return self._rules.players(self._table.playing().match.state)

    def _absent(self) -> set[str]:
        return self._players() - self._table.pages.here

    def _waits_for(self) -> tuple[Seat, ...]:
        silent = (self._players() & self._table.pages.here) - self._ready
        return tuple(seat for seat in self._runners() if self._table.record.chairs[seat].person in silent)

    @property
    def _round(self) -> int:
        return self._rules.round(self._table.playing().match.state)
