"""The house's memory in PostgreSQL, for any number of nodes: a few readers and one writer for each of them."""

from __future__ import annotations

import secrets
from asyncio import Semaphore, timeout
from typing import Any, Final, Self
from urllib.parse import urlsplit

import asyncpg

from pandemonium.core.game import Refusal
from pandemonium.storage import schema
from pandemonium.storage.folder import SECRET_BYTES
from pandemonium.storage.holding import CALLING, Holding
from pandemonium.storage.postgres_writer import FAILURES, PostgresWriter
from pandemonium.storage.sql import SqlStore
from pandemonium.storage.statements import numbered
from pandemonium.storage.store import NotSaved

READERS: Final = 4
READING: Final = 4
"""So many seconds anybody waits for what he wants to read."""
_ONE_AT_A_TIME: Final = 6_660_666
"""The lock of PostgreSQL under which a house is made, or brought up to date."""
_HOUSE: Final = """CREATE TABLE IF NOT EXISTS house (
    one BOOLEAN PRIMARY KEY DEFAULT true CHECK (one), version BIGINT NOT NULL, secret BYTEA NOT NULL)"""
_READER: Final = {"application_name": "pandemonium", "statement_timeout": str(1000 * READING)}
"""Nobody waits for it any longer: PostgreSQL shall not work on it either."""
_READY: Final = {"application_name": "pandemonium", "lock_timeout": "20000"}
_COLUMNS: Final = ("text", "bigint", "bigint", "text", "bigint", "bigint", "text", "bigint", "bigint")


class PostgresStore(SqlStore):
    """A store in a database that other nodes write into as well."""

    # A log has no row without a table: of a table that is not as it should be there is none. Whoever would change it
    # meanwhile waits, and is waited for.
    event = f"""INSERT INTO events SELECT
        CASE WHEN its.revision IS NULL THEN its.table_id ELSE
            (SELECT id FROM tables WHERE id = its.table_id AND revision = its.revision AND (its.after = 0 OR EXISTS
            (SELECT FROM events WHERE table_id = id AND seq = its.after)) FOR SHARE OF tables) END,
        seq, by, what, at, made, asked
        FROM unnest({", ".join(f"${number}::{kind}[]" for number, kind in enumerate(_COLUMNS, 1))})
        AS its (table_id, seq, by, what, at, made, asked, revision, after)"""  # noqa: S608
    ended = "CAST(convert_from(record, 'UTF8')::json ->> 'ended' AS BIGINT)"
    writer: PostgresWriter

    def __init__(self, url: str, secret: bytes) -> None:
        self._url = url
        self._idle: list[asyncpg.Connection[Any]] = []
        self._holding: Holding | None = None
        self._reading = Semaphore(READERS)
        self.writer = PostgresWriter(url, self._keep)
        self.secret = secret
        """What all nodes of this house sign with."""

    @classmethod
    async def open(cls, url: str) -> Self:
        """Up to date, and with a secret. Raises Refusal."""
        try:
            return cls(url, await _made_ready(url))
        except FAILURES as error:
            raise _unreachable(url, error) from None

    async def _rows(self, text: str, *facts: object) -> list[Any]:
        try:
            # To wait for one's turn counts: behind a database that does not answer the last would wait for ever.
            async with timeout(READING), self._reading:
                await self._keep()
                reader = await self._reader()
                try:
                    rows: list[Any] = await reader.fetch(numbered(text), *facts)
                except BaseException:  # Whatever is on its way to it is nobody's answer any more.
                    reader.terminate()
                    raise
                self._idle.append(reader)
                return rows
        except FAILURES as error:
            raise NotSaved(str(error) or type(error).__name__) from error

    async def reach(self) -> None:
        """It must be one that can be written to; that it is there is not enough."""
        for (is_read_only,) in await self._rows("SELECT current_setting('transaction_read_only')::boolean"):
            if is_read_only:
                self._hang_up()  # The next who calls may reach another.
                raise NotSaved("the database is read-only")
        if self.writer.is_refused:
            await self.try_to_write()

    async def hold(self, *, alone: bool) -> None:
        """For as long as we have it open: with other nodes, or alone. Raises Refusal if others stand against it."""
        holding = Holding(self._url, self.secret, alone=alone, place=place(self._url))
        try:
            await holding.take()
        except FAILURES as error:
            raise _unreachable(self._url, error) from None
        self._holding = holding

    async def _keep(self) -> None:
        """PostgreSQL forgets who holds a house when it is started again. Raises NotSaved if others have come."""
        if self._holding is not None:
            await self._holding.keep()

    async def _reader(self) -> asyncpg.Connection[Any]:
        while self._idle:
            reader = self._idle.pop()
            if not reader.is_closed():
                return reader
        return await asyncpg.connect(self._url, timeout=READING, server_settings=_READER)

    def _hang_up(self) -> None:
        while self._idle:
            self._idle.pop().terminate()

    async def close(self) -> None:
        await self.writer.close()
        self._hang_up()
        if self._holding is not None:
            self._holding.let_go()


