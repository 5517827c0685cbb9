"""The log of one match in memory: what is written down, and the match that it folds to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw

from pandemonium.core.chance import FairChance
from pandemonium.core.game import NATURE, AnyGame, Eyes, Move, Refusal, Result, Seat
from pandemonium.core.match import AnyMatch, Match, replay, resume
from pandemonium.core.options import read_options
from pandemonium.core.paper import read as read_paper
from pandemonium.core.paper import shorten
from pandemonium.games import open as open_box
from pandemonium.games import shelf
from pandemonium.server.wire import Shown
from pandemonium.storage.records import Entry, TableRecord

ENCODE: Final = msgspec.json.Encoder()
LONGEST_PAPER: Final = 5_000
"""In moves. The longest match that anybody has played here had 1,200."""
MOST_TAKEBACKS: Final = 500
"""In one match: who goes to and fro for ever would have a log without end."""


class Written(NamedTuple):
    """A move that stands (nobody took it back), as the log has it."""

    seq: int
    what: bytes
    made: int


class Logbook:
    """A match and its log, which move together. What is new is given out to be put on disk."""

    __slots__ = ("_before", "game", "lines", "match", "requests", "result", "takebacks", "version")

    def __init__(self, match: AnyMatch) -> None:
        self.game: AnyGame = match.game
        self.match = match
        self.version = 0
        self.lines: list[Written] = []
        """One for each of the match's moves."""
        self.takebacks: list[tuple[int, int]] = []
        """The version that a taking back led to, and the number of the move that was taken back."""
        self.requests: dict[str, int] = {}
        """What clients have asked for, and the version that it led to."""
        self.result: Result | None = None
        self._before: list[tuple[Any, int]] = []
        """The state and the hour before each of the players' moves since nature's last: what can still be taken back.
        So that costs the same in a long match as in a short one."""

    def write_down(self, made: int, requests: str | None = None) -> list[Entry]:
        """Log what the match has more than the log."""
        entries: list[Entry] = []
        for move in self.match.moves[len(self.lines) :]:
            self.version += 1
            what = ENCODE.encode(move.what)
            # The first of them was asked for; the rest is nature's.
            entries.append(Entry(self.version, move.by, what, move.at, made, None if entries else requests))
            self.lines.append(Written(self.version, what, made))
        if requests is not None:
            self.requests[requests] = self.version
        self.result = self.match.result
        return entries

    def play(self, seat: Seat, what: Any, at: int, made: int, requests: str | None = None) -> list[Entry]:
        """A move and what nature does upon it. Raises Illegal, and nothing has changed."""
        self.move(Move(seat, what, max(at, self.match.now)))
        return self.write_down(made, requests)

    def move(self, move: Move[Any]) -> None:
        """A player's move and what nature does upon it. Raises Illegal, and nothing has changed."""
        match = self.match
        before = match.state, match.now
        match.play(move.by, move.what, move.at)
        if match.moves[-1].by == NATURE:
            self._before.clear()
        else:
            self._before.append(before)

    def release(self, at: int, made: int) -> list[Entry]:
        """Nature does what it held back: a race starts."""
        self.match.release(at)
        return self.write_down(made)

    def wait(self, at: int, made: int) -> list[Entry]:  # noqa: ARG002
        """Nature does what was due by now: a bell rings, at the hour at which it had to."""
        self.match.wait()
        return self.write_down(made)

    def can_undo(self, eyes: Eyes) -> bool:
        """Only one's own last move: nothing has happened since, and nothing was learnt from it."""
        return (
            bool(self._before)
            and self.match.moves[-1].by == eyes
            and self.result is None
            and self.game.race is None
            and len(self.takebacks) < MOST_TAKEBACKS
        )

    def undo(self, seat: Seat, made: int, requests: str | None) -> Entry:
        """Take one's own last move back. Raises Refusal."""
        if not self.can_undo(seat):
            raise Refusal("nothing-to-undo" if len(self.takebacks) < MOST_TAKEBACKS else "undone-enough")
        match = self.match
        at = match.now
        match.moves.pop()
        match.state, match.now = self._before.pop()
        self.version += 1
        self.takebacks.append((self.version, self.lines.pop().seq))
        if requests is not None:
            self.requests[requests] = self.version
        return Entry(self.version, seat, None, at, made, requests)

    # What may be seen of it

    def shown(self, eyes: Sequence[Eyes], first: int) -> tuple[Shown, ...]:
        """The moves from this place of the match on, as these eyes may see them: all of them when it is over."""
        moves, lines, write = self.match.moves, self.lines, self.game.notation.write
        told = []
        for place in range(first, len(moves)):
            move, line = moves[place], lines[place]
            seen = move if self.result is not None else self._seen(move, eyes)
            what = line.what if seen is move else ENCODE.encode(seen.what)
            told.append(Shown(line.seq, move.by, Raw(what), move.at, write(seen.what)))
        return tuple(told)

    def _seen(self, move: Move[Any], eyes: Sequence[Eyes]) -> Move[Any]:
        """Whole, if one of these eyes may see it whole."""
        seen = move
        for each in eyes:
            seen = self.game.sight.shown(move, each)
            if seen is move:
                break
        return seen

    def since(self, version: int) -> int:
        """Up to which version a page that knows this one may keep what it has."""
        voided = (seq - 1 for taken, seq in self.takebacks if taken > version)
        return max(0, min(version, self.version, *voided) if self.takebacks else min(version, self.version))

    def place_after(self, version: int) -> int:
        """Where the moves after a version begin."""
        place = len(self.lines)
        while place and self.lines[place - 1].seq > version:
            place -= 1
        return place

    def read(self, raw: bytes | Raw) -> Any:
        """An action from the wire. Raises Refusal for what is none of this game."""
        try:
            return _reader(self.game.slug).decode(raw)
        except (msgspec.ValidationError, msgspec.DecodeError):
            text = bytes(raw).decode(errors="replace")
            raise Refusal("unknown-move", move=shorten(text)) from None


