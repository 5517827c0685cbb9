"""A match afterwards: its paper, and its moments with the luck laid open."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from copy import copy
from functools import partial
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from pandemonium.core.game import PUBLIC, AnyGame, Eyes, Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.match import replay as replay_match
from pandemonium.core.paper import write
from pandemonium.server.house import House
from pandemonium.server.table.live import LiveTable
from pandemonium.server.table.logbook import Logbook, Step
from pandemonium.server.table.seating import seats_of
from pandemonium.server.table.seen import Telling
from pandemonium.server.threads import LONG
from pandemonium.server.wire.answers import Replay
from pandemonium.server.wire.table import Table
from pandemonium.storage.records import ENCODE, TableRecord

OWN = "own"
"""Through his own eyes, whoever reads it."""


async def paper(house: House, id: str, reader: str | None, seat: int | None, address: str) -> str:
    """The match on paper, through the reader's eyes. Raises Refusal."""

    async def now(table: LiveTable) -> tuple[AnyMatch, TableRecord, Eyes, list[str], tuple[int, int]]:
        match = copy(table.playing().match)
        match.moves = list(match.moves)  # It may go on while it is written down.
        if table.curtain is not None and not seats_of(table.record, reader):
            match.moves = match.moves[: table.playing().place_after(table.curtain)]
        return match, table.record, _eyes(table, reader, seat), _beside(table.playing(), table.record), table.stands

    match, record, eyes, beside, stands = await house.ask(id, now)
    if len(match.moves) < LONG:
        return _text(match, record, eyes, beside)
    key = ("paper", id, eyes, stands, len(match.moves))
    if key not in house.replays:
        house.studies(address)

    async def written() -> bytes:
        return (await house.threads.take(_text, match, record, eyes, beside)).encode()

    return (await house.replays.get(key, written)).decode()


async def replay(house: House, id: str, reader: str | None, through: str, address: str) -> bytes:
    """The whole match, through any eyes, when it is over: a `Replay` in JSON, zipped. Raises Refusal."""

    async def now(table: LiveTable) -> tuple[Logbook, TableRecord, Table, Eyes]:
        book = table.playing()
        if not book.is_over:
            raise Refusal("not-over")
        eyes = _own_eyes(table.record, reader) if through == OWN else _any_eyes(table.record, through)
        return book, table.record, table.table(reader), eyes

    book, record, table, eyes = await house.ask(id, now)
    key = (id, eyes, ENCODE(table))
    if len(book.lines) >= LONG and key not in house.replays:
        house.studies(address)
    return await house.replays.get(key, partial(house.threads.take, _zipped, book, record, table, eyes))


def _eyes(table: LiveTable, reader: str | None, seat: int | None) -> Eyes:
    """Through which the reader may read a paper."""
    book, record = table.playing(), table.record
    own = seats_of(record, reader)
    eyes: Eyes = own[0] if own else PUBLIC
    if seat is not None:
        if not 0 <= seat < record.seats:
            raise Refusal("no-such-seat", seat=seat)
        if seat not in own and not book.is_over:
            raise Refusal("not-your-seat")
        eyes = Seat(seat)
    return eyes


def _text(match: AnyMatch, record: TableRecord, eyes: Eyes, beside: Sequence[str]) -> str:
    """A match that was taken over from another one does not follow from its seed: its paper has none."""
    if record.continued:
        match = replay_match(match.game, match.seats, match.options, match.moves)
    return write(match, None if record.state == "over" else eyes, beside)


def rounds_of(game: AnyGame, steps: Sequence[Step]) -> tuple[int, ...]:
    """A round begins with the first move after the score of the one before was written down."""
    score = game.round_score
    ends = [] if score is None else [at for at, step in enumerate(steps[1:], 1) if score(step.before, step.after)]
    return tuple(first for first in (1, *(end + 1 for end in ends)) if first < len(steps))


def _beside(book: Logbook, record: TableRecord) -> list[str]:
    """What happened at the table after each move, for the paper: a comment, since it is no move."""
    beside = [""] * len(book.lines)
    for event in record.events:
        place = max(0, book.place_after(event.after) - 1)
        who = "the table" if event.seat is None else f"seat {event.seat}"
        if beside:
            beside[place] = "; ".join(filter(None, (beside[place], f"{who}: {event.what}")))
    return beside


def _own_eyes(record: TableRecord, reader: str | None) -> Eyes:
    """Those of the seat that the reader had to the end, or until he gave up; who had none, or several, sees what
    everybody saw."""
    own = [seat for seat, chair in enumerate(record.chairs) if reader and reader in (chair.person, chair.gave_up)]
    return Seat(own[0]) if len(own) == 1 else PUBLIC


def _any_eyes(record: TableRecord, through: str) -> Eyes:
    if through == PUBLIC:
        return PUBLIC
    if not (through.isascii() and through.isdigit() and len(through) < 4 and int(through) < record.seats):
        raise Refusal("no-such-seat", seat=through[:8])
    return Seat(int(through))


def _zipped(book: Logbook, record: TableRecord, table: Table, eyes: Eyes) -> bytes:
    """Written out moment by moment: to write all of it at once would keep Python's lock for as long as that takes."""
    made = _replay(book, record, table, eyes)
    moments: Any = tuple(Raw(ENCODE(each)) for each in made.moments)
    return gzip.compress(ENCODE(replace(made, moments=moments)), 5, mtime=0)


def _replay(book: Logbook, record: TableRecord, table: Table, eyes: Eyes) -> Replay:
    steps = book.steps_after(0)
    return Replay(
        table=table,
        eyes=eyes,
        moments=tuple(Telling(book.game, step).moment(eyes) for step in steps),
        rounds=rounds_of(book.game, steps),
        result=book.result,
        paper=_text(book.match, record, eyes, _beside(book, record)),
        seed=record.seed.hex(),
        salts=tuple(sorted(record.salts.items())),
    )
