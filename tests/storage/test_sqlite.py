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
from pandemonium.storage.records import Entry, Seating, TableRecord
from pandemonium.storage.sqlite import SqliteStore


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


def test_when_it_returns_it_is_on_disk(tmp_path: Path) -> None:
    async def keep() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await store.save_table(record("t"))
        for seq in range(1, 20):
            await store.append(record("t"), [entry(seq)])
            assert on_disk(tmp_path / "house.db", "SELECT max(seq) FROM events") == [(seq,)]
        assert on_disk(tmp_path / "house.db", "PRAGMA journal_mode") == [("wal",)]
        with closing(store._connect()) as disk:
            assert disk.execute("PRAGMA synchronous").fetchall() == [(2,)]
        await store.close()

    asyncio.run(keep())


def test_older_data_is_brought_up_to_date_and_newer_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_and_close() -> None:
        await SqliteStore(tmp_path / "house.db").close()

    asyncio.run(open_and_close())
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, schema.Step("ALTER TABLE people ADD COLUMN hue TEXT;", "")))
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
