"""A match afterwards: its paper, and its moments with the luck laid open."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pandemonium.core.chance import FairChance
from pandemonium.core.game import NATURE, PUBLIC, Eyes, Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.match import replay as replay_match
from pandemonium.server.house import House
from pandemonium.server.table.live import LiveTable
from pandemonium.server.table.logbook import Logbook
from pandemonium.server.table.seating import seats_of
from pandemonium.server.table.seen import moment
from pandemonium.server.wire import Draw, Replay
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
        draws=tuple(_draws(book, record)),
        result=book.result,
        paper=_text(book.match, record, eyes),
        seed=record.seed.hex(),
        salts=tuple(sorted(record.salts.items())),
    )


def _draws(book: Logbook, record: TableRecord) -> Iterator[Draw]:
    """The numbers of each draw of nature that is of this table's seed."""
    rules = book.game.rules
    luck = _Noted(record.seed, [(seat, bytes.fromhex(salt)) for seat, salt in record.salts.items()])
    of_nature = owed = 0
    for place, step in enumerate(book.steps_after(0)[1:]):
        if step.move is None or step.move.by != NATURE:
            continue
        if owed:
            owed -= 1  # It belongs to the draw before it.
        elif place >= record.continued:
            luck.turn_to(of_nature)
            due = rules.nature(step.before, luck)
            owed = 0 if due is None else len(due.then)
            yield Draw(step.seq, luck.notes())
        of_nature += 1


class _Noted(FairChance):
    """Luck that notes the numbers it gives."""

    __slots__ = ("noted",)

    def below(self, n: int) -> int:
        number = super().below(n)
        self.noted.append((str(n), str(number)))
        return number

    def turn_to(self, move: int) -> None:
        super().turn_to(move)
        self.noted: list[tuple[str, str]] = []

    def notes(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.noted)


async def _table(house: House, id: str) -> LiveTable:
    table = await house.wake(id)
    if table is None:
        raise Refusal("no-table")
    return table
