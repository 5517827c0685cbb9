"""What the house keeps, brought to another version of the database: back, before an older release takes its place."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from argparse import Namespace
from contextlib import closing
from pathlib import Path

from pandemonium.cli import arguments
from pandemonium.cli.serve import data_folder
from pandemonium.cli.settings import Chosen
from pandemonium.core.game import Refusal
from pandemonium.core.words import Words
from pandemonium.server.people.language import HouseWords
from pandemonium.storage.folder import DATABASE, LOCK
from pandemonium.storage.lock import Lock, Taken
from pandemonium.storage.schema import STEPS, migrate


def to_version(args: Namespace, words: Words) -> int:
    """Of a house that is closed. Raises Refusal."""
    said, chosen = HouseWords(words.language), Chosen(args)
    to = arguments.count(args.to, "--to", least=1, most=len(STEPS)) if args.to is not None else len(STEPS)
    if url := chosen("database"):
        try:
            from pandemonium.storage.postgres import checked, move_to, place
        except ImportError:
            raise Refusal("nodes-not-installed", python=sys.executable) from None
        asyncio.run(move_to(checked(url), to))
        where = place(url)
    else:
        folder = data_folder(chosen("data"))
        _in_folder(folder, to)
        where = str(folder)
    print(said("migrate.done", place=where, version=to))
    return 0


def _in_folder(folder: Path, to: int) -> None:
    file = folder / DATABASE
    if not file.is_file():
        raise Refusal("no-house-here", folder=folder)
    try:
        lock = Lock(folder / LOCK)
    except Taken:
        raise Refusal("data-in-use", folder=folder) from None
    try:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=30)) as disk:
            migrate(disk, to)
    except sqlite3.Error as error:
        raise Refusal("bad-database", file=file, why=str(error)) from None
    finally:
        lock.release()
