"""How writes reach SQLite's disk: one thread, and one flush for all that is waiting (group commit)."""

from __future__ import annotations

import sqlite3
import time
from asyncio import AbstractEventLoop, Future, get_running_loop
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple

from pandemonium.storage.records import ENCODE
from pandemonium.storage.statements import Row, Statement
from pandemonium.storage.store import Clash, NotSaved

MOST_AT_ONCE: Final = 512


class Job(NamedTuple):
    """Statements that stand or fall together, and who waits for them."""

    statements: Sequence[Statement]
    done: Future[None]


class SqliteWriter:
    """The only hand that writes."""

    def __init__(self, disk: sqlite3.Connection, file: Path) -> None:
        """`disk` is the writer's own from now on, to close as well."""
        self.flushes = 0
        self.written = 0
        self.watched: Callable[[int, float], None] | None = None
        """Told how many jobs each flush had, and how many seconds it took; in the writer's own thread."""
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._gathered: list[Job] = []
        self._disk = disk
        self._thread = Thread(target=self._run, name=f"writer of {file.name}", daemon=True)
        self._thread.start()

    def write(self, *statements: Statement) -> Future[None]:
        """To be awaited: then it is on disk; or it raises Clash, or NotSaved. What one turn of the loop brings is
        handed over together, so that the thread is woken once for it, and does not flush the first alone."""
        loop = get_running_loop()
        done: Future[None] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(Job(statements, done))
        return done

    def _hand_over(self) -> None:
        jobs, self._gathered = self._gathered, []
        if jobs:
            self._jobs.put(jobs)

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._hand_over()
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        disk = self._disk
        last = False
        while not last:
            jobs = self._jobs.get()
            if jobs is None:
                break
            while len(jobs) < MOST_AT_ONCE:
                try:
                    more = self._jobs.get_nowait()
                except Empty:
                    break
                if more is None:
                    last = True
                    break
                jobs += more
            self._flush(disk, jobs)
        disk.close()

    def _flush(self, disk: sqlite3.Connection, jobs: list[Job]) -> None:
        began = time.perf_counter()
        try:
            _commit(disk, jobs)
        except Exception as error:  # noqa: BLE001  whoever waits for it shall hear of it
            if len(jobs) > 1:  # One of them is to blame; the others must not suffer.
                for job in jobs:
                    self._flush(disk, [job])
                return
            _answer(jobs, _in_our_words(error))
        else:
            self.flushes += 1
            self.written += len(jobs)
            if self.watched is not None:
                self.watched(len(jobs), time.perf_counter() - began)
            _answer(jobs, None)


def _commit(disk: sqlite3.Connection, jobs: Sequence[Job]) -> None:
    texts = grouped(jobs)
    alone = len(texts) == 1 and texts[0].at_once
    try:
        if not alone:  # A single step is a transaction of its own.
            disk.execute("BEGIN IMMEDIATE")
        for text, rows, at_once, must in texts:
            if at_once:
                # One parameter, a JSON array: Python's lock changes hands once for all rows, and not twice for each,
                # which is what limits a busy house.
                disk.execute(text, (ENCODE(rows).decode(),))
            elif disk.executemany(text, rows).rowcount != len(rows) and must:
                raise Clash(text)  # noqa: TRY301
        if not alone:
            disk.execute("COMMIT")
    except BaseException:
        if disk.in_transaction:
            disk.execute("ROLLBACK")
        raise


def grouped(jobs: Sequence[Job]) -> list[Statement]:
    """All that is to be written, each text once; what is done at once comes last."""
    texts: dict[str, tuple[list[Row], Statement]] = {}
    for job in jobs:
        for statement in job.statements:
            if statement.text not in texts:
                texts[statement.text] = [], statement
            texts[statement.text][0].extend(statement.rows)
    found = [its._replace(rows=rows) for rows, its in texts.values()]
    return found if len(found) == 1 else sorted(found, key=lambda its: its.at_once)


def _in_our_words(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Clash(str(error))
    if isinstance(error, sqlite3.Error | OSError):
        refused = NotSaved(str(error))
        refused.__cause__ = error
        return refused
    return error


def _answer(jobs: Sequence[Job], error: Exception | None) -> None:
    by_loop: dict[AbstractEventLoop, list[Future[None]]] = {}
    for job in jobs:
        by_loop.setdefault(job.done.get_loop(), []).append(job.done)
    for loop, waiting in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, waiting, error)


def tell(waiting: Sequence[Future[None]], error: Exception | None) -> None:
    for done in waiting:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
