"""Which nodes are there, and at which of them a table is at home: everybody who hears the same finds the same."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final

BEAT: Final = 0.5
"""Seconds from heartbeat to heartbeat."""
APART: Final = 2.0
"""A node that has not heard itself on the bus for so many seconds is cut off, and serves nobody..."""
DEAD: Final = 3.0
"""...before the others take it for dead."""


class Members:
    """What one node has heard, and when, by its own clock."""

    def __init__(self, me: str, now: Callable[[], float]) -> None:
        self.me = me
        self._now = now
        self._heard: dict[str, float] = {}
        self._fit: set[str] = set()
        self._was: tuple[object, ...] = ()
        self._was_in_touch = False

    def hear(self, node: str, *, fit: bool) -> bool:
        """Whether it is somebody new."""
        is_new = node not in self._heard
        self._heard[node] = self._now()
        self.is_fit(node, fit=fit)
        return is_new

    def is_fit(self, node: str, *, fit: bool) -> None:
        """Whether tables may be at home there."""
        if fit and node in self._heard:
            self._fit.add(node)
        else:
            self._fit.discard(node)

    def lose(self, node: str) -> None:
        """It has said that it goes."""
        self._heard.pop(node, None)
        self._fit.discard(node)

    @property
    def in_touch(self) -> bool:
        """Whether the others hear us, as far as we can know: we do."""
        return self._now() - self._heard.get(self.me, -APART) < APART

    @property
    def others(self) -> list[str]:
        return [node for node in self._heard if node != self.me]

    def knows(self, node: str) -> bool:
        return node in self._heard

    def look(self) -> bool:
        """Find out who is dead; whether anything is different from the last time."""
        now, in_touch = self._now(), self.in_touch
        if in_touch and not self._was_in_touch:
            # What was not heard while we were apart, or stood still, says nothing about the others.
            self._heard = dict.fromkeys(self._heard, now)
        self._was_in_touch = in_touch
        if in_touch:
            for node in [node for node, at in self._heard.items() if now - at > DEAD]:
                self.lose(node)
        found = (in_touch, *sorted(self._heard), "fit", *sorted(self._fit))
        was, self._was = self._was, found
        return found != was

    def home(self, table: str) -> str | None:
        """Where it is at home; None while we are cut off, or nobody reaches the database. Each node draws a number
        for each table and the highest has it: when a node comes or goes, only its own tables move."""
        if not self.in_touch or not self._fit:
            return None
        return max(self._fit, key=lambda node: (_drawn(node, table), node))


def _drawn(node: str, table: str) -> bytes:
    return blake2b(f"{node}/{table}".encode(), digest_size=8).digest()
