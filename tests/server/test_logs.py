"""What stands in the log: one line for each event, and nothing that anybody keeps from anybody."""

from __future__ import annotations

import ast
import asyncio
import io
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from inspect import signature
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

import pandemonium
from pandemonium.core.game import AnyGame
from pandemonium.server.run import server
from pandemonium.server.transport.connection import COME_AGAIN
from pandemonium.server.watch import logs
from tests.server.serving import Facts, Page, Serving, guest, in_a_loop

GAMES = list(pandemonium.shelf().values())
KNOWN = {"at", "level", "logger", "event"}
FACTS = {"table", "game", "move", "seat", "seats", "why", "version", "tables", "pages", "times"}
"""All that an event may tell."""
FACTS |= {"ban", "what", "hours", "program", "old", "take"}
"""And one about what the operator did."""
FACTS |= {"node", "others", "touch"}
"""And one about the nodes of a house."""
IDS = ("table", "ban", "program", "node")
WORD = re.compile("[a-z]+(-[a-z]+)*")
MOST = 80
SAID = "between you and me"
CARDS = "little-devils"
ELSEWHERE = "192.0.2.77"
OPERATOR = "a token that nobody guesses"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """A log at its loudest, for programs."""
    stream, ours = io.StringIO(), logging.getLogger(logs.OURS)
    handler, before = logging.StreamHandler(stream), ours.level
    handler.setFormatter(logs.Json())
    ours.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    yield stream
    ours.setLevel(before)
    ours.removeHandler(handler)


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_whatever_is_played_no_secret_stands_in_the_log(tmp_path: Path, written: io.StringIO, game: AnyGame) -> None:
    """A match of at most so many moves; of a race, which takes its time, a round."""
    secrets: set[str] = set()

    @in_a_loop
    async def evening(serving: Serving) -> None:
        async with guest(serving.port) as host:
            seats = game.seats_or(None)
            bots = ["kobold"] * (seats if game.race else 0)
            table = await host.sets(game.slug, *(bots or ["you"] * seats), **({} if game.race else {"oneScreen": True}))
            link = await host.http.post("/api/me/link")
            me = (await host.http.get("/api/me")).json()
            async with host.at(table["id"]) as page:
                await (page.hears("receipt") if game.race else _plays(page))
                await page.asks("say", text=SAID)
            record = serving.house.tables[table["id"]].record
            secrets.update(_words(me), _words(link.json()), {host.cookie, record.host, record.seed.hex(), SAID})
            secrets.update(chair.name for chair in record.chairs if chair.name)

    with Serving(tmp_path, race_look=0, suspense=(0, 0)) as serving:
        evening(serving)
    lines = written.getvalue().splitlines()
    events = [msgspec.json.decode(line) for line in lines]

    for secret in secrets - {"en", "fr", "de"}:
        assert len(secret) > 2
        assert secret not in written.getvalue()
    for event in events:
        assert event.keys() <= KNOWN | FACTS, event
        assert all(_is_harmless(name, value) for name, value in event.items()), event
    told = {event["event"] for event in events}
    assert told >= {"table-set", "match-begun", "page-came", "move", "page-left", "house-closes"}
    assert "match-over" in told or game.race


