"""How long the house keeps what nobody plays any more, where its host has said for how long."""

from __future__ import annotations

import logging
from asyncio import sleep
from typing import TYPE_CHECKING, Final

from pandemonium.storage.store import NotSaved

if TYPE_CHECKING:
    from pandemonium.server.house import House

log = logging.getLogger(__name__)

DAY: Final = 86_400_000
AGAIN: Final = 3_600
"""In seconds."""
AT_ONCE: Final = 100
"""So many tables at a time, so that no move waits for it."""


async def keep_house(house: House, days: float) -> None:
    """For as long as the house is open."""
    while True:
        try:
            tables, programs, guests = await clear_away(house, days)
        except NotSaved as error:
            house.could_write(error)
        except Exception:
            log.exception("Old tables could not be forgotten; it is tried again.")
        else:
            if tables or programs or guests:
                log.info("After %s days forgotten: %s tables, %s programs, %s guests.", days, tables, programs, guests)
        await sleep(AGAIN)


async def clear_away(house: House, days: float) -> tuple[int, int, int]:
    """Forget finished tables, those that never began, programs that nobody has used, and then guests who have neither
    table nor program; how many of each. And bans that are over, with the names and addresses in them.

    A table in play is never forgotten, nor one that somebody looks at, nor a guest who has been here since the house
    was opened."""
    now = house.settings.now()
    before, gone = now - int(days * DAY), 0
    while old := [
        id for id in await house.store.old_tables(before, AT_ONCE + len(house.tables)) if not house.is_awake(id)
    ]:
        await house.store.forget_tables(old)
        gone += len(old)
    programs = await house.store.forget_unused(now, before)
    return gone, programs, await house.store.forget_guests(before, house.people.remembered())
