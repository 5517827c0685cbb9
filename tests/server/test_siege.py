"""One stranger against the house, within a test's means: he is sent away, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, WebSocketException

from pandemonium.core.game import Refusal
from pandemonium.server.limits import KEPT, Buckets, Rate, Turns, address_of
from pandemonium.server.table import pages as at_table
from pandemonium.server.table.fair_lobby import FROM_A_GUEST, FROM_AN_ADDRESS, fair
from pandemonium.server.table.lists import LOOKED_AT
from pandemonium.server.table.room import PAGES_EACH
from pandemonium.server.transport.admission import share
from pandemonium.storage import sql
from tests.server.serving import PATIENCE, ROOMY, Page, Serving, guest, in_a_loop, position
from tests.storage.test_sqlite import record

GAME = "little-devils"
PING, PONG, PIECE, NOTHING = b"\x89", b"\x8a", b"\x00", b"\x81"
EMPTY = b"\x80\0\0\0\0"
"""The rest of a frame from a page that has nothing in it."""


async def hears_until_the_end(page: Page) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await page.next()


# Frames


@pytest.mark.parametrize(
    "frames",
    [
        pytest.param((PING + EMPTY) * 50_000, id="pings"),
        pytest.param((PONG + EMPTY) * 50_000, id="pongs that nobody asked for"),
        pytest.param(b"\x01" + EMPTY + (PIECE + EMPTY) * 50_000, id="pieces of one message"),
        pytest.param((NOTHING + EMPTY) * 50_000, id="empty messages"),
    ],
)
@in_a_loop
async def test_every_frame_counts_whatever_is_in_it(port: int, frames: bytes) -> None:
    async with guest(port) as host:
        table = await host.sets(GAME, "you", "open", "open")
        async with host.at(table["id"]) as page:
            await page.hears("welcome")
            page.socket.transport.write(frames)
            await hears_until_the_end(page)

            assert await page.closed() == 1008


@in_a_loop
async def test_who_shares_an_address_shares_its_frames(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, frames_from_address=Rate(0.001, 60))) as small:
        async with guest(small.port) as host:
            table = await host.sets(GAME, "you", "open", "open")
            async with host.at(table["id"]) as one, host.at(table["id"]) as two:
                for number in range(50):
                    await one.asks("speak", f"a{number}", language="fr")
                for number in range(20):
                    await two.sends("speak", f"b{number}", language="fr")
                await hears_until_the_end(two)

                assert await two.closed() == 1008


# Chat


@in_a_loop
async def test_a_second_page_gives_nobody_a_second_voice(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, words=Rate(0.001, 4))) as small:
        async with guest(small.port) as host:
            table = await host.sets(GAME, "you", "open", "open")
            async with host.at(table["id"]) as one, host.at(table["id"]) as two:
                pages = (one, two, one, two, one, two)
                answers = [await page.asks("say", f"s{number}", text="boo") for number, page in enumerate(pages)]

                assert [answer.get("key", "done") for answer in answers] == ["done"] * 4 + ["too-fast"] * 2


@in_a_loop
async def test_new_guests_give_an_address_no_new_voice(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, words_from_address=Rate(0.001, 4))) as small:
        async with guest(small.port) as host:
            table = await host.sets(GAME, "you", "open", "open")
            said = []
            for _ in range(6):
                async with guest(small.port) as thug, thug.at(table["id"]) as page:
                    said.append((await page.asks("emote", emote="rage")).get("key", "done"))

            assert said == ["done"] * 4 + ["too-fast"] * 2


@in_a_loop
async def test_a_name_is_a_word_like_any_other(tmp_path: Path) -> None:
    """Everybody at the table is shown it."""
    with Serving(tmp_path, limits=replace(ROOMY, words=Rate(0.001, 3))) as small:
        async with guest(small.port, language="fr") as loud, guest(small.port) as other:
            table = (await loud.sets(GAME, "you", "open", "open"))["id"]
            async with loud.at(table) as page:
                assert (await page.asks("emote", emote="rage"))["type"] == "done"
                names = ["Your", "Your", "cards", "are", "bad"]
                answers = [await loud.http.patch("/api/me", json={"name": name}) for name in names]
                assert (await page.asks("emote", emote="rage"))["key"] == "too-fast"
            language = await loud.http.patch("/api/me", json={"name": "cards", "language": "fr"})
            elsewhere = await other.http.patch("/api/me", json={"name": "bad"})

    # The second time it is no new name.
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].json()["key"] == "name-too-often"
    assert "nom" in answers[-1].json()["reason"]
    assert (language.status_code, elsewhere.status_code) == (200, 200)


@in_a_loop
async def test_new_guests_give_an_address_no_new_names(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, words_from_address=Rate(0.001, 2))) as small:
        answers = []
        for number in range(4):
            async with guest(small.port) as thug:
                answers.append((await thug.http.patch("/api/me", json={"name": f"Boo {number}"})).status_code)

        assert answers == [200, 200, 429, 429]


# Tables


def test_of_too_many_tables_each_address_keeps_its_first() -> None:
    names = [f"{maker}{number}" for maker in "abc" for number in range(9)]
    records = [record(name, host=name, maker=name[0]) for name in names]

    listed = [its.id for its in fair([*records, record("last", host="z", maker="z")], 7)]

    assert listed == ["a0", "a1", "b0", "b1", "c0", "c1", "last"]


@in_a_loop
async def test_new_guests_give_an_address_no_new_tables(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, tables_from_address=Rate(0.001, 3))) as small:
        wish = {"game": GAME, "chairs": [{"kind": "you"}] * 3}
        answers = []
        for _ in range(5):
            async with guest(small.port) as thug:
                answers.append((await thug.http.post("/api/tables", json=wish)).status_code)

        assert answers == [201, 201, 201, 429, 429]


@in_a_loop
async def test_one_guest_or_address_does_not_fill_the_lobby(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as honest:
            elsewhere = {"x-forwarded-for": "192.0.2.7"}
            honest.http.headers.update(elsewhere)
            first = (await honest.sets(GAME, "you", "open", "open", public=True))["id"]
            for _ in range(6):
                async with guest(serving.port) as thug:
                    for _ in range(12):
                        await thug.sets(GAME, "you", "open", "open", public=True)
            listed = [table["id"] for table in (await honest.http.get("/api/tables")).json()]
            assert first in listed
            assert len(listed) == FROM_AN_ADDRESS + 1
            async with honest.at(first) as page:
                await page.hears("welcome")
                listed = [table["id"] for table in (await honest.http.get("/api/tables")).json()]
                assert listed[0] == first  # Where somebody is there.
            async with guest(serving.port) as host:
                host.http.headers.update({"x-forwarded-for": "192.0.2.8"})
                own = [(await host.sets(GAME, "you", "open", "open", public=True))["id"] for _ in range(5)]
                listed = [table["id"] for table in (await honest.http.get("/api/tables")).json()]
                assert len(set(own) & set(listed)) == FROM_A_GUEST


@in_a_loop
async def test_an_honest_table_stays_in_the_lobby_for_as_long_as_somebody_floods_it(tmp_path: Path) -> None:
    """Whoever had set more tables than are looked at pushed out all older ones; after a restart, with ten at once."""
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as honest:
            honest.http.headers.update({"x-forwarded-for": "192.0.2.7"})
            first = (await honest.sets(GAME, "you", "open", "open", public=True))["id"]
            for _ in range(7):
                async with guest(serving.port) as thug:
                    for _ in range(LOOKED_AT // 6):
                        await thug.sets(GAME, "you", "open", "open", public=True)
            before = [table["id"] for table in (await honest.http.get("/api/tables")).json()]
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as reader:
            after = [table["id"] for table in (await reader.http.get("/api/tables")).json()]
            of_game = [table["id"] for table in (await reader.http.get(f"/api/tables?game={GAME}")).json()]

    assert first in before
    assert before == after == of_game
    assert len(after) == FROM_AN_ADDRESS + 1


@in_a_loop
async def test_a_table_where_somebody_waits_is_listed_whatever_his_neighbours_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql, "FROM_ONE_ADDRESS", 5)
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as honest:
            first = (await honest.sets(GAME, "you", "open", "open", public=True))["id"]
            async with honest.at(first) as page:
                await page.hears("welcome")
                for _ in range(FROM_AN_ADDRESS + 2):
                    async with guest(serving.port) as thug:
                        await thug.sets(GAME, "you", "open", "open", public=True)
                listed = [table["id"] for table in (await honest.http.get("/api/tables")).json()]

            assert listed[0] == first
            assert len(listed) == 6


@in_a_loop
async def test_public_tables_are_limited_by_guest_and_address(tmp_path: Path) -> None:
    few = replace(ROOMY, public_tables=Rate(0.001, 2), public_tables_from_address=Rate(0.001, 3))
    with Serving(tmp_path, limits=few) as small:
        wish = {"game": GAME, "chairs": [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}], "public": True}
        async with guest(small.port) as one, guest(small.port) as two:
            answers = [(await who.http.post("/api/tables", json=wish)).status_code for who in (one, one, one, two, two)]
            hidden = await two.http.post("/api/tables", json={**wish, "public": False})

        assert answers == [201, 201, 429, 201, 429]
        assert hidden.status_code == 201


@in_a_loop
async def test_to_play_again_is_a_new_table_too(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, tables=Rate(0.001, 2))) as small:
        async with guest(small.port) as host:
            table = (await host.sets("diable-par-la-queue", "you", "random"))["id"]
            answers = []
            for _ in range(2):
                async with host.at(table) as page:
                    if not (await page.hears("welcome"))["positions"]:
                        await page.hears("news")
                    await page.asks("resign")
                    answers.append((await page.asks("again")).get("key", "done"))
                    table = (await host.http.get(f"/api/tables/{table}")).json()["rematch"] or table

            assert answers == ["done", "too-fast"]


@in_a_loop
async def test_an_address_has_so_many_newcomers_and_no_more(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, guests_from_address=Rate(0.001, 3))) as small:
        async with guest(small.port, known=False) as nobody:
            answers = []
            for _ in range(5):
                nobody.http.cookies.clear()
                answers.append((await nobody.http.get("/api/me")).status_code)
            assert answers == [200, 200, 200, 429, 429]
            elsewhere = {"x-forwarded-for": "192.0.2.7"}
            assert (await nobody.http.get("/api/me", headers=elsewhere)).status_code == 200
            assert (await nobody.http.get("/api/me")).status_code == 200  # He is known now.


@in_a_loop
async def test_an_address_asks_so_often_and_no_more(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, requests_from_address=Rate(0.001, 4))) as small:
        async with guest(small.port, known=False, language="fr") as thug:
            answers = [await thug.http.get(path) for path in ("/", "/api/boxes", "/", "/api/boxes", "/", "/api/boxes")]

            assert [answer.status_code == 429 for answer in answers] == [False] * 4 + [True] * 2
            assert answers[-1].json() == {"key": "too-fast", "reason": "Pas si vite."}
            assert answers[-1].headers["connection"] == "close"


@in_a_loop
async def test_one_address_is_served_so_many_times_and_then_others_are() -> None:
    turns, order = Turns(2), []

    async def ask(name: str, number: int) -> None:
        over = await turns.take(name)
        order.append((name, number))
        await asyncio.sleep(0)
        over()
        over()  # Twice is once.

    crowd = [asyncio.create_task(ask("thug", number)) for number in range(6)]
    await asyncio.sleep(0)
    crowd[3].cancel()
    await asyncio.gather(ask("honest", 0), *crowd, return_exceptions=True)

    assert order == [("thug", 0), ("thug", 1), ("honest", 0), ("thug", 2), ("thug", 4), ("thug", 5)]
    assert (turns._busy, turns._waiting) == ({}, {})


# Connections


HALF = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
WHOLE = HALF + b"\r\n"
STRANGER = "127.0.0.2"
"""Another address of this machine: who comes from 127.0.0.1 may be a proxy, and speak for many."""


@asynccontextmanager
async def calls(port: int, says: bytes, address: str = "127.0.0.1") -> AsyncIterator[asyncio.StreamReader]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(says)
    try:
        yield reader
    finally:
        writer.transport.abort()


async def is_answered(reader: asyncio.StreamReader) -> bool:
    try:
        return await asyncio.wait_for(reader.readline(), PATIENCE) == b"HTTP/1.1 200 OK\r\n"
    except ConnectionResetError:
        return False


async def is_hung_up_on(reader: asyncio.StreamReader) -> bool:
    """Within the patience of a test."""
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize(
    "says",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(HALF, id="half a request"),
        pytest.param(b"PATCH /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf", id="half a body"),
    ],
)
@in_a_loop
async def test_who_does_not_come_to_the_point_is_hung_up_on(tmp_path: Path, says: bytes) -> None:
    with Serving(tmp_path, patience=0.3) as serving:
        async with calls(serving.port, says) as line:
            assert await is_hung_up_on(line)


@in_a_loop
async def test_who_asks_once_and_then_half_is_answered_once_and_hung_up_on(tmp_path: Path) -> None:
    with Serving(tmp_path, patience=0.3) as serving:
        while True:
            async with calls(serving.port, WHOLE + HALF) as line:
                if await is_answered(line):  # Else this machine was so busy that he could say nothing in time.
                    while await line.readline() != b"\r\n":
                        pass
                    await line.readuntil(b"ok\n")
                    assert await is_hung_up_on(line)
                    return


@pytest.mark.parametrize(
    "path", ["/api/tables?" + "a=1&" * 300, f"/api/tables/{'a' * 1_000}", "/api/boxes?" + "a" * 1_000]
)
@in_a_loop
async def test_an_address_longer_than_any_of_ours_is_not_taken_apart(tmp_path: Path, path: str) -> None:
    """What is taken apart is remembered: a thousand such requests would be more than a gigabyte for good."""
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as somebody:
            answer = await somebody.http.get(path)

            assert (answer.status_code, answer.json()["key"]) == (413, "too-large")
            assert (await somebody.http.get(f"{path[:900]}")).status_code in (200, 400)


@in_a_loop
async def test_who_sends_half_of_it_holds_up_nobody_at_his_address(tmp_path: Path) -> None:
    """A class at school has one address, and so have all who come through a network that names nobody."""
    half = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"
    with Serving(tmp_path, limits=replace(ROOMY, at_a_time_from_address=2), patience=5 * PATIENCE) as serving:
        async with AsyncExitStack() as stack:
            for _ in range(4):
                await stack.enter_async_context(calls(serving.port, half, STRANGER))
            async with calls(serving.port, WHOLE, STRANGER) as line:
                assert await is_answered(line)


@in_a_loop
async def test_whoever_waits_for_a_hint_holds_up_nobody_at_his_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A class that learns asks for many at once, and each of them is thought about for a second or two."""
    is_thought_about, goes_on = threading.Event(), asyncio.Event()

    async def advise(*_: object) -> None:
        is_thought_about.set()
        await goes_on.wait()
        raise Refusal("no-thought-now")

    with Serving(tmp_path, limits=replace(ROOMY, at_a_time_from_address=1)) as serving:
        monkeypatch.setattr(serving.house.thinking, "advise", advise)
        async with guest(serving.port) as host:
            id = (await host.sets(GAME, "you", "random", "random"))["id"]
            async with host.at(id) as page:
                at = position(await page.hears("welcome"))
                while not at["legal"]:
                    at = position(await page.hears("news"))
            async with asyncio.TaskGroup() as tasks:
                asked = tasks.create_task(host.http.get(f"/api/tables/{id}/hint", params={"seat": 0}))
                await asyncio.to_thread(is_thought_about.wait, PATIENCE)

                assert (await host.http.get("/healthz")).status_code == 200
                serving.house.loop.call_soon_threadsafe(goes_on.set)
            assert asked.result().json()["key"] == "no-thought-now"


