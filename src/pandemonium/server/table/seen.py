"""How a table and its match look from outside: every struct of the wire that somebody is shown is made here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from pandemonium.core.game import PUBLIC, AnyGame, Eyes, Move
from pandemonium.games import shelf
from pandemonium.server.table.leaving import ways_out
from pandemonium.server.table.logbook import RECENT, Logbook, Step
from pandemonium.server.wire import Chair, Clock, Moment, Position, Said, Table, TableEvent
from pandemonium.storage.records import ENCODE, Line, Seating, TableRecord


class Hours(NamedTuple):
    """When something happens to those who are to act, in ms since 1970; None: never."""

    deadline: int | None
    cover_at: int | None


def positions(book: Logbook, all_eyes: Sequence[Eyes], steps: Sequence[Step], hours: Hours) -> tuple[Position, ...]:
    """The match through some eyes: these steps, and what can be done after the last of them."""
    telling = [Telling(book.game, step) for step in steps]
    return tuple(position(book, eyes, telling, hours) for eyes in all_eyes)


def position(book: Logbook, eyes: Eyes, telling: Sequence[Telling], hours: Hours) -> Position:
    match = book.match
    to_act = () if book.is_over else tuple(match.to_act)
    seat = None if eyes == PUBLIC or eyes not in to_act else eyes
    old = len(telling) - RECENT
    return Position(
        version=book.version,
        eyes=eyes,
        moments=tuple([each.moment(eyes, with_view=place >= old) for place, each in enumerate(telling)]),
        legal=() if seat is None else tuple(match.legal(seat)),
        question=None if seat is None else book.game.sight.question(match.state, seat),
        to_act=to_act,
        deadline=hours.deadline,
        cover_at=hours.cover_at,
        can_undo=book.can_undo(eyes),
        result=book.result,
    )


def as_it_was(position: Position, version: int) -> Position:
    """A position for somebody who sees no further than this version: he does not hear who may act now."""
    return replace(position, version=version, to_act=(), deadline=None, cover_at=None)


class Telling:
    """A step, told to one pair of eyes after the other: what is the same for all of them is made once.

    View, facts and actions go to the wire as they are: msgspec writes them out there."""

    __slots__ = ("_facts", "_game", "_step", "_text")

    def __init__(self, game: AnyGame, step: Step) -> None:
        self._game = game
        self._step = step
        self._text: str | None = None
        self._facts: Raw | None = None

    def moment(self, eyes: Eyes, *, with_view: bool = True) -> Moment:
        step, sight = self._step, self._game.sight
        move = step.move
        view = sight.view(step.after, eyes) if with_view else None
        if move is None:
            return Moment(seq=step.seq, by=None, what=None, at=0, text="", facts=(), view=view)
        shown = sight.shown(move, eyes)
        is_open = shown is move
        return Moment(
            seq=step.seq,
            by=move.by,
            what=Raw(step.what) if is_open else shown.what,
            at=move.at,
            text=self._written(move) if is_open else self._game.notation.write(shown.what),
            facts=self._told(move, eyes),
            view=view,
            score=None if self._game.round_score is None else self._game.round_score(step.before, step.after),
        )

    def _written(self, move: Move[Any]) -> str:
        if self._text is None:
            self._text = self._game.notation.write(move.what)
        return self._text

    def _told(self, move: Move[Any], eyes: Eyes) -> Any:
        if self._facts is None or not self._game.told_alike:
            facts = self._game.sight.told(self._step.before, move, self._step.after, eyes)
            self._facts = Raw(ENCODE(facts))
        return self._facts


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
    game = shelf().get(record.game)
    sides = (game and game.sides.get(record.seats)) or range(record.seats)
    return Table(
        id=record.id,
        game=record.game,
        seats=record.seats,
        options=record.options,
        chairs=tuple(
            replace(
                _chair(chair, reader, names, here, away),
                side=sides[seat],
                pledge=record.pledges.get(seat, ""),
            )
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
        events=tuple(TableEvent(event.what, event.seat, event.after) for event in record.events),
        stopped=record.stopped,
        ways_out=ways_out(record, reader),
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
            return Chair("bot", name=chair.name, level=chair.level, here=True, gave_up=bool(chair.gave_up))
    is_here = chair.person in here
    return Chair(
        "person",
        name=names.get(chair.person, ""),
        here=is_here,
        away_since=None if is_here else away.get(chair.person),
        covered=chair.covered,
        yours=chair.person == reader,
    )
