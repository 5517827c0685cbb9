"""What came of many rounds: who won how often from how far away, and how often the order was right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from typing import Final, NamedTuple

TELLABLE: Final = 40
"""Reactions that differ by more, in ms, must be put in the right order."""


class Round(NamedTuple):
    """Players go by their network."""

    truth: dict[int, float]
    decided: Sequence[int]
    """The first first; who is missing came after all of these."""
    arrived: Sequence[int]


class Tally:
    """Of the judge, and of what arrival alone would have said."""

    def __init__(self) -> None:
        self.rounds = 0
        self.wins: Counter[int] = Counter()
        self.arrivals: Counter[int] = Counter()
        self.fastest: Counter[int] = Counter()
        """Who deserved to win."""
        self.pairs = 0
        self.right = 0
        self.right_by_arrival = 0

    def add(self, its: Round) -> None:
        self.rounds += 1
        self.wins[its.decided[0]] += 1
        self.arrivals[its.arrived[0]] += 1
        self.fastest[min(its.truth, key=its.truth.__getitem__)] += 1
        for one, other in combinations(its.truth, 2):
            apart = its.truth[one] - its.truth[other]
            if abs(apart) > TELLABLE and (one in its.decided or other in its.decided):
                self.pairs += 1
                self.right += _before(its.decided, one, other) == (apart < 0)
                self.right_by_arrival += _before(its.arrived, one, other) == (apart < 0)

    def share(self, network: int) -> float:
        """Of the wins, in per cent."""
        return 100 * self.wins[network] / max(1, self.rounds)

    def share_by_truth(self, network: int) -> float:
        return 100 * self.fastest[network] / max(1, self.rounds)

    def share_by_arrival(self, network: int) -> float:
        return 100 * self.arrivals[network] / max(1, self.rounds)

    def gap(self) -> float:
        """Between the nearest and the farthest, in percentage points."""
        near, far = min(self.wins, default=0), max(self.wins, default=0)
        return abs(self.share(near) - self.share(far))

    def gap_beyond_luck(self) -> float:
        """How much of the gap is not that the nearest really was the fastest more often, or the farthest was."""
        near, far = min(self.wins, default=0), max(self.wins, default=0)
        deserved = self.share_by_truth(near) - self.share_by_truth(far)
        return self.share(near) - self.share(far) - deserved

    def gap_by_arrival(self) -> float:
        near, far = min(self.wins, default=0), max(self.wins, default=0)
        return abs(self.share_by_arrival(near) - self.share_by_arrival(far))

    def right_percent(self) -> float:
        """How often two were put in the right order."""
        return 100 * self.right / max(1, self.pairs)

    def right_percent_by_arrival(self) -> float:
        return 100 * self.right_by_arrival / max(1, self.pairs)

    def share_error(self) -> float:
        """The standard error of a share of a quarter, in percentage points."""
        return 100 * sqrt(0.25 * 0.75 / max(1, self.rounds))

    def error(self) -> float:
        """The standard error of a gap of that size, in percentage points."""
        return 100 * sqrt(2 * 0.25 / max(1, self.rounds))


def _before(order: Sequence[int], one: int, other: int) -> bool:
    return one in order and (other not in order or order.index(one) < order.index(other))
