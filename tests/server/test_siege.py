"""One stranger against the house, within a test's means: he is sent away, and nobody else notices."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from pandemonium.server.limits import KEPT, Buckets, Rate, address_of
from tests.server.serving import ROOMY, Page, Serving, guest, in_a_loop

GAME = "little-devils"
PING, PONG, PIECE, NOTHING = b"\x89", b"\x8a", b"\x00", b"\x81"
EMPTY = b"\x80\0\0\0\0"
"""The rest of a frame from a page that has nothing in it."""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("house")) as serving:
        yield serving


@pytest.fixture
def port(serving: Serving) -> int:
    return serving.port


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


# Tables


@in_a_loop
async def test_new_guests_give_an_address_no_new_tables(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, tables_from_address=Rate(0.001, 3))) as small:
        wish = {"game": GAME, "chairs": [{"kind": "you"}] * 3}
        answers = []
        for _ in range(5):
            async with guest(small.port) as thug:
                answers.append((await thug.http.post("/api/tables", json=wish)).status_code)

        assert answers == [201, 201, 201, 429, 429]


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
