"""The house's memory: whatever is awaited is on disk, many share a flush, and nothing is written twice."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandemonium.core.game import NATURE, Refusal, Seat
from pandemonium.storage import schema
from pandemonium.storage.records import Entry, Line, Person, Seating, TableRecord, Token
from pandemonium.storage.sqlite import SqliteStore
from pandemonium.storage.store import Clash, Store


def record(id: str, **facts: object) -> TableRecord:
    told: dict[str, object] = {
        "game": "a-game",
        "options": {"limit": "50"},
        "chairs": (Seating("person", person="p"), Seating("bot", name="Baal", level="sensible")),
        "state": "playing",
        "public": True,
        "one_screen": False,
        "per_move": None,
        "host": "p",
        "seed": bytes(range(32)),
        "salts": {0: "00" * 16},
        "made": 1,
    }
    return TableRecord(id=id, **{**told, **facts})  # type: ignore[arg-type]


def entry(seq: int, asked: str | None = None) -> Entry:
    return Entry(seq, NATURE if seq == 1 else Seat(0), b'{"type":"play"}', seq, 1000 + seq, asked)


def on_disk(file: Path, text: str) -> list[tuple[object, ...]]:
    """What another process would find there."""
    disk = sqlite3.connect(file)
    try:
        return disk.execute(text).fetchall()
    finally:
        disk.close()


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    async def keep() -> None:
        store: Store = SqliteStore(tmp_path / "house.db")
        await store.append("t", [entry(1), entry(2, "p/a")], record("t"))
        await store.append("t", [Entry(3, Seat(0), None, 2, 1003, "p/b")])
        await store.say("t", Line(1, "p", "Name", None, "Hello", 5), "p/c")
        await store.save_person(Person("p", "Name", None, 1))
        await store.save_person(Person("p", "Other", "fr", 1))
        await store.close()
        store = SqliteStore(tmp_path / "house.db")
        assert await store.table("t") == record("t")
        assert await store.table("u") is None
        assert await store.log("t") == [entry(1), entry(2, "p/a"), Entry(3, Seat(0), None, 2, 1003, "p/b")]
        assert await store.log_sizes(["t", "u"]) == {"t": 3}
        assert await store.chat("t", 10) == [(Line(1, "p", "Name", None, "Hello", 5), "p/c")]
        assert await store.person("p") == Person("p", "Other", "fr", 1)
        await store.close()

    asyncio.run(keep())


def test_when_it_returns_it_is_on_disk(tmp_path: Path) -> None:
    async def keep() -> None:
        store = SqliteStore(tmp_path / "house.db")
        for seq in range(1, 20):
            await store.append("t", [entry(seq)])
            assert on_disk(tmp_path / "house.db", "SELECT max(seq) FROM events") == [(seq,)]
        assert on_disk(tmp_path / "house.db", "PRAGMA journal_mode") == [("wal",)]
        with closing(store._connect()) as disk:
            assert disk.execute("PRAGMA synchronous").fetchall() == [(2,)]
        await store.close()

    asyncio.run(keep())


def test_who_waits_at_the_same_time_shares_a_flush(tmp_path: Path) -> None:
    async def keep() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await asyncio.gather(*(store.append(f"t{table}", [entry(1)]) for table in range(200)))
        assert store.writer.written == 200
        assert store.writer.flushes < 50
        assert on_disk(tmp_path / "house.db", "SELECT count(*) FROM events") == [(200,)]
        await store.close()

    asyncio.run(keep())


def test_nothing_is_written_twice_and_nobody_else_suffers_from_trying(tmp_path: Path) -> None:
    async def keep() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await store.append("t", [entry(1, "p/a")])
        answers = await asyncio.gather(
            store.append("u", [entry(1)]),
            store.append("t", [entry(1, "p/b")]),
            store.append("v", [entry(1)]),
            store.append("t", [entry(2, "p/a")], record("t")),
            store.append("w", [entry(1)]),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [type(None), Clash, type(None), Clash, type(None)]
        assert await store.log("t") == [entry(1, "p/a")]
        assert await store.table("t") is None, "a record stands or falls with its entries"
        assert len(await store.log("w")) == 1
        await store.close()

    asyncio.run(keep())


def test_lobby_and_own_tables(tmp_path: Path) -> None:
    async def keep() -> None:
        store = SqliteStore(tmp_path / "house.db")
        tables: dict[str, dict[str, object]] = {
            "old": {},
            "hidden": {"public": False},
            "over": {"state": "over"},
            "other": {"game": "other", "host": "q", "chairs": (Seating("open"),)},
            "new": {"state": "gathering"},
        }
        for made, (id, facts) in enumerate(tables.items()):
            await store.save_table(record(id, made=made, **facts))
        assert [table.id for table in await store.open_tables(None, 0, 9)] == ["new", "other", "old"]
        assert [table.id for table in await store.open_tables("a-game", 1, 9)] == ["new"]
        assert [table.id for table in await store.tables_of("p", None, 9)] == ["new", "hidden", "old"]
        assert [table.id for table in await store.tables_of("q", None, 9)] == ["other"]
        await store.close()

    asyncio.run(keep())


def test_a_link_is_good_once_and_for_a_while(tmp_path: Path) -> None:
    async def keep() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await store.save_token(Token(b"one", "p", 100), 50)
        await store.save_token(Token(b"two", "p", 100), 50)
        both = await asyncio.gather(store.use_token(b"one", 50), store.use_token(b"one", 50))
        assert sorted(both, key=str) == [None, "p"]
        assert await store.use_token(b"one", 50) is None
        assert await store.use_token(b"two", 101) is None
        await store.close()

    asyncio.run(keep())


def test_links_that_nobody_follows_do_not_pile_up(tmp_path: Path) -> None:
    async def keep() -> list[int]:
        store = SqliteStore(tmp_path / "house.db")
        for now in range(0, 1_000, 10):
            await store.save_token(Token(str(now).encode(), "p", now + 100), now)
        await store.close()
        with closing(sqlite3.connect(tmp_path / "house.db")) as disk:
            return [row[0] for row in disk.execute("SELECT expires FROM tokens ORDER BY expires")]

    assert asyncio.run(keep()) == list(range(990, 1_100, 10))


def test_older_data_is_brought_up_to_date_and_newer_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_and_close() -> None:
        await SqliteStore(tmp_path / "house.db").close()

    asyncio.run(open_and_close())
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, "ALTER TABLE people ADD COLUMN hue TEXT;"))
    asyncio.run(open_and_close())

    assert on_disk(tmp_path / "house.db", "PRAGMA user_version") == [(len(schema.STEPS),)]
    assert on_disk(tmp_path / "house.db", "SELECT hue FROM people") == []
    monkeypatch.undo()
    with pytest.raises(Refusal, match="newer-house"):
        SqliteStore(tmp_path / "house.db")


def test_matches_that_were_over_before_there_was_a_list_of_them_are_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "house.db"
    monkeypatch.setattr(schema, "STEPS", schema.STEPS[:2])
    with closing(sqlite3.connect(file)) as disk:
        schema.migrate(disk)
        for id, state in (("t", "over"), ("u", "playing")):
            row = (id, "a-game", state, True, 1, msgspec.json.encode(record(id, state=state)))
            disk.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", row)
            disk.execute("INSERT INTO company VALUES ('p', ?)", (id,))
        disk.execute("INSERT INTO events VALUES ('t', 1, 0, '{}', 1, 77, NULL)")
        disk.commit()
    monkeypatch.undo()

    async def look() -> list[tuple[int, TableRecord]]:
        store = SqliteStore(file)
        found = await store.matches_of("p", None, None, 9)
        await store.close()
        return found

    assert asyncio.run(look()) == [(77, record("t", state="over"))]


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """All that are made from now on."""
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def counted(*where: Any, **how: Any) -> sqlite3.Connection:
        made.append(connect(*where, **how))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", counted)
    return made


def is_open(disk: sqlite3.Connection) -> bool:
    try:
        disk.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return False
    return True


def test_a_store_that_refuses_leaves_no_connection_open(tmp_path: Path, connections: list[sqlite3.Connection]) -> None:
    """Neither to a newer database nor to something that is none."""
    with closing(sqlite3.connect(tmp_path / "newer.db")) as disk:
        disk.execute("PRAGMA user_version = 666")
    (tmp_path / "poem.db").write_text("Once upon a midnight dreary, while I pondered, weak and weary")

    with pytest.raises(Refusal, match="newer-house"):
        SqliteStore(tmp_path / "newer.db")
    with pytest.raises(sqlite3.DatabaseError):
        SqliteStore(tmp_path / "poem.db")

    assert len(connections) == 3
    assert not any(map(is_open, connections))
