"""Which of several moves is the best, when each can be tried again and again: sequential halving.

The worse half is dropped, the rest tried as long again, and so on. Whoever uses it knows what a try is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final, TypeVar

from pandemonium.core.evaluation import Budget

M = TypeVar("M")

SIMULATIONS: Final = 2_000
"""If nobody says how long to think."""
_FOREVER: Final = 2**40


class Halving:
    """A budget, which is being spent from now on.

    `at_a_time`: so many tries are made before the clock is looked at, or one of each move. How many is no matter to
    the answer, but where the clock ends it.
    """

    def __init__(self, budget: Budget, at_a_time: int) -> None:
        self._began = monotonic()
        self._seconds, self._at_a_time = budget.seconds, at_a_time
        if budget.simulations is not None:
            self.simulations = budget.simulations
        else:
            self.simulations = SIMULATIONS if budget.seconds is None else _FOREVER
        """So many tries may be made."""
        self.used = 0
        """So many have been."""

    def best_first(
        self, moves: Sequence[M], try_each: Callable[[Sequence[M], int], None], promise: Callable[[M], float]
    ) -> list[M]:
        """All of them; those that were dropped first stand last. `try_each` tries some of them so many times each. One
        of a kind has been tried or is now, however little time there is."""
        alive, dropped, spent = list(moves), list[M](), self.used
        phases = max(1, (len(alive) - 1).bit_length())
        for phase in range(1, phases + 1):
            until = spent + max(0, self.simulations - spent) * phase // phases
            while self.used == 0 or (self.used < until and self._has_time(phase / phases)):
                self.tries(alive, max(1, min(self._at_a_time, until - self.used) // len(alive)), try_each)
            alive.sort(key=promise, reverse=True)
            if phase < phases:
                half = (len(alive) + 1) // 2
                dropped[:0] = alive[half:]
                del alive[half:]
        return [*alive, *dropped]

    def tries(self, moves: Sequence[M], times: int, try_each: Callable[[Sequence[M], int], None]) -> None:
        """Each of these, so many times, whatever the clock says."""
        try_each(moves, times)
        self.used += times * len(moves)

    def _has_time(self, share: float) -> bool:
        return self._seconds is None or monotonic() - self._began < self._seconds * share
