"""How thrown dice come to lie: a throw of Diavolo, drawn from chance."""

from __future__ import annotations

from math import hypot
from typing import Final

from pandemonium.core.chance import Chance
from pandemonium.games.diavolo.dice import OrderFace, Place, Throw

# All lengths here are hundredths of a die's edge: whole numbers, so that every machine draws the same throw.
HALF_WIDTH: Final = 450
HALF_HEIGHT: Final = 350
APART: Final = 160
"""From centre to centre. Beyond √2 edges no two dice overlap, however they are turned."""
CLEARLY: Final = 25
"""4.1 By so much the nearest colour is nearer than the second, where that matters."""
PATIENCE: Final = 200
"""So often a die may find no room before all are picked up and thrown again. It has hardly ever to be."""

_COLUMNS: Final = 2 * HALF_WIDTH + 1
_SPOTS: Final = _COLUMNS * (2 * HALF_HEIGHT + 1) * 360
_INSIDE: Final = (HALF_WIDTH * HALF_HEIGHT) ** 2
_APART_SQUARED: Final = APART**2
Spot = tuple[int, int, int]


def thrown(order: OrderFace, each: int, chance: Chance) -> Throw:
    """The dice, `each` of a colour, as they fall: one number for all their faces, one for each try at a place."""
    number = chance.below(6 ** (3 * each))
    faces = []
    for _ in range(3 * each):
        number, face = divmod(number, 6)
        faces.append(face + 1)
    spots = scattered(1 + 3 * each, chance)
    while order == "closest" and not clear(spots):
        spots = scattered(1 + 3 * each, chance)
    return Throw(
        order,
        tuple(sorted(faces[:each])),
        tuple(sorted(faces[each : 2 * each])),
        tuple(sorted(faces[2 * each :])),
        tuple([Place(x / 100, y / 100, float(degrees)) for x, y, degrees in spots]),
    )


def scattered(dice: int, chance: Chance) -> list[Spot]:
    """Spots on an oval table for so many dice, none touching another."""
    spots: list[Spot] = []
    misses = 0
    while len(spots) < dice:
        number, degrees = divmod(chance.below(_SPOTS), 360)
        row, column = divmod(number, _COLUMNS)
        x, y = column - HALF_WIDTH, row - HALF_HEIGHT
        if (HALF_HEIGHT * x) ** 2 + (HALF_WIDTH * y) ** 2 <= _INSIDE and _has_room(x, y, spots):
            spots.append((x, y, degrees))
        elif (misses := misses + 1) > PATIENCE:
            spots.clear()
            misses = 0
    return spots


def clear(spots: list[Spot]) -> bool:
    """4.1 Whether the eye can decide which colour lies nearest to the Order die, the first of the spots."""
    (x, y, _), *others = spots
    far = [hypot(a - x, b - y) for a, b, _ in others]
    each = len(far) // 3
    first, second, _ = sorted((min(far[:each]), min(far[each : 2 * each]), min(far[2 * each :])))
    return second - first >= CLEARLY


def _has_room(x: int, y: int, spots: list[Spot]) -> bool:
    for a, b, _ in spots:  # noqa: SIM110  a generator costs more than the question
        if (x - a) ** 2 + (y - b) ** 2 < _APART_SQUARED:
            return False
    return True
