"""A lock is held by one, and free again when he lets go; on Windows too, as far as that can be seen from here."""

from __future__ import annotations

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from pandemonium.storage import lock


class Msvcrt(ModuleType):
    """Windows' locks, by the file that an open one is of."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: dict[int, tuple[int, int]] = {}

    def locking(self, file: int, how: int, bytes: int) -> None:
        assert (how, bytes) == (self.LK_NBLCK, 1)
        its = os.fstat(file)
        if (its.st_dev, its.st_ino) in self.held.values():
            raise PermissionError(13, "Permission denied")
        self.held[file] = (its.st_dev, its.st_ino)


@pytest.fixture(params=["here", "windows"])
def locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    if request.param == "here":
        return lock
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt())
    spec = spec_from_file_location("windows_lock", str(lock.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "win32")
        spec.loader.exec_module(module)
    return module


def test_only_one_holds_a_lock(tmp_path: Path, locks: ModuleType) -> None:
    first = locks.Lock(tmp_path / "lock")

    with pytest.raises(locks.Taken):
        locks.Lock(tmp_path / "lock")

    locks.Lock(tmp_path / "other").release()
    first.release()
    first.release()  # Twice does no harm.


def test_who_lets_go_makes_room(tmp_path: Path) -> None:
    lock.Lock(tmp_path / "lock").release()
    lock.Lock(tmp_path / "lock").release()


def test_a_lock_that_cannot_be_had_is_not_somebody_elses(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        lock.Lock(tmp_path / "no-such-folder" / "lock")
