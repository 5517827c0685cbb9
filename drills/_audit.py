"""Whether all that was promised and told stands in the books: once, and in order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import msgspec
from drills._ledger import Ledger, Promise

from pandemonium.core.game import NATURE, AnyGame, Move
from pandemonium.core.match import first_untrue
from pandemonium.games import open as open_box
from pandemonium.server.table.leaving import EVENTS_KEPT
from pandemonium.server.table.logbook import fold
from pandemonium.storage.records import Entry, Event, TableRecord
from pandemonium.storage.store import Store

IN_THE_LOG: Final = ("act", "undo")
IN_THE_EVENTS: Final = {"leave": "left", "resign": "resigned"}
ALL: Final = 1_000_000


async def audit(store: Store, ledger: Ledger) -> None:
    """Look everything up that was promised; whatever is not as it was promised is a fault. Every log is replayed, and
    its luck recomputed from the seed."""
    promised: defaultdict[str, list[Promise]] = defaultdict(list)
    for promise in ledger.promises:
        promised[promise.table].append(promise)
    for table in sorted(promised.keys() | ledger.tables.keys() | ledger.told.keys()):
        record = await store.table(table)
        if record is None:
            ledger.fault(f"table {table} is gone")
            continue
        log = await store.log(table)
        lines = [request for _, request in await store.chat(table, ALL)]
        _same_table(record, ledger)
        _whole(table, log, ledger)
        _kept(open_box(record.game), promised[table], log, lines, ledger)
        _as_it_was_told(record, log, ledger)
        for promise in promised[table]:
            _in_the_record(record, promise, ledger)
        if any(promise.kind == "again" for promise in promised[table]):
            await _plays_again(store, record, ledger)
        _true(record, log, ledger)
        ledger.counts["entries_in_logs"] += len(log)
        ledger.counts["tables_audited"] += 1
    await _called_as_promised(store, ledger)
    ledger.counts["promises_audited"] += len(ledger.promises)


async def _called_as_promised(store: Store, ledger: Ledger) -> None:
    """Whoever has a name of the house's is known, and is called as he was promised."""
    found = {person.id: person for person in await store.persons(ledger.names.keys())}
    for id, names in ledger.names.items():
        person = found.get(id)
        if person is None:
            ledger.fault(f"guest {id} is gone")
        elif names.promised is not None and person.name not in (names.promised, names.asked):
            ledger.fault(f"guest {id} is called {person.name}, and was promised {names.promised}")
    ledger.counts["guests_audited"] += len(ledger.names)


def _same_table(record: TableRecord, ledger: Ledger) -> None:
    """Its settings are those with which it was set."""
    shown = ledger.tables.get(record.id)
    if shown is not None:
        clock = (shown["clock"] or {}).get("perMove")
        same = (record.game, record.options, record.public, record.one_screen, record.per_move)
        if same != (shown["game"], shown["options"], shown["public"], shown["oneScreen"], clock):
            ledger.fault(f"table {record.id} was set otherwise")


def _whole(table: str, log: Sequence[Entry], ledger: Ledger) -> None:
    """No number is missing or there twice, and nothing that was asked for once was done twice."""
    if [entry.seq for entry in log] != list(range(1, len(log) + 1)):
        ledger.fault(f"table {table}: the log has a gap")
    asked = Counter(entry.request for entry in log if entry.request is not None)
    ledger.faults += [
        f"table {table}: {request} was done {times} times" for request, times in asked.items() if times > 1
    ]


def _kept(
    game: AnyGame, promised: Sequence[Promise], log: Sequence[Entry], lines: Sequence[str], ledger: Ledger
) -> None:
    written = {entry.request: entry for entry in log if entry.request is not None}
    said = Counter(lines)
    last: Counter[int] = Counter()
    for its in promised:
        where = f"table {its.table}: {its.kind} {its.id} of version {its.version}"
        if its.kind == "say" and said[its.request] != 1:
            ledger.fault(f"{where} is in the chat {said[its.request]} times")
        if its.kind not in IN_THE_LOG:
            continue
        entry = written.get(its.request)
        if entry is None:
            ledger.fault(f"{where} was acknowledged and is not in the log")
            continue
        if entry.by != its.seat or not _same(game, entry, its):
            ledger.fault(f"{where} is another move in the log: {entry}")
        if not last[its.page] < entry.seq <= its.version:
            ledger.fault(f"{where} stands at {entry.seq}, and {last[its.page]} came before it")
        if any(later.by != NATURE for later in log[entry.seq : its.version]):
            ledger.fault(f"{where}: somebody else stands between {entry.seq} and its version")
        last[its.page] = entry.seq


