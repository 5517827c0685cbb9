"""What was acknowledged is on disk: a house that is killed at any moment has lost none of it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random

import msgspec
import pytest

from pandemonium.server.table import schedule
from pandemonium.server.table.schedule import Schedule
from pandemonium.storage.statements import Statement
from tests.server.serving import (
    PATIENCE,
    Facts,
    Page,
    Serving,
    failing,
    guest,
    in_a_loop,
    moves,
    position,
    slow_disk,
    standing,
)

GAME = "little-devils"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextmanager
def process(port: int, data: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The house as a process of its own."""
    command = [sys.executable, "-m", "pandemonium.server", "--port", str(port), "--data", str(data), "--any-game"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with subprocess.Popen([*command, "--no-limits"], env=environment, stderr=subprocess.DEVNULL) as running:
        try:
            began = time.monotonic()
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    assert time.monotonic() - began < PATIENCE, "the house does not open"
                    time.sleep(0.02)
            yield running
        finally:
            running.kill()


def test_a_house_that_is_killed_has_lost_no_move_that_it_acknowledged(tmp_path: Path) -> None:
    """It dies as soon as it has said so, or with the next move on its way to it."""
    port, luck = free_port(), Random(7)
    ids = count()  # A move may be on disk though the house died before it said so: no name is used twice.
    acknowledged: list[Facts] = []
    cookies: dict[str, str] = {}
    table = ""

    @in_a_loop
    async def evening(running: subprocess.Popen[bytes], to_play: int, *, one_on_its_way: bool) -> None:
        nonlocal table
        async with guest(port, known=not table) as one:
            one.http.cookies.update(cookies)
            if not table:
                wish = {"oneScreen": True, "options": {"rounds": "20"}}
                table = (await one.sets(GAME, "you", "you", "you", **wish))["id"]
                cookies.update(one.http.cookies.items())
            async with one.at(table) as page:
                welcome = await page.hears("welcome")
                known = {move["seq"]: move["text"] for move in moves(welcome)}
                for done in acknowledged:
                    assert known[done["seq"]] == done["text"], "an acknowledged move is gone"
                at = welcome["positions"]
                for left in reversed(range(to_play)):
                    (seat,) = at[0]["toAct"]
                    what = luck.choice(at[seat]["legal"])
                    assert (await page.asks("act", f"a{next(ids)}", seat=seat, what=what))["type"] == "done"
                    acknowledged.append({"seq": at[0]["version"] + 1, "text": f"play {what['card']}"})
                    if left or one_on_its_way:
                        at = (await page.hears("news"))["positions"]
                if one_on_its_way:
                    (seat,) = at[0]["toAct"]
                    await page.sends("act", f"a{next(ids)}", seat=seat, what=at[seat]["legal"][0])
                running.send_signal(signal.SIGKILL)

    for to_play, one_on_its_way in ((10, False), (1, True), (25, False)):
        with process(port, tmp_path) as running:
            evening(running, to_play, one_on_its_way=one_on_its_way)

    @in_a_loop
    async def look(port: int) -> list[str]:
        async with guest(port, known=False) as one:
            one.http.cookies.update(cookies)
            paper = await one.http.get(f"/api/tables/{table}/paper")
            return [line.partition(" @")[0] for line in paper.text.splitlines()]

    with Serving(tmp_path) as serving:
        lines = look(serving.port)
    played = [line for line in lines if line.startswith(("nature ", "0 ", "1 ", "2 "))]
    assert [played[done["seq"] - 1].partition(" ")[2] for done in acknowledged] == [
        done["text"] for done in acknowledged
    ]


def test_a_house_that_is_closed_and_opened_again_goes_on(tmp_path: Path) -> None:
    @in_a_loop
    async def first(port: int) -> None:
        async with guest(port) as one:
            kept["table"] = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            kept["cookies"] = dict(one.http.cookies.items())
            async with one.at(kept["table"]) as page:
                at = (await page.hears("welcome"))["positions"]
                (seat,) = at[0]["toAct"]
                kept["act"] = {"seat": seat, "what": at[seat]["legal"][0]}
                kept["done"] = await page.asks("act", "once", **kept["act"])

    @in_a_loop
    async def then(port: int) -> None:
        async with guest(port, known=False) as one:
            one.http.cookies.update(kept["cookies"])
            async with one.at(kept["table"], version=5) as page:
                welcome = await page.hears("welcome")
                assert welcome["positions"][0]["version"] == 5
                assert [move["seq"] for move in moves(welcome)] == [5]
                # Sent again because the answer was lost: done once.
                assert await page.asks("act", "once", **kept["act"]) == kept["done"]
                at = welcome["positions"]
                (seat,) = at[0]["toAct"]
                done = await page.asks("act", "twice", seat=seat, what=at[seat]["legal"][0])
                assert done["version"] == 6

    kept: Facts = {}
    with Serving(tmp_path) as serving:
        first(serving.port)
    with Serving(tmp_path) as serving:
        then(serving.port)


@pytest.mark.parametrize("is_on_disk", [False, True], ids=["before it is on disk", "after it is on disk"])
@in_a_loop
async def test_a_move_whose_asker_is_stopped_is_what_the_disk_says(tmp_path: Path, *, is_on_disk: bool) -> None:
    """Whoever is next at the table finds it as it is on disk, not as it was left in memory."""
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as one:
            id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            async with one.at(id) as page:
                at = (await page.hears("welcome"))["positions"]
                (seat,) = at[0]["toAct"]
                table, writer = serving.house.tables[id], serving.house.store.writer
                book, write = table.book, writer.write
                assert book is not None
                what = book.read(msgspec.Raw(msgspec.json.encode(at[seat]["legal"][0])))

                async def stopped() -> None:
                    has_written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

                    async def never_ends(*statements: Statement) -> None:
                        if is_on_disk:
                            await write(*statements)
                        has_written.set_result(None)
                        await asyncio.Event().wait()

                    writer.write = never_ends  # type: ignore[method-assign, assignment]
                    asker = asyncio.create_task(table.ask(lambda: table.play(seat, what, "x/1")))
                    await has_written
                    writer.write = write  # type: ignore[method-assign]
                    asker.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await asker

                await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(stopped(), serving.house.loop))
                answer = await page.asks("act", "a", seat=seat, what=at[seat]["legal"][0])
                if is_on_disk:
                    assert answer["type"] == "refused"
                else:
                    assert answer == {"type": "done", "id": "a", "version": 5}
                async with one.at(id) as other:
                    assert (await other.hears("welcome"))["positions"][0]["version"] == 5


