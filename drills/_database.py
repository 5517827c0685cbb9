"""A database of the house between two runs: looked at without a trace, and made as an older house had left it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from pandemonium.storage.folder import DATABASE, SECRET
from pandemonium.storage.schema import migrate
from pandemonium.storage.sqlite import SqliteStore

FILES = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm")


@asynccontextmanager
async def looked_at(data: Path) -> AsyncIterator[SqliteStore]:
    """A copy of what a house that does not run has left: to open the files themselves would tidy them up."""
    with TemporaryDirectory() as folder:
        for name in FILES[:2]:
            if (data / name).exists():
                shutil.copy(data / name, folder)
        store = SqliteStore(Path(folder) / DATABASE)
        try:
            yield store
        finally:
            await store.close()


def version_of(data: Path) -> int:
    """How far the migrations of this database have come."""
    with TemporaryDirectory() as folder:
        for name in FILES[:2]:
            if (data / name).exists():
                shutil.copy(data / name, folder)
        with closing(sqlite3.connect(Path(folder) / DATABASE)) as disk:
            (version,) = disk.execute("PRAGMA user_version").fetchone()
            return int(version)


def made_old(source: Path, target: Path, version: int) -> None:
    """What is in one data folder, as a house of that version had written it, in another."""
    target.mkdir(mode=0o700, parents=True)
    shutil.copy(source / SECRET, target / SECRET)
    with closing(sqlite3.connect(target / DATABASE, isolation_level=None)) as disk:
        migrate(disk, version)
        disk.execute("ATTACH ? AS newer", (str(source / DATABASE),))
        disk.execute("BEGIN")
        for (table,) in disk.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'").fetchall():
            columns = ", ".join(row[1] for row in disk.execute(f"PRAGMA main.table_info({table})"))
            disk.execute(f"INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}")
        disk.execute("COMMIT")
