"""What a game is: the protocol that every box on the shelf fulfils."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pickle import PicklingError
from random import Random
from typing import Any, Final, Generic, Literal, NewType, Protocol, Self, TypeVar

from msgspec import Struct

from pandemonium.core.chance import Chance
from pandemonium.core.encoding import Encoding
from pandemonium.core.evaluation import Evaluator
from pandemonium.core.solving import Solver

Seat = NewType("Seat", int)
Mover = Seat | Literal["nature"]
Eyes = Seat | Literal["public"]
NATURE: Final = "nature"
PUBLIC: Final = "public"
USUAL_LEVEL: Final = "tempter"
"""Of the bots that one meets if nobody says, and of who stands in for somebody who left: every box has it."""

O = TypeVar("O")  # noqa: E741  options, state, action, event, view: O S A E V throughout
S = TypeVar("S")
A = TypeVar("A")
"""What players do."""
E = TypeVar("E")
"""What nature does."""
V = TypeVar("V")
O_contra = TypeVar("O_contra", contravariant=True)


class Refusal(Exception):
    """Something asked for cannot be had: a message key that every language has, and its facts."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{self.key} ({facts})" if facts else self.key

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[()]]:
        """It may have been raised in another process."""
        return partial(type(self), self.key, **self.facts), ()


class Illegal(Refusal):
    """The rules do not allow this move. Nothing has changed."""


class Move(Struct, Generic[A], frozen=True, gc=False):
    """Somebody did something, so many milliseconds after the match began."""

    by: Mover
    what: A
    at: int = 0


class Due(Struct, Generic[E], frozen=True, gc=False):
    """What nature owes, and from when on: 0 is at once, later is a deadline.

    `then` follows at once, and comes from the same draw: the other hands of a deal, each a move of its own.
    """

    what: E
    at: int = 0
    then: tuple[E, ...] = ()


class Standing(Struct, frozen=True, gc=False):
    """How a seat came out of the match. Place 1 wins; seats may share a place."""

    points: int
    place: int


class Result(Struct, frozen=True, gc=False):
    """How a match ended, seat by seat."""

    standings: tuple[Standing, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, its in enumerate(self.standings) if its.place == 1)


class RoundScore(Struct, frozen=True, gc=False):
    """A round is over: a line of the score sheet, seat by seat."""

    round: int
    points: tuple[int | None, ...]
    """What it brought or cost; None for who took no part in it."""
    totals: tuple[int, ...]


def ranked(points: Sequence[int], *, best: Callable[..., int]) -> Result:
    """Places by points: `best=max` where much is good, `best=min` where little is. Equals share."""
    order = sorted(points, reverse=best is max)
    return Result(tuple(Standing(its, order.index(its) + 1) for its in points))


class Rules(Protocol[O_contra, S, A, E]):
    """The rulebook, as pure functions: no clock, no dice, no memory of their own."""

    def start(self, options: O_contra, seats: int) -> S:
        """The table before anything has happened."""

    def to_act(self, state: S) -> Sequence[Seat]:
        """Who may act now. One: turns. Several: at once, or a race. None: nature, or it is over."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """What this seat may do now; empty for a seat that is not to act."""

    def nature(self, state: S, chance: Chance) -> Due[E] | None:
        """What nature owes. Asked twice in the same state with the same chance, it says the same."""

    def apply(self, state: S, move: Move[A | E]) -> S:
        """The state after the move. Raises Illegal, and then nothing has happened."""

    def result(self, state: S) -> Result | None:
        """None while the match lasts."""


class Sight(Protocol[S, A, E, V]):
    """Who sees what: the only place of a game that knows about secrets."""

    def view(self, state: S, eyes: Eyes) -> V:
        """Everything these eyes may see, built up from nothing, so that it fails closed."""

    def shown(self, move: Move[A | E], eyes: Eyes) -> Move[A | E]:
        """The move as these eyes see it: whole, or with what is secret covered."""

    def told(self, before: S, move: Move[A | E], after: S, eyes: Eyes) -> Sequence[Struct]:
        """What the move did, as these eyes may know it: facts in the rulebook's own nouns and verbs, first things
        first. Whoever tells the match (log, speech, terminal, board) only puts them into words or pictures."""

    def question(self, state: S, seat: Seat) -> Struct | None:
        """What this seat is asked now; None for a seat that is not to act."""

    def imagine(self, view: V, chance: Chance) -> S:
        """Some state that this view allows, at random."""


class Notation(Protocol[A, E]):
    """How a move of this game is written on paper, without who made it and when."""

    def write(self, what: A | E, /) -> str: ...

    def read(self, words: Sequence[str]) -> A | E:
        """Raises Refusal for what cannot be read."""


Bot = Callable[[V, Sequence[A], Random], A | None]
"""A bot has a player's eyes: it is given a view and what is legal, never a state.
In a race it may let the chance go by (None)."""


class Race(Struct, Generic[S, A, E], frozen=True):
    """What a game must say to be a race: everybody acts at once, and whoever is first has it."""

    reaction: Callable[[A], int | None]
    """How many milliseconds an action took its player."""
    timed: Callable[[A, int], A]
    """The same action with the milliseconds that count for it."""
    round: Callable[[S], int]
    """Which round this is, from 1."""
    players: Callable[[S], Sequence[Seat]]
    """Who takes part in the next round: nobody else is waited for."""
    void: E
    """Nature's move after which a round that was started has not been: nobody gains or loses, and it starts again."""
    fastest: int = 100
    """Nobody's hand is faster, in milliseconds."""


