"""The log of one match in memory: what is written down, and the match that it folds to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from pandemonium.core.chance import FairChance
from pandemonium.core.game import NATURE, AnyGame, Move, Mover, Refusal, Result, Seat
from pandemonium.core.match import AnyMatch, Match, resume
from pandemonium.core.options import read_options
from pandemonium.core.paper import read as read_paper
from pandemonium.core.paper import shorten
from pandemonium.core.takeback import reach
from pandemonium.games import open as open_box
from pandemonium.games import shelf
from pandemonium.storage.records import ENCODE, Entry, TableRecord

RECENT: Final = 12
"""So many of the newest moves are kept with the states around them: enough for whoever blinked."""
EVERY: Final = 32
"""After so many moves each, the state is kept for good: to go back further than that, a match is played again from
there, and not from its beginning."""
LONGEST_PAPER: Final = 5_000
"""In moves. The longest match that anybody has played here had 1,200."""
MOST_TAKEBACKS: Final = 500
"""In one match: who goes to and fro for ever would have a log without end."""


class Written(Struct, frozen=True, gc=False):
    """A move that stands (nobody took it back), as the log has it."""

    seq: int
    what: bytes
    made: int


class Step(Struct, frozen=True, gc=False):
    """A move and the states around it: what a moment is made of. The first one is from before anything happened."""

    seq: int
    before: Any
    move: Move[Any] | None
    after: Any
    what: bytes = b""
    """The action as it is written down."""


class Logbook:
    """A match and its log, which move together. What is new is given out to be put on disk."""

    __slots__ = (
        "_floor",
        "_marks",
        "_reached",
        "bots",
        "done",
        "game",
        "lines",
        "match",
        "recent",
        "result",
        "stopped",
        "takebacks",
        "version",
    )

    def __init__(self, match: AnyMatch, bots: frozenset[Seat] = frozenset()) -> None:
        self.game: AnyGame = match.game
        self.match = match
        self.bots = bots
        """Whose moves go with that of the one person at the table when he takes it back."""
        self._floor = 0
        """So many moves stood when he last did; to go on from there to the move before is not for him."""
        self.version = 0
        self.lines: list[Written] = []
        """One for each of the match's moves."""
        self.recent: deque[Step] = deque(maxlen=RECENT)
        """The last of them."""
        self.takebacks: list[tuple[int, int]] = []
        """The version that a taking back led to, and the number of the move that was taken back."""
        self.done: dict[str, int] = {}
        """What players have asked for, by the name under which they did, and the version that it led to."""
        self.result: Result | None = None
        self.stopped = False
        """Nobody plays on, whatever the rules say."""
        self._reached: Any = self._start()
        """The state after all that is written down."""
        self._marks = [self._reached]
        """The states after no move, after EVERY, after twice as many, and so on."""

    @property
    def is_over(self) -> bool:
        return self.stopped or self.result is not None

    def write_down(self, made: int, request: str | None = None) -> list[Entry]:
        """Log what the match has more than the log."""
        entries: list[Entry] = []
        for move in self.match.moves[len(self.lines) :]:
            what = ENCODE(move.what)
            self.version += 1
            # The first of them was asked for; the rest is nature's.
            entries.append(Entry(self.version, move.by, what, move.at, made, None if entries else request))
            self._stands(Written(self.version, what, made), move)
        if request is not None:
            self.done[request] = self.version
        self.result = self.match.result
        return entries

    def _stands(self, line: Written, move: Move[Any]) -> None:
        """The next move of the match is written down."""
        self.lines.append(line)
        before, match = self._reached, self.match
        is_last = len(self.lines) == len(match.moves)
        self._reached = match.state if is_last else self.game.rules.apply(before, move)
        self.recent.append(Step(line.seq, before, move, self._reached, line.what))
        if len(self.lines) % EVERY == 0:
            self._marks.append(self._reached)

    def play(self, seat: Seat, what: Any, at: int, made: int, request: str | None = None) -> list[Entry]:
        """A move and what nature does upon it. Raises Illegal, and nothing has changed."""
        if self.stopped:
            raise Refusal("match-over")
        self.match.play(seat, what, max(at, self.match.now))
        return self.write_down(made, request)

    def release(self, at: int, made: int) -> list[Entry]:
        """Nature does what it held back: a race starts."""
        self.match.release(at)
        return self.write_down(made)

    def call_off(self, at: int, made: int) -> list[Entry]:
        """A race that was started does not count."""
        self.match.call_off(at)
        return self.write_down(made)

    def wait(self, at: int, made: int) -> list[Entry]:  # noqa: ARG002
        """Nature does what was due by now: a bell rings, at the hour at which it had to."""
        self.match.wait()
        return self.write_down(made)

    def may_undo(self) -> tuple[Seat, ...]:
        """Who may take his last move back: nobody but who made the last one, or the last but for the bots'."""
        by: Mover = next((move.by for move in reversed(self.match.moves) if move.by not in self.bots), NATURE)
        return () if isinstance(by, str) or not self.can_undo(by) else (by,)

    def can_undo(self, by: Mover) -> bool:
        return not self.stopped and len(self.takebacks) < MOST_TAKEBACKS and self._reach(by) > 0

    def undo(self, seat: Seat, made: int, request: str | None) -> list[Entry]:
        """Take one's own last move back, and what bots did upon it. Raises Refusal."""
        if not self.can_undo(seat):
            raise Refusal("nothing-to-undo" if len(self.takebacks) < MOST_TAKEBACKS else "undone-enough")
        entries: list[Entry] = []
        for left in reversed(range(self._reach(seat))):
            now = self.match.now
            self._take_back()
            self.version += 1
            self.takebacks.append((self.version, self.lines.pop().seq))
            entries.append(Entry(self.version, seat, None, now, made, None if left else request))
        self._floor = len(self.lines)
        if request is not None:
            self.done[request] = self.version
        return entries

    def _reach(self, by: Mover) -> int:
        return 0 if by == NATURE else reach(self.match, by, self.bots, self._floor if self.bots else 0)

    def _take_back(self) -> None:
        """A state is a value: whoever kept the one before has only to go back to it, in a match of any length."""
        match = self.match
        if not self.recent:  # So many were taken back that all that was kept is used up.
            self.recent.extend(self._fold(max(0, len(self.lines) - RECENT)))
        self._reached = self.recent.pop().before
        match.moves.pop()
        del self._marks[len(match.moves) // EVERY + 1 :]
        match.state = self._reached
        match.now = match.moves[-1].at if match.moves else 0

    # What may be seen of it

    def remembers(self, version: int) -> bool:
        """Whether what came after this version is still at hand, so that the match need not be played again for it."""
        return len(self.lines) - self.place_after(version) <= len(self.recent)

    def steps_after(self, version: int) -> list[Step]:
        """What whoever knows this version has not seen; at least the newest step, so that he knows how it stands."""
        first = self.place_after(version)
        kept = len(self.lines) - len(self.recent)
        if first < kept or (first == kept == 0) or not self.recent:
            if first == 0:
                return [Step(0, None, None, self._marks[0]), *self._fold(0)]
            return list(self._fold(min(first, len(self.lines) - 1)))
        return list(self.recent)[min(first - kept, len(self.recent) - 1) :]

    def steps_between(self, version: int, last: int) -> list[Step]:
        """The same as if nothing had happened after the last of them."""
        return [step for step in self.steps_after(min(version, last - 1)) if step.seq <= last]

    def _fold(self, first: int) -> Iterator[Step]:
        """All that is written down from the first-th move on (0: from the very first), played again."""
        mark, apply = first // EVERY, self.game.rules.apply
        start, state = mark * EVERY, self._marks[mark]
        standing = zip(self.lines[start:], self.match.moves[start:], strict=False)
        for place, (line, move) in enumerate(standing, start):
            before, state = state, apply(state, move)
            if place >= first:
                yield Step(line.seq, before, move, state, line.what)

    def _start(self) -> Any:
        return self.game.rules.start(self.match.options, self.match.seats)

    def since(self, version: int) -> int:
        """Up to which version a page that knows this one may keep what it has."""
        voided = (seq - 1 for taken, seq in self.takebacks if taken > version)
        return max(0, min(version, self.version, *voided) if self.takebacks else min(version, self.version))

    @property
    def newest(self) -> int:
        """The version that the last move that stands led to."""
        return self.lines[-1].seq if self.lines else 0

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
        except (msgspec.MsgspecError, RecursionError):
            text = bytes(raw).decode(errors="replace")
            raise Refusal("unknown-move", move=shorten(text)) from None


def fold(record: TableRecord, entries: Sequence[Entry]) -> Logbook:
    """The logbook of a table, from what is on disk."""
    game = open_box(record.game)
    standing: list[Entry] = []
    takebacks, floor = [], 0
    for entry in entries:
        if entry.what is None:
            takebacks.append((entry.seq, standing.pop().seq))
            floor = len(standing)
        else:
            standing.append(entry)
    reader = _reader(game.slug)
    match = Match(game, record.seats, read_options(game.options, record.options))
    book = Logbook(match, lone_bots(record))
    for entry in standing:
        match.play(entry.by, reader.decode(entry.what or b""), entry.at)
        book._stands(Written(entry.seq, entry.what or b"", entry.made), match.moves[-1])  # noqa: SLF001
    resume(match, chance_of(record))
    match.hold = game.race is not None
    book.takebacks = takebacks
    book._floor = floor  # noqa: SLF001
    book.version = entries[-1].seq if entries else 0
    book.done = _done_under(entries)
    book.result = match.result
    book.stopped = record.stopped is not None
    return book


def begin(record: TableRecord) -> Logbook:
    """A match that begins now; what nature has done already waits to be written down."""
    game = open_box(record.game)
    options = read_options(game.options, record.options)
    return Logbook(Match(game, record.seats, options, chance_of(record), hold=game.race is not None), lone_bots(record))


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
    book = Logbook(match, lone_bots(record))
    return book, book.write_down(record.made)


def lone_bots(record: TableRecord) -> frozenset[Seat]:
    """The bots, where one person plays with them alone; nobody where people play with each other."""
    bots = frozenset(
        Seat(seat) for seat, chair in enumerate(record.chairs) if chair.kind == "bot" and not chair.gave_up
    )
    return bots if len(bots) == record.seats - 1 else frozenset()


def chance_of(record: TableRecord) -> FairChance:
    return FairChance(record.seed, [(seat, bytes.fromhex(salt)) for seat, salt in sorted(record.salts.items())])


def _done_under(entries: Sequence[Entry]) -> dict[str, int]:
    """Under which name something was asked for, and the version it led to: its own entry and nature's upon it."""
    done: dict[str, int] = {}
    current: str | None = None
    for entry in entries:
        if entry.by != NATURE:
            current = entry.request
        if current is not None:
            done[current] = entry.seq
    return done


@cache
def _reader(slug: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shelf()[slug].what)