@in_a_loop
async def test_saying_it_letter_by_letter_gives_nobody_more_time(tmp_path: Path) -> None:
    with Serving(tmp_path, patience=0.3) as serving:
        reader, writer = await asyncio.open_connection("127.0.0.1", serving.port)
        with contextlib.suppress(ConnectionResetError):
            for letter in HALF + b"X-Patience: " + b"a" * 1000:
                writer.write(bytes([letter]))
                await writer.drain()
                await asyncio.sleep(0.02)
                if reader.at_eof():
                    break
            else:
                pytest.fail("he was listened to for twenty seconds")
        writer.transport.abort()


@in_a_loop
async def test_a_page_may_be_as_quiet_as_it_likes(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as host:
            table, cookies = (await host.sets(GAME, "you", "open", "open"))["id"], dict(host.http.cookies)
    with Serving(tmp_path, patience=0.1) as serving:
        async with guest(serving.port, known=False) as host, AsyncExitStack() as stack:
            host.http.cookies.update(cookies)
            page = None
            while page is None:  # This machine may be so busy that he says nothing in time.
                with contextlib.suppress(OSError, WebSocketException, EOFError):
                    page = await stack.enter_async_context(host.at(table))
            await page.hears("welcome")
            await asyncio.sleep(0.5)

            assert (await page.asks("speak", language="fr"))["type"] == "done"


@in_a_loop
async def test_half_open_requests_keep_nobody_out(tmp_path: Path) -> None:
    """When the house is full, whoever has been holding a line longest without a word makes place."""
    with Serving(tmp_path, limits=replace(ROOMY, connections=20)) as serving:
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(calls(serving.port, HALF)) for _ in range(50)]
            async with guest(serving.port) as host:
                table = await host.sets(GAME, "you", "open", "open")
                async with host.at(table["id"]) as page:
                    await page.hears("welcome")
                    for _ in range(50):
                        await stack.enter_async_context(calls(serving.port, HALF))

                    assert await is_hung_up_on(lines[0])
                    assert (await page.asks("speak", language="fr"))["type"] == "done"