def test_no_secret_of_programs_bans_or_links_stands_in_the_log(tmp_path: Path, written: io.StringIO) -> None:
    """A program comes, plays and is sent away; a guest and an address are barred and let in again; a personal link is
    looked at, used and used again; the operator comes with a wrong token and with the right one."""
    secrets: set[str] = set()

    @in_a_loop
    async def evening(serving: Serving) -> None:
        async with (
            guest(serving.port) as host,
            guest(serving.port) as other,
            guest(serving.port, known=False) as device,
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{serving.operator}") as operator,
        ):
            await host.http.patch("/api/me", json={"name": "Wily Otter"})
            brought = (await host.http.post("/api/me/programs", json={"name": "Careful Heron"})).json()
            link = (await host.http.post("/api/me/link")).json()["path"]
            for _ in range(2):
                for ask in (device.http.get, device.http.post):
                    await ask(link.replace("/me/", "/api/me/link/"))
            await _comes_and_plays(serving.port, brought["token"])
            await device.http.get("/api/me", headers={"authorization": f"Bearer {brought['token']}wrong"})
            await operator.get("/", headers={"authorization": "Bearer no such token as this"})
            operator.headers["authorization"] = f"Bearer {OPERATOR}"
            rowdy = str(serving.house.people.named_by(other.cookie))
            for whom in ({"guest": rowdy}, {"address": ELSEWHERE}):
                assert (await operator.post("/bans", data={"what": "bar", "hours": "1", **whom})).status_code == 303
            assert (await other.http.get("/api/me")).status_code == 403
            for ban in serving.house.moderation.bans:
                await operator.post(f"/bans/{ban.id}/lift")
            await operator.post(f"/programs/{brought['program']['id']}/send-away")
            for old in ("keep", "forget"):
                await operator.post("/secret", data={"old": old})
            secrets.update({brought["token"], link.rpartition("/")[2], host.cookie, other.cookie, device.cookie})
            secrets.update({rowdy, str((await other.http.get("/api/me")).json()["name"]), ELSEWHERE, OPERATOR})
            secrets.update({"Wily Otter", "Careful Heron", "no such token as this", serving.house.secret.hex()})

    with Serving(tmp_path, operator=True, operator_token=OPERATOR) as serving:
        evening(serving)
    events = [msgspec.json.decode(line) for line in written.getvalue().splitlines()]

    for secret in secrets:
        assert len(secret) > 6
        assert secret not in written.getvalue()
    for event in events:
        assert event.keys() <= KNOWN | FACTS, event
        assert all(_is_harmless(name, value) for name, value in event.items()), event
    did = {"banned", "ban-lifted", "program-sent-away", "new-secret", "wrong-operator-token"}
    assert {event["event"] for event in events} >= {"move", *did}


