"""What stands in the log: one line for each event, and nothing that anybody keeps from anybody."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

import pandemonium
from pandemonium.core.game import AnyGame
from pandemonium.server.watch import logs
from tests.server.serving import Facts, Page, Serving, guest, in_a_loop

GAMES = list(pandemonium.shelf().values())
KNOWN = {"at", "level", "logger", "event"}
FACTS = {"table", "game", "move", "seat", "seats", "why", "version", "tables", "pages"}
"""All that an event may tell."""
WORD = re.compile("[a-z]+(-[a-z]+)*")
MOST = 80
SAID = "between you and me"


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
    if name in ("at", "logger", "table"):
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


@pytest.mark.parametrize("level", ["debug", "warning"])
def test_the_house_never_lets_uvicorn_say_more_than_info(tmp_path: Path, level: str) -> None:
    from pandemonium.server.run import server
    from pandemonium.server.settings import Settings

    made = server(Settings(data=tmp_path), host="127.0.0.1", port=0, log_level=level)

    assert made.config.log_level == logs.at_least_info(level)
