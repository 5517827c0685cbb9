"""What the dice of Diavolo say: which colour is right, and why. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import hypot
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import astuple

from pandemonium.core.game import Illegal

Colour = Literal["black", "red", "white", "grey"]
OrderFace = Literal["largest-sum", "smallest-sum", "largest-spread", "most-odd", "highest-value", "closest"]
Values = tuple[int, ...]
Counts = tuple[int, int, int]
"""Something counted for black, red and white."""
Distances = tuple[float, float, float]

# 1.1, 1.2 The dice have the first three colours, the imps all four.
COLOURS: Final[tuple[Colour, ...]] = ("black", "red", "white", "grey")
ORDERS: Final[tuple[OrderFace, ...]] = (
    "largest-sum",
    "smallest-sum",
    "largest-spread",
    "most-odd",
    "highest-value",
    "closest",
)
FARTHEST: Final = 1000
"""No table is larger, in edges of a die."""
_FACES: Final = frozenset(range(1, 7))
_HALVES: Final = frozenset(half / 2 for half in range(-20, 21))
_WHOLE_DEGREES: Final = frozenset(map(float, range(360)))
SAME: Final = 1e-9
"""Two distances that differ by no more are equal; all other figures are whole numbers."""


class Place(Struct, frozen=True, gc=False):
    """4.1 Where a die's centre lies, in edges of a die from the middle of the table, and how it is turned."""

    x: float
    y: float
    degrees: float


class Throw(Struct, frozen=True, gc=False, tag="throw"):
    """Nature throws all the dice. Places: the Order die's, then those of black, red and white, value by value."""

    order: OrderFace
    black: Values
    red: Values
    white: Values
    places: tuple[Place, ...] | None = None


def check(throw: Throw, each: int) -> None:
    """Refuses dice that cannot have fallen so, with `each` of a colour in play."""
    for values in (throw.black, throw.red, throw.white):
        if len(values) != each or not _FACES.issuperset(values):
            raise Illegal("wrong-dice", each=each)
    if throw.places is None:
        if throw.order == "closest":
            raise Illegal("places-needed")
    elif len(throw.places) != 1 + 3 * each or not _on_the_table(throw.places):
        raise Illegal("wrong-places", dice=1 + 3 * each)


def right_colour(throw: Throw) -> Colour:
    """3.1 The colour to grab; 3.2 grey where two or three colours tie."""
    black, red, white = _are_best(throw)
    if black + red + white > 1:
        return "grey"
    return "black" if black else "red" if red else "white"


def best_colours(throw: Throw) -> tuple[Colour, ...]:
    """The one colour that is best for the order, or those that tie."""
    return tuple([colour for colour, best in zip(COLOURS, _are_best(throw), strict=False) if best])


def groups(throw: Throw) -> tuple[Values, Values, Values]:
    """The faces of the black dice, of the red ones and of the white ones."""
    return throw.black, throw.red, throw.white


def sums(throw: Throw) -> Counts:
    return sum(throw.black), sum(throw.red), sum(throw.white)


def spreads(throw: Throw) -> Counts:
    return _spread(throw.black), _spread(throw.red), _spread(throw.white)


def odds(throw: Throw) -> Counts:
    return _odd(throw.black), _odd(throw.red), _odd(throw.white)


def highest(throw: Throw) -> Counts:
    return max(throw.black), max(throw.red), max(throw.white)


def nearest(throw: Throw) -> Distances:
    """How far the nearest die of each colour lies from the Order die."""
    black, red, white = distances(throw)
    return min(black), min(red), min(white)


def distances(throw: Throw) -> tuple[list[float], list[float], list[float]]:
    """4.1 How far each die lies from the Order die, centre to centre: the black ones, the red ones, the white ones."""
    if not throw.places:
        raise AssertionError
    order, *others = throw.places
    far = [hypot(place.x - order.x, place.y - order.y) for place in others]
    red, white = len(throw.black), len(throw.black) + len(throw.red)
    return far[:red], far[red:white], far[white:]


FIGURES: Final[dict[OrderFace, Callable[[Throw], Counts | Distances]]] = {
    "largest-sum": sums,
    "smallest-sum": sums,
    "largest-spread": spreads,
    "most-odd": odds,
    "highest-value": highest,
    "closest": nearest,
}
WANT_LEAST: Final = frozenset({"smallest-sum", "closest"})


def _are_best(throw: Throw) -> list[bool]:
    """Whether black is best for the order, red, white."""
    figures = FIGURES[throw.order](throw)
    best = min(figures) if throw.order in WANT_LEAST else max(figures)
    return [abs(figure - best) <= SAME for figure in figures]


def _on_the_table(places: tuple[Place, ...]) -> bool:
    """Real numbers (no comparison holds for `nan`), no larger than a table and no finer than paper."""
    for x, y, degrees in map(astuple, places):
        if x in _HALVES and y in _HALVES and degrees in _WHOLE_DEGREES:
            continue  # As in all throws of our own: no closer look is needed.
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST and abs(degrees) <= 360):
            return False
        if not all(map(_fits_on_paper, (x, y, degrees))):
            return False
    return True


def _fits_on_paper(value: float) -> bool:
    return round(1e6 * value) / 1e6 == value


# There are few different values, and their figures are asked for round after round.


@lru_cache(maxsize=512)
def _spread(values: Values) -> int:
    return max(values) - min(values)


@lru_cache(maxsize=512)
def _odd(values: Values) -> int:
    return sum(value % 2 for value in values)
