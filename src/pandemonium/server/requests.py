"""What a page may ask of a table over its socket, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import TYPE_CHECKING

from pandemonium.core.game import Refusal, Seat
from pandemonium.server import chairs, showing
from pandemonium.server.connection import Connection
from pandemonium.server.names import bot_names
from pandemonium.server.racing import Asked
from pandemonium.server.spoken import reason
from pandemonium.server.table import LiveTable, encode
from pandemonium.server.wire import (
    Act,
    Again,
    Cover,
    Done,
    Emoted,
    FromPage,
    Heard,
    Ready,
    Refused,
    Rise,
    Salt,
    Say,
    ShowEmote,
    Sit,
    Speak,
    Start,
    Undo,
)
from pandemonium.storage.records import Line
from pandemonium.storage.store import Clash

if TYPE_CHECKING:
    from collections.abc import Awaitable


async def answer(table: LiveTable, page: Connection, asked: FromPage) -> None:
    """Do what is asked and say that it is done; or say why not, to nobody else."""
    request = f"{page.person}/{asked.id}"
    done = _done(page, asked.id)
    book = table.book
    try:
        if book is not None and request in book.asked:
            done(book.asked[request])
        elif request in table.handled:
            done(_version(table))
        elif isinstance(asked, Act):
            seat = _own(table, page, asked.seat)
            what, heard = table.playing().read(asked.what), _done(page, asked.id, with_news=True)
            if table.race is None:
                await table.play(seat, what, request, heard)
            else:
                await table.race.grab(seat, what, page, Asked(request, heard, _refuse(table, page, asked.id)))
        elif isinstance(asked, Undo):
            await table.undo(_own(table, page, asked.seat), request, _done(page, asked.id, with_news=True))
        elif isinstance(asked, Speak):
            page.language = asked.language
            done(_version(table))
        else:
            await _arrange(table, page, asked, request)
            table.remember(request)
            done(_version(table))
    except Refusal as refusal:
        _refuse(table, page, asked.id)(refusal)


def _arrange(
    table: LiveTable,
    page: Connection,
    asked: Start | Sit | Rise | Cover | Salt | Say | ShowEmote | Again | Ready,
    request: str,
) -> Awaitable[None]:
    """Whatever is about the company, and not the match."""
    person = page.person
    if person is None:
        raise Refusal("who-are-you")
    record = table.record
    match asked:
        case Sit():
            return table.change(chairs.sit(record, person, asked.seat))
        case Rise():
            return table.change(chairs.rise(record, person, asked.seat))
        case Salt():
            return table.keep(chairs.salted(record, person, asked.seat, asked.salt))
        case Start():
            names = bot_names(2 * record.seats, SystemRandom())
            return table.begin(chairs.fill(record, person, asked.fill, names))
        case Cover():
            return _cover(table, page, asked.seat)
        case Say():
            return _say(table, page, asked.text, request)
        case ShowEmote():
            return _emote(table, page, asked)
        case Again():
            return _again(table, person)
        case Ready():
            return _ready(table, page, asked.seat)


async def _ready(table: LiveTable, page: Connection, seat: int) -> None:
    _own(table, page, seat)
    if table.race is not None and page.person is not None:
        table.race.ready(page.person)


async def _cover(table: LiveTable, page: Connection, seat: int) -> None:
    record, settings = table.record, table.settings
    if not chairs.seats_of(record, page.person) and page.person != record.host:
        raise Refusal("no-seat-here")
    covered = chairs.cover(record, seat, covered=True)
    if record.state != "playing":
        raise Refusal("not-begun")
    person = record.chairs[seat].person
    since = table.away.get(person)
    if not person or person in table.here or since is None or settings.now() - since < settings.grace * 1000:
        raise Refusal("not-away")
    await table.change(covered)


async def _say(table: LiveTable, page: Connection, text: str, request: str) -> None:
    if not page.words.takes():
        raise Refusal("too-fast")
    cleaned = "".join(sign if sign.isprintable() else " " for sign in text).strip()
    if not cleaned:
        raise Refusal("not-understood")
    name, seat = await _speaker(table, page)
    line = Line(table.said + 1, page.person or "", name, seat, cleaned, table.settings.now())
    try:
        await table.house.store.say(table.record.id, line, request)
    except Clash:
        return  # It has been said.
    table.said += 1
    table.chat.append(line)
    table.tell_all(Heard(showing.said(line)))


async def _emote(table: LiveTable, page: Connection, asked: ShowEmote) -> None:
    if not page.words.takes():
        raise Refusal("too-fast")
    name, seat = await _speaker(table, page)
    table.tell_all(Emoted(name, seat, asked.emote))


async def _again(table: LiveTable, person: str) -> None:
    record = table.record
    if record.state != "over":
        raise Refusal("not-over")
    if person not in record.company:
        raise Refusal("no-seat-here")
    if record.rematch is None:
        await table.change(await table.house.set_again(record))


async def _speaker(table: LiveTable, page: Connection) -> tuple[str, int | None]:
    person = await table.house.people.known(page.person or "")
    if person is None:
        raise Refusal("who-are-you")
    seats = chairs.seats_of(table.record, page.person)
    return person.name, seats[0] if seats else None


def _own(table: LiveTable, page: Connection, seat: int) -> Seat:
    """The seat, if it is the sender's."""
    if not 0 <= seat < table.record.seats:
        raise Refusal("no-such-seat", seat=seat)
    if seat not in page.eyes:
        raise Refusal("not-your-seat" if page.person else "who-are-you")
    return Seat(seat)


def _version(table: LiveTable) -> int:
    return 0 if table.book is None else table.book.version


def _refuse(table: LiveTable, page: Connection, id: str) -> Callable[[Refusal], None]:
    def tell(refusal: Refusal) -> None:
        page.tell(encode(Refused(id, refusal.key, reason(refusal, page.language, table.record.game))))

    return tell


def _done(page: Connection, id: str, *, with_news: bool = False) -> Callable[[int], None]:
    def tell(version: int) -> None:
        frame = encode(Done(id, version))
        (page.tell_first if with_news else page.tell)(frame)

    return tell
