"""A process that thinks: what it does, and how it is started, asked and ended."""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from traceback import format_exc
from typing import Any, Final, TypeVar

T = TypeVar("T")

NICER: Final = 5
"""Whoever waits for his own move comes before who waits for a bot's. With 15 a process on a machine that is busy with
other things has next to no time at all."""
POLICY: Final = "SCHED_OTHER"
"""How Linux deals out its time: `SCHED_BATCH` wakes nobody else's core, `SCHED_IDLE` has what nobody else wants."""
SLACK: Final = 2.0
"""So many seconds later it has not ended itself, and is ended."""
_SPAWN: Final = get_context("spawn")
_ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class Died(Exception):
    """The process has ended in the middle of its work, or has been ended because it never would."""


class Failed(Exception):
    """The work itself went wrong; the process is well."""


class Worker:
    """One process, which does one thing after the other. Whatever it is asked must have a name there too."""

    def __init__(self) -> None:
        self._connection, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_work, args=(theirs,), name="a thinker of the house", daemon=True)
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def does(self, work: Callable[[], T], within: float) -> T:
        """What comes of it. Raises Died, also if it has not come after so many seconds, and Failed."""
        try:
            self._connection.send_bytes(pickle.dumps((within, work)))
            if not self._connection.poll(within + SLACK):
                raise Died("it did not come to an end")
            is_done, answer = self._connection.recv()
        except (EOFError, OSError):
            self._process.join(SLACK)
            raise Died(f"exit code {self._process.exitcode}") from None
        if not is_done:
            raise Failed(answer)
        return answer  # type: ignore[no-any-return]

    def kill(self) -> None:
        """At once, whatever it does: from any thread."""
        self._process.kill()

    def end(self) -> None:
        self.kill()
        self._process.join()
        self._connection.close()


# In the process


def _work(connection: Connection) -> None:
    _make_room()
    Thread(target=_end_with_the_house, daemon=True).start()
    with suppress(EOFError, OSError):  # The house is gone.
        while True:
            asked = connection.recv_bytes()
            connection.send(_done(asked))


def _done(asked: bytes) -> tuple[bool, Any]:
    try:
        within, work = pickle.loads(asked)  # noqa: S301  from our own parent
        # Compiled code that never ends leaves Python no moment to notice anything: this watch needs none.
        faulthandler.dump_traceback_later(within, exit=True)
        return True, work()
    except Exception:  # noqa: BLE001  whoever asked hears of it
        return False, format_exc()
    finally:
        faulthandler.cancel_dump_traceback_later()


def _make_room() -> None:
    """For whoever is not a bot."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Who stops the house by Ctrl-C stops it, and it ends us.
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    if sys.platform != "win32":
        os.nice(NICER)
    if hasattr(os, "sched_setscheduler"):
        os.sched_setscheduler(0, getattr(os, POLICY), os.sched_param(0))


def _end_with_the_house() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
