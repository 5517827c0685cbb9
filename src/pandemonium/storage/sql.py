"""What the house keeps, in SQL: the same words for SQLite and for PostgreSQL, so that they mean the same.

Where the two do not speak alike, each store says it in its own words. Who comes to the house stands in people.py."""

from __future__ import annotations

from asyncio import Future
from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from pandemonium.core.game import NATURE, Seat
from pandemonium.storage.people import EXPIRED, SqlPeople
from pandemonium.storage.records import ENCODE, Entry, Line, TableRecord
from pandemonium.storage.statements import Row, Statement
from pandemonium.storage.store import Clash

_DECODE: Final = msgspec.json.Decoder(TableRecord)

_NEW_TABLE: Final = """INSERT INTO tables (id, game, state, public, made, record, revision)
    VALUES (?, ?, ?, ?, ?, ?, 0)"""
_TABLE: Final = "UPDATE tables SET state = ?, record = ?, revision = ? WHERE id = ? AND revision = ?"
_COMPANY: Final = "INSERT INTO company VALUES (?, ?) ON CONFLICT DO NOTHING"
_PLAYED: Final = "INSERT INTO played VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_LISTED: Final = "INSERT INTO lobby VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
_UNLISTED: Final = "DELETE FROM lobby WHERE table_id = ?"
_CROWD: Final = """DELETE FROM lobby WHERE table_id IN (SELECT table_id FROM (
    SELECT table_id, row_number() OVER (ORDER BY of_host, made DESC, table_id) AS nth FROM (
        SELECT table_id, made, row_number() OVER (PARTITION BY host ORDER BY made DESC, table_id) AS of_host
        FROM lobby WHERE maker = ?
    ) AS its) AS ranked WHERE nth > ?)"""
_LOBBY: Final = """SELECT record FROM (
        SELECT id, row_number() OVER (PARTITION BY maker ORDER BY of_host, made DESC, id) AS nth FROM (
            SELECT id, maker, lobby.made AS made,
                row_number() OVER (PARTITION BY maker, host ORDER BY lobby.made DESC, id) AS of_host
            FROM lobby JOIN tables ON id = table_id WHERE lobby.made >= ? AND state <> 'over'
            AND (state = 'playing' OR lobby.made >= ?) AND (CAST(? AS TEXT) IS NULL OR game = ?)
        ) AS its
    ) AS ranked JOIN tables ON tables.id = ranked.id ORDER BY nth, made DESC, tables.id LIMIT ?"""
_CHAT: Final = "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_RECEIPT: Final = "INSERT INTO receipts VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_PROBE: Final = "INSERT INTO tokens VALUES (?, ?, ?) ON CONFLICT (digest) DO UPDATE SET expires = excluded.expires"
COUNT_TABLES: Final = "SELECT game, state, count(*) FROM tables GROUP BY game, state"
_FORGET: Final = "DELETE FROM tables WHERE id = ? AND state <> 'playing'"
_FORGET_ITS: Final = tuple(
    f"DELETE FROM {what} WHERE table_id = ? AND NOT EXISTS (SELECT 1 FROM tables WHERE id = table_id)"  # noqa: S608
    for what in ("events", "chat", "receipts", "played", "company", "lobby")
)
"""Of a table that is gone: another node may have begun to play at it since it was found to be old."""
_FORGET_GUEST: Final = "DELETE FROM people WHERE id = ? AND id NOT IN (SELECT person FROM company)"

SOME_MORE: Final = 4
"""So many times more of a person's tables are looked at than shown: he may have left some of them."""
LATEST: Final = 2**62
FROM_ONE_ADDRESS: Final = 30
"""So many public tables from one address stand in the lobby, those of its guests by turns: what it costs to look there
does not depend on how many somebody has set."""