class Database:
    """The memory and the secret of a house on many machines, as long as this node has them open."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.secret = store.secret

    @classmethod
    async def open(cls, url: str, *, alone: bool) -> Self:
        """`alone`: no other node may have it open. Raises Refusal."""
        store = await PostgresStore.open(url)
        await store.hold(alone=alone)
        return cls(store)

    def free(self) -> None:
        """What is left of its disk is not ours to know."""

    async def shut(self) -> None:
        await self.store.close()


async def move_to(url: str, version: int | None = None) -> None:
    """Bring a database up to date, or to some version, forward or back. Raises Refusal, also if a node has it open."""
    try:
        store = PostgresStore(url, await _secret(url))
        await store.hold(alone=True)
        try:
            await _made_ready(url, version)
        finally:
            await store.close()
    except FAILURES as error:
        raise _unreachable(url, error) from None


async def _secret(url: str) -> bytes:
    """That of the house that is there. Raises Refusal if there is none."""
    database = await asyncpg.connect(url, timeout=CALLING)
    try:
        secret: bytes = await database.fetchval("SELECT secret FROM house")
    except asyncpg.UndefinedTableError:
        raise Refusal("no-house-here", folder=place(url)) from None
    finally:
        database.terminate()
    return secret


async def _made_ready(url: str, to: int | None = None) -> bytes:
    """The secret of the house, which is made on its first day. Raises Refusal for one that is newer than we are."""
    database = await asyncpg.connect(url, timeout=CALLING, server_settings=_READY)
    try:
        async with database.transaction():
            await database.execute("SELECT pg_advisory_xact_lock($1)", _ONE_AT_A_TIME)
            await database.execute(_HOUSE)
            await database.execute(
                "INSERT INTO house (version, secret) VALUES (0, $1) ON CONFLICT DO NOTHING",
                secrets.token_bytes(SECRET_BYTES),
            )
            house = await database.fetchrow("SELECT version, secret FROM house")
            newest = len(schema.STEPS) if to is None else to
            way = schema.way(house["version"], newest)
            if schema.loses_secrets(house["version"], newest):
                await database.execute(f"UPDATE house SET secret = coalesce(({schema.SIGNS}), secret)")  # noqa: S608
            for text, number in way:
                await database.execute(schema.for_postgres(text))
                await database.execute("UPDATE house SET version = $1", number)
        secret: bytes = house["secret"]
        return secret
    finally:
        database.terminate()


def place(url: str) -> str:
    """Where it is, for people to read: without anybody's password."""
    parts = urlsplit(url)
    host = parts.hostname or "localhost"
    return f"{host}{f':{parts.port}' if parts.port else ''}{parts.path}"


def checked(url: str) -> str:
    """An address of PostgreSQL. Raises Refusal."""
    try:
        parts = urlsplit(url)
        is_one = parts.scheme in ("postgresql", "postgres") and parts.port != 0
    except ValueError:
        is_one = False
    if not is_one:
        raise Refusal("bad-database-url")
    return url


def _unreachable(url: str, error: BaseException) -> Refusal:
    return Refusal("no-database", place=place(url), why=str(error).split("\n")[0] or type(error).__name__)
