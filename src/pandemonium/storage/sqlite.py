"""The house's memory in one SQLite file: write-ahead log, full synchronous, one writer and one reader."""

from __future__ import annotations

import sqlite3
from asyncio import get_running_loop
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from pandemonium.storage.schema import migrate
from pandemonium.storage.sql import COUNT_TABLES, SqlStore
from pandemonium.storage.writer import SqliteWriter

_COLUMNS: Final = ", ".join(f"json_extract(value, '$[{number}]')" for number in range(1, 7))


class SqliteStore(SqlStore):
    """A store in one file."""

    # A log has no row without a table: of a table that is not as it should be there is none.
    event = f"""INSERT INTO events SELECT CASE WHEN json_extract(value, '$[7]') IS NULL THEN json_extract(value, '$[0]')
        ELSE (SELECT id FROM tables WHERE id = json_extract(value, '$[0]')
        AND revision = json_extract(value, '$[7]') AND (json_extract(value, '$[8]') = 0 OR EXISTS
        (SELECT 1 FROM events WHERE table_id = id AND seq = json_extract(value, '$[8]')))) END,
        {_COLUMNS} FROM json_each(?)"""  # noqa: S608
    ended = "json_extract(CAST(record AS TEXT), '$.ended')"
    writer: SqliteWriter

    def __init__(self, file: Path) -> None:
        self._file = file
        self._reader = self._connect()
        try:
            migrate(self._reader)
            self.writer = SqliteWriter(self._connect(), file)
        except BaseException:
            self._reader.close()
            raise
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

    async def count_tables(self) -> dict[tuple[str, str], int]:
        def count() -> dict[tuple[str, str], int]:
            with closing(self._connect()) as disk:  # Beside the reader, whom tables wait for.
                rows = disk.execute(COUNT_TABLES).fetchall()
            return {(game, state): tables for game, state, tables in rows}

        return await get_running_loop().run_in_executor(None, count)

    async def close(self) -> None:
        await get_running_loop().run_in_executor(None, self.close_now)

    def close_now(self) -> None:
        """Where there is no loop, or none any more."""
        self.writer.close()
        self._reading.shutdown()
        self._reader.close()
