"""A game as numbers, for programs that learn: what it can do as places in a list, what it sees as rows of figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

A = TypeVar("A")
V = TypeVar("V")

Rows = Mapping[str, Sequence[float]]
"""By name, in an order that stays; each of a length that depends on the number of seats alone, each figure 0 to 1."""


class Encoding(Struct, Generic[V, A], frozen=True):
    """Seats are always counted on from the one whose eyes these are, so that he himself is the first."""

    actions: tuple[A, ...]
    """All that a player can ever do, each at its place for good."""
    rows: Callable[[V], Rows]
    """What a seat sees. Nothing but a view comes in, so that nothing secret can come out."""


def from_here(by_seat: Sequence[float], eyes: int) -> list[float]:
    """By seat, counted on from this one."""
    return [*by_seat[eyes:], *by_seat[:eyes]]


def one_of(which: int | None, many: int) -> list[float]:
    """A row with a 1 in one place; nothing but 0 for None."""
    return [float(place == which) for place in range(many)]


def some_of(those: Sequence[int], many: int) -> list[float]:
    """A row with a 1 in some places."""
    marked = set(those)
    return [float(place in marked) for place in range(many)]
