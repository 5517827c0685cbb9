"""What the house keeps, in SQL: the same words for SQLite and for PostgreSQL, so that they mean the same.

A question mark stands for each fact. Where the two do not speak alike, each store says it in its own words."""

from __future__ import annotations

import re
from asyncio import Future
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from pandemonium.core.game import NATURE, Seat
from pandemonium.storage.records import Ban, Entry, Line, Person, Program, Secret, TableRecord, Token
from pandemonium.storage.store import Clash

_ENCODE: Final = msgspec.json.Encoder()
_DECODE: Final = msgspec.json.Decoder(TableRecord)

Row = tuple[Any, ...]


class Statement(NamedTuple):
    """Some SQL, and the rows that it is done for."""

    text: str
    rows: Sequence[Row]
    at_once: bool = False
    """All rows are given to it together, and it is one step of the database. It is done after all that is not."""
    must: bool = False
    """Each row must change one that is there: what is not there, or not as the writer knows it, is a Clash."""


class Writer(Protocol):
    """How writes reach the disk."""

    flushes: int
    written: int
    watched: Callable[[int, float], None] | None
    """Told how many jobs each flush had, and how many seconds it took."""

    def write(self, *statements: Statement) -> Future[None]:
        """Statements that stand or fall together. To be awaited: then they are on disk; or it raises Clash, Lost or
        NotSaved. Those of one flush are grouped by their text: within a flush, only those of the same text are kept in
        order."""
        ...


_NEW_TABLE: Final = """INSERT INTO tables (id, game, state, public, made, record, revision)
    VALUES (?, ?, ?, ?, ?, ?, 0)"""
