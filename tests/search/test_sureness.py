"""A standard error means what it says, also for a move that was hardly tried."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import stdev

import pytest

from pandemonium.search.sureness import Tally, errors


def tally(*shares: float) -> Tally:
    return Tally(sum(shares), sum(share * share for share in shares), len(shares))


def test_a_move_that_was_tried_once_is_as_unsure_as_one_try_of_the_others() -> None:
    luck = Random(1)
    often = [luck.gauss(0.5, 0.1) for _ in range(400)]
    one, once = errors([tally(*often), tally(0.7)])

    assert one == pytest.approx(stdev(often) / 20, rel=0.02)
    assert once == pytest.approx(stdev(often), rel=0.05)


def test_what_was_tried_once_and_nothing_else_may_be_anything() -> None:
    assert errors([tally(1.0)]) == [0.5]
    assert errors([tally(0.3), tally(0.6)]) == [0.5, 0.5]


def test_whoever_won_each_of_a_few_times_is_not_sure_to_win_always() -> None:
    always, _ = errors([tally(1, 1, 1), tally(0, 1, 0, 1, 1, 0)])

    assert 0.1 < always < 0.3


def test_of_many_tries_the_error_is_the_usual_one() -> None:
    luck = Random(2)
    shares = [float(luck.random() < 0.3) for _ in range(2_000)]

    assert errors([tally(*shares)]) == pytest.approx([stdev(shares) / sqrt(2_000)], rel=0.01)


def test_how_a_python_adds_up_makes_no_difference() -> None:
    """From 3.12 on `sum` is more exact than before. Whatever the order, the sum is the same; so it is exact."""
    luck = Random(3)
    for _ in range(10):
        tallies = [tally(*(luck.random() for _ in range(9))) for _ in range(40)]

        assert errors(tallies) == errors(tallies[::-1])[::-1]