def test_who_is_connected_when_the_house_closes_is_told_to_come_again(tmp_path: Path) -> None:
    async def stay(serving: Serving) -> int:
        async with guest(serving.port) as one:
            id = (await one.sets(GAME, "you", "open", "open"))["id"]
            async with one.at(id) as page:
                await page.hears("welcome")
                serving._server.should_exit = True
                return await page.closed()

    with Serving(tmp_path) as serving:
        assert asyncio.run(stay(serving)) == 1012


def test_a_house_that_is_told_to_stop_lets_everybody_come_back_to_where_he_was(tmp_path: Path) -> None:
    """SIGTERM, as a service manager sends it: sockets are closed with 1012, the process ends, and another goes on."""
    port = free_port()

    @in_a_loop
    async def evening() -> None:
        async with guest(port, known=False) as one:
            with process(port, tmp_path) as running:
                (await one.http.get("/api/me")).raise_for_status()
                id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
                async with one.at(id) as page:
                    at = (await page.hears("welcome"))["positions"]
                    (seat,) = at[0]["toAct"]
                    done = await page.asks("act", seat=seat, what=at[seat]["legal"][0])
                    running.send_signal(signal.SIGTERM)
                    assert await page.closed() == 1012
                await asyncio.to_thread(running.wait, PATIENCE)
            with process(port, tmp_path):
                async with one.at(id, version=done["version"]) as page:
                    welcome = await page.hears("welcome")
                    assert welcome["since"] == done["version"], "he has missed nothing"
                    (seat,) = welcome["positions"][0]["toAct"]
                    what = welcome["positions"][seat]["legal"][0]
                    assert (await page.asks("act", "next", seat=seat, what=what))["type"] == "done"

    evening()


