"""How the board and the cards of Le Diable par la queue look when drawn in dots."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

from rich.style import Style
from rich.text import Text

from pandemonium.games.diable_par_la_queue.board import (
    ACROSS,
    BODY,
    CALLED_OUT,
    LOOKS,
    PLACES,
    RIM,
    ROWS,
    TAIL_END,
    Cell,
    Point,
)
from pandemonium.games.diable_par_la_queue.canvas import Canvas, Spot, curve, straight
from pandemonium.games.diable_par_la_queue.sight import Card, View
from pandemonium.games.diable_par_la_queue.tails import Tail

# Mid tones that stand out from black and from white, and from each other for the colour-blind.
SIDES: Final = (Style(color="#d55e00"), Style(color="#2b8cd4"), Style(color="#009e73"))
STRAY: Final = Style(color="#808080")
FAINT: Final = Style(color="#808080", dim=True)
BOLD: Final = Style(bold=True)
TARGET: Final = Style(bold=True, reverse=True)

# Of the dots of a curve, those that are drawn: unbroken, dashes, dots; so a side is known without colours.
_PATTERNS: Final = ((1, 1), (8, 13), (2, 6))
_STRAY_PATTERN: Final = (1, 5)

Triangle = tuple[Spot, Spot, Spot]
"""Clockwise, from where the first edge (crossings 0 and 1) begins."""
Owners = dict[int, int]
"""By crossing of a card, the side whose tail runs there."""
Pattern = tuple[int, int]
"""So many dots on, in a period of so many."""


class Scale(NamedTuple):
    """How large a cell is drawn: its side and its height in dots."""

    side: float
    height: float

    @property
    def columns(self) -> int:
        """Of the whole board."""
        return round(ROWS * self.side / 2) + 2 * _MARGIN

    @property
    def rows(self) -> int:
        return ceil(ROWS * self.height / 4) + 2


SMALL: Final = Scale(side=16, height=11.2)
MIDDLE: Final = Scale(side=20, height=15.8)
LARGE: Final = Scale(side=24, height=19.85)
_MARGIN: Final = 1
"""Columns left and right of the board, for the letters; above and below it is one row."""


def board_lines(view: View, scale: Scale) -> list[Text]:
    """The board, with the letters round it: capitals for the bodies, small ones for the tail ends."""
    canvas = Canvas(scale.columns, scale.rows)
    triangles = [_triangle(Cell(cell), scale) for cell in range(len(PLACES))]
    # The cell that matters last, so that no neighbour draws over it.
    for number, triangle in sorted(enumerate(triangles), key=lambda numbered: numbered[0] == view.cell):
        _draw_outline(canvas, view, Cell(number), triangle)
    owners = owners_of(view.tails)
    for number, (card, triangle) in enumerate(zip(view.cards, triangles, strict=True)):
        if card is not None:
            _draw_card(canvas, card, triangle, owners[number], _STRAY_PATTERN)
    for number, (card, triangle) in enumerate(zip(view.cards, triangles, strict=True)):
        if card is None:
            _label(canvas, view, Cell(number), triangle)
    for devil, tail in enumerate(view.tails):
        _draw_letters(canvas, tail, triangles, BODY[devil], TAIL_END[devil])
    return canvas.lines()


def card_lines(card: Card, *, up: bool, columns: int, rows: int, owners: Owners) -> list[Text]:
    """One card alone, so many signs wide and high; its owners by crossing."""
    canvas = Canvas(columns, rows)
    right, bottom = 2.0 * columns - 1, 4.0 * rows - 1
    middle = right / 2
    corners: Triangle = ((right, bottom), (0, bottom), (middle, 0)) if up else ((0, 0), (right, 0), (middle, bottom))
    for edge in range(3):
        canvas.dots(straight(corners[edge], corners[(edge + 1) % 3], every=3), FAINT)
    _draw_card(canvas, card, corners, owners, (1, 1))
    return canvas.lines()


def owners_of(tails: Sequence[Tail]) -> list[Owners]:
    """By cell, whose tails run there; what joins two bodies is nobody's."""
    owners: list[Owners] = [{} for _ in PLACES]
    for tail in tails:
        if tail.end != "body":
            for step in tail.path:
                owners[step.cell][step.enters] = owners[step.cell][step.leaves] = tail.side
    return owners


