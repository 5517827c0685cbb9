"""Who is sent away by the house gives up his seats, and his pages are closed."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from pandemonium.core.game import Refusal
from pandemonium.server.wire.messages import Leave, Resign

if TYPE_CHECKING:
    from pandemonium.server.house import House
    from pandemonium.server.table.live import LiveTable

SENT_AWAY: Final = 4401
"""The code with which his pages are closed: who he is counts for nothing any more."""
BARRED: Final = 4410
"""And of whoever is barred from the house for a while."""
MANY: Final = 1_000


async def send_away(house: House, person: str) -> None:
    """Somebody who does not come back: bots take his seats over, for good."""
    for record in await house.store.tables_of(person, None, MANY):
        with suppress(Refusal):  # It has ended meanwhile, or nobody else was there.
            await house.ask(record.id, partial(_gives_up, person))
    house.close_pages(person, SENT_AWAY)


def close_pages(house: House, person: str, code: int) -> None:
    """At the tables that are awake here."""
    for table in house.tables.values():
        for connection in table.pages:
            if connection.person == person:
                connection.close(code)


async def _gives_up(person: str, table: LiveTable) -> None:
    # Imported here: what pages may ask stands on the table, and the table on the house.
    from pandemonium.server.table.commands import go

    gone = Leave("-") if table.record.state == "gathering" else Resign("-")
    await go(table, person, gone, "")
