"""What is made once and kept, as long as there is room for it: replays, long papers, codes for phones."""

from __future__ import annotations

from asyncio import Future, ensure_future, shield
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable


class Kept:
    """So many bytes of answers; what nobody has asked for longest goes first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._in_the_making: dict[Hashable, Future[bytes]] = {}

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept or key in self._in_the_making

    async def get(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """What is kept under this key; made now if it is not. Who asks while it is being made waits for the same."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._in_the_making:
            self._in_the_making[key] = ensure_future(self._make(key, make))
        return await shield(self._in_the_making[key])  # Who hangs up does not take it from the others.

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            made = await make()
        finally:
            del self._in_the_making[key]
        self._kept[key] = made
        self.size += len(made)
        while self.size > self.most:
            self.size -= len(self._kept.popitem(last=False)[1])
        return made
