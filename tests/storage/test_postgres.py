"""PostgreSQL that is lost, or that somebody stands in the way of: whoever writes hears of it, and the next one does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import asyncpg
import pytest

from pandemonium.storage import postgres as postgres_module
from pandemonium.storage import postgres_writer
from pandemonium.storage.postgres import PostgresStore
from pandemonium.storage.postgres_writer import SETTINGS
from pandemonium.storage.store import Lost, NotSaved
from tests.nodes.real import Postgres, comes_as
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
            waits = """SELECT pid FROM pg_stat_activity
                WHERE wait_event_type = 'Lock' AND application_name LIKE 'pandemonium %'"""
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


class Silent:
    """Somebody takes every call and says nothing: a database behind a wire that carries nothing."""

    def __init__(self) -> None:
        self.calls = 0
        self._gone = 0

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls += 1
        try:
            with suppress(OSError):
                await reader.read()
        finally:
            writer.close()
            self._gone += 1

    @asynccontextmanager
    async def store(self) -> AsyncIterator[PostgresStore]:
        async with await asyncio.start_server(self.take, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            store = PostgresStore(f"postgresql://house@127.0.0.1:{port}/house?sslmode=disable", b"")
            yield store
            await store.close()
            while self._gone < self.calls:  # noqa: ASYNC110  nobody is left on the line when the test is over
                await asyncio.sleep(0.01)


def test_all_who_want_to_write_are_refused_by_one_call_that_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not by one call each, one after the other: the last of hundreds would wait for minutes."""
    monkeypatch.setattr(postgres_writer, "WRITING", 0.2)

    async def wait() -> None:
        silent = Silent()
        async with silent.store() as store:
            writes = [store.append(record("t"), [entry(seq)]) for seq in range(1, 9)]
            answers = await asyncio.gather(*writes, return_exceptions=True)
            assert [type(answer) for answer in answers] == [NotSaved] * 8
            assert silent.calls == 1

    asyncio.run(wait())


def test_who_waits_for_his_turn_to_read_has_no_more_patience_than_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_module, "READING", 0.2)

    async def wait() -> None:
        silent = Silent()
        async with silent.store() as store:
            answers = await asyncio.gather(*(store.log("t") for _ in range(40)), return_exceptions=True)
            assert [type(answer) for answer in answers] == [NotSaved] * 40
            assert silent.calls < 40

    asyncio.run(wait())


def test_when_everybody_is_held_up_the_last_does_not_wait_for_all_others(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody holds all tables: one after the other is not tried for as long as there are any."""
    url = postgres.database()
    monkeypatch.setattr(postgres_writer, "APART", 0.1)
    monkeypatch.setitem(SETTINGS, "lock_timeout", "150")

    async def stand_in_the_way() -> None:
        store = await PostgresStore.open(url)
        ids = [f"t{number}" for number in range(20)]
        await store.save_table(*map(record, ids))
        other = await asyncpg.connect(store._url)
        tried: list[str] = []
        async with other.transaction():
            await other.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
            writes = [store.append(record(id), [entry(1)]) for id in ids]
            answers = await asyncio.gather(*writes, return_exceptions=True)
            assert [type(answer) for answer in answers] == [NotSaved] * len(ids)
            tried = [str(answer) for answer in answers if not str(answer).startswith("after one that failed")]
        assert 0 < len(tried) < len(ids)
        await other.close()
        await asyncio.gather(*(store.append(record(id), [entry(1)]) for id in ids))
        assert set(await store.log_sizes(ids)) == set(ids)
        await store.close()

    asyncio.run(stand_in_the_way())


def test_a_database_that_may_only_be_read_is_as_good_as_none(postgres: Postgres) -> None:
    """A copy of another, or one that was made read-only: and when it may be written to again, that is noticed."""
    url = comes_as("keeper", postgres.database())
    postgres.read_only("keeper", only=False)

    async def look() -> None:
        store = await PostgresStore.open(url)
        await store.reach()
        await asyncio.to_thread(postgres.read_only, "keeper", only=True)
        with pytest.raises(NotSaved):
            await store.save_table(record("t"))
        with pytest.raises(NotSaved):
            await store.save_table(record("t"))
        for _ in range(2):
            with pytest.raises(NotSaved, match="read-only"):
                await store.reach()
        await asyncio.to_thread(postgres.read_only, "keeper", only=False)
        while not await reaches(store):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await store.save_table(record("t"))
        await store.close()

    asyncio.run(look())


async def reaches(store: PostgresStore) -> bool:
    try:
        await store.reach()
    except NotSaved:
        return False
    return True
