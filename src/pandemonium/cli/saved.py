"""The matches that were left in the middle: which there are, and to be rid of one."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pandemonium.cli import arguments, match_files
from pandemonium.core.game import Refusal
from pandemonium.core.words import Words


def saved(args: Namespace, words: Words) -> int:
    """List them, or delete one."""
    console = Console(highlight=False)
    if args.delete is not None:
        delete(arguments.count(args.delete, "--delete", least=1, most=10**6), console, words)
        return 0
    places = match_files.all_left()
    for line in lines(places, words):
        console.print(Text(line))
    console.print(Text(words("saved.how" if places else "no.nothing-saved"), style="dim"))
    return 0


def delete(number: int, console: Console, words: Words) -> None:
    place = match_files.left_at(number)
    line = described(place, words)
    match_files.forget(place)
    console.print(Text(words("saved.deleted", match=line)))


def lines(places: list[Path], words: Words) -> Iterator[str]:
    """A line a match, with its number."""
    for number, place in enumerate(places, start=1):
        yield f"{number:>3}  {described(place, words)}"


def described(place: Path, words: Words) -> str:
    when = datetime.fromtimestamp(place.stat().st_mtime).astimezone().strftime("%Y-%m-%d %H:%M")
    try:
        match = match_files.take_up(place).match()
    except Refusal as refusal:
        return words.refusal(refusal)
    return words("saved.match", game=match.game.title, seats=match.seats, moves=len(match.moves), when=when)
