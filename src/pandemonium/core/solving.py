"""What a game says that is solved: what it is worth when everybody plays as well as can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

O = TypeVar("O")  # noqa: E741
Done = Callable[[float], None]
"""Hears how much of the work is done, from 0 to 1."""


class Value(Struct, frozen=True):
    """What some game or match is worth to who is named first in the game's rules for it."""

    name: str
    size: int
    value: float


class Solver(Struct, Generic[O], frozen=True):
    """How a game is solved, for some of its options."""

    solve: Callable[[O, Done], Sequence[Value]]
    """Work everything out anew, and keep it on this machine for whoever plays with these options."""
    check: Callable[[O, str, Done], float]
    """Read what has been kept in the file of this name, and work out by another way the most that either side could
    gain anywhere by playing otherwise than it says."""
    thumbs: Callable[[O, Done], Sequence[Value]]
    """What the rules of thumb for it come to, against somebody perfect who knows that one plays by them."""
    keep: Callable[[O, str], str]
    """Put what has been solved into a folder; the name of the file."""
