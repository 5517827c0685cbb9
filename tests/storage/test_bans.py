"""What the operator decides, on disk: who is kept out and until when, and what cookies are signed with."""

from __future__ import annotations

import asyncio

from pandemonium.storage.records import Ban, Secret, Token
from tests.storage.conftest import Opens


def ban(id: str, until: int, made: int = 1) -> Ban:
    return Ban(id, "bar", "p", "", "Name", until, made)


def test_bans_are_kept_until_they_are_over_or_lifted(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        await store.ban(ban("a", until=10))
        await store.ban(ban("b", until=20, made=2))
        await store.close()
        store = await opens()
        assert await store.bans(5) == [ban("b", 20, 2), ban("a", 10)]
        assert await store.bans(15) == [ban("b", 20, 2)]
        await store.ban(Ban("c", "silence", "", "192.0.2.7", "", 99, 15))  # And what is over goes.
        assert [its.id for its in await store.bans(0)] == ["c", "b"]
        await store.lift("b")
        assert [its.id for its in await store.bans(0)] == ["c"]
        await store.close()

    asyncio.run(keep())


def test_secrets_are_kept_the_newest_first(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        assert await store.secrets() == []
        await store.save_secret(Secret(b"one" * 11, 1, 50))
        await store.save_secret(Secret(b"two" * 11, 2, 60))
        assert await store.secrets() == [Secret(b"two" * 11, 2, 60), Secret(b"one" * 11, 1, 50)]
        await store.close()

    asyncio.run(keep())


def test_a_secret_that_forgets_the_old_ones_forgets_links_with_them(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        await store.save_token(Token(b"digest", "p", 1_000), 1)
        await store.save_secret(Secret(b"one" * 11, 10, 60))
        assert await store.token(b"digest", 10) == "p"
        await store.save_secret(Secret(b"two" * 11, 20, 20))
        assert await store.token(b"digest", 20) is None
        await store.close()

    asyncio.run(keep())


def test_bans_that_are_over_are_forgotten_with_their_names_and_addresses(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        await store.ban(ban("a", until=10))
        await store.ban(ban("b", until=20, made=2))
        assert await store.forget_unused(15, before=0) == 0
        assert [its.id for its in await store.bans(0)] == ["b"]
        await store.close()

    asyncio.run(keep())
