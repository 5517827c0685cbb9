"""How writes reach PostgreSQL: one connection, and one transaction for all that is waiting (group commit)."""

from __future__ import annotations

import secrets
import time
from asyncio import CancelledError, Future, Task, create_task, get_running_loop, sleep, timeout
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import asyncpg

from pandemonium.storage.statements import Row, Statement, numbered
from pandemonium.storage.store import Clash, Lost, NotSaved
from pandemonium.storage.writer import MOST_AT_ONCE, Job, grouped, tell

WRITING: Final = 3
"""So many seconds a flush may take: then the database is as good as gone."""
APART: Final = 2 * WRITING
"""So many seconds are spent on finding out who is to blame for a flush that failed; then all that is left has."""
GOING: Final = 0.01
"""So many seconds pass between two looks at whether somebody has gone."""
GHOSTS: Final = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = $1 AND pid <> pg_backend_pid()"""
"""Connections that go by our name and are not ours any more: sent away, as long as there are any."""
SETTINGS: Final = {
    "synchronous_commit": "on",
    "statement_timeout": "2500",
    # A node that stands still between two statements shall not keep the others from a table.
    "idle_in_transaction_session_timeout": "1000",
    "lock_timeout": "1500",
}
"""In ms."""
FAILURES: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""Whatever can go wrong with a database that is elsewhere: a TimeoutError is an OSError."""


class PostgresWriter:
    """One hand that writes, of as many as there are nodes."""

    def __init__(self, url: str, before: Callable[[], Awaitable[None]]) -> None:
        """`before` each flush: raises whatever speaks against it."""
        self.flushes = 0
        self.written = 0
        self.watched: Callable[[int, float], None] | None = None
        self.is_refused = False
        """The database lets nothing be written: it is a copy of another, or was made read-only."""
        self._url = url
        self._before = before
        self._name = f"pandemonium {secrets.token_hex(8)}"
        self._jobs: list[Job] = []
        self._writing: Task[None] | None = None
        self._database: asyncpg.Connection[Any] | None = None

    def write(self, *statements: Statement) -> Future[None]:
        done: Future[None] = get_running_loop().create_future()
        self._jobs.append(Job(statements, done))
        if self._writing is None:
            self._writing = create_task(self._run(), name="writer")
        return done

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        if self._writing is not None:
            with suppress(CancelledError):
                await self._writing
        if self._database is not None:
            self._database.terminate()

    async def _run(self) -> None:
        try:
            while self._jobs:
                jobs, self._jobs = self._jobs[:MOST_AT_ONCE], self._jobs[MOST_AT_ONCE:]
                await self._flush(jobs)
        finally:
            self._writing = None

    async def _flush(self, jobs: list[Job]) -> None:
        began = time.perf_counter()
        try:
            database = await self._connected()
        except Exception as error:  # noqa: BLE001  nobody is to blame, and to call again for each would take as long
            tell([job.done for job in jobs], error)
            return
        try:
            await self._commit(database, jobs)
        except Exception as error:  # noqa: BLE001  whoever waits for it shall hear of it
            if len(jobs) > 1 and not isinstance(error, Lost):  # One of them is to blame; the others must not suffer.
                await self._flush_each(jobs, error)
            else:
                tell([job.done for job in jobs], error)
        else:
            self.is_refused = False
            self.flushes += 1
            self.written += len(jobs)
            if self.watched is not None:
                self.watched(len(jobs), time.perf_counter() - began)
            tell([job.done for job in jobs], None)

    async def _flush_each(self, jobs: Sequence[Job], error: Exception) -> None:
        """By itself: nothing of them is on disk. Where each is held up, the last would wait as long as all together."""
        until = time.perf_counter() + APART
        for number, job in enumerate(jobs):
            if time.perf_counter() > until:
                tell([its.done for its in jobs[number:]], NotSaved(f"after one that failed: {error}"))
                return
            await self._flush([job])

    async def _commit(self, database: asyncpg.Connection[Any], jobs: Sequence[Job]) -> None:
        """Raises Clash, NotSaved, or Lost."""
        try:
            with patience(database, WRITING):
                await _write(database, grouped(jobs))
        except Clash:
            raise
        except asyncpg.IntegrityConstraintViolationError as error:
            raise Clash(str(error)) from error
        except asyncpg.ReadOnlySQLTransactionError as error:
            self._let_go()  # Whoever may be written to has another address by now, or says so to the next who calls.
            self.is_refused = True
            raise NotSaved(str(error)) from error
        except FAILURES as error:
            if isinstance(error, asyncpg.PostgresError) and not database.is_closed():
                raise NotSaved(str(error)) from error
            self._let_go()
            raise Lost(str(error) or type(error).__name__) from error
        except BaseException as error:
            self._let_go()
            raise Lost(type(error).__name__) from error

    async def _connected(self) -> asyncpg.Connection[Any]:
        """Raises NotSaved."""
        try:
            async with timeout(WRITING):
                await self._before()
                if self._database is None or self._database.is_closed():
                    self._database = None
                    self._database = await self._call()
        except NotSaved:
            raise
        except BaseException as error:
            raise NotSaved(str(error) or type(error).__name__) from error
        return self._database

    async def _call(self) -> asyncpg.Connection[Any]:
        """Whatever was on its way over the connection before is decided when there is a new one: PostgreSQL may not
        have missed us yet, and still be at it."""
        settings = {**SETTINGS, "application_name": self._name}
        database = await asyncpg.connect(self._url, timeout=WRITING, server_settings=settings)
        try:
            while await database.fetch(GHOSTS, self._name):  # noqa: ASYNC110
                await sleep(GOING)
        except BaseException:
            database.terminate()
            raise
        return database

    def _let_go(self) -> None:
        if self._database is not None:
            self._database.terminate()
            self._database = None


@contextmanager
def patience(database: asyncpg.Connection[Any], seconds: float) -> Iterator[None]:
    """Who waits longer for an answer hangs up, and hears that the connection is lost. To ask the database to stop, or
    to roll back, would be to wait again for somebody who may not be there."""
    timer = get_running_loop().call_later(seconds, database.terminate)
    try:
        yield
    finally:
        timer.cancel()


async def _write(database: asyncpg.Connection[Any], texts: Sequence[Statement]) -> None:
    if len(texts) == 1 and texts[0].at_once:  # A single statement is a transaction of its own: one way there and back.
        await database.execute(texts[0].text, *_columns(texts[0].rows))
        return
    async with database.transaction():
        for text, rows, at_once, must in texts:
            if at_once:
                await database.execute(text, *_columns(rows))
            elif must:
                for row in rows:
                    if (await database.execute(numbered(text), *row)).endswith(" 0"):
                        raise Clash(text)
            elif rows:
                await database.executemany(numbered(text), rows)


def _columns(rows: Sequence[Row]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]
