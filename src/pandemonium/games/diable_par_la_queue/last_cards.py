"""The last cards of Le Diable par la queue, worked out exactly: every kind that may come, every turn, every cell.

Import it only when somebody is about to think.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pandemonium.games.diable_par_la_queue.board import CELL_COUNT
from pandemonium.games.diable_par_la_queue.kernel import (
    CARDS,
    DRAWING,
    LAYING,
    NONE,
    OVER,
    PHASE,
    POINTS,
    SIZE,
    STOCK,
    TURN,
    draw,
    lay,
    name,
    nameable,
    turns,
)
from pandemonium.games.diable_par_la_queue.outlook import sides_of
from pandemonium.games.diable_par_la_queue.thinking import chance
from pandemonium.search.compiled import compiled

LAST_CARDS: Final = 4
"""When so few are still to be laid, a position is solved, in some thousandths of a second."""
LAST_CARD: Final = 1
"""And so few where nothing is compiled and the clock runs: four take a second there."""
DEPTH: Final = 3 * LAST_CARDS + 3


@compiled
def solve(rows: Any, cells: Any, cursors: Any, counts: Any, points: Any, values: Any) -> None:
    """By side, the chance to win if everybody plays perfectly for his own: every card that may come is weighed, every
    turn and every cell is tried. `rows[0]` is the position and `values[0]` the answer; what is behind them is scratch
    paper. It goes down and up by itself, because compiled code that calls itself cannot be kept on disk."""
    sides = sides_of(rows[0])
    depth = 0
    cursors[0] = NONE
    while depth >= 0:
        position = rows[depth]
        phase = position[PHASE]
        if cursors[depth] == NONE:  # We have just come here.
            cursors[depth] = 0
            values[depth] = 0.0 if phase == DRAWING else -1.0
            if phase == DRAWING:
                counts[depth] = 7
            elif phase == LAYING:
                counts[depth] = turns(position)
            elif phase == OVER:
                counts[depth] = 0
                for own in range(sides):
                    points[own] = position[POINTS + own]
                for own in range(sides):
                    values[depth, own] = chance(position, points, own)
            else:
                counts[depth] = nameable(position, position[TURN], cells[depth])
        number = cursors[depth]
        if number < counts[depth]:
            cursors[depth] += 1
            if phase == DRAWING and position[STOCK + number] == 0:
                continue
            rows[depth + 1] = position
            if phase == DRAWING:
                draw(rows[depth + 1], number)
            elif phase == LAYING:
                lay(rows[depth + 1], number, cells[depth + 1])
            else:
                name(rows[depth + 1], cells[depth, number])
            depth += 1
            cursors[depth] = NONE
            continue
        depth -= 1
        if depth >= 0:
            before = rows[depth]
            mover = before[TURN] % sides
            if before[PHASE] == DRAWING:
                weight = before[STOCK + cursors[depth] - 1] / before[CARDS]
                for own in range(sides):
                    values[depth, own] += values[depth + 1, own] * weight
            elif values[depth + 1, mover] > values[depth, mover]:
                values[depth] = values[depth + 1]


@compiled
def solve_moves(position: Any, moves: Any, found: Any) -> None:
    """By move and side, the chance to win, worked out exactly."""
    rows, cells = np.empty((DEPTH, SIZE), np.int16), np.empty((DEPTH, CELL_COUNT), np.int16)
    points, values = np.empty(3), np.empty((DEPTH, 3))
    cursors, counts = np.empty(DEPTH, np.int64), np.empty(DEPTH, np.int64)
    for number in range(len(moves)):
        rows[0] = position
        if position[PHASE] == LAYING:
            lay(rows[0], moves[number], cells[0])
        else:
            name(rows[0], moves[number])
        solve(rows, cells, cursors, counts, points, values)
        found[moves[number]] = values[0]