_TABLE: Final = "UPDATE tables SET state = ?, record = ?, revision = ? WHERE id = ? AND revision = ?"
_COMPANY: Final = "INSERT INTO company VALUES (?, ?) ON CONFLICT DO NOTHING"
_PLAYED: Final = "INSERT INTO played VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_CHAT: Final = "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_RECEIPT: Final = "INSERT INTO receipts VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_PERSON: Final = """INSERT INTO people VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO
    UPDATE SET name = excluded.name, language = excluded.language"""
_PROGRAM: Final = "INSERT INTO programs VALUES (?, ?, ?, ?, ?)"
_CAME: Final = "UPDATE programs SET used = ? WHERE person = ?"
_REVOKED: Final = "DELETE FROM programs WHERE person = ?"
_BAN: Final = "INSERT INTO bans VALUES (?, ?, ?, ?, ?, ?, ?)"
_LIFTED: Final = "DELETE FROM bans WHERE id = ?"
_BANS_OVER: Final = "DELETE FROM bans WHERE until < ?"
_SECRET: Final = "INSERT INTO secrets VALUES (?, ?, ?)"  # noqa: S105
_TOKEN: Final = "INSERT INTO tokens VALUES (?, ?, ?)"  # noqa: S105
_USED: Final = "DELETE FROM tokens WHERE digest = ? AND expires >= ?"
_PROGRAMS: Final = """SELECT programs.person, programs.owner, name, digest, programs.made, used
    FROM programs JOIN people ON people.id = programs.person"""
_EXPIRED: Final = "DELETE FROM tokens WHERE expires < ?"

_PROBE: Final = "INSERT INTO tokens VALUES (?, ?, ?) ON CONFLICT (digest) DO UPDATE SET expires = excluded.expires"
COUNT_TABLES: Final = "SELECT game, state, count(*) FROM tables GROUP BY game, state"
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


class SqlStore:
    """A store in a database that understands SQL."""

    writer: Writer
    event: str
    """Adds all rows to the log at once, and fails if a table is not there as its writer knows it: the first
    of its rows has the table's revision last, and the number of the log after which it comes."""
    ended: str
    """When a table was over, from its record; 0 if the record does not say it."""

    async def _rows(self, text: str, *facts: object) -> list[Any]:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    # Tables and their logs

    def append(self, table: TableRecord, entries: Sequence[Entry], *, changed: bool = False) -> Future[None]:
        after = entries[0].seq - 1
        # What holds for the first holds for those that come with it.
        rows = [_event(table, entry, *((table.revision, after) if entry.seq == after + 1 else ())) for entry in entries]
        events = Statement(self.event, rows, at_once=True)
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

    async def open_tables(self, game: str | None, since: int, most: int) -> list[TableRecord]:
        rows = await self._rows(
            """SELECT record FROM tables WHERE public AND state <> 'over' AND made >= ?
            AND (CAST(? AS TEXT) IS NULL OR game = ?) ORDER BY made DESC, id LIMIT ?""",
            since,
            game,
            game,
            most,
        )
        return _records(rows)

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
        return [record for record in _records(rows) if person in record.people | record.asked][:most]

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
        person = await self.token(digest, now)
        if person is None:
            return None
        try:
            await self.writer.write(Statement(_USED, [(digest, now)], must=True), Statement(_EXPIRED, [(now,)]))
        except Clash:  # Of two who come at once, one is late.
            return None
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
        text = f"""{_PROGRAMS} WHERE CAST(? AS TEXT) IS NULL OR programs.owner = ?
            ORDER BY programs.made DESC, programs.person LIMIT ?"""
        return [Program(*row) for row in await self._rows(text, owner, owner, most)]

    async def program_came(self, id: str, at: int) -> None:
        await self.writer.write(Statement(_CAME, [(at, id)]))

    async def forget_program(self, id: str) -> None:
        await self.writer.write(Statement(_REVOKED, [(id,)]))

    # What the operator decides

    async def ban(self, ban: Ban) -> None:
        row = (ban.id, ban.what, ban.guest, ban.address, ban.name, ban.until, ban.made)
        await self.writer.write(Statement(_BAN, [row]), Statement(_BANS_OVER, [(ban.made,)]))

    async def bans(self, now: int) -> list[Ban]:
        text = """SELECT id, what, guest, address, name, until, made FROM bans WHERE until >= ?
            ORDER BY made DESC, id"""
        return [Ban(*row) for row in await self._rows(text, now)]

    async def lift(self, id: str) -> None:
        await self.writer.write(Statement(_LIFTED, [(id,)]))

    async def save_secret(self, secret: Secret) -> None:
        await self.writer.write(Statement(_SECRET, [(secret.secret, secret.made, secret.older_until)]))

    async def secrets(self) -> list[Secret]:
        rows = await self._rows("SELECT secret, made, older_until FROM secrets ORDER BY made DESC, secret")
        return [Secret(*row) for row in rows]

    # Keeping house

    async def reach(self) -> None:
        await self._rows("SELECT 1")

    async def try_to_write(self) -> None:
        await self.writer.write(Statement(_PROBE, [(b"", "", 0)]), Statement(_EXPIRED, [(1,)]))

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


def _event(table: TableRecord, entry: Entry, revision: int | None = None, after: int | None = None) -> Row:
    by = None if entry.by == NATURE else entry.by
    what = None if entry.what is None else entry.what.decode()
    return (table.id, entry.seq, by, what, entry.at, entry.made, entry.request, revision, after)


def _table(record: TableRecord) -> tuple[Statement, ...]:
    """Who changes a table says which revision he has changed; if there is another by now, he has old news."""
    people = [(person, record.id) for person in sorted(record.people | record.asked)]
    played = [(person, record.ended, record.id) for person in sorted(record.players) if record.ended and record.began]
    written = _ENCODE.encode(record)
    if record.revision:
        row: Row = (record.state, written, record.revision, record.id, record.revision - 1)
        itself = Statement(_TABLE, [row], must=True)
    else:
        row = (record.id, record.game, record.state, record.public, record.made, written)
        itself = Statement(_NEW_TABLE, [row])
    return itself, Statement(_COMPANY, people), Statement(_PLAYED, played)


def _person(person: Person) -> Statement:
    return Statement(_PERSON, [(person.id, person.name, person.language, person.made, person.owner)])


def _records(rows: Sequence[Any]) -> list[TableRecord]:
    return [_DECODE.decode(row[0]) for row in rows]


@lru_cache(maxsize=512)
def numbered(text: str) -> str:
    """With PostgreSQL's marks for facts: $1, $2, ... for each question mark."""
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", text)
