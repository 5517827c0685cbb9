"""How a table and its match look from outside: every struct of the wire that somebody is shown is made here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any, cast

from msgspec import Raw

from pandemonium.core.game import PUBLIC, Eyes
from pandemonium.server.table.logbook import Logbook
from pandemonium.server.wire import Chair, Clock, Position, Said, Table
from pandemonium.storage.records import Line, Seating, TableRecord


def position(book: Logbook, eyes: Eyes, deadline: int | None) -> Position:
    """The match through some eyes. The view goes to the wire as it is: msgspec writes it out with the rest."""
    match = book.match
    view: Any = match.view(eyes)
    legal: Any = () if eyes == PUBLIC else match.legal(eyes)
    return Position(
        version=book.version,
        eyes=eyes,
        view=cast(Raw, view),
        legal=cast(tuple[Raw, ...], legal),
        to_act=tuple(match.to_act),
        deadline=deadline,
        can_undo=book.can_undo(eyes),
        result=book.result,
    )


def table(
    record: TableRecord,
    reader: str | None,
    *,
    names: Mapping[str, str],
    moves: int,
    here: Collection[str] = (),
    away: Mapping[str, int] | None = None,
    watchers: int = 0,
) -> Table:
    """A table as the reader may see it."""
    away = away or {}
    return Table(
        id=record.id,
        game=record.game,
        seats=record.seats,
        options=record.options,
        chairs=tuple(_chair(chair, reader, names, here, away) for chair in record.chairs),
        state=record.state,
        public=record.public,
        one_screen=record.one_screen,
        clock=None if record.per_move is None else Clock(record.per_move),
        host=reader is not None and record.host == reader,
        watchers=watchers,
        commitment=sha256(record.seed).hexdigest(),
        made=record.made,
        moves=moves,
        continued=record.continued,
        rematch=record.rematch,
    )


def said(line: Line) -> Said:
    return Said(line.seq, line.name, line.seat, line.text, line.at)


def _chair(
    chair: Seating, reader: str | None, names: Mapping[str, str], here: Collection[str], away: Mapping[str, int]
) -> Chair:
    match chair.kind:
        case "open":
            return Chair("open")
        case "bot":
            return Chair("bot", name=chair.name, level=chair.level, here=True)
    is_here = chair.person in here
    return Chair(
        "person",
        name=names.get(chair.person, ""),
        here=is_here,
        away_since=None if is_here else away.get(chair.person),
        covered=chair.covered,
        yours=chair.person == reader,
    )
