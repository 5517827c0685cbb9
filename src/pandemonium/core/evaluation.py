"""What a game answers when it is asked how good each move is, and how long it may think about that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic, TypeVar

from msgspec import Struct

A = TypeVar("A")
V = TypeVar("V")


class Budget(Struct, frozen=True):
    """How long to think: for so many seconds, or for so many simulations, whichever is used up first. With simulations
    alone and the same luck, the same view gets the same answer on every machine."""

    seconds: float | None = None
    simulations: int | None = None


class NotYet(Exception):
    """What is needed to judge the moves is still being worked out, and so much of it is done, from 0 to 1: ask again
    later, and let somebody answer meanwhile. None: it never will be, on this machine."""

    def __init__(self, done: float | None = 0.0) -> None:
        super().__init__(done)
        self.done = done


class Worth(Struct, Generic[A], frozen=True):
    """What a move is worth, in the unit of its evaluation: more is always better for who makes it."""

    action: A
    mean: float
    error: float
    """The standard error of the mean; 0 where it was worked out exactly."""
    tries: int
    """In how many simulations it was played; 0 where it was worked out exactly."""
    because: Struct | None = None
    """Why, for a beginner: a fact that `why.TAG` in the catalogues says."""


class Evaluation(Struct, Generic[A], frozen=True):
    """All legal moves of a position, the best first."""

    unit: str
    """What `mean` counts: `unit.NAME` in the game's catalogues says it."""
    moves: tuple[Worth[A], ...]
    simulations: int

    @property
    def best(self) -> A:
        return self.moves[0].action


Evaluator = Callable[[V, Sequence[A], Budget, Random], Evaluation[A]]
"""Sees what a player sees and nothing else: a view and what is legal, never a state."""
