"""Where everything lies on the board of Le Diable par la queue, and what the seven kinds of cards join.

All of it follows from coordinates. A cell lies in a row (0 to 5 from the top) at a distance from the
middle (in half sides, negative on the left); it points up where the sum of the two is odd.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, NewType

Cell = NewType("Cell", int)
"""u1 to u27 are 0 to 26, l1 to l27 are 27 to 53."""
Kind = NewType("Kind", int)
Turn = NewType("Turn", int)
"""How many thirds of a turn clockwise a card is turned."""
Face = NewType("Face", int)
"""A kind in one of its turns, as it lies on the board: 1 to 15; 0 is a free cell."""
Devil = NewType("Devil", int)
"""A to T without J and Q, as 0 to 17 clockwise."""
Point = NewType("Point", int)
"""A crossing of a cell, six to a cell. From RIM on: the tail ends, then the bodies round the board."""

HALF: Final = 27
CELL_COUNT: Final = 54
ROWS: Final = 6
LETTERS: Final = "ABCDEFGHIKLMNOPRST"
RIM: Final = 6 * CELL_COUNT
BODIES: Final = RIM + len(LETTERS)


class Place(NamedTuple):
    """Where a cell is: its row, and how far right of the middle, in half sides."""

    row: int
    x: int

    @property
    def points_up(self) -> bool:
        return (self.row + self.x) % 2 == 1

    @property
    def opposite(self) -> Place:
        """1.2 The image under half a turn round the centre."""
        return Place(ROWS - 1 - self.row, -self.x)

    def beyond(self, edge: int) -> Place:
        """The place across an edge: 0 is the base, then clockwise as in the notation."""
        up = self.points_up
        match edge:
            case 0:
                return Place(self.row + (1 if up else -1), self.x)
            case 1:
                return Place(self.row, self.x - (1 if up else -1))
            case _:
                return Place(self.row, self.x + (1 if up else -1))


# 1.1, 1.2 Rows of 7, 9 and 11 cells, numbered from the top left; then their images.
_UPPER: Final = [Place(row, x) for row in range(3) for x in range(-3 - row, 4 + row)]
PLACES: Final = (*_UPPER, *(place.opposite for place in _UPPER))
_AT: Final = {place: Cell(number) for number, place in enumerate(PLACES)}
NAMES: Final = tuple(f"{'ul'[cell // HALF]}{cell % HALF + 1}" for cell in range(CELL_COUNT))
CALLED_OUT: Final = tuple(f"{'+−'[cell // HALF]}{cell % HALF + 1}" for cell in range(CELL_COUNT))
"""1.2 What players of any language call a cell: +14 above the middle line, −14 below it. On paper it is u14, l14."""
BY_NAME: Final = {name: Cell(cell) for cell, name in enumerate(NAMES)}
TWIN: Final = tuple(_AT[place.opposite] for place in PLACES)


def _sector(place: Place) -> int:
    """1.1 Six big triangles that share the centre, clockwise from the one at the upper left."""
    if place.row >= 3:
        return _sector(place.opposite) + 3
    if abs(place.x) <= 2 - place.row:
        return 1
    return 0 if place.x < 0 else 2


SECTOR: Final = tuple(map(_sector, PLACES))


def _clockwise(rim: tuple[Cell, int]) -> tuple[int, int]:
    """1.4 From the left corner along the upper half, then from the right corner along the lower."""
    row, x = PLACES[rim[0]]
    return (0, x) if row < 3 else (1, -x)


# 1.3, 1.4 The rim edges, and with them the devils.
_RIM_EDGES: Final = sorted(
    ((cell, edge) for place, cell in _AT.items() for edge in range(3) if place.beyond(edge) not in _AT), key=_clockwise
)
RIM_CELL: Final = tuple(cell for cell, _ in _RIM_EDGES)
DEVIL_AT: Final = {cell: Devil(devil) for devil, cell in enumerate(RIM_CELL)}
BODY: Final = tuple(Point(6 * cell + 2 * edge) for cell, edge in _RIM_EDGES)
"""Where each devil's tail enters the board: clockwise, the body comes first, the tail end second."""
TAIL_END: Final = tuple(Point(point + 1) for point in BODY)


def _across(point: Point) -> Point:
    """2.2 Crossings meet mirrored; a rim crossing meets a body or a tail end."""
    if point in BODY:
        return Point(BODIES + BODY.index(point))
    if point in TAIL_END:
        return Point(RIM + TAIL_END.index(point))
    cell, crossing = divmod(point, 6)
    # An up cell and a down cell are each other's image, so an edge has the same number on both sides.
    return Point(6 * _AT[PLACES[cell].beyond(crossing // 2)] + (crossing ^ 1))


ACROSS: Final = tuple(_across(Point(point)) for point in range(RIM))
CELL_OF: Final = bytes(point // 6 for point in range(RIM))

# 2.1, 2.2 The seven kinds, eight cards of each.
CARDS_EACH: Final = 8
KINDS: Final = ("01-23-45", "12-34-50", "03-14-25", "01-24-35", "01-25-34", "02-14-35", "02-15-34")
BY_KIND: Final = {name: Kind(kind) for kind, name in enumerate(KINDS)}
Joins = tuple[int, ...]
"""To each of the six crossings of a card, the one that it is joined to."""


def _joins(kind: str, turn: int) -> Joins:
    joined = [0] * 6
    for pair in kind.split("-"):
        one, other = ((int(crossing) + 2 * turn) % 6 for crossing in pair)
        joined[one], joined[other] = other, one
    return tuple(joined)


LOOKS: Final = tuple(
    tuple(dict.fromkeys(_joins(kind, turn) for turn in range(3)))  # a symmetric kind looks the same in all
    for kind in KINDS
)
TURNS: Final = tuple(map(len, LOOKS))
_LAID: Final = [(Kind(kind), Turn(turn)) for kind in range(len(KINDS)) for turn in range(TURNS[kind])]
FACE: Final = {laid: Face(face) for face, laid in enumerate(_LAID, start=1)}
LAID: Final = (None, *_LAID)
"""To each face, the kind and the turn; None to 0, the free cell."""


def _table(value: Callable[[Joins, int], int]) -> tuple[tuple[int, ...], ...]:
    return ((), *(tuple(value(LOOKS[kind][turn], point) for point in range(RIM)) for kind, turn in _LAID))


def _out(joins: Joins, point: int) -> int:
    return point - point % 6 + joins[point % 6]


OUT: Final = _table(_out)
"""By face and the point at which a tail enters: where it leaves the cell."""
THROUGH: Final = _table(lambda joins, point: ACROSS[_out(joins, point)])
"""By face and the point at which a tail enters: where it enters the next cell, or ends at the rim."""
