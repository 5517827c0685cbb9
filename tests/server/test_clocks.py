"""A clock that runs out while a bot thinks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest

from pandemonium.core.game import USUAL_LEVEL
from pandemonium.server.table import thinking
from tests.server.rehearsal import Clock
from tests.server.serving import PATIENCE, Serving, guest, in_a_loop, moves

TILES = "diable-par-la-queue"


def test_a_bot_that_thinks_for_somebody_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes, and however often the table looks at its clock meanwhile."""
    asked = 0
    thinks, may_answer = Event(), Event()

    def slow(view: object, legal: tuple[object, ...], luck: object) -> object:
        nonlocal asked
        del view, luck
        asked += 1
        thinks.set()
        assert may_answer.wait(PATIENCE)
        return legal[0]

    @in_a_loop
    async def play(serving: Serving) -> None:
        async with guest(serving.port) as host:
            table = await host.sets(TILES, "you", "you", clock={"perMove": 5}, oneScreen=True)
            async with host.at(table["id"]) as page:
                await page.hears("welcome")
                await serving.moves_on(6)
                assert await asyncio.to_thread(thinks.wait, PATIENCE)
                for _ in range(3):
                    await serving.moves_on(6)
                may_answer.set()
                await page.hears("news")
                assert asked == 1

    monkeypatch.setattr(thinking, "level_called", lambda *_: slow)
    with Serving(tmp_path, clock=Clock(runs=False)) as serving:
        serving.house.thinking.pace[TILES, USUAL_LEVEL] = 1.0
        play(serving)


def test_everybody_hears_whose_time_was_up(tmp_path: Path) -> None:
    @in_a_loop
    async def play(serving: Serving) -> None:
        async with guest(serving.port) as host:
            table = await host.sets(TILES, "you", "you", clock={"perMove": 5}, oneScreen=True)
            async with host.at(table["id"]) as page:
                seat = (await page.hears("welcome"))["positions"][0]["toAct"][0]
                await serving.moves_on(6)
                assert moves(await page.hears("news"))[0]["by"] == seat
                told = (await page.hears("table"))["table"]["events"]
                assert [(event["what"], event["seat"]) for event in told] == [("timed-out", seat)]

    with Serving(tmp_path, clock=Clock(runs=False)) as serving:
        play(serving)
