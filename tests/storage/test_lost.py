"""A connection to PostgreSQL that breaks in the middle of a write: whoever asked hears what has become of it."""

from __future__ import annotations

import asyncio
from asyncio import Event, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, Literal, NamedTuple

import pytest
from drills._network import Wire
from msgspec.structs import replace

from pandemonium.storage import statements
from pandemonium.storage.postgres import PostgresStore
from pandemonium.storage.records import Ban, Person, Program, Secret, Token
from pandemonium.storage.store import Lost, NotSaved
from tests.nodes.real import Postgres
from tests.storage.test_sqlite import entry, record

When = Literal["before", "done", "late"]
"""It breaks before the database hears that it shall be so; when that is done, and nobody has been told; or the database
hears of it when nobody waits for it any more."""


class Torn(Wire):
    """It breaks once, when somebody has something written down for good."""

    def __init__(self, target: int, when: When) -> None:
        super().__init__(target)
        self.is_to_break = False
        self.stays_broken = False
        self.arrives = Event()
        self._when = when
        self._is_done = False

    async def carries(self, data: bytes, caller: StreamWriter, *, back: bool) -> None:
        await super().carries(data, caller, back=back)
        if self.is_to_break and not back and b"COMMIT" in data:
            if self._when == "done":
                self._is_done = True
                return
            self.is_to_break = False
            if self._when == "before":
                self.break_off()
            else:
                caller.transport.abort()
                await self.arrives.wait()
        elif self._is_done and back:
            self._is_done = self.is_to_break = False
            self.break_off()

    def break_off(self) -> None:
        self.cut()
        if not self.stays_broken:
            self.mend()


@asynccontextmanager
async def torn(postgres: Postgres, url: str, when: When) -> AsyncIterator[tuple[PostgresStore, Torn]]:
    wire = Torn(postgres.port, when)
    await wire.open()
    store = await PostgresStore.open(url.replace(f":{postgres.port}/", f":{wire.port}/"))
    try:
        yield store, wire
    finally:
        await store.close()
        await wire.close()


NOW: Final = 50
PERSON: Final = Person("p", "Name", None, 1)
PROGRAM: Final = Program("a", "p", "Program", b"digest", 5, 0)
BAN: Final = Ban("b", "bar", "p", "", "Name", 99, 1)
SECRET: Final = Secret(b"secret", 1, 2)


class Deed(NamedTuple):
    does: Callable[[PostgresStore], Awaitable[object]]
    is_done: Callable[[PostgresStore], Awaitable[object]]


async def is_gone(found: Awaitable[object]) -> bool:
    return not await found


DEEDS: Final = {
    "a new guest": Deed(lambda its: its.save_person(PERSON), lambda its: its.person("p")),
    "another name": Deed(
        lambda its: its.save_person(replace(PERSON, name="Other")),
        lambda its: its._rows("SELECT 1 FROM people WHERE name = 'Other'"),
    ),
    "a table": Deed(lambda its: its.new_table(record("t")), lambda its: its.table("t")),
    "a match": Deed(lambda its: its.new_table(record("u"), [entry(1), entry(2)]), lambda its: its.log("u")),
    "a link": Deed(lambda its: its.save_token(Token(b"link", "p", 100), NOW), lambda its: its.token(b"link", NOW)),
    "a link that is used": Deed(lambda its: its.use_token(b"link", NOW), lambda its: is_gone(its.token(b"link", NOW))),
    "a program": Deed(lambda its: its.save_program(PROGRAM, 5), lambda its: its.program(b"digest")),
    "a program's end": Deed(lambda its: its.forget_program("a"), lambda its: is_gone(its.program(b"digest"))),
    "a ban": Deed(lambda its: its.ban(BAN), lambda its: its.bans(NOW)),
    "a ban's end": Deed(lambda its: its.lift("b"), lambda its: is_gone(its.bans(NOW))),
    "a secret": Deed(lambda its: its.save_secret(SECRET), lambda its: its.secrets()),
}


@pytest.mark.parametrize("when", ["before", "done", "late"])
def test_who_asks_for_something_is_told_what_has_become_of_it(postgres: Postgres, when: When) -> None:
    """Done, or not saved and nothing of it is there: also when PostgreSQL has not missed whoever wrote it yet."""
    url = postgres.database()

    async def write() -> None:
        other = await PostgresStore.open(url)
        async with torn(postgres, url, when) as (store, wire):
            for name, deed in DEEDS.items():
                wire.is_to_break = True
                try:
                    told = await deed.does(store)
                except NotSaved as error:
                    assert type(error) is NotSaved, name  # noqa: PT017
                    assert when != "done", name
                    wire.arrives.set()
                    assert not await deed.is_done(other), name
                    wire.arrives.clear()
                    await deed.does(store)
                else:
                    assert when == "done", name
                    assert told in (None, True, "p"), name
                assert not wire.is_to_break, name
                assert await deed.is_done(other), name
        await other.close()

    asyncio.run(write())


def test_who_has_not_used_a_link_is_not_told_that_he_has(postgres: Postgres) -> None:
    """Somebody else does while he finds out: that it is gone does not make it his."""
    url = postgres.database()

    async def write() -> None:
        other = await PostgresStore.open(url)
        await other.save_token(Token(b"link", "p", 100), NOW)
        async with torn(postgres, url, "before") as (store, wire):
            wire.is_to_break = wire.stays_broken = True
            using = asyncio.ensure_future(store.use_token(b"link", NOW))
            while wire.is_to_break:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            assert await other.use_token(b"link", NOW) == "p"
            wire.mend()
            with pytest.raises(NotSaved):
                await using
            assert await store.use_token(b"link", NOW) is None
        await other.close()

    asyncio.run(write())


def test_what_cannot_be_found_out_is_not_told_as_if_it_were_known(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    monkeypatch.setattr(statements, "FINDING_OUT", 0.2)

    async def write() -> None:
        other = await PostgresStore.open(url)
        async with torn(postgres, url, "done") as (store, wire):
            wire.is_to_break = wire.stays_broken = True
            with pytest.raises(Lost):
                await store.save_person(PERSON)
            assert await other.person("p") == PERSON
            wire.mend()
            assert await store.person("p") == PERSON
        await other.close()

    asyncio.run(write())
