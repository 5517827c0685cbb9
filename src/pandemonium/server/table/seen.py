"""How a table and its match look from outside: every struct of the wire that somebody is shown is made here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256

from msgspec import Raw
from msgspec.structs import replace

from pandemonium.core.game import PUBLIC, AnyGame, Eyes
from pandemonium.server.table.logbook import RECENT, Logbook, Step
from pandemonium.server.wire import Chair, Clock, Moment, Position, Said, Table
from pandemonium.storage.records import Line, Seating, TableRecord


def position(book: Logbook, eyes: Eyes, steps: Sequence[Step], deadline: int | None) -> Position:
    """The match through some eyes: these steps, and what can be done after the last of them."""
    match, sight = book.match, book.game.sight
    old = len(steps) - RECENT
    return Position(
        version=book.version,
        eyes=eyes,
        moments=tuple(moment(book.game, step, eyes, with_view=place >= old) for place, step in enumerate(steps)),
        legal=() if eyes == PUBLIC else tuple(match.legal(eyes)),
        question=None if eyes == PUBLIC else sight.question(match.state, eyes),
        to_act=tuple(match.to_act),
        deadline=deadline,
        can_undo=book.can_undo(eyes),
        result=book.result,
    )


def moment(game: AnyGame, step: Step, eyes: Eyes, *, with_view: bool = True) -> Moment:
    """A step through some eyes. View, facts and actions go to the wire as they are: msgspec writes them out there."""
    sight, move = game.sight, step.move
    view = sight.view(step.after, eyes) if with_view else None
    if move is None:
        return Moment(seq=step.seq, by=None, what=None, at=0, text="", facts=(), view=view)
    shown = sight.shown(move, eyes)
    return Moment(
        seq=step.seq,
        by=move.by,
        what=Raw(step.what) if shown is move else shown.what,
        at=move.at,
        text=game.notation.write(shown.what),
        facts=tuple(sight.told(step.before, move, step.after, eyes)),
        view=view,
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
        chairs=tuple(
            replace(_chair(chair, reader, names, here, away), pledge=record.pledges.get(seat, ""))
            for seat, chair in enumerate(record.chairs)
        ),
        state=record.state,
        public=record.public,
        one_screen=record.one_screen,
        clock=None if record.per_move is None else Clock(record.per_move),
        host=reader is not None and record.host == reader,
        watchers=watchers,
        commitment=sha256(record.seed).hexdigest(),
        sealed=record.sealed,
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
