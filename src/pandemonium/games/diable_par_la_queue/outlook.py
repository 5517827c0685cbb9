"""What open tails may expect, compiled: how far they may get, who may come to a cell, and what is at stake there.

Think of the free cells as filled with the cards that are left, turned at random. A tail is then a random walk from
cell to cell. Sweeping over the cells finds where it may end and, the other way round, which tails may come by; so it is
known for every crossing what it is worth to join it to another. Import it only when somebody is about to think.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pandemonium.games.diable_par_la_queue.board import BODIES, BODY, LOOKS, RIM
from pandemonium.games.diable_par_la_queue.kernel import (
    CARDS,
    ENDS,
    FIRST_FACE,
    FREE,
    FREE_COUNT,
    LENGTHS,
    PAIRS,
    SEATS,
    STOCK,
    TURNS_OF,
    side,
)
from pandemonium.search.compiled import compiled

SWEEPS: Final = 8
POINTS_COUNT: Final = BODIES + len(BODY)
SPARE: Final = POINTS_COUNT
"""Six numbers of scratch paper at the end of every row."""
WIDTH: Final = SPARE + 6
GOOD: Final = 0
"""By where a tail waits or ends: how likely it comes to a tail end."""
MORE: Final = 1
"""And how many more cards it may score."""
COMING: Final = 2
"""By crossing, how many tails may leave the cell there: of two sides those of the first less those of the second, of
three sides a row for each. Every such row is followed by one with the cards that these tails bring with them."""
ROWS: Final = {2: 4, 3: 8, 4: 4}
JOINTS: Final = 15
"""In so many ways two crossings of a cell can be joined."""
_JOINT: Final = np.array([[0] * 6 for _ in range(6)], np.int64)
for _number, (_one, _other) in enumerate((one, other) for one in range(6) for other in range(one + 1, 6)):
    _JOINT[_one, _other] = _JOINT[_other, _one] = _number
_JOINTS_OF: Final = np.array(
    [_JOINT[PAIRS[pair], PAIRS[pair + 1]] for pair in range(0, 6 + 6 * sum(map(len, LOOKS)), 2)], np.int64
)
"""By face, its three joints."""


@compiled
def sides_of(position: Any) -> int:
    """3.1"""
    return 3 if position[SEATS] == 3 else 2


@compiled
def expect(position: Any, outlook: Any, sweeps: int) -> None:
    """Look at a position afresh."""
    outlook[:] = 0.0
    for point in range(RIM):
        outlook[GOOD, point] = 0.5
        outlook[MORE, point] = 3.0
    for point in range(RIM, BODIES):
        outlook[GOOD, point] = 1.0  # 6.1
    for body in range(BODIES, POINTS_COUNT):
        own = side(position, body)
        if position[SEATS] == 3:
            outlook[COMING + 2 * own, body] = 1.0
        else:
            outlook[COMING, body] = 1.0 - 2.0 * own
    for _ in range(sweeps):
        sweep(position, outlook)


@compiled
def sweep(position: Any, outlook: Any) -> None:
    """Look once more at every free cell. How likely a tail leaves it by which crossing, the cards that are left say
    (2.2): by the other one of the same edge, by the next one round the corner, straight through, or by one of the other
    two."""
    stock = position[STOCK : STOCK + 7]
    cards = max(1, position[CARDS])
    back = (stock[0] + (stock[3] + stock[4]) / 3.0) / cards
    round_ = (stock[1] + (stock[4] + stock[6]) / 3.0) / cards
    through = (stock[2] + (stock[4] + stock[5]) / 3.0) / cards
    else_ = (1.0 - back - round_ - through) / 2.0
    rows = len(outlook)
    for place in range(FREE, FREE + position[FREE_COUNT]):
        here = 6 * position[place]
        for crossing in range(6):
            end, spare = position[ENDS + here + crossing], SPARE + crossing
            cards_on = position[LENGTHS + here + crossing] + 1.0
            good = outlook[GOOD, end]
            outlook[GOOD, spare] = good
            outlook[MORE, spare] = cards_on * good + outlook[MORE, end]
            for row in range(COMING, rows, 2):
                coming = outlook[row, end]
                outlook[row, spare] = coming
                outlook[row + 1, spare] = outlook[row + 1, end] + cards_on * coming
        for row in range(rows):
            a, b, c = outlook[row, SPARE], outlook[row, SPARE + 1], outlook[row, SPARE + 2]
            d, e, f = outlook[row, SPARE + 3], outlook[row, SPARE + 4], outlook[row, SPARE + 5]
            ace, bdf = a + c + e, b + d + f
            outlook[row, here] = back * b + round_ * f + through * d + else_ * (ace - a)
            outlook[row, here + 1] = back * a + round_ * c + through * e + else_ * (bdf - b)
            outlook[row, here + 2] = back * d + round_ * b + through * f + else_ * (ace - c)
            outlook[row, here + 3] = back * c + round_ * e + through * a + else_ * (bdf - d)
            outlook[row, here + 4] = back * f + round_ * d + through * b + else_ * (ace - e)
            outlook[row, here + 5] = back * e + round_ * a + through * c + else_ * (bdf - f)


@compiled
def expected(position: Any, outlook: Any, points: Any) -> None:
    """6.1 By side, the points that its devils have and may expect."""
    points[:] = 0.0
    for body in range(BODIES, POINTS_COUNT):
        end = position[ENDS + body]
        points[side(position, body)] += position[LENGTHS + body] * outlook[GOOD, end] + outlook[MORE, end]


@compiled
def weigh(position: Any, outlook: Any, cell: int, own: int, joints: Any) -> None:
    """By two crossings of this cell, what joining them would bring a side against the others, with all the tails that
    wait there or may come by."""
    here = 6 * cell
    for crossing in range(6):
        end, spare = position[ENDS + here + crossing], SPARE + crossing
        cards_on = position[LENGTHS + here + crossing]
        coming, bringing = outlook[COMING, end], outlook[COMING + 1, end]
        if position[SEATS] == 3:
            coming = 1.5 * outlook[COMING + 2 * own, end] - 0.5 * (
                coming + outlook[COMING + 2, end] + outlook[COMING + 4, end]
            )
            bringing = 1.5 * outlook[COMING + 1 + 2 * own, end] - 0.5 * (
                bringing + outlook[COMING + 3, end] + outlook[COMING + 5, end]
            )
        elif own == 1:
            coming, bringing = -coming, -bringing
        outlook[COMING, spare] = coming
        outlook[COMING + 1, spare] = bringing + coming * (cards_on + 1.0)
        outlook[GOOD, spare] = outlook[GOOD, end]
        outlook[MORE, spare] = cards_on * outlook[GOOD, end] + outlook[MORE, end]
    joint = 0
    for one in range(SPARE, SPARE + 5):
        for other in range(one + 1, SPARE + 6):
            joints[joint] = (
                outlook[COMING + 1, one] * outlook[GOOD, other]
                + outlook[COMING, one] * outlook[MORE, other]
                + outlook[COMING + 1, other] * outlook[GOOD, one]
                + outlook[COMING, other] * outlook[MORE, one]
            )
            joint += 1


@compiled
def of_face(joints: Any, face: int) -> float:
    """What this face would bring there."""
    return float(joints[_JOINTS_OF[3 * face]] + joints[_JOINTS_OF[3 * face + 1]] + joints[_JOINTS_OF[3 * face + 2]])


@compiled
def at_stake(position: Any, outlook: Any, cell: int, own: int, joints: Any) -> float:
    """How much it matters who turns the next card on this cell: the best turn against the worst, by kinds left."""
    weigh(position, outlook, cell, own, joints)
    stake = 0.0
    for kind in range(7):
        left = position[STOCK + kind]
        if left and TURNS_OF[kind] > 1:
            face = FIRST_FACE[kind]
            one, two, three = of_face(joints, face), of_face(joints, face + 1), of_face(joints, face + 2)
            stake += left * (max(one, two, three) - min(one, two, three))
    return float(stake / max(1, position[CARDS]))
