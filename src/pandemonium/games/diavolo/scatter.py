"""How thrown dice come to lie: a throw of Diavolo, drawn from chance.

The draw is spelled out in docs/fairness.md; change neither without the other.
"""

from __future__ import annotations

from math import hypot
from typing import Final

from pandemonium.core.chance import Chance
from pandemonium.games.diavolo.dice import OrderFace, Place, Throw

# Spots are counted in half edges of a die: whole numbers, so that every machine draws the same throw.
HALF_WIDTH: Final = 9
HALF_HEIGHT: Final = 7
SPOTS: Final = tuple(
    (x, y)
    for y in range(-HALF_HEIGHT, HALF_HEIGHT + 1)
    for x in range(-HALF_WIDTH, HALF_WIDTH + 1)
    if (HALF_HEIGHT * x) ** 2 + (HALF_WIDTH * y) ** 2 <= (HALF_WIDTH * HALF_HEIGHT) ** 2
)
"""4.1 Where a die can lie on the oval table, row by row."""
ROOM: Final = 3
"""From centre to centre, across or along. Three half edges are more than √2 edges: no two dice touch, however they are
turned. Ten spots, (-9 -4 1 6, 0) and (-6 -1 4, ±5), are so far apart that no die takes the room of two of them: the
tenth die always finds a spot."""
CLEARLY: Final = 0.25
"""4.1 By so many edges the nearest colour is nearer than the second, where that matters."""

Row = bytes
"""Spots by their numbers, a byte each, so that many leave in one step."""
_ALL: Final[Row] = bytes(range(len(SPOTS)))
_TAKEN: Final[tuple[Row, ...]] = tuple(
    bytes(spot for spot, (x, y) in enumerate(SPOTS) if abs(x - at_x) < ROOM and abs(y - at_y) < ROOM)
    for at_x, at_y in SPOTS
)
_IN_EDGES: Final = tuple((x / 2, y / 2) for x, y in SPOTS)
_VALUES: Final = {
    each: tuple(tuple(sorted(1 + number // 6**die % 6 for die in range(each))) for number in range(6**each))
    for each in (2, 3)
}
"""By number of dice and by the number drawn for them, whose digits to the base of 6 are their faces."""


def thrown(order: OrderFace, each: int, chance: Chance) -> Throw:
    """The dice, `each` of a colour, as they fall: one number for all faces, the spots, one number for all turns."""
    values, dice = _VALUES[each], 1 + 3 * each
    faces = chance.below(len(values) ** 3)
    spots = scattered(dice, chance)
    while order == "closest" and not clear(spots):
        spots = scattered(dice, chance)
    turns = chance.below(360**dice)
    places = []
    for spot in spots:
        x, y = _IN_EDGES[spot]
        places.append(Place(x, y, float(turns % 360)))
        turns //= 360
    black, red, white = faces % len(values), faces // len(values) % len(values), faces // len(values) ** 2
    return Throw(order, values[black], values[red], values[white], tuple(places))


def scattered(dice: int, chance: Chance) -> list[int]:
    """A spot for each of so many dice: any of those that are left, and then those near it are left no more.

    Late spots lie closer to others than early ones do. Shuffled, they favour no colour."""
    left, spots, below = _ALL, [], chance.below
    for _ in range(dice):
        spot = left[below(len(left))]
        spots.append(spot)
        left = left.translate(None, _TAKEN[spot])
    return chance.shuffle(spots)


def clear(spots: list[int]) -> bool:
    """4.1 Whether the eye can decide which colour lies nearest to the Order die, the first of the spots."""
    (x, y), *others = [_IN_EDGES[spot] for spot in spots]
    far = [hypot(a - x, b - y) for a, b in others]
    each = len(far) // 3
    first, second, _ = sorted((min(far[:each]), min(far[each : 2 * each]), min(far[2 * each :])))
    return second - first >= CLEARLY
