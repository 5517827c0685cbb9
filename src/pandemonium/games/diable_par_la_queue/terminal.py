"""How Le Diable par la queue looks and speaks in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from pandemonium.core.game import Move, Seat
from pandemonium.core.words import Words
from pandemonium.games.diable_par_la_queue import notation
from pandemonium.games.diable_par_la_queue.board import KINDS, NAMES, PLACES, TURNS, Cell, Kind, Turn
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
from pandemonium.games.diable_par_la_queue.rules import Action, Draw, First, Lay, Name
from pandemonium.games.diable_par_la_queue.sight import Card, Change, View, preview
from pandemonium.games.diable_par_la_queue.tails import Tail, sides

PANEL: Final = 17
"""Columns right of the board, for the cards."""
_WHO: Final = 17
"""Columns for the names of a side."""
_CARD: Final = (8, 4)
_LINES: Final = ("──", "╌╌", "··")
"""How the tails of each side are drawn."""


def draw(view: View, words: Words, names: Sequence[str]) -> RenderableType:
    return _Table(view, words, names)


def tell(move: Move[Action], view: View, words: Words, names: Sequence[str]) -> str:
    match move.what:
        case First(seat):
            return words("tell.first", name=names[seat])
        case Name(cell) if move.by != "nature":
            return words("tell.name", name=names[move.by], cell=NAMES[cell])
        case Lay() if move.by != "nature" and view.last is not None:
            return " ".join(_what_came_of_it(move.by, view.last, view, words, names))
        case Draw() | Name() | Lay():
            return ""


def ask(view: View, legal: Sequence[Action], words: Words) -> str:
    if view.cell is None:
        return words("ask.name", cell=NAMES[view.nameable[0]])
    key = "ask.twin" if view.forced else "ask.lay"
    return words(key, n=len(legal), cell=NAMES[view.cell])


def _what_came_of_it(by: Seat, cell: Cell, view: View, words: Words, names: Sequence[str]) -> Iterator[str]:
    """The card, the tails that it finished, and who has to pass."""
    yield words("tell.lay", name=names[by], cell=NAMES[cell])
    for tail in view.tails:
        # A finished tail across the cell that has just been filled was finished by it.
        if tail.end == "open" or all(step.cell != cell for step in tail.path):
            continue
        if tail.end == "tail":
            yield words("tell.scores", devil=tail.devil, n=tail.length)
        elif tail.devil < tail.into:
            yield words("tell.tied", devil=tail.devil, other=tail.into)
    if view.seats == 3 and view.turn is not None:
        passes = (Seat((by + 1) % 3), Seat((by + 2) % 3), by)
        yield from (words("tell.pass", name=names[seat]) for seat in passes[: passes.index(view.turn)])


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
        for side in range(sides(self.view.seats)):
            yield self._side(side)
        yield Text(self.words("draw.legend"), FAINT)

    def _panel(self) -> list[Text]:
        view = self.view
        if view.cell is None or view.drawn is None:
            return [Text(self.words("draw.stock", n=sum(view.stock)), BOLD), Text(), *_stock(view.stock)]
        lines = [Text(self.words("draw.card", cell=NAMES[view.cell]), BOLD)]
        for turn in range(TURNS[view.drawn]):
            lines += [Text(), *_lay(view, view.cell, Card(view.drawn, Turn(turn)))]
        return lines

    def _side(self, side: int) -> Text:
        """Who, how many points, and every tail: `A12✓b` has crossed 12 cards and ends in the tail end of B."""
        view = self.view
        seats = range(side, view.seats, sides(view.seats))
        most = (_WHO - 3 * (len(seats) - 1)) // len(seats)
        who = " + ".join(_cut(f"{'▸' if seat == view.turn else ''}{self.names[seat]}", most) for seat in seats)
        line = Text(f"{_LINES[side]} {set_cell_size(who, _WHO)}", SIDES[side], no_wrap=True)
        line.append(f"{view.points[side]:>4} ", BOLD)
        for tail in view.tails:
            if tail.side == side:
                line.append(" ").append(tail.devil, SIDES[side] + BOLD).append(f"{tail.length:>2}{_mark(tail)}")
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


def _lay(view: View, cell: Cell, card: Card) -> Iterator[Text]:
    """The card in one of its turns, and what it would do to the tails."""
    columns, rows = _CARD
    changes = preview(view, cell, card)
    owners = owners_of([change.after for change in changes])[cell]
    picture = card_lines(card, up=PLACES[cell].points_up, columns=columns, rows=rows, owners=owners)
    yield Text(notation.write(Lay(card.turn)), BOLD)
    for line, change in zip_longest(picture, map(_changed, changes)):
        yield Text.assemble(line or " " * columns, " ", change or "")


def _changed(change: Change) -> Text:
    before, after = change.before, change.after
    return Text.assemble(
        (after.devil, SIDES[after.side] + BOLD), f"{before.length:>2}→{after.length}", _mark(after).strip()
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
