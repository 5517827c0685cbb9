"""How Le Diable par la queue is thought about, compiled: what open tails may expect, and what each move brings when
all play on for a while.

Import it only when somebody is about to think.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

import numpy as np

from pandemonium.games.diable_par_la_queue.board import BODIES, CELL_COUNT, DEVIL_AT, LOOKS, RIM, Cell
from pandemonium.games.diable_par_la_queue.kernel import (
    CARDS,
    CELL,
    DRAWING,
    ENDS,
    FIRST_FACE,
    FREE,
    FREE_COUNT,
    LAYING,
    LENGTHS,
    NONE,
    OVER,
    PHASE,
    POINTS,
    SEATS,
    SIZE,
    STOCK,
    TURN,
    TURNS_OF,
    TWIN_OF,
    draw,
    lay,
    name,
    nameable,
    shuffle,
    side,
    turns,
)
from pandemonium.search.compiled import COMPILES, below, compiled

SWEEPS: Final = 8
LOOKS_AT: Final = 5
"""So many cells are weighed in a playout before one is named."""
BODY_COUNT: Final = 18
POINTS_COUNT: Final = BODIES + BODY_COUNT
FACES_COUNT: Final = 16
SUMS: Final = 6
"""What is summed up for a move: its worth, the square of that, how often it was tried, and by side the points."""
LAST_CARDS: Final = 4 if COMPILES else 1
"""When so few are still to be laid, a position is solved, in some thousandths of a second."""
DEPTH: Final = 3 * LAST_CARDS + 3
_JOINS: Final = np.array([0] * 6 + [end for looks in LOOKS for joins in looks for end in joins], np.int16)
"""By face and crossing, the crossing that it is joined to."""
_ON_RIM: Final = np.array([Cell(cell) in DEVIL_AT for cell in range(CELL_COUNT)], np.int16)
_SPREAD: Final = 28.0
"""How far apart two sides that play well end, by a standard deviation, when nearly all cards are still to come."""
_LEAST_SPREAD: Final = 4.0


@compiled
def sides_of(position: Any) -> int:
    """3.1"""
    return 3 if position[SEATS] == 3 else 2


@compiled
def expect(position: Any, good: Any, more: Any, sweeps: int) -> None:
    """By where a tail waits or ends: how likely it comes to a tail end, and how many more cards it may score then, if
    all free cells were filled at random. That is a random walk; its prospects are found by sweeping over the cells."""
    for point in range(RIM):
        good[point] = 0.5
        more[point] = 3.0
    for point in range(RIM, POINTS_COUNT):
        good[point] = 1.0 if point < BODIES else 0.0  # 6.1
        more[point] = 0.0
    for _ in range(sweeps):
        sweep(position, good, more)


@compiled
def sweep(position: Any, good: Any, more: Any) -> None:
    """A tail that enters a free cell leaves it by each of the other five crossings with the same chance."""
    for place in range(FREE, FREE + position[FREE_COUNT]):
        here = 6 * position[place]
        all_good = 0.0
        all_cards = 0.0
        for point in range(here, here + 6):
            end = position[ENDS + point]
            all_good += good[end]
            all_cards += (position[LENGTHS + point] + 1) * good[end] + more[end]
        for point in range(here, here + 6):
            end = position[ENDS + point]
            its_good = good[end]
            its_cards = (position[LENGTHS + point] + 1) * its_good + more[end]
            good[point] = (all_good - its_good) * 0.2
            more[point] = (all_cards - its_cards) * 0.2


@compiled
def expected(position: Any, good: Any, more: Any, points: Any) -> None:
    """6.1 By side, the points that its devils have and may expect."""
    points[:] = 0.0
    for body in range(BODIES, POINTS_COUNT):
        end = position[ENDS + body]
        points[side(position, body)] += position[LENGTHS + body] * good[end] + more[end]


@compiled
def chance(position: Any, points: Any, own: int) -> float:
    """How likely a side wins that may expect so many points, as others do, and so many cells are still free."""
    ahead = 1000.0
    for other in range(sides_of(position)):
        if other != own:
            ahead = min(ahead, points[own] - points[other])
    left = position[FREE_COUNT]
    smooth = ahead * 0.8 / (_LEAST_SPREAD + (_SPREAD - _LEAST_SPREAD) * left / (left + 3.0))
    smooth = 0.5 + 0.5 * smooth / sqrt(1.0 + smooth * smooth)
    if left:
        return float(smooth)
    won = 1.0 if ahead > 0.0 else 0.5 if ahead == 0.0 else 0.0
    return float(won + 0.001 * (smooth - won))  # Who wins or loses anyway still likes points.


@compiled
def gains(position: Any, cell: int, own: int, good: Any, more: Any, found: Any) -> bool:
    """By face, what it would gain a side on this cell against the others, all else staying as it is; False if no tail
    waits there."""
    here = 6 * cell
    others = sides_of(position) - 1
    waits = False
    for face in range(1, FACES_COUNT):
        found[face] = 0.0
    for crossing in range(6):
        body = position[ENDS + here + crossing]
        if body < BODIES:
            continue
        waits = True
        love = 1.0 if side(position, body) == own else -1.0 / others
        length = position[LENGTHS + here + crossing]
        apart = length * good[here + crossing] + more[here + crossing]
        for face in range(1, FACES_COUNT):
            other = here + _JOINS[6 * face + crossing]
            end = position[ENDS + other]
            found[face] += love * ((length + position[LENGTHS + other] + 1) * good[end] + more[end] - apart)
    return waits


@compiled
def at_stake(position: Any, cell: int, own: int, good: Any, more: Any, found: Any) -> float:
    """How much it matters who turns the next card on this cell: the best turn against the worst, by kinds left."""
    if not gains(position, cell, own, good, more, found):
        return 0.0
    stake = 0.0
    for kind in range(7):
        left = position[STOCK + kind]
        if left and TURNS_OF[kind] > 1:
            face = FIRST_FACE[kind]
            one, two, three = found[face], found[face + 1], found[face + 2]
            stake += left * (max(one, two, three) - min(one, two, three))
    return stake / max(1, position[CARDS])


@compiled
def likely_turn(position: Any, kind: int, good: Any, more: Any, found: Any) -> int:
    """How who lays this kind would turn it."""
    if TURNS_OF[kind] == 1 or not gains(
        position, position[CELL], position[TURN] % sides_of(position), good, more, found
    ):
        return 0
    best = 0
    for turn in range(1, TURNS_OF[kind]):
        if found[FIRST_FACE[kind] + turn] > found[FIRST_FACE[kind] + best]:
            best = turn
    return best


@compiled
def likely_name(position: Any, good: Any, more: Any, found: Any, cells: Any, looks: int, luck: Any) -> int:
    """Which cell whoever has to name one would name: of some, the one where the turn of the card matters most to him,
    and of two sides least at the twin, which falls to the others (4.2). A cell with a body is in no hurry: nobody else
    may name it (4.3), and of two sides each lays on its own whoever names them."""
    number = nameable(position, position[TURN], cells)
    own = position[TURN] % sides_of(position)
    inner = 0
    for place in range(number):
        if not _ON_RIM[cells[place]]:
            cells[place], cells[inner] = cells[inner], cells[place]
            inner += 1
    if inner:
        number = inner
    best, most = cells[0], -1e9
    for place in range(min(looks, number)):
        if looks < number:
            other = place + below(luck, number - place)
            cells[place], cells[other] = cells[other], cells[place]
        stake = at_stake(position, cells[place], own, good, more, found)
        if position[SEATS] != 3:
            stake -= at_stake(position, TWIN_OF[cells[place]], own, good, more, found)
        if stake > most:
            best, most = cells[place], stake
    return int(best)


@compiled
def play_on(position: Any, order: Any, cards: int, good: Any, more: Any, found: Any, cells: Any, luck: Any) -> None:
    """Let all play on as they would until so many more cards are laid, which come in this order."""
    laid = 0
    while position[PHASE] != OVER and laid < cards:
        if position[PHASE] == DRAWING:
            kind = order[position[CARDS] - 1]
            turn = likely_turn(position, kind, good, more, found)
            draw(position, kind)
            lay(position, turn, cells)
            laid += 1
            if laid % 2 == 0:
                sweep(position, good, more)
        else:
            name(position, likely_name(position, good, more, found, cells, LOOKS_AT, luck))
    sweep(position, good, more)


@compiled
def try_moves(position: Any, moves: Any, times: int, cards: int, order: Any, given: bool, luck: Any, sums: Any) -> None:
    """Try each of these moves so many times, all of them with the same cards to come, and add up what came of it. With
    `given`, the order of the cards is known: for tests that ask how much that is worth."""
    own = position[TURN] % sides_of(position)
    after, cells = np.empty(SIZE, np.int16), np.empty(CELL_COUNT, np.int16)
    good, more = np.empty(POINTS_COUNT), np.empty(POINTS_COUNT)
    its_good, its_more = np.empty(POINTS_COUNT), np.empty(POINTS_COUNT)
    found, points = np.empty(FACES_COUNT), np.empty(3)
    expect(position, good, more, SWEEPS)
    for _ in range(times):
        if not given:
            shuffle(position, order, luck)
        for number in range(len(moves)):
            move = moves[number]
            after[:] = position
            its_good[:] = good
            its_more[:] = more
            if position[PHASE] == LAYING:
                lay(after, move, cells)
                sweep(after, its_good, its_more)
            else:
                name(after, move)
            play_on(after, order, cards, its_good, its_more, found, cells, luck)
            expected(after, its_good, its_more, points)
            worth = chance(after, points, own)
            sums[move, 0] += worth
            sums[move, 1] += worth * worth
            sums[move, 2] += 1.0
            for its in range(3):
                sums[move, 3 + its] += points[its]


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
