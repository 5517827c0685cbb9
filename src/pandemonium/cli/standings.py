"""How many matches of bots are shown while they are played, and summed up when they are over or were stopped."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from pandemonium.arena.contest import Deal
from pandemonium.arena.figures import Figure, Summary
from pandemonium.arena.ledger import Ledger
from pandemonium.arena.picture import span
from pandemonium.core.words import Words

INTERRUPTED = 130
WIDEST_PLOT = 64


def watched(deals: Iterable[Deal], into: Ledger | list[Deal], done: int, matches: int, words: Words) -> bool:
    """Play these deals under a bar, and keep each as soon as it is there. Whether nobody stopped it with Ctrl-C."""
    keep = into.append if isinstance(into, list) else into.add
    with Progress(
        TextColumn(words("simulate.playing")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        bar = progress.add_task("", total=max(matches, done), completed=done)
        try:
            for deal in deals:
                keep(deal)
                progress.advance(bar, len(deal.outcomes))
        except KeyboardInterrupt:
            return False
    return True


def as_json(summary: Summary) -> str:
    return msgspec.json.format(msgspec.json.encode(summary)).decode()


def bots_table(summary: Summary, title: str, words: Words, *, rated: bool) -> Table:
    table = Table(title=title)
    table.add_column(words("simulate.bot"))
    for column in (*(["rating"] if rated else []), "wins", "points", "matches"):
        table.add_column(words(f"arena.{column}"), justify="right")
    for row in summary.bots:
        rating = [shown(row.rating, 0, words)] if rated else []
        points = shown(row.points, 2, words)
        table.add_row(row.bot, *rating, share(row.wins, words), points, str(row.matches))
    return table


def pairs_table(summary: Summary, words: Words) -> Table:
    """Every two against each other; of many bots, each against the best."""
    pairs = [pair for pair in summary.pairs if len(summary.bots) <= 5 or pair.bot == summary.bots[0].bot]
    table = Table(title=words("arena.pairs"), caption=words("arena.sure"))
    for column in ("ahead", "of"):
        table.add_column(words(f"arena.{column}"))
    for column in ("wins", "points", "deals"):
        table.add_column(words(f"arena.{column}"), justify="right")
    for pair in pairs:
        mark = " ✓" if pair.wins.is_ahead else "  "
        table.add_row(
            pair.bot,
            pair.other,
            share(pair.wins, words, signed=True) + mark,
            shown(pair.points, 2, words, signed=True),
            str(pair.deals),
        )
    return table


def places_table(summary: Summary, words: Words) -> Table:
    table = Table(title=words("arena.places"))
    table.add_column(words("simulate.seat"), justify="right")
    table.add_column(words("arena.wins"), justify="right")
    for place, figure in enumerate(summary.places):
        table.add_row(str(place), share(figure, words))
    return table


def plot(summary: Summary, words: Words, width: int) -> Text:
    """The ratings on a line each, with their intervals."""
    figures = [row.rating for row in summary.bots]
    names = max(len(row.bot) for row in summary.bots)
    cells = max(20, min(WIDEST_PLOT, width - names - 3))
    low, high = span(figures, None)

    def cell(value: float) -> int:
        return min(cells - 1, max(0, round((cells - 1) * (value - low) / (high - low))))

    lines = [words("arena.rating")]
    for row, figure in zip(summary.bots, figures, strict=True):
        line = [" "] * cells
        first, last = cell(figure.mean - (figure.error or 0)), cell(figure.mean + (figure.error or 0))
        line[first : last + 1] = "─" * (last - first + 1)
        line[first], line[last] = "├", "┤"
        line[cell(figure.mean)] = "●"
        lines.append(f"{row.bot:<{names}}  {''.join(line).rstrip()}")
    low_end, high_end = f"{low:.0f}", f"{high:.0f}"
    lines.append(" " * (names + 2) + low_end + high_end.rjust(cells - len(low_end)))
    return Text("\n".join(lines), no_wrap=True)


def share(figure: Figure, words: Words, *, signed: bool = False) -> str:
    """As a percentage."""
    error = None if figure.error is None else figure.error * 100
    return shown(Figure(figure.mean * 100, error), 1, words, signed=signed) + " %"


def shown(figure: Figure, digits: int, words: Words, *, signed: bool = False) -> str:
    error = "" if figure.error is None else f" ± {figure.error:.{digits}f}"
    text = f"{figure.mean:{'+' if signed else ''}.{digits}f}{error}"
    return text.replace(".", words.point)
