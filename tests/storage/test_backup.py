"""A backup is the house at one moment, whatever is played meanwhile; put back, it is that house again."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pandemonium.cli import main
from pandemonium.core.game import Refusal
from pandemonium.storage.backup import back_up, restore
from pandemonium.storage.folder import DataFolder
from tests.storage.test_sqlite import entry, on_disk, record

MOVES = 400


@pytest.fixture
def house(tmp_path: Path) -> Iterator[DataFolder]:
    """Open, with a match in it that fills some pages of the database."""
    folder = DataFolder(tmp_path / "house")

    async def play() -> None:
        await folder.store.append(record("t"), [entry(seq) for seq in range(1, MOVES + 1)], changed=True)

    asyncio.run(play())
    with folder:
        yield folder


def moves(folder: Path) -> list[tuple[object, ...]]:
    return on_disk(folder / "house.db", "SELECT seq FROM events ORDER BY seq")


def refused(file: Path, folder: Path) -> str:
    with pytest.raises(Refusal) as refusal:
        restore(file, folder)
    return refusal.value.key


def test_moves_made_during_a_backup_are_kept_by_the_house_and_the_backup_is_of_one_moment(
    house: DataFolder, tmp_path: Path
) -> None:
    """A move between every two pages that are copied: each is acknowledged, and the copy does not begin anew."""
    played: list[int] = []

    async def while_they_play() -> None:
        loop = asyncio.get_running_loop()

        async def move() -> None:
            played.append(MOVES + len(played) + 1)
            await house.store.append(record("t"), [entry(played[-1])])

        def between(_: float) -> None:
            asyncio.run_coroutine_threadsafe(move(), loop).result(60)

        await asyncio.to_thread(back_up, house.path, tmp_path / "backup", between, 1)

    asyncio.run(while_they_play())
    restore(tmp_path / "backup", tmp_path / "other")

    assert len(played) > 10
    assert moves(house.path) == [(seq,) for seq in range(1, MOVES + len(played) + 1)]
    assert moves(tmp_path / "other") == [(seq,) for seq in range(1, MOVES + 1)]


def test_a_backup_that_is_put_back_is_the_same_house(house: DataFolder, tmp_path: Path) -> None:
    """With its secret: without it everybody would be a new guest. And nothing of the backup's own stays in it."""
    back_up(house.path, tmp_path / "backup")

    assert restore(tmp_path / "backup", tmp_path / "other") is None

    with DataFolder(tmp_path / "other") as other:
        assert other.secret == house.secret
        assert asyncio.run(other.store.table("t")) == record("t")
    tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    assert on_disk(tmp_path / "other" / "house.db", tables) == on_disk(house.path / "house.db", tables)


def test_nothing_is_put_back_into_an_open_house(house: DataFolder, tmp_path: Path) -> None:
    back_up(house.path, tmp_path / "backup")

    assert refused(tmp_path / "backup", house.path) == "restore-in-use"
    assert len(moves(house.path)) == MOVES


def test_what_was_there_before_is_put_aside(house: DataFolder, tmp_path: Path) -> None:
    back_up(house.path, tmp_path / "backup")
    with DataFolder(tmp_path / "other") as other:
        secret = other.secret

    aside = restore(tmp_path / "backup", tmp_path / "other")

    assert aside is not None
    with DataFolder(aside) as before:
        assert before.secret == secret
    assert len(moves(tmp_path / "other")) == MOVES


def test_a_mere_copy_of_the_database_can_be_put_back_too(house: DataFolder, tmp_path: Path) -> None:
    """As `sqlite3 house.db ".backup copy.db"` makes it; the folder's own secret stays."""
    with closing(sqlite3.connect(house.path / "house.db")) as disk, closing(sqlite3.connect(tmp_path / "copy")) as copy:
        disk.backup(copy)
    with DataFolder(tmp_path / "other") as other:
        secret = other.secret

    restore(tmp_path / "copy", tmp_path / "other")

    with DataFolder(tmp_path / "other") as other:
        assert other.secret == secret
    assert len(moves(tmp_path / "other")) == MOVES


@pytest.mark.parametrize("content", [b"", b"Once upon a midnight dreary", b"SQLite format 3\0" + bytes(4_000)])
def test_what_is_no_backup_changes_nothing(house: DataFolder, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "backup").write_bytes(content)
    house.close()

    assert refused(tmp_path / "backup", house.path) == "not-a-backup"
    assert len(moves(house.path)) == MOVES
    assert {file.name for file in house.path.iterdir()} <= {"house.db", "house.lock", "secret"}


def test_a_backup_that_was_cut_short_changes_nothing(house: DataFolder, tmp_path: Path) -> None:
    back_up(house.path, tmp_path / "backup")
    whole = (tmp_path / "backup").read_bytes()
    (tmp_path / "backup").write_bytes(whole[: len(whole) // 2])
    house.close()

    assert refused(tmp_path / "backup", house.path) == "not-a-backup"
    assert len(moves(house.path)) == MOVES


def test_a_backup_of_a_newer_house_is_left_alone(house: DataFolder, tmp_path: Path) -> None:
    back_up(house.path, tmp_path / "backup")
    with closing(sqlite3.connect(tmp_path / "backup")) as disk:
        disk.execute("PRAGMA user_version = 666")

    assert refused(tmp_path / "backup", tmp_path / "other") == "newer-house"


def test_a_backup_overwrites_nothing_and_leaves_nothing_half_done(house: DataFolder, tmp_path: Path) -> None:
    (tmp_path / "backup").write_text("precious")

    with pytest.raises(Refusal) as refusal:
        back_up(house.path, tmp_path / "backup")
    assert refusal.value.key == "file-exists"
    assert (tmp_path / "backup").read_text() == "precious"

    with pytest.raises(Refusal) as refusal:
        back_up(house.path, tmp_path / "no-such-folder" / "backup")
    assert refusal.value.key == "not-backed-up"

    def stops(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(house.path, tmp_path / "other", stops, 1)
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("other")] == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_can_read_a_backup(house: DataFolder, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        back_up(house.path, tmp_path / "backup")
        restore(tmp_path / "backup", tmp_path / "other")
    finally:
        os.umask(before)

    made = [tmp_path / "backup", tmp_path / "other" / "house.db", tmp_path / "other" / "secret"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in made} == {0o600}


def test_the_commands_say_what_they_did_and_why_not(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = str(tmp_path / "backup")
    assert main(["backup", backup]) == 2
    assert "No house keeps anything" in capsys.readouterr().err

    with DataFolder(home / "house"):
        assert main(["backup", backup]) == 0
        assert backup in capsys.readouterr().out
        assert main(["restore", backup]) == 2
        assert "is open. Close it" in capsys.readouterr().err
    assert main(["restore", backup, "--data", str(tmp_path / "other")]) == 0
    assert main(["restore", backup, "--data", str(tmp_path / "other")]) == 0
    assert "before-" in capsys.readouterr().out
    assert main(["restore", str(tmp_path / "nothing")]) == 2
    assert "cannot be read" in capsys.readouterr().err
