"""Long matches cost their readers time, and nobody else: papers, replays, tables that wake up."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from pathlib import Path
from threading import current_thread
from typing import Any
from weakref import ref

import msgspec
import pytest
from msgspec.structs import replace

import pandemonium
from pandemonium.core.bots import Bots, bots_for
from pandemonium.server import house as house_module
from pandemonium.server.api.kept import Kept
from pandemonium.server.limits import Rate
from pandemonium.server.table import logbook, new_tables, pages
from pandemonium.server.table import replay as replay_module
from pandemonium.server.transport.protocol import TableProtocol
from pandemonium.server.wire.answers import Replay
from tests.server.serving import PATIENCE, ROOMY, Facts, Guest, Serving, guest, in_a_loop, moves

GAME = "little-devils"


def on_paper(moves: int, rounds: int = 20) -> str:
    """The first so many moves of a match of bots."""
    match = pandemonium.begin(GAME, seats=3, options={"rounds": str(rounds)}, seed="long")
    Bots(bots_for(match.game, ["random"], 3), "long").play_out(match)
    head = [line for line in match.text().splitlines() if line.split()[0] in ("game", "seats", "option")]
    played = [line for line in match.text().splitlines() if line.split()[0] in ("nature", "0", "1", "2")]
    return "\n".join([*head, *played[:moves]]) + "\n"


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], list[str]]:
    """In which threads a function of ours is called from now on."""

    def watch(module: Any, name: str) -> list[str]:
        seen: list[str] = []
        true = getattr(module, name)

        def watched(*args: Any) -> Any:
            seen.append(current_thread().name)
            return true(*args)

        monkeypatch.setattr(module, name, watched)
        return seen

    return watch


async def goes_on(host: Guest, paper: str) -> Facts:
    return await host.sets(GAME, "you", "you", "you", paper=paper, oneScreen=True)


async def over(host: Guest) -> str:
    """A table with a match of 500 moves that is over."""
    table = (await goes_on(host, on_paper(10_000, rounds=20).rsplit("\n", 2)[0] + "\n"))["id"]
    async with host.at(table) as page:
        at = (await page.hears("welcome"))["positions"]
        (seat,) = at[0]["toAct"]
        await page.asks("act", seat=seat, what=at[seat]["legal"][0])
    return str(table)


@in_a_loop
async def test_a_paper_has_an_end(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logbook, "LONGEST_PAPER", 30)
    async with guest(port) as host:
        chairs = [{"kind": "you"}] * 3
        for moves, status in ((30, 201), (31, 400)):
            wish = {"game": GAME, "chairs": chairs, "paper": on_paper(moves), "oneScreen": True}
            answer = await host.http.post("/api/tables", json=wish)
            assert answer.status_code == status
        assert answer.json() == {
            "key": "paper-too-long",
            "reason": "line 34: A match on paper may have 30 moves at most.",
        }


@in_a_loop
async def test_a_paper_is_read_beside_the_loop(port: int, threads: Callable[[Any, str], list[str]]) -> None:
    read, written = threads(new_tables, "go_on"), threads(new_tables, "taken_over")
    async with guest(port) as host:
        await goes_on(host, on_paper(400))

    assert read[0].startswith("long work")
    assert written[0].startswith("long work")


@in_a_loop
async def test_an_address_may_have_so_many_matches_read_and_no_more(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, studies_from_address=Rate(0.001, 2))) as small:
        paper = on_paper(50)
        answers = []
        for _ in range(4):
            async with guest(small.port) as thug:
                wish = {"game": GAME, "chairs": [{"kind": "you"}] * 3, "paper": paper, "oneScreen": True}
                answers.append((await thug.http.post("/api/tables", json=wish)).status_code)

        assert answers == [201, 201, 429, 429]


@in_a_loop
async def test_a_long_match_wakes_beside_the_loop(tmp_path: Path, threads: Callable[[Any, str], list[str]]) -> None:
    folded = threads(house_module, "fold")
    with Serving(tmp_path, idle=0.05) as serving:
        async with guest(serving.port) as host:
            for length in (400, 10):
                table = (await goes_on(host, on_paper(length)))["id"]
                async with host.at(table) as page:
                    assert len(moves(await page.hears("welcome"))) >= length

    assert folded[0].startswith("soon")
    assert not folded[1].startswith("soon")


@in_a_loop
async def test_who_comes_to_a_very_long_match_has_its_whole_score_sheet(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of its first rounds he is told how they ended, and no more."""
    monkeypatch.setattr(pages, "MOST_TOLD", 100)
    async with guest(port) as host:
        table = (await goes_on(host, on_paper(400)))["id"]
        async with host.at(table) as page:
            told = (await page.hears("welcome"))["positions"][0]["moments"]

    newest, before = told[-100:], told[:-100]
    rounds = [moment["score"]["round"] for moment in told if moment["score"]]
    assert rounds == list(range(1, len(rounds) + 1))
    assert all(moment["score"] for moment in before)
    assert [moment["seq"] for moment in newest] == list(range(newest[0]["seq"], newest[0]["seq"] + 100))
    assert len(before) > 5


