"""Whoever sends nonsense is refused or sent away with a code; the table goes on, and nothing grows."""

from __future__ import annotations

import contextlib
import os
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pandemonium.server.limits import Rate
from pandemonium.server.transport.connection import Connection
from pandemonium.server.transport.frames import framed
from tests.server.serving import ROOMY, Guest, Serving, guest, in_a_loop, standing

GAME = "little-devils"


async def a_table(host: Guest) -> str:
    return str((await host.sets(GAME, "you", "you", "you", oneScreen=True))["id"])


async def tell(page: Connection, frame: bytes) -> None:
    page.tell(frame)


async def goes_on(host: Guest, table: str) -> None:
    """The table still takes a move."""
    async with host.at(table) as page:
        at = (await page.hears("welcome"))["positions"]
        (seat,) = at[0]["toAct"]
        assert (await page.asks("act", os.urandom(8).hex(), seat=seat, what=at[seat]["legal"][0]))["type"] == "done"


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\x00\xff", 1003),
        (b'{"type":"undo","id":"x","seat":0}', 1003),
        ("", 1007),
        ("{", 1007),
        ("[]", 1007),
        ('{"type":"nonsense","id":"x"}', 1007),
        ('{"type":"act","seat":0,"what":{}}', 1007),
        ('{"type":"act","id":"../../etc","seat":0,"what":{}}', 1007),
        ('{"type":"undo","id":"x\\n","seat":0}', 1007),
        ('{"type":"act","id":"x","seat":"0","what":{}}', 1007),
        ('{"type":"say","id":"x","text":"' + "a" * 301 + '"}', 1007),
        ('{"type":"say","id":"x","text":"' + "a" * 20_000 + '"}', 1009),
        ("[" * 16_000, 1007),
    ],
)
@in_a_loop
async def test_a_frame_that_no_page_would_send_closes_the_socket(port: int, frame: str | bytes, code: int) -> None:
    async with guest(port) as host:
        table = await a_table(host)
        async with host.at(table) as page:
            await page.hears("welcome")
            await page.socket.send(frame)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await page.next()
            assert await page.closed() == code
        await goes_on(host, table)


@in_a_loop
async def test_a_move_in_boxes_within_boxes_is_no_move(port: int) -> None:
    async with guest(port) as host:
        table = await a_table(host)
        async with host.at(table) as page:
            await page.hears("welcome")
            what = "[" * 1_500 + "]" * 1_500
            await page.socket.send('{"type":"act","id":"x","seat":0,"what":' + what + "}")
            with contextlib.suppress(ConnectionClosed):
                while (answer := await page.next())["type"] != "refused":
                    pass
                assert answer["key"] == "unknown-move"
        await goes_on(host, table)


@in_a_loop
async def test_a_table_that_is_not_there_is_a_code_of_its_own(port: int) -> None:
    async with guest(port) as host, host.at("nothing") as page:
        assert await page.closed() == 4404


@in_a_loop
async def test_the_socket_opens_for_our_own_page_only(port: int) -> None:
    async with guest(port) as host:
        table = await a_table(host)
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
        with pytest.raises(InvalidStatus):
            await connect(address, origin="http://evil.example")  # type: ignore[arg-type]
        async with connect(address, origin=f"http://127.0.0.1:{port}"):  # type: ignore[arg-type]
            pass


@in_a_loop
async def test_ten_thousand_hostile_frames_change_nothing(serving: Serving) -> None:
    luck = Random(13)

    def frame(number: int) -> str:
        kinds: list[dict[str, Any]] = [
            {"type": "act", "seat": luck.randrange(-5, 9), "what": {"type": "play", "card": luck.randrange(-9, 99)}},
            {"type": "act", "seat": 0, "what": {"type": "deal", "seat": 1, "cards": [1, 2, 3]}},
            {"type": "act", "seat": 1, "what": [[[[]]]]},
            {"type": "undo", "seat": luck.randrange(9)},
            {"type": "sit", "seat": luck.randrange(9)},
            {"type": "rise", "seat": luck.randrange(9)},
            {"type": "cover", "seat": luck.randrange(9)},
            {"type": "start", "fill": "perfect"},
            {"type": "salt", "seat": 0, "salt": "0" * 32},
            {"type": "again"},
        ]
        # Every third one is sent under an id that was used before.
        asked = {**luck.choice(kinds), "id": f"h{number if number % 3 else luck.randrange(number + 1)}"}
        return msgspec.json.encode(asked).decode()

    async with guest(serving.port) as host, guest(serving.port) as thug:
        table = await a_table(host)
        async with host.at(table) as page:
            before = standing(await page.hears("welcome"))
        for hundred in range(0, 10_000, 500):
            async with thug.at(table) as page:
                with contextlib.suppress(ConnectionClosed):
                    for number in range(hundred, hundred + 500):
                        await page.socket.send(frame(number))
                    while True:
                        await page.next()
                assert await page.closed() == 1008
        assert len(serving.house.tables[table].handled) <= 256
        await serving.until(lambda: not serving.house.tables[table].pages)
        async with host.at(table) as page:
            assert standing(await page.hears("welcome")) == before
        await goes_on(host, table)


