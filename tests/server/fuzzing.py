"""Whatever a page may send: scripts of frames made by hypothesis, and what must be true of the house after each."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import Struct
from msgspec import inspect as kinds
from websockets.exceptions import ConnectionClosed

from pandemonium.games import shelf
from pandemonium.server.nodes.messages import AnyMessage, encode
from pandemonium.server.table.logbook import fold
from pandemonium.server.wire.messages import FromPage
from tests.server.serving import PATIENCE, Facts, Guest, Page, Serving, guest

CORPUS: Final = Path(__file__).parent / "corpus"
LEGAL: Final = "legal:"
"""`legal:3` stands for the move at that place of those that may be played then."""
CODES: Final = {1000, 1003, 1007, 1008, 1009}
"""With which the house closes a socket that talks nonsense."""


WHO: Final = ("host", "friend", "watcher", "program")
AT_HIS_SEAT: Final = {"friend": 1, "program": 2}
SENT_AWAY: Final = {4401, 4403, 4404}
"""With which it closes that of a program, or of whoever came to a table that is gone."""


class Script(Struct, frozen=True):
    """What is sent at a table of this game."""

    game: str
    frames: tuple[str, ...]
    by: tuple[int, ...] = ()
    """Who sends each of them, as a place in WHO; empty: somebody alone with bots."""


def scripts() -> st.SearchStrategy[Script]:
    frames = st.one_of(
        st.builds(lambda place: f"{LEGAL}{place}", st.integers(0, 12)),
        st.one_of([_command(info) for info in kinds.multi_type_info(_structs())]),
        _JSON.map(_text),
        st.text(max_size=30),
    )
    games = st.sampled_from(sorted(shelf()))
    alone = st.builds(Script, games, st.lists(frames, min_size=1, max_size=8).map(tuple))
    sent = st.lists(st.tuples(frames, st.integers(0, len(WHO) - 1)), min_size=1, max_size=12)
    in_company = st.builds(
        lambda game, sent: Script(game, tuple(frame for frame, _ in sent), tuple(by for _, by in sent)), games, sent
    )
    return st.one_of(alone, in_company)


_JSON: Final = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=10)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=12,
)
_SEATS: Final = st.one_of(st.integers(-2, 9), st.sampled_from([10**20, -(10**20), 2**63, 1.5, "0", None, True]))
_VALUES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "id": st.one_of(st.sampled_from(["a", "b", "c"]), st.text(max_size=70)),
    "seat": _SEATS,
    "fill": st.one_of(st.sampled_from(["random", "sensible", ""]), st.text(max_size=10)),
    "text": st.text(max_size=320),
    "emote": st.one_of(st.sampled_from(["laugh", "rage"]), st.text(max_size=6)),
    "language": st.one_of(st.sampled_from(["fr", "de"]), st.text(max_size=6)),
    "pledge": st.text("0123456789abcdef", min_size=60, max_size=66),
    "salt": st.text("0123456789abcdef", min_size=30, max_size=34),
}


class Bytes(Struct, frozen=True):
    """What comes over a connection, piece by piece, from somebody who may speak no protocol at all."""

    upgraded: bool
    """To a socket at a table, before these come."""
    pieces: tuple[bytes, ...]


_HEADS: Final = (
    b"GET /api/boxes HTTP/1.1\r\nHost: house\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: house\r\nContent-Length: 9\r\n\r\n{",
    b"POST /api/tables HTTP/1.1\r\nHost: house\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
    b"GET / HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)
_FRAMES: Final = (
    b"\x81\x85\0\0\0\0nonse",
    b"\x81\xff" + b"\xff" * 12,
    b"\x88\x80\0\0\0\0",
    b"\x01\x80\0\0\0\0",
    b"\x89\x05hello",
)
"""Half a frame, one without an end, a farewell, one that goes on, and one that is not masked."""


def raw() -> st.SearchStrategy[Bytes]:
    anything = st.binary(min_size=1, max_size=200)
    spoilt = st.builds(_spoilt, st.sampled_from(_HEADS), st.integers(0, 200), anything)
    frames = st.one_of(
        st.sampled_from(_FRAMES), st.builds(_spoilt, st.sampled_from(_FRAMES), st.integers(0, 20), anything)
    )
    return st.one_of(
        st.builds(
            Bytes, st.just(value=False), st.lists(st.one_of(anything, spoilt), min_size=1, max_size=4).map(tuple)
        ),
        st.builds(Bytes, st.just(value=True), st.lists(st.one_of(anything, frames), min_size=1, max_size=4).map(tuple)),
    )


def _spoilt(text: bytes, at: int, by: bytes) -> bytes:
    return text[: at % len(text)] + by + text[at % len(text) :]


async def survives_bytes(serving: Serving, sent: Bytes) -> None:
    """Send them, and hang up when the house has closed or says nothing more; it is well, and others play on."""
    heard = Heard()
    logging.getLogger("pandemonium").addHandler(heard)
    try:
        async with guest(serving.port) as host:
            table = await host.sets(min(shelf()), "you", *["open"] * (shelf()[min(shelf())].seats[0] - 1))
            reader, writer = await asyncio.open_connection("127.0.0.1", serving.port)
            with suppress(OSError, asyncio.IncompleteReadError):
                if sent.upgraded:
                    writer.write(_UPGRADE % (table["id"].encode(), host.cookie.encode()))
                    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
                for piece in sent.pieces:
                    writer.write(piece)
                    await writer.drain()
                writer.write_eof()
                await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
            async with host.at(table["id"]) as page:
                await page.hears("welcome")
                assert (await page.asks("speak", language="en"))["type"] == "done"
    finally:
        logging.getLogger("pandemonium").removeHandler(heard)
    assert heard.said == []


_UPGRADE: Final = (
    b"GET /api/tables/%b/socket?version=0&language=en HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Cookie: %b\r\n\r\n"
)


def between_nodes() -> st.SearchStrategy[bytes]:
    """What may come over the bus: messages of every kind, messages that are spoilt, and anything."""
    kinds_of_it = get_args(AnyMessage)
    names = st.sampled_from([kind.__struct_config__.tag for kind in kinds_of_it])
    whole = st.one_of([st.builds(kind) for kind in kinds_of_it]).map(_packed)
    odd = st.builds(lambda name, facts: _packed([name, *facts]), names, st.lists(_JSON, max_size=9))
    spoilt = st.builds(_spoilt, whole, st.integers(0, 200), st.binary(max_size=8))
    short = st.builds(lambda text, at: text[: at % len(text)], whole, st.integers(0, 200))
    return st.one_of(whole, odd, spoilt, short, st.binary(max_size=100))


def _packed(what: Any) -> bytes:
    try:
        return encode(what)
    except (OverflowError, UnicodeEncodeError):  # There is no place for it in msgpack.
        return b"\xc1"


def _structs() -> tuple[type, ...]:
    return get_args(FromPage)


def _command(info: Any) -> st.SearchStrategy[str]:
    """A message of this type: each field as it should be, or nearly, or not there."""
    fields = {field.encode_name: _VALUES.get(field.name, _JSON) for field in info.fields}
    return st.fixed_dictionaries({}, optional=fields).map(lambda facts: _text({"type": info.tag, "id": "a", **facts}))


def _text(what: Any) -> str:
    return json.dumps(what, ensure_ascii=True)


class Heard(logging.Handler):
    """What the house has written to its log that it should never have to."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


