"""A clock that runs out while a bot thinks."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise
from pathlib import Path

import pytest

from pandemonium.core.game import USUAL_LEVEL
from pandemonium.server.table import thinking
from tests.server.rehearsal import Clock
from tests.server.serving import Serving, guest, moves

TILES = "diable-par-la-queue"


def test_a_bot_that_thinks_for_somebody_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def slow(view: object, legal: tuple[object, ...], luck: object) -> object:
        del view, luck
        asked.append(time.monotonic())
        time.sleep(0.3)
        return legal[0]

    async def play(port: int) -> None:
        async with guest(port) as host:
            table = await host.sets(TILES, "you", "you", clock={"perMove": 5}, oneScreen=True)
            async with host.at(table["id"]) as page:
                await page.hears("news")

    monkeypatch.setattr(thinking, "level_called", lambda *_: slow)
    with Serving(tmp_path, clock_speed=20) as serving:
        serving.house.thinking.pace[TILES, USUAL_LEVEL] = 1.0
        asyncio.run(asyncio.wait_for(play(serving.port), 20))

    assert asked
    assert all(later - earlier > 0.25 for earlier, later in pairwise(asked))


def test_everybody_hears_whose_time_was_up(tmp_path: Path) -> None:
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
        asyncio.run(asyncio.wait_for(play(serving), 60))