def events_in_the_source() -> dict[str, set[str]]:
    """Every event that our code has a name for, and the facts that go with it."""
    found: dict[str, set[str]] = {}
    for file in sorted(Path(pandemonium.__path__[0]).rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ("note", "logs.note"):
                names = [each.value for each in ast.walk(call.args[1]) if isinstance(each, ast.Constant)]
                assert names, f"{file}: {ast.unparse(call)} has no name"
                for name in names:
                    found.setdefault(str(name), set()).update(str(fact.arg) for fact in call.keywords)
    return found


def test_every_event_is_in_the_document_and_tells_no_more_than_it_may() -> None:
    document = (Path(__file__).parents[2] / "docs" / "watching.md").read_text("utf-8")
    events = events_in_the_source()

    assert {"move", "table-dropped", "node-without-database"} <= events.keys()
    assert [event for event in events if f"`{event}`" not in document] == []
    assert {event: facts - FACTS for event, facts in events.items() if facts - FACTS} == {}
    assert [event for event in events if not WORD.fullmatch(event)] == []


@in_a_loop
async def test_a_table_that_is_dropped_says_why_in_a_word_of_ours(tmp_path: Path, written: io.StringIO) -> None:
    """Somebody else has written into its record meanwhile."""
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as host:
            table = await host.sets(CARDS, "you", "you", "you", oneScreen=True)
            async with host.at(table["id"]) as page:
                at = (await page.hears("welcome"))["positions"]
                with closing(sqlite3.connect(tmp_path / "house.db")) as disk, disk:
                    disk.execute("UPDATE tables SET revision = revision + 1")
                seat = at[0]["toAct"][0]
                with suppress(ConnectionClosed):
                    await page.asks("act", seat=seat, what=at[seat]["legal"][0])
                assert await page.closed() == COME_AGAIN
    events = [msgspec.json.decode(line) for line in written.getvalue().splitlines()]
    (dropped,) = [event for event in events if event["event"] == "table-dropped"]

    assert dropped["why"] == "clash"
    assert all(_is_harmless(name, value) for name, value in dropped.items())


async def _comes_and_plays(port: int, token: str) -> None:
    """A program, with bots; one move."""
    async with guest(port, known=False) as program:
        program.http.headers["authorization"] = f"Bearer {token}"
        table = await program.sets(CARDS, "you", "random", "random", programs=True)
        async with program.at(table["id"]) as page:
            at = (await page.hears("welcome"))["positions"]
            while not at[0]["legal"]:
                at = (await page.hears("news"))["positions"]
            assert (await page.asks("act", seat=0, what=at[0]["legal"][0]))["type"] == "done"


async def _plays(page: Page) -> None:
    """All seats, at random, to the end, or until nobody wants to go on."""
    luck = Random(8)
    at = (await page.hears("welcome"))["positions"]
    for played in range(MOST):
        if not at[0]["toAct"]:
            return
        seat = at[0]["toAct"][0]
        done = await page.asks("act", f"a{played}", seat=seat, what=luck.choice(at[seat]["legal"]))
        assert done["type"] == "done", done
        at = (await page.hears("news"))["positions"]
    await page.asks("dismiss")


def _words(facts: Facts) -> set[str]:
    """Whatever is text in there: a link, a name, a token."""
    return {value for value in facts.values() if isinstance(value, str)}


def _is_harmless(name: str, value: object) -> bool:
    """A number that says how far, who or how many; an id of a table; a word of ours."""
    if name in ("at", "logger", *IDS):
        return isinstance(value, str)
    return isinstance(value, int) or (isinstance(value, str) and WORD.fullmatch(value) is not None)


def test_a_line_for_people_has_the_same_facts(written: io.StringIO) -> None:
    logging.getLogger(logs.OURS).handlers[-1].setFormatter(logs.Text())

    logs.note(logging.INFO, "move", table="k7mPq2xTz9Rb", move=17)

    assert written.getvalue().endswith("INFO pandemonium.events: move table=k7mPq2xTz9Rb move=17\n")


def test_a_mistake_of_ours_is_one_object_with_its_trace(written: io.StringIO) -> None:
    try:
        int("no such devil")
    except ValueError:
        logging.getLogger("pandemonium.server").exception("table %s", "k7mPq2xTz9Rb")

    (line,) = written.getvalue().splitlines()
    said = msgspec.json.decode(line)
    assert said["message"] == "table k7mPq2xTz9Rb"
    assert "no such devil" in said["trace"]


def test_nobody_else_writes_frames_into_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """At `debug` uvicorn's sockets write down all that they send, hands and all."""
    asked: dict[str, object] = {}
    monkeypatch.setattr(logging, "basicConfig", lambda **facts: asked.update(facts))
    ours = logging.getLogger(logs.OURS)
    monkeypatch.setattr(ours, "level", ours.level)

    logs.configure("debug", "json")

    assert ours.isEnabledFor(logging.DEBUG)
    assert asked["level"] == "INFO"


@in_a_loop
async def test_uvicorn_says_nothing_of_what_strangers_send_and_from_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hostile frame would be twenty lines, a request that is none would be one, and a socket its caller's address."""
    told, theirs = io.StringIO(), logging.getLogger("uvicorn.error")
    monkeypatch.setattr(theirs, "level", theirs.level)
    monkeypatch.setattr(theirs, "handlers", [logging.StreamHandler(told)])
    with Serving(tmp_path, log_level=signature(server).parameters["log_level"].default) as serving:
        async with guest(serving.port) as host:
            table = await host.sets(CARDS, "you", "you", "you", oneScreen=True)
            async with host.at(table["id"]) as page:
                await page.socket.send([b"\xff", b"\xfe"], text=True)
                assert await page.closed() == 1007
            _, writer = await asyncio.open_connection("127.0.0.1", serving.port)
            writer.write(b"\0\r\n\r\n")
            await writer.drain()
            writer.close()
            await host.http.get("/api/me")

    assert told.getvalue() == ""
