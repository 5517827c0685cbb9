"""Processes that think: whatever happens to them, whoever waits gets an answer, or hears at once that there is none."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from pandemonium.core.evaluation import Budget, NotYet
from pandemonium.search.keeper import Keeper, NobodyThinks, WarmUp, Wish
from pandemonium.search.thinker import Adviser, Thinker
from pandemonium.search.worker import NICER, Worker
from pandemonium.search.workers import Workers, usual_count
from tests.search import minds
from tests.server.serving import in_a_loop

PATIENCE = 120.0
"""In seconds: no test waits for so long, unless what it waits for never comes."""
ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def at_work(
    count: int = 1, *, wait: float = PATIENCE, patience: float = PATIENCE, stuck: float = PATIENCE, idle: float = 900.0
) -> AsyncIterator[Workers]:
    workers = Workers(count, wait=wait, patience=patience, stuck=stuck, idle=idle)
    try:
        yield workers
    finally:
        await workers.close()


async def asked(
    workers: Workers, bot: Thinker[str, str], view: object = "", *, seed: int = 1, warm_up: WarmUp | None = None
) -> str:
    return await workers.think("table", bot, str(view), ["a", "b"], luck=Random(seed), warm_up=warm_up)


async def process_of(workers: Workers) -> int:
    return int((await asked(workers, WHO)).split()[0])


def until(happens: Callable[[], bool]) -> None:
    stop = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < stop
        time.sleep(0.005)


def is_there(pid: int) -> bool:
    """Whether the process still lives: one that has ended and was not buried yet does not."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def begun(note: Path) -> int:
    """Wait until somebody thinks; in which process. Read once: whoever thinks again writes the note anew."""
    seen = ""

    def is_written() -> bool:
        nonlocal seen
        seen = note.read_text() if note.exists() else ""
        return seen != ""

    until(is_written)
    return int(seen)


WHO = minds.thinker(minds.says_who)


@in_a_loop
async def test_a_thought_is_thought_elsewhere_and_only_its_seed_matters() -> None:
    async with at_work() as workers:
        process, luck = (await asked(workers, WHO)).split()

        assert int(process) != os.getpid()
        assert await asked(workers, WHO) == f"{process} {luck}"
        assert await asked(workers, WHO, seed=2) != f"{process} {luck}"


@in_a_loop
async def test_who_thinks_alone_may_think_for_its_whole_time() -> None:
    async with at_work() as workers:
        assert await asked(workers, minds.thinker(minds.says_the_seconds, 0.015)) == "0.015"


@in_a_loop
async def test_where_many_wait_each_thinks_for_less() -> None:
    bot = minds.thinker(minds.says_the_seconds, 1.0)
    async with at_work(wait=0.5) as workers:
        await asked(workers, WHO)  # There is a process.
        tables = [workers.think(table, bot, "", ["a", "b"], luck=Random(1)) for table in range(20)]
        seconds = sorted(map(float, await asyncio.gather(*tables)))

    assert seconds[10] <= 0.5 / 10, "except for those that began before the others asked"
    assert seconds[0] >= 0.005


@in_a_loop
async def test_who_has_given_up_takes_no_time_from_the_others() -> None:
    workers = Workers(0, wait=60.0, patience=600.0)
    bot, now = minds.thinker(minds.says_who, 30.0), time.monotonic()

    def wish(since: float) -> Wish:
        return Wish(bot, "", ["a", "b"], 1, None, since, asyncio.get_running_loop().create_future())

    workers._queue.put("gone", wish(now - 1000))

    assert workers.share(wish(now)) == 30.0
    workers._queue.put("waits", wish(now))
    assert workers.share(wish(now)) < 30.0


@pytest.mark.parametrize(("cores", "thinkers"), [(None, 1), (1, 1), (2, 1), (3, 2), (64, 4)])
def test_one_core_is_left_to_people(cores: int | None, thinkers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)

    assert usual_count() == thinkers


@pytest.mark.skipif(sys.platform == "win32", reason="there is no niceness")
@in_a_loop
async def test_a_process_that_thinks_comes_after_the_house() -> None:
    async with at_work() as workers:
        nice = os.getpriority(os.PRIO_PROCESS, await process_of(workers))

    assert nice == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICER)


@in_a_loop
async def test_what_a_thinker_prints_is_no_answer() -> None:
    async with at_work() as workers:
        assert await asked(workers, minds.thinker(minds.thinks_aloud)) == "a"