async def survives(serving: Serving, script: Script) -> None:
    """Send it, as those who are there; then the house is well, and what is on disk is what is at the table."""
    heard = Heard()
    logging.getLogger("pandemonium").addHandler(heard)
    try:
        async with guest(serving.port) as host:
            game = shelf()[script.game]
            if script.by:
                seats = min(3, game.seats[-1])
                table = await host.sets(script.game, "you", *["open"] * (seats - 1), programs=True)
                await _send_together(serving, host, table["id"], script)
            else:
                table = await host.sets(script.game, "you", *["random"] * (game.seats[0] - 1))
                await _sends(host, table["id"], script)
            async with host.at(table["id"]) as page:
                await page.hears("welcome")
                assert (await page.asks("speak", language="en"))["type"] == "done"
            await _is_as_on_disk(serving, table["id"])
    finally:
        logging.getLogger("pandemonium").removeHandler(heard)
    assert heard.said == []


async def _sends(host: Guest, table: str, script: Script) -> None:
    async with host.at(table) as page:
        at = (await page.hears("welcome"))["positions"][0]
        try:
            for number, frame in enumerate(script.frames):
                if frame.startswith(LEGAL):
                    at = await _plays(page, at, number, int(frame.removeprefix(LEGAL)))
                else:
                    await page.socket.send(frame)
            await asyncio.wait_for(page.asks("speak", "the-end", language="en"), PATIENCE)
        except ConnectionClosed:
            assert page.socket.close_code in CODES, page.socket.close_code