class SqlStore(SqlPeople):
    """A store in a database that understands SQL."""

    event: str
    """Adds all rows to the log at once, and fails if a table is not there as its writer knows it: the first
    of its rows has the table's revision last, and the number of the log after which it comes."""
    ended: str
    """When a table was over, from its record; 0 if the record does not say it."""

    async def close(self) -> None:
        raise NotImplementedError

    # Tables and their logs

    async def new_table(self, record: TableRecord, entries: Sequence[Entry] = ()) -> None:
        log = [Statement(self.event, _events(record, entries), at_once=True)] if entries else []
        await self._write(lambda: self.table(record.id), *_table(record), *log)

    def append(self, table: TableRecord, entries: Sequence[Entry], *, changed: bool = False) -> Future[None]:
        events = Statement(self.event, _events(table, entries), at_once=True)
        return self.writer.write(*_table(table), events) if changed else self.writer.write(events)

    async def save_table(self, *records: TableRecord) -> None:
        await self.writer.write(*(statement for record in records for statement in _table(record)))

    async def table(self, id: str) -> TableRecord | None:
        rows = await self._rows("SELECT record, revision FROM tables WHERE id = ?", id)
        # A house from before there were revisions leaves those in the record behind.
        return replace(_DECODE.decode(rows[0][0]), revision=rows[0][1]) if rows else None

    async def count_tables(self) -> dict[tuple[str, str], int]:
        rows = await self._rows(COUNT_TABLES)
        return {(game, state): tables for game, state, tables in rows}

    async def log(self, table: str) -> list[Entry]:
        rows = await self._rows(
            "SELECT seq, by, what, at, made, asked FROM events WHERE table_id = ? ORDER BY seq", table
        )
        return [
            Entry(seq, NATURE if by is None else Seat(by), None if what is None else what.encode(), at, made, request)
            for seq, by, what, at, made, request in rows
        ]

    async def log_sizes(self, tables: Sequence[str]) -> dict[str, int]:
        if not tables:
            return {}
        marks = ", ".join("?" * len(tables))
        text = f"SELECT table_id, max(seq) FROM events WHERE table_id IN ({marks}) GROUP BY table_id"  # noqa: S608
        return dict(await self._rows(text, *tables))

    async def open_tables(self, game: str | None, since: int, gathering: int, most: int) -> list[TableRecord]:
        return _records(await self._rows(_LOBBY, since, gathering, game, game, most))

    async def tables_of(self, person: str, game: str | None, most: int) -> list[TableRecord]:
        rows = await self._rows(
            """SELECT record FROM company JOIN tables ON tables.id = company.table_id
            WHERE person = ? AND state <> 'over' AND (CAST(? AS TEXT) IS NULL OR game = ?)
            ORDER BY made DESC, id LIMIT ?""",
            person,
            game,
            game,
            SOME_MORE * most,
        )
        # Who rose again, gave up, or does not want to play again has been there and is not any more.
        return [record for record in _records(rows) if person in record.people | record.invited][:most]

    async def matches_of(
        self, person: str, game: str | None, before: tuple[int, str] | None, most: int
    ) -> list[tuple[int, TableRecord]]:
        ended, table = before or (LATEST, "")
        rows = await self._rows(
            """SELECT ended, record FROM played JOIN tables ON tables.id = played.table_id
            WHERE person = ? AND (ended, table_id) < (?, ?) AND (CAST(? AS TEXT) IS NULL OR game = ?)
            ORDER BY ended DESC, table_id DESC LIMIT ?""",
            person,
            ended,
            table,
            game,
            game,
            most,
        )
        return [(ended, _DECODE.decode(record)) for ended, record in rows]

    # Chat

    async def say(self, table: str, line: Line, request: str) -> bool:
        row = (table, line.seq, line.person, line.name, line.seat, line.text, line.at, request)
        try:
            await self.writer.write(Statement(_CHAT, [row]))
        except Clash:
            if await self._rows("SELECT seq FROM chat WHERE table_id = ? AND asked = ?", table, request):
                return False
            raise
        return True

    async def chat(self, table: str, most: int) -> list[tuple[Line, str]]:
        rows = await self._rows(
            """SELECT seq, person, name, seat, text, at, asked FROM chat
            WHERE table_id = ? ORDER BY seq DESC LIMIT ?""",
            table,
            most,
        )
        return [(Line(*row[:-1]), row[-1]) for row in reversed(rows)]

    # Receipts of races

    async def keep_receipt(self, table: str, version: int, receipt: bytes) -> None:
        await self.writer.write(Statement(_RECEIPT, [(table, version, receipt)]))

    async def receipts(self, table: str) -> list[bytes]:
        rows = await self._rows("SELECT receipt FROM receipts WHERE table_id = ? ORDER BY version", table)
        return [row[0] for row in rows]

    # Keeping house

    async def reach(self) -> None:
        await self._rows("SELECT 1")

    async def try_to_write(self) -> None:
        await self.writer.write(Statement(_PROBE, [(b"", "", 0)]), Statement(EXPIRED, [(1,)]))

    async def old_tables(self, before: int, most: int) -> list[str]:
        rows = await self._rows(
            f"""SELECT id FROM tables WHERE made < ? AND (state = 'gathering' OR (state = 'over' AND coalesce(
                nullif({self.ended}, 0),
                (SELECT made FROM events WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1), made) < ?)) LIMIT ?""",  # noqa: S608
            before,
            before,
            most,
        )
        return [id for (id,) in rows]

    async def forget_tables(self, tables: Sequence[str]) -> None:
        rows = [(table,) for table in tables]
        await self.writer.write(Statement(_FORGET, rows), *(Statement(text, rows) for text in _FORGET_ITS))

    async def forget_guests(self, before: int, but: Collection[str]) -> int:
        rows = await self._rows(
            """SELECT id FROM people WHERE made < ? AND id NOT IN (SELECT person FROM company)
            AND id NOT IN (SELECT person FROM played) AND id NOT IN (SELECT person FROM tokens)
            AND id NOT IN (SELECT person FROM programs) AND id NOT IN (SELECT owner FROM programs)""",
            before,
        )
        forgotten = [row for row in rows if row[0] not in but]
        await self.writer.write(Statement(_FORGET_GUEST, forgotten))
        return len(forgotten)