@in_a_loop
async def test_a_replay_is_made_beside_the_loop_once(
    serving: Serving, threads: Callable[[Any, str], list[str]]
) -> None:
    made = threads(replay_module, "_replay")
    async with guest(serving.port) as host:
        table = await over(host)
        answers = await asyncio.gather(*(host.http.get(f"/api/tables/{table}/replay?eyes=1") for _ in range(5)))
        plain = await host.http.get(f"/api/tables/{table}/replay?eyes=1", headers={"accept-encoding": "identity"})
        await host.http.get(f"/api/tables/{table}/replay?eyes=2")

    assert [name.startswith("long work") for name in made] == [True, True]
    assert {answer.headers["content-encoding"] for answer in answers} == {"gzip"}
    assert "content-encoding" not in plain.headers
    assert {answer.text for answer in answers} == {plain.text}
    assert len(msgspec.json.decode(plain.content, type=Replay).moments) > 500


@in_a_loop
async def test_replays_that_are_not_kept_are_limited_too(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, studies_from_address=Rate(0.001, 3))) as small:
        async with guest(small.port) as host:
            table = await over(host)
            eyes = ("0", "0", "1", "2", "0")
            asked = [await host.http.get(f"/api/tables/{table}/replay?eyes={seat}") for seat in eyes]

        assert [answer.status_code for answer in asked] == [200, 200, 200, 429, 200]


@in_a_loop
async def test_a_long_paper_is_written_beside_the_loop_once(
    serving: Serving, threads: Callable[[Any, str], list[str]]
) -> None:
    """As long as nothing more is played there, or happens."""
    written = threads(replay_module, "_text")
    async with guest(serving.port) as host, guest(serving.port) as other:
        table = (await goes_on(host, on_paper(400)))["id"]
        path = f"/api/tables/{table}/paper"
        first = [(await host.http.get(path)).text for _ in range(3)]
        publicly = [(await other.http.get(path)).text for _ in range(2)]
        async with host.at(table) as page:
            at = (await page.hears("welcome"))["positions"]
            (seat,) = at[0]["toAct"]
            await page.asks("act", seat=seat, what=at[seat]["legal"][0])
        later = [(await host.http.get(path)).text for _ in range(2)]

    assert [len(set(texts)) for texts in (first, publicly, later)] == [1, 1, 1]
    assert len({first[0], publicly[0], later[0]}) == 3
    assert [name.startswith("long work") for name in written] == [True] * 3


@in_a_loop
async def test_long_papers_that_are_not_kept_are_limited_too(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, studies_from_address=Rate(0.001, 5))) as small:
        async with guest(small.port) as host:
            tables = [(await goes_on(host, on_paper(400)))["id"] for _ in range(3)]
            short = (await host.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            asked = [await host.http.get(f"/api/tables/{id}/paper") for id in (*tables, tables[0], short)]

        assert [answer.status_code for answer in asked] == [200, 200, 429, 200, 200]


@in_a_loop
async def test_codes_that_are_not_kept_are_limited(tmp_path: Path) -> None:
    """They are made where long matches are read."""
    with Serving(tmp_path, limits=replace(ROOMY, codes_from_address=Rate(0.001, 2))) as small:
        async with guest(small.port) as host:
            asked = [await host.http.get(f"/api/qr.svg?path=/t/{name}") for name in "abcab"]

        assert [answer.status_code for answer in asked] == [200, 200, 429, 200, 200]


@in_a_loop
async def test_what_is_kept_has_room_for_so_much() -> None:
    kept, made = Kept(100), []

    async def make(key: str) -> bytes:
        made.append(key)
        return bytes(40)

    for key in ("a", "b", "a", "c", "a", "b"):
        await kept.get(key, lambda key=key: make(key))  # type: ignore[misc]

    assert made == ["a", "b", "c", "b"]
    assert kept.size == 80


@in_a_loop
async def test_what_could_not_be_made_is_made_again() -> None:
    kept = Kept(100)

    async def fail() -> bytes:
        raise OSError("no room")

    async def make() -> bytes:
        return b"made"

    with pytest.raises(OSError, match="no room"):
        await kept.get("a", fail)
    assert await kept.get("a", make) == b"made"


@in_a_loop
async def test_a_table_that_falls_asleep_while_it_is_being_asked_is_woken_again(tmp_path: Path) -> None:
    """With an idle time of nothing nine of ten waited for ever."""
    with Serving(tmp_path, idle=0) as serving:
        async with guest(serving.port) as host:
            table = (await host.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            for _ in range(30):
                async with host.at(table) as page:
                    await page.hears("welcome")
                assert (await host.http.get(f"/api/tables/{table}/paper")).status_code == 200
                assert (await host.http.patch("/api/me", json={"name": "Wagner"})).status_code == 200


@in_a_loop
async def test_a_table_that_has_fallen_asleep_is_gone_from_memory_without_being_looked_for(tmp_path: Path) -> None:
    """In a circle it stays until the garbage collector passes, which is seldom: 90 kB a table, with its sockets."""
    gc.disable()
    try:
        with Serving(tmp_path, idle=0) as serving:
            async with guest(serving.port) as host:
                id = (await host.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
                async with host.at(id) as page:
                    await page.hears("welcome")
                    table = ref(serving.house.tables[id])
                    protocols = [transport.get_protocol() for transport in list(serving.admission.open)]
                    (socket,) = [ref(its) for its in protocols if isinstance(its, TableProtocol)]
                    del protocols
                stop = time.monotonic() + PATIENCE
                while table() is not None or socket() is not None:
                    assert time.monotonic() < stop, (table(), socket())
                    await asyncio.sleep(0.01)
    finally:
        gc.enable()