def _same(game: AnyGame, entry: Entry, promise: Promise) -> bool:
    """Whether what was asked for is what was written. In a race the house says how fast it was."""
    if promise.kind == "undo" or entry.what is None:
        return promise.kind == "undo" and entry.what is None
    asked, written = msgspec.convert(promise.what, game.what), msgspec.json.decode(entry.what, type=game.what)
    if game.race is not None:
        asked, written = game.race.timed(asked, 0), game.race.timed(written, 0)
    return bool(asked == written)


def _as_it_was_told(record: TableRecord, log: Sequence[Entry], ledger: Ledger) -> None:
    """Every move that somebody was told of stands under that number, by whom it was and as those eyes may see it. A
    move that was taken back stands there too: the taking back has a number of its own."""
    game, table = open_box(record.game), record.id
    if ledger.versions[table] > len(log):
        ledger.fault(f"table {table}: version {ledger.versions[table]} was told, and the log ends at {len(log)}")
    for (seq, eyes), told in ledger.told[table].items():
        if not 0 < seq <= len(log):  # Nothing is told of the beginning; what is not there has been said above.
            continue
        entry = log[seq - 1]
        if entry.what is None:
            ledger.fault(f"table {table}: move {seq} was told as {told}, and was never played")
            continue
        move = Move(entry.by, msgspec.json.decode(entry.what, type=game.what), entry.at)
        shown = game.sight.shown(move, eyes)
        if told != (stands := (shown.by, game.notation.write(shown.what))):
            ledger.fault(f"table {table}: move {seq} was told to {eyes} as {told}, and is {stands}")
        ledger.counts["moments_audited"] += 1


def _in_the_record(record: TableRecord, its: Promise, ledger: Ledger) -> None:
    """What is about the company, and stands in no log."""
    where = f"table {record.id}: {its.kind} {its.id}"
    is_same_seed = its.commitment == sha256(record.seed).hexdigest()
    if its.seat is None:
        return
    chair = record.chairs[its.seat]
    sits = its.person in (chair.person, chair.gave_up)
    match its.kind:
        case "leave" | "resign":
            event = IN_THE_EVENTS[its.kind]
            done = [one for one in record.events if one.request == its.request]
            if len(record.events) < EVENTS_KEPT and [(one.what, one.seat) for one in done] != [(event, its.seat)]:
                ledger.fault(f"{where} was acknowledged, and of it there is {_events(done)}")
            if its.kind == "resign" and chair.gave_up != its.person:
                ledger.fault(f"{where} was acknowledged, and on that chair there is {chair}")
        case "sit":  # Whoever pledges and shows nothing loses his seat, and with it all have another seed.
            if not sits and (record.began or is_same_seed):
                ledger.fault(f"{where} was acknowledged, and on that chair there is {chair}")
        case "pledge":  # Whoever is not there when they are sealed adds nothing.
            if is_same_seed and sits and record.pledges.get(its.seat, its.what) != its.what:
                ledger.fault(f"{where} was acknowledged, and it is another")
        case "salt":
            if is_same_seed and record.began and record.salts.get(its.seat) != its.what:
                ledger.fault(f"{where} was acknowledged, and is not in the luck")


def _events(done: Sequence[Event]) -> str:
    return ", ".join(f"{one.what} at {one.seat}" for one in done) or "nothing"


async def _plays_again(store: Store, record: TableRecord, ledger: Ledger) -> None:
    again = None if record.rematch is None else await store.table(record.rematch)
    if again is None or again.game != record.game:
        ledger.fault(f"table {record.id}: another match was acknowledged, and there is none")


def _true(record: TableRecord, log: Sequence[Entry], ledger: Ledger) -> None:
    """The log replays by the rules, and all luck in it follows from the seed."""
    if not record.began:
        return
    try:
        book = fold(record, log)
    except Exception as error:  # noqa: BLE001  whatever it is, it is what the drill looks for
        ledger.fault(f"table {record.id} does not replay: {error!r}")
        return
    if record.state == "over" and not book.is_over:
        ledger.fault(f"table {record.id} is over, and its match is not")
    if not record.continued and open_box(record.game).event is not None and (wrong := first_untrue(book.match)):
        ledger.fault(f"table {record.id}: nature's move {wrong[0]} does not follow from the seed")
