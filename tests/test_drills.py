"""What the house is put through can be started from anywhere, a short drill finds no fault, and a fault is found."""

from __future__ import annotations

import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from drills._audit import audit
from drills._company import browser
from drills._ledger import Facts, Ledger, Names, Promise
from drills._page import DrillContext, Page
from drills.nodes import at_home, has_moved
from drills.soak import leaks
from msgspec.structs import replace

from pandemonium.core.game import Seat
from pandemonium.server.nodes.members import Members
from pandemonium.server.table.logbook import begin, fold
from pandemonium.server.table.schedule import Hours
from pandemonium.server.table.seen import Standing
from pandemonium.storage.records import Entry, Event, Line, Person, Seating, TableRecord
from pandemonium.storage.sqlite import SqliteStore
from tests.server.serving import in_a_loop

ROOT = Path(__file__).parent.parent
DRILLS = ROOT / "drills"
NAMES = sorted(found.stem for found in DRILLS.glob("*.py") if not found.stem.startswith("_"))
SHORT = {
    "kill": ("--kills", "20", "--house", "10", "--patience", "60"),
    "disk": ("--rounds", "1", "--lasts", "1"),
    "soak": ("--matches", "60", "--day", "14"),
}
MOST_TELLING = ("killed", "stopped", "hung_from_database", "cut_from_bus")
"""A node that is gone, one that comes back with old news, one that cannot write and one that nobody hears."""
HELD = {"tasks": 5, "threads": 5, "files": 19, "objects": 800, "kilobytes": 73_000}
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
    those that tell most."""
    wanted = [word for kind in MOST_TELLING for word in ("--only", kind)]
    ran = drill(tmp_path, "nodes", "--faults", str(len(MOST_TELLING)), "--patience", "60", *wanted)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    counted = dict(line.split()[1:] for line in ran.stdout.splitlines() if line.startswith("count "))
    assert counted["faults"] == "0"
    assert all(counted[f"nodes_{kind}"] == "1" for kind in MOST_TELLING)
    assert int(counted["promises_audited"]) > 0
    assert int(counted["pages_that_had_to_move"]) > 0


@in_a_loop
async def test_a_page_has_moved_when_it_is_answered_by_whom_it_has_asked_since_and_not_by_old_news() -> None:
    async with browser() as http:
        page = Page(DrillContext(str, http, Ledger()), "pandemonium=one.x", "table", 0, Random(1), race=False)
        page.table = {"commitment": "", "state": "playing", "chairs": [{"yours": True}]}
        news = {**said(3, 0, "13", version=3), "toAct": [], "legal": []}
        await page._ask("undo", seat=0)
        struck = time.monotonic()
        await page._hear({"type": "news", "since": 0, "positions": [news]})
        await page._hear({"type": "done", "id": "p1-1", "version": 4})
        before = has_moved(page, struck)
        await page._ask("ready", seat=0)
        await page._hear({"type": "done", "id": "p1-2", "version": 4})
        unwritten = has_moved(page, struck)
        await page._ask("undo", seat=0)
        await page._hear({"type": "done", "id": "p1-3", "version": 5})

    assert page.moved > struck
    assert [before, unwritten, has_moved(page, struck)] == [False, False, True]


def test_the_drill_finds_a_table_where_the_nodes_do() -> None:
    nodes = [f"node{number}" for number in range(3)]
    tables = [f"table{number}" for number in range(20)]
    theirs = Members("node1", lambda: 0.0)
    for node in reversed(nodes):
        theirs.hear(node, fit=True)

    assert [at_home(table, nodes) for table in tables] == [theirs.home(table) for table in tables]
    assert {at_home(table, nodes) for table in tables} == set(nodes)


@pytest.mark.parametrize("it", HELD)
def test_whatever_grows_with_the_matches_is_a_leak(it: str) -> None:
    """Each match leaves something: one task, one file, eight objects, 14 kilobytes."""
    each = {"objects": 8, "kilobytes": 14}.get(it, 1)
    nights = [(250 * night, {**HELD, it: HELD[it] + 250 * each * night}) for night in range(1, 5)]

    assert len(leaks(nights)) == 1


def test_what_comes_and_goes_is_no_leak() -> None:
    """As it was measured: a day with a process that thinks, and memory that is given back and taken again."""
    nights = [HELD, {**HELD, "kilobytes": 71_984, "objects": 637, "threads": 4}, HELD, {**HELD, "kilobytes": 73_808}]

    assert leaks([(108 * number, night) for number, night in enumerate(nights, start=1)]) == []


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
    assert name != "soak" or "count lives_compared 1" in ran.stdout.splitlines()


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


def played(record: TableRecord = RECORD) -> tuple[list[Entry], list[Promise]]:
    """The log of a match that has begun, and what its players were promised."""
    book = begin(record)
    log, promises = book.write_down(0), []
    for number in range(3):
        (seat,) = book.match.to_act
        what = book.match.legal(seat)[0]
        log += book.play(seat, what, book.match.now + 10, 0, f"one/p1-{number}")
        card = {"type": "play", "card": what.card}
        promises.append(Promise(1, RECORD.id, f"p1-{number}", "act", seat, card, book.version, "one"))
    return log, promises


def promised(kind: str, seat: int | None = 1, what: Any = None, table: str = RECORD.id) -> Promise:
    """Something else than a move, by somebody who sits there."""
    return Promise(2, table, f"p2-{kind}", kind, seat, what, 0, "one", sha256(RECORD.seed).hexdigest())


async def found(
    folder: Path, log: list[Entry], ledger: Ledger, record: TableRecord = RECORD, *others: TableRecord
) -> list[str]:
    """What an audit of this ledger says, where this is on disk."""
    store = SqliteStore(folder / "house.db")
    await store.save_table(record, *others)
    await store.append(record, log)
    await store.say(record.id, Line(1, "one", "One", 0, "boo", 0), "one/p2-say")
    await store.save_person(Person("one", "One", None, 0))
    await audit(store, ledger)
    await store.close()
    return ledger.faults


def ledger_of(*promises: Promise) -> Ledger:
    ledger = Ledger()
    ledger.promises += promises
    return ledger


def said(seq: int, by: Any, text: str, *, version: int = 1, eyes: Any = 0) -> Facts:
    return {"version": version, "eyes": eyes, "moments": [{"seq": seq, "by": by, "text": text}]}


def position(record: TableRecord, log: list[Entry], eyes: Any) -> Facts:
    """The whole match as these eyes were told of it, move by move."""
    book = fold(record, log)
    standing = Standing(book, book.steps_after(0), Hours(None, None))
    shown: Facts = msgspec.json.decode(msgspec.json.encode(standing.through(eyes)))
    return shown


@in_a_loop
async def test_an_audit_finds_nothing_where_every_promise_stands(tmp_path: Path) -> None:
    salted = replace(RECORD, salts={1: "ab"})
    log, promises = played(salted)
    chairs = (*RECORD.chairs[:3], Seating("bot", gave_up="one"))
    events = (Event("left", 1, 1, 0, "one/p2-leave"), Event("resigned", 3, 1, 0, "one/p2-resign"))
    again = replace(RECORD, id="again", state="gathering", began=0)
    record = replace(salted, chairs=chairs, events=events, pledges={1: "pledged"}, rematch="again")
    ledger = ledger_of(
        *promises,
        *(promised(kind) for kind in ("say", "leave", "sit", "again")),
        promised("resign", 3),
        promised("pledge", 1, "pledged"),
        promised("salt", 1, "ab"),
    )
    ledger.names["one"] = Names(promised="One", asked="Two")
    for eyes in ("public", 0, 3):
        ledger.tell(RECORD.id, position(salted, log, eyes))
    taken_back = Entry(len(log) + 1, log[-1].by, None, log[-1].at, 0, "one/p1-undo")
    faults = await found(tmp_path, [*log, taken_back], ledger, record, again)

    assert faults == []
    assert ledger.counts["moments_audited"] == 3 * len(log)
    assert ledger.counts["guests_audited"] == 1


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (lambda log, its: (log[:-1], its), "is not in the log"),
        (lambda log, its: ([*log[:-1], replace(log[-1], by=Seat(log[-1].by ^ 1))], its), "another move"),
        (lambda log, its: ([*log[:-1], replace(log[-1], seq=9)], its), "gap"),
        (lambda log, its: (log, [its[1], its[0], its[2]]), "came before it"),
        (lambda log, its: (log, [replace(its[0], version=its[1].version), *its[1:]]), "somebody else stands"),
        (lambda log, its: (log, [replace(its[0], person="two"), *its[1:]]), "is not in the log"),
        (lambda log, its: (log, [*its, replace(promised("say"), id="p2-2")]), "in the chat 0 times"),
        (lambda log, its: (log, [*its, promised("act", 0, table="another")]), "is gone"),
    ],
    ids=["lost", "another seat", "gap", "another order", "two promised the same", "somebody else's", "chat", "table"],
)
@in_a_loop
async def test_an_audit_finds_what_was_lost_or_is_otherwise(tmp_path: Path, broken: object, fault: str) -> None:
    log, promises = played()
    assert callable(broken)
    log, promises = broken(log, promises)
    faults = await found(tmp_path, log, ledger_of(*promises))

    assert any(fault in its for its in faults), faults


@pytest.mark.parametrize(
    ("promise", "record"),
    [
        (promised("leave"), RECORD),
        (promised("leave"), replace(RECORD, events=(Event("left", 1, 1, 0, "one/p2-leave"),) * 2)),
        (promised("resign"), replace(RECORD, events=(Event("resigned", 1, 1, 0, "one/p2-resign"),))),
        (promised("sit"), replace(RECORD, chairs=(Seating("person", person="two"),) * 4)),
        (promised("pledge", 1, "pledged"), replace(RECORD, pledges={1: "another"})),
        (promised("salt", 1, "ab"), RECORD),
        (promised("again"), RECORD),
        (promised("again"), replace(RECORD, rematch="nowhere")),
    ],
    ids=["leave", "left twice", "resign", "sit", "pledge", "salt", "again", "again, and no table"],
)
@in_a_loop
async def test_an_audit_finds_what_a_table_has_forgotten(tmp_path: Path, promise: Promise, record: TableRecord) -> None:
    faults = await found(tmp_path, played()[0], ledger_of(promise), record)

    assert any("was acknowledged" in fault for fault in faults), faults


@pytest.mark.parametrize(
    ("id", "names", "fault"),
    [("one", Names(promised="Two", asked="Three"), "is called One"), ("two", Names(), "is gone")],
)
@in_a_loop
async def test_an_audit_looks_names_up(tmp_path: Path, id: str, names: Names, fault: str) -> None:
    ledger = ledger_of()
    ledger.names[id] = names

    assert [fault in its for its in await found(tmp_path, played()[0], ledger)] == [True]


@pytest.mark.parametrize(
    ("heard", "fault"),
    [
        (lambda log: said(2, log[0].by, "something else"), "is ("),
        (lambda log: said(1, 3, position(RECORD, log, 0)["moments"][1]["text"]), "is ("),
        (lambda log: said(len(log) + 1, 0, "more", version=len(log) + 1), "the log ends at"),
        (lambda log: said(len(log), 0, "a card"), "was never played"),
    ],
    ids=["another move", "somebody else's", "more than there is", "no move"],
)
@in_a_loop
async def test_an_audit_finds_a_history_that_was_told_and_is_denied(tmp_path: Path, heard: object, fault: str) -> None:
    log, _ = played()
    assert callable(heard)
    ledger = ledger_of()
    ledger.tell(RECORD.id, heard(log))
    last = Entry(len(log), log[-2].by, None, log[-2].at, 0, "one/p1-undo")
    faults = await found(tmp_path, [*log[:-1], last] if "never" in fault else log, ledger)

    assert any(fault in its for its in faults), faults


def test_whoever_hears_otherwise_of_a_move_that_was_told_before_finds_a_fault() -> None:
    """Also after the house has told again from an earlier version, and on another page."""
    ledger = Ledger()
    ledger.tell("table", said(7, 2, "13"))
    ledger.tell("table", said(7, 2, "13"))
    ledger.tell("table", said(7, 2, "hidden", eyes="public"))
    assert ledger.faults == []

    ledger.tell("table", said(7, 2, "14"))

    assert len(ledger.faults) == 1


@in_a_loop
async def test_an_audit_finds_luck_that_does_not_follow_from_the_seed(tmp_path: Path) -> None:
    log, promises = played()
    deals = [entry for entry in log if entry.by == "nature"]
    swapped = [replace(log[0], what=deals[1].what), replace(log[1], what=deals[0].what), *log[2:]]
    faults = await found(tmp_path, swapped, ledger_of(*promises))

    assert any("seed" in fault or "replay" in fault for fault in faults)
