"""PostgreSQL that is lost, or that somebody stands in the way of: whoever writes hears of it, and the next one does."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from pandemonium.storage.postgres import PostgresStore
from pandemonium.storage.postgres_writer import SETTINGS
from pandemonium.storage.store import Lost, NotSaved
from tests.nodes.real import Postgres
from tests.storage.test_sqlite import entry, record


def test_a_write_during_which_the_database_is_lost_is_neither_done_nor_not_and_the_next_one_is(
    postgres: Postgres,
) -> None:
    url = postgres.database()

    async def lose() -> None:
        store = await PostgresStore.open(url)
        await store.append(record("t"), [entry(1)], changed=True)
        other = await asyncpg.connect(store._url)
        async with other.transaction():
            await other.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
            writing = asyncio.ensure_future(store.append(record("t"), [entry(2)]))
            waits = (
                "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'pandemonium'"
            )
            while not (waiting := await other.fetch(waits)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            await other.execute("SELECT pg_terminate_backend($1)", waiting[0]["pid"])
            with pytest.raises(NotSaved) as refused:
                await writing
        assert type(refused.value) in (Lost, NotSaved)
        await other.close()
        await store.append(record("t"), [entry(2)])
        assert [its.seq for its in await store.log("t")] == [1, 2]
        await store.close()

    asyncio.run(lose())


def test_a_node_that_stands_still_in_the_middle_of_a_write_is_not_waited_for(postgres: Postgres) -> None:
    """Its number is free again when PostgreSQL has hung up on it."""

    url = postgres.database()

    async def stand_still() -> None:
        store = await PostgresStore.open(url)
        await store.append(record("t"), [entry(1)], changed=True)
        still = await asyncpg.connect(store._url, server_settings=SETTINGS)
        await still.execute("BEGIN")
        await still.execute("INSERT INTO events VALUES ('t', 2, 0, '{}', 1, 1, NULL)")
        await store.append(record("t"), [entry(2, "p/a")])
        assert (await store.log("t"))[-1].request == "p/a"
        still.terminate()
        await store.close()

    asyncio.run(stand_still())


def test_who_stands_in_the_way_of_a_write_for_too_long_makes_it_fail_and_nothing_else(postgres: Postgres) -> None:
    url = postgres.database()

    async def stand_in_the_way() -> None:
        store = await PostgresStore.open(url)
        await store.save_table(record("t"), record("u"))
        other = await asyncpg.connect(store._url)
        await other.execute("BEGIN")
        await other.execute("UPDATE tables SET state = state WHERE id = 't'")
        answers = await asyncio.gather(
            store.append(record("t"), [entry(1)]), store.append(record("u"), [entry(1)]), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [NotSaved, type(None)]
        await other.execute("ROLLBACK")
        await other.close()
        await store.append(record("t"), [entry(1)])
        await store.close()

    asyncio.run(stand_in_the_way())
