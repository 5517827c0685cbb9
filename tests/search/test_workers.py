"""Processes that think: whatever happens to them, whoever waits gets an answer, or hears at once that there is none."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random

import pytest

from pandemonium.core.evaluation import Budget, NotYet
from pandemonium.search.keeper import NobodyThinks, WarmUp, Wish
from pandemonium.search.thinker import Adviser, Thinker
from pandemonium.search.worker import NICER
from pandemonium.search.workers import Workers, usual_count
from tests.search import minds

PATIENCE = 120.0
"""In seconds: no test waits for so long, unless what it waits for never comes."""
ROOT = Path(__file__).parents[2]


@pytest.fixture
def workers() -> Iterator[Workers]:
    found = Workers(1, wait=PATIENCE, patience=PATIENCE, stuck=PATIENCE)
    yield found
    found.close()


def asked(
    workers: Workers, bot: Thinker[str, str], view: object = "", *, seed: int = 1, warm_up: WarmUp | None = None
) -> str:
    return asyncio.run(workers.think("table", bot, str(view), ["a", "b"], luck=Random(seed), warm_up=warm_up))


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
    """Wait until somebody thinks; in which process."""
    until(lambda: note.exists() and note.read_text() != "")
    return int(note.read_text())


WHO = minds.thinker(minds.says_who)


def test_a_thought_is_thought_elsewhere_and_only_its_seed_matters(workers: Workers) -> None:
    process, luck = asked(workers, WHO).split()

    assert int(process) != os.getpid()
    assert asked(workers, WHO) == f"{process} {luck}"
    assert asked(workers, WHO, seed=2) != f"{process} {luck}"


def test_who_thinks_alone_may_think_for_its_whole_time(workers: Workers) -> None:
    assert asked(workers, minds.thinker(minds.says_the_seconds, 0.015)) == "0.015"


def test_where_many_wait_each_thinks_for_less() -> None:
    workers = Workers(1, wait=0.5, patience=PATIENCE)
    bot = minds.thinker(minds.says_the_seconds, 1.0)

    async def all_at_once() -> list[str]:
        tables = [workers.think(table, bot, "", ["a", "b"], luck=Random(1)) for table in range(20)]
        return await asyncio.gather(*tables)

    asked(workers, WHO)  # There is a process.
    seconds = sorted(float(answer) for answer in asyncio.run(all_at_once()))
    workers.close()

    assert seconds[10] <= 0.5 / 10, "except for those that began before the others asked"
    assert seconds[0] >= 0.005


def test_who_has_given_up_takes_no_time_from_the_others() -> None:
    workers = Workers(0, wait=60.0, patience=600.0)
    bot, now = minds.thinker(minds.says_who, 30.0), time.monotonic()

    def wish(since: float) -> Wish:
        return Wish(bot, "", ["a", "b"], 1, None, since, Future())

    workers._queue.put("gone", wish(now - 1000))

    assert workers.share(wish(now)) == 30.0
    workers._queue.put("waits", wish(now))
    assert workers.share(wish(now)) < 30.0


@pytest.mark.parametrize(("cores", "thinkers"), [(None, 1), (1, 1), (2, 1), (3, 2), (64, 4)])
def test_one_core_is_left_to_people(cores: int | None, thinkers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)

    assert usual_count() == thinkers


@pytest.mark.skipif(sys.platform == "win32", reason="there is no niceness")
def test_a_process_that_thinks_comes_after_the_house(workers: Workers) -> None:
    process = int(asked(workers, WHO).split()[0])

    assert os.getpriority(os.PRIO_PROCESS, process) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICER)


def test_a_process_that_is_killed_in_mid_thought_is_replaced(
    workers: Workers, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def think() -> None:
        thought = asyncio.ensure_future(
            workers.think("table", minds.thinker(minds.never_ends), str(tmp_path / "note"), ["a", "b"], luck=Random(1))
        )
        os.kill(await asyncio.to_thread(begun, tmp_path / "note"), signal.SIGKILL)
        with pytest.raises(NobodyThinks, match="-9"):
            await thought

    asyncio.run(think())

    assert int(asked(workers, WHO).split()[0]) != begun(tmp_path / "note")
    assert "has died (exit code -9)" in caplog.text


def test_a_process_that_dies_idle_is_replaced_too(workers: Workers) -> None:
    first = int(asked(workers, WHO).split()[0])
    os.kill(first, signal.SIGKILL)
    until(lambda: first not in workers.pids)

    assert int(asked(workers, WHO).split()[0]) != first


def test_a_thought_that_never_ends_is_cut_off(tmp_path: Path) -> None:
    workers = Workers(1, patience=PATIENCE, stuck=PATIENCE)
    assert asked(workers, WHO)  # It may take a while until it is there.
    workers.stuck = 0.05

    with pytest.raises(NobodyThinks, match="exit code"):
        asked(workers, minds.thinker(minds.never_ends), tmp_path / "note")
    until(lambda: not is_there(begun(tmp_path / "note")))
    workers.stuck = PATIENCE
    assert asked(workers, WHO)
    workers.close()


def test_nobody_waits_longer_than_his_patience(tmp_path: Path) -> None:
    workers = Workers(1, patience=0.05)
    while not workers.pids:
        workers.get_ready(minds.warm_up)

    with pytest.raises(NobodyThinks):
        asked(workers, minds.thinker(minds.never_ends), tmp_path / "note")
    workers.close()


def test_who_cannot_think_says_why_and_goes_on(workers: Workers) -> None:
    process = asked(workers, WHO).split()[0]

    with pytest.raises(NobodyThinks, match="the dice are gone"):
        asked(workers, minds.thinker(minds.breaks))
    adviser = Adviser(minds.works_it_out, Budget())
    with pytest.raises(NotYet) as why:
        asyncio.run(workers.think("table", adviser, "", ["a", "b"], luck=Random(1)))
    assert why.value.done == 0.4
    assert asked(workers, WHO).split()[0] == process


def test_a_game_that_kills_its_thinkers_is_not_asked_without_end(workers: Workers) -> None:
    """The first is replaced at once, the next after a rest; meanwhile nobody waits in vain."""
    reasons = []
    while "its processes have died" not in reasons:
        with pytest.raises(NobodyThinks) as why:
            asked(workers, minds.thinker(minds.dies))
        reasons.append(str(why.value))

    assert set(reasons[:-1]) == {"exit code 7"}


def test_nobody_waits_for_a_game_that_takes_long_to_warm_up() -> None:
    workers = Workers(1, patience=0.1)

    with pytest.raises(NobodyThinks, match="warmed up"):
        asked(workers, WHO, warm_up=minds.takes_long_to_warm_up)
    began = time.monotonic()
    with pytest.raises(NobodyThinks, match="warmed up"):
        asked(workers, WHO, warm_up=minds.takes_long_to_warm_up)
    assert time.monotonic() - began < PATIENCE
    workers.close()


def test_a_game_that_cannot_be_warmed_up_is_thought_about_all_the_same(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert asked(workers, WHO, warm_up=minds.cannot_warm_up)

    assert "no compiler" in caplog.text


def test_while_one_warms_up_the_other_thinks() -> None:
    workers = Workers(2, wait=PATIENCE, patience=PATIENCE)
    workers.get_ready(minds.takes_long_to_warm_up)

    assert asked(workers, WHO, warm_up=minds.warm_up)
    workers.close()


def test_a_process_that_is_not_needed_gives_its_memory_back() -> None:
    workers = Workers(1, wait=PATIENCE, patience=PATIENCE, idle=0.0)
    first = asked(workers, WHO, warm_up=minds.warm_up).split()[0]
    until(lambda: not workers.pids)

    assert asked(workers, WHO, warm_up=minds.warm_up).split()[0] != first
    workers.close()


@pytest.mark.parametrize("busy", [False, True])
def test_when_the_house_closes_no_process_is_left(busy: bool, tmp_path: Path) -> None:
    workers = Workers(2, wait=PATIENCE, patience=PATIENCE, stuck=PATIENCE)

    async def think() -> list[int]:
        thought = asyncio.ensure_future(
            workers.think("table", minds.thinker(minds.never_ends), str(tmp_path / "note"), ["a", "b"], luck=Random(1))
        )
        pids = [await asyncio.to_thread(begun, tmp_path / "note"), *workers.pids]
        await asyncio.to_thread(workers.close)
        with pytest.raises(NobodyThinks):
            await thought
        return pids

    if busy:
        pids = asyncio.run(think())
    else:
        pids = [int(asked(workers, WHO).split()[0]), *workers.pids]
        workers.close()

    assert not any(map(is_there, pids))
    with pytest.raises(NobodyThinks):
        asked(workers, WHO)


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
