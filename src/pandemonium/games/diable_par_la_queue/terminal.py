"""How Le Diable par la queue looks in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from pandemonium.core.words import Words
from pandemonium.games.diable_par_la_queue import notation
from pandemonium.games.diable_par_la_queue.board import KINDS, NAMES, PLACES, Cell, Kind, Turn
from pandemonium.games.diable_par_la_queue.picture import (
    BOLD,
    FAINT,
    LARGE,
    SIDES,
    SMALL,
    board_lines,
    card_lines,
    owners_of,
)
from pandemonium.games.diable_par_la_queue.rules import Action, Lay, Name
from pandemonium.games.diable_par_la_queue.sight import Card, Side, View
from pandemonium.games.diable_par_la_queue.tails import Growth, Tail

PANEL: Final = 17
"""Columns right of the board, for the cards."""
_WHO: Final = 17
"""Columns for the names of a side."""
_CARD: Final = (8, 4)
_LINES: Final = ("──", "╌╌", "··")
"""How the tails of each side are drawn."""


def draw(view: View, words: Words, names: Sequence[str]) -> RenderableType:
    return _Table(view, words, names)


def answers(legal: Sequence[Action], words: Words) -> str:
    match legal:
        case [Name(cell), *_]:
            return words("answer.name", cell=NAMES[cell])
        case _:
            return words("answer.lay", n=len(legal))


class _Table:
    """The board with the cards beside it and the sides below, as large as the terminal allows."""

    def __init__(self, view: View, words: Words, names: Sequence[str]) -> None:
        self.view = view
        self.words = words
        self.names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        roomy = options.max_width >= 6 * LARGE.columns + PANEL + 3 and console.height >= 42
        board = board_lines(self.view, LARGE if roomy else SMALL)
        panel = self._panel()
        if options.max_width < len(board[0]) + PANEL + 1:
            yield from board
            yield from panel
        else:
            for line, beside in zip_longest(board, panel, fillvalue=Text()):
                yield Text.assemble(line, " " * (len(board[0]) + 1 - len(line)), beside, no_wrap=True)
        for number, side in enumerate(self.view.sides):
            yield self._side(number, side)
        yield Text(self.words("draw.legend"), FAINT)

    def _panel(self) -> list[Text]:
        view = self.view
        if view.cell is None or view.drawn is None:
            return [Text(self.words("draw.stock", n=sum(view.stock)), BOLD), Text(), *_stock(view.stock)]
        lines = [Text(self.words("draw.card", cell=NAMES[view.cell]), BOLD)]
        for turn, growths in enumerate(view.previews):
            lines += [Text(), *_lay(view.cell, Card(view.drawn, Turn(turn)), growths)]
        return lines

    def _side(self, number: int, side: Side) -> Text:
        """Who, how many points, and every tail: `A12✓b` has crossed 12 cards and ends in the tail end of B."""
        view, seats = self.view, side.seats
        most = (_WHO - 3 * (len(seats) - 1)) // len(seats)
        who = " + ".join(_cut(f"{'▸' if seat == view.turn else ''}{self.names[seat]}", most) for seat in seats)
        line = Text(f"{_LINES[number]} {set_cell_size(who, _WHO)}", SIDES[number], no_wrap=True)
        line.append(f"{side.points:>4} ", BOLD)
        for tail in view.tails:
            if tail.side == number:
                line.append(" ").append(tail.devil, SIDES[number] + BOLD).append(f"{tail.length:>2}{_mark(tail)}")
        return line


def _cut(name: str, most: int) -> str:
    return name if cell_len(name) <= most else set_cell_size(name, most - 1) + "…"


def _stock(stock: Sequence[int]) -> Iterator[Text]:
    """The seven kinds, two in a row, and how many of each lie face down."""
    columns, rows = _CARD
    pictures = []
    for kind in range(len(KINDS)):
        lines = card_lines(Card(Kind(kind), Turn(0)), up=True, columns=columns, rows=rows, owners={})
        lines[0] = Text.assemble((f"{stock[kind]}×", BOLD), lines[0][2:])
        pictures.append(lines)
    for left, right in zip_longest(pictures[::2], pictures[1::2], fillvalue=[Text()] * rows):
        for line, beside in zip(left, right, strict=True):
            yield Text.assemble(line, " ", beside)
        yield Text()


def _lay(cell: Cell, card: Card, growths: Sequence[Growth]) -> Iterator[Text]:
    """The card in one of its turns, and what it would do to the tails."""
    columns, rows = _CARD
    owners = owners_of([growth.tail for growth in growths])[cell]
    picture = card_lines(card, up=PLACES[cell].points_up, columns=columns, rows=rows, owners=owners)
    yield Text(notation.write(Lay(card.turn)), BOLD)
    for line, growth in zip_longest(picture, map(_grown, growths)):
        yield Text.assemble(line or " " * columns, " ", growth or "")


def _grown(growth: Growth) -> Text:
    tail = growth.tail
    return Text.assemble(
        (tail.devil, SIDES[tail.side] + BOLD), f"{growth.before:>2}→{tail.length}", _mark(tail).strip()
    )


def _mark(tail: Tail) -> str:
    """Ends in a tail end, in a body, or is still open."""
    match tail.end:
        case "tail":
            return f"✓{tail.into.lower()}"
        case "body":
            return f"✗{tail.into}"
        case "open":
            return "… "
