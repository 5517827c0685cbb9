"""The house's memory in one SQLite file: write-ahead log, full synchronous, one writer and one reader."""

from __future__ import annotations

import sqlite3
from asyncio import Future, get_running_loop
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from pandemonium.core.game import NATURE, Seat
from pandemonium.storage.records import Entry, Line, Person, Program, TableRecord, Token
from pandemonium.storage.schema import migrate
from pandemonium.storage.store import Clash
from pandemonium.storage.writer import Row, Statement, Writer

T = TypeVar("T")

_ENCODE: Final = msgspec.json.Encoder()
_DECODE: Final = msgspec.json.Decoder(TableRecord)

_EVENT: Final = """INSERT INTO events SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),
    json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
    json_extract(value, '$[6]') FROM json_each(?)"""
_TABLE: Final = """INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO
    UPDATE SET state = excluded.state, record = excluded.record"""
_COMPANY: Final = "INSERT INTO company VALUES (?, ?) ON CONFLICT DO NOTHING"
_PLAYED: Final = "INSERT INTO played VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_CHAT: Final = "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_RECEIPT: Final = "INSERT INTO receipts VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_PERSON: Final = """INSERT INTO people VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO
    UPDATE SET name = excluded.name, language = excluded.language"""
_PROGRAM: Final = "INSERT INTO programs VALUES (?, ?, ?, ?, ?)"
_CAME: Final = "UPDATE programs SET used = ? WHERE person = ?"
_REVOKED: Final = "DELETE FROM programs WHERE person = ?"
_TOKEN: Final = "INSERT INTO tokens VALUES (?, ?, ?)"  # noqa: S105
_USED: Final = "DELETE FROM tokens WHERE digest = ?"
_PROGRAMS: Final = """SELECT programs.person, programs.owner, name, digest, programs.made, used
    FROM programs JOIN people ON people.id = programs.person"""
_EXPIRED: Final = "DELETE FROM tokens WHERE expires < ?"

_PROBE: Final = "INSERT OR REPLACE INTO tokens VALUES (?, ?, ?)"
_FORGET: Final = (
    "DELETE FROM events WHERE table_id = ?",
    "DELETE FROM chat WHERE table_id = ?",
    "DELETE FROM receipts WHERE table_id = ?",
    "DELETE FROM played WHERE table_id = ?",
    "DELETE FROM company WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ? AND state <> 'playing'",
)
_FORGET_GUEST: Final = "DELETE FROM people WHERE id = ? AND id NOT IN (SELECT person FROM company)"

SOME_MORE: Final = 4
"""So many times more of a person's tables are looked at than shown: he may have left some of them."""
LATEST: Final = 2**62