@in_a_loop
async def test_a_process_that_is_killed_in_mid_thought_is_replaced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with at_work() as workers:
        thought = asyncio.ensure_future(asked(workers, minds.thinker(minds.never_ends), tmp_path / "note"))
        os.kill(await asyncio.to_thread(begun, tmp_path / "note"), signal.SIGKILL)
        with pytest.raises(NobodyThinks, match="-9"):
            await thought

        assert await process_of(workers) != begun(tmp_path / "note")
    assert "has died (exit code -9)" in caplog.text


@in_a_loop
async def test_a_process_that_dies_idle_is_replaced_too() -> None:
    async with at_work() as workers:
        first = await process_of(workers)
        os.kill(first, signal.SIGKILL)
        await asyncio.to_thread(until, lambda: first not in workers.pids)

        assert await process_of(workers) != first


@in_a_loop
async def test_a_thought_that_never_ends_is_cut_off(tmp_path: Path) -> None:
    async with at_work() as workers:
        assert await asked(workers, WHO)  # It may take a while until it is there.
        workers.stuck = 0.05

        with pytest.raises(NobodyThinks, match="exit code"):
            await asked(workers, minds.thinker(minds.never_ends), tmp_path / "note")
        await asyncio.to_thread(until, lambda: not is_there(begun(tmp_path / "note")))
        workers.stuck = PATIENCE
        assert await asked(workers, WHO)


@in_a_loop
async def test_nobody_waits_longer_than_his_patience(tmp_path: Path) -> None:
    async with at_work(patience=0.05) as workers:
        workers.get_ready(minds.warm_up)
        await asyncio.to_thread(until, lambda: bool(workers.pids))

        with pytest.raises(NobodyThinks):
            await asked(workers, minds.thinker(minds.never_ends), tmp_path / "note")


@in_a_loop
async def test_who_does_not_wait_any_more_stops_nobody(tmp_path: Path) -> None:
    """As when a move is taken back while a bot thinks about the next."""
    async with at_work() as workers:
        gone = asyncio.ensure_future(asked(workers, minds.thinker(minds.never_ends), tmp_path / "note"))
        behind = asyncio.ensure_future(asked(workers, WHO))
        thinks = await asyncio.to_thread(begun, tmp_path / "note")
        gone.cancel()
        behind.cancel()
        await asyncio.sleep(0)
        os.kill(thinks, signal.SIGKILL)

        assert await asked(workers, WHO)


@in_a_loop
async def test_who_cannot_think_says_why_and_goes_on() -> None:
    async with at_work() as workers:
        process = await process_of(workers)

        with pytest.raises(NobodyThinks, match="the dice are gone"):
            await asked(workers, minds.thinker(minds.breaks))
        adviser = Adviser(minds.works_it_out, Budget())
        with pytest.raises(NotYet) as why:
            await workers.think("table", adviser, "", ["a", "b"], luck=Random(1))
        assert why.value.done == 0.4
        assert await process_of(workers) == process


@in_a_loop
async def test_what_has_no_name_elsewhere_is_refused_and_the_process_goes_on() -> None:
    async with at_work() as workers:
        process = await process_of(workers)

        # Each Python has words of its own for what cannot be pickled.
        with pytest.raises(NobodyThinks, match=r"it cannot be asked: .*<lambda>"):
            await asked(workers, minds.thinker(lambda *_: None))
        with pytest.raises(NobodyThinks, match=r"answers_what_cannot_be_sent.*<lambda>"):  # Or it cannot answer,
            await asked(workers, minds.thinker(minds.answers_what_cannot_be_sent))
        with pytest.raises(NobodyThinks, match="nobody can read this"):  # or is not understood.
            await asked(workers, minds.thinker(minds.answers_what_cannot_be_read))
        assert await process_of(workers) == process


@in_a_loop
async def test_a_file_where_the_house_was_opened_is_not_taken_for_a_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "queue.py").write_text("raise SystemExit(3)")
    monkeypatch.setattr(sys, "path", [place or str(Path.cwd()) for place in sys.path])
    monkeypatch.chdir(tmp_path)
    async with at_work() as workers:
        assert await asked(workers, WHO)


@in_a_loop
async def test_a_game_that_kills_its_thinkers_is_not_asked_without_end() -> None:
    """The first is replaced at once, the next after a rest; meanwhile nobody waits in vain."""
    reasons = []
    async with at_work() as workers:
        while "its processes have died" not in reasons:
            with pytest.raises(NobodyThinks) as why:
                await asked(workers, minds.thinker(minds.dies))
            reasons.append(str(why.value))

    assert set(reasons[:-1]) == {"exit code 7"}


