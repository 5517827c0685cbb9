"""The house as a process of its own: the real server, killed and started as a drill wants it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
PATIENCE: Final = 120
"""In seconds: no house takes so long to open."""
OUTLIVED: Final = 20
"""Within so many seconds the processes of a house that was killed must have noticed."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def python(*command: str, **pipes: Any) -> subprocess.Popen[bytes]:
    """A Python that finds what is ours."""
    paths = os.pathsep.join([str(ROOT), *(path for path in sys.path if path)])
    return subprocess.Popen([sys.executable, *command], env={**os.environ, "PYTHONPATH": paths}, cwd=ROOT, **pipes)


class Kindling:
    """A process that has read all the code of the house already, and makes houses of itself: most of the time that a
    house takes to open is Python's, to import it."""

    def __init__(self) -> None:
        self._process = python("-m", "drills._served", "kindling", stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def start(self, port: int, data: Path, log: Path, *nodes: str) -> int:
        """Which process it is."""
        return int(self._ask("\t".join((str(port), str(data), str(log), *nodes))))

    def wait(self) -> None:
        """Until the last one has ended."""
        self._ask("wait")

    def _ask(self, line: str) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def close(self) -> None:
        """And whatever still runs."""
        self._process.communicate()


class House:
    """Where it is, and its process while it runs."""

    def __init__(self, data: Path, kindling: Kindling | None = None, *nodes: str, faulty: bool = False) -> None:
        """`nodes`: where its database and its bus are, if it is one of many."""
        self.port = free_port()
        self.data = data
        self.opened = 0.0
        """When it was last open to everybody, by the clock of this process."""
        self.pid = 0
        self.log = data.with_suffix(".log")
        """What it had to say."""
        self._kindling = kindling
        self._nodes = nodes
        self._faulty = faulty
        """What cannot be done to its disk from outside, it does itself when it is told to."""
        self._fresh: subprocess.Popen[bytes] | None = None

    def way(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self, *, fresh: bool = False) -> None:
        """It is on its way; `opens` says when it is open. `fresh`: as a Python that has read nothing yet."""
        if self._kindling is not None and not fresh:
            self.pid = self._kindling.start(self.port, self.data, self.log, *self._nodes)
            return
        command = ["-m", "drills._served", str(self.port), str(self.data)]
        with self.log.open("ab") as log:
            if self._faulty:
                pipe = subprocess.PIPE
                self._fresh = python(*command, "faulty", stdin=pipe, stdout=pipe, stderr=log)
            else:
                self._fresh = python(*command, *self._nodes, stdout=log, stderr=log)
        self.pid = self._fresh.pid

    async def opens(self) -> None:
        """Wait until it lets people in."""
        began = time.monotonic()
        while True:
            if not _runs(self.pid):
                raise RuntimeError(f"the house did not open:\n{self.log.read_text(errors='replace')[-3000:]}")
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                if time.monotonic() - began > PATIENCE:
                    raise
                await asyncio.sleep(0.005)
            else:
                writer.close()
                self.opened = time.monotonic()
                return

    def suffers(self, fault: str) -> None:
        """Its disk is `slow`, `read-only`, or has `nothing`; it is so when this returns."""
        assert self._fresh is not None
        assert self._fresh.stdin is not None
        assert self._fresh.stdout is not None
        self._fresh.stdin.write(f"{fault}\n".encode())
        self._fresh.stdin.flush()
        self._fresh.stdout.readline()

    def kill(self) -> list[int]:
        """At once, and without a word. Which of its own processes outlive it."""
        if not self.pid:
            return []
        children = _children(self.pid)
        self._end(signal.SIGKILL)
        stop = time.monotonic() + OUTLIVED
        while children and time.monotonic() < stop:
            children = [pid for pid in children if _runs(pid)]
            time.sleep(0.005)
        return children

    def close(self) -> None:
        """As a service manager closes it."""
        if self.pid:
            self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        os.kill(self.pid, how)
        if self._fresh is not None:
            self._fresh.communicate(timeout=PATIENCE)
        elif self._kindling is not None:
            self._kindling.wait()
        self._fresh, self.pid = None, 0


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _runs(pid: int) -> bool:
    """Whether it is there, and not merely waits for somebody to ask how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
