"""How Le Diable par la queue is thought about, compiled: what each move brings when all play on for a while.

Import it only when somebody is about to think.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

import numpy as np

from pandemonium.games.diable_par_la_queue.board import CELL_COUNT, DEVIL_AT, Cell
from pandemonium.games.diable_par_la_queue.kernel import (
    CARDS,
    CELL,
    DRAWING,
    FIRST_FACE,
    FREE_COUNT,
    LAYING,
    OVER,
    PHASE,
    SEATS,
    SIZE,
    TURN,
    TURNS_OF,
    TWIN_OF,
    draw,
    lay,
    name,
    nameable,
    shuffle,
)
from pandemonium.games.diable_par_la_queue.outlook import (
    JOINTS,
    SWEEPS,
    at_stake,
    expect,
    expected,
    of_face,
    sides_of,
    sweep,
    weigh,
)
from pandemonium.search.compiled import compiled

SUMS: Final = 6
"""What is summed up for a move: its worth, the square of that, how often it was tried, and by side the points."""
_ON_RIM: Final = np.array([Cell(cell) in DEVIL_AT for cell in range(CELL_COUNT)], np.int16)
_HURRY: Final = 20.0
"""So many points a cell with a body must promise more than another, to be named before it at first sight."""
_SPREAD: Final = 28.0
"""How far apart two sides that play well end, by a standard deviation, when nearly all cards are still to come."""
_LEAST_SPREAD: Final = 4.0


@compiled
def chance(position: Any, points: Any, own: int) -> float:
    """How likely a side wins that may expect so many points, as others do, and so many cells are still free. All
    chances together are one."""
    sides, left = sides_of(position), position[FREE_COUNT]
    spread = _LEAST_SPREAD + (_SPREAD - _LEAST_SPREAD) * left / (left + 3.0)
    smooth = ahead_of(points[own] - points[1 - own], spread) if sides == 2 else of_three(points, own, spread)
    if left:
        return float(smooth)
    most, sharing = points[:sides].max(), 0.0
    for its in range(sides):
        sharing += points[its] == most
    won = 1.0 / sharing if points[own] == most else 0.0
    return float(won + 0.001 * (smooth - won))  # Who wins or loses anyway still likes points.


@compiled
def ahead_of(lead: float, spread: float) -> float:
    """How likely one of two ends before the other who may expect so many points more, and luck is so large."""
    smooth = lead * 0.8 / spread
    return float(0.5 + 0.5 * smooth / sqrt(1.0 + smooth * smooth))


@compiled
def of_three(points: Any, own: int, spread: float) -> float:
    """How likely one of three is before both others: the odds against him are those of the two together."""
    mine, total = 0.0, 0.0
    for side in range(3):
        against = 1.0
        for other in range(3):
            if other != side:
                against += 1.0 / ahead_of(points[side] - points[other], spread) - 1.0
        total += 1.0 / against
        if side == own:
            mine = 1.0 / against
    return float(mine / total)


@compiled
def likely_turn(position: Any, kind: int, outlook: Any, joints: Any) -> int:
    """How who lays this kind would turn it."""
    if TURNS_OF[kind] == 1:
        return 0
    weigh(position, outlook, position[CELL], position[TURN] % sides_of(position), joints)
    best = 0
    for turn in range(1, TURNS_OF[kind]):
        if of_face(joints, FIRST_FACE[kind] + turn) > of_face(joints, FIRST_FACE[kind] + best):
            best = turn
    return best


@compiled
def likely_name(position: Any, outlook: Any, cells: Any, stakes: Any, joints: Any) -> int:
    """Which cell whoever has to name one would name: where the turn of the card matters most to him, and of two sides
    least at the twin, which falls to the others (4.2). A cell with a body is in no hurry: nobody else may name it
    (4.3), and of two sides each lays on its own whoever names them."""
    number = nameable(position, position[TURN], cells)
    own = position[TURN] % sides_of(position)
    inner = 0
    for place in range(number):
        if not _ON_RIM[cells[place]]:
            cells[place], cells[inner] = cells[inner], cells[place]
            inner += 1
    if inner:
        number = inner
    if number == 1:
        return int(cells[0])
    for place in range(number):
        cell = cells[place]
        stakes[cell] = at_stake(position, outlook, cell, own, joints)
        if not inner:  # The twin is not mine to name.
            stakes[TWIN_OF[cell]] = at_stake(position, outlook, TWIN_OF[cell], own, joints)
    best, most = cells[0], -1e9
    for place in range(number):
        cell = cells[place]
        stake = stakes[cell]
        if position[SEATS] != 3:
            stake -= stakes[TWIN_OF[cell]]
        if stake > most:
            best, most = cell, stake
    return int(best)


@compiled
def play_on(position: Any, order: Any, cards: int, outlook: Any, cells: Any, stakes: Any, joints: Any) -> None:
    """Let all play on as they would until so many more cards are laid, which come in this order."""
    laid = 0
    while position[PHASE] != OVER and laid < cards:
        if position[PHASE] == DRAWING:
            kind = order[position[CARDS] - 1]
            turn = likely_turn(position, kind, outlook, joints)
            draw(position, kind)
            lay(position, turn, cells)
            laid += 1
            sweep(position, outlook)
        else:
            name(position, likely_name(position, outlook, cells, stakes, joints))
    if position[PHASE] != OVER:
        sweep(position, outlook)
        sweep(position, outlook)


@compiled
def at_sight(position: Any, moves: Any, rows: Any, outlooks: Any, found: Any) -> None:
    """What each move is worth before any is tried; and by turn, the table after it and its outlook (a cell that is only
    named changes neither)."""
    own = position[TURN] % sides_of(position)
    cells, joints, points = np.empty(CELL_COUNT, np.int16), np.empty(JOINTS), np.empty(3)
    rows[0] = position
    if position[PHASE] != LAYING:
        expect(position, outlooks[0], SWEEPS)
    for number in range(len(moves)):
        move = moves[number]
        if position[PHASE] == LAYING:
            rows[move] = position
            lay(rows[move], move, cells)
            expect(rows[move], outlooks[move], SWEEPS)
            expected(rows[move], outlooks[move], points)
            found[move] = chance(rows[move], points, own)
            continue
        expected(position, outlooks[0], points)
        stake = at_stake(position, outlooks[0], move, own, joints)
        if position[SEATS] != 3:
            stake -= at_stake(position, outlooks[0], TWIN_OF[move], own, joints)
        points[own] += stake / 2.0 - (_HURRY if _ON_RIM[move] else 0.0)
        found[move] = chance(position, points, own)


@compiled
def try_moves(
    position: Any,
    moves: Any,
    rows: Any,
    outlooks: Any,
    times: int,
    cards: int,
    order: Any,
    given: bool,
    luck: Any,
    sums: Any,
) -> None:
    """Try each of these moves so many times, all of them with the same cards to come, and add up what came of it. With
    `given`, the order of the cards is known: for measuring how much that is worth."""
    own = position[TURN] % sides_of(position)
    after, outlook, cells = np.empty(SIZE, np.int16), np.empty_like(outlooks[0]), np.empty(CELL_COUNT, np.int16)
    stakes, joints, points = np.zeros(CELL_COUNT), np.empty(JOINTS), np.empty(3)
    for _ in range(times):
        if not given:
            shuffle(position, order, luck)
        for number in range(len(moves)):
            move = moves[number]
            base = move if position[PHASE] == LAYING else 0
            after[:] = rows[base]
            outlook[:] = outlooks[base]
            if position[PHASE] != LAYING:
                name(after, move)
            play_on(after, order, cards, outlook, cells, stakes, joints)
            expected(after, outlook, points)
            worth = chance(after, points, own)
            sums[move, 0] += worth
            sums[move, 1] += worth * worth
            sums[move, 2] += 1.0
            for its in range(3):
                sums[move, 3 + its] += points[its]
