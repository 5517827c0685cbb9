"""What hosts need: a house below a path, probes that tell the truth, an offer of the source, old tables forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from pandemonium.core.game import Refusal
from pandemonium.server.addresses import checked_base
from pandemonium.server.api.site import SOURCE
from pandemonium.server.retention import DAY, clear_away
from pandemonium.storage import writer as writing
from pandemonium.storage.folder import DataFolder
from pandemonium.storage.records import Person
from tests.server.serving import PATIENCE, Serving, guest, in_a_loop

GAME = "little-devils"
INDEX = '<meta name="base" content="./"><meta name="source" content=""><script src="./assets/main.js"></script>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "main.js").write_text("1")
    return folder


# A house below a path


def test_a_house_below_a_path_is_whole_there(tmp_path: Path, site: Path) -> None:
    """Page, assets, interface, sockets and cookie; also behind a proxy that takes the path away."""

    @in_a_loop
    async def visit(port: int) -> None:
        async with guest(port, known=False) as one:
            bare = await one.http.get("/games")
            assert (bare.status_code, bare.headers["location"]) == (308, "/games/")
            for path in ("/games/", "/games/table/abc", "/table/abc"):
                index = await one.http.get(path)
                assert 'content="/games/"' in index.text
                assert 'src="/games/assets/main.js"' in index.text
            assert (await one.http.get("/games/assets/main.js")).text == "1"
            assert (await one.http.get("/games/health")).text == "ok\n"
            assert (await one.http.get("/gamesters/api/boxes")).headers["content-type"].startswith("text/html")
            me = await one.http.get("/games/api/me")
            assert "; Path=/games/;" in me.headers["set-cookie"]
            assert (await one.http.post("/games/api/me/link")).json()["path"].startswith("/games/me/")
            wish = {"game": GAME, "chairs": [{"kind": "you"}] * 3, "oneScreen": True}
            id = (await one.http.post("/games/api/tables", json=wish)).json()["id"]
            address = f"ws://127.0.0.1:{port}/games/api/tables/{id}/socket?version=0&language=en"
            async with connect(address, additional_headers={"Cookie": one.cookie}) as socket:
                assert '"welcome"' in str(await socket.recv())

    with Serving(tmp_path / "data", site=site, base="/games") as serving:
        visit(serving.port)


@pytest.mark.parametrize(("said", "meant"), [("", ""), ("/", ""), ("/games", "/games"), ("/a/b-c/", "/a/b-c")])
def test_a_path_has_no_slash_behind_it(said: str, meant: str) -> None:
    assert checked_base(said) == meant


@pytest.mark.parametrize("said", ["games", "//games", "/a//b", "/..", "/a b", '/"', "/é", "https://x/games", "/a?b"])
def test_what_is_no_path_is_refused(said: str) -> None:
    with pytest.raises(Refusal):
        checked_base(said)


# The source


@pytest.mark.parametrize(
    ("has_it", "told", "offered"),
    [
        (False, "", ""),
        (True, "", f"/games/{SOURCE}"),
        (True, 'https://x.example/?a&"', "https://x.example/?a&amp;&quot;"),
    ],
)
def test_the_page_is_told_where_the_source_is(
    tmp_path: Path, site: Path, *, has_it: bool, told: str, offered: str
) -> None:
    if has_it:
        (site / SOURCE).write_bytes(b"all of it")

    @in_a_loop
    async def visit(port: int) -> None:
        async with guest(port, known=False) as one:
            assert f'<meta name="source" content="{offered}">' in (await one.http.get("/games/")).text
            given = await one.http.get(f"/games/{SOURCE}")
            assert given.status_code == (200 if has_it else 404)
            assert not has_it or given.headers["content-type"] == "application/gzip"

    with Serving(tmp_path / "data", site=site, base="/games", source=told) as serving:
        visit(serving.port)


# Whether it is ready


def test_a_house_is_ready_as_long_as_it_can_write_and_says_so_again_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = writing._commit

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    @in_a_loop
    async def probe(port: int) -> None:
        async with guest(port, known=False) as one:
            assert ((ready := await one.http.get("/ready")).status_code, ready.text) == (200, "ready\n")
            monkeypatch.setattr(writing, "_commit", full)
            answers = await asyncio.gather(*(one.http.get("/ready") for _ in range(5)))
            assert {(answer.status_code, answer.json()["key"]) for answer in answers} == {(503, "not-saved")}
            assert (await one.http.get("/health")).status_code == 200, "it is open all the same"
            monkeypatch.setattr(writing, "_commit", commit)
            assert (await one.http.get("/ready")).status_code == 200
            monkeypatch.setattr(DataFolder, "free", lambda _: 1_500_000)
            low = (await one.http.get("/ready", headers={"accept-language": "en"})).json()
            assert low == {"key": "disk-low", "reason": "The disk of the house is nearly full: 1 MB are left."}

    with Serving(tmp_path) as serving:
        probe(serving.port)
        assert serving.house.store.writer.written > 0


def test_what_was_tried_leaves_nothing_behind(tmp_path: Path) -> None:
    @in_a_loop
    async def probe(port: int) -> None:
        async with guest(port, known=False) as one:
            for _ in range(3):
                assert (await one.http.get("/ready")).status_code == 200

    with Serving(tmp_path) as serving:
        probe(serving.port)
    disk = sqlite3.connect(tmp_path / "house.db")
    assert disk.execute("SELECT count(*) FROM tokens").fetchall() == [(0,)]
    disk.close()


# What is kept


def test_old_tables_are_forgotten_and_guests_without_any_but_never_one_in_play(tmp_path: Path) -> None:
    """Nor one that somebody looks at, nor a guest who was here since the house was opened."""

    @in_a_loop
    async def keep(serving: Serving) -> None:
        def days_later(days: float) -> None:
            serving.clock.moved += days * DAY / 1000

        async def swept() -> tuple[int, int, int]:
            done = asyncio.run_coroutine_threadsafe(clear_away(serving.house, 30), serving.house.loop)
            return await asyncio.wrap_future(done)

        async with guest(serving.port) as one:
            await asyncio.wrap_future(
                asyncio.run_coroutine_threadsafe(
                    serving.house.store.save_person(Person("gone", "Gone", None, serving.settings.now())),
                    serving.house.loop,
                )
            )
            playing = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            gathering = (await one.sets(GAME, "you", "open", "open"))["id"]
            looked_at = (await one.sets(GAME, "you", "open", "open"))["id"]
            over = (await one.sets(GAME, "you", "random", "random"))["id"]
            async with one.at(over) as page:
                await page.hears("welcome")
                assert (await page.asks("dismiss"))["type"] == "done"
            await serving.until(lambda: not serving.house.is_awake(over))
            days_later(29)
            assert await swept() == (0, 0, 0)
            days_later(2)
            async with one.at(looked_at) as page:
                await page.hears("welcome")
                assert await swept() == (2, 0, 1)

            async def status(id: str) -> int:
                return (await one.http.get(f"/api/tables/{id}")).status_code

            kept = {id: await status(id) for id in (playing, looked_at, gathering, over)}
            assert kept == {playing: 200, looked_at: 200, gathering: 404, over: 404}
            assert (await one.http.get("/api/me/matches")).json()["matches"] == []

    with Serving(tmp_path, idle=0.01) as serving:
        keep(serving)
    disk = sqlite3.connect(tmp_path / "house.db")
    kept = {name: disk.execute(f"SELECT DISTINCT table_id FROM {name}").fetchall() for name in ("events", "company")}
    assert len(kept["events"]) == 1
    assert len(kept["company"]) == 2
    assert disk.execute("SELECT count(*) FROM people").fetchall() == [(1,)]
    disk.close()


def test_a_house_with_a_term_keeps_it_by_itself(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:

        @in_a_loop
        async def leave() -> None:
            async with guest(serving.port) as one:
                await one.sets(GAME, "you", "open", "open")

        leave()
    disk = sqlite3.connect(tmp_path / "house.db")
    with Serving(tmp_path, keep=1e-9):
        stop = time.monotonic() + PATIENCE
        while disk.execute("SELECT count(*) FROM people").fetchone() != (0,):
            assert time.monotonic() < stop
            time.sleep(0.01)
    assert disk.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    disk.close()
