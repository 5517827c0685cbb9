"""Whose turn it is among those who wait: each in turn, however much one of them asks for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Who asked first is served first, and then goes to the end."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[T]] = {}

    def put(self, asker: Hashable, item: T) -> None:
        self._waiting.setdefault(asker, deque()).append(item)

    def take(self, fits: Callable[[T], bool]) -> T | None:
        """The next one, of those that will do."""
        for asker, items in self._waiting.items():
            if fits(items[0]):
                item = items.popleft()
                del self._waiting[asker]
                if items:
                    self._waiting[asker] = items
                return item
        return None

    def in_turn(self) -> Iterator[T]:
        """All that wait, in the order in which they will be served."""
        rounds = max(map(len, self._waiting.values()), default=0)
        for nth in range(rounds):
            yield from (items[nth] for items in self._waiting.values() if nth < len(items))

    def clear(self) -> list[T]:
        """Nobody waits any more; who did."""
        gone = list(self.in_turn())
        self._waiting.clear()
        return gone

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))
