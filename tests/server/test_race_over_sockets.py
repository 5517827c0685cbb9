"""A whole race over real sockets: the start, the grabs, the receipts, and who comes back in the middle of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from examples.verify_luck import read_paper, unsaid_rounds
from pandemonium.games.diavolo.dice import Throw, right_colour
from pandemonium.server.race.judge import FRAME
from pandemonium.server.race.waiting import BRISK
from tests.server.rehearsal import Clock
from tests.server.serving import Facts, Guest, Page, Serving, guest, in_a_loop, moves, position

GAME = "diavolo"
SUSPENSE = 2.0
WAITING: Facts = {"race_pause": 60, "race_look": 60, "suspense": (1.0, SUSPENSE), "salt_pause": 0}
"""People say that they are ready: nothing starts by itself."""
STUMBLE = 0.08


@contextmanager
def standing_still(folder: Path, clock: Clock | None = None, **wishes: Any) -> Iterator[Serving]:
    """A house in which time passes when a test says so."""
    with Serving(folder, clock=clock or Clock(runs=False), **{**WAITING, "stumble": STUMBLE, **wishes}) as serving:
        yield serving


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with standing_still(tmp_path_factory.mktemp("races")) as serving:
        yield serving


class Two:
    """Two people at a table of Diavolo: one imp of each colour."""

    def __init__(self, house: Serving, table: str, people: list[Guest], pages: list[Page]) -> None:
        self.house = house
        self.table = table
        self.people = people
        self.pages = pages
        self.kind = "grab"

    async def get_ready(self) -> Facts:
        """Both are ready; the dice tumble until time passes."""
        for seat, page in enumerate(self.pages):
            await page.asks("ready", seat=seat)
        await self.house.knows_how_far(self.table)
        return [await page.hears("steady") for page in self.pages][-1]

    async def start(self) -> Facts:
        """The dice are revealed, and no time has passed since."""
        await self.get_ready()
        await self.house.moves_on(SUSPENSE)
        views = [position(await page.hears("news"))["view"] for page in self.pages]
        assert views[0]["throw"] == views[1]["throw"]
        assert views[0]["throw"] is not None
        view: Facts = views[0]
        return view

    async def reach(self, seat: int, colour: str, ms: int, id: str, page: Page | None = None) -> None:
        """A grab that claims so many ms; when this returns the house has it."""
        page = page or self.pages[seat]
        await page.sends("act", id, seat=seat, what={"type": self.kind, "colour": colour, "ms": ms})
        await page.asks("ready", seat=seat)  # Answered after it.

    async def answer(self, seat: int, id: str, page: Page | None = None) -> Facts:
        """What comes of a grab, once nobody can come before it any more."""
        page = page or self.pages[seat]
        await self.house.moves_on(1)
        known = [message for message in page.passed_over if message.get("id") == id]
        while not known:
            message = await page.next()
            (known if message.get("id") == id else page.passed_over).append(message)
        return known[0]

    async def receipt(self) -> Facts:
        await self.house.moves_on(1)
        receipts = [await self._receipt(page) for page in self.pages]
        assert receipts[0] == receipts[1]
        return receipts[0]

    @staticmethod
    async def _receipt(page: Page) -> Facts:
        known = [message for message in page.passed_over if message["type"] == "receipt"]
        return known[-1] if known else await page.hears("receipt")


def right(view: Facts) -> str:
    return right_colour(msgspec.convert(view["throw"], Throw))


def wrong(view: Facts) -> str:
    return next(colour for colour in ("black", "red") if colour != right(view))


@asynccontextmanager
async def two(house: Serving, **wish: Any) -> AsyncIterator[Two]:
    async with guest(house.port) as one, guest(house.port) as other:
        table = (await one.sets(GAME, "you", "open", **wish))["id"]
        async with one.at(table) as first, other.at(table) as second:
            await first.hears("welcome")
            await second.hears("welcome")
            await second.asks("sit", seat=1)
            for page in (first, second):
                news = await page.hears("news")
                assert [move["what"]["type"] for move in moves(news)][:1] == ["roller"]
            yield Two(house, table, [one, other], [first, second])


@in_a_loop
async def test_the_start_is_held_until_everybody_is_ready(house: Serving) -> None:
    async with two(house) as at:
        await at.pages[0].asks("ready", seat=0)
        await house.moves_on(30)
        await at.pages[0].asks("ready", seat=0)
        assert "steady" not in {message["type"] for message in at.pages[0].passed_over}

        steady = await at.get_ready()
        held = [message for message in at.pages[0].passed_over if message["type"] == "held"]
        assert [message["waitsFor"] for message in held][:2] == [[0, 1], [1]]
        assert {message["startsAt"] for message in held} == {None}
        assert steady["round"] == 1
        assert 1000 <= steady["revealIn"] <= 1000 * SUSPENSE


@in_a_loop
async def test_at_a_private_table_nothing_starts_by_itself(house: Serving) -> None:
    """However long somebody reads the rules: also alone with bots."""
    async with guest(house.port) as one:
        table = (await one.sets(GAME, "you", "sensible"))["id"]
        async with one.at(table) as page:
            held = await page.hears("held")
            await house.moves_on(3600)
            assert "steady" not in {message["type"] for message in await page.has_heard()}

            assert (held["waitsFor"], held["startsAt"]) == ([0], None)


async def awaited(someone: Guest) -> list[int]:
    """As it stands among his own tables."""
    (table,) = (await someone.http.get("/api/tables?mine=true")).json()
    seats: list[int] = table["toAct"]
    return seats


@in_a_loop
async def test_own_tables_say_whom_the_next_round_waits_for_awake_and_asleep(tmp_path: Path) -> None:
    """Whoever races, is no bot and has not said here that he is ready."""
    with standing_still(tmp_path) as serving:
        async with two(serving) as at:
            host, friend = at.people
            cookies = host.http.cookies
            nobody_is_ready = await awaited(host)
            await at.pages[0].asks("ready", seat=0)
            one_is_ready = await awaited(host), await awaited(friend)
            await at.get_ready()
            it_is_about_to_start = await awaited(host)
            await serving.moves_on(SUSPENSE)
            it_runs = await awaited(host)
            await serving.moves_on(60)
            await at.receipt()
            it_is_over = await awaited(host)
            await at.pages[1].asks("leave")
            a_bot_plays_for_the_other = await awaited(host)
    with standing_still(tmp_path) as serving:
        async with guest(serving.port, known=False) as host:
            host.http.cookies = cookies
            it_sleeps = await awaited(host)

    assert nobody_is_ready == [0, 1]
    assert one_is_ready == ([1], [1])
    assert it_is_about_to_start == []
    assert it_runs == it_is_over == [0, 1]
    assert a_bot_plays_for_the_other == it_sleeps == [0]


@in_a_loop
async def test_at_a_public_table_everybody_sees_when_it_starts(house: Serving) -> None:
    async with two(house, public=True) as at:
        await at.pages[0].asks("ready", seat=0)
        held = await at.pages[0].hears("held")
        assert held["waitsFor"] == [1]
        assert held["startsAt"] == house.clock.now() + 1000 * WAITING["race_pause"]

        await house.moves_on(WAITING["race_pause"])
        await at.pages[1].hears("steady")


@in_a_loop
async def test_a_bot_may_sit_in_for_somebody_who_sleeps(house: Serving) -> None:
    """He is there, and says nothing for longer than anybody looks at dice."""
    async with two(house) as at:
        await at.pages[0].asks("ready", seat=0)
        assert (await at.pages[0].asks("cover", seat=1))["key"] == "may-still-think"
        await house.moves_on(180)
        assert (await at.pages[0].asks("cover", seat=1))["type"] == "done"

        await house.knows_how_far(at.table)
        assert (await at.pages[0].hears("steady"))["round"] == 1


@in_a_loop
async def test_nobody_is_kept_waiting_by_a_round_that_only_bots_race(house: Serving) -> None:
    async with guest(house.port) as one:
        table = (await one.sets(GAME, "you", "random", "random", options={"deadline": "3"}))["id"]
        async with one.at(table) as page:
            for _ in range(5):
                await page.asks("ready", seat=0)
                await house.knows_how_far(table)
                await page.hears("steady")
                await house.moves_on(SUSPENSE)
                for _ in range(8):
                    await house.moves_on(0.5)
                await page.hears("receipt")
            held = await page.hears("held")
            assert held["waitsFor"] == []
            assert held["startsAt"] is not None

            await house.moves_on(WAITING["race_look"] / BRISK)
            await page.hears("steady")


@in_a_loop
async def test_who_is_out_has_the_rest_played_at_once_if_only_bots_are_left(house: Serving) -> None:
    async with guest(house.port) as one:
        table = (await one.sets(GAME, "you", "archdevil", "archdevil", options={"deadline": "3"}))["id"]
        async with one.at(table) as page:
            too_early = await page.asks("finish", seat=0)
            for _ in range(5):
                await page.asks("ready", seat=0)
                await house.knows_how_far(table)
                await page.hears("steady")
                await house.moves_on(SUSPENSE)
                for _ in range(8):
                    await house.moves_on(0.5)
                await page.hears("receipt")
            held = await page.hears("held")
            await page.sends("finish", "enough", seat=0)  # No time passes from here on.
            while position(news := await page.hears("news"))["result"] is None:
                pass
            last = await page.hears("receipt")
        paper = (await one.http.get(f"/api/tables/{table}/paper")).text
        receipts = (await one.http.get(f"/api/tables/{table}/receipts")).json()
    rounds = [message["round"] for message in page.passed_over if message["type"] == "receipt"]

    assert too_early["key"] == "others-race"
    assert held["onlyBots"]
    assert position(news)["result"]["standings"][0]["place"] == 3
    assert rounds == list(range(6, last["round"]))
    assert not list(unsaid_rounds(read_paper(paper), receipts)), "whoever checks the luck misses no receipt"
    assert len(list(unsaid_rounds(read_paper(paper), receipts[1:-1]))) == 2


@in_a_loop
async def test_in_somebodys_first_round_the_bots_hold_back(house: Serving) -> None:
    async with guest(house.port) as one:
        table = (await one.sets(GAME, "you", "random", "random"))["id"]
        async with one.at(table) as page:
            await page.asks("ready", seat=0)
            assert [message["slow"] for message in page.passed_over if message["type"] == "held"][-1]
            await house.knows_how_far(table)
            await house.moves_on(SUSPENSE)
            await house.moves_on(11)
            lines = (await page.hears("receipt"))["lines"]

            assert all(line["counted"] >= 1200 for line in lines)
            assert not (await page.hears("held"))["slow"]


@in_a_loop
async def test_where_several_share_a_device_and_no_bot_sits_nobody_is_said_to_hold_back(house: Serving) -> None:
    async with guest(house.port) as one:
        table = (await one.sets(GAME, "you", "you"))["id"]
        async with one.at(table) as page:
            await page.asks("ready", seat=0)
            assert not any(message["slow"] for message in page.passed_over if message["type"] == "held")


@in_a_loop
async def test_before_the_reveal_nothing_on_the_wire_tells_the_dice(house: Serving) -> None:
    """Fairness: neither the start of the match, nor the tumbling, nor the paper has a die of the coming throw in it."""
    async with two(house) as at:
        await at.get_ready()
        async with at.people[0].at(at.table) as reloaded:
            welcome = await reloaded.hears("welcome")
            paper = (await at.people[0].http.get(f"/api/tables/{at.table}/paper")).text
            assert 0 < (await reloaded.hears("steady"))["revealIn"] <= 1000 * SUSPENSE
            heard = [*at.pages[0].heard, *at.pages[1].heard, *reloaded.heard, paper]

            assert position(welcome)["view"]["throw"] is None
            for text in heard:
                assert '"type":"throw"' not in text
                assert "nature throw" not in text
            await house.moves_on(SUSPENSE)
            assert moves(await at.pages[0].hears("news"))[0]["what"]["type"] == "throw"


@in_a_loop
async def test_who_only_watches_gets_the_dice_when_the_round_is_decided(house: Serving) -> None:
    """Or he could tell a player what he sees: over the socket, when he comes in the middle of it, and on paper."""
    async with two(house) as at, guest(house.port) as stranger, stranger.at(at.table) as watching:
        known = (await watching.hears("welcome"))["positions"][0]["version"]
        view = await at.start()
        async with stranger.at(at.table) as late, stranger.at(at.table, version=known) as back:
            for page in (late, back):
                welcome = await page.hears("welcome")
                assert position(welcome)["view"]["throw"] is None
                assert position(welcome)["version"] == known
                assert position(welcome)["toAct"] == []
            paper = f"/api/tables/{at.table}/paper"
            assert "nature throw" not in (await stranger.http.get(paper)).text
            assert "nature throw" in (await at.people[0].http.get(paper)).text
            await house.moves_on(0.3)
            await at.reach(0, wrong(view), 298, "a")
            assert (await at.answer(0, "a"))["type"] == "done"
            await at.reach(1, right(view), 1_500, "b")
            await at.receipt()
            for page in (watching, late, back):
                heard = await page.hears("news")
                assert heard["since"] == known
                told = [moment["what"]["type"] for moment in heard["positions"][0]["moments"]]
                assert told == ["throw", "grab", "grab", "bell"]
                assert all('"throw"' not in text for text in page.heard[:-1] if '"news"' in text)
                await page.hears("receipt")
        assert "nature throw" in (await stranger.http.get(paper)).text


@in_a_loop
async def test_a_screen_for_the_room_shows_the_dice_if_a_player_has_opened_it(house: Serving) -> None:
    async with two(house) as at, at.people[1].at(at.table, query="&eyes=public") as screen:
        await screen.hears("welcome")
        view = await at.start()

        assert position(await screen.hears("news"))["view"]["throw"] == view["throw"]


@in_a_loop
async def test_a_race_of_bots_is_seen_as_it_runs(house: Serving) -> None:
    """There is nobody to whom it could be told."""
    async with guest(house.port) as stranger:
        table = (await stranger.sets(GAME, "sensible", "sensible"))["id"]
        async with stranger.at(table) as watching:
            await watching.hears("welcome")
            await house.moves_on(60)
            await watching.hears("steady")
            await house.moves_on(SUSPENSE)

            assert moves(await watching.hears("news"))[-1]["what"]["type"] == "throw"


@in_a_loop
async def test_the_order_die_comes_first_where_that_was_agreed(house: Serving) -> None:
    """6.2, and the coloured dice are held all the same."""
    async with two(house, options={"order-first": "yes"}) as at:
        async with at.people[1].at(at.table) as again:
            welcome = await again.hears("welcome")

        assert [move["what"]["type"] for move in moves(welcome)] == ["roller", "order"]
        view = await at.start()
        assert view["throw"]["order"] == position(welcome)["view"]["order"]


@in_a_loop
async def test_a_round_from_the_reveal_to_the_receipt(house: Serving) -> None:
    """5.1–5.3 The faster one has the only imp, the other one none; everybody gets the same receipt."""
    async with two(house) as at:
        view = await at.start()
        await house.moves_on(0.3)
        await at.reach(0, right(view), 298, "a")
        await house.moves_on(0.005)
        await at.reach(1, wrong(view), 302, "b")
        receipt = await at.receipt()

        assert [line["claimed"] for line in receipt["lines"]] == [298, 302]
        assert [line["counted"] for line in receipt["lines"]] == [298, 302]
        assert [line["arrived"] for line in receipt["lines"]] == [300, 305]
        assert [line["verdict"] for line in receipt["lines"]] == ["counted", "gone"]
        assert {line["roundTrip"] for line in receipt["lines"]} == {0}
        heard = {message["type"]: message for message in at.pages[0].passed_over if message.get("id", "a") == "a"}
        assert heard["done"]["id"] == "a"
        assert position(heard["news"])["view"]["explained"]["changes"] == [0, -1]


def test_the_receipts_of_all_rounds_are_kept(tmp_path: Path) -> None:
    """5.3 Also when the house was closed in between, and for somebody who was never there."""

    @in_a_loop
    async def play(house: Serving) -> None:
        async with two(house, options={"deadline": "3"}) as at, guest(house.port, known=False) as stranger:
            told = []
            for _ in range(3):
                await at.start()
                await house.moves_on(4)
                told.append(await at.receipt())
            address = f"/api/tables/{at.table}/receipts"
            assert (await stranger.http.get(address)).json() == told
            kept["table"], kept["receipts"] = at.table, told

    @in_a_loop
    async def read(house: Serving) -> None:
        async with guest(house.port, known=False) as stranger:
            address = f"/api/tables/{kept['table']}/receipts"
            assert (await stranger.http.get(address)).json() == kept["receipts"]
            assert (await stranger.http.get("/api/tables/nothing/receipts")).status_code == 404

    kept: Facts = {}
    with standing_still(tmp_path) as serving:
        play(serving)
    with standing_still(tmp_path) as serving:
        read(serving)


@in_a_loop
async def test_a_round_in_which_the_house_stumbles_is_thrown_again(house: Serving) -> None:
    """5.6 Two grabs that came in while it stood still would have been decided by lot."""
    async with two(house) as at, guest(house.port) as stranger:
        view = await at.start()
        await house.moves_on(0.3)
        async with house.stumbles(0.4):
            for seat in (0, 1):
                what = {"type": "grab", "colour": right(view), "ms": 350 + 200 * seat}
                await at.pages[seat].sends("act", f"g{seat}", seat=seat, what=what)
        for seat in (0, 1):
            assert (await at.answer(seat, f"g{seat}"))["key"] == "called-off"
        receipt = await at.receipt()
        assert receipt["round"] == 1
        assert receipt["stumbled"] == 400
        assert [(line["verdict"], line["counted"]) for line in receipt["lines"]] == [("void", None)] * 2
        for page in at.pages:
            news = next(message for message in page.passed_over if message["type"] == "news")
            assert [fact["type"] for fact in moves(news)[-1]["facts"]] == ["voided"]
            assert position(news)["view"]["gems"] == [5, 5]
            assert position(news)["view"]["round"] == 1
            page.passed_over.clear()
        assert (await stranger.http.get(f"/api/tables/{at.table}/receipts")).json() == [receipt]

        again = await at.start()
        assert again["throw"] != view["throw"]
        await house.moves_on(0.3)
        await at.reach(0, right(again), 298, "h")
        assert (await at.answer(0, "h"))["type"] == "done"
        assert (await at.receipt())["stumbled"] == 0


@in_a_loop
async def test_a_stumble_that_touched_nobody_changes_nothing(house: Serving) -> None:
    """5.6 Whoever can make the house busy shall not be able to call a round off with it."""
    async with two(house) as at:
        view = await at.start()
        await house.moves_on(0.3)
        async with house.stumbles(0.4):
            pass
        await house.moves_on(0.2)
        await at.reach(0, right(view), 898, "a")
        assert (await at.answer(0, "a"))["type"] == "done"
        assert (await at.receipt())["stumbled"] == 0


@in_a_loop
async def test_a_claim_is_cut_and_not_refused(house: Serving) -> None:
    """5.1 Half a second after the reveal nobody on this line can have needed only 120 ms."""
    async with two(house) as at:
        view = await at.start()
        await house.moves_on(0.5)
        await at.reach(0, right(view), 120, "a")

        assert (await at.answer(0, "a"))["type"] == "done"
        (line,) = (await at.receipt())["lines"]
        assert line["verdict"] == "cut"
        assert line["counted"] == 500 - FRAME
        assert line["correction"] == line["counted"] - 120


@in_a_loop
async def test_nobody_is_faster_than_a_hand(house: Serving) -> None:
    """5.4 Refused and noted; the hand that did it may try again when its fingers do not hurt any more."""
    async with two(house) as at:
        view = await at.start()
        await house.moves_on(0.09)
        await at.reach(0, right(view), 90, "a")
        refused = [message for message in at.pages[0].passed_over if message.get("id") == "a"]
        assert [message["key"] for message in refused] == ["inhuman"]
        await house.moves_on(0.4)
        await at.reach(0, right(view), 490, "b")
        refused = [message for message in at.pages[0].passed_over if message.get("id") == "b"]
        assert [message["key"] for message in refused] == ["burnt"]
        await house.moves_on(0.3)
        await at.reach(0, right(view), 790, "c")
        assert (await at.answer(0, "c"))["type"] == "done"

        assert [line["verdict"] for line in (await at.receipt())["lines"]] == ["inhuman", "burnt", "counted"]


@in_a_loop
async def test_a_press_before_the_dice_are_visible_is_no_grab(house: Serving) -> None:
    """5.4"""
    async with two(house) as at:
        await at.get_ready()
        await at.reach(0, "red", 150, "a")

        refused = next(message for message in at.pages[0].passed_over if message.get("id") == "a")
        assert refused["key"] == "no-throw-yet"


@in_a_loop
async def test_one_hand_holds_one_imp(house: Serving) -> None:
    """3.3, also while it is being timed; and asking twice under one name is asking once."""
    async with two(house) as at:
        view = await at.start()
        await house.moves_on(0.3)
        await at.reach(0, wrong(view), 290, "x")
        await at.reach(0, wrong(view), 290, "x")
        await at.reach(0, right(view), 295, "y")
        await house.moves_on(0.1)
        await at.reach(1, right(view), 400, "z")

        assert (await at.answer(0, "y"))["key"] == "attempt-counts"
        assert (await at.answer(0, "x"))["type"] == "done"
        assert [line["seat"] for line in (await at.receipt())["lines"]] == [0, 1]


@in_a_loop
async def test_who_reloads_in_a_running_round_races_on_without_getting_his_time_back(house: Serving) -> None:
    async with two(house) as at:
        view = await at.start()
        await house.moves_on(0.4)
        async with at.people[0].at(at.table) as reloaded:
            welcome = await reloaded.hears("welcome")
            assert position(welcome)["view"]["throw"] == view["throw"]
            assert position(welcome)["legal"]
            await at.reach(0, right(view), 110, "after-reloading", reloaded)
            assert (await at.answer(0, "after-reloading", reloaded))["type"] == "done"

        (line,) = (await at.receipt())["lines"]
        assert line["counted"] == 400 - FRAME


@in_a_loop
async def test_the_bell_ends_a_round_in_which_nobody_grabs(house: Serving) -> None:
    """3.5"""
    async with two(house, options={"deadline": "3"}) as at:
        await at.start()
        await house.moves_on(3)
        receipt = await at.receipt()

        assert receipt == {"type": "receipt", "round": 1, "version": 3, "lines": [], "lots": [], "stumbled": 0}
        view = position([message for message in at.pages[0].passed_over if message["type"] == "news"][-1])["view"]
        assert view["gems"] == [4, 4]
        assert view["throw"] is None
        assert view["explained"]["round"] == 1


@in_a_loop
async def test_a_calm_table_has_imps_for_everybody(house: Serving) -> None:
    """6.4"""
    async with two(house, options={"calm": "yes"}) as at:
        at.kind = "choose"
        view = await at.start()
        assert right(view) != "grey", "the seed of the rehearsal is not one of those"
        await house.moves_on(0.2)
        await at.reach(0, right(view), 190, "a")
        assert (await at.answer(0, "a"))["type"] == "done"
        await at.reach(1, right(view), 1_200, "b")
        assert (await at.answer(1, "b"))["type"] == "done"
        await at.receipt()


@in_a_loop
async def test_at_a_calm_table_nobody_is_sent_what_another_chose_before_the_bell(house: Serving) -> None:
    """6.4 Not in a frame, not on paper, not when he comes back; the bell says it."""
    async with (
        two(house, options={"calm": "yes"}) as at,
        guest(house.port) as stranger,
        stranger.at(at.table) as watcher,
    ):
        at.kind = "choose"
        await at.start()
        await house.moves_on(0.2)
        await at.reach(0, "white", 190, "a")
        assert (await at.answer(0, "a"))["type"] == "done"
        news = await at.pages[1].hears("news")
        assert moves(news)[-1]["what"] == {"type": "choose", "colour": None, "ms": 190}
        assert position(news)["view"]["grabs"] == [{"type": "chosen", "seat": 0, "ms": 190}]

        async with at.people[1].at(at.table) as again, at.people[0].at(at.table) as own:
            await again.hears("welcome")
            await watcher.asks("speak", language="en")
            sent = [text for page in (at.pages[1], again, watcher) for text in page.heard]
            assert position(await own.hears("welcome"))["view"]["chosen"] == "white"
        papers = [(await each.http.get(f"/api/tables/{at.table}/paper")).text for each in (at.people[1], stranger)]
        assert len(sent) > 8
        assert not any("white" in word for text in sent for word in said_in(msgspec.json.decode(text)))
        assert not any("choose white" in paper for paper in papers)

        await at.reach(1, "red", 1_200, "b")
        assert (await at.answer(1, "b"))["type"] == "done"
        await at.receipt()
        heard = [message for message in at.pages[1].passed_over if message["type"] == "news"]
        assert moves(heard[-1])[-1]["what"] == {"type": "bell", "took": ["white", "red"]}


def said_in(message: Any) -> Iterator[str]:
    """All that stands in a message, but for the names of its fields, the dice, and what can be chosen."""
    match message:
        case str() if not message.startswith("throw "):
            yield message
        case list():
            for each in message:
                yield from said_in(each)
        case dict():
            for name, each in message.items():
                if name != "legal":
                    yield from said_in(each)


def test_a_restart_in_a_held_moment_and_in_a_running_round_loses_nothing(tmp_path: Path) -> None:
    """What is not drawn yet stays undrawn; what lies on the table still lies there."""

    async def first(house: Serving) -> tuple[str, dict[str, str]]:
        async with guest(house.port) as one:
            table = (await one.sets(GAME, "you", "sensible"))["id"]
            async with one.at(table) as page:
                await page.hears("welcome")
            return table, dict(one.http.cookies)

    async def second(house: Serving, table: str, cookies: dict[str, str]) -> Facts:
        async with guest(house.port, known=False) as one:
            one.http.cookies.update(cookies)
            async with one.at(table) as page:
                assert position(await page.hears("welcome"))["view"]["throw"] is None
                await page.asks("ready", seat=0)
                await house.knows_how_far(table)
                await page.hears("steady")
                await house.moves_on(SUSPENSE)
                view: Facts = position(await page.hears("news"))["view"]
                return view

    async def third(house: Serving, table: str, cookies: dict[str, str], before: Facts) -> None:
        async with guest(house.port, known=False) as one:
            one.http.cookies.update(cookies)
            async with one.at(table) as page:
                welcome = await page.hears("welcome")
                assert position(welcome)["view"]["throw"] == before["throw"]
                await house.moves_on(60)
                receipt = await page.hears("receipt")
                assert receipt["round"] == 1

    clock = Clock(runs=False)
    with standing_still(tmp_path, clock) as house:
        table, cookies = asyncio.run(first(house))
    with standing_still(tmp_path, clock) as house:
        view = asyncio.run(second(house, table, cookies))
    with standing_still(tmp_path, clock) as house:
        asyncio.run(third(house, table, cookies, view))


def test_a_race_against_bots_goes_to_its_end(tmp_path: Path) -> None:
    """Elimination on the way; somebody who never grabs is out after five rounds, and may watch the rest."""

    @in_a_loop
    async def play(house: Serving) -> None:
        async with guest(house.port) as one:
            table = (await one.sets(GAME, "you", "sensible", "sensible", options={"deadline": "3"}))["id"]
            async with one.at(table) as page:
                rounds = 0
                while True:
                    message = await page.next()
                    if message["type"] == "news" and position(message)["result"] is not None:
                        break
                    if message["type"] == "news" and position(message)["toAct"]:
                        await house.moves_on(3)  # He does not grab, and the bell has rung.
                    if message["type"] == "held" and message["waitsFor"]:
                        await page.sends("ready", f"ready-{message['round']}", seat=0)
                    if message["type"] == "receipt":
                        rounds += 1
                        assert message["round"] == rounds
                        counted = [line["counted"] for line in message["lines"]]
                        assert counted == sorted(counted)
                        assert all(line["bot"] for line in message["lines"])
                standings = position(message)["result"]["standings"]
                assert standings[0]["place"] > 1
                assert rounds >= 5

    with Serving(tmp_path, race_look=0, suspense=(0, 0.01)) as serving:
        play(serving)


def test_a_race_waits_a_while_for_somebody_who_is_away(tmp_path: Path) -> None:
    async def play(house: Serving) -> None:
        async with two(house) as at:
            await at.pages[1].socket.close()
            while "away" not in str(await at.pages[0].hears("table")):
                pass
            await at.pages[0].asks("ready", seat=0)
            await house.moves_on(20)
            await at.pages[0].asks("ready", seat=0)
            assert {message["type"] for message in at.pages[0].passed_over} <= {"table", "done", "held"}

            await house.moves_on(11)
            await at.pages[0].hears("steady")
            async with guest(house.port) as stranger:
                chair = (await stranger.http.get(f"/api/tables/{at.table}")).json()["chairs"][1]
                assert chair["covered"], "a bot races for him until he is back"

    with standing_still(tmp_path, race_away=30) as house:
        asyncio.run(play(house))


def test_nobody_races_while_all_are_away(tmp_path: Path) -> None:
    async def play(house: Serving) -> None:
        async with guest(house.port) as one:
            table = (await one.sets(GAME, "you", "sensible"))["id"]
            async with one.at(table) as page:
                await page.hears("welcome")
            for _ in range(20):
                await house.moves_on(10)
            async with one.at(table) as page:
                welcome = await page.hears("welcome")
                assert position(welcome)["version"] <= 2

    with standing_still(tmp_path, race_pause=1, race_look=1, idle=3600) as house:
        asyncio.run(play(house))
