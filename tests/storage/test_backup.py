"""A backup is the house at one moment, whatever is played meanwhile; put back, it is that house again."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pandemonium.cli import main
from pandemonium.core.game import Refusal
from pandemonium.storage import backup
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


KILLED = """
import os, sys
from pathlib import Path
from pandemonium.storage.backup import restore
rename, left = Path.replace, [int(sys.argv[1])]
def replace(self, target):
    if not left[0]:
        os._exit(9)
    left[0] -= 1
    return rename(self, target)
Path.replace = replace
restore(Path(sys.argv[2]), Path(sys.argv[3]))
"""
"""Ends without a word before the next name is changed."""


@pytest.mark.parametrize("names", range(6))
def test_who_is_killed_while_he_puts_a_backup_back_finds_no_empty_house(
    house: DataFolder, tmp_path: Path, names: int
) -> None:
    """But the old one, the new one, or a sentence that says what to do; and what was there before stays together."""
    back_up(house.path, tmp_path / "backup")
    folder = tmp_path / "other"
    with DataFolder(folder) as other:
        secret = other.secret
        asyncio.run(other.store.new_table(record("old")))
    (folder / "house.db-wal").write_bytes(b"what a house that was killed leaves behind")
    words = [sys.executable, "-c", KILLED, str(names), str(tmp_path / "backup"), str(folder)]
    assert (
        subprocess.run(words, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=False).returncode == 9
    )

    if (folder / "house.db").exists():
        with DataFolder(folder) as other:
            assert asyncio.run(other.store.table("old")) == record("old")
            assert other.secret == secret
    else:
        with pytest.raises(Refusal, match="half-restored"):
            DataFolder(folder)
    restore(tmp_path / "backup", folder)

    with DataFolder(folder) as other:
        assert other.secret == house.secret
    assert len(moves(folder)) == MOVES
    [aside] = folder.glob("before-*")
    assert {file.name for file in aside.iterdir()} >= {"house.db", "secret"}
    assert (aside / "secret").read_bytes() == secret
    assert not (folder / "house.db-wal").exists()


def test_what_fails_while_names_are_changed_leaves_everything_as_it_was(
    house: DataFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(house.path, tmp_path / "backup")
    with DataFolder(tmp_path / "other") as other:
        secret = other.secret
    rename = Path.replace

    def replace(file: Path, target: Path) -> Path:
        if file.name == "house.db.draft":
            raise OSError(5, "Input/output error")
        return rename(file, target)

    monkeypatch.setattr(Path, "replace", replace)
    assert refused(tmp_path / "backup", tmp_path / "other") == "not-restored"
    monkeypatch.undo()

    with DataFolder(tmp_path / "other") as other:
        assert other.secret == secret
        assert asyncio.run(other.store.table("t")) is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such owners")
def test_what_is_put_back_belongs_to_whom_the_folder_belongs(
    house: DataFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root puts it back, and the house, which is somebody else, has to open it."""
    back_up(house.path, tmp_path / "backup")
    folder = tmp_path / "other"
    DataFolder(folder).close()
    (folder / "house.lock").unlink()
    given: dict[int, tuple[int, int]] = {}
    owner = backup._owner
    monkeypatch.setattr(backup, "_owner", lambda file: (666, 667) if file == folder else owner(file))
    monkeypatch.setattr(os, "chown", lambda file, *owner: given.update({Path(file).stat().st_ino: owner}))

    aside = restore(tmp_path / "backup", folder)

    assert aside is not None
    written = [folder / "house.db", folder / "secret", folder / "house.lock", aside]
    assert [given.get(file.stat().st_ino) for file in written] == [(666, 667)] * 4


def test_the_commands_say_what_they_did_and_why_not(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "backup")
    assert main(["backup", file]) == 2
    assert "No house keeps anything" in capsys.readouterr().err

    with DataFolder(home / "house"):
        assert main(["backup", file]) == 0
        assert file in capsys.readouterr().out
        assert main(["restore", file]) == 2
        assert "is open. Close it" in capsys.readouterr().err
    assert main(["restore", file, "--data", str(tmp_path / "other")]) == 0
    assert main(["restore", file, "--data", str(tmp_path / "other")]) == 0
    assert "before-" in capsys.readouterr().out
    assert main(["restore", str(tmp_path / "nothing")]) == 2
    assert "cannot be read" in capsys.readouterr().err


SAYS = {"en": "is kept in", "fr": "est gardée dans", "de": "liegt in"}


@pytest.mark.parametrize("language", SAYS)
def test_a_house_in_postgresql_is_told_to_use_its_tools_and_a_folder_that_is_left_over_stays_as_it_is(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    """Unless somebody names the folder."""
    DataFolder(home / "house").close()
    back_up(home / "house", tmp_path / "older")
    monkeypatch.setenv("PANDEMONIUM_DATABASE", "postgresql://house@db.example/house")
    monkeypatch.setenv("PANDEMONIUM_LANG", language)
    before = sorted(home.rglob("*"))

    for asked in (["backup", str(tmp_path / "copy")], ["restore", str(tmp_path / "older")]):
        assert main(asked) == 2
        told = capsys.readouterr()
        assert SAYS[language] in told.err
        assert "pg_dump" in told.err
        assert told.out == ""
    assert not (tmp_path / "copy").exists()
    assert sorted(home.rglob("*")) == before
    assert main(["backup", str(tmp_path / "copy"), "--data", str(home / "house")]) == 0
