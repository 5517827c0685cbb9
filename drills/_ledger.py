"""What the house has promised to its guests, and whether it stands in its books afterwards: once, and in order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from pandemonium.core.game import NATURE, AnyGame
from pandemonium.core.match import first_untrue
from pandemonium.games import open as open_box
from pandemonium.server.table.logbook import fold
from pandemonium.storage.records import Entry, TableRecord
from pandemonium.storage.store import Store

Facts = dict[str, Any]
IN_THE_LOG: Final = ("act", "undo")
ALL: Final = 1_000_000


class Promise(Struct, frozen=True):
    """Something that a page has asked for, and the house has said that it is done: it is on disk."""

    page: int
    """Which page: what one of them was promised is in the log in that order."""
    table: str
    id: str
    kind: str
    seat: int | None
    what: Any
    version: int


class Ledger:
    """All promises of a drill, what went wrong, and how often what happened."""

    def __init__(self) -> None:
        self.promises: list[Promise] = []
        self.tables: dict[str, Facts] = {}
        """Those that were set, as they were shown when they were."""
        self.names: dict[str, list[str]] = defaultdict(list)
        """By guest, the names that he has asked for: the last but one was promised, the last perhaps."""
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self.pages = 0

    def page(self) -> int:
        self.pages += 1
        return self.pages

    def fault(self, what: str) -> None:
        """Something that must not happen has happened."""
        self.faults.append(what)

    def drop_what_is_audited(self) -> None:
        """Another house begins: what the last one has promised has been looked up."""
        self.promises, self.tables, self.names = [], {}, defaultdict(list)


async def audit(store: Store, ledger: Ledger) -> None:
    """Look everything up that was promised; whatever is not as it was promised is a fault. Every log is replayed, and
    its luck recomputed from the seed."""
    promised: defaultdict[str, list[Promise]] = defaultdict(list)
    for promise in ledger.promises:
        promised[promise.table].append(promise)
    for table in sorted(promised.keys() | ledger.tables.keys()):
        record = await store.table(table)
        if record is None:
            ledger.fault(f"table {table} is gone")
            continue
        log = await store.log(table)
        lines = [request for _, request in await store.chat(table, ALL)]
        _same_table(record, ledger)
        _whole(table, log, ledger)
        _kept(open_box(record.game), promised[table], log, lines, ledger)
        _true(record, log, ledger)
        ledger.counts["entries_in_logs"] += len(log)
        ledger.counts["tables_audited"] += 1
    ledger.counts["promises_audited"] += len(ledger.promises)


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
    written = {entry.request.partition("/")[2]: entry for entry in log if entry.request is not None}
    said = Counter(request.partition("/")[2] for request in lines)
    last: Counter[int] = Counter()
    for its in promised:
        where = f"table {its.table}: {its.kind} {its.id} of version {its.version}"
        if its.kind == "say" and said[its.id] != 1:
            ledger.fault(f"{where} is in the chat {said[its.id]} times")
        if its.kind not in IN_THE_LOG:
            continue
        entry = written.get(its.id)
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
