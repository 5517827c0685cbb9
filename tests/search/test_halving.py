"""The worse half of the moves is dropped again and again, and the rest tried longer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from pandemonium.core.evaluation import Budget
from pandemonium.search import halving
from pandemonium.search.halving import SIMULATIONS, Halving

MOVES = ["Asmodeus", "Belial", "Cleo", "Dagon", "Eligos"]


class Tried:
    """How often each move was tried, and how many tries were made at a time. Longer names are better."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.at_a_time: list[int] = []

    def __call__(self, moves: Sequence[str], times: int) -> None:
        self.times.update(dict.fromkeys(moves, times))
        self.at_a_time.append(times * len(moves))


def halved(budget: Budget, at_a_time: int = 10) -> tuple[list[str], Halving, Tried]:
    its, tried = Halving(budget, at_a_time), Tried()
    return its.best_first(MOVES, tried, len), its, tried


def test_the_best_stand_first_and_have_been_tried_longest() -> None:
    ranked, its, tried = halved(Budget(simulations=90))

    assert ranked == ["Asmodeus", "Belial", "Eligos", "Dagon", "Cleo"]
    assert [tried.times[move] for move in ranked] == [31, 31, 16, 6, 6]
    assert its.used == sum(tried.times.values()) == 90


@pytest.mark.parametrize("simulations", [0, 1, 37, 200])
def test_how_many_are_tried_at_a_time_is_no_matter_to_the_answer(simulations: int) -> None:
    found = [halved(Budget(simulations=simulations), at_a_time) for at_a_time in (1, 3, 100)]

    assert len({tuple(ranked) for ranked, _, _ in found}) == 1
    assert len({tuple(sorted(tried.times.items())) for _, _, tried in found}) == 1


def test_every_move_is_tried_however_little_time_there_is() -> None:
    for budget in (Budget(simulations=0), Budget(seconds=0.0), Budget(seconds=0.0, simulations=10**9)):
        assert halved(budget)[2].times == dict.fromkeys(MOVES, 2 if budget.seconds is not None else 1)


def test_who_was_not_told_how_long_to_think_makes_some_tries() -> None:
    assert halved(Budget())[1].used == pytest.approx(SIMULATIONS, abs=len(MOVES))


def test_what_has_been_tried_before_counts() -> None:
    its, tried = Halving(Budget(simulations=20), 10), Tried()
    its.tries(MOVES, 4, tried)
    its.best_first(MOVES, tried, len)

    assert its.used == 20
    assert tried.at_a_time == [20]


def test_between_two_looks_at_the_clock_no_more_is_tried_than_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by a second whenever somebody looks at it."""
    looks = iter(range(1_000))
    monkeypatch.setattr(halving, "monotonic", lambda: next(looks))
    _, its, tried = halved(Budget(seconds=12.0), at_a_time=10)

    assert max(tried.at_a_time) <= 10
    assert len(tried.at_a_time) < next(looks) <= 12 + 3 + 1  # In each of three phases it is late once, and then we ask.
    assert its.used == sum(tried.at_a_time)
