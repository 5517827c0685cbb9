"""Bots that think in processes of their own: the table goes on whatever happens to these."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from pandemonium.core.game import Seat
from pandemonium.search import installed
from pandemonium.search.thinker import Thinker
from pandemonium.server.table import thinking
from tests.search import minds
from tests.search.test_workers import begun, is_there, until
from tests.server.rehearsal import Clock
from tests.server.serving import Facts, Page, Serving, guest, in_a_loop, moves

GAME = "diable-par-la-queue"


def of_two_bots(serving: Serving, seen: Any, level: str = "tempter") -> None:
    """Set a table at which two bots play, and look at it."""

    @in_a_loop
    async def look() -> None:
        async with guest(serving.port) as host:
            id = (await host.sets(GAME, level, level))["id"]
            async with host.at(id) as page:
                await page.hears("welcome")
                await seen(page)

    look()


def all_bots_are(bot: Thinker[Any, Any], monkeypatch: pytest.MonkeyPatch, note: Path) -> None:
    monkeypatch.setattr(thinking, "bot_at_table", lambda *_: bot)
    monkeypatch.setattr(thinking, "warm_up_of", lambda _: None)
    monkeypatch.setenv(minds.NOTE, str(note))


async def some_moves(page: Any, count: int = 3) -> None:
    heard: list[Facts] = []
    while len(heard) < count:
        heard += moves(await page.hears("news"))


def test_a_table_goes_on_when_the_process_that_thinks_for_it_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    note = tmp_path / "note"
    all_bots_are(minds.thinker(minds.stumbles_once, 60), monkeypatch, note)

    async def seen(page: Any) -> None:
        os.kill(await asyncio.to_thread(begun, note), signal.SIGKILL)
        await some_moves(page)
        await asyncio.to_thread(until, lambda: {*serving.house.thinking.pids} - {begun(note)} != set())
        pids.extend(serving.house.thinking.pids)

    pids: list[int] = []
    with Serving(tmp_path / "data", workers=1) as serving:
        of_two_bots(serving, seen)
    assert "has died (exit code -9)" in caplog.text
    assert "answer without thinking" in caplog.text
    assert not any(map(is_there, pids)), "the house has closed"


def test_a_bot_thinks_while_others_look_and_moves_when_they_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note"
    all_bots_are(minds.thinker(minds.leaves_a_note), monkeypatch, note)

    async def seen(page: Any) -> None:
        await asyncio.to_thread(begun, note)
        (table,) = serving.house.tables.values()
        await asyncio.to_thread(until, lambda: table.schedule.has_thought)
        assert table.book is not None
        before = table.book.version
        await serving.moves_on(4)
        assert table.book.version == before, "the clock has not run for long enough"
        await serving.moves_on(100)
        assert moves(await page.hears("news"))

    with Serving(tmp_path / "data", clock=Clock(runs=False), workers=1, bot_pause=5) as serving:
        of_two_bots(serving, seen)


LODGER = """
import os

def careful(view, legal, luck):
    with open(os.environ["PANDEMONIUM_TEST_NOTE"], "w") as note:
        note.write(str(os.getpid()))
    return legal[-1]
"""


def test_a_bot_that_the_host_has_installed_sits_down_and_thinks_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lodger.py").write_text(LODGER)
    (about := tmp_path / "lodger-1.dist-info").mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lodger\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{installed.GROUP}]\n{GAME}.careful = lodger:careful\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(minds.NOTE, str(note := tmp_path / "note"))
    monkeypatch.setattr(thinking, "warm_up_of", lambda _: None)
    installed._points.cache_clear()

    async def seen(page: Any) -> None:
        assert await asyncio.to_thread(begun, note) != os.getpid()
        await some_moves(page)

    try:
        with Serving(tmp_path / "data", workers=1) as serving:
            of_two_bots(serving, seen, "careful")
    finally:
        installed._points.cache_clear()


def test_where_nobody_can_think_bots_answer_all_the_same_and_the_log_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    note = tmp_path / "note"
    all_bots_are(minds.thinker(minds.leaves_a_note), monkeypatch, note)

    with Serving(tmp_path / "data", workers=0) as serving:
        of_two_bots(serving, some_moves)

    assert not note.exists()
    assert caplog.text.count("answer without thinking: there is no process for it") == 1


def test_where_the_house_closes_no_bot_begins_to_think(tmp_path: Path) -> None:
    """Whoever is still served then winds up nothing more."""
    with Serving(tmp_path, clock=Clock(runs=False), bot_pause=60) as serving:

        async def seen(page: Page) -> None:
            (table,) = serving.house.tables.values()

            async def closes() -> bool:
                was_wound = table._alarm is not None
                await table.finish()
                await table.ask(table.schedule.look)
                return was_wound and table._alarm is None

            assert await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(closes(), serving.house.loop))
            await page.asks("speak", language="en")
            assert table._alarm is None

        of_two_bots(serving, seen)


def test_a_bot_that_was_overtaken_before_it_could_think_leaves_the_table_wound(tmp_path: Path) -> None:
    with Serving(tmp_path, clock=Clock(runs=False), bot_pause=60) as serving:

        async def seen(page: Page) -> None:
            (table,) = serving.house.tables.values()

            async def overtaken() -> bool:
                assert table.book is not None
                table.set_alarm(None)
                table.schedule._set_for = None
                (waits,) = {0, 1} - set(table.book.match.to_act)
                await table.schedule._think(table.book, Seat(waits), "tempter")
                await asyncio.gather(*table._posted)
                return table._alarm is not None

            assert await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(overtaken(), serving.house.loop))
            await page.asks("speak", language="en")

        of_two_bots(serving, seen)
