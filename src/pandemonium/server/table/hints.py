"""A hint for a player: where there may be one, and what it says."""

from __future__ import annotations

from pandemonium.core.game import Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.screen import screen_of
from pandemonium.games import open as open_box
from pandemonium.server.house import House
from pandemonium.server.table.live import LiveTable
from pandemonium.server.table.seating import may_have_hints, seats_of
from pandemonium.server.wire.answers import Advised, Hint


async def hint(house: House, id: str, reader: str, seat: int) -> Hint:
    """How good each move of a seat is, for who sits there. Raises Refusal."""

    async def now(table: LiveTable) -> tuple[AnyMatch, int]:
        book = table.playing()
        if seat not in seats_of(table.record, reader):
            raise Refusal("not-your-seat")
        if not may_have_hints(table.record):
            raise Refusal("no-hint" if open_box(table.record.game).evaluate is None else "hint-among-people")
        if book.is_over or seat not in book.match.to_act:
            raise Refusal("match-over" if book.is_over else "not-your-turn")
        return book.match.copy(), book.version

    match, version = await house.ask(id, now)
    told = await house.thinking.advise(reader, match, Seat(seat))
    said = getattr(screen_of(match.game), "said", match.game.notation.write)
    return Hint(
        version=version,
        unit=told.unit,
        moves=tuple(
            Advised(what=its.action, text=said(its.action), mean=its.mean, error=its.error, because=its.because)
            for its in told.moves
        ),
    )
