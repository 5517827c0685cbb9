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
from pandemonium.server.table.seating import may_have_hints
from pandemonium.server.wire import Chair, Clock, Moment, Position, Said, Table, TableEvent
from pandemonium.storage.records import ENCODE, Line, Seating, TableRecord


class Hours(NamedTuple):
    """When something happens to those who are to act, in ms since 1970; None: never."""

    deadline: int | None
    cover_at: int | None


class Standing:
    """How a match stands after some steps, shown to one pair of eyes after the other: what is the same for all of them
    is made once."""

    __slots__ = ("_book", "_hours", "_recent", "_telling", "_to_act")

    def __init__(self, book: Logbook, steps: Sequence[Step], hours: Hours) -> None:
        self._book = book
        self._hours = hours
        self._telling = [Telling(book.game, step) for step in steps]
        self._recent = len(steps) - RECENT
        """Where those begin that may still be presented."""
        self._to_act = () if book.is_over else tuple(book.match.to_act)

    def through(self, eyes: Eyes) -> Position:
        """These steps, and what can be done after the last of them."""
        book, match = self._book, self._book.match
        seat = None if eyes == PUBLIC or eyes not in self._to_act else eyes
        return Position(
            version=book.version,
            eyes=eyes,
            moments=tuple(
                [each.moment(eyes, with_view=place >= self._recent) for place, each in enumerate(self._telling)]
            ),
            legal=() if seat is None else tuple(match.legal(seat)),
            question=None if seat is None else book.game.sight.question(match.state, seat),
            to_act=self._to_act,
            deadline=self._hours.deadline,
            cover_at=self._hours.cover_at,
            can_undo=book.can_undo(eyes),
            result=book.result,
        )


def as_it_was(position: Position, version: int) -> Position:
    """A position for somebody who sees no further than this version: he does not hear who may act now."""
    return replace(position, version=version, to_act=(), deadline=None, cover_at=None)


class Telling:
    """A step, told to one pair of eyes after the other: what is the same for all of them is made once.

    View, facts and actions go to the wire as they are: msgspec writes them out there."""

    __slots__ = ("_alike", "_game", "_step")

    def __init__(self, game: AnyGame, step: Step) -> None:
        self._game = game
        self._step = step
        self._alike: Moment | None = None
        """But for the view, what everybody is told who is shown the move itself."""

    def moment(self, eyes: Eyes, *, with_view: bool = True) -> Moment:
        step, game = self._step, self._game
        move = step.move
        view = game.sight.view(step.after, eyes) if with_view else None
        if move is None:
            return Moment(seq=step.seq, by=None, what=None, at=0, text="", facts=(), view=view)
        shown = game.sight.shown(move, eyes)
        if shown is not move:
            return self._told(shown, shown.what, eyes, view)
        if self._alike is None:
            told = self._told(move, Raw(step.what), eyes, view)
            if game.told_alike:
                self._alike = told
            return told
        return replace(self._alike, view=view)

    def _told(self, shown: Move[Any], what: Any, eyes: Eyes, view: Any) -> Moment:
        step, game = self._step, self._game
        assert step.move is not None
        facts: Any = Raw(ENCODE(game.sight.told(step.before, step.move, step.after, eyes)))
        return Moment(
            seq=step.seq,
            by=shown.by,
            what=what,
            at=shown.at,
            text=game.notation.write(shown.what),
            facts=facts,
            view=view,
            score=None if game.round_score is None else game.round_score(step.before, step.after),
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
        hints=may_have_hints(record),
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
