"""Who finds room round a table that is full: whoever plays there always does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

from pandemonium.core.game import Refusal
from pandemonium.server.transport.connection import Connection

PAGES_EACH: Final = 12
"""So many pages of one person are open at a table; with one more, the oldest is closed: it may be long gone."""


def who_goes(
    here: Collection[Connection], newcomer: Connection, company: Collection[str], most: int
) -> list[Connection]:
    """Who makes room for somebody who comes. Raises Refusal if nobody does."""
    if newcomer.person in company:
        own = [page for page in here if page.person == newcomer.person]
        if len(own) >= PAGES_EACH:
            return own[:1]
    if len(here) < most:
        return []
    watching = [page for page in here if page.person not in company]
    crowd, size = _crowd(watching)
    if newcomer.person not in company:
        own_size = sum(page.address == newcomer.address for page in watching)
        if size < own_size + 2:
            raise Refusal("too-many-here")
    return [page for page in watching if page.address == crowd][-1:]


def _crowd(watching: Iterable[Connection]) -> tuple[str, int]:
    """From which address most are watching: whoever has taken most places gives one up."""
    addresses = Counter(page.address for page in watching).most_common(1)
    return addresses[0] if addresses else ("", 0)
