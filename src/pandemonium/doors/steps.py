"""A match one step at a time: exactly one is to act, a player or chance, as other frameworks want it.

Those who act at once choose one after the other, unseen, and then it counts. In a race nobody is faster here: lots
decide in which order hands come down, for a program needs no time to look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from pandemonium.core.chance import Chance
from pandemonium.core.encoding import Encoding, Rows
from pandemonium.core.game import NATURE, AnyGame, Illegal, Move, Result, Seat
from pandemonium.core.options import check_seats, read_options

MOST_OUTCOMES: Final = 256
"""No chance has more outcomes at a time: larger ones are put together from several."""
_HANDY: Final = 64


class _Wanted(Exception):
    """Chance is asked for a number that has not been drawn yet."""

    def __init__(self, below: int) -> None:
        self.below = below


class Drawn(Chance):
    """Luck that has been drawn already, one small number after the other."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = iter(numbers)

    def below(self, n: int) -> int:
        number, unit = 0, 1
        for small in in_small_steps(n):
            drawn = next(self._numbers, None)
            if drawn is None:
                raise _Wanted(small)
            number += unit * drawn
            unit *= small
        return number


@lru_cache(maxsize=1024)
def in_small_steps(n: int) -> tuple[int, ...]:
    """Numbers whose product is n: one drawn below each of them makes one drawn below n, all equally likely."""
    steps: list[int] = []
    for prime in _primes_of(n):
        if steps and steps[-1] * prime <= _HANDY:
            steps[-1] *= prime
        else:
            steps.append(prime)
    if max(steps, default=1) > MOST_OUTCOMES:
        raise ValueError(f"{n} cannot be put together from chances of {MOST_OUTCOMES} outcomes")
    return tuple(steps)


class Steps:
    """A match at a table of this game. It can be copied in no time: all that it holds is made of values."""

    __slots__ = ("choices", "drawn", "game", "is_late", "now", "options", "seats", "state", "wanted")

    def __init__(self, game: AnyGame, seats: int | None = None, options: Mapping[str, object] | None = None) -> None:
        self.game = game
        self.seats = game.seats_or(seats)
        check_seats(game, self.seats)
        self.options = read_options(game.options, options or {})
        self.state: Any = game.rules.start(self.options, self.seats)
        self.now = 0
        self.drawn: tuple[int, ...] = ()
        """By chance, for what nature is about to do."""
        self.choices: tuple[tuple[Seat, Any], ...] = ()
        """Of those who act at once, until all of them have chosen."""
        self.is_late = False
        """In a race all hands are down: who holds nothing waits for the bell."""
        self.wanted = 0
        """So many outcomes the chance has that is to act now; 0 where a player is to act, or it is over."""
        self._go_on()

    # What can be asked

    @property
    def result(self) -> Result | None:
        result: Result | None = self.game.rules.result(self.state)
        return result

    @property
    def turn(self) -> Seat | None:
        """Which player is to act; None for chance, and when it is over."""
        if self.wanted or self.result is not None:
            return None
        chosen = {seat for seat, _ in self.choices}
        return next(seat for seat in sorted(self.game.rules.to_act(self.state)) if seat not in chosen)

    def legal(self) -> Sequence[Any]:
        turn = self.turn
        return () if turn is None else self.game.rules.legal(self.state, turn)

    @property
    def actions(self) -> tuple[Any, ...]:
        """All that a player can ever do, each at its place."""
        return _encoding(self.game).actions

    def places(self) -> list[int]:
        """Where what is legal now stands among all actions."""
        return [self.actions.index(action) for action in self.legal()]

    def rows(self, seat: Seat) -> Rows:
        """What a seat sees, as rows of figures."""
        return _encoding(self.game).rows(self.view(seat))

    def view(self, seat: Seat) -> Any:
        return self.game.sight.view(self.state, seat)

    def known(self, seat: Seat) -> str:
        """All that a seat knows, as text: what it sees, and what it has chosen."""
        own = [self.game.notation.write(action) for by, action in self.choices if by == seat]
        chosen = [by for by, _ in self.choices]
        seen = msgspec.json.encode(self.view(seat)).decode()
        return f"{seen} {chosen} {own}" if chosen else seen

    # What can be done

    def draw(self, number: int) -> None:
        """What chance says, of as many outcomes as are wanted."""
        if not 0 <= number < self.wanted:
            raise ValueError(f"chance says {number}, but is asked for a number below {self.wanted}")
        self.drawn += (number,)
        self._go_on()

    def play(self, action: Any) -> None:
        """What the player whose turn it is does."""
        turn = self.turn
        assert turn is not None
        if action not in self.game.rules.legal(self.state, turn):
            raise Illegal("no-such-choice", text=self.game.notation.write(action))
        self.choices += ((turn, action),)
        self._go_on()

    def imagined(self, seat: Seat, luck: Chance) -> Steps:
        """Another match that this seat could not tell from this one, at a moment when a player is to act."""
        other = self.copy()
        other.state = self.game.sight.imagine(self.view(seat), luck)
        other.choices = tuple(
            (by, action if by == seat else luck.pick(self.game.rules.legal(other.state, by)))
            for by, action in self.choices
        )
        return other

    def copy(self) -> Steps:
        other = object.__new__(Steps)
        for name in Steps.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def __deepcopy__(self, _memo: object) -> Steps:
        return self.copy()

    # How it goes on

    def _go_on(self) -> None:
        """Until a player or chance is to act, or it is over."""
        while self.result is None:
            to_act = () if self.is_late else self.game.rules.to_act(self.state)
            if to_act and len(self.choices) < len(to_act):
                break
            try:
                self._settle_choices() if to_act else self._let_nature_move()
            except _Wanted as wanted:
                self.wanted = wanted.below
                return
            self.drawn = ()
        self.wanted = 0

    def _settle_choices(self) -> None:
        """All have chosen: it counts, in a race in the order of lots."""
        choices, luck = self.choices, Drawn(self.drawn)
        if self.game.race is not None and len(choices) > 1:
            choices = tuple(luck.shuffle(choices))
        for seat, action in choices:
            try:
                self._apply(Move(seat, action, self.now))
            except Illegal:
                if self.game.race is None:
                    raise
                continue  # Somebody's hand was there before.
        self.choices = ()
        self.is_late = self.game.race is not None

    def _let_nature_move(self) -> None:
        due = self.game.rules.nature(self.state, Drawn(self.drawn))
        assert due is not None
        self.now = max(self.now, due.at)
        for what in (due.what, *due.then):
            self._apply(Move(NATURE, what, self.now))
        self.is_late = False

    def _apply(self, move: Move[Any]) -> None:
        self.state = self.game.rules.apply(self.state, move)


def returns(result: Result | None, seats: int) -> list[float]:
    """1 for the best, -1 for the last, in even steps between; who shares places shares what they are worth. They add up
    to nothing."""
    if result is None:
        return [0.0] * seats
    places = [standing.place for standing in result.standings]
    better = [sum(other < place for other in places) for place in places]
    equal = [places.count(place) for place in places]
    return [1 - (2 * ahead + same - 1) / (seats - 1) for ahead, same in zip(better, equal, strict=True)]


def _encoding(game: AnyGame) -> Encoding[Any, Any]:
    if game.encoding is None:
        raise ValueError(f"{game.slug} is not told in numbers")
    return game.encoding


def _primes_of(n: int) -> list[int]:
    found, prime = [], 2
    while n > 1:
        if prime > MOST_OUTCOMES:
            found.append(n)
            break
        while n % prime == 0:
            found.append(prime)
            n //= prime
        prime += 1
    return sorted(found, reverse=True)
