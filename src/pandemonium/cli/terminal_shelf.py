"""The shelf in the terminal: choose a box, and play."""

from __future__ import annotations

import sys

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from pandemonium.arena.outside import as_from_here, find_bot
from pandemonium.cli import arguments, match_files
from pandemonium.cli.plain import words_here
from pandemonium.cli.play import play_match, take_up
from pandemonium.cli.saved import delete, lines
from pandemonium.cli.terminal_table import Leave, TerminalTable
from pandemonium.core.game import USUAL_LEVEL, AnyGame, Refusal, Seat
from pandemonium.core.match import begin
from pandemonium.core.options import choices
from pandemonium.core.words import Words
from pandemonium.games import shelf
from pandemonium.search.installed import installed

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
    try:
        while True:
            text = _ask(console, words("shelf.choose", n=len(boxes)))
            try:
                if text[:1] == "d":
                    delete(text[1:].strip() or "1", console, words)
                    _show_left(console, words)
                    continue
                if text[:1] == "r":
                    number = arguments.count(text[1:].strip() or "1", "r", least=1, most=10**6)
                    return play_match(take_up(match_files.left_at(number), words))
                box = boxes[arguments.count(text, "1 2 3 …", least=1, most=len(boxes)) - 1]
                return play_match(_table(console, box, words))
            except Refusal as refusal:
                console.print(Text(words.refusal(refusal), style="red"))
    except Leave:
        return 0


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
        Text(own("box.blurb")),
        title=f"[bold]{number} · {game.title}[/bold]",
        subtitle=words("shelf.players", seats=seats),
        width=width,
        border_style="red",
    )


def _table(console: Console, game: AnyGame, words: Words) -> TerminalTable:
    """Ask how the table shall be; Enter takes what is usual."""
    seats = game.seats_or(None)
    if len(game.seats) > 1:
        allowed = ", ".join(map(str, game.seats))
        text = _ask(console, words("shelf.seats", allowed=allowed, usual=seats))
        seats = arguments.seats(game, text or None)
    people = arguments.count(_ask(console, words("shelf.people", n=seats)) or "1", "--people", least=1, most=seats)
    levels: dict[Seat, str] = {}
    if people < seats:
        known = ", ".join([*game.bots, *installed(game)])
        level = _ask(console, words("shelf.bots", known=known, usual=USUAL_LEVEL)) or USUAL_LEVEL
        find_bot(game, level)
        levels = {Seat(seat): as_from_here(level) for seat in range(people, seats)}
    own = words_here(words.language, game)
    for name, allowed, default in choices(game.options):
        named = (f"{value} = {own(key)}" for value in allowed.split(" | ") if (key := f"option.{name}.{value}") in own)
        said = ": ".join(filter(None, (own(f"option.{name}"), ", ".join(named))))
        console.print(Text(f"  {name}={default}  ({allowed})  {said}", style="dim"))
    options = (game.alone if people == 1 else {}) | arguments.options(_ask(console, words("shelf.options")).split())
    return TerminalTable(begin(game, seats, options, hold=game.race is not None), levels, words.language)


def _ask(console: Console, question: str) -> str:
    try:
        text = console.input(Text(question + " > ", style="bold")).strip()
    except (EOFError, KeyboardInterrupt):
        raise Leave from None
    if text.lower() == "q":
        raise Leave
    return text
