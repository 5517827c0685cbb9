"""How good each move is, for whoever is to make it: tried with many orders of the cards to come, and all play on.

Import it only when somebody is about to think.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
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
from pandemonium.games.diable_par_la_queue.kernel import FREE_COUNT, SEATS, SIZE
from pandemonium.games.diable_par_la_queue.last_cards import LAST_CARD, LAST_CARDS, solve_moves
from pandemonium.games.diable_par_la_queue.outlook import ROWS, WIDTH
from pandemonium.games.diable_par_la_queue.position import position, words_of_luck
from pandemonium.games.diable_par_la_queue.rules import Action, Lay, Name
from pandemonium.games.diable_par_la_queue.sight import View
from pandemonium.games.diable_par_la_queue.tails import sides
from pandemonium.games.diable_par_la_queue.thinking import SUMS, at_sight, try_moves
from pandemonium.search.compiled import COMPILES
from pandemonium.search.halving import Halving
from pandemonium.search.sureness import Tally, errors

SLICE: Final = 200 if COMPILES else 3
"""So many moves are tried before the clock is looked at, or each once."""
A_FEW: Final = 100
IN_HASTE: Final = 5
"""So many are a few where nothing is compiled and the clock runs."""
AHEAD: Final = 6
"""So many cards are played on; then it is weighed what the open tails may expect."""
TO_THE_END: Final = 20
"""With so few free cells, all play on to the end."""
PROMISING: Final = 8
"""So many moves are thought about; of more, those that look best at first sight."""
FIRST_SIGHT: Final = 30
"""What a move is worth at first sight counts as so many tries: in its mean, and in how sure that is."""


def judged(
    view: View, legal: Sequence[Action], budget: Budget, luck: Random, *, known: Sequence[int] | None = None
) -> Evaluation[Action]:
    """All moves are tried once; then those that promise most, the worse half of which is dropped again and again, and
    the rest looked at longer. Whoever knows the order of the cards to come cheats: only a benchmark does, to see how
    much there is to be known."""
    halving, slow = Halving(budget, SLICE), budget.seconds is not None and not COMPILES
    row, actions = position(view), {_number(action): action for action in legal}
    if known is None and row[FREE_COUNT] <= (LAST_CARD if slow else LAST_CARDS):
        return _solved(view, actions, row, IN_HASTE if slow else A_FEW)
    trials = _Trials(row, sorted(actions), AHEAD if row[FREE_COUNT] > TO_THE_END else CELL_COUNT, luck, known)
    alive = luck.sample(sorted(actions), len(actions))
    halving.tries(alive, 1, trials.run)
    alive.sort(key=trials.promise, reverse=True)
    ranked = halving.best_first(alive[:PROMISING], trials.run, trials.promise) + alive[PROMISING:]
    tallies = [Tally(*map(float, trials.sums[its, :3])) for its in ranked]
    sure = [error * _surer(its.tries) for its, error in zip(tallies, errors(tallies), strict=True)]
    worths = (
        _worth(view, actions[its], trials.sums[its], trials.promise(its), error)
        for its, error in zip(ranked, sure, strict=True)
    )
    return Evaluation("win", tuple(worths), halving.used)


class _Trials:
    """Some moves, what they look like at first sight, and what came of them when they were tried."""

    def __init__(
        self, row: Any, moves: Sequence[int], cards: int, luck: Random, known: Sequence[int] | None = None
    ) -> None:
        self.sums = np.zeros((CELL_COUNT, SUMS))
        self._row, self._cards, self._words, self._is_known = row, cards, words_of_luck(luck), known is not None
        self._order = np.zeros(56, np.int16)
        if known is not None:
            self._order[: len(known)] = known
        self._at_sight = np.zeros(CELL_COUNT)
        self._rows = np.zeros((3, SIZE), np.int16)
        self._outlooks = np.zeros((3, ROWS[int(row[SEATS])], WIDTH))
        at_sight(row, np.array(moves, np.int64), self._rows, self._outlooks, self._at_sight)

    def run(self, moves: Sequence[int], times: int) -> None:
        numbers, order, words = np.array(moves, np.int64), self._order, self._words
        try_moves(
            self._row, numbers, self._rows, self._outlooks, times, self._cards, order, self._is_known, words, self.sums
        )

    def promise(self, move: int) -> float:
        total, tries = self.sums[move, 0] + FIRST_SIGHT * self._at_sight[move], self.sums[move, 2] + FIRST_SIGHT
        return float(total / tries)


def _surer(tries: float) -> float:
    """How much surer a mean is into which first sight goes, as so many tries more."""
    return sqrt(tries / (tries + FIRST_SIGHT))


def _solved(view: View, actions: Mapping[int, Action], row: Any, a_few: int) -> Evaluation[Action]:
    """The last cards exactly. Where the points may end is seen in a few playouts: it is said, and not played by."""
    moves, chances = np.array(sorted(actions), np.int64), np.zeros((CELL_COUNT, 3))
    solve_moves(row, moves, chances)
    trials = _Trials(row, sorted(actions), CELL_COUNT, Random(0))
    trials.run(sorted(actions), a_few)
    own = (view.turn or 0) % sides(view.seats)
    ranked = sorted(actions, key=lambda move: -chances[move, own])
    worths = (_worth(view, actions[its], trials.sums[its], float(chances[its, own]), 0.0) for its in ranked)
    return Evaluation("win", tuple(replace(its, tries=0) for its in worths), 0)


def _number(action: Action) -> int:
    return action.cell if isinstance(action, Name) else action.turn


def _worth(view: View, action: Action, sums: Any, mean: float, error: float) -> Worth[Action]:
    _, _, tries, *points = (float(its) for its in sums)
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
