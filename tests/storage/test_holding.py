"""Who has a house in PostgreSQL open, whatever becomes of the connection that holds it."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest
from drills._network import Wire

from pandemonium.core.game import Refusal
from pandemonium.storage import holding
from pandemonium.storage.postgres import PostgresStore
from pandemonium.storage.store import NotSaved
from tests.nodes.real import Postgres
from tests.storage.test_sqlite import record


def holder_of(store: PostgresStore) -> asyncpg.Connection[Any]:
    assert store._holding is not None
    assert store._holding.holder is not None
    return store._holding.holder


async def forget(store: PostgresStore, other: PostgresStore) -> None:
    """As PostgreSQL does when it is started again."""
    holder = holder_of(store)
    await other._rows("SELECT pg_terminate_backend(CAST(? AS INTEGER))", holder.get_server_pid())
    while not holder.is_closed():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


def test_a_machine_that_is_gone_without_a_word_does_not_hold_the_house(postgres: Postgres) -> None:
    """PostgreSQL asks within seconds whether whoever holds it is there; kernels do so after two hours."""
    url = postgres.database()

    async def hold() -> None:
        store = await PostgresStore.open(url)
        await store.hold(alone=True)
        holder = holder_of(store)
        asks = [await holder.fetchval(f"SHOW tcp_keepalives_{what}") for what in ("idle", "interval", "count")]
        assert int(asks[0]) + int(asks[1]) * int(asks[2]) < 15
        await store.close()

    asyncio.run(hold())


@pytest.mark.parametrize("what", ["reads", "writes"])
def test_a_house_is_held_again_after_postgresql_has_forgotten_who_holds_it(postgres: Postgres, what: str) -> None:
    """By whoever reads or writes first; and who finds others there by then does neither."""
    url = postgres.database()

    async def hold() -> None:
        one, two = await PostgresStore.open(url), await PostgresStore.open(url)
        does = one.reach if what == "reads" else one.try_to_write
        await one.hold(alone=True)
        await forget(one, two)
        await asyncio.gather(*(does() for _ in range(8)))
        with pytest.raises(Refusal, match="database-in-use"):
            await two.hold(alone=True)
        await forget(one, two)
        await two.hold(alone=True)
        with pytest.raises(NotSaved, match="database-in-use"):
            await does()
        await two.close()
        await does()
        await one.close()

    asyncio.run(hold())


def test_nodes_that_share_a_house_share_it_again(postgres: Postgres) -> None:
    url = postgres.database()

    async def hold() -> None:
        one, two, third = [await PostgresStore.open(url) for _ in range(3)]
        await one.hold(alone=False)
        await two.hold(alone=False)
        await forget(one, third)
        await one.save_table(record("t"))
        await two.close()
        with pytest.raises(Refusal, match="database-in-use"):
            await third.hold(alone=True)
        await one.close()
        await third.hold(alone=True)
        await third.close()

    asyncio.run(hold())


def test_a_house_is_not_believed_to_be_held_over_a_wire_that_says_nothing(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL has given it up by then; and nobody is kept out by his own connection, if it has not."""
    url = postgres.database()
    monkeypatch.setattr(holding, "LOOKS", 0)
    monkeypatch.setattr(holding, "ANSWERS", 0.2)

    async def hold() -> None:
        wire = Wire(postgres.port)
        await wire.open()
        store = await PostgresStore.open(url.replace(f":{postgres.port}/", f":{wire.port}/"))
        await store.hold(alone=True)
        before = holder_of(store)
        wire.hang()
        assert store._holding is not None
        store._url = store._holding._url = url
        await store.reach()
        assert before.is_closed()
        assert holder_of(store) is not before
        await store.close()
        wire.mend()
        await wire.close()

    asyncio.run(hold())