class SqliteStore:
    """A store in one file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._reader = self._connect()
        try:
            migrate(self._reader)
            self.writer = Writer(self._connect(), file)
        except BaseException:
            self._reader.close()
            raise
        self._in_use: set[bytes] = set()
        self._reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")

    def _connect(self) -> sqlite3.Connection:
        disk = sqlite3.connect(self._file, isolation_level=None, check_same_thread=False, timeout=30)
        try:
            disk.execute("PRAGMA journal_mode = WAL")
            disk.execute("PRAGMA synchronous = FULL")
        except BaseException:
            disk.close()
            raise
        return disk

    async def _rows(self, text: str, *facts: object) -> list[Any]:
        def read() -> list[Any]:
            return self._reader.execute(text, facts).fetchall()

        return await get_running_loop().run_in_executor(self._reading, read)

    # Tables and their logs

    def append(self, table: str, entries: Sequence[Entry], record: TableRecord | None = None) -> Future[None]:
        events = Statement(_EVENT, [_event(table, entry) for entry in entries], at_once=True)
        return self.writer.write(events) if record is None else self.writer.write(*_table(record), events)

    async def save_table(self, *records: TableRecord) -> None:
        await self.writer.write(*(statement for record in records for statement in _table(record)))

    async def table(self, id: str) -> TableRecord | None:
        rows = await self._rows("SELECT record FROM tables WHERE id = ?", id)
        return _DECODE.decode(rows[0][0]) if rows else None

    async def count_tables(self) -> dict[tuple[str, str], int]:
        def count() -> dict[tuple[str, str], int]:
            with closing(self._connect()) as disk:  # Beside the reader, whom tables wait for.
                rows = disk.execute("SELECT game, state, count(*) FROM tables GROUP BY game, state").fetchall()
            return {(game, state): tables for game, state, tables in rows}

        return await get_running_loop().run_in_executor(None, count)

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

    async def open_tables(self, game: str | None, since: int, most: int) -> list[TableRecord]:
        rows = await self._rows(
            """SELECT record FROM tables WHERE public AND state <> 'over' AND made >= ? AND (? IS NULL OR game = ?)
            ORDER BY made DESC, id LIMIT ?""",
            since,
            game,
            game,
            most,
        )
        return _records(rows)

    async def tables_of(self, person: str, game: str | None, most: int) -> list[TableRecord]:
        rows = await self._rows(
            """SELECT record FROM company JOIN tables ON tables.id = company.table_id
            WHERE person = ? AND state <> 'over' AND (? IS NULL OR game = ?) ORDER BY made DESC, id LIMIT ?""",
            person,
            game,
            game,
            SOME_MORE * most,
        )
        # Who rose again, gave up, or does not want to play again has been there and is not any more.
        return [record for record in _records(rows) if person in record.people | record.asked][:most]

    async def matches_of(
        self, person: str, game: str | None, before: tuple[int, str] | None, most: int
    ) -> list[tuple[int, TableRecord]]:
        ended, table = before or (LATEST, "")
        rows = await self._rows(
            """SELECT ended, record FROM played JOIN tables ON tables.id = played.table_id
            WHERE person = ? AND (ended, table_id) < (?, ?) AND (? IS NULL OR game = ?)
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
            return False
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

    # People

    async def save_person(self, person: Person) -> None:
        await self.writer.write(_person(person))

    async def person(self, id: str) -> Person | None:
        rows = await self._rows("SELECT id, name, language, made, owner FROM people WHERE id = ?", id)
        return Person(*rows[0]) if rows else None

    async def save_token(self, token: Token, now: int) -> None:
        row = (token.digest, token.person, token.expires)
        await self.writer.write(Statement(_TOKEN, [row]), Statement(_EXPIRED, [(now,)]))

    async def token(self, digest: bytes, now: int) -> str | None:
        rows = await self._rows("SELECT person FROM tokens WHERE digest = ? AND expires >= ?", digest, now)
        return rows[0][0] if rows else None

    async def use_token(self, digest: bytes, now: int) -> str | None:
        if digest in self._in_use:  # Of two who come at once, one is late.
            return None
        self._in_use.add(digest)
        try:
            person = await self.token(digest, now)
            await self.writer.write(Statement(_USED, [(digest,)]), Statement(_EXPIRED, [(now,)]))
        finally:
            self._in_use.discard(digest)
        return person

    # Programs

    async def save_program(self, program: Program) -> None:
        person = Person(program.id, program.name, None, program.made, program.owner)
        row = (program.id, program.owner, program.digest, program.made, program.used)
        await self.writer.write(_person(person), Statement(_PROGRAM, [row]))

    async def program(self, digest: bytes) -> Program | None:
        rows = await self._rows(f"{_PROGRAMS} WHERE digest = ?", digest)
        return Program(*rows[0]) if rows else None

    async def programs(self, owner: str | None, most: int) -> list[Program]:
        text = f"{_PROGRAMS} WHERE ? IS NULL OR programs.owner = ? ORDER BY programs.made DESC, programs.person LIMIT ?"
        return [Program(*row) for row in await self._rows(text, owner, owner, most)]

    async def program_came(self, id: str, at: int) -> None:
        await self.writer.write(Statement(_CAME, [(at, id)]))

    async def forget_program(self, id: str) -> None:
        await self.writer.write(Statement(_REVOKED, [(id,)]))

    # Keeping house

    async def try_to_write(self) -> None:
        await self.writer.write(Statement(_PROBE, [(b"", "", 0)]), Statement(_EXPIRED, [(1,)]))

    async def old_tables(self, before: int, most: int) -> list[str]:
        rows = await self._rows(
            """SELECT id FROM tables WHERE made < ? AND (state = 'gathering' OR (state = 'over' AND coalesce(
                nullif(json_extract(CAST(record AS TEXT), '$.ended'), 0),
                (SELECT made FROM events WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1), made) < ?)) LIMIT ?""",
            before,
            before,
            most,
        )
        return [id for (id,) in rows]

    async def forget_tables(self, tables: Sequence[str]) -> None:
        rows = [(table,) for table in tables]
        await self.writer.write(*(Statement(text, rows) for text in _FORGET))

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

    async def close(self) -> None:
        await get_running_loop().run_in_executor(None, self.close_now)

    def close_now(self) -> None:
        """Where there is no loop, or none any more."""
        self.writer.close()
        self._reading.shutdown()
        self._reader.close()


def _event(table: str, entry: Entry) -> Row:
    by = None if entry.by == NATURE else entry.by
    what = None if entry.what is None else entry.what.decode()
    return (table, entry.seq, by, what, entry.at, entry.made, entry.request)


def _table(record: TableRecord) -> tuple[Statement, ...]:
    row = (record.id, record.game, record.state, record.public, record.made, _ENCODE.encode(record))
    people = [(person, record.id) for person in sorted(record.people | record.asked)]
    played = [(person, record.ended, record.id) for person in sorted(record.players) if record.ended and record.began]
    return Statement(_TABLE, [row]), Statement(_COMPANY, people), Statement(_PLAYED, played)


def _person(person: Person) -> Statement:
    return Statement(_PERSON, [(person.id, person.name, person.language, person.made, person.owner)])


def _records(rows: Sequence[Any]) -> list[TableRecord]:
    return [_DECODE.decode(row[0]) for row in rows]
