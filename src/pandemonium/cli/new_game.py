"""A new game's folder, with everything that the laws ask for: a small game that can be played at once, to be made into
another."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

from pandemonium.core.game import Refusal
from pandemonium.core.words import Words
from pandemonium.games import SLUG, shelf

STARTER: Final = "new-game"
"""What the small game is called in the files that are copied."""
TITLE: Final = "New Game"
NOT_IN_A_TITLE: Final = '"<>&\\{}`'
LONGEST: Final = 40


def add_flags(parser: ArgumentParser, words: Words) -> None:
    parser.add_argument("name", metavar="NAME", help=words("help.new-game-name"))
    parser.add_argument("--title", metavar="T", help=words("help.new-game-title"))
    parser.add_argument("--folder", metavar="F", default=".", help=words("help.new-game-folder"))


def new_game(args: Namespace, words: Words) -> int:
    slug = args.name
    title = args.title or slug.replace("-", " ").title()
    _check(slug, title)
    place = Path(args.folder) / slug
    try:
        place.mkdir(parents=True)
        for name, text in starter(slug, title):
            file = place / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except FileExistsError:
        raise Refusal("folder-is-there", folder=str(place)) from None
    except OSError as error:
        raise Refusal("no-file", file=str(place), why=error.strerror or type(error).__name__) from None
    print(words("new-game.made", folder=str(place), slug=slug, python=_python()))
    return 0


def _python() -> str:
    """The one that runs this house, as it can be typed here: beside it the new game has to be installed."""
    python = Path(sys.executable)
    return str(python.relative_to(Path.cwd()) if python.is_relative_to(Path.cwd()) else python)


def starter(slug: str, title: str) -> Iterator[tuple[str, str]]:
    """Every file of the small game, by its name in the new folder, under this name and title."""
    root = Path(str(files("pandemonium"))) / "starter"
    called = {STARTER: slug, STARTER.replace("-", "_"): slug.replace("-", "_"), TITLE: title}

    def renamed(text: str) -> str:
        for old, new in called.items():
            text = text.replace(old, new)
        return text

    for file in sorted(root.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield renamed(file.relative_to(root).as_posix()), renamed(file.read_text(encoding="utf-8"))


def _check(slug: str, title: str) -> None:
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST:
        raise Refusal("bad-slug", name=slug[:LONGEST], most=LONGEST)
    if slug in shelf():
        raise Refusal("box-is-there", name=slug)
    if not title.isprintable() or len(title) > LONGEST or set(title) & set(NOT_IN_A_TITLE):
        raise Refusal("bad-title", title=title[:LONGEST], most=LONGEST)
