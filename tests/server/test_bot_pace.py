"""How long people wait for bots: as they like it where they play alone, and never for long."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from pandemonium.core.game import NATURE, Seat
from pandemonium.search.thinker import Thinker
from pandemonium.search.workers import Workers
from pandemonium.server.settings import Settings
from tests.server.rehearsal import Clock
from tests.server.serving import Facts, Page, Serving, guest, in_a_loop, position

GAME = "little-devils"
PAUSE = 60


async def bots_turn(page: Page) -> Facts:
    """Play, if it is the reader's turn, until it is that of a bot."""
    now = position(await page.hears("welcome"))
    if 0 in now["toAct"]:
        await page.sends("act", "first", seat=0, what=now["legal"][0])
        now = position(await page.hears("news"))
    assert 0 not in now["toAct"]
    return now


async def has_moved(serving: Serving, page: Page, seconds: float) -> bool:
    """Whether a bot has, when so many seconds have passed."""
    (table,) = serving.house.tables.values()
    assert table.book is not None
    before = table.book.version
    await serving.moves_on(seconds)
    await page.asks("speak", language="en")
    return bool(table.book.version > before)


@pytest.mark.parametrize(("tempo", "seconds"), [(1, PAUSE), (0.5, PAUSE / 2)])
@in_a_loop
async def test_alone_bots_are_as_fast_as_the_page_says(tmp_path: Path, tempo: float, seconds: float) -> None:
    with Serving(tmp_path, clock=Clock(runs=False), bot_pause=PAUSE) as serving:
        async with guest(serving.port) as host:
            table = await host.sets(GAME, "you", "random", "random")
            async with host.at(table["id"]) as page:
                await bots_turn(page)
                await page.asks("pace", tempo=tempo)

                assert not await has_moved(serving, page, seconds - 1)
                assert await has_moved(serving, page, 2)


@in_a_loop
async def test_at_once_is_at_once(tmp_path: Path) -> None:
    """No time passes at all, and the reader is to play again."""
    with Serving(tmp_path, clock=Clock(runs=False), bot_pause=PAUSE) as serving:
        async with guest(serving.port) as host:
            table = await host.sets(GAME, "you", *["random"] * 5)
            async with host.at(table["id"]) as page:
                now = await bots_turn(page)
                await page.sends("pace", "at-once", tempo=0)
                while 0 not in now["toAct"]:
                    now = position(await page.hears("news"))

    assert serving.clock.moved == 0


@in_a_loop
async def test_among_people_nobody_hurries_the_bots_for_the_others(tmp_path: Path) -> None:
    with Serving(tmp_path, clock=Clock(runs=False), bot_pause=PAUSE) as serving:
        async with guest(serving.port) as host, guest(serving.port) as friend:
            table = await host.sets(GAME, "you", "you", "you", oneScreen=True)
            async with host.at(table["id"]) as page:
                (first,) = position({"positions": (await page.hears("welcome"))["positions"][:1]})["toAct"]
            await serving.until(lambda: not serving.house.tables[table["id"]].pages)
            del serving.house.tables[table["id"]]
            chairs = ["you", "open"]
            chairs.insert(first, "random")  # Every table is dealt the same: a bot begins.
            table = await host.sets(GAME, *chairs)
            async with host.at(table["id"]) as page, friend.at(table["id"]) as other:
                await page.asks("pace", tempo=0)
                await other.asks("sit", seat=chairs.index("open"))
                while table["state"] != "playing":
                    await serving.moves_on(1)
                    table = (await page.hears("table"))["table"]

                assert not await has_moved(serving, page, PAUSE / 2)
                assert await has_moved(serving, page, PAUSE)


@in_a_loop
async def test_several_bots_in_a_row_share_the_time_that_a_person_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds: list[float] = []

    async def think(_: Workers, __: str, bot: Thinker[Any, Any], ___: Any, legal: Sequence[Any], **____: Random) -> Any:
        assert bot.budget.seconds is not None
        seconds.append(bot.budget.seconds)
        return legal[0]

    monkeypatch.setattr(Workers, "think", think)
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as host:
            for bots, together in ((2, 3.0), (5, 5.0)):
                seconds.clear()
                table = await host.sets(GAME, "you", *["archdevil"] * bots)
                async with host.at(table["id"]) as page:
                    now = position(await page.hears("welcome"))
                    while 0 not in now["toAct"] or not seconds:
                        if 0 in now["toAct"]:
                            await page.sends("act", f"m{now['version']}", seat=0, what=now["legal"][0])
                        now = position(await page.hears("news"))

                assert bots * max(seconds) == pytest.approx(together)


TICK = 0.05


@pytest.mark.parametrize(("tempo", "most"), [(1, 5.0), (0.5, 3.75), (0, 2.5)], ids=["calm", "brisk", "at-once"])
@pytest.mark.parametrize("bots", [2, 5])
@in_a_loop
async def test_nobody_waits_long_for_bots_between_two_moves_of_his_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bots: int, tempo: float, most: float
) -> None:
    """Up to twice as many of their moves as there are bots lie between: all follow a lead, one takes the trick, and the
    others play before the reader. Each thinks for as long as it may."""
    clock = Clock(runs=False)

    async def think(_: Workers, __: str, bot: Thinker[Any, Any], ___: Any, legal: Sequence[Any], **____: Random) -> Any:
        assert bot.budget.seconds is not None
        clock.moved += bot.budget.seconds
        return legal[0]

    monkeypatch.setattr(Workers, "think", think)
    waited: list[tuple[int, float]] = []
    with Serving(tmp_path, clock=clock, bot_pause=Settings(data=tmp_path).bot_pause) as serving:
        async with guest(serving.port) as host:
            table = await host.sets(GAME, "you", *["archdevil"] * bots)
            async with host.at(table["id"]) as page:
                await page.asks("pace", tempo=tempo)
                book = serving.house.tables[table["id"]].book
                assert book is not None
                while max((moves for moves, _ in waited), default=0) <= bots:
                    began, before = clock.moved, len(book.match.moves)
                    while 0 not in book.match.to_act:
                        await serving.moves_on(TICK)
                    moves = sum(move.by not in (0, NATURE) for move in book.match.moves[before:])
                    waited.append((moves, clock.moved - began))
                    what = book.match.legal(Seat(0))[0]
                    await page.asks("act", seat=0, what=msgspec.to_builtins(what))

    for moves, seconds in waited:
        assert seconds <= most + moves * TICK, f"{moves} moves of bots took {seconds} s"
