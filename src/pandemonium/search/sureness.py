"""How sure the mean of some tries is, for every move of a position: standard errors that mean what they say.

The spread of a move that was tried often is its own. One that was tried once or twice seems to have none: it is taken
to have about that of all moves together, and if nothing is known of that either, the largest that a share can have.
Fractions are added up by `fsum`: how exact `sum` is depends on the Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Final, NamedTuple

LARGEST: Final = 0.25
"""The variance of a share of 0 or 1, as likely as each other."""
AS_MANY: Final = 4
"""The spread of all moves counts as so many tries of each."""


class Tally(NamedTuple):
    """What came of a move: the sum of its shares of a win (0 to 1), that of their squares, how often it was tried."""

    total: float
    squares: float
    tries: float

    @property
    def spread(self) -> float:
        return max(0.0, self.squares - self.total * self.total / self.tries)


def errors(tallies: Sequence[Tally]) -> list[float]:
    """The standard error of each mean. None is 0, which would mean that it was worked out exactly."""
    usual = (LARGEST + fsum(its.spread for its in tallies)) / (1 + sum(its.tries - 1 for its in tallies))
    return [sqrt((its.spread + AS_MANY * usual) / (its.tries - 1 + AS_MANY) / its.tries) for its in tallies]
