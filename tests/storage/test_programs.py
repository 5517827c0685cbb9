"""Programs on disk: only a fingerprint of each token, found by it, and gone when it is taken back."""

from __future__ import annotations

import asyncio

import pytest

from pandemonium.storage import statements
from pandemonium.storage.postgres import PostgresStore
from pandemonium.storage.records import Person, Program, Seating, TableRecord
from pandemonium.storage.store import Clash, Store
from tests.nodes.real import Postgres
from tests.storage.conftest import Opens

SITS_AT = TableRecord(
    id="table",
    game="little-devils",
    options={},
    chairs=(Seating("person", person="seated"), Seating("person")),
    state="playing",
    public=False,
    one_screen=False,
    per_move=None,
    host="seated",
    seed=bytes(32),
    made=1,
    began=1,
)


def program(id: str, owner: str = "p", made: int = 5) -> Program:
    return Program(id, owner, f"Name of {id}", b"digest of " + id.encode(), made, 0)


def test_a_program_is_found_by_its_token_and_is_a_person_with_an_owner(opens: Opens) -> None:
    async def keep() -> None:
        store: Store = await opens()
        await store.save_program(program("a"), 5)
        await store.program_came("a", 77)
        await store.close()
        store = await opens()
        found = await store.program(b"digest of a")
        assert found is not None
        assert (found.id, found.owner, found.name, found.used) == ("a", "p", "Name of a", 77)
        assert await store.program(b"digest of b") is None
        assert await store.person("a") == Person("a", "Name of a", None, 5, "p")
        await store.close()

    asyncio.run(keep())


def test_everybody_has_a_list_of_his_own_the_newest_first(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        for id, owner, made in (("a", "p", 1), ("b", "q", 2), ("c", "p", 3)):
            await store.save_program(program(id, owner, made), 5)
        assert [its.id for its in await store.programs("p", 9)] == ["c", "a"]
        assert [its.id for its in await store.programs(None, 2)] == ["c", "b"]
        await store.close()

    asyncio.run(keep())


def test_programs_that_nobody_has_used_for_long_are_forgotten_but_none_that_still_sits_somewhere(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        for id, made, used in (("old", 1, 0), ("used", 1, 60), ("new", 60, 0), ("gone", 1, 9), ("seated", 1, 9)):
            await store.save_program(program(id, made=made), 9)
            await store.program_came(id, used)
        await store.save_table(SITS_AT)

        assert await store.forget_unused(100, before=50) == 2
        assert {its.id for its in await store.programs("p", 9)} == {"used", "new", "seated"}
        await store.close()

    asyncio.run(keep())


def test_many_are_asked_for_at_once(opens: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is not there is left out; and of a great many, a few hundred at a time."""
    monkeypatch.setattr(statements, "TOGETHER", 4)

    async def keep() -> None:
        store = await opens()
        for id in ("g", "h", "i", "j", "k"):
            await store.save_person(Person(id, f"Guest {id}", None, 1))
        for id, owner in (("a", "g"), ("b", "h"), ("c", "g")):
            await store.save_program(program(id, owner), 5)
        await store.forget_program("b")

        found = await store.persons(["nobody", "k", "g", "a", "i", "h", "j"])
        assert sorted(person.name for person in found) == ["Guest g", *(f"Guest {id}" for id in "hijk"), "Name of a"]
        assert await store.persons([]) == []
        assert await store.owners(["c", "b", "a", "g"]) == {"a": "g", "c": "g"}
        await store.close()

    asyncio.run(keep())


def test_what_was_taken_back_is_found_no_more_but_its_name_is(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        await store.save_program(program("a"), 5)
        await store.forget_program("a")
        assert await store.program(b"digest of a") is None
        assert await store.programs("p", 9) == []
        assert await store.person("a") is not None
        await store.close()

    asyncio.run(keep())


def test_no_two_have_the_same_token_and_nothing_is_left_of_the_second(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        await store.save_program(program("a"), 5)
        with pytest.raises(Clash):
            await store.save_program(Program("b", "p", "Another", b"digest of a", 6, 0), 5)
        assert await store.person("b") is None
        await store.close()

    asyncio.run(keep())


def test_a_program_and_its_owner_are_not_forgotten_with_old_guests(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        for id in ("p", "old"):
            await store.save_person(Person(id, id, None, 1))
        await store.save_program(program("a"), 5)
        assert await store.forget_guests(100, ()) == 1
        assert await store.person("p") is not None
        assert await store.person("a") is not None
        await store.close()

    asyncio.run(keep())


def test_nobody_brings_more_than_he_may_however_many_he_brings_at_once(opens: Opens) -> None:
    """The database counts: two who count before either has written would both find room."""

    async def keep() -> None:
        store: Store = await opens()
        await store.save_person(Person("p", "Owner", None, 1))
        there = await asyncio.gather(*(store.save_program(program(f"a{number}"), 3) for number in range(6)))
        assert sorted(there) == [False] * 3 + [True] * 3
        assert not await store.save_program(program("b"), 3)
        assert await store.person("b") is None
        await store.forget_program((await store.programs("p", 9))[0].id)
        assert await store.save_program(program("c"), 3)
        assert len(await store.programs("p", 9)) == 3
        await store.close()

    asyncio.run(keep())


def test_nor_on_however_many_nodes(postgres: Postgres) -> None:
    url = postgres.database()

    async def keep() -> None:
        stores = [await PostgresStore.open(url) for _ in range(3)]
        await stores[0].save_person(Person("p", "Owner", None, 1))
        for turn in range(10):
            bring = (store.save_program(program(f"{turn}-{number}"), 2) for number, store in enumerate(stores))
            assert sorted(await asyncio.gather(*bring)) == [False, True, True]
            for its in await stores[0].programs("p", 9):
                await stores[0].forget_program(its.id)
        for store in stores:
            await store.close()

    asyncio.run(keep())
