"""Le Diable par la queue in compiled code: a position as one row of numbers, its moves, and whole matches played out.

`rules.py` is the one truth, and this is held equal to it move by move. What makes it fast: a tail is never followed. Of
every strand only its two ends and its length are kept, so that a card is laid by joining three pairs of ends. Import it
only when somebody is about to think.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pandemonium.games.diable_par_la_queue.board import (
    ACROSS,
    BODIES,
    BODY,
    CARDS_EACH,
    CELL_COUNT,
    DEVIL_AT,
    KINDS,
    LETTERS,
    LOOKS,
    RIM,
    SECTOR,
    TAIL_END,
    TURNS,
    TWIN,
    Cell,
    Devil,
)
from pandemonium.games.diable_par_la_queue.tails import side_of, sides
from pandemonium.search.compiled import below, compiled

# A position is a row of numbers. By point (crossings of cells, then tail ends, then bodies): where the strand that
# begins there ends, and how many cards it crosses. A point of a cell that is taken means nothing any more.
ENDS: Final = 0
LENGTHS: Final = ENDS + BODIES + len(LETTERS)
FACES: Final = LENGTHS + LENGTHS
FREE: Final = FACES + CELL_COUNT
"""The free cells, in no order."""
WHERE: Final = FREE + CELL_COUNT
"""By free cell, where it is in that list."""
STOCK: Final = WHERE + CELL_COUNT
POINTS: Final = STOCK + len(KINDS)
"""6.1 By side, with the tails that are finished."""
SEATS: Final = POINTS + 3
PHASE: Final = SEATS + 1
TURN: Final = PHASE + 1
CELL: Final = TURN + 1
DRAWN: Final = CELL + 1
LAST: Final = DRAWN + 1
FREE_COUNT: Final = LAST + 1
CARDS: Final = FREE_COUNT + 1
"""How many lie face down."""
SIZE: Final = CARDS + 1
NONE: Final = -1

NAMING: Final = 0
DRAWING: Final = 1
LAYING: Final = 2
OVER: Final = 3
PHASES: Final = {"name": NAMING, "draw": DRAWING, "lay": LAYING, "over": OVER}


def _row(numbers: list[int]) -> Any:
    return np.array(numbers, dtype=np.int16)


_ACROSS: Final = _row([*ACROSS, *TAIL_END, *BODY])
TWIN_OF: Final = _row(list(TWIN))
_SECTOR: Final = _row(list(SECTOR))
TURNS_OF: Final = _row(list(TURNS))
FIRST_FACE: Final = _row([1 + sum(TURNS[:kind]) for kind in range(len(KINDS))])
"""By kind, the face that it shows unturned: the others follow."""
PAIRS: Final = _row(
    [0] * 6 + [end for looks in LOOKS for its in looks for one in range(6) if one < its[one] for end in (one, its[one])]
)
"""By face, its three pairs of crossings, six numbers to a face."""
_SIDE: Final = _row([0] * 36 + [side_of(Devil(devil), seats) for seats in (2, 3, 4) for devil in range(18)])
"""By number of seats and devil, eighteen numbers to a number of seats."""
# 4.3 By number of seats, seat and cell: whether an opponent's body is there.
_OPPOSED: Final = _row(
    [
        int(Cell(cell) in DEVIL_AT and side_of(DEVIL_AT[Cell(cell)], seats) != seat % sides(seats))
        for seats in (2, 3, 4)
        for seat in range(4)
        for cell in range(CELL_COUNT)
    ]
)


@compiled
def begin(position: Any, seats: int, first: int) -> None:
    """The table after the lot."""
    for point in range(LENGTHS):
        position[ENDS + point] = _ACROSS[point]
        position[LENGTHS + point] = 0
    for cell in range(CELL_COUNT):
        position[FACES + cell] = 0
        position[FREE + cell] = cell
        position[WHERE + cell] = cell
    for kind in range(7):
        position[STOCK + kind] = CARDS_EACH
    for side in range(3):
        position[POINTS + side] = 0
    position[SEATS] = seats
    position[PHASE] = NAMING
    position[TURN] = first
    position[CELL] = NONE
    position[DRAWN] = NONE
    position[LAST] = NONE
    position[FREE_COUNT] = CELL_COUNT
    position[CARDS] = 7 * CARDS_EACH


@compiled
def nameable(position: Any, seat: int, cells: Any) -> int:
    """4.3, 5.2, 5.3 What this seat may name now: how many cells, and which."""
    seats, last, opposed = position[SEATS], position[LAST], ((position[SEATS] - 2) * 4 + seat) * CELL_COUNT
    barred = _SECTOR[last] if seats == 3 and last != NONE else NONE
    while True:
        found = 0
        for place in range(FREE, FREE + position[FREE_COUNT]):
            cell = position[place]
            if not _OPPOSED[opposed + cell] and _SECTOR[cell] != barred:
                cells[found] = cell
                found += 1
        if found or barred == NONE:
            return found
        barred = NONE


@compiled
def turns(position: Any) -> int:
    """2.1 In how many ways the card that was drawn can lie."""
    return int(TURNS_OF[position[DRAWN]])


@compiled
def name(position: Any, cell: int) -> None:
    position[CELL] = cell
    position[PHASE] = DRAWING


@compiled
def draw(position: Any, kind: int) -> None:
    position[STOCK + kind] -= 1
    position[CARDS] -= 1
    position[DRAWN] = kind
    position[PHASE] = LAYING


@compiled
def lay(position: Any, turn: int, cells: Any) -> None:
    """Lay the card that was drawn; `cells` is scratch paper."""
    cell, seats = position[CELL], position[SEATS]
    cover(position, cell, FIRST_FACE[position[DRAWN]] + turn)
    position[LAST] = cell
    position[DRAWN] = NONE
    free = position[FREE_COUNT]
    if free == 0:
        position[PHASE] = OVER
        position[TURN] = NONE
        position[CELL] = NONE
    elif seats != 3 and free % 2 == 1:  # 4.2
        position[PHASE] = DRAWING
        position[TURN] = (position[TURN] + 1) % seats
        position[CELL] = TWIN_OF[cell]
    else:
        position[PHASE] = NAMING
        position[CELL] = NONE
        if seats == 3:  # 5.1, 5.3; of two sides, each finds a cell (4.4).
            position[TURN] = (position[TURN] + 1) % 3
            while nameable(position, position[TURN], cells) == 0:
                position[TURN] = (position[TURN] + 1) % 3


@compiled
def cover(position: Any, cell: int, face: int) -> None:
    """Put a face on a free cell: what that does to the strands, the points and the free cells."""
    for pair in range(6 * face, 6 * face + 6, 2):
        one, other = 6 * cell + PAIRS[pair], 6 * cell + PAIRS[pair + 1]
        start, end = position[ENDS + one], position[ENDS + other]
        if start == other:
            continue  # A ring: nobody's tail ever comes there.
        length = position[LENGTHS + one] + position[LENGTHS + other] + 1
        position[ENDS + start] = end
        position[ENDS + end] = start
        position[LENGTHS + start] = length
        position[LENGTHS + end] = length
        if start >= BODIES and RIM <= end < BODIES:
            position[POINTS + side(position, start)] += length
        elif end >= BODIES and RIM <= start < BODIES:
            position[POINTS + side(position, end)] += length
    position[FACES + cell] = face
    position[FREE_COUNT] -= 1
    place, other = position[WHERE + cell], position[FREE + position[FREE_COUNT]]
    position[FREE + place] = other
    position[WHERE + other] = place


@compiled
def side(position: Any, body: int) -> int:
    """3.1 Whose devil this is."""
    return int(_SIDE[18 * position[SEATS] + body - BODIES])


@compiled
def shuffle(position: Any, order: Any, luck: Any) -> None:
    """The cards face down in some order; the last is drawn first."""
    number = 0
    for kind in range(7):
        for _ in range(position[STOCK + kind]):
            other = below(luck, number + 1)
            order[number] = order[other]
            order[other] = kind
            number += 1


@compiled
def rollout(position: Any, order: Any, luck: Any, cells: Any) -> int:
    """Play the match to its end at random, with the cards in this order; how many decisions there were."""
    decisions = 0
    while position[PHASE] != OVER:
        if position[PHASE] == DRAWING:
            draw(position, order[position[CARDS] - 1])
        elif position[PHASE] == LAYING:
            lay(position, below(luck, turns(position)), cells)
            decisions += 1
        else:
            name(position, cells[below(luck, nameable(position, position[TURN], cells))])
            decisions += 1
    return decisions


@compiled
def rollouts(position: Any, copy: Any, times: int, order: Any, luck: Any, cells: Any) -> int:
    """So many rollouts from the same position, each with another order of the cards; how many decisions there were."""
    decisions = 0
    for _ in range(times):
        copy[:] = position
        shuffle(copy, order, luck)
        decisions += rollout(copy, order, luck, cells)
    return decisions
