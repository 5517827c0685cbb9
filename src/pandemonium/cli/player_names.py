"""What the players at a terminal are called: mortals and devils of the old stories."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

MORTALS: Final = ("Faust", "Marguerite", "Wagner", "Juan", "Elvire", "Robert")
DEVILS: Final = ("Méphisto", "Lilith", "Belial", "Astaroth", "Mammon", "Azazel")


def at_table(seats: int, people: Collection[int] = ()) -> list[str]:
    """A name for every seat: mortals for people, devils for bots."""
    mortals, devils = iter(MORTALS), iter(DEVILS)
    return [next(mortals if seat in people else devils) for seat in range(seats)]