def fold(record: TableRecord, entries: Sequence[Entry]) -> Logbook:
    """The logbook of a table, from what is on disk."""
    game = open_box(record.game)
    standing: list[Entry] = []
    takebacks = []
    for entry in entries:
        if entry.what is None:
            takebacks.append((entry.seq, standing.pop().seq))
        else:
            standing.append(entry)
    reader = _reader(game.slug)
    moves: list[Move[Any]] = [Move(entry.by, reader.decode(entry.what or b""), entry.at) for entry in standing]
    options = read_options(game.options, record.options)
    last = next((place for place in range(len(moves), 0, -1) if moves[place - 1].by == NATURE), 0)
    book = Logbook(replay(game, record.seats, options, moves[:last]))
    for move in moves[last:]:
        book.move(move)
    resume(book.match, chance_of(record))
    book.match.hold = game.race is not None
    book.lines = [Written(entry.seq, entry.what or b"", entry.made) for entry in standing]
    book.takebacks = takebacks
    book.version = entries[-1].seq if entries else 0
    book.requests = _requests(entries)
    book.result = book.match.result
    return book


def begin(record: TableRecord) -> Logbook:
    """A match that begins now; what nature has done already waits to be written down."""
    game = open_box(record.game)
    options = read_options(game.options, record.options)
    return Logbook(Match(game, record.seats, options, chance_of(record), hold=game.race is not None))


def go_on(text: str, seats: int) -> AnyMatch:
    """The match on this paper, so far, without luck of its own. Raises Refusal."""
    old = read_paper(text, open_box, LONGEST_PAPER)
    if old.result is not None:
        raise Refusal("match-over")
    if old.seats != seats:
        raise Refusal("bad-seats", game=old.game.title, seats=seats, allowed=old.seats)
    old.chance = None
    return old


def taken_over(match: AnyMatch, record: TableRecord) -> tuple[Logbook, list[Entry]]:
    """A match from paper with this table's luck, and its log; nature has done what it owes."""
    chance = chance_of(record)
    chance.turn_to(sum(move.by == NATURE for move in match.moves))
    match.chance = chance
    match.hold = match.game.race is not None
    match.settle()
    book = Logbook(match)
    return book, book.write_down(record.made)


def chance_of(record: TableRecord) -> FairChance:
    return FairChance(record.seed, [(seat, bytes.fromhex(salt)) for seat, salt in sorted(record.salts.items())])


def _requests(entries: Sequence[Entry]) -> dict[str, int]:
    """Each request, with the version it led to: its own entry and what nature did upon it."""
    requests: dict[str, int] = {}
    current: str | None = None
    for entry in entries:
        if entry.by != NATURE:
            current = entry.request
        if current is not None:
            requests[current] = entry.seq
    return requests


@cache
def _reader(slug: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shelf()[slug].action)