def _events(table: TableRecord, entries: Sequence[Entry]) -> list[Row]:
    after = entries[0].seq - 1
    # What holds for the first holds for those that come with it.
    return [_event(table, entry, *((table.revision, after) if entry.seq == after + 1 else ())) for entry in entries]


def _event(table: TableRecord, entry: Entry, revision: int | None = None, after: int | None = None) -> Row:
    by = None if entry.by == NATURE else entry.by
    what = None if entry.what is None else entry.what.decode()
    return (table.id, entry.seq, by, what, entry.at, entry.made, entry.request, revision, after)


def _table(record: TableRecord) -> tuple[Statement, ...]:
    """Who changes a table says which revision he has changed; if there is another by now, he has old news."""
    people = [(person, record.id) for person in sorted(record.people | record.invited)]
    played = [(person, record.ended, record.id) for person in sorted(record.players) if record.ended and record.began]
    is_over = record.state == "over"
    written = ENCODE(replace(record, maker="") if is_over else record)
    if record.revision:
        row: Row = (record.state, written, record.revision, record.id, record.revision - 1)
        itself = [Statement(_TABLE, [row], must=True)]
        itself += [Statement(_UNLISTED, [(record.id,)])] if is_over and record.public else []
    else:
        row = (record.id, record.game, record.state, record.public, record.made, written)
        itself = [Statement(_NEW_TABLE, [row])]
        itself += _listed(record) if record.public and not is_over else []
    return *itself, Statement(_COMPANY, people), Statement(_PLAYED, played)


def _listed(record: TableRecord) -> list[Statement]:
    """A new table in the lobby; of too many from one address, the oldest of whoever has most of them go."""
    maker = record.maker or record.host
    listed = Statement(_LISTED, [(record.id, maker, record.host, record.made)])
    return [listed, Statement(_CROWD, [(maker, FROM_ONE_ADDRESS)])]


def _records(rows: Sequence[Any]) -> list[TableRecord]:
    return [_DECODE.decode(row[0]) for row in rows]
