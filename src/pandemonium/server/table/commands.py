"""What a page may ask of a table over its socket, and what comes of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pandemonium.core.game import Refusal, Seat
from pandemonium.server.people.language import reason
from pandemonium.server.people.names import bot_names
from pandemonium.server.people.naming import legible, may_sit_with
from pandemonium.server.race.at_table import Sender
from pandemonium.server.table import leaving, rematch, salting, seating, seen
from pandemonium.server.table.live import LiveTable
from pandemonium.server.transport.connection import Connection
from pandemonium.server.transport.frames import encoded
from pandemonium.server.watch.logs import note
from pandemonium.server.wire.messages import (
    Act,
    Again,
    Arrangement,
    Cover,
    Decline,
    Dismiss,
    Done,
    Emoted,
    Finish,
    FromPage,
    Heard,
    Leave,
    Pace,
    Pledge,
    Ready,
    Refused,
    Resign,
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

if TYPE_CHECKING:
    from collections.abc import Awaitable


async def answer(table: LiveTable, connection: Connection, command: FromPage) -> None:
    """Do what is asked and say that it is done; or say why not, to nobody else."""
    request = f"{connection.person}/{command.id}"
    book = table.book
    try:
        if book is not None and request in book.done:
            connection.tell(encoded(Done(command.id, book.done[request])))
        elif request in table.handled:
            _is_done(table, connection, command)
        elif isinstance(command, Act):
            seat = _own(table, connection, command.seat)
            _not_faster_than_a_program_may(table, connection)
            if table.playing().stopped:
                raise Refusal("match-over")  # noqa: TRY301
            if table.record.chairs[seat].covered:  # He is here, and plays again.
                await table.change(table.noted(seating.cover(table.record, seat, covered=False), "back", seat))
            what, heard = table.playing().read(command.what), _done_with_news(table, connection, command.id)
            if table.race is None:
                await table.play(seat, what, request, heard)
            else:
                await table.race.attempt(
                    seat, what, connection, Sender(request, heard, _refuse(table, connection, command.id))
                )
        elif isinstance(command, Undo):
            seat = _own(table, connection, command.seat)
            _not_faster_than_a_program_may(table, connection)
            await table.undo(seat, request, _done_with_news(table, connection, command.id))
        elif isinstance(command, Speak):
            connection.language = command.language
            _is_done(table, connection, command)
        elif isinstance(command, Pace):
            connection.tempo = command.tempo
            _is_done(table, connection, command)
        else:
            await _arrange(table, connection, command, request)
            table.remember(request)
            _is_done(table, connection, command)
    except Refusal as refusal:
        _refuse(table, connection, command.id)(refusal)


def _arrange(table: LiveTable, connection: Connection, command: Arrangement, request: str) -> Awaitable[None]:
    """Whatever is about the company, and not the match."""
    person = connection.person
    if person is None:
        raise Refusal("who-are-you")
    record = table.record
    match command:
        case Sit():
            return _sit(table, connection, person, command.seat)
        case Rise():
            return table.change(seating.rise(record, person, command.seat))
        case Leave() | Resign() | Dismiss():
            return go(table, person, command, request)
        case Salt():
            return table.change(salting.show(record, person, command.seat, command.salt))
        case Pledge():
            return table.change(salting.pledge(record, person, command.seat, command.pledge))
        case Start():
            names = bot_names(2 * record.seats, table.settings.luck())
            return table.change(seating.fill(record, person, command.fill, names))
        case Cover():
            return _cover(table, connection, command.seat)
        case Say():
            return _say(table, connection, command.text, request)
        case ShowEmote():
            return _emote(table, connection, command)
        case Again():
            return _again(table, connection, person)
        case Decline():
            return _decline(table, person)
        case Ready() | Finish():
            return _race_on(table, connection, command)


async def _sit(table: LiveTable, connection: Connection, person: str, seat: int) -> None:
    sits = seating.sit(table.record, person, seat, program=connection.program)
    if connection.program and not seating.seats_of(table.record, person):
        await table.house.has_room_for(person)
    if person not in table.record.players:
        await _bears_a_name_of_his_own(table, person)
    was_covered = table.record.chairs[seat].covered
    await table.change(table.noted(sits, "back", seat) if was_covered else sits)


async def _bears_a_name_of_his_own(table: LiveTable, person: str) -> None:
    known = await table.house.people.known(person)
    others = [table.names.get(chair.person, "") for chair in table.record.chairs if chair.person]
    may_sit_with("" if known is None else known.name, filter(None, others))


async def go(table: LiveTable, person: str, command: Leave | Resign | Dismiss, request: str) -> None:
    """Somebody leaves, in one of three ways."""
    record, seats = table.record, seating.seats_of(table.record, person)
    match command:
        case Leave():
            gone = leaving.leave(record, person)
            for seat in seats if table.book is not None else ():
                gone = table.noted(gone, "left", seat, request)
        case Resign():
            gone = leaving.resign(record, person, table.names.get(person, ""))
            for seat in seats:
                gone = table.noted(gone, "resigned", seat, request)
        case Dismiss():
            gone = table.noted(leaving.dismiss(record, person), "dismissed", seats[0] if seats else None, request)
    if gone.stopped is not None:
        gone = replace(gone, ended=table.settings.now())
    await table.change(gone)


async def _race_on(table: LiveTable, connection: Connection, command: Ready | Finish) -> None:
    _own(table, connection, command.seat)
    if table.race is not None and connection.person is not None:
        (table.race.ready if isinstance(command, Ready) else table.race.finish)(connection.person)


async def _cover(table: LiveTable, connection: Connection, seat: int) -> None:
    record, settings = table.record, table.settings
    if not seating.seats_of(record, connection.person) and connection.person != record.host:
        raise Refusal("no-seat-here")
    covered = seating.cover(record, seat, covered=True)
    if record.state != "playing":
        raise Refusal("not-begun")
    person = record.chairs[seat].person
    if not person or person == connection.person:
        raise Refusal("not-away")
    if person in table.pages.here:
        _dawdles(table, seat)
    elif settings.now() - table.pages.away.get(person, settings.now()) < settings.grace * 1000:
        raise Refusal("not-away")
    if not record.chairs[seat].covered:
        await table.change(table.noted(covered, "covered", seat))


def _dawdles(table: LiveTable, seat: int) -> None:
    """Whether all have waited long enough for somebody who is there. Raises Refusal."""
    at, awaited = table.schedule.hours().cover_at, tuple[int, ...](table.playing().match.to_act)
    if table.race is not None and (held := table.race.held) is not None:
        at, awaited = held.cover_at, held.waits_for
    if at is None or seat not in awaited:
        raise Refusal("not-away")
    if table.settings.now() < at:
        raise Refusal("may-still-think")


async def _say(table: LiveTable, connection: Connection, text: str, request: str) -> None:
    await _may_speak(table, connection)
    cleaned = legible(text)
    if not cleaned:
        raise Refusal("not-understood")
    name, seat = await _speaker(table, connection)
    line = Line(table.said + 1, connection.person or "", name, seat, cleaned, table.settings.now())
    if not await table.durably(table.house.store.say(table.record.id, line, request)):
        return  # It has been said.
    table.said += 1
    table.chat.append(line)
    table.pages.tell_all(Heard(seen.said(line)))


async def _emote(table: LiveTable, connection: Connection, command: ShowEmote) -> None:
    await _may_speak(table, connection)
    name, seat = await _speaker(table, connection)
    table.pages.tell_all(Emoted(name, seat, command.emote))


async def _again(table: LiveTable, connection: Connection, person: str) -> None:
    record = table.record
    if record.state != "over":
        raise Refusal("not-over")
    if person not in record.people | record.players:
        raise Refusal("no-seat-here")
    if not record.began:
        raise Refusal("not-begun")
    if record.rematch is None:
        if connection.program:
            await table.house.has_room_for(person)
        again = table.house.new_tables.again(record, connection, person, table.pages.here)
        await table.change(replace(record, rematch=again.id), again)


async def _decline(table: LiveTable, person: str) -> None:
    again = table.record.rematch
    if again is None:
        await table.change(rematch.decline(table.record, person))
    else:
        await table.house.ask(again, lambda other: other.change(rematch.decline(other.record, person)))


def _not_faster_than_a_program_may(table: LiveTable, connection: Connection) -> None:
    if connection.program and not table.house.allowed.program_moves.takes(connection.person or "", connection.address):
        raise Refusal("too-fast")


async def _may_speak(table: LiveTable, connection: Connection) -> None:
    person = await table.house.people.known(connection.person or "")
    table.house.moderation.let_speak(person, connection.address)
    if not table.house.allowed.words.takes(connection.person or "", connection.address):
        raise Refusal("too-fast")


async def _speaker(table: LiveTable, connection: Connection) -> tuple[str, int | None]:
    person = await table.house.people.known(connection.person or "")
    if person is None:
        raise Refusal("who-are-you")
    seats = seating.seats_of(table.record, connection.person)
    if connection.program and not seats:
        raise Refusal("no-seat-here")  # Nobody would see that a program speaks.
    return person.name, seats[0] if seats else None


def _own(table: LiveTable, connection: Connection, seat: int) -> Seat:
    """The seat, if it is the sender's."""
    if not 0 <= seat < table.record.seats:
        raise Refusal("no-such-seat", seat=seat)
    if seat not in connection.eyes:
        raise Refusal("not-your-seat" if connection.person else "who-are-you")
    return Seat(seat)


def _refuse(table: LiveTable, connection: Connection, id: str) -> Callable[[Refusal], None]:
    def tell(refusal: Refusal) -> None:
        table.house.figures.refused(refusal.key)
        note(logging.DEBUG, "refused", table=table.record.id, why=refusal.key)
        connection.tell(encoded(Refused(id, refusal.key, reason(refusal, connection.language, table.record.game))))

    return tell


def _is_done(table: LiveTable, connection: Connection, command: FromPage) -> None:
    connection.tell(encoded(Done(command.id, 0 if table.book is None else table.book.version)))


def _done_with_news(table: LiveTable, connection: Connection, id: str) -> Callable[[int], None]:
    """Says so in one packet with what comes next."""
    arrived = connection.arrived

    def tell(version: int) -> None:
        connection.tell_first(encoded(Done(id, version)))
        table.figures.acknowledged.observe(table.settings.monotonic() - arrived)

    return tell
