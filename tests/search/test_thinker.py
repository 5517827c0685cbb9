"""A bot that thinks is the best of an evaluation."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random

from pandemonium.core.evaluation import Budget, Evaluation, Worth
from pandemonium.search.thinker import Thinker


def evaluate(view: int, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    """Longer words are better, in this game."""
    ranked = sorted(legal, key=len, reverse=True)
    return Evaluation("letters", tuple(Worth(its, len(its), 0.0, 0) for its in ranked), budget.simulations or 0)


def first(view: int, legal: Sequence[str], luck: Random) -> str:  # noqa: ARG001
    return legal[0]


THINKER = Thinker(evaluate, Budget(simulations=10), meanwhile=first)


def test_a_thinker_plays_what_is_worth_most() -> None:
    assert THINKER(0, ["imp", "devil", "fiend in hell"], Random(1)) == "fiend in hell"


def test_a_thinker_that_misjudges_takes_something_else_now_and_then() -> None:
    hasty = Thinker(evaluate, Budget(simulations=10), meanwhile=first, misjudges=3.0)
    luck = Random(1)

    assert len({hasty(0, ["imp", "devil", "demon"], luck) for _ in range(50)}) == 3


def test_a_thinker_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(THINKER)) == THINKER
    assert THINKER.within(Budget(seconds=1)).budget == Budget(seconds=1)
