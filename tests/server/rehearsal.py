"""A house without surprises: the same luck at every table, names of one length, and a clock that a test moves."""

from __future__ import annotations

import time
from itertools import count
from random import Random
from typing import Any

SEED = bytes([1]) * 32


class Clock:
    """The time of a house. It runs or stands still, and a test can move it on."""

    def __init__(self, *, runs: bool) -> None:
        self._began = time.monotonic()
        self._hour = time.time() - self._began
        self._runs = runs
        self.moved = 0.0

    def monotonic(self) -> float:
        return (time.monotonic() if self._runs else self._began) + self.moved

    def now(self) -> int:
        """In ms since 1970."""
        return int(1000 * (self._hour + self.monotonic()))

    def settings(self) -> dict[str, Any]:
        return {"now": self.now, "monotonic": self.monotonic}


def without_luck() -> dict[str, Any]:
    """Settings that leave nothing to chance: whatever was played before, a table is always dealt the same.

    The name is the longest that a guest can get: if it fits, all do."""
    guests = count(1)
    return {
        "new_seed": lambda: SEED,
        "bot_luck": lambda _: Random(0),
        "luck": lambda: Random(0),
        "new_name": lambda _: f"Smouldering Hobgoblin {next(guests):02}",
    }