async def _send_together(serving: Serving, host: Guest, table: str, script: Script) -> None:
    """Two people, somebody who only watches and a program, whoever finds a seat on it."""
    port = serving.port
    async with (
        guest(port) as friend,
        guest(port) as watcher,
        guest(port, known=False) as program,
        AsyncExitStack() as there,
    ):
        brought = (await friend.http.post("/api/me/programs", json={"name": "Fuzz"})).json()
        program.http.headers["authorization"] = f"Bearer {brought['token']}"
        pages = [await there.enter_async_context(who.at(table)) for who in (host, friend, watcher, program)]
        # Where there are two seats, now the friend has the second, now the program.
        first = len(script.frames) % 2
        for name in sorted(AT_HIS_SEAT, reverse=bool(first)):
            page = pages[WHO.index(name)]
            for seat in (AT_HIS_SEAT[name], 1):
                if (await page.asks("sit", f"sits-{seat}", seat=seat))["type"] == "done":
                    break
        live = serving.house.tables[table]
        if script.frames[0].startswith(LEGAL) and all(chair.kind != "open" for chair in live.record.chairs):
            await serving.until(lambda: live.book is not None)  # Nobody could play before that.
        for number, (frame, by) in enumerate(zip(script.frames, script.by, strict=True)):
            with suppress(ConnectionClosed):
                if frame.startswith(LEGAL):
                    await pages[by].has_heard()
                    at = _newest(pages[by], {"legal": []})
                    await _plays(pages[by], at, number, int(frame.removeprefix(LEGAL)))
                else:
                    await pages[by].socket.send(frame)
        for name, page in zip(WHO, pages, strict=True):
            try:
                await asyncio.wait_for(page.asks("speak", "the-end", language="en"), PATIENCE)
            except ConnectionClosed:
                good = CODES | SENT_AWAY if name == "program" else CODES
                assert page.socket.close_code in good, (name, page.socket.close_code)


async def _plays(page: Page, at: Facts, number: int, place: int) -> Facts:
    if not at["legal"]:
        return at
    what = at["legal"][place % len(at["legal"])]
    await page.asks("act", f"legal-{number}", seat=at["eyes"], what=what)
    return _newest(page, at)


def _newest(page: Page, otherwise: Facts) -> Facts:
    """How it stands, as this page has heard last."""
    for text in reversed(page.heard):
        message: Facts = msgspec.json.decode(text)
        if message["type"] in ("news", "welcome") and message["positions"]:
            position: Facts = message["positions"][0]
            return position
    return otherwise


async def _is_as_on_disk(serving: Serving, id: str) -> None:
    async def look() -> None:
        live = serving.house.tables[id]

        async def compare() -> None:
            record = await serving.house.store.table(id)
            assert record == live.record
            if live.book is not None:
                kept = fold(record, await serving.house.store.log(id))
                assert kept.match.state == live.book.match.state
                assert kept.version == live.book.version

        await live.ask(compare)

    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(look(), serving.house.loop))


def kept_scripts() -> list[Script]:
    """The corpus: what once broke something, or came far. A line of JSON each."""
    return [msgspec.json.decode(line, type=Script) for line in _lines(CORPUS)]


def kept_bytes() -> list[Bytes]:
    return [msgspec.json.decode(line, type=Bytes) for line in _lines(CORPUS / "bytes")]


def _lines(folder: Path) -> list[str]:
    return [line for file in sorted(folder.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()]


def keep(sent: Script | Bytes) -> Path:
    file = (CORPUS if isinstance(sent, Script) else CORPUS / "bytes") / "found.jsonl"
    with file.open("a", encoding="utf-8") as corpus:
        corpus.write(msgspec.json.encode(sent).decode() + "\n")
    return file