@in_a_loop
async def test_where_no_process_can_be_had_nobody_waits_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    async with at_work() as workers:
        with pytest.raises(NobodyThinks, match="nowhere"):
            await asked(workers, WHO)


@in_a_loop
async def test_nobody_waits_for_a_game_that_takes_long_to_warm_up() -> None:
    async with at_work(patience=0.1) as workers:
        with pytest.raises(NobodyThinks, match="warmed up"):
            await asked(workers, WHO, warm_up=minds.takes_long_to_warm_up)
        with pytest.raises(NobodyThinks, match="warmed up"):
            await asked(workers, WHO, warm_up=minds.takes_long_to_warm_up)


@in_a_loop
async def test_a_game_that_cannot_be_warmed_up_is_thought_about_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        async with at_work() as workers:
            assert await asked(workers, WHO, warm_up=minds.cannot_warm_up)

    assert "no compiler" in caplog.text


@in_a_loop
async def test_while_one_warms_up_the_other_thinks() -> None:
    async with at_work(2) as workers:
        workers.get_ready(minds.takes_long_to_warm_up)

        assert await asked(workers, WHO, warm_up=minds.warm_up)


@in_a_loop
async def test_a_process_that_is_not_needed_gives_its_memory_back() -> None:
    async with at_work(idle=0.0) as workers:
        first = (await asked(workers, WHO, warm_up=minds.warm_up)).split()[0]
        await asyncio.to_thread(until, lambda: not workers.pids)

        assert (await asked(workers, WHO, warm_up=minds.warm_up)).split()[0] != first


@in_a_loop
async def test_a_process_that_still_works_something_out_is_not_put_to_sleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for = []
    usual = Keeper._has_something_on

    async def counted(self: Keeper, worker: Worker) -> bool:
        asked_for.append(await usual(self, worker))
        return asked_for[-1]

    monkeypatch.setattr(Keeper, "_has_something_on", counted)
    async with at_work(idle=0.0) as workers:
        its = int(await asked(workers, minds.thinker(minds.works_something_out), tmp_path / "done"))
        await asyncio.to_thread(until, lambda: len(asked_for) > 2)

        assert set(asked_for) == {True}
        assert workers.pids == (its,)
        (tmp_path / "done").touch()
        await asyncio.to_thread(until, lambda: not workers.pids)


@pytest.mark.parametrize("busy", [False, True])
@in_a_loop
async def test_when_the_house_closes_no_process_is_left(busy: bool, tmp_path: Path) -> None:
    async with at_work(2) as workers:
        if busy:
            thought = asyncio.ensure_future(asked(workers, minds.thinker(minds.never_ends), tmp_path / "note"))
            pids = [await asyncio.to_thread(begun, tmp_path / "note"), *workers.pids]
            await workers.close()
            with pytest.raises(NobodyThinks):
                await thought
        else:
            pids = [await process_of(workers), *workers.pids]
            await workers.close()

        assert not any(map(is_there, pids))
        with pytest.raises(NobodyThinks):
            await asked(workers, WHO)


def test_where_the_loop_ends_and_nobody_has_closed_them_nobody_thinks_on() -> None:
    """As when something goes wrong while the house closes."""

    async def left_open() -> tuple[Workers, int]:
        workers = Workers(1, wait=PATIENCE, patience=PATIENCE)
        return workers, await process_of(workers)

    for _ in range(5):  # Whom the loop stops first is not said.
        _workers, process = asyncio.run(left_open())
        assert not is_there(process)


HOUSE = """
import asyncio, sys
from random import Random
from pandemonium.search.workers import Workers
from tests.search import minds

if __name__ == "__main__":
    workers = Workers(2, patience=600, stuck=600)
    thinks = workers.think("table", minds.thinker(minds.never_ends), sys.argv[1], ["a", "b"], luck=Random(1))
    asyncio.run(thinks)
"""


def test_when_the_house_is_killed_nobody_thinks_on(tmp_path: Path) -> None:
    """Not even somebody in the middle of a thought."""
    script = tmp_path / "house.py"
    script.write_text(HOUSE)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "src")))}
    with subprocess.Popen([sys.executable, str(script), str(tmp_path / "note")], env=environment) as house:
        thinks = begun(tmp_path / "note")
        house.kill()

    until(lambda: not is_there(thinks))