class Game(Struct, Generic[O, S, A, E, V], frozen=True):
    """A box on the shelf: its folder's table of contents."""

    slug: str
    title: str
    package: str
    seats: tuple[int, ...]
    options: type[O]
    action: Any
    """The union of what players do, each a tagged Struct."""
    event: Any
    """The union of what nature does, each a tagged Struct; None in a game without luck."""
    view: type[V]
    fact: Any
    """The union of what can be told of a move, each a tagged Struct; `told.TAG` in the catalogues says it."""
    question: Any
    """The union of what a seat can be asked, each a tagged Struct; `ask.TAG` in the catalogues says it."""
    rules: Rules[O, S, A, E]
    sight: Sight[S, A, E, V]
    notation: Notation[A, E]
    bots: Mapping[str, Bot[V, A]]
    """By level, weakest first; `level.NAME` in the catalogues is its name, `level.NAME.hint` what to expect of it."""
    more_bots: Mapping[str, Bot[V, A]] = {}
    """Found by name, but not offered to players: levels of old tables, and who is only there to be measured against.
    `level.NAME` is its name too."""
    evaluate: Evaluator[V, A] | None = None
    """How good each legal move is, from what a seat may know: for hints, and for bots that think."""
    warm_up: Callable[[], None] | None = None
    """Compile what `evaluate` needs: called once in each process that thinks, before it is asked anything."""
    solver: Solver[O] | None = None
    """For a game that can be solved: how."""
    usual_seats: int = 0
    """How many play if nobody says; 0 is the fewest."""
    minutes: int = 0
    """How long a match takes about; 0: nobody knows."""
    variants: Mapping[str, Mapping[str, object]] = {}
    """The ways to play it that have a name, each with the options that make it; the first is as it comes out of the
    box. `variant.NAME` in the catalogues is its title, `variant.NAME.hint` its sentence."""
    sides: Mapping[int, tuple[int, ...]] = {}
    """By the number of seats, where some of them play together: for each seat the number of its side."""
    asked_in: Mapping[str, str] = {}
    """For each question, by its tag, the number of the rule that answers most of what it leaves open."""
    alone: dict[str, object] = {}
    """Options that are different out of the box where one person plays with bots only."""
    secrets: bool = True
    """Whether players hold something that their neighbours must not see."""
    covers: Callable[[O], bool] | None = None
    """For a game without such secrets: at which tables a choice is covered all the same while others still choose. No
    screen has to be handed on for it."""
    told_alike: bool = False
    """Everybody is told the same facts of every move: they are put together once for all eyes. A law holds it."""
    own: tuple[str, ...] | None = None
    """The fields of a view that are not the same for everybody: the others are written out once for all eyes, as the
    public sees them. None: all may differ. A law holds it."""
    round_score: Callable[[S, S], RoundScore | None] | None = None
    """For a game of several rounds: the line of the score sheet that is filled in between two states; None if none is.
    Everybody reads it, so that nothing secret may be in it. A law holds that the sheet adds up to the result."""
    race: Race[S, A, E] | None = None
    """For a game in which it matters how fast one is."""
    encoding: Encoding[V, A] | None = None
    """The game as numbers, for programs that learn."""

    def seats_or(self, chosen: int | None) -> int:
        """So many seats, or as many as is usual."""
        return chosen if chosen is not None else self.usual_seats or self.seats[0]

    @property
    def what(self) -> Any:
        """The union of all that a move can be: for whoever reads a log."""
        return self.action if self.event is None else self.event | self.action

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"

    def __reduce__(self) -> tuple[Callable[[str], AnyGame], tuple[str]]:
        """To another process goes the name of the box; what is in it is there too."""
        if _in_package(self.package) is not self:
            raise PicklingError(f"{self!r} is not what {self.package}.GAME is")
        return _in_package, (self.package,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


AnyGame = Game[Any, Any, Any, Any, Any]


def _in_package(package: str) -> AnyGame:
    game: AnyGame = import_module(package).GAME
    return game
