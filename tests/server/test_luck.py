"""Nobody can choose the luck: the house is bound first, then everybody pledges, then everybody shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import pandemonium
from pandemonium.core.match import first_untrue
from tests.server.serving import Facts, Page, Serving, guest, in_a_loop, position

GAME = "little-devils"
ONE, TWO = "ab" * 16, "cd" * 16


def pledge(salt: str) -> str:
    return sha256(bytes.fromhex(salt)).hexdigest()


def seeds() -> Callable[[], bytes]:
    """A new one each time."""
    numbers = count()
    return lambda: bytes([next(numbers)]) * 32


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Serving]:
    """A house with all the patience in the world."""
    with Serving(tmp_path, salt_pause=60, new_seed=seeds()) as serving:
        yield serving


@pytest.fixture
def port(patient: Serving) -> int:
    return patient.port


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[int]:
    """A house that waits for nobody."""
    with Serving(tmp_path, salt_pause=0.05, new_seed=seeds()) as serving:
        yield serving.port


async def until(page: Page, wanted: Any) -> Facts:
    """The table, when it is as wanted: as it was told last, or will be."""
    told = [message["table"] for message in page.passed_over if message["type"] == "table"]
    if told and wanted(told[-1]):
        return dict(told[-1])
    while True:
        table: Facts = (await page.hears("table"))["table"]
        if wanted(table):
            return table


@in_a_loop
async def test_the_house_is_bound_before_anybody_adds_to_the_luck(port: int) -> None:
    async with guest(port) as one:
        table = await one.sets(GAME, "you", "random", "random", salted=True, options={"rounds": "1"})
        assert table["state"] == "gathering"
        async with one.at(table["id"]) as page:
            assert (await page.hears("welcome"))["table"]["commitment"] == table["commitment"]
            assert (await page.asks("salt", seat=0, salt=ONE))["key"] == "pledges-are-open"
            assert (await page.asks("pledge", seat=0, pledge=pledge(ONE)))["type"] == "done"
            await until(page, lambda table: table["sealed"])
            assert (await page.asks("salt", seat=0, salt=TWO))["key"] == "not-pledged"
            assert (await page.asks("salt", seat=0, salt=ONE))["type"] == "done"
            at = position(await page.hears("news"))
            while at["result"] is None:
                if at["legal"]:
                    await page.asks("act", seat=0, what=at["legal"][0])
                at = position(await page.hears("news"))
        replay = (await one.http.get(f"/api/tables/{table['id']}/replay")).json()

    assert sha256(bytes.fromhex(replay["seed"])).hexdigest() == table["commitment"]
    assert replay["salts"] == [[0, ONE]]
    assert first_untrue(pandemonium.read(replay["paper"])) is None


@in_a_loop
async def test_nobody_shows_before_all_have_pledged(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(GAME, "you", "open", "random"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await one.asks("pledge", seat=0, pledge=pledge(ONE))
            assert (await one.asks("salt", seat=0, salt=ONE))["key"] == "pledges-are-open"
            await two.asks("sit", seat=1)
            await two.asks("pledge", seat=1, pledge=pledge(TWO))
            sealed = await until(one, lambda table: table["sealed"])
            assert [chair["pledge"] for chair in sealed["chairs"]] == [pledge(ONE), pledge(TWO), ""]
            assert (await one.asks("pledge", seat=0, pledge=pledge(TWO)))["key"] == "pledges-are-sealed"
            await two.asks("salt", seat=1, salt=TWO)
            await one.asks("salt", seat=0, salt=ONE)

            assert position(await one.hears("news"))["eyes"] == 0


@pytest.mark.parametrize("shown", [f"{TWO}\n", TWO.upper(), f" {TWO}"], ids=["a line", "capitals", "a space"])
@in_a_loop
async def test_a_salt_is_shown_as_replays_are_checked_or_not_at_all(port: int, shown: str) -> None:
    """The same bytes written otherwise would make everybody's browser call an honest house a liar."""
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(GAME, "you", "open", "random"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            await two.asks("pledge", seat=1, pledge=pledge(TWO))
            await one.asks("pledge", seat=0, pledge=pledge(ONE))
            await until(two, lambda table: table["sealed"])
            await two.sends("salt", "odd", seat=1, salt=shown)

            assert await two.closed() == 1007


@in_a_loop
async def test_who_leaves_when_others_have_shown_makes_all_luck_void(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(GAME, "you", "open", "random"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            await two.asks("pledge", seat=1, pledge=pledge(TWO))
            await one.asks("pledge", seat=0, pledge=pledge(ONE))
            sealed = await until(two, lambda table: table["sealed"])
            await one.asks("salt", seat=0, salt=ONE)
            await two.asks("rise", seat=1)
            void = await until(two, lambda table: table["chairs"][1]["kind"] == "open")

            assert void["commitment"] != sealed["commitment"]
            assert not void["sealed"]
            assert [chair["pledge"] for chair in void["chairs"]] == ["", "", ""]


@in_a_loop
async def test_who_pledges_and_shows_nothing_gives_his_seat_up(hasty: int) -> None:
    """Else he could leave and come back until he likes the luck."""
    async with guest(hasty) as host, guest(hasty) as friend:
        id = (await host.sets(GAME, "you", "open", "random"))["id"]
        async with host.at(id) as early:
            await early.asks("pledge", seat=0, pledge=pledge(ONE))
        async with friend.at(id) as two:
            await two.asks("sit", seat=1)
            await two.asks("pledge", seat=1, pledge=pledge(TWO))
            async with host.at(id) as one:
                sealed = await until(one, lambda table: table["sealed"])
                await one.asks("salt", seat=0, salt=ONE)
                void = await until(one, lambda table: table["chairs"][1]["kind"] == "open")

                assert void["commitment"] != sealed["commitment"]


@in_a_loop
async def test_who_pledges_nothing_is_not_waited_for(hasty: int) -> None:
    async with guest(hasty) as host, guest(hasty) as friend:
        id = (await host.sets(GAME, "you", "open", "random"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)

            assert position(await two.hears("news"))["eyes"] == 1
            assert position(await one.hears("news"))["eyes"] == 0


LONGER_THAN_IT_WAITS = 6 * 60 + 1


def is_open(table: Facts) -> bool:
    """Again: nobody has pledged anything."""
    return not table["sealed"] and not any(chair["pledge"] for chair in table["chairs"])


@in_a_loop
async def test_a_salt_that_did_not_arrive_may_be_shown_once_more_to_the_same_seed(patient: Serving) -> None:
    """Who is alone with bots cannot have the luck drawn anew by waiting, and neither can the house."""
    async with guest(patient.port) as one:
        id = (await one.sets(GAME, "you", "random", "random", salted=True))["id"]
        async with one.at(id) as page:
            await page.asks("pledge", seat=0, pledge=pledge(ONE))
            sealed = await until(page, lambda table: table["sealed"])
            await patient.moves_on(LONGER_THAN_IT_WAITS)
            again = await until(page, is_open)
            await page.asks("pledge", seat=0, pledge=pledge(ONE))
            await until(page, lambda table: table["sealed"])
            await page.asks("salt", seat=0, salt=ONE)
            begun = await until(page, lambda table: table["state"] == "playing")

    assert sealed["commitment"] == again["commitment"] == begun["commitment"]
    assert begun["chairs"][0]["pledge"] == pledge(ONE)


@in_a_loop
async def test_who_is_alone_and_never_shows_his_salt_plays_without_one(patient: Serving) -> None:
    async with guest(patient.port) as one:
        id = (await one.sets(GAME, "you", "random", "random", salted=True))["id"]
        async with one.at(id) as page:
            for _ in range(2):
                await page.asks("pledge", seat=0, pledge=pledge(ONE))
                await until(page, lambda table: table["sealed"])
                await patient.moves_on(LONGER_THAN_IT_WAITS)
                await until(page, is_open)
            await page.asks("pledge", seat=0, pledge=pledge(ONE))
            begun = await until(page, lambda table: table["state"] == "playing")

    assert begun["chairs"][0]["pledge"] == ""


@in_a_loop
async def test_who_shows_nothing_at_a_start_that_was_called_makes_all_luck_void_and_adds_none(patient: Serving) -> None:
    """He keeps his seat; but with what the house knew by then the two of them could have chosen between two lucks."""
    async with guest(patient.port) as host, guest(patient.port) as friend:
        id = (await host.sets(GAME, "you", "open", "open"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            await two.asks("pledge", seat=1, pledge=pledge(TWO))
            await one.asks("pledge", seat=0, pledge=pledge(ONE))
            await one.asks("start", fill="random")
            sealed = await until(one, lambda table: table["sealed"])
            await one.asks("salt", seat=0, salt=ONE)
            await patient.moves_on(LONGER_THAN_IT_WAITS)
            void = await until(one, is_open)
            await two.asks("pledge", seat=1, pledge=pledge(TWO))
            await one.asks("pledge", seat=0, pledge=pledge(ONE))
            await until(one, lambda table: table["sealed"])
            await one.asks("salt", seat=0, salt=ONE)
            begun = await until(one, lambda table: table["state"] == "playing")

    assert void["commitment"] != sealed["commitment"]
    assert begun["commitment"] == void["commitment"]
    assert [chair["kind"] for chair in begun["chairs"]] == ["person", "person", "bot"]
    assert [chair["pledge"] for chair in begun["chairs"]] == [pledge(ONE), "", ""]
