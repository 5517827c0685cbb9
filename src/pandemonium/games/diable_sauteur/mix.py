"""How the die of devils is hidden best, and how the shooter mixes his plans: a zero-sum game of four keys against all
plans of pressing.

There are far too many plans to write them down, so the simplex method writes down those that it needs: it solves the
game of the plans that it knows, asks for the best answer to the mix that comes out, and goes on until no plan gets more
than that mix allows. What is then left to gain is below EXACT for either side."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pandemonium.games.diable_sauteur.hiding import PLAN, Floats, Ints, best_answer
from pandemonium.search.compiled import compiled

EXACT: Final = 1e-12
MOST_PLANS: Final = 100
_AT_ZERO: Final = 1e-13
_PIVOT: Final = 1e-11


@compiled
def solve_hiding(rows: Floats, steps: Ints, here: int, faces: int, mix: Floats, plans: Ints, weights: Floats) -> float:
    """What the hiding is worth to the shooter. `mix` is a guess and becomes the best mix of the hider; `plans` and
    `weights` become up to four plans, and how often the shooter follows each."""
    known, basis = 1, np.empty(4, np.int64)
    written, gets = np.zeros((MOST_PLANS, PLAN), np.int32), np.empty((MOST_PLANS, 4))
    best_answer(rows, steps, here, mix, faces, gets[0], written[0])
    # What stands in the basis besides the value: plans by their number, and -1 - key for a key under which the die of
    # devils leaves the shooter more than the value. Before anything is mixed, that is so of all keys but the worst.
    for key in range(4):
        basis[key] = -1 - key
    basis[np.argmin(gets[0])] = 0
    inverse, column = np.empty((5, 5)), np.empty(5)
    for _ in range(MOST_PLANS * 5):
        _invert(basis, gets, inverse)
        entering, gain = _most_wanted(inverse[0], gets, known)
        if gain <= _AT_ZERO:
            if known == MOST_PLANS:
                break
            for key in range(4):
                mix[key] = max(0.0, inverse[0, key])
            mix /= mix.sum()
            best = best_answer(rows, steps, here, mix, faces, gets[known], written[known])
            if best - inverse[0, 4] <= EXACT:
                break
            entering = known
            known += 1
        for row in range(5):
            if entering < 0:
                column[row] = inverse[row, -1 - entering]
            else:
                column[row] = inverse[row, 4]
                for key in range(4):
                    column[row] -= inverse[row, key] * gets[entering, key]
        leaving = _leaving(inverse, column)
        if leaving < 0:
            break
        basis[leaving - 1] = entering
    for nth in range(4):
        weights[nth] = 0.0
        if basis[nth] >= 0:
            weights[nth] = max(0.0, inverse[nth + 1, 4])
            plans[nth] = written[basis[nth]]
    weights /= weights.sum()
    return float(inverse[0, 4])


@compiled
def _most_wanted(prices: Floats, gets: Floats, known: int) -> tuple[int, float]:
    """Prices are the mix and, last, the value: a plan is wanted that gets more, a key that would be hidden under less
    often than never."""
    entering, gain = 0, 0.0
    for key in range(4):
        if -prices[key] > gain:
            entering, gain = -1 - key, -prices[key]
    for nth in range(known):
        more = -prices[4]
        for key in range(4):
            more += gets[nth, key] * prices[key]
        if more > gain:
            entering, gain = nth, more
    return entering, gain


@compiled
def _leaving(inverse: Floats, column: Floats) -> int:
    """Which row of the basis is used up first; of equals, the one with the larger pivot. The value, first, stays."""
    leaving, least = -1, np.inf
    for row in range(1, 5):
        if column[row] > _PIVOT:
            ratio = max(0.0, inverse[row, 4]) / column[row]
            if ratio < least - 1e-14 or (ratio < least + 1e-14 and column[row] > column[leaving]):
                leaving, least = row, ratio
    return leaving


@compiled
def _invert(basis: NDArray[np.int64], gets: Floats, inverse: Floats) -> None:
    """Gauss and Jordan, with the largest pivot of each column."""
    square = np.zeros((5, 5))
    square[:4, 0] = 1.0
    for nth in range(4):
        if basis[nth] < 0:
            square[-1 - basis[nth], nth + 1] = 1.0
        else:
            square[:4, nth + 1] = -gets[basis[nth]]
            square[4, nth + 1] = 1.0
    inverse[:] = 0.0
    for row in range(5):
        inverse[row, row] = 1.0
    for turn in range(5):
        pivot = turn
        for row in range(turn + 1, 5):
            if abs(square[row, turn]) > abs(square[pivot, turn]):
                pivot = row
        for other in range(5):
            square[pivot, other], square[turn, other] = square[turn, other], square[pivot, other]
            inverse[pivot, other], inverse[turn, other] = inverse[turn, other], inverse[pivot, other]
        factor = 1.0 / square[turn, turn]
        for other in range(5):
            square[turn, other] *= factor
            inverse[turn, other] *= factor
        for row in range(5):
            factor = square[row, turn]
            if row != turn and factor != 0.0:
                for other in range(5):
                    square[row, other] -= factor * square[turn, other]
                    inverse[row, other] -= factor * inverse[turn, other]
