"""One at a time: a file that a process holds, and that is free again when the process ends, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path


class Taken(Exception):
    """Somebody else holds it."""


class Lock:
    """Held from the beginning. Raises Taken if somebody else holds it, OSError if it cannot be had at all."""

    def __init__(self, file: Path) -> None:
        self._held: int | None = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._held)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """The file stays: were it taken away, two could hold two files of one name."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise Taken from None
else:
    import fcntl

    def _take(file: int) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Taken from None
