"""Backing up the house while it is open, and putting a backup back while it is closed."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path
from typing import Final

from pandemonium.cli.progress import progress
from pandemonium.cli.serve import data_folder
from pandemonium.cli.settings import Chosen
from pandemonium.core.game import Refusal
from pandemonium.core.words import Words
from pandemonium.server.people.language import HouseWords

DATABASE: Final = "PANDEMONIUM_DATABASE"


def backup(args: Namespace, words: Words) -> int:
    from pandemonium.storage.backup import back_up

    said, file, folder = HouseWords(words.language), Path(args.file), _folder(args)
    with progress(said("backup.copying")) as part:
        back_up(folder, file, part)
    print(said("backup.done", folder=folder, file=file, size=f"{file.stat().st_size / 1e6:.1f}"))
    return 0


def restore(args: Namespace, words: Words) -> int:
    from pandemonium.storage.backup import restore as put_back

    said, file, folder = HouseWords(words.language), Path(args.file), _folder(args)
    with progress(said("backup.copying")) as part:
        aside = put_back(file, folder, part)
    print(said("restore.done", folder=folder, file=file))
    if aside is not None:
        print(said("restore.aside", folder=aside))
    return 0


def _folder(args: Namespace) -> Path:
    """Which one it is about. Raises Refusal where the house is in no folder, and what lies in one is left over."""
    if args.data is None and os.environ.get(DATABASE):
        raise Refusal("kept-in-postgresql", variable=DATABASE)
    return data_folder(Chosen(args)("data"))
