"""How the dice of Diavolo lie on the table, in a terminal's characters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby
from math import floor, hypot
from operator import itemgetter
from typing import Final, NamedTuple

from rich.text import Text

from pandemonium.games.diavolo.dice import COLOURS, Colour, OrderFace, Place, Throw

# A character is about twice as high as wide, so a die of four by two is square, and a distance is a distance.
DIE_WIDTH: Final = 4
DIE_HEIGHT: Final = 2
HALF_WIDTH: Final = 4.5
HALF_HEIGHT: Final = 3.5
EDGE: Final = 1
"""A column to spare on either side, for dice that are drawn a little beside their place."""
WIDTH: Final = round(2 * HALF_WIDTH * DIE_WIDTH) + DIE_WIDTH + 1 + 2 * EDGE
HEIGHT: Final = round(2 * HALF_HEIGHT * DIE_HEIGHT) + DIE_HEIGHT + 1

# 6.3 Every colour has a shape too; the diamonds are the gems.
SHAPES: Final[dict[Colour, str]] = {"black": "■", "red": "▲", "white": "○", "grey": "▒"}
STYLES: Final[dict[Colour, str]] = {
    "black": "bold grey100 on grey11",
    "red": "bold grey100 on dark_red",
    "white": "bold grey0 on grey93",
    "grey": "bold grey100 on grey42",
}
FRAMES: Final[dict[Colour, str]] = {
    "black": "grey58 on grey11",
    "red": "red3 on dark_red",
    "white": "grey62 on grey93",
    "grey": "grey66 on grey42",
}
"""So that black dice show on a dark screen and white ones on a light one, and all of them without colours."""
SIGNS: Final[dict[OrderFace, str]] = {
    "largest-sum": "Σ↑",
    "smallest-sum": "Σ↓",
    "largest-spread": "↔↔",
    "most-odd": "13",
    "highest-value": "↑6",
    "closest": "→←",
}


class Spot(NamedTuple):
    """The character in a die's upper left corner."""

    column: int
    row: int


class Die(NamedTuple):
    colour: Colour
    """Grey is the Order die."""
    face: str
    spot: Spot


def dice_on_the_table(throw: Throw) -> list[Die]:
    """The Order die, then the black, the red and the white ones, where they are drawn."""
    groups = (throw.black, throw.red, throw.white)
    coloured = [(colour, str(value)) for colour, values in zip(COLOURS, groups, strict=False) for value in values]
    spots = _spots(throw.places or _in_rows([len(values) for values in groups]))
    order: tuple[Colour, str] = ("grey", SIGNS[throw.order])
    return [Die(colour, face, spot) for (colour, face), spot in zip([order, *coloured], spots, strict=True)]


def picture(throw: Throw) -> Text:
    cells = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]
    for die in reversed(dice_on_the_table(throw)):  # Where a typed throw overlaps, the Order die lies on top.
        frame, inside = FRAMES[die.colour], STYLES[die.colour]
        column, row = die.spot
        for down, signs in enumerate(_faces(die)):
            across = [("▌", frame), *((sign, inside) for sign in signs), ("▐", frame)]
            cells[row + down][column : column + DIE_WIDTH] = across
    lines = []
    for row_of_cells in cells:
        line = Text()
        for style, run in groupby(row_of_cells, key=itemgetter(1)):
            line.append("".join(sign for sign, _ in run), style or None)
        lines.append(line)
    return Text("\n", no_wrap=True).join(lines)


def _faces(die: Die) -> tuple[str, str]:
    """The two lines inside a die's frame: its shape over its value, or the Order die's sign."""
    return (SHAPES["grey"] * 2, die.face) if die.colour == "grey" else (f"{SHAPES[die.colour]} ", f" {die.face}")


def _spots(places: Sequence[Place]) -> list[Spot]:
    """Of all ways to round the places to characters, one that keeps the distances from the Order die
    well, so that what is nearest on the table is nearest on the screen; and no die covers another."""
    shrink = max(1.0, *(max(abs(place.x) / HALF_WIDTH, abs(place.y) / HALF_HEIGHT) for place in places))
    exact = [
        (EDGE + (place.x / shrink + HALF_WIDTH) * DIE_WIDTH, (place.y / shrink + HALF_HEIGHT) * DIE_HEIGHT)
        for place in places
    ]
    rounded = [_rounded(order, exact) for order in _around(*exact[0])[:4]]
    return min(rounded, key=lambda spots: (_overlaps(spots), _distorted(spots, exact)))


def _rounded(order: Spot, exact: Sequence[tuple[float, float]]) -> list[Spot]:
    """The other dice around this spot of the Order die: each as near as it can be to its own place
    without being much too near to the Order die or much too far from it."""
    spots = [order]
    for x, y in exact[1:]:
        far = _distance(exact[0], (x, y))
        by_distance = sorted(_around(x, y), key=lambda spot: max(0.05, abs(_distance(order, spot) - far)))
        spots.append(next((spot for spot in by_distance if not _overlaps([*spots, spot])), by_distance[0]))
    return spots


def _around(x: float, y: float) -> list[Spot]:
    """The characters around a point, the nearest first."""
    around = [Spot(floor(x) + right, floor(y) + down) for right in (-1, 0, 1, 2) for down in (0, 1)]
    return sorted(around, key=lambda spot: _distance(spot, (x, y)))


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """In edges of a die, as the eye measures on the screen."""
    return hypot((one[0] - other[0]) / DIE_WIDTH, (one[1] - other[1]) / DIE_HEIGHT)


def _overlaps(spots: Sequence[Spot]) -> int:
    return sum(
        abs(one.column - other.column) < DIE_WIDTH and abs(one.row - other.row) < DIE_HEIGHT
        for one, other in combinations(spots, 2)
    )


def _distorted(spots: Sequence[Spot], exact: Sequence[tuple[float, float]]) -> float:
    """How much the worst distance from the Order die is off; near dice count for more."""
    true = [_distance(exact[0], point) for point in exact[1:]]
    drawn = [_distance(spots[0], spot) for spot in spots[1:]]
    return max(abs(one - other) / (one + 0.1) for one, other in zip(true, drawn, strict=True))


def _in_rows(counts: Sequence[int]) -> list[Place]:
    """Places for a throw that came without: a row for each colour, the Order die over them."""
    rows = [
        Place(2.0 * die - (count - 1), 2.0 * row - 1.0, 0.0) for row, count in enumerate(counts) for die in range(count)
    ]
    return [Place(0.0, -3.0, 0.0), *rows]