def test_what_is_being_written_when_the_house_closes_is_written_and_told_first(tmp_path: Path) -> None:
    """And no new table is taken meanwhile: whoever wants one hears that the house is open again soon."""

    @in_a_loop
    async def move(serving: Serving) -> None:
        house = serving.house
        async with guest(serving.port) as one:
            id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            async with one.at(id) as page:
                at = (await page.hears("welcome"))["positions"]
                (seat,) = at[0]["toAct"]
                with slow_disk() as disk:
                    await page.sends("act", "a", seat=seat, what=at[seat]["legal"][0])
                    assert await asyncio.to_thread(disk.begun.wait, PATIENCE)
                    serving._server.should_exit = True
                    await serving.until(lambda: house.is_closing)
                    new = await one.http.post("/api/tables", json={"game": GAME, "chairs": [{"kind": "you"}] * 3})
                    assert (new.status_code, new.json()["key"]) == (503, "house-closes")
                    assert new.headers["retry-after"]
                    assert (await one.http.get("/ready")).status_code == 503
                    disk.goes_on.set()

                    assert (await page.hears("done"))["id"] == "a"
                    assert moves(await page.hears("news"))
                    assert await page.closed() == 1012

    with Serving(tmp_path) as serving:
        move(serving)


@pytest.mark.parametrize("error", [sqlite3.OperationalError("disk full"), OSError("gone")])
def test_what_could_not_be_written_has_not_happened(tmp_path: Path, error: Exception) -> None:
    @in_a_loop
    async def play(serving: Serving) -> None:
        async with guest(serving.port) as one:
            id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            async with one.at(id) as page:
                at = (await page.hears("welcome"))["positions"]
                (seat,) = at[0]["toAct"]
                act = {"seat": seat, "what": at[seat]["legal"][0]}
                with failing(error):
                    assert (await page.asks("act", "a", **act))["key"] == "not-saved"
                    assert await page.has_heard() == []
                assert (await page.asks("act", "a", **act)) == {"type": "done", "id": "a", "version": 5}

    with Serving(tmp_path) as serving:
        play(serving)


FULL = sqlite3.OperationalError("database or disk is full")


@in_a_loop
async def test_a_full_disk_refuses_and_drops_nobody(tmp_path: Path) -> None:
    """To sit down, to begin, to talk, to be somebody, to set a table: each says that it was not written down."""
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as host, guest(serving.port) as friend:
            id = (await host.sets(GAME, "you", "open", "open"))["id"]
            async with host.at(id) as one, friend.at(id) as two:
                wishes: list[tuple[Page, str, Facts]] = [
                    (two, "sit", {"seat": 1}),
                    (one, "pledge", {"seat": 0, "pledge": "00" * 32}),
                    (one, "say", {"text": "boo"}),
                    (one, "start", {}),
                ]
                chairs = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]
                with failing(FULL):
                    for page, type, facts in wishes:
                        assert (await page.asks(type, **facts))["key"] == "not-saved"
                    for answer in (
                        await host.http.post("/api/tables", json={"game": GAME, "chairs": chairs}),
                        await host.http.patch("/api/me", json={"name": "Wagner"}),
                        await host.http.post("/api/me/link"),
                    ):
                        assert (answer.status_code, answer.json()["key"]) == (503, "not-saved")
                for page, type, facts in wishes:
                    assert (await page.asks(type, **facts))["type"] == "done"


