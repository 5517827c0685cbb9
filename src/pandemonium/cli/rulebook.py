"""The rules of a game, in the reader's language."""

from __future__ import annotations

from argparse import Namespace
from importlib.resources import files

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown

from pandemonium.cli import pager
from pandemonium.cli.plain import is_plain, spelt
from pandemonium.core.game import AnyGame
from pandemonium.core.words import Words
from pandemonium.games import open as open_box


def rules(args: Namespace, words: Words) -> int:
    show_rules(Console(highlight=False), open_box(args.game), words)
    return 0


def show_rules(console: Console, game: AnyGame, words: Words, *first: RenderableType) -> bool:
    """Page by page, below what comes first; whether it waited for the reader."""
    text = rulebook(game, words.language)
    return pager.show(console, Group(*first, Markdown(spelt(text) if is_plain() else text)), words)


def rulebook(game: AnyGame, language: str) -> str:
    """The rulebook in this language; the English one has no language in its name."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    return files(game.package).joinpath(name).read_text(encoding="utf-8")
