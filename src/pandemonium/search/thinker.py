"""A bot that thinks: the best of an evaluation, or what it takes for the best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Generic

from msgspec import Struct
from msgspec.structs import replace

from pandemonium.core.evaluation import Budget, Evaluation, Evaluator, NotYet
from pandemonium.core.game import A, Bot, V


class Thinker(Struct, Generic[V, A], frozen=True):
    """A level of a game. It can be sent to another process, because all that it is made of has a name there too."""

    evaluate: Evaluator[V, A]
    budget: Budget
    meanwhile: Bot[V, A]
    """Who answers at once while nobody can think: kernels are cold, workers have died."""
    misjudges: float = 0.0
    """How far off its judgement of a move is: a standard deviation, in the game's own unit."""

    def __call__(self, view: V, legal: Sequence[A], luck: Random) -> A:
        try:
            return self.thinks(view, legal, luck)
        except NotYet:
            return self.without_thinking(view, legal, luck)

    def thinks(self, view: V, legal: Sequence[A], luck: Random) -> A:
        """What it does when it has thought. Raises NotYet."""
        if len(legal) == 1:
            return legal[0]
        return self.chooses(self.evaluate(view, legal, self.budget, luck), luck)

    def without_thinking(self, view: V, legal: Sequence[A], luck: Random) -> A:
        """What it does at once."""
        answer = self.meanwhile(view, legal, luck)
        return legal[0] if answer is None else answer

    def chooses(self, evaluation: Evaluation[A], luck: Random) -> A:
        """What it takes for the best."""
        if not self.misjudges:
            return evaluation.best
        return max(evaluation.moves, key=lambda its: its.mean + luck.gauss(0, self.misjudges)).action

    def within(self, budget: Budget) -> Thinker[V, A]:
        """The same one with another budget."""
        return replace(self, budget=budget)


class Adviser(Struct, Generic[V, A], frozen=True):
    """Who thinks like a bot and tells all of it: for hints."""

    evaluate: Evaluator[V, A]
    budget: Budget

    def __call__(self, view: V, legal: Sequence[A], luck: Random) -> Evaluation[A]:
        return self.evaluate(view, legal, self.budget, luck)

    def within(self, budget: Budget) -> Adviser[V, A]:
        """The same one with another budget."""
        return replace(self, budget=budget)
