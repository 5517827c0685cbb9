"""A program's seat at a table online: what it sees, what it may do, and a bot that plays there to the end."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from random import Random
from types import TracebackType
from typing import Any, Final, Self

import msgspec
from msgspec import Raw, Struct

from pandemonium.core.game import PUBLIC, AnyGame, Bot, Result
from pandemonium.core.game import Seat as Number
from pandemonium.games import open as open_box
from pandemonium.online.asking import Refused
from pandemonium.online.line import Line
from pandemonium.server.wire import messages
from pandemonium.server.wire.table import Position, Table
from pandemonium.storage.records import ENCODE

A_MOMENT: Final = 0.3
"""So many seconds a program holds back that was too fast."""
ONLY_LATE: Final = ("race-over", "called-off", "burnt", "attempt-counts")
"""Nothing is wrong with an attempt that is refused for these: there is another round."""


class Turn(Struct, frozen=True):
    """It is the program's turn."""

    view: Any
    """The game's own View: what the library gives to a bot."""
    legal: Sequence[Any]
    """The game's own actions."""
    position: Position
    """All else that a page is told: the moves so far, what is asked, until when."""


class Seat:
    """One seat, from sitting down to the end of the match."""

    def __init__(self, line: Line, wanted: int | None) -> None:
        self._line = line
        self._salt = ""
        self._commitment = ""
        self._shared: tuple[str, bool] | None = None
        """Of which seed something was last pledged, or shown."""
        self._answers: dict[str, messages.Done | messages.Refused] = {}
        self._not_before = 0
        """The version from which on something new is asked of the program."""
        self._has_raced = False
        """In this round."""
        self._revealed = 0.0
        self.position: Position | None = None
        """None before the match has begun."""
        self.sealed: Table | None = None
        """The table as it was when this program first showed what it adds to the luck, with everybody's pledges."""
        self.table: Table
        try:
            while not hasattr(self, "table"):
                self._take(line.hear())
            self.game: AnyGame = open_box(self.table.game)
            self.number = self._sit(wanted)
        except BaseException:
            line.close()
            raise

    def __repr__(self) -> str:
        return f"<Seat {self.number} at {self.table.id}: {self.game.title}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Hang up. The seat stays: `sit` there again to go on."""
        self._line.close()

    # Playing

    def play(self, bot: Bot[Any, Any], luck: Random | None = None) -> Result | None:
        """Let a bot play to the end, as in the library and in the arena: it gets the view, the legal moves and some
        luck. None if the match was stopped. Raises Refused for what the rules refuse."""
        luck = luck or Random()
        with self:
            for turn in self.turns():
                action = bot(turn.view, turn.legal, luck)
                if action is not None:
                    self.act(action)
            return self.result

    def turns(self) -> Iterator[Turn]:
        """Each time when it is the program's turn; ends with the match."""
        while self.table.state != "over":
            if self.position is None or not self._is_asked(self.position):
                self._take(self._line.hear())
                continue
            self._has_raced = self.game.race is not None
            yield Turn(
                msgspec.convert(self.position.moments[-1].view, self.game.view, str_keys=True),
                [msgspec.convert(each, self.game.action, str_keys=True) for each in self.position.legal],
                self.position,
            )

    def act(self, action: Any) -> None:
        """Make a move; it is on disk when this returns. In a race it is made at the time that it names itself.
        Raises Refused."""
        race = self.game.race
        if race is not None:
            wait = race.reaction(action)
            if wait is None:
                action = race.timed(action, round(1000 * (time.monotonic() - self._revealed)))
            elif not self._waited(self._revealed + wait / 1000):
                return  # The round is over.
        what = Raw(ENCODE(action))
        try:
            self._not_before = self._ask(messages.Act, self.number, what)
        except Refused as refused:
            if race is None or refused.key not in ONLY_LATE:
                raise

    def undo(self) -> None:
        """Take the program's last move back, where people may. Raises Refused."""
        self._not_before = self._ask(messages.Undo, self.number)

    def resign(self) -> None:
        """Give up, for good."""
        self._ask(messages.Resign)

    def say(self, text: str) -> None:
        self._ask(messages.Say, text)

    @property
    def result(self) -> Result | None:
        """How it ended; None before that, and for a match that was stopped."""
        return None if self.position is None else self.position.result

    # What comes over the line

    def _sit(self, wanted: int | None) -> Number:
        chairs = self.table.chairs
        mine = [seat for seat, chair in enumerate(chairs) if chair.yours]
        if not mine:
            free = [seat for seat, chair in enumerate(chairs) if chair.kind == "open" and chair.invited != "another"]
            free.sort(key=lambda seat: chairs[seat].invited != "you")
            if wanted is None and not free:
                raise Refused("seat-taken", "There is no open seat at this table.")
            seat = free[0] if wanted is None else wanted
            self._ask(messages.Sit, seat)
            mine = [seat]
        return Number(mine[0])

    def _is_asked(self, position: Position) -> bool:
        return bool(position.legal) and position.version >= self._not_before and not self._has_raced

    def _waited(self, until: float) -> bool:
        """Whether the round still runs then."""
        while (left := until - time.monotonic()) > 0:
            if (message := self._line.hear(left)) is not None:
                self._take(message)
            if self.position is None or not self.position.legal:
                return False
        return True

    def _ask(self, command: Callable[..., messages.FromPage], *facts: Any) -> int:
        """Ask, and wait until it is on disk: under which version. Raises Refused."""
        while True:
            id = self._line.new_id()
            self._line.say(command(id, *facts))
            self._answers[id] = messages.Done("", 0)
            while not self._answers[id].id:
                self._take(self._line.hear())
            answer = self._answers.pop(id)
            if isinstance(answer, messages.Done):
                return answer.version
            if answer.key != "too-fast":
                raise Refused(answer.key, answer.reason)
            time.sleep(A_MOMENT)

    def _take(self, message: messages.FromHouse | None) -> None:
        match message:
            case messages.Welcome():
                self._seated(message.table)
                self._happened(message.positions)
            case messages.News():
                self._happened(message.positions)
            case messages.TableNews():
                self._seated(message.table)
            case messages.Done() | messages.Refused():
                self._line.is_answered(message.id)
                if message.id in self._answers:
                    self._answers[message.id] = message
            case messages.Held():
                self._has_raced = False
                if self._is_mine(message.waits_for):
                    self._line.say(messages.Ready(self._line.new_id(), self.number))
            case messages.Steady():
                self._has_raced = False

    def _happened(self, positions: Sequence[Position]) -> None:
        for position in positions:
            if position.eyes != PUBLIC:
                if position.legal and not (self.position and self.position.legal):
                    self._revealed = time.monotonic()
                self.position = position
                self._line.version = position.version

    def _is_mine(self, seats: Sequence[int]) -> bool:
        return any(self.table.chairs[seat].yours for seat in seats)

    def _seated(self, table: Table) -> None:
        """While the company gathers, the program adds to the luck as a browser does: it pledges, and shows."""
        self.table = table
        seat = next((seat for seat, chair in enumerate(table.chairs) if chair.yours), None)
        if seat is None or table.state != "gathering":
            return
        is_alone = all(chair.yours or chair.kind == "bot" for chair in table.chairs)
        is_opened_again = self._shared == (table.commitment, True) and not table.sealed
        # What others pledge once it was shown could be fitted to it; alone, who asks twice gets the same twice.
        if table.commitment != self._commitment or (is_opened_again and not is_alone):
            self._commitment, self._salt = table.commitment, secrets.token_hex(16)
            self.sealed = None
        if self._shared == (table.commitment, table.sealed):
            return
        pledge, own = table.chairs[seat].pledge, sha256(bytes.fromhex(self._salt)).hexdigest()
        if not table.sealed and not pledge:
            self._shared = (table.commitment, False)
            self._line.say(messages.Pledge(self._line.new_id(), seat, own))
        elif table.sealed and pledge == own:
            self._shared = (table.commitment, True)
            self.sealed = self.sealed or table
            self._line.say(messages.Salt(self._line.new_id(), seat, self._salt))
