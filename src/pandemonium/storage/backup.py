"""A copy of everything that the house keeps, in one file: made while it is open, put back while it is closed.

The file is the database itself, as it stood at one moment, with the secret in a table of its own."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pandemonium.core.game import Refusal
from pandemonium.storage.folder import (
    DATABASE,
    DRAFT,
    LOCK,
    SECRET,
    SECRET_BYTES,
    folder_synced,
    for_us_alone,
    write_for_us,
)
from pandemonium.storage.lock import Lock, Taken
from pandemonium.storage.schema import STEPS

PAGES: Final = 1_000
"""So many of the database are copied between two looks at the clock: about 4 MB."""
_SECRET: Final = "backup_secret"  # noqa: S105  the name of a table
_ASIDE: Final = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", SECRET)
Progress = Callable[[float], None]


def back_up(folder: Path, file: Path, progress: Progress = lambda part: None, pages: int = PAGES) -> None:  # noqa: ARG005
    """Whether a house is open there or not. All of it or no file at all. Raises Refusal."""
    if not (folder / DATABASE).is_file():
        raise Refusal("no-house-here", folder=folder)
    if file.exists():
        raise Refusal("file-exists", file=file)
    with _reasons("not-backed-up", file), _draft(file.with_name(f"{file.name}.draft")) as draft:
        with (
            closing(_opened(folder / DATABASE)) as house,
            closing(sqlite3.connect(draft, isolation_level=None)) as copy,
        ):
            # From here on the copy sees one moment: without it, every move that is played would begin it anew.
            house.execute("BEGIN")
            house.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            house.backup(copy, pages=pages, progress=_parts(progress))
            copy.execute("PRAGMA journal_mode = DELETE")
            copy.execute(f"CREATE TABLE {_SECRET} (secret BLOB NOT NULL)")
            copy.execute(f"INSERT INTO {_SECRET} VALUES (?)", ((folder / SECRET).read_bytes(),))  # noqa: S608
        _synced(draft)
        draft.replace(file)
        folder_synced(file.parent)


def restore(file: Path, folder: Path, progress: Progress = lambda part: None) -> Path | None:  # noqa: ARG005
    """Put a backup back. What the folder has had is put aside; the answer says where. Raises Refusal, also if a house
    is open there: then nothing is changed."""
    if not file.is_file():
        raise Refusal("no-file", file=file, why=os.strerror(2))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = Lock(folder / LOCK)
    except Taken:
        raise Refusal("restore-in-use", folder=folder) from None
    except OSError as error:
        raise Refusal("data-folder", folder=folder, why=error.strerror or str(error)) from None
    try:
        with _reasons("not-restored", file), _draft(folder / DRAFT) as draft:
            secret, new_secret = _taken_out(file, draft, progress), folder / f"{SECRET}.draft"
            if secret is not None:
                write_for_us(new_secret, secret)
                _given_to_its_owner(new_secret)
            _given_to_its_owner(draft)
            _given_to_its_owner(folder / LOCK)
            folder_synced(folder)
            # All that can fail for want of room is done: from here on, names change. As long as the draft is there and
            # no database, no house is opened.
            with _put_aside(folder, keep_secret=secret is None) as aside:
                if secret is not None:
                    new_secret.replace(folder / SECRET)
                draft.replace(folder / DATABASE)
            folder_synced(folder)
            return aside
    finally:
        lock.release()


def _taken_out(file: Path, draft: Path, progress: Progress) -> bytes | None:
    """Write the database of a backup there; its secret, unless it is a mere copy of the database. Raises Refusal."""
    with closing(_opened(file)) as backup, closing(sqlite3.connect(draft, isolation_level=None)) as house:
        try:
            backup.backup(house, pages=PAGES, progress=_parts(progress))
            (version,) = house.execute("PRAGMA user_version").fetchone()
            tables = {name for (name,) in house.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
            (state,) = house.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            raise Refusal("not-a-backup", file=file) from None
        if version > len(STEPS):
            raise Refusal("newer-house", version=version, known=len(STEPS))
        if state != "ok" or not {"people", "tables", "events"} <= tables:
            raise Refusal("not-a-backup", file=file)
        secret: bytes | None = None
        if _SECRET in tables:
            (secret,) = house.execute(f"SELECT secret FROM {_SECRET}").fetchone()  # noqa: S608
            if len(secret or b"") < SECRET_BYTES:
                raise Refusal("not-a-backup", file=file)
            house.execute(f"DROP TABLE {_SECRET}")
    _synced(draft)
    return secret


@contextmanager
def _put_aside(folder: Path, *, keep_secret: bool) -> Iterator[Path | None]:
    """What is there, the database first; where it was put. It comes back if what is done meanwhile fails."""
    there = [name for name in _ASIDE if (folder / name).exists() and not (keep_secret and name == SECRET)]
    begun = _begun(folder, there)
    if not there or (there == [SECRET] and begun is None):
        yield None
        return
    aside = begun or folder / datetime.now(UTC).strftime("before-%Y-%m-%d-%H%M%S-%f")
    aside.mkdir(mode=0o700, exist_ok=True)
    _given_to_its_owner(aside)
    moved: list[str] = []
    try:
        for name in there:
            (folder / name).replace(aside / name)
            moved.append(name)
            folder_synced(aside)
        folder_synced(folder)
        yield aside
    except BaseException:
        for name in reversed(moved):
            (aside / name).replace(folder / name)
        raise


def _begun(folder: Path, there: list[str]) -> Path | None:
    """Where somebody who was killed over it had begun to put aside what is still there: it belongs together, and what
    is left of an old database would be taken for a part of the new one."""
    last = max(folder.glob("before-*"), default=None)
    if last is None:
        return None
    has = {file.name for file in last.iterdir()}
    return last if not has or (DATABASE in has and has.isdisjoint(there)) else None


def _given_to_its_owner(file: Path) -> None:
    """To whom its folder belongs: what root puts back is for the house, which is somebody else."""
    owner = _owner(file.parent)
    if _owner(file) != owner:
        with suppress(PermissionError):
            os.chown(file, *owner)


def _owner(file: Path) -> tuple[int, int]:
    found = file.stat()
    return found.st_uid, found.st_gid


def _opened(file: Path) -> sqlite3.Connection:
    """To read only. Beside an open house its files are there; else they are made and taken away again."""
    disk = sqlite3.connect(file, isolation_level=None, timeout=30)
    disk.execute("PRAGMA query_only = ON")
    return disk


@contextmanager
def _draft(draft: Path) -> Iterator[Path]:
    """For nobody else to read; it is gone afterwards if nobody has given it another name."""
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for_us_alone(draft)
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def _reasons(key: str, file: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise Refusal(key, file=file, why=getattr(error, "strerror", None) or str(error)) from None


def _parts(progress: Progress) -> Callable[[int, int, int], None]:
    return lambda _, remaining, total: progress(1 - remaining / total if total else 1)


def _synced(file: Path) -> None:
    with file.open("rb+") as written:
        os.fsync(written.fileno())
