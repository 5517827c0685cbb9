"""A whole race over real sockets: the start, the grabs, the receipts, and who comes back in the middle of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandemonium.games.diavolo.dice import Throw, right_colour
from tests.server.serving import Facts, Guest, Page, Serving, guest, in_a_loop, moves, position

GAME = "diavolo"
QUICK: Facts = {
    "race_pause": 60,
    "race_first_pause": 60,
    "suspense": (0.2, 0.3),
}
"""People say that they are ready: nothing starts by itself."""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with Serving(tmp_path_factory.mktemp("races"), **QUICK) as serving:
        yield serving.port


class Two:
    """Two people at a table of Diavolo: one imp of each colour."""

    def __init__(self, table: str, people: list[Guest], pages: list[Page]) -> None:
        self.table = table
        self.people = people
        self.pages = pages

    async def start(self) -> Facts:
        """Both are ready; the dice tumble, and are revealed."""
        for seat, page in enumerate(self.pages):
            await page.asks("ready", seat=seat)
        return await self.reveal()

    async def reveal(self) -> Facts:
        views = []
        for page in self.pages:
            await page.hears("steady")
            views.append(position(await page.hears("news"))["view"])
        assert views[0]["throw"] == views[1]["throw"]
        assert views[0]["throw"] is not None
        view: Facts = views[0]
        return view

    async def grab(self, seat: int, colour: str, ms: int, id: str | None = None) -> Facts:
        return await self.pages[seat].asks("act", id, seat=seat, what={"type": "grab", "colour": colour, "ms": ms})

    async def receipt(self) -> Facts:
        receipts = [await page.hears("receipt") for page in self.pages]
        assert receipts[0] == receipts[1]
        return receipts[0]


def right(view: Facts) -> str:
    return right_colour(msgspec.convert(view["throw"], Throw))


def wrong(view: Facts) -> str:
    return next(colour for colour in ("black", "red") if colour != right(view))


@asynccontextmanager
async def two(port: int, **wish: Any) -> AsyncIterator[Two]:
    async with guest(port) as one, guest(port) as other:
        table = (await one.sets(GAME, "you", "open", **wish))["id"]
        async with one.at(table) as first, other.at(table) as second:
            await first.hears("welcome")
            await second.hears("welcome")
            await second.asks("sit", seat=1)
            for page in (first, second):
                news = await page.hears("news")
                assert [move["what"]["type"] for move in moves(news)][:1] == ["roller"]
            yield Two(table, [one, other], [first, second])


@in_a_loop
async def test_the_start_is_held_until_everybody_is_ready(port: int) -> None:
    async with two(port) as at:
        await at.pages[0].asks("ready", seat=0)
        assert await at.pages[1].silence(0.4) == []

        await at.pages[1].asks("ready", seat=1)
        tumble = await at.pages[1].hears("steady")
        assert tumble["round"] == 1
        assert 0 < tumble["revealIn"] <= 300


@in_a_loop
async def test_before_the_reveal_nothing_on_the_wire_tells_the_dice(port: int) -> None:
    """Fairness: neither the start of the match, nor the tumbling, nor the paper has a die of the coming throw in it."""
    async with two(port) as at:
        for seat, page in enumerate(at.pages):
            await page.asks("ready", seat=seat)
        await at.pages[0].hears("steady")
        async with at.people[0].at(at.table) as reloaded:
            welcome = await reloaded.hears("welcome")
            paper = (await at.people[0].http.get(f"/api/tables/{at.table}/paper")).text
            heard = [*at.pages[0].heard, *at.pages[1].heard, *reloaded.heard, paper]

            assert position(welcome)["view"]["throw"] is None
            assert (await reloaded.hears("steady"))["revealIn"] <= 300
            for text in heard:
                assert '"type":"throw"' not in text
                assert "nature throw" not in text
            assert moves(await at.pages[0].hears("news"))[0]["what"]["type"] == "throw"


@in_a_loop
async def test_the_order_die_comes_first_where_that_was_agreed(port: int) -> None:
    """6.2, and the coloured dice are held all the same."""
    async with two(port, options={"order-first": "yes"}) as at:
        async with at.people[1].at(at.table) as again:
            welcome = await again.hears("welcome")

        assert [move["what"]["type"] for move in moves(welcome)] == ["roller", "order"]
        view = await at.start()
        assert view["throw"]["order"] == position(welcome)["view"]["order"]


@in_a_loop
async def test_a_round_from_the_reveal_to_the_receipt(port: int) -> None:
    """5.1–5.3 The faster one has the only imp, the other one none; everybody gets the same receipt."""
    async with two(port) as at:
        view = await at.start()
        await asyncio.sleep(0.3)
        await at.pages[0].sends("act", "a", seat=0, what={"type": "grab", "colour": right(view), "ms": 298})
        await asyncio.sleep(0.005)
        await at.pages[1].sends("act", "b", seat=1, what={"type": "grab", "colour": wrong(view), "ms": 302})
        receipt = await at.receipt()

        by_seat = {line["seat"]: line for line in receipt["lines"]}
        assert by_seat[0]["claimed"] == 298
        assert by_seat[0]["verdict"] == "counted"
        assert by_seat[0]["arrived"] >= 298
        assert by_seat[0]["roundTrip"] < 50
        heard = {message["type"]: message for message in at.pages[0].passed_over}
        assert heard["done"]["id"] == "a"
        assert position(heard["news"])["view"]["explained"]["changes"] == [0, -1]


@in_a_loop
async def test_who_loads_the_page_anew_gets_the_last_receipts_again(port: int) -> None:
    async with two(port) as at:
        view = await at.start()
        await asyncio.sleep(0.3)
        await at.grab(0, right(view), 298)
        receipt = await at.receipt()
        async with at.people[1].at(at.table) as new, at.people[1].at(at.table, version=3) as known:
            assert await new.hears("receipt") == receipt
            assert [message["type"] for message in await known.silence()].count("receipt") == 0


@in_a_loop
async def test_a_claim_is_cut_and_not_refused(port: int) -> None:
    """5.1 Half a second after the reveal nobody on this line can have needed only 120 ms."""
    async with two(port) as at:
        view = await at.start()
        await asyncio.sleep(0.5)
        done = await at.grab(0, right(view), 120)
        receipt = await at.receipt()

        assert done["type"] == "done"
        (line,) = receipt["lines"]
        assert line["verdict"] == "cut"
        assert line["counted"] > 430
        assert line["correction"] == line["counted"] - 120


@in_a_loop
async def test_nobody_is_faster_than_a_hand(port: int) -> None:
    """5.4 Refused and noted; the hand that did it may try again."""
    async with two(port) as at:
        view = await at.start()
        refused = await at.grab(0, right(view), 20)
        assert refused["key"] == "inhuman"
        await asyncio.sleep(0.3)
        assert (await at.grab(0, right(view), 290))["type"] == "done"

        assert [line["verdict"] for line in (await at.receipt())["lines"]] == ["inhuman", "counted"]


@in_a_loop
async def test_a_press_before_the_dice_are_visible_is_no_grab(port: int) -> None:
    """5.4"""
    async with two(port) as at:
        for seat, page in enumerate(at.pages):
            await page.asks("ready", seat=seat)
        await at.pages[0].hears("steady")

        refused = await at.grab(0, "red", 150)

        assert refused["key"] == "no-throw-yet"


@in_a_loop
async def test_one_hand_holds_one_imp(port: int) -> None:
    """3.3, also while it is being timed; and asking twice under one name is asking once."""
    async with two(port) as at:
        view = await at.start()
        await asyncio.sleep(0.3)
        what = {"type": "grab", "colour": wrong(view), "ms": 290}
        await at.pages[0].sends("act", "x", seat=0, what=what)
        await at.pages[0].sends("act", "x", seat=0, what=what)
        refused = await at.grab(0, right(view), 295)

        assert refused["type"] == "refused"
        assert refused["key"] in ("grab-counts", "has-grabbed")
        await at.grab(1, right(view), 400)
        assert [line["seat"] for line in (await at.receipt())["lines"]] == [0, 1]


@in_a_loop
async def test_who_reloads_in_a_running_round_races_on_without_getting_his_time_back(port: int) -> None:
    async with two(port) as at:
        view = await at.start()
        await asyncio.sleep(0.4)
        async with at.people[0].at(at.table) as reloaded:
            welcome = await reloaded.hears("welcome")
            assert position(welcome)["view"]["throw"] == view["throw"]
            assert position(welcome)["legal"]
            what = {"type": "grab", "colour": right(view), "ms": 110}
            asked = "after-reloading"
            assert (await reloaded.asks("act", asked, seat=0, what=what))["type"] == "done"

        (line,) = (await at.receipt())["lines"]
        assert line["counted"] > 330


@in_a_loop
async def test_the_bell_ends_a_round_in_which_nobody_grabs(port: int) -> None:
    """3.5"""
    async with two(port, options={"deadline": "3"}) as at:
        await at.start()
        receipt = await at.receipt()

        assert receipt == {"type": "receipt", "round": 1, "lines": []}
        view = position([message for message in at.pages[0].passed_over if message["type"] == "news"][-1])["view"]
        assert view["gems"] == [4, 4]
        assert view["throw"] is None
        assert view["explained"]["round"] == 1


@in_a_loop
async def test_a_calm_table_has_imps_for_everybody(port: int) -> None:
    """6.4"""
    async with two(port, options={"calm": "yes"}) as at:
        view = await at.start()
        if right(view) == "grey":
            return
        await asyncio.sleep(0.2)
        assert (await at.grab(0, right(view), 190))["type"] == "done"
        assert (await at.grab(1, right(view), 2_000))["type"] == "done"
        await at.receipt()


def test_a_restart_in_a_held_moment_and_in_a_running_round_loses_nothing(tmp_path: Path) -> None:
    """What is not drawn yet stays undrawn; what lies on the table still lies there."""

    async def first(port: int) -> tuple[str, dict[str, str]]:
        async with guest(port) as one:
            table = (await one.sets(GAME, "you", "sensible", options={"deadline": "30"}))["id"]
            async with one.at(table) as page:
                await page.hears("welcome")
            return table, dict(one.http.cookies)

    async def second(port: int, table: str, cookies: dict[str, str]) -> Facts:
        async with guest(port, known=False) as one:
            one.http.cookies.update(cookies)
            async with one.at(table) as page:
                assert position(await page.hears("welcome"))["view"]["throw"] is None
                await page.asks("ready", seat=0)
                await page.hears("steady")
                view: Facts = position(await page.hears("news"))["view"]
                return view

    async def third(port: int, table: str, cookies: dict[str, str], before: Facts) -> None:
        async with guest(port, known=False) as one:
            one.http.cookies.update(cookies)
            async with one.at(table) as page:
                welcome = await page.hears("welcome")
                assert position(welcome)["view"]["throw"] == before["throw"]
                receipt = await page.hears("receipt")
                assert receipt["round"] == 1

    with Serving(tmp_path, **QUICK) as serving:
        table, cookies = asyncio.run(first(serving.port))
    with Serving(tmp_path, **QUICK) as serving:
        view = asyncio.run(second(serving.port, table, cookies))
    with Serving(tmp_path, **QUICK) as serving:
        asyncio.run(third(serving.port, table, cookies, view))


def test_a_race_against_bots_goes_to_its_end(tmp_path: Path) -> None:
    """Elimination on the way; somebody who never grabs is out after five rounds, and may watch the rest."""

    async def play(port: int) -> None:
        async with guest(port) as one:
            table = (await one.sets(GAME, "you", "sensible", "sensible", options={"deadline": "3"}))["id"]
            async with one.at(table) as page:
                rounds = 0
                while True:
                    message = await page.next()
                    if message["type"] == "news" and position(message)["result"] is not None:
                        break
                    if message["type"] == "receipt":
                        rounds += 1
                        assert message["round"] == rounds
                        counted = [line["counted"] for line in message["lines"]]
                        assert counted == sorted(counted)
                        assert all(line["bot"] for line in message["lines"])
                standings = position(message)["result"]["standings"]
                assert standings[0]["place"] > 1
                assert rounds >= 5

    with Serving(tmp_path, race_pause=0, race_first_pause=0, suspense=(0, 0.01)) as serving:
        asyncio.run(asyncio.wait_for(play(serving.port), 120))


def test_a_race_waits_a_while_for_somebody_who_is_away(tmp_path: Path) -> None:
    async def play(port: int) -> None:
        async with two(port) as at:
            await at.pages[1].socket.close()
            await asyncio.sleep(0.1)
            await at.pages[0].asks("ready", seat=0)
            assert all(message["type"] == "table" for message in await at.pages[0].silence(0.5))
            await at.pages[0].hears("steady")

    with Serving(tmp_path, **QUICK, race_away=1.5) as serving:
        asyncio.run(play(serving.port))


def test_nobody_races_while_all_are_away(tmp_path: Path) -> None:
    async def play(port: int) -> None:
        async with guest(port) as one:
            table = (await one.sets(GAME, "you", "sensible", options={"deadline": "30"}))["id"]
            async with one.at(table) as page:
                await page.hears("welcome")
            await asyncio.sleep(0.6)
            async with one.at(table) as page:
                welcome = await page.hears("welcome")
                assert position(welcome)["version"] <= 2

    with Serving(tmp_path, race_pause=0.2, race_first_pause=0.2, suspense=(0, 0.01)) as serving:
        asyncio.run(play(serving.port))