def _triangle(cell: Cell, scale: Scale) -> Triangle:
    row, x = PLACES[cell]
    middle = 2 * _MARGIN + (ROWS / 2 + x / 2) * scale.side
    left, right = middle - scale.side / 2, middle + scale.side / 2
    top = 4 + row * scale.height
    bottom = top + scale.height
    if PLACES[cell].points_up:
        return (right, bottom), (left, bottom), (middle, top)
    return (left, top), (right, top), (middle, bottom)


def _draw_outline(canvas: Canvas, view: View, cell: Cell, corners: Triangle) -> None:
    """Edges of free cells and of the rim faintly; of the cell that matters now, clearly."""
    for edge in range(3):
        line = corners[edge], corners[(edge + 1) % 3]
        if cell == view.cell:
            canvas.dots(straight(*line, every=1.5), BOLD)
        elif ACROSS[6 * cell + 2 * edge] >= RIM:
            canvas.dots(straight(*line, every=2), FAINT)
        elif view.cards[cell] is None:
            canvas.dots(straight(*line, every=4), FAINT)


def _draw_card(canvas: Canvas, card: Card, corners: Triangle, owners: Owners, stray: Pattern) -> None:
    joins = [(one, other) for one, other in enumerate(LOOKS[card.kind][card.turn]) if one < other]
    # Nobody's strands first, so that they do not take the colour from a devil's.
    for one, other in sorted(joins, key=lambda join: join[0] in owners):
        side = owners.get(one)
        on, period = stray if side is None else _PATTERNS[side]
        spots = [spot for place, spot in enumerate(_strand(corners, one, other)) if place % period < on]
        canvas.dots(spots, STRAY if side is None else SIDES[side])


def _strand(corners: Triangle, one: int, other: int) -> list[Spot]:
    """A curve that leaves both edges at a right angle."""
    start, end = _crossing(corners, one), _crossing(corners, other)
    return curve(start, _inwards(corners, one, start, 0.95), _inwards(corners, other, end, 0.95), end)


def _crossing(corners: Triangle, crossing: int) -> Spot:
    (x, y), (to_x, to_y) = corners[crossing // 2], corners[(crossing // 2 + 1) % 3]
    share = (1 + crossing % 2) / 3
    return x + (to_x - x) * share, y + (to_y - y) * share


def _inwards(corners: Triangle, crossing: int, spot: Spot, far: float) -> Spot:
    """From an edge towards the inside, by a share of the way from its middle to the centre."""
    (x, y), (to_x, to_y) = corners[crossing // 2], corners[(crossing // 2 + 1) % 3]
    centre_x, centre_y = _centre(corners)
    return spot[0] + far * (centre_x - (x + to_x) / 2), spot[1] + far * (centre_y - (y + to_y) / 2)


def _centre(corners: Triangle) -> Spot:
    return sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3


def _label(canvas: Canvas, view: View, cell: Cell, corners: Triangle) -> None:
    """The name of a free cell; only its number if it cannot be named now."""
    x, y = _centre(corners)
    name, style = CALLED_OUT[cell], BOLD
    if cell == view.cell:
        name, style = f"▸{name}◂", TARGET
    elif cell not in view.nameable:
        name, style = name[1:], FAINT
    canvas.write(round(x / 2 - len(name) / 2), int(y // 4), name, style)


def _draw_letters(canvas: Canvas, tail: Tail, triangles: Sequence[Triangle], body: Point, tail_end: Point) -> None:
    style = SIDES[tail.side]
    _letter_at_rim(canvas, triangles, body, tail.devil, style + BOLD)
    _letter_at_rim(canvas, triangles, tail_end, tail.devil.lower(), style)
    if tail.end == "open" and tail.path:
        # Where an open tail waits, its devil's letter says so.
        last = tail.path[-1]
        cell, crossing = divmod(ACROSS[6 * last.cell + last.leaves], 6)
        corners = triangles[cell]
        x, y = _inwards(corners, crossing, _crossing(corners, crossing), 0.2)
        canvas.write_if_clear(int(x // 2), int(y // 4), tail.devil, style + BOLD)


def _letter_at_rim(canvas: Canvas, triangles: Sequence[Triangle], point: Point, letter: str, style: Style) -> None:
    cell, crossing = divmod(point, 6)
    x, y = _crossing(triangles[cell], crossing)
    column, row = int(x // 2), int(y // 4)
    if crossing < 2:
        row = 0 if PLACES[cell].row == 0 else canvas.height - 1
    else:
        column += -2 if PLACES[cell].x < 0 else 2
    canvas.write(column, row, letter, style)
