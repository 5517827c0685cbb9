"""Bots play: one match on paper, or many summed up in a table."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from pandemonium.cli import arguments
from pandemonium.core.bots import Bots, bots_for
from pandemonium.core.game import AnyGame, Result
from pandemonium.core.match import AnyMatch, begin, seed_bytes
from pandemonium.core.words import Words
from pandemonium.games import open as open_box


def simulate(args: Namespace, words: Words) -> int:
    game = open_box(args.game)
    seats = arguments.seats(game, args.seats)
    options = arguments.options(args.option)
    levels = args.bots.split(",")
    bots_for(game, levels, seats)
    matches = arguments.count(args.matches, "--matches", least=1, most=10_000_000)
    seed = seed_bytes(args.seed)
    if matches == 1:
        print(played(game, seats, options, levels, seed).text(), end="")
        return 0
    ended: list[Result] = []
    moves = 0
    with Progress(
        TextColumn(words("simulate.playing")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        for number in progress.track(range(matches)):
            match = played(game, seats, options, levels, seed_bytes(f"{seed.hex()} {number}"))
            moves += len(match.moves)
            if match.result is not None:
                ended.append(match.result)
    Console().print(_summary(game, levels, ended, words))
    print(words("simulate.moves", moves=round(moves / matches, 1)))
    if nobody := sum(not result.winners for result in ended):
        print(words("simulate.nobody", count=nobody))
    return 0


def played(game: AnyGame, seats: int, options: dict[str, object], levels: Sequence[str], seed: bytes) -> AnyMatch:
    """A whole match of bots, which follows from its seed alone."""
    match = begin(game, seats, options, seed)
    Bots(bots_for(game, levels, seats), luck=seed.hex()).play_out(match)
    return match


def _summary(game: AnyGame, levels: Sequence[str], ended: Sequence[Result], words: Words) -> Table:
    table = Table(title=words("simulate.title", game=game.title, n=len(ended)))
    for column in ("seat", "bot", "wins", "share", "points"):
        table.add_column(words(f"simulate.{column}"), justify="left" if column == "bot" else "right")
    for seat in range(len(ended[0].standings)):
        own = [result.standings[seat] for result in ended]
        wins = sum(standing.place == 1 for standing in own)
        mean = sum(standing.points for standing in own) / len(own)
        table.add_row(str(seat), levels[seat % len(levels)], str(wins), f"{wins / len(own):.1%}", f"{mean:.2f}")
    return table
