"""How the house speaks SQL: what a statement is, how it reaches the disk, and what becomes of one that was lost there.

A question mark stands for each fact."""

from __future__ import annotations

import re
from asyncio import Future, get_running_loop, sleep
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple, Protocol

from pandemonium.storage.store import Lost, NotSaved

FINDING_OUT: Final = 5
"""For so many seconds it is asked again what has become of a write that was lost."""
BETWEEN: Final = 0.1
TOGETHER: Final = 512
"""So many are asked for at once."""

Row = tuple[Any, ...]


class Statement(NamedTuple):
    """Some SQL, and the rows that it is done for."""

    text: str
    rows: Sequence[Row]
    at_once: bool = False
    """All rows are given to it together, and it is one step of the database. It is done after all that is not."""
    must: bool = False
    """Each row must change one that is there: what is not there, or not as the writer knows it, is a Clash."""


class Writer(Protocol):
    """How writes reach the disk."""

    flushes: int
    written: int
    watched: Callable[[int, float], None] | None
    """Told how many jobs each flush had, and how many seconds it took."""

    def write(self, *statements: Statement) -> Future[None]:
        """Statements that stand or fall together. To be awaited: then they are on disk; or it raises Clash, Lost or
        NotSaved. Those of one flush are grouped by their text: within a flush, only those of the same text are kept in
        order. When a write after one that was Lost is done, be it of nothing, that one is on disk or never will be."""
        ...


class Sql:
    """What can be asked and told in it."""

    writer: Writer

    async def _rows(self, text: str, *facts: object) -> list[Any]:
        raise NotImplementedError

    async def _rows_of(self, text: str, ids: Collection[str]) -> list[Any]:
        """What is found of all of these at once; `text` ends with IN."""
        rows: list[Any] = []
        wanted = sorted(ids)
        for start in range(0, len(wanted), TOGETHER):
            some = wanted[start : start + TOGETHER]
            # Filled up, so that there are few different texts: PostgreSQL thinks about each when it is new to it.
            filled = [*some, *[some[-1]] * ((1 << (len(some) - 1).bit_length()) - len(some))]
            rows += await self._rows(f"{text} ({', '.join('?' * len(filled))})", *filled)
        return rows

    async def _write(self, stands: Callable[[], Awaitable[object]], *statements: Statement) -> None:
        """What is lost on the way is looked for: `stands` says whether it is there. Raises Clash, NotSaved, or Lost if
        that could not be found out."""
        try:
            await self.writer.write(*statements)
        except Lost as lost:
            if not await self._asked(stands, lost):
                raise NotSaved(str(lost)) from lost

    async def _asked(self, stands: Callable[[], Awaitable[object]], lost: Lost) -> bool:
        until = get_running_loop().time() + FINDING_OUT
        while True:
            try:
                await self.writer.write()  # It is decided then.
                return bool(await stands())
            except NotSaved:
                if get_running_loop().time() > until:
                    raise lost from None
            await sleep(BETWEEN)


@lru_cache(maxsize=512)
def numbered(text: str) -> str:
    """With PostgreSQL's marks for facts: $1, $2, ... for each question mark."""
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", text)
