"""What the house keeps, brought to another version of the database: back, before an older release takes its place."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace

from pandemonium.cli import arguments
from pandemonium.cli.serve import data_folder
from pandemonium.cli.settings import Chosen
from pandemonium.core.game import Refusal
from pandemonium.core.words import Words
from pandemonium.server.people.language import HouseWords
from pandemonium.storage.folder import move_to as in_folder
from pandemonium.storage.schema import STEPS


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
        in_folder(folder, to)
        where = str(folder)
    print(said("migrate.done", place=where, version=to))
    return 0
