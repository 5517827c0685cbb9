"""How strong each bot is, in one number: the ratings under which what happened was most likely.

Bots do not learn while they play, so that the order of their matches must not count: ratings are fitted to all matches
at once (Bradley and Terry's model, every two at a table as a duel, a tie as half a win for each) instead of being
moved from match to match. 400 more means ten wins to one, as with Elo's. The mean of all is 1500.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pandemonium.arena.student import student

MEAN: Final = 1500.0
SCALE: Final = 400 / log(10)
PRIOR: Final = 0.5
"""Every two are taken to have tied once before the contest: else whoever wins everything would be infinitely strong."""
_STEPS: Final = 100


class Score(NamedTuple):
    """How one came out against another at the same table: 1 ahead, 0 behind, ½ beside."""

    one: int
    other: int
    score: float


def ratings(deals: Sequence[Sequence[Score]], bots: int) -> list[tuple[float, float | None]]:
    """The rating of each bot, and half of its interval of 95 %, by deal. None: nobody can say."""
    tallies = np.zeros((len(deals), bots, bots))
    for number, scores in enumerate(deals):
        for one, other, score in scores:
            tallies[number, one, other] += score
            tallies[number, other, one] += 1 - score
    prior = PRIOR * (1 - np.eye(bots))
    won = tallies.sum(axis=0) + prior
    met = won + won.T
    strength = np.zeros(bots)
    for _ in range(_STEPS):
        likely = _likely(strength)
        step = np.linalg.solve(_steepness(met, likely), (won - met * likely).sum(axis=1))
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-10:
            break
    errors = _errors(tallies, met, strength) if len(deals) > 1 else None
    middle = strength.mean()
    return [
        (MEAN + SCALE * float(strength[bot] - middle), None if errors is None else float(errors[bot]))
        for bot in range(bots)
    ]


def _likely(strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """For every two, how likely the first is ahead of the second."""
    likely: NDArray[np.float64] = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return likely


def _steepness(met: NDArray[np.float64], likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """How fast the likelihood falls off on all sides. That all go up alike changes nothing: it is held at 0."""
    between = met * likely * (1 - likely)
    return np.diag(between.sum(axis=1)) - between + 1 / len(met)


def _errors(
    tallies: NDArray[np.float64], met: NDArray[np.float64], strength: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Deals are independent of each other, matches and duels within a deal are not: the sandwich estimator."""
    likely = _likely(strength)
    pulls = (tallies - (tallies + tallies.transpose(0, 2, 1)) * likely).sum(axis=2)
    deals = len(tallies)
    spread = pulls.T @ pulls * deals / (deals - 1)
    flat = np.linalg.inv(_steepness(met, likely))
    errors: NDArray[np.float64] = student(deals - 1) * SCALE * np.sqrt(np.maximum(0, np.diag(flat @ spread @ flat)))
    return errors