@in_a_loop
async def test_one_address_has_so_many_lines_and_no_more(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, connections_from_address=10)) as serving:
        async with AsyncExitStack() as stack:
            for _ in range(10):
                await stack.enter_async_context(calls(serving.port, HALF, STRANGER))
            last = await stack.enter_async_context(calls(serving.port, HALF, STRANGER))
            assert await is_hung_up_on(last)
            async with calls(serving.port, WHOLE, "127.0.0.3") as other:
                assert await is_answered(other)
        await serving.until(lambda: not serving.admission.open)
        async with calls(serving.port, WHOLE, STRANGER) as again:
            assert await is_answered(again)


@in_a_loop
async def test_one_address_calls_so_often_and_no_more(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, calls_from_address=Rate(0.001, 5))) as serving:
        for number in range(8):
            async with calls(serving.port, WHOLE, STRANGER) as line:
                assert await is_answered(line) == (number < 5)


@in_a_loop
async def test_one_address_behind_a_proxy_does_not_fill_the_house(tmp_path: Path) -> None:
    """All its pages are at tables of its own, where nobody counts them; and the proxy is no address that is counted."""
    with Serving(tmp_path, limits=replace(ROOMY, connections=40, open_from_address=1_000)) as serving:
        async with guest(serving.port) as host, guest(serving.port) as thug, AsyncExitStack() as stack:
            table = (await host.sets(GAME, "you", "open", "open"))["id"]
            host.forwarded, thug.forwarded = "192.0.2.7", "192.0.2.8"
            pages = []
            for _ in range(4):
                own = (await thug.sets(GAME, "you", "open", "open"))["id"]
                for _ in range(12):
                    with contextlib.suppress(OSError, WebSocketException, EOFError):
                        pages.append(await stack.enter_async_context(thug.at(own)))
            async with host.at(table) as page:
                await page.hears("welcome")
                assert (await page.asks("start"))["type"] == "done"
            most = share(serving.settings.limits)
            assert most == 5
            assert await pages[most].closed() == 4429
            await pages[0].socket.close()
            await serving.until(lambda: serving.door.open_from(thug.forwarded) < most)
            async with thug.at(own) as again:
                await again.hears("welcome")


