"""A match afterwards: its paper, and its moments with the luck laid open."""

from __future__ import annotations

from functools import partial

from pandemonium.core.game import PUBLIC, Eyes, Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.match import replay as replay_match
from pandemonium.server.house import House
from pandemonium.server.table.live import LiveTable
from pandemonium.server.table.seating import seats_of
from pandemonium.server.table.seen import moment
from pandemonium.server.wire import Replay
from pandemonium.storage.records import TableRecord


async def paper(house: House, id: str, reader: str | None, seat: int | None) -> str:
    """The match on paper, through the reader's eyes. Raises Refusal."""
    table = await _table(house, id)
    return await table.ask(partial(_paper, table, reader, seat))


async def replay(house: House, id: str, reader: str | None, eyes: str) -> Replay:
    """The whole match, through any eyes, when it is over. Raises Refusal."""
    table = await _table(house, id)
    return await table.ask(partial(_replay, table, reader, eyes))


async def _paper(table: LiveTable, reader: str | None, seat: int | None) -> str:
    book, record = table.playing(), table.record
    own = seats_of(record, reader)
    eyes: Eyes = own[0] if own else PUBLIC
    if seat is not None:
        if not 0 <= seat < record.seats:
            raise Refusal("no-such-seat", seat=seat)
        if seat not in own and book.result is None:
            raise Refusal("not-your-seat")
        eyes = Seat(seat)
    return _text(book.match, record, eyes)


def _text(match: AnyMatch, record: TableRecord, eyes: Eyes) -> str:
    """A match that was taken over from another one does not follow from its seed: its paper has none."""
    if record.continued:
        match = replay_match(match.game, match.seats, match.options, match.moves)
    return match.text(eyes)


async def _replay(table: LiveTable, reader: str | None, through: str) -> Replay:
    book, record = table.playing(), table.record
    if book.result is None:
        raise Refusal("not-over")
    eyes: Eyes = PUBLIC
    if through != PUBLIC:
        if not (through.isascii() and through.isdigit() and len(through) < 4 and int(through) < record.seats):
            raise Refusal("no-such-seat", seat=through[:8])
        eyes = Seat(int(through))
    return Replay(
        table=table.table(reader),
        eyes=eyes,
        moments=tuple(moment(book.game, step, eyes) for step in book.steps_after(0)),
        result=book.result,
        paper=_text(book.match, record, eyes),
        seed=record.seed.hex(),
        salts=tuple(sorted(record.salts.items())),
    )


async def _table(house: House, id: str) -> LiveTable:
    table = await house.wake(id)
    if table is None:
        raise Refusal("no-table")
    return table
