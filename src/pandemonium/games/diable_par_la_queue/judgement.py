"""How good each move is, for whoever is to make it: tried with many orders of the cards to come, and all play on.

Import it only when somebody is about to think.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from time import monotonic
from typing import Any, Final

import numpy as np
from msgspec.structs import replace

from pandemonium.core.evaluation import Budget, Evaluation, Worth
from pandemonium.games.diable_par_la_queue.board import CELL_COUNT
from pandemonium.games.diable_par_la_queue.evaluation import (
    Feeds,
    Finishes,
    Grows,
    Loses,
    Quiet,
    Reason,
    Steers,
    Ties,
    Waits,
)
from pandemonium.games.diable_par_la_queue.facts import CALLED
from pandemonium.games.diable_par_la_queue.kernel import FREE_COUNT
from pandemonium.games.diable_par_la_queue.position import position, words_of_luck
from pandemonium.games.diable_par_la_queue.rules import Action, Lay, Name
from pandemonium.games.diable_par_la_queue.sight import View
from pandemonium.games.diable_par_la_queue.tails import sides
from pandemonium.games.diable_par_la_queue.thinking import LAST_CARDS, SUMS, solve_moves, try_moves
from pandemonium.search.compiled import COMPILES

SIMULATIONS: Final = 2_000
"""If nobody says how long to think."""
SLICE: Final = 200 if COMPILES else 3
"""So many moves are tried before the clock is looked at."""
A_FEW: Final = 100 if COMPILES else 5
AHEAD: Final = 12
"""So many cards are played on; then it is weighed what the open tails may expect."""


def judged(
    view: View, legal: Sequence[Action], budget: Budget, luck: Random, *, known: Sequence[int] | None = None
) -> Evaluation[Action]:
    """The worse half of the moves is dropped again and again, and the rest looked at longer. Whoever knows the order of
    the cards to come cheats: only tests do, to see how much there is to be known."""
    started = monotonic()
    seconds, simulations = budget.seconds, budget.simulations
    if simulations is None:
        simulations = SIMULATIONS if seconds is None else 2**40
    row, words, sums = position(view), words_of_luck(luck), np.zeros((CELL_COUNT, SUMS))
    order = np.zeros(56, np.int16)
    if known is not None:
        order[: len(known)] = known
    actions = {_number(action): action for action in legal}
    if known is None and row[FREE_COUNT] <= LAST_CARDS:
        return _solved(view, actions, row)
    alive = luck.sample(sorted(actions), len(actions))
    dropped: list[int] = []
    used = 0
    phases = max(1, (len(alive) - 1).bit_length())
    for phase in range(1, phases + 1):
        until, share, again = simulations * phase // phases, phase / phases, True
        while again:
            times = max(1, min(SLICE, until - used) // len(alive))
            try_moves(row, np.array(alive, np.int64), times, AHEAD, order, known is not None, words, sums)
            used += times * len(alive)
            again = used < until and (seconds is None or monotonic() - started < seconds * share)
        alive.sort(key=lambda move: -sums[move, 0] / sums[move, 2])
        if phase < phases:
            half = (len(alive) + 1) // 2
            dropped[:0] = alive[half:]
            del alive[half:]
    return Evaluation("win", tuple(_worth(view, actions[its], sums[its]) for its in (*alive, *dropped)), used)


def _solved(view: View, actions: Mapping[int, Action], row: Any) -> Evaluation[Action]:
    """The last cards exactly. Where the points may end is seen in a few playouts: it is said, and not played by."""
    moves, chances = np.array(sorted(actions), np.int64), np.zeros((CELL_COUNT, 3))
    solve_moves(row, moves, chances)
    own, sums = (view.turn or 0) % sides(view.seats), np.zeros((CELL_COUNT, SUMS))
    try_moves(row, moves, A_FEW, AHEAD, np.zeros(56, np.int16), False, words_of_luck(Random(0)), sums)
    ranked = sorted(actions, key=lambda move: -chances[move, own])
    worths = (replace(_worth(view, actions[its], sums[its]), mean=float(chances[its, own])) for its in ranked)
    return Evaluation("win", tuple(replace(its, error=0.0, tries=0) for its in worths), 0)


def _number(action: Action) -> int:
    return action.cell if isinstance(action, Name) else action.turn


def _worth(view: View, action: Action, sums: Any) -> Worth[Action]:
    total, squares, tries, *points = (float(its) for its in sums)
    mean = total / tries
    error = sqrt(max(0.0, squares / tries - mean * mean) / tries)
    number, own = sides(view.seats), (view.turn or 0) % sides(view.seats)
    ends = [round(its / tries) for its in points[:number]]
    theirs = max(its for side, its in enumerate(ends) if side != own)
    return Worth(action, mean, error, int(tries), _reason(view, action, ends[own], theirs, own))


def _reason(view: View, action: Action, mine: int, theirs: int, own: int) -> Reason:
    """The first that a player would see in it."""
    if isinstance(action, Lay):
        return _of_a_turn(view, action, mine, theirs, own)
    waiting = [tail.side == own for tail in view.tails if tail.waits == action.cell]
    if any(waiting):
        return Waits(mine, theirs, CALLED[action.cell], sum(waiting))
    return Steers(mine, theirs, CALLED[action.cell], len(waiting)) if waiting else Quiet(mine, theirs)


def _of_a_turn(view: View, action: Lay, mine: int, theirs: int, own: int) -> Reason:
    grown = view.previews[action.turn]
    for growth in sorted(grown, key=lambda its: -its.tail.length):
        tail = growth.tail
        if tail.end == "tail":
            finished = Finishes if tail.side == own else Feeds
            return finished(mine, theirs, tail.devil, tail.points)
        if tail.end == "body":
            return (Loses if tail.side == own else Ties)(mine, theirs, tail.devil)
    cards = sum(growth.tail.length - growth.before for growth in grown if growth.tail.side == own)
    return Grows(mine, theirs, cards) if cards else Quiet(mine, theirs)
