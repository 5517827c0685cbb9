"""The house's data folder: held by one house at a time, for nobody else to read, and open before anybody is told so."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from asyncio import get_running_loop
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from pandemonium.core.game import Refusal
from pandemonium.storage.lock import Lock, Taken
from pandemonium.storage.schema import SIGNS, loses_secrets, migrate
from pandemonium.storage.sqlite import SqliteStore

SECRET_BYTES: Final = 32
DATABASE: Final = "house.db"
SECRET: Final = "secret"  # noqa: S105  the name of a file
LOCK: Final = "house.lock"
DRAFT: Final = f"{DATABASE}.draft"
"""A database that is being put back: it is there until it has become the database, and longer only after a crash."""


class DataFolder:
    """The memory and the secret of a house, as long as it has them open. Raises Refusal if it cannot have them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            if not path.is_dir():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.mkdir(mode=0o700, exist_ok=True)
            self._lock = Lock(path / LOCK)
        except Taken:
            raise Refusal("data-in-use", folder=path) from None
        except OSError as error:
            raise Refusal("data-folder", folder=path, why=error.strerror or str(error)) from None
        try:
            _is_whole(path)
            self.secret = _secret(path / SECRET)
            self.store = _store(path / DATABASE)
        except OSError as error:
            self._lock.release()
            raise Refusal("data-folder", folder=path, why=error.strerror or str(error)) from None
        except BaseException:
            self._lock.release()
            raise

    async def shut(self) -> None:
        """The same, from inside a loop, which goes on meanwhile."""
        await get_running_loop().run_in_executor(None, self.close)

    def close(self) -> None:
        """Write what is waiting, and let others in. Once is enough, twice does no harm."""
        self.store.close_now()
        self._lock.release()

    def free(self) -> int:
        """What is left of its disk for us, in bytes."""
        return shutil.disk_usage(self.path).free

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def move_to(path: Path, version: int) -> None:
    """Bring what is kept there to some version, forward or back. Raises Refusal, also if a house is open there."""
    file = path / DATABASE
    if not file.is_file():
        raise Refusal("no-house-here", folder=path)
    try:
        lock = Lock(path / LOCK)
    except Taken:
        raise Refusal("data-in-use", folder=path) from None
    try:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=30)) as disk:
            _keep_what_signs(disk, path / SECRET, version)
            migrate(disk, version)
    except sqlite3.Error as error:
        raise Refusal("bad-database", file=file, why=str(error)) from None
    finally:
        lock.release()


def _keep_what_signs(disk: sqlite3.Connection, file: Path, to: int) -> None:
    """Where an older house looks for it, before there is no other place for it."""
    (version,) = disk.execute("PRAGMA user_version").fetchone()
    if loses_secrets(version, to) and (found := disk.execute(SIGNS).fetchone()) is not None:
        write_for_us(file, found[0])


def _is_whole(path: Path) -> None:
    """Raises Refusal where a backup was put back but for the last step: a new house there would be an empty one."""
    if (path / DRAFT).exists() and not (path / DATABASE).exists():
        raise Refusal("half-restored", folder=path)


def _secret(file: Path) -> bytes:
    """What the house signs with, made on its first day."""
    try:
        secret = file.read_bytes()
    except FileNotFoundError:
        return _new_secret(file)
    if len(secret) < SECRET_BYTES:  # With an empty one anybody could sign.
        raise Refusal("bad-secret", file=file, size=len(secret), needed=SECRET_BYTES)
    for_us_alone(file)
    return secret


def _new_secret(file: Path) -> bytes:
    made = secrets.token_bytes(SECRET_BYTES)
    write_for_us(file, made)
    return made


def write_for_us(file: Path, content: bytes) -> None:
    """All of it or nothing, even if the power fails; nobody else can read it."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as writing:
        writing.write(content)
        writing.flush()
        os.fsync(writing.fileno())
    draft.replace(file)
    folder_synced(file.parent)


def folder_synced(folder: Path) -> None:
    """Names too are on disk only when their folder is."""
    if os.name == "nt":  # There it cannot be asked for.
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _store(file: Path) -> SqliteStore:
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite's other files are made alike.
    for each in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        if each.exists():
            for_us_alone(each)
    try:
        return SqliteStore(file)
    except sqlite3.Error as error:
        raise Refusal("bad-database", file=file, why=str(error)) from None


def for_us_alone(file: Path) -> None:
    with suppress(PermissionError):  # Somebody else's, who lets us use it: he knows why.
        file.chmod(0o600)
