"""The company plays again: whoever wants it asks, everybody else says whether he is in, and nobody is dragged in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.serving import Facts, Guest, Page, guest, in_a_loop

TILES = "diable-par-la-queue"
GAME = "little-devils"


async def at_the_table(someone: Guest, id: str) -> Facts:
    table: Facts = (await someone.http.get(f"/api/tables/{id}")).json()
    return table


async def chairs_of(someone: Guest, id: str) -> list[Facts]:
    chairs: list[Facts] = (await at_the_table(someone, id))["chairs"]
    return chairs


async def own_tables(someone: Guest) -> list[str]:
    return [table["id"] for table in (await someone.http.get("/api/tables?mine=true")).json()]


@asynccontextmanager
async def one_of_two_gives_up(host: Guest, friend: Guest) -> AsyncIterator[tuple[str, Page, Page]]:
    id = (await host.sets(TILES, "you", "open"))["id"]
    async with host.at(id) as one, friend.at(id) as two:
        await two.asks("sit", seat=1)
        await two.hears("news")
        await two.asks("resign")
        yield id, one, two


@in_a_loop
async def test_who_gave_up_and_is_still_there_is_asked_and_sits_again_if_he_says_yes(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        async with one_of_two_gives_up(host, friend) as (id, one, _):
            await one.asks("again")
            again = (await at_the_table(host, id))["rematch"]
        asked = (await chairs_of(friend, again))[1]
        async with host.at(again) as one, friend.at(again) as two:
            await two.asks("sit", seat=1)
            news = await one.hears("news")

    assert (asked["kind"], asked["invited"]) == ("open", "you")
    assert news["positions"][0]["eyes"] == 0


@in_a_loop
async def test_who_gave_up_may_ask_himself(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        async with one_of_two_gives_up(host, friend) as (id, _, two):
            assert (await two.asks("again"))["type"] == "done"
            again = (await at_the_table(friend, id))["rematch"]
        mine, hosts = await chairs_of(friend, again), await chairs_of(host, again)

    assert [(chair["kind"], chair["yours"], chair["invited"]) for chair in mine] == [
        ("open", False, "another"),
        ("person", True, "nobody"),
    ]
    assert hosts[0]["invited"] == "you"


@in_a_loop
async def test_who_gave_up_and_went_is_not_asked_and_a_bot_sits_there(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(TILES, "you", "open"))["id"]
        async with host.at(id) as one:
            async with friend.at(id) as two:
                await two.asks("sit", seat=1)
                await two.hears("news")
                await two.asks("resign")
            while (table := (await one.hears("table"))["table"])["state"] != "over" or table["watchers"]:
                pass
            await one.asks("again")
        again = (await at_the_table(host, id))["rematch"]
        chairs = await chairs_of(host, again)

    assert [chair["kind"] for chair in chairs] == ["person", "bot"]


@in_a_loop
async def test_who_says_no_is_not_there_and_anybody_may_have_his_chair(port: int) -> None:
    async with (
        guest(port) as host,
        guest(port) as friend,
        guest(port) as other,
        one_of_two_gives_up(host, friend) as (id, one, two),
    ):
        await one.asks("again")
        again = (await at_the_table(host, id))["rematch"]
        async with other.at(again) as three:
            refused = await three.asks("sit", seat=1)
            invited = await own_tables(friend)
            declined = await two.asks("decline")
            twice = await two.asks("decline")
            chair = (await chairs_of(host, again))[1]
            left_alone = await own_tables(friend)
            taken = await three.asks("sit", seat=1)

    assert refused["key"] == "seat-kept"
    assert (invited, left_alone) == ([again], [])
    assert (declined["type"], twice["key"]) == ("done", "not-invited")
    assert (chair["kind"], chair["invited"]) == ("open", "declined")
    assert taken["type"] == "done"


@in_a_loop
async def test_nobody_is_waited_for_when_whoever_asked_begins_with_bots(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        async with one_of_two_gives_up(host, friend) as (id, one, _):
            await one.asks("again")
            again = (await at_the_table(host, id))["rematch"]
        async with host.at(again) as one, friend.at(again) as two:
            await one.asks("start", fill="random")
            await one.hears("news")
            too_late = [await two.asks("decline"), await two.asks("sit", seat=1)]
        chairs = await chairs_of(host, again)

    assert [chair["kind"] for chair in chairs] == ["person", "bot"]
    assert [refused["key"] for refused in too_late] == ["has-begun", "has-begun"]


@in_a_loop
async def test_a_match_by_letter_is_not_begun_before_everybody_has_said_yes(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(TILES, "you", "open", clock={"perMove": 86_400}))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            await one.hears("news")
            await one.asks("resign")
            await one.asks("again")
        again = (await at_the_table(host, id))["rematch"]
        async with host.at(again) as one:
            await one.has_heard()
            waits = (await at_the_table(host, again))["state"]
            async with friend.at(again) as two:
                await two.asks("sit", seat=1)
                await one.hears("news")

    assert waits == "gathering"


@in_a_loop
async def test_who_only_watched_does_not_ask_for_another_match(port: int) -> None:
    async with (
        guest(port) as host,
        guest(port) as friend,
        guest(port) as other,
        one_of_two_gives_up(host, friend) as (id, _, _two),
        other.at(id) as three,
    ):
        refused = await three.asks("again")

    assert refused["key"] == "no-seat-here"
