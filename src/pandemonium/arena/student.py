"""How many standard errors an interval of 95 % is."""

from __future__ import annotations

from math import inf
from statistics import NormalDist
from typing import Final

SURE: Final = 0.95
_NORMAL: Final = NormalDist().inv_cdf((1 + SURE) / 2)


def student(freedom: int) -> float:
    """So many standard errors are 95 % of Student's distribution; for few degrees of freedom more than for many."""
    if freedom < 3:
        return (inf, 12.7062, 4.3027)[freedom]
    z, n = _NORMAL, freedom
    # Fisher's expansion about the normal distribution: right to a thousandth from three degrees on.
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
