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
from pandemonium.games.diable_par_la_queue.board import CALLED_OUT, KINDS, NAMES, PLACES, Cell, Kind, Turn
from pandemonium.games.diable_par_la_queue.notation import write
from pandemonium.games.diable_par_la_queue.picture import (
    BOLD,
    FAINT,
    LARGE,
    MIDDLE,
    SIDES,
    SMALL,
    board_lines,
    card_lines,
    owners_of,
)
from pandemonium.games.diable_par_la_queue.rules import Action, Lay, Name
from pandemonium.games.diable_par_la_queue.sight import Card, View
from pandemonium.games.diable_par_la_queue.tails import Growth, Tail

PANEL: Final = 29
"""Columns right of the board, for the cards and the sides."""
_CARD: Final = (8, 4)
ROUND_IT: Final = 5
"""Lines of the screen above and below: a title, what is new, what is asked, how to answer, and the answer."""
_LINES: Final = ("──", "╌╌", "··")
"""How the tails of each side are drawn."""


def draw(view: View, words: Words, names: Sequence[str]) -> RenderableType:
    return _Table(view, words, names)


def answers(legal: Sequence[Action], words: Words) -> str:
    match legal:
        case [Name() as name, *_]:
            return words("answer.name", cell=said(name))
        case _:
            return words("answer.lay", n=len(legal))


def said(action: Action) -> str:
    """A cell as it stands on the board, typed with the keys that everybody has."""
    return CALLED_OUT[action.cell].replace("−", "-") if isinstance(action, Name) else write(action)


def heard(word: str) -> str:
    """“+14”, as it is on paper: “u14”."""
    called = word.replace("-", "−")
    return NAMES[CALLED_OUT.index(called)] if called in CALLED_OUT else word


class _Table:
    """The board with cards and sides beside it, as large as the terminal allows; 80 columns and 24 lines will do."""

    def __init__(self, view: View, words: Words, names: Sequence[str]) -> None:
        self.view = view
        self.words = words
        self.names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        wide, high = options.max_width - PANEL - 1, console.height - ROUND_IT
        scale = next((its for its in (LARGE, MIDDLE) if its.columns <= wide and its.rows < high), SMALL)
        board = board_lines(self.view, scale)
        beside = [*self._cards(), *(line for number in range(len(self.view.sides)) for line in self._side(number))]
        if wide < scale.columns:
            yield from (*board, *beside)
        else:
            for left, right in zip_longest(board, beside, fillvalue=Text()):
                yield Text.assemble(left, " " * (scale.columns + 1 - len(left)), right, no_wrap=True)
        if max(scale.rows, len(beside)) < high:
            yield Text(self.words("draw.legend"), FAINT)

    def _cards(self) -> Iterator[Text]:
        """The card that is to be laid, in each of its turns; or what lies face down."""
        view = self.view
        if view.cell is None or view.drawn is None:
            yield Text(self.words("draw.stock", n=sum(view.stock)), BOLD)
            yield from _stock(view.stock)
            return
        yield Text(self.words("draw.card", cell=CALLED_OUT[view.cell]), BOLD)
        for turn, growths in enumerate(view.previews):
            yield from _lay(view.cell, Card(view.drawn, Turn(turn)), growths)

    def _side(self, number: int) -> list[Text]:
        """Who, how many points, and every tail: `A12✓b` has crossed 12 cards and ends in the tail end of B."""
        view, side = self.view, self.view.sides[number]
        most = (PANEL - 9 - 3 * (len(side.seats) - 1)) // len(side.seats)
        who = " + ".join(_cut(f"{'▸' if seat == view.turn else ''}{self.names[seat]}", most) for seat in side.seats)
        lines = [Text.assemble((f"{_LINES[number]} {who} ", SIDES[number]), (str(side.points), BOLD), no_wrap=True)]
        for tail in view.tails:
            if tail.side == number:
                told = Text.assemble((tail.devil, SIDES[number] + BOLD), f"{tail.length}{_mark(tail)}")
                if lines[-1].cell_len + 1 + told.cell_len > PANEL:
                    lines.append(Text("  ", no_wrap=True))
                lines[-1].append(" ").append_text(told)
        return lines


def _cut(name: str, most: int) -> str:
    return name if cell_len(name) <= most else set_cell_size(name, most - 1) + "…"


def _stock(stock: Sequence[int]) -> Iterator[Text]:
    """The seven kinds, three in a row, and how many of each lie face down."""
    columns, rows = _CARD
    pictures = []
    for kind in range(len(KINDS)):
        lines = card_lines(Card(Kind(kind), Turn(0)), up=True, columns=columns, rows=rows, owners={})
        lines[0] = Text.assemble((f"{stock[kind]}×", BOLD), lines[0][2:])
        pictures.append(lines)
    for first in range(0, len(pictures), 3):
        for line in zip(*pictures[first : first + 3], strict=True):
            yield Text(" ").join(line)


def _lay(cell: Cell, card: Card, growths: Sequence[Growth]) -> Iterator[Text]:
    """The card in one of its turns, and beside it what it would do to the tails."""
    columns, rows = _CARD
    owners = owners_of([growth.tail for growth in growths])[cell]
    picture = card_lines(card, up=PLACES[cell].points_up, columns=columns, rows=rows, owners=owners)
    told = [Text("  ").join(map(_grown, growths[first : first + 2])) for first in range(0, len(growths), 2)]
    for line, beside in zip_longest(picture, [Text(notation.write(Lay(card.turn)), BOLD), *told], fillvalue=Text()):
        yield Text.assemble(line, " " * (columns + 1 - len(line)), beside)


def _grown(growth: Growth) -> Text:
    tail = growth.tail
    return Text.assemble((tail.devil, SIDES[tail.side] + BOLD), f" {growth.before}→{tail.length}", _mark(tail))


def _mark(tail: Tail) -> str:
    """Ends in a tail end, in a body, or is still open."""
    match tail.end:
        case "tail":
            return f"✓{tail.into.lower()}"
        case "body":
            return f"✗{tail.into}"
        case "open":
            return "…"
