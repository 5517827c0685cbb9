"""Tables as they are listed: those of the lobby, a person's own, and the matches that he has played."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from pandemonium.core.game import Refusal, Result, Seat
from pandemonium.games import open as open_box
from pandemonium.server.table import seating, seen
from pandemonium.server.table.fair_lobby import fair
from pandemonium.server.table.logbook import Logbook, fold
from pandemonium.server.wire.answers import Matches, Played
from pandemonium.server.wire.table import Table
from pandemonium.storage.records import TableRecord

if TYPE_CHECKING:
    from pandemonium.server.house import House

GATHERING_FOR: Final = 6 * 3_600_000
PLAYING_FOR: Final = 7 * 86_400_000
MOST_LISTED: Final = 60
MATCHES_AT_ONCE: Final = 20
TURNS_KEPT: Final = 2_000
LOOKED_AT: Final = 200
"""So many public tables that are asleep are looked at for the lobby, which has room for fewer."""


class Lists:
    """What a reader is shown of tables, without waking them: those awake as they are, here or elsewhere; those
    asleep as they are on disk."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._store = house.store
        self._awake = house.tables
        self._turns: OrderedDict[tuple[str, int], tuple[int, ...]] = OrderedDict()
        """Whose turn it is at tables that are asleep, and of which version that is known."""

    async def shown(self, id: str, reader: str | None) -> Table:
        """A table as the reader may see it, without waking it. Raises Refusal."""
        if id in self._awake:
            return self._awake[id].table(reader)
        if elsewhere := await self._house.awake_elsewhere([id], reader):
            return elsewhere[id].table
        record = await self._store.table(id)
        if record is None:
            raise Refusal("no-table")
        return (await self._asleep([record], reader))[0]

    async def lobby(self, game: str | None, reader: str | None) -> list[Table]:
        """Public tables that gather people, and those in play: those where somebody is there first, then the newest."""
        now = self._house.settings.now()
        asleep = await self._store.open_tables(game, now - PLAYING_FOR, now - GATHERING_FOR, LOOKED_AT)
        records = {record.id: record for record in asleep} | self._awake_in_public(game)
        elsewhere = await self._house.awake_elsewhere(list(records), reader)

        def is_deserted(record: TableRecord) -> bool:
            if record.id in self._awake:
                return not self._awake[record.id].pages.here
            return record.id not in elsewhere or elsewhere[record.id].deserted

        ordered = sorted(records.values(), key=lambda its: (is_deserted(its), -its.made))
        return await self._listed(fair(ordered, MOST_LISTED), reader, elsewhere)

    def _awake_in_public(self, game: str | None) -> dict[str, TableRecord]:
        """Whoever waits at one of them is found, however many his neighbours have set since."""
        records = (table.record for table in self._awake.values())
        return {
            its.id: its for its in records if its.public and its.state != "over" and (game is None or its.game == game)
        }

    async def tables_of(self, person: str, game: str | None) -> list[Table]:
        """The unfinished tables of a person, newest first, and whose turn it is there."""
        records = await self._store.tables_of(person, game, MOST_LISTED)
        elsewhere = await self._house.awake_elsewhere([record.id for record in records], person)
        tables = await self._listed(records, person, elsewhere)
        turns = [await self._turn(record, table.moves) for record, table in zip(records, tables, strict=True)]
        return [replace(table, to_act=turn) for table, turn in zip(tables, turns, strict=True)]

    async def _turn(self, record: TableRecord, version: int) -> tuple[int, ...]:
        if record.state != "playing":
            return ()
        if record.id in self._awake:
            table = self._awake[record.id]
            if table.book is None or table.book.is_over:
                return ()
            return tuple(table.book.match.to_act) or (() if table.race is None else table.race.awaited)
        known = (record.id, version)
        if known not in self._turns:
            book = await self._house.threads.take(fold, record, await self._store.log(record.id))
            self._turns[known] = tuple(book.match.to_act or _runners(book))
            if len(self._turns) > TURNS_KEPT:
                self._turns.popitem(last=False)
        if open_box(record.game).race is None:
            return self._turns[known]
        return tuple(seat for seat in self._turns[known] if seating.moves_himself(record.chairs[seat]))

    async def matches_of(self, person: str, game: str | None, before: str | None) -> Matches:
        """What a person has played to its end, the last first."""
        ended, _, id = (before or "").partition("-")
        found = await self._store.matches_of(person, game, (int(ended), id) if before else None, MATCHES_AT_ONCE + 1)
        shown = found[:MATCHES_AT_ONCE]
        tables = await self._listed([record for _, record in shown], person)
        played = [
            Played(table=table, seats=_were(record, person), ended=ended, result=await self._result(record))
            for (ended, record), table in zip(shown, tables, strict=True)
        ]
        more = f"{shown[-1][0]}-{shown[-1][1].id}" if len(found) > len(shown) else None
        return Matches(matches=tuple(played), before=more)

    async def _result(self, record: TableRecord) -> Result | None:
        if record.result is not None or record.stopped is not None:
            return record.result
        # Older houses did not write it down.
        book = await self._house.threads.take(fold, record, await self._store.log(record.id))
        return book.result

    async def _listed(
        self,
        records: Sequence[TableRecord],
        reader: str | None,
        elsewhere: Mapping[str, seen.Seen] = MappingProxyType({}),
    ) -> list[Table]:
        shown = {id: its.table for id, its in elsewhere.items()}
        # Before anybody waits for the others: meanwhile those that are awake may fall asleep.
        shown |= {its.id: self._awake[its.id].table(reader) for its in records if its.id in self._awake}
        asleep = await self._asleep([record for record in records if record.id not in shown], reader)
        shown |= {table.id: table for table in asleep}
        return [shown[record.id] for record in records]

    async def _asleep(self, records: Sequence[TableRecord], reader: str | None) -> list[Table]:
        names = await self._house.names(records)
        sizes = await self._store.log_sizes([record.id for record in records])
        return [seen.table(record, reader, names=names, moves=sizes.get(record.id, 0)) for record in records]


def _were(record: TableRecord, person: str) -> tuple[int, ...]:
    """The seats on which he played, to the end or until he gave up."""
    return tuple(seat for seat, chair in enumerate(record.chairs) if person in (chair.person, chair.gave_up))


def _runners(book: Logbook) -> Sequence[Seat]:
    """Who is in the next round of a race."""
    race = book.game.race
    return () if race is None or book.is_over else race.players(book.match.state)
