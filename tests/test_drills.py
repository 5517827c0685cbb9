"""What the house is put through can be started from anywhere, a short drill finds no fault, and a fault is found."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from drills._ledger import Ledger, Promise, audit
from drills.nodes import KINDS
from msgspec.structs import replace

from pandemonium.core.game import Seat
from pandemonium.server.table.logbook import begin
from pandemonium.storage.records import Entry, Line, Seating, TableRecord
from pandemonium.storage.sqlite import SqliteStore
from tests.server.serving import in_a_loop

ROOT = Path(__file__).parent.parent
DRILLS = ROOT / "drills"
NAMES = sorted(found.stem for found in DRILLS.glob("*.py") if not found.stem.startswith("_"))
SHORT = {
    "kill": ("--kills", "20", "--house", "10", "--patience", "60"),
    "disk": ("--rounds", "1", "--lasts", "1"),
    "soak": ("--matches", "40", "--day", "14"),
}
KINDS_A_DAY = 3
RECORD = TableRecord(
    id="table",
    game="little-devils",
    options={},
    chairs=(Seating("person", person="one"),) * 4,
    state="playing",
    public=False,
    one_screen=True,
    per_move=None,
    host="one",
    seed=bytes(32),
    made=0,
    began=1,
)


def drill(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """As the launcher starts it."""
    called = [sys.executable, "-P", str(DRILLS / "__main__.py"), *args]
    return subprocess.run(called, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_drill_finds_all_that_is_ours(name: str, tmp_path: Path) -> None:
    ran = drill(tmp_path, name, "--help")

    assert ran.returncode == 0, ran.stderr
    assert f"./pandemonium drill {name}" in ran.stdout


def test_a_drill_that_is_none_is_answered_with_those_that_are(tmp_path: Path) -> None:
    ran = drill(tmp_path, "none-of-them")

    assert ran.returncode == 2
    assert all(name in ran.stderr for name in NAMES)


def test_nodes_that_are_killed_stopped_and_cut_off_lose_nothing(tmp_path: Path) -> None:
    """All boxes of the shelf, through three nodes. Ninety faults of nine kinds are the whole drill; here there are
    three kinds, other ones every day, so that all nine have had their turn after three."""
    first = date.today().toordinal() * KINDS_A_DAY  # noqa: DTZ011
    today = [KINDS[(first + number) % len(KINDS)] for number in range(KINDS_A_DAY)]
    wanted = [word for kind in today for word in ("--only", kind)]
    ran = drill(tmp_path, "nodes", "--faults", str(KINDS_A_DAY), "--patience", "60", *wanted)

    assert ran.returncode == 0, f"{today}\n{ran.stdout}{ran.stderr}"
    counted = dict(line.split()[1:] for line in ran.stdout.splitlines() if line.startswith("count "))
    assert counted["faults"] == "0"
    assert all(counted[f"nodes_{kind}"] == "1" for kind in today)
    assert int(counted["promises_audited"]) > 0


@pytest.mark.skipif(sys.platform != "linux", reason="a house that is killed must not be outlived by what it started")
def test_whoever_comes_back_too_late_is_a_fault(tmp_path: Path) -> None:
    """With no patience at all everybody does."""
    ran = drill(tmp_path, "kill", "--kills", "3", "--house", "3", "--patience", "0")

    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "after the house was open again" in ran.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="files of another process are limited on Linux only")
@pytest.mark.parametrize("name", SHORT)
def test_a_short_drill_finds_no_fault(name: str, tmp_path: Path) -> None:
    """Twenty kills; a full, a read-only and a slow disk; some days with their nights."""
    ran = drill(tmp_path, name, *SHORT[name])

    assert ran.stdout.splitlines()[-1:] == ["count faults 0"], ran.stdout + ran.stderr
    assert ran.returncode == 0


def test_a_drill_that_is_stopped_says_what_it_has_counted(tmp_path: Path) -> None:
    """Ctrl-C."""
    program = """
import asyncio, os, signal, sys
sys.path.insert(0, sys.argv[1])
from drills._ledger import Ledger
from drills._report import Report
ledger = Ledger()
async def run():
    ledger.counts["kills"] += 3
    os.kill(os.getpid(), signal.SIGINT)
    await asyncio.sleep(60)
report = Report(ledger, "kills", 1000)
sys.exit(report.of(run, report.print))
"""
    called = [sys.executable, "-c", program, str(ROOT)]
    ran = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert ran.returncode == 130
    assert "count kills 3\n" in ran.stdout


def played() -> tuple[list[Entry], list[Promise]]:
    """The log of a match that has begun, and what its players were promised."""
    book = begin(RECORD)
    log, promises = book.write_down(0), []
    for number in range(3):
        (seat,) = book.match.to_act
        what = book.match.legal(seat)[0]
        log += book.play(seat, what, book.match.now + 10, 0, f"one/p1-{number}")
        card = {"type": "play", "card": what.card}
        promises.append(Promise(1, RECORD.id, f"p1-{number}", "act", seat, card, book.version))
    return log, promises


async def found(folder: Path, log: list[Entry], promises: list[Promise]) -> list[str]:
    """What an audit says of these promises, where this is on disk."""
    store, ledger = SqliteStore(folder / "house.db"), Ledger()
    ledger.promises = promises
    await store.save_table(RECORD)
    await store.append(RECORD, log)
    await store.say(RECORD.id, Line(1, "one", "One", 0, "boo", 0), "one/p1-say")
    await audit(store, ledger)
    await store.close()
    return ledger.faults


@in_a_loop
async def test_an_audit_finds_nothing_where_every_promise_stands(tmp_path: Path) -> None:
    log, promises = played()
    said = Promise(1, RECORD.id, "p1-say", "say", None, None, 0)

    assert await found(tmp_path, log, [*promises, said]) == []


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (lambda log, its: (log[:-1], its), "is not in the log"),
        (lambda log, its: ([*log[:-1], replace(log[-1], by=Seat(log[-1].by ^ 1))], its), "another move"),
        (lambda log, its: ([*log[:-1], replace(log[-1], seq=9)], its), "gap"),
        (lambda log, its: (log, [its[1], its[0], its[2]]), "came before it"),
        (lambda log, its: (log, [replace(its[0], version=its[1].version), *its[1:]]), "somebody else stands"),
        (lambda log, its: (log, [*its, Promise(2, "table", "p2-1", "say", None, None, 0)]), "in the chat 0 times"),
        (lambda log, its: (log, [*its, Promise(2, "another", "p2-1", "act", 0, None, 0)]), "is gone"),
    ],
    ids=["lost", "another seat", "gap", "another order", "two promised the same", "chat", "table"],
)
@in_a_loop
async def test_an_audit_finds_what_was_lost_or_is_otherwise(tmp_path: Path, broken: object, fault: str) -> None:
    log, promises = played()
    assert callable(broken)
    log, promises = broken(log, promises)
    faults = await found(tmp_path, log, promises)

    assert any(fault in its for its in faults), faults


@in_a_loop
async def test_an_audit_finds_luck_that_does_not_follow_from_the_seed(tmp_path: Path) -> None:
    log, promises = played()
    deals = [entry for entry in log if entry.by == "nature"]
    swapped = [replace(log[0], what=deals[1].what), replace(log[1], what=deals[0].what), *log[2:]]

    assert any("seed" in fault or "replay" in fault for fault in await found(tmp_path, swapped, promises))
