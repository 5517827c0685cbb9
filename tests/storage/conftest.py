"""The same tests for every place in which the house can keep things."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from pandemonium.storage.postgres import PostgresStore
from pandemonium.storage.sql import SqlStore
from pandemonium.storage.sqlite import SqliteStore

Opens = Callable[[], Awaitable[SqlStore]]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def opens(request: pytest.FixtureRequest, tmp_path: Path) -> Opens:
    """Opens the same store, as often as one likes; in PostgreSQL also while it is open already."""
    if request.param == "SQLite":

        async def sqlite() -> SqlStore:
            return SqliteStore(tmp_path / "house.db")

        return sqlite

    url = request.getfixturevalue("postgres").database()

    async def postgresql() -> SqlStore:
        return await PostgresStore.open(url)

    return postgresql
