"""Wherever the house keeps things: what is awaited is written, many share a flush, nothing is written twice, and
who has old news cannot write."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from pandemonium.core.game import Seat
from pandemonium.storage.records import Entry, Line, Person, Seating, Token
from pandemonium.storage.sql import FROM_ONE_ADDRESS
from pandemonium.storage.store import Clash, Store
from tests.storage.conftest import Opens
from tests.storage.test_sqlite import entry, record


def test_what_is_written_is_read_back(opens: Opens) -> None:
    async def keep() -> None:
        store: Store = await opens()
        await store.append(record("t"), [entry(1), entry(2, "p/a")], changed=True)
        await store.append(record("t"), [Entry(3, Seat(0), None, 2, 1003, "p/b")])
        await store.say("t", Line(1, "p", "Name", None, "Hello", 5), "p/c")
        await store.save_person(Person("p", "Name", None, 1))
        await store.save_person(Person("p", "Other", "fr", 1))
        await store.close()
        store = await opens()
        assert await store.table("t") == record("t")
        assert await store.table("u") is None
        assert await store.log("t") == [entry(1), entry(2, "p/a"), Entry(3, Seat(0), None, 2, 1003, "p/b")]
        assert await store.log_sizes(["t", "u"]) == {"t": 3}
        assert await store.chat("t", 10) == [(Line(1, "p", "Name", None, "Hello", 5), "p/c")]
        assert await store.person("p") == Person("p", "Other", "fr", 1)
        await store.close()

    asyncio.run(keep())


def test_nothing_is_written_twice_and_nobody_else_suffers_from_trying(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        await store.save_table(*map(record, "uvw"))
        await store.append(record("t"), [entry(1, "p/a")], changed=True)
        later = replace(record("t"), state="over", revision=1)
        answers = await asyncio.gather(
            store.append(record("u"), [entry(1)]),
            store.append(record("t"), [entry(1, "p/b")]),
            store.append(record("v"), [entry(1)]),
            store.append(later, [entry(2, "p/a")], changed=True),
            store.append(record("w"), [entry(1)]),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [type(None), Clash, type(None), Clash, type(None)]
        assert await store.log("t") == [entry(1, "p/a")]
        assert await store.table("t") == record("t"), "a record stands or falls with its entries"
        assert len(await store.log("w")) == 1
        await store.close()

    asyncio.run(keep())


def test_lobby_and_own_tables(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        tables: dict[str, dict[str, object]] = {
            "old": {},
            "hidden": {"public": False},
            "over": {"state": "over"},
            "other": {"game": "other", "host": "q", "chairs": (Seating("open"),)},
            "new": {"state": "gathering"},
        }
        for made, (id, facts) in enumerate(tables.items()):
            await store.save_table(record(id, made=made, **facts))
        assert [table.id for table in await store.open_tables(None, 0, 0, 9)] == ["new", "other", "old"]
        assert [table.id for table in await store.open_tables("a-game", 1, 1, 9)] == ["new"]
        assert [table.id for table in await store.tables_of("p", None, 9)] == ["new", "hidden", "old"]
        assert [table.id for table in await store.tables_of("q", None, 9)] == ["other"]
        await store.close()

    asyncio.run(keep())


def test_whoever_sets_many_tables_hides_nobody_elses(opens: Opens) -> None:
    """The first of every address come first, and of an address those of all its guests by turns. How many it has is
    no matter: the oldest of too many do not stand in the lobby."""

    async def keep() -> None:
        store = await opens()
        await store.save_table(record("honest", made=5, maker="there", host="h"))
        await store.save_table(record("late", made=5, maker="there", host="h", state="gathering"))
        for made in range(100, 350):
            await store.save_table(record(f"t{made}", made=made, maker="here", host="thug"))
        await store.save_table(record("neighbour", made=340, maker="here", host="n"))
        listed = [table.id for table in await store.open_tables(None, 5, 5, 4)]
        assert listed == ["t349", "honest", "neighbour", "late"]
        assert [table.id for table in await store.open_tables(None, 5, 6, 3)] == ["t349", "honest", "neighbour"]
        assert len(await store.open_tables(None, 0, 0, 400)) == FROM_ONE_ADDRESS + 2
        await store.save_table(record("honest", state="over", maker="there", host="h", revision=1))
        assert [table.id for table in await store.open_tables(None, 5, 5, 3)] == ["t349", "late", "neighbour"]
        over = await store.table("honest")
        assert over is not None
        assert over.maker == "", "nothing is kept of where it came from"
        await store.forget_tables(["late"])
        assert await store._rows("SELECT table_id FROM lobby WHERE maker = ?", "there") == []
        await store.close()

    asyncio.run(keep())


def test_a_link_is_good_once_and_for_a_while(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        await store.save_token(Token(b"one", "p", 100), 50)
        await store.save_token(Token(b"two", "p", 100), 50)
        both = await asyncio.gather(store.use_token(b"one", 50), store.use_token(b"one", 50))
        assert sorted(both, key=str) == [None, "p"]
        assert await store.use_token(b"one", 50) is None
        assert await store.use_token(b"two", 101) is None
        await store.close()

    asyncio.run(keep())


def test_who_waits_at_the_same_time_shares_a_flush(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        tables = [record(f"t{number}") for number in range(200)]
        await store.save_table(*tables)
        await asyncio.gather(*(store.append(table, [entry(1)]) for table in tables))
        assert store.writer.written == 201
        assert store.writer.flushes < 50
        assert len(await store.log_sizes([table.id for table in tables])) == 200
        await store.close()

    asyncio.run(keep())


def test_links_that_nobody_follows_do_not_pile_up(opens: Opens) -> None:
    async def keep() -> list[int]:
        store = await opens()
        for now in range(0, 1_000, 10):
            await store.save_token(Token(str(now).encode(), "p", now + 100), now)
        left = await store._rows("SELECT expires FROM tokens ORDER BY expires")
        await store.close()
        return [row[0] for row in left]

    assert asyncio.run(keep()) == list(range(990, 1_100, 10))


def test_who_has_old_news_of_a_table_cannot_change_it(opens: Opens) -> None:
    """Two nodes have read the same table; one has changed it."""

    async def keep() -> None:
        one = await opens()
        other = await opens()
        await one.append(record("t"), [entry(1)], changed=True)
        left = replace(record("t"), chairs=(Seating("open"), Seating("open")), revision=1)
        await one.save_table(left)

        with pytest.raises(Clash):
            await other.save_table(replace(record("t"), state="over", revision=1))
        assert await other.table("t") == left
        await one.close()
        await other.close()

    asyncio.run(keep())


def test_who_has_old_news_of_a_table_cannot_add_to_its_log(opens: Opens) -> None:
    """The number is free, but somebody else has closed the table meanwhile."""

    async def keep() -> None:
        store = await opens()
        await store.append(record("t"), [entry(1)], changed=True)
        closed = replace(record("t"), state="over", stopped="closed", revision=1)
        await store.save_table(closed)

        with pytest.raises(Clash):
            await store.append(record("t"), [entry(2)])
        await store.append(closed, [entry(2)])
        assert len(await store.log("t")) == 2
        await store.close()

    asyncio.run(keep())


def test_a_log_has_no_gap(opens: Opens) -> None:
    """Whoever thinks that he has written what he has not cannot go on from there."""

    async def keep() -> None:
        store = await opens()
        await store.append(record("t"), [entry(1), entry(2)], changed=True)
        for wrong in ([entry(4)], [entry(4), entry(5)]):
            with pytest.raises(Clash):
                await store.append(record("t"), wrong)
        with pytest.raises(Clash):
            await store.append(record("u"), [entry(2)], changed=True)
        await store.append(record("t"), [entry(3), entry(4)])
        assert [its.seq for its in await store.log("t")] == [1, 2, 3, 4]
        await store.close()

    asyncio.run(keep())


def test_of_many_who_write_the_same_number_one_does(opens: Opens) -> None:
    async def keep() -> None:
        stores = [await opens() for _ in range(3)]
        await stores[0].save_table(record("t"))
        for seq in range(1, 30):
            tried = (store.append(record("t"), [entry(seq, f"p/{seq}")]) for store in stores)
            answers = await asyncio.gather(*tried, return_exceptions=True)
            assert sorted(str(type(answer)) for answer in answers) == sorted(map(str, (type(None), Clash, Clash)))
        assert [its.seq for its in await stores[1].log("t")] == list(range(1, 30))
        for store in stores:
            await store.close()

    asyncio.run(keep())


def test_of_many_who_write_and_change_a_table_at_once_none_has_old_news(opens: Opens) -> None:
    """A move and a change of the company come at the same moment from two nodes: whichever is first, the other one
    clashes."""

    async def keep() -> None:
        one, other = await opens(), await opens()
        table, moves = record("t"), 0
        await one.save_table(table)
        for _ in range(30):
            changed = replace(table, revision=table.revision + 1)
            answers = await asyncio.gather(
                one.append(table, [entry(moves + 1)]), other.save_table(changed), return_exceptions=True
            )
            has_moved, has_changed = (answer is None for answer in answers)
            assert all(answer is None or isinstance(answer, Clash) for answer in answers)
            found = await one.table("t")
            assert found is not None
            assert (found.revision == changed.revision) is has_changed
            moves += has_moved
            assert len(await one.log("t")) == moves
            assert has_changed, "who changes it waits for a move that is being written"
            table = found
        await one.close()
        await other.close()

    asyncio.run(keep())


def test_a_table_that_was_forgotten_does_not_come_back(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        await store.save_table(record("t", state="over"))
        await store.forget_tables(["t"])
        with pytest.raises(Clash):
            await store.save_table(record("t", state="over", revision=1))
        assert await store.table("t") is None
        await store.close()

    asyncio.run(keep())


def test_a_table_that_is_played_at_meanwhile_keeps_all_that_it_has(opens: Opens) -> None:
    """At another node somebody has begun, after this one has found that the table is old."""

    async def keep() -> None:
        store = await opens()
        waits = record("t", state="gathering")
        await store.save_table(waits, record("gone", state="gathering"))
        old = await store.old_tables(2, 9)
        assert sorted(old) == ["gone", "t"]
        await store.append(record("t", revision=1), [entry(1)], changed=True)
        await store.say("t", Line(1, "p", "Anna", 0, "Go!", 5), "request")
        await store.keep_receipt("t", 1, b"{}")
        await store.forget_tables(old)

        assert await store.table("gone") is None
        assert await store.table("t") == record("t", revision=1)
        assert len(await store.log("t")) == len(await store.chat("t", 9)) == len(await store.receipts("t")) == 1
        assert [its.id for its in await store.tables_of("p", None, 9)] == ["t"]
        await store.close()

    asyncio.run(keep())


def test_a_line_of_chat_is_said_once_and_no_two_have_one_number(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        said = Line(1, "p", "Name", 0, "Hello", 5)
        assert await store.say("t", said, "p/a")
        assert not await store.say("t", replace(said, seq=2), "p/a")
        with pytest.raises(Clash):
            await store.say("t", replace(said, text="And I"), "q/b")
        assert [line.text for line, _ in await store.chat("t", 9)] == ["Hello"]
        await store.close()

    asyncio.run(keep())


def test_a_receipt_is_kept_as_it_was_first(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        for version, receipt in ((2, b"second"), (1, b"first"), (2, b"other")):
            await store.keep_receipt("t", version, receipt)
        assert await store.receipts("t") == [b"first", b"second"]
        await store.close()

    asyncio.run(keep())


def test_what_a_person_has_played_is_found_page_by_page(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        for number in range(5):
            await store.save_table(record(f"t{number}", state="over", began=1, ended=10 * number + 10))
        first = await store.matches_of("p", "a-game", None, 2)
        assert [(ended, table.id) for ended, table in first] == [(50, "t4"), (40, "t3")]
        then = await store.matches_of("p", None, (40, "t3"), 9)
        assert [table.id for _, table in then] == ["t2", "t1", "t0"]
        assert await store.count_tables() == {("a-game", "over"): 5}
        await store.close()

    asyncio.run(keep())


def test_what_is_old_and_over_is_forgotten_and_what_is_in_play_is_not(opens: Opens) -> None:
    async def keep() -> None:
        store = await opens()
        await store.append(record("log", state="over"), [entry(1)], changed=True)
        await store.save_table(record("ended", state="over", began=1, ended=5_000), record("late", state="gathering"))
        await store.save_table(record("playing"), record("said", state="over", began=1, ended=50))
        await store.save_person(Person("old", "Old", None, 1))

        assert sorted(await store.old_tables(1_001, 9)) == ["late", "said"]
        assert sorted(await store.old_tables(1_002, 9)) == ["late", "log", "said"]
        await store.forget_tables(["late", "log"])
        assert await store.log("log") == []
        assert await store.forget_guests(2, ["p"]) == 1
        assert await store.person("old") is None
        await store.try_to_write()
        await store.close()

    asyncio.run(keep())
