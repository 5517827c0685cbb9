"""Whether the house itself stood still: a beat of its loop, and the gaps in it."""

from __future__ import annotations

from asyncio import TimerHandle, get_running_loop
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

EVERY: Final = 0.02
"""Seconds from beat to beat."""
KEPT: Final = 64
"""Gaps that are remembered: more than there can be in a round."""


class Pulse:
    """It beats while somebody has to know, and costs nothing otherwise."""

    def __init__(self, now: Callable[[], float], longest: float) -> None:
        self._now = now
        self._longest = longest
        """A longer gap is one, in seconds."""
        self._wanted: set[object] = set()
        self._timer: TimerHandle | None = None
        self._last = 0.0
        self._gaps: deque[tuple[float, float]] = deque(maxlen=KEPT)

    def watch(self, wanted_by: object) -> None:
        self._wanted.add(wanted_by)
        if self._timer is None:
            self.start_anew()
            self._beat()

    def leave(self, wanted_by: object) -> None:
        self._wanted.discard(wanted_by)
        if not self._wanted and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def start_anew(self) -> None:
        """Whatever has passed until now was no gap."""
        self._last = self._now()

    def missed(self, times: Iterable[float]) -> float:
        """The longest gap, in seconds, in which one of these times lies; 0 if there is none."""
        self._feel()
        times = list(times)
        return max((end - start for start, end in self._gaps if any(start < at <= end for at in times)), default=0.0)

    def _beat(self) -> None:
        self._feel()
        self._timer = get_running_loop().call_later(EVERY, self._beat)

    def _feel(self) -> None:
        now = self._now()
        if now - self._last > self._longest + EVERY:
            self._gaps.append((self._last, now))
        self._last = now
