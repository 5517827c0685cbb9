"""A process that thinks: what it does, and how it is started, asked and ended."""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import sys
from asyncio import (
    CancelledError,
    IncompleteReadError,
    SubprocessTransport,
    Task,
    create_task,
    get_running_loop,
    shield,
    timeout,
)
from asyncio.subprocess import Process, SubprocessStreamProtocol
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from subprocess import PIPE
from threading import Thread
from traceback import format_exc
from typing import BinaryIO, Final, TypeVar

T = TypeVar("T")

NICER: Final = 5
"""Whoever waits for his own move comes before who waits for a bot's. With 15 a process on a machine that is busy with
other things has next to no time at all."""
POLICY: Final = "SCHED_OTHER"
"""How Linux deals out its time: `SCHED_BATCH` wakes nobody else's core, `SCHED_IDLE` has what nobody else wants."""
LIMIT: Final = 65_536
"""So many bytes of an answer are read before it is asked for."""
SLACK: Final = 2.0
"""So many seconds later it has not ended itself, and is ended."""
COMMAND: Final = "from pandemonium.search.worker import main; main()"
_LENGTH: Final = 4
_ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class Died(Exception):
    """The process has ended in the middle of its work, or has been ended because it never would."""


class Failed(Exception):
    """The work itself went wrong; the process is well."""


class Worker:
    """One process, which does one thing after the other. Whatever it is asked must have a name there too."""

    def __init__(self, process: Process, pipes: SubprocessTransport) -> None:
        self._process = process
        self._pipes = pipes
        self.gone: Task[int] = create_task(process.wait())
        """Done when the process has ended; with which code."""

    @classmethod
    async def started(cls) -> Worker:
        """Raises Died if the machine does not give us one."""
        environment = {**os.environ, **dict.fromkeys(_ONE_THREAD, "1"), "PYTHONPATH": os.pathsep.join(sys.path)}
        # By -P no module is looked for where the house happened to be opened.
        command = (sys.executable, "-P", "-c", COMMAND)
        loop = get_running_loop()
        # As create_subprocess_exec does, which keeps to itself what has to be closed in the end.
        try:
            pipes, streams = await loop.subprocess_exec(
                lambda: SubprocessStreamProtocol(LIMIT, loop),
                *command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=None,
                env=environment,
            )
        except OSError as error:
            raise Died(str(error)) from error
        return cls(Process(pipes, streams, loop), pipes)

    @property
    def pid(self) -> int:
        return self._process.pid

    async def does(self, work: Callable[[], T], within: float) -> T:
        """What comes of it. Raises Died, also if it has not come after so many seconds, and Failed."""
        there, back = self._process.stdin, self._process.stdout
        assert there is not None
        assert back is not None
        try:
            asked = _framed((within, work))
        except Exception as error:  # Whatever it is made of may say no in its own way.
            raise Failed(f"it cannot be asked: {error}") from error
        try:
            async with timeout(within + SLACK):
                there.write(asked)
                await there.drain()
                length = await back.readexactly(_LENGTH)
                told = await back.readexactly(int.from_bytes(length))
        except TimeoutError:
            raise Died("it did not come to an end") from None
        except (IncompleteReadError, OSError):
            raise Died(f"exit code {await self._last_words()}") from None
        try:
            is_done, answer = pickle.loads(told)  # noqa: S301  our own child
        except Exception as error:
            raise Failed(f"its answer cannot be read: {error}") from error
        if not is_done:
            raise Failed(answer)
        return answer  # type: ignore[no-any-return]

    async def _last_words(self) -> int:
        """It speaks no more, so it is about to end by itself; with which code."""
        with suppress(TimeoutError):
            async with timeout(SLACK):
                return await shield(self.gone)
        return await self.end()

    async def end(self) -> int:
        """At once, whatever it does; with which code. Also where the loop ends and has cancelled `gone`, and where
        whoever ends it is stopped meanwhile.

        By itself asyncio closes what belongs to a process when it has heard the end of every pipe: a loop that ends
        may not come to that any more."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        ended = create_task(self._process.wait())
        try:
            return await shield(ended)
        except CancelledError:
            await ended
            raise
        finally:
            self._pipes.close()


def _framed(what: object) -> bytes:
    data = pickle.dumps(what)
    return len(data).to_bytes(_LENGTH) + data


# In the process


def main() -> None:
    asked: SimpleQueue[bytes] = SimpleQueue()
    _make_room()
    with _answers() as answers:
        Thread(target=_listen, args=(asked,), daemon=True).start()
        while True:
            answers.write(_done(asked.get()))
            answers.flush()


def _answers() -> BinaryIO:
    """Where the house listens; whatever else is printed goes where errors go."""
    house = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return os.fdopen(house, "wb")


def _listen(asked: SimpleQueue[bytes]) -> None:
    while length := sys.stdin.buffer.read(_LENGTH):
        asked.put(sys.stdin.buffer.read(int.from_bytes(length)))
    os._exit(0)  # The house is gone, and nobody waits any more for what is being thought about.


def _done(asked: bytes) -> bytes:
    try:
        within, work = pickle.loads(asked)  # noqa: S301  from our own parent
        # Compiled code that never ends leaves Python no moment to notice anything: this watch needs none.
        faulthandler.dump_traceback_later(within, exit=True)
        return _framed((True, work()))
    except Exception:  # noqa: BLE001  whoever asked hears of it
        return _framed((False, format_exc()))
    finally:
        faulthandler.cancel_dump_traceback_later()


def _make_room() -> None:
    """For whoever is not a bot."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Who stops the house by Ctrl-C stops it, and it ends us.
    if sys.platform != "win32":
        os.nice(NICER)
    if hasattr(os, "sched_setscheduler"):
        os.sched_setscheduler(0, getattr(os, POLICY), os.sched_param(0))
