"""From every version of the database to every other, and back, with everything in it that a house writes down."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from pandemonium.cli import main
from pandemonium.core.game import Refusal
from pandemonium.storage import schema
from pandemonium.storage.folder import DataFolder
from pandemonium.storage.postgres import Database, PostgresStore, move_to
from pandemonium.storage.records import Ban, Line, Person, Program, Secret, Token
from pandemonium.storage.sql import SqlStore
from tests.nodes.real import Postgres
from tests.storage.conftest import Opens
from tests.storage.test_sqlite import entry, record

NEWEST = len(schema.STEPS)
KEPT = ("people", "tables", "company", "events", "chat", "tokens")
"""What the first house had already: nothing of it is ever lost."""
LATER = {"receipts": 2, "played": 3, "programs": 4, "bans": 6, "secrets": 6}
"""Since which version there is a place for the rest."""
Moves = Callable[[int | None], Awaitable[None]]


@pytest.fixture
def moves(opens: Opens, request: pytest.FixtureRequest, tmp_path: Path) -> Moves:
    """Brings the database to some version; None: to the newest."""
    if "SQLite" in request.node.name:

        async def sqlite(to: int | None) -> None:
            with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as disk:
                schema.migrate(disk, to)

        return sqlite

    async def postgresql(to: int | None) -> None:
        store = await opens()
        assert isinstance(store, PostgresStore)
        await store.close()
        await move_to(store._url, to)

    return postgresql


async def furnish(store: SqlStore) -> None:
    await store.append(record("t"), [entry(1), entry(2, "p/a")], changed=True)
    await store.save_table(record("t", state="over", began=1, ended=9, revision=1), record("u", state="gathering"))
    await store.say("t", Line(1, "p", "Name", None, "Hello", 5), "p/c")
    await store.keep_receipt("t", 2, b"receipt")
    await store.save_person(Person("p", "Name", "fr", 1))
    await store.save_program(Program("a", "p", "Program", b"digest", 5, 0), 5)
    await store.save_token(Token(b"one", "p", 100), 50)
    await store.ban(Ban("b", "silence", "p", "", "Name", 100, 50))
    await store.save_secret(Secret(b"new", 50, 100))


async def contents(store: SqlStore, table: str) -> list[tuple[Any, ...]]:
    return sorted((tuple(row) for row in await store._rows(f"SELECT * FROM {table}")), key=repr)


@pytest.mark.parametrize("oldest", range(1, NEWEST))
def test_a_house_goes_back_to_an_older_version_and_forward_again_with_all_that_both_can_hold(
    opens: Opens, moves: Moves, oldest: int
) -> None:
    async def go() -> None:
        store = await opens()
        await furnish(store)
        before = {table: await contents(store, table) for table in (*KEPT, *LATER)}
        await store.close()

        await moves(oldest)
        await moves(None)

        store = await opens()
        after = {table: await contents(store, table) for table in before}
        # When a match was over was not written down by the first houses: its last move says it.
        lost = {**LATER, "people": 4, "tables": 5}
        assert all(before.values()), "there is something in each of them"
        for table, rows in before.items():
            if lost.get(table, 0) <= oldest:
                assert after[table] == rows, table
            elif table in KEPT:
                assert [row[0] for row in after[table]] == [row[0] for row in rows], table
        assert [entry.seq for entry in await store.log("t")] == [1, 2]
        found = await store.table("t")
        assert found is not None
        await store.save_table(found.after(found))
        await store.close()

    asyncio.run(go())


def test_every_step_back_undoes_its_step(opens: Opens, moves: Moves) -> None:
    """All the way down to nothing, and up again."""

    async def go() -> None:
        store = await opens()
        await furnish(store)
        await store.close()
        for version in reversed(range(NEWEST)):
            await moves(version)
        store = await opens()
        assert await store.table("t") is None
        await furnish(store)
        await store.close()

    asyncio.run(go())


def test_a_database_that_is_newer_than_the_house_is_left_alone(postgres: Postgres) -> None:
    url = postgres.database()

    async def newer() -> None:
        await (await PostgresStore.open(url)).close()
        database = await asyncpg.connect(url)
        await database.execute("UPDATE house SET version = 666")
        await database.close()
        with pytest.raises(Refusal, match="newer-house"):
            await PostgresStore.open(url)
        with pytest.raises(Refusal, match="newer-house"):
            await move_to(url, 1)

    asyncio.run(newer())


def test_nodes_that_open_a_new_house_together_make_one(postgres: Postgres) -> None:
    url = postgres.database()

    async def together() -> set[bytes]:
        stores = await asyncio.gather(*(PostgresStore.open(url) for _ in range(4)))
        for store in stores:
            await store.close()
        return {store.secret for store in stores}

    (secret,) = asyncio.run(together())
    assert len(secret) == 32


@pytest.mark.parametrize("flag", ["--data", "--database"])
def test_a_host_takes_a_closed_house_back_to_an_older_version_and_no_open_one(
    flag: str, home: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(home / "house") if flag == "--data" else postgres.database()

    async def opened() -> DataFolder | Database:
        return DataFolder(Path(place)) if flag == "--data" else await Database.open(place, alone=False)

    async def while_it_is_open() -> int:
        house = await opened()
        try:
            return await asyncio.to_thread(main, ["migrate", "--to", "3", flag, place])
        finally:
            await house.shut()

    assert main(["migrate", flag, place]) == 2, "there is none"
    assert asyncio.run(while_it_is_open()) == 2
    assert main(["migrate", "--to", "3", flag, place]) == 0
    assert "version 3" in capsys.readouterr().out
    assert main(["migrate", "--to", str(NEWEST + 1), flag, place]) == 2
    assert main(["migrate", flag, place]) == 0
    assert f"version {NEWEST}" in capsys.readouterr().out


@pytest.mark.parametrize("flag", ["--data", "--database"])
def test_on_the_way_back_what_signs_cookies_stays_and_what_was_forgotten_stays_forgotten(
    flag: str, home: Path, postgres: Postgres
) -> None:
    """An older house knows of one secret: the first, which has leaked."""
    place = str(home / "house") if flag == "--data" else postgres.database()
    leaked: list[bytes] = []
    signs = b"new".ljust(32, b"!")

    async def opened() -> DataFolder | Database:
        return DataFolder(Path(place)) if flag == "--data" else await Database.open(place, alone=False)

    async def rotates() -> None:
        house = await opened()
        leaked.append(house.secret)
        await house.store.save_secret(Secret(b"old".ljust(32, b"!"), 10, 10))
        await house.store.save_secret(Secret(signs, 50, 50))
        await house.shut()

    async def found() -> tuple[bytes, list[Secret]]:
        house = await opened()
        try:
            return house.secret, await house.store.secrets()
        finally:
            await house.shut()

    asyncio.run(rotates())
    assert main(["migrate", "--to", "5", flag, place]) == 0
    assert main(["migrate", flag, place]) == 0
    first, more = asyncio.run(found())

    assert leaked != [signs]
    assert (first, more) == (signs, [])
