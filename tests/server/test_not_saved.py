"""What could not be written down, or was given up in the middle: nobody is told of it, and nothing else is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import msgspec

from pandemonium.server.table.commands import _say
from pandemonium.storage import writer as writing
from pandemonium.storage.statements import Statement
from tests.server.rehearsal import Clock
from tests.server.serving import PATIENCE, Facts, Serving, failing, guest, in_a_loop, slow_disk
from tests.server.test_race_over_sockets import Two, right, standing_still, two, wrong

GAME = "little-devils"
FULL = sqlite3.OperationalError("database or disk is full")


async def stopped_when_written(serving: Serving, id: str, job: Callable[[], Awaitable[None]]) -> None:
    """Somebody has something done at a table, and is stopped when it is on disk and nobody has heard of it."""
    writer = serving.house.store.writer
    write = writer.write

    async def in_the_house() -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def never_ends(*statements: Statement) -> None:
            await write(*statements)
            written.set_result(None)
            await asyncio.Event().wait()

        writer.write = never_ends  # type: ignore[method-assign, assignment]
        asker = asyncio.create_task(serving.house.tables[id].ask(job))
        await written
        writer.write = write  # type: ignore[method-assign]
        asker.cancel()
        with suppress(asyncio.CancelledError):
            await asker

    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(in_the_house(), serving.house.loop))


@in_a_loop
async def test_what_is_said_after_a_line_whose_speaker_was_stopped_is_not_lost(tmp_path: Path) -> None:
    """That line has its number already: the next one gets another."""
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as one:
            id = (await one.sets(GAME, "you", "open", "open"))["id"]
            async with one.at(id) as page:
                await page.hears("welcome")
                table = serving.house.tables[id]
                (connection,) = table.pages
                await stopped_when_written(serving, id, lambda: _say(table, connection, "first", "x/1"))

                assert (await page.asks("say", "b", text="second"))["type"] == "done"
                assert (await page.asks("say", "b", text="second"))["type"] == "done"
            async with one.at(id) as page:
                chat = (await page.hears("welcome"))["chat"]

    assert [(line["seq"], line["text"]) for line in chat] == [(1, "first"), (2, "second")]


@in_a_loop
async def test_a_table_whose_asker_is_stopped_waits_for_what_is_being_written(tmp_path: Path) -> None:
    """Else it would go on from what was on disk before."""
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as one:
            id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            async with one.at(id) as page:
                at = (await page.hears("welcome"))["positions"]
                (seat,) = at[0]["toAct"]
                table, writer = serving.house.tables[id], serving.house.store.writer
                assert isinstance(writer, writing.SqliteWriter)
                assert table.book is not None
                what = table.book.read(msgspec.Raw(msgspec.json.encode(at[seat]["legal"][0])))

                async def stopped(begun: Event) -> None:
                    asker = asyncio.create_task(table.ask(lambda: table.play(seat, what, "x/1")))
                    await asyncio.to_thread(begun.wait, PATIENCE)
                    asker.cancel()
                    with suppress(asyncio.CancelledError):
                        await asker

                with slow_disk() as disk:
                    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(stopped(disk.begun), serving.house.loop))
                    await page.sends("act", "a", seat=seat, what=at[seat]["legal"][0])
                    await serving.until(lambda: not writer._jobs.empty())
                    disk.goes_on.set()
                    answer = await page.hears("refused")

                assert answer["key"] != "not-saved", "it has been played, and that is known"
                assert table.book.version == 5


async def both_reach(at: Two, view: Facts) -> None:
    """It is decided as soon as nobody can come before the first of them."""
    await at.house.moves_on(0.3)
    await at.reach(0, right(view), 298, "a")
    await at.house.moves_on(0.005)
    await at.reach(1, wrong(view), 302, "b")


@in_a_loop
async def test_a_round_of_a_race_that_cannot_be_written_runs_on_and_has_one_receipt(tmp_path: Path) -> None:
    with standing_still(tmp_path, Clock(runs=False)) as house:
        async with two(house) as at:
            view = await at.start()
            with failing(FULL):
                await both_reach(at, view)
                assert (await at.answer(0, "a"))["key"] == "not-saved"
                assert (await at.answer(1, "b"))["key"] == "not-saved"
            heard = [message["type"] for page in at.pages for message in await page.has_heard()]
            assert "receipt" not in heard
            for page in at.pages:
                page.passed_over.clear()

            await at.reach(0, right(view), 300, "a")
            await at.reach(1, wrong(view), 400, "b")
            await house.moves_on(2)
            assert (await at.answer(0, "a"))["type"] == "done"
            assert (await at.answer(1, "b"))["key"] == "race-over"
            receipt = await at.receipt()
            kept = (await at.people[0].http.get(f"/api/tables/{at.table}/receipts")).json()

    assert (receipt["lines"][0]["seat"], receipt["lines"][0]["verdict"]) == (0, "cut")
    assert [its["version"] for its in kept] == [receipt["version"]]


@in_a_loop
async def test_nobody_hears_of_a_receipt_before_it_is_on_disk(tmp_path: Path) -> None:
    """It is tried again until it is."""
    with standing_still(tmp_path, Clock(runs=False)) as house:
        async with two(house) as at:
            view = await at.start()
            keep, tried = house.house.store.keep_receipt, 0

            async def fails(*args: Any) -> None:
                nonlocal tried
                tried += 1
                if tried < 3:
                    with failing(FULL):
                        await keep(*args)
                else:
                    await keep(*args)

            house.house.store.keep_receipt = fails  # type: ignore[method-assign, assignment]
            await both_reach(at, view)
            await at.answer(1, "b")
            await house.until(lambda: tried > 0)
            heard: list[Facts] = [message for page in at.pages for message in await page.has_heard()]
            assert tried < 3
            assert "receipt" not in {message["type"] for message in heard}
            while tried < 3:
                await house.moves_on(60)
            receipt = await at.receipt()
            kept = (await at.people[0].http.get(f"/api/tables/{at.table}/receipts")).json()

    assert [its["version"] for its in kept] == [receipt["version"]]