@in_a_loop
async def test_a_bot_that_cannot_write_waits_and_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0
    held_back = Schedule.hold_back

    def counted(self: Schedule) -> None:
        nonlocal tried
        tried += 1
        held_back(self)

    monkeypatch.setattr(Schedule, "hold_back", counted)
    monkeypatch.setattr(schedule, "SHORTEST_PAUSE", 0.02)
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as host:
            id = (await host.sets(GAME, "sensible", "sensible", "sensible", options={"rounds": "20"}))["id"]
            async with host.at(id) as page:
                await page.hears("welcome")
                with failing(FULL):
                    await serving.until(lambda: tried >= 4)
                    book = serving.house.tables[id].book
                    assert book is not None
                    stopped_at = book.version
                while position(await page.hears("news"))["version"] <= stopped_at:
                    pass  # It goes on by itself.

    said = [record.getMessage() for record in caplog.records if record.name.startswith("pandemonium")]
    assert [line.partition(" written down")[0] for line in said] == [
        "What is played cannot be",
        "What is played can be",
    ]
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.skipif(sys.platform != "linux", reason="files of another process are limited on Linux only")
def test_a_disk_that_really_is_full(tmp_path: Path) -> None:
    import resource

    @in_a_loop
    async def play(port: int, pid: int) -> None:
        async with guest(port) as one:
            id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            async with one.at(id) as page:
                at = (await page.hears("welcome"))["positions"]
                (seat,) = at[0]["toAct"]
                act = {"seat": seat, "what": at[seat]["legal"][0]}
                _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, most))
                assert (await page.asks("act", "a", **act))["key"] == "not-saved"
                assert (await page.asks("say", "b", text="boo"))["key"] == "not-saved"
                assert (await one.http.get("/api/boxes")).status_code == 200
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))
                assert (await page.asks("act", "a", **act)) == {"type": "done", "id": "a", "version": 5}

    port = free_port()
    with process(port, tmp_path) as running:
        play(port, running.pid)


def test_a_table_that_nobody_looks_at_is_put_to_bed_and_wakes(tmp_path: Path) -> None:
    @in_a_loop
    async def visit(serving: Serving) -> None:
        async with guest(serving.port) as one:
            id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            async with one.at(id) as page:
                before = await page.hears("welcome")
                assert list(serving.house.tables) == [id]
            await serving.until(lambda: not serving.house.tables)
            async with one.at(id) as page:
                after = await page.hears("welcome")

        assert standing(after) == standing(before)
        assert position({"positions": after["positions"][:1]})["version"] == 4

    with Serving(tmp_path, idle=0.1) as serving:
        visit(serving)


@in_a_loop
async def test_a_house_with_old_news_of_a_table_finds_out_when_it_writes(tmp_path: Path) -> None:
    """Somebody else has written to the log behind its back: nobody is told what is not there, everybody comes again,
    and what was asked for is asked for again."""
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as one:
            id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            async with one.at(id) as page, one.at(id, query="&eyes=public") as screen:
                at = (await page.hears("welcome"))["positions"]
                await screen.hears("welcome")
                (seat,) = at[0]["toAct"]
                act = {"seat": seat, "what": at[seat]["legal"][0]}
                table = serving.house.tables[id]
                with contextlib.closing(sqlite3.connect(tmp_path / "house.db", timeout=PATIENCE)) as disk:
                    row = (id, 5, seat, msgspec.json.encode(act["what"]).decode(), 1, 1, "somebody/else")
                    disk.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                    disk.commit()

                await page.sends("act", "mine", **act)

                assert await page.closed() == 1012
                assert await screen.closed() == 1012
            assert table.asleep
            async with one.at(id, version=4) as page:
                welcome = await page.hears("welcome")
                assert [move["seq"] for move in moves(welcome)] == [5]
                assert (await page.asks("act", "mine", **act))["type"] == "refused"
                at = welcome["positions"]
                (seat,) = at[0]["toAct"]
                assert (await page.asks("act", "next", seat=seat, what=at[seat]["legal"][0]))["version"] == 6
            await serving.until(lambda: not serving.house.pages)  # Nobody is counted twice.