@in_a_loop
async def test_one_address_behind_a_proxy_has_so_many_answers_under_way_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads slowly holds a line for as long as he likes."""
    goes_on = asyncio.Event()

    async def slowly(*_: object) -> None:
        await goes_on.wait()

    with Serving(tmp_path, limits=replace(ROOMY, open_from_address=3)) as serving:
        async with guest(serving.port) as thug:
            monkeypatch.setattr(serving.house.store, "try_to_write", slowly)
            async with asyncio.TaskGroup() as tasks:
                asked = [tasks.create_task(thug.http.get("/ready")) for _ in range(3)]
                address = "127.0.0.1"
                await serving.until(lambda: serving.door.open_from(address, "http") == 3)
                refused = await thug.http.get("/healthz")
                other = await thug.http.get("/healthz", headers={"x-forwarded-for": "192.0.2.7"})
                serving.house.loop.call_soon_threadsafe(goes_on.set)

            assert (refused.status_code, refused.json()["key"]) == (429, "too-fast")
            assert [its.status_code for its in (other, *(task.result() for task in asked))] == [200] * 4


@in_a_loop
async def test_who_asks_for_much_and_reads_nothing_is_hung_up_on(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "large.bin").write_bytes(bytes(30_000_000))
    with Serving(tmp_path / "data", site=page, patience=0.3) as serving:
        reader, writer = await asyncio.open_connection("127.0.0.1", serving.port, limit=1000)
        writer.write(b"GET /large.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        await reader.readexactly(1)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await serving.until(lambda: not serving.admission.open)
        assert not reader.at_eof()
        writer.transport.abort()


# Room round a table


@in_a_loop
async def test_who_plays_at_a_table_gets_in_however_many_watch(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, pages_at_a_table=5)) as serving:
        async with guest(serving.port) as host, AsyncExitStack() as stack:
            table = (await host.sets(GAME, "you", "open", "open"))["id"]
            crowd = []
            for _ in range(5):
                thug = await stack.enter_async_context(guest(serving.port))
                crowd.append(await stack.enter_async_context(thug.at(table)))
                await crowd[-1].hears("welcome")
            async with guest(serving.port, known=False) as late, late.at(table) as page:
                assert await page.closed() == 4429
            async with host.at(table) as page:
                await page.hears("welcome")
                await hears_until_the_end(crowd[-1])

                assert await crowd[-1].closed() == 4429
                assert (await page.asks("start"))["type"] == "done"


@in_a_loop
async def test_a_crowd_makes_room_for_somebody_from_elsewhere(tmp_path: Path) -> None:
    """He may want to sit down."""
    with Serving(tmp_path, limits=replace(ROOMY, pages_at_a_table=5)) as serving:
        async with guest(serving.port) as host, AsyncExitStack() as stack:
            table = (await host.sets(GAME, "you", "open", "open"))["id"]
            crowd = [await stack.enter_async_context(host.at(table))]
            await crowd[0].hears("welcome")
            thug = await stack.enter_async_context(guest(serving.port, known=False))
            for _ in range(4):
                crowd.append(await stack.enter_async_context(thug.at(table)))
                await crowd[-1].hears("welcome")
            async with guest(serving.port) as friend:
                friend.forwarded = "192.0.2.7"
                async with friend.at(table) as page:
                    assert (await page.asks("sit", seat=1))["type"] == "done"
            await hears_until_the_end(crowd[-1])

            assert await crowd[-1].closed() == 4429
            assert (await crowd[0].asks("speak", language="fr"))["type"] == "done"


@in_a_loop
async def test_one_address_watches_so_many_tables_and_no_more(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, pages_from_address=3)) as serving:
        async with guest(serving.port) as host, guest(serving.port) as thug, AsyncExitStack() as stack:
            tables = [(await host.sets(GAME, "you", "open", "open"))["id"] for _ in range(4)]
            pages = [await stack.enter_async_context(thug.at(table)) for table in tables]
            assert await pages[-1].closed() == 4429
            async with host.at(tables[0]) as page:
                await page.hears("welcome")


@in_a_loop
async def test_of_the_many_pages_of_one_person_the_oldest_is_closed(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as host, AsyncExitStack() as stack:
            table = (await host.sets(GAME, "you", "open", "open"))["id"]
            pages = []
            for _ in range(PAGES_EACH + 1):
                pages.append(await stack.enter_async_context(host.at(table)))
                await pages[-1].hears("welcome")
            await hears_until_the_end(pages[0])

            assert await pages[0].closed() == 4429
            await serving.until(lambda: len(serving.house.tables[table].pages) == PAGES_EACH)


@in_a_loop
async def test_that_many_come_and_go_is_told_once(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_table, "A_WHILE", 0.5)
    async with guest(port) as host, guest(port, known=False) as crowd:
        table = (await host.sets(GAME, "you", "open", "open"))["id"]
        async with host.at(table) as page, AsyncExitStack() as stack:
            await page.hears("welcome")
            pages = [stack.enter_async_context(crowd.at(table)) for _ in range(30)]
            for watching in await asyncio.gather(*pages):
                await watching.hears("welcome")
            told = [await page.hears("table")]
            while told[-1]["table"]["watchers"] < 30:
                told.append(await page.hears("table"))

            assert len(told) < 30


# Addresses


@pytest.mark.parametrize(
    ("client", "whose"),
    [
        (("192.0.2.7", 5000), "192.0.2.7"),
        (("::ffff:192.0.2.7", 5000), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5000), "2001:db8:1:2::"),
        (("fe80::1%eth0", 5000), "fe80::"),
        (("a proxy's word", 0), "a proxy's word"),
        (None, ""),
    ],
)
def test_a_household_has_one_address(client: tuple[str, int] | None, whose: str) -> None:
    """Whoever has IPv6 has more addresses than there are grains of sand."""
    assert address_of(client) == whose


def test_who_has_been_quiet_longest_is_forgotten_first() -> None:
    buckets = Buckets(Rate(0.001, 1))
    assert buckets.takes("first")
    for number in range(KEPT - 1):
        buckets.takes(str(number))
    assert not buckets.takes("first")
    buckets.takes("one more")

    assert not buckets.takes("first")
    assert buckets.takes("0")


@in_a_loop
async def test_of_a_thousand_cookies_of_ours_a_few_are_looked_at(tmp_path: Path) -> None:
    """Each takes as long as a signature; what other programs on this host have put there takes none."""
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as somebody:
            name = (await somebody.http.get("/api/me")).json()["name"]
            for before, is_known in (("other=a.b; " * 1_000, True), ("pandemonium=a.b; " * 1_000, False)):
                async with httpx.AsyncClient(base_url=somebody.http.base_url) as http:
                    told = await http.get("/api/me", headers={"cookie": before + somebody.cookie})

                assert (told.json()["name"] == name) == is_known


@in_a_loop
async def test_nothing_is_remembered_of_who_came_to_watch_and_has_gone(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as host:
            id = (await host.sets(GAME, "you", "random", "random"))["id"]
            async with host.at(id) as page:
                await page.hears("welcome")
                for _ in range(3):
                    async with guest(serving.port) as somebody, somebody.at(id) as watching:
                        await watching.hears("welcome")
                    while (await page.hears("table"))["table"]["watchers"]:
                        pass
                pages = serving.house.tables[id].pages

                assert len(pages.came) == 1
                assert not pages.away
