"""The data folder: one house at a time, for nobody else to read; whatever is wrong with it is said before it opens."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pandemonium.core.game import Refusal
from pandemonium.storage.folder import SECRET_BYTES, DataFolder

on_posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="a folder that not even root can write: /proc")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refused(path: Path) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        DataFolder(path)
    return refusal.value


def test_a_second_house_is_refused_until_the_first_has_closed(tmp_path: Path) -> None:
    first = DataFolder(tmp_path)

    assert refused(tmp_path).key == "data-in-use"

    first.close()
    DataFolder(tmp_path).close()


def test_a_house_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    hold = "import sys, pathlib; from pandemonium.storage.folder import DataFolder"
    hold += "; folder = DataFolder(pathlib.Path(sys.argv[1])); print(); input()"
    path = os.pathsep.join(filter(None, sys.path))
    command, environment = [sys.executable, "-c", hold, str(tmp_path)], {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert refused(tmp_path).key == "data-in-use"

        other.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        other.wait()

    DataFolder(tmp_path).close()


def test_the_secret_is_made_once(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "new" / "house") as folder:
        made = folder.secret
    with DataFolder(tmp_path / "new" / "house") as folder:
        assert folder.secret == made

    assert len(made) == SECRET_BYTES


@pytest.mark.parametrize("size", [0, 1, SECRET_BYTES - 1])
def test_a_secret_that_is_too_short_to_keep_is_refused(tmp_path: Path, size: int) -> None:
    """A full disk or a slip of the hand leaves an empty file; with that anybody could sign for anybody."""
    (tmp_path / "secret").write_bytes(bytes(size))

    assert refused(tmp_path).facts["size"] == size
    assert refused(tmp_path).key == "bad-secret", "and the folder was let go of"


@on_posix
def test_nobody_else_can_read_what_the_house_keeps(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with DataFolder(tmp_path / "house"):
            files = {path.name: mode(path) for path in (tmp_path / "house").iterdir()}
    finally:
        os.umask(before)

    assert {"house.db", "house.db-wal", "house.db-shm", "house.lock", "secret"} <= files.keys()
    assert set(files.values()) == {0o600}
    assert mode(tmp_path / "house") == 0o700


@on_posix
def test_what_an_older_house_left_open_to_all_is_shut(tmp_path: Path) -> None:
    with DataFolder(tmp_path):
        pass
    tmp_path.chmod(0o755)
    for name in ("house.db", "secret"):
        (tmp_path / name).chmod(0o644)

    DataFolder(tmp_path).close()

    assert {mode(tmp_path / name) for name in ("house.db", "secret")} == {0o600}
    assert mode(tmp_path) == 0o755, "a folder that the host has made is his"


def test_data_of_a_newer_house_are_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "house.db")) as disk:
        disk.execute("PRAGMA user_version = 666")

    assert refused(tmp_path).key == "newer-house"
    assert refused(tmp_path).facts["version"] == 666


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "house.db").write_text("Once upon a midnight dreary, while I pondered, weak and weary")

    assert refused(tmp_path).key == "bad-database"
    assert refused(tmp_path).facts["file"] == tmp_path / "house.db"


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    assert refused(tmp_path / "file" / "house").key == "data-folder"
    assert refused(tmp_path / "file").key == "data-folder"


@on_linux
def test_a_folder_that_cannot_be_written_is_named() -> None:
    assert refused(Path("/proc/self")).key == "data-folder"
    assert refused(Path("/proc/house")).key == "data-folder"
