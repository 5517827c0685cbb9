"""How a table and its match look from outside: every struct of the wire that somebody is shown is made here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from msgspec import Raw, Struct
from msgspec.structs import replace

from pandemonium.core.game import PUBLIC, AnyGame, Eyes
from pandemonium.games import shelf
from pandemonium.server.table.leaving import ways_out
from pandemonium.server.table.logbook import RECENT, Logbook, Step
from pandemonium.server.table.schedule import Hours
from pandemonium.server.table.seating import may_have_hints
from pandemonium.server.wire.table import Chair, Clock, Invited, Position, Said, Table, TableEvent, Told
from pandemonium.storage.records import ENCODE, Line, Seating, TableRecord

_NO_VIEW: Final = ENCODE(None)


class Seen(Struct, frozen=True):
    """A table that is awake elsewhere in the house. In JSON, as a page would read it."""

    table: Table
    deserted: bool
    """Nobody's page is open there."""


class Standing:
    """How a match stands after some steps, shown to one pair of eyes after the other: what is the same for all of them
    is made once."""

    __slots__ = ("_book", "_hours", "_recent", "_telling", "_to_act", "_undo")

    def __init__(self, book: Logbook, steps: Sequence[Step], hours: Hours, *, many: bool = False) -> None:
        self._book = book
        self._hours = hours
        self._telling = [Telling(book.game, step, many=many) for step in steps]
        self._recent = len(steps) - RECENT
        """Where those begin that may still be presented."""
        self._to_act = () if book.is_over else tuple(book.match.to_act)
        self._undo = book.may_undo()

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
            can_undo=eyes in self._undo,
            result=book.result,
        )


def as_it_was(position: Position, version: int) -> Position:
    """A position for somebody who sees no further than this version: he does not hear who may act now."""
    return replace(position, version=version, to_act=(), deadline=None, cover_at=None)


class Telling:
    """A step, told to one pair of eyes after the other: what is the same for all of them is written out once, and what
    is each one's own is added to it."""

    __slots__ = ("_alike", "_game", "_in_sight", "_many", "_step")

    def __init__(self, game: AnyGame, step: Step, *, many: bool = False) -> None:
        self._game = game
        self._step = step
        self._many = many
        """Whether several will look at it."""
        self._alike: bytes | None = None
        """What everybody is told who is shown the move itself."""
        self._in_sight: bytes | None = None
        """The part of the view that is the same for all."""

    def moment(self, eyes: Eyes, *, with_view: bool = True) -> Any:
        """A Moment, written out."""
        return Raw(b'%b,"view":%b}' % (self._told(eyes), self._view(eyes) if with_view else _NO_VIEW))

    def _view(self, eyes: Eyes) -> bytes:
        game, state = self._game, self._step.after
        view = game.sight.view(state, eyes)
        if game.own is None or not self._many:
            return ENCODE(view)
        if self._in_sight is None:
            public = game.sight.view(state, PUBLIC)
            alike = [name for name in public.__struct_fields__ if name not in game.own]
            self._in_sight = _open({name: getattr(public, name) for name in alike})
        own = ENCODE({name: getattr(view, name) for name in game.own})
        return b"%b,%b" % (self._in_sight, own[1:])

    def _told(self, eyes: Eyes) -> bytes:
        """All but the view, and open at its end."""
        step, game = self._step, self._game
        move = step.move
        if move is None:
            return _open(Told(seq=step.seq, by=None, what=None, at=0, text="", facts=()))
        shown = game.sight.shown(move, eyes)
        if shown is move and self._alike is not None:
            return self._alike
        told = _open(
            Told(
                seq=step.seq,
                by=shown.by,
                what=Raw(step.what) if shown is move else shown.what,
                at=shown.at,
                text=game.notation.write(shown.what),
                facts=tuple(game.sight.told(step.before, move, step.after, eyes)),
                score=None if game.round_score is None else game.round_score(step.before, step.after),
            )
        )
        if shown is move and game.told_alike:
            self._alike = told
        return told


def _open(what: Told | dict[str, Any]) -> bytes:
    """Written out, and left open for more to be added."""
    return ENCODE(what)[:-1]


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
        programs=record.programs,
        clock=None if record.per_move is None else Clock(record.per_move),
        host=reader is not None and record.host == reader,
        played=reader in record.players,
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
            return Chair("open", name=names.get(chair.kept, ""), invited=_invited(chair, reader))
        case "bot":
            gave_up = bool(chair.gave_up)
            return Chair("bot", chair.name, chair.level, here=True, program=chair.program, gave_up=gave_up)
    is_here = chair.person in here
    return Chair(
        "person",
        name=names.get(chair.person, ""),
        here=is_here,
        program=chair.program,
        away_since=None if is_here else away.get(chair.person),
        covered=chair.covered,
        yours=chair.person == reader,
    )


def _invited(chair: Seating, reader: str | None) -> Invited:
    if not chair.kept:
        return "nobody"
    if chair.declined:
        return "declined"
    return "you" if chair.kept == reader else "another"