@in_a_loop
async def test_who_does_not_read_is_sent_away_and_holds_nobody_up(serving: Serving) -> None:
    async with guest(serving.port) as host, guest(serving.port) as sleeper:
        table = await a_table(host)
        async with host.at(table) as page:
            await page.hears("welcome")
            headers = {"Cookie": sleeper.cookie}
            address = f"ws://127.0.0.1:{serving.port}/api/tables/{table}/socket"
            async with connect(address, additional_headers=headers, max_queue=1) as deaf:
                live = serving.house.tables[table]
                await serving.until(lambda: len(live.pages) == 2)
                (other,) = [each for each in live.pages if each.person != next(iter(live.pages)).person]
                deaf.transport.pause_reading()
                for number in range(30):
                    assert (await page.asks("emote", f"e{number}", emote="devil"))["type"] == "done"
                # Far more than any network would hold for it.
                frame = framed(b"x" * 60_000)
                for _ in range(300):
                    serving.soon(partial(live.post, partial(tell, other, frame)))
                await serving.until(lambda: other.is_closing)
                deaf.transport.abort()


@in_a_loop
async def test_new_tables_are_not_made_without_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    few = replace(ROOMY, tables=Rate(0.001, 3))
    with Serving(tmp_path_factory.mktemp("small"), limits=few) as small:
        async with guest(small.port) as host:
            wish = {"game": GAME, "chairs": [{"kind": "you"}] * 3}
            answers = [(await host.http.post("/api/tables", json=wish)).status_code for _ in range(5)]
            assert answers == [201, 201, 201, 429, 429]
            large = await host.http.post("/api/tables", content=b'"' + b"a" * 2_000_000 + b'"')
            assert large.status_code in (400, 413)


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("\u3164\u2800 \ufe0f", None),
        ("\u202e\u200b", None),
        ("a\u202eb", "a b"),
        ("Z" + "\u0301\u0300" * 140, "Z\u0301\u0300"),
        ("Việt ❤\ufe0f", "Việt ❤\ufe0f"),
        ("<b>\u0085</b>", "<b> </b>"),
    ],
    ids=["blank", "unseen", "turned round", "a pile", "as people write", "tags"],
)
@in_a_loop
async def test_what_is_said_can_be_read_and_covers_nothing(port: int, text: str, heard: str | None) -> None:
    """A pile of accents lies over what others have said, and a line of blanks over nothing."""
    async with guest(port) as host:
        table = await a_table(host)
        async with host.at(table) as page:
            await page.sends("say", "s", text=text)

            if heard is None:
                assert (await page.hears("refused"))["key"] == "not-understood"
            else:
                assert (await page.hears("chat"))["said"]["text"] == heard


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables?mine=true", "/api/me/matches"])
@in_a_loop
async def test_what_cannot_stand_in_a_database_is_no_game(port: int, path: str) -> None:
    """PostgreSQL refuses a text with a zero in it, and the house would say that nothing can be written down."""
    async with guest(port) as host:
        assert (await host.http.get(path, params={"game": "tarot"})).json() in ([], {"matches": [], "before": None})
        assert (await host.http.get(path, params={"game": "a\0"})).status_code == 400


@in_a_loop
async def test_a_request_that_is_too_large_is_refused_in_a_sentence(port: int) -> None:
    async with guest(port) as host:
        answer = await host.http.post("/api/tables", content=b" " * 500_000)

    assert answer.status_code == 413
    assert answer.json() == {"key": "too-large", "reason": "This is too large."}
