"""The socket of a table: frames in, frames out, and when it is closed with which code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final
from urllib.parse import parse_qs

import msgspec

from pandemonium.core.game import Refusal
from pandemonium.core.words import LANGUAGES
from pandemonium.server.asgi import Receive, Scope, Send
from pandemonium.server.house import House
from pandemonium.server.limits import address_of
from pandemonium.server.origin import headers_of
from pandemonium.server.people.language import preferred
from pandemonium.server.race.round_trips import round_trips
from pandemonium.server.table.commands import answer
from pandemonium.server.table.live import Asleep, LiveTable
from pandemonium.server.table.sent_away import BARRED
from pandemonium.server.transport.connection import COME_AGAIN, TOO_MANY, Connection
from pandemonium.server.transport.frames import ARRIVED, outlet
from pandemonium.server.wire.messages import FromPage
from pandemonium.storage.store import NOT_SAVED, NotSaved

LARGEST_FRAME: Final = 16_384
LONGEST_QUERY: Final = 200
"""No page of ours says more behind the path of a socket, and to take much apart takes time."""

# Why a socket is closed. 1008 comes from our protocol, 1009 (one too large) and 1012 (the house restarts) from uvicorn.
TOO_MANY_FRAMES: Final = 1008
NOT_TEXT: Final = 1003
NOT_UNDERSTOOD: Final = 1007
BAD_TOKEN: Final = 4401
NO_PROGRAMS: Final = 4403
NO_TABLE: Final = 4404
_CODES: Final = {
    "bad-token": BAD_TOKEN,
    "no-programs": NO_PROGRAMS,
    "no-table": NO_TABLE,
    "barred": BARRED,
    NOT_SAVED: COME_AGAIN,
}

_DECODE: Final = msgspec.json.Decoder(FromPage)


async def serve(house: House, id: str, scope: Scope, receive: Receive, send: Send) -> None:
    """One page at one table, from its coming to its going."""
    await receive()  # websocket.connect
    headers = headers_of(scope)
    await send({"type": "websocket.accept"})
    try:
        connection, version = await _connection(house, headers, scope, send)
    except (Refusal, NotSaved) as error:  # Its token is no good; or nobody can say who it is.
        key = error.key if isinstance(error, Refusal) else NOT_SAVED
        house.figures.refused(key)
        await send({"type": "websocket.close", "code": _CODES[key]})
        return
    if house.node is not None and not house.is_home(id):
        await house.node.relay(id, connection, version, receive)
    else:
        await attend(house, id, connection, version, receive)


async def attend(house: House, id: str, connection: Connection, version: int, receive: Receive) -> None:
    """A page at a table that is at home here, wherever its socket is."""
    over = await house.allowed.turns.take(connection.address)
    try:
        await house.catch_up(id, version)
        table = await house.ask(id, partial(_join, connection, version), stays=True)
    except (Refusal, NotSaved) as error:
        key = error.key if isinstance(error, Refusal) else NOT_SAVED
        house.figures.refused(key)
        connection.close(_CODES.get(key, TOO_MANY))
        await connection.closed()
        return
    finally:
        over()
    try:
        await _listen(table, connection, receive)
    finally:
        table.post(partial(table.pages.leave, connection))
        await connection.closed()


async def _join(connection: Connection, version: int, table: LiveTable) -> LiveTable:
    try:
        await table.pages.join(connection, version)
    except BaseException:
        await table.pages.leave(connection)
        raise
    return table


async def _listen(table: LiveTable, connection: Connection, receive: Receive) -> None:
    """Take one frame after the other: while one is being answered, the next one waits in the network."""
    while True:
        event = await receive()
        connection.arrived = event.get(ARRIVED) or connection.trips.arrived
        if event["type"] == "websocket.disconnect":
            if event.get("code") == TOO_MANY_FRAMES:
                table.house.figures.refused("too-many-frames")
            return
        if connection.is_closing:
            continue
        text = event.get("text")
        if text is None:
            table.house.figures.refused("not-text")
            connection.close(NOT_TEXT)
            continue
        try:
            command = _DECODE.decode(text)
        except (msgspec.MsgspecError, RecursionError):
            table.house.figures.refused("not-understood")
            connection.close(NOT_UNDERSTOOD)
            continue
        try:
            await table.ask(partial(answer, table, connection, command))
        except (Asleep, Refusal, NotSaved):
            # It was dropped, or cannot be read. What was asked for is asked for again, when the page has come again.
            connection.close(COME_AGAIN)


async def _connection(house: House, headers: Mapping[str, str], scope: Scope, send: Send) -> tuple[Connection, int]:
    query = parse_qs(scope["query_string"][:LONGEST_QUERY].decode("latin-1"))
    person = await house.who(headers)
    wishes = [*query.get("language", ()), person.language if person else None]
    language = next((wish for wish in wishes if wish in LANGUAGES), None) or preferred(headers.get("accept-language"))
    version = query.get("version", ["0"])[0]
    address, way = address_of(scope["client"]), outlet(scope)
    way.shares(house.allowed.frames[address])
    connection = Connection(
        send,
        way,
        round_trips(scope, house.proxies, headers),
        person=None if person is None else person.id,
        program=person is not None and bool(person.owner),
        address=address,
        language=language,
        public=query.get("eyes") == ["public"],
    )
    return connection, int(version) if version.isascii() and version.isdigit() and len(version) < 10 else 0
