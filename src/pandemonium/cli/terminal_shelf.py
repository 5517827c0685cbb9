"""The shelf in the terminal: choose a box, and play."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from pandemonium.cli import arguments, match_files
from pandemonium.cli.plain import words_here
from pandemonium.cli.play import play_match, take_up
from pandemonium.cli.saved import delete, lines
from pandemonium.cli.terminal_form import Form, ask
from pandemonium.cli.terminal_table import Leave, TerminalTable
from pandemonium.core.game import AnyGame
from pandemonium.core.words import Words
from pandemonium.games import shelf

SHOWN = 3
"""So many of the matches that were left; `saved` lists all."""


def show_shelf(words: Words) -> int:
    """Show the shelf; at a terminal, let somebody choose."""
    console = Console(highlight=False)
    boxes = list(shelf().values())
    console.print(Text("PANDÉMONIUM", style="bold red"), Text(words("help.house"), style="italic"))
    width = max(30, min(console.width, 96) // 2 - 2)
    console.print(Columns([_box(number, box, words, width) for number, box in enumerate(boxes, start=1)]))
    _show_left(console, words)
    if not sys.stdin.isatty():
        console.print(words("shelf.how", slug=boxes[0].slug))
        return 0
    question = words("shelf.choose", n=len(boxes))
    try:
        while (table := ask(console, words, question, lambda text: _meant(text, boxes, console, words))) is None:
            _show_left(console, words)
    except Leave:
        return 0
    return play_match(table)


def _meant(text: str, boxes: Sequence[AnyGame], console: Console, words: Words) -> TerminalTable | None:
    """The table of a box, or of a match that was left; none if one was deleted."""
    match text[:1]:
        case "d":
            delete(_of_the_left(text[1:]), console, words)
            return None
        case "r":
            return take_up(match_files.left_at(_of_the_left(text[1:])), words)
    box = boxes[arguments.count(text, least=1, most=len(boxes)) - 1]
    return Form(console, box, words.language).table()


def _of_the_left(text: str) -> int:
    """The number of a match that was left; if there is none, whoever looks for the first is told so."""
    return arguments.count(text.strip() or "1", least=1, most=max(1, len(match_files.all_left())))


def _show_left(console: Console, words: Words) -> None:
    """The newest of the matches that were left."""
    places = match_files.all_left()[:SHOWN]
    if places:
        console.print(Text(words("shelf.saved")))
    for line in lines(places, words):
        console.print(Text(line))


def _box(number: int, game: AnyGame, words: Words, width: int) -> Panel:
    own = words_here(words.language, game)
    seats = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
    return Panel(
        Text(own("box.line" if "box.line" in own else "box.blurb")),
        title=f"[bold]{number} · {game.title}[/bold]",
        subtitle=words("shelf.players", seats=seats),
        width=width,
        border_style="red",
    )
