"""What can be told of Le Diable Sauteur, and what can be asked: facts and questions in the words of the rulebook."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pandemonium.core.game import Seat
from pandemonium.games.diable_sauteur.material import Face, Jumped, Key, Person
from pandemonium.games.diable_sauteur.reach import Landing


class DevilDrawn(Struct, frozen=True, gc=False, tag="devil-drawn"):
    """3.1 The lot has made this seat the first Devil."""

    seat: Seat


class StartsDrawn(Struct, frozen=True, gc=False, tag="starts-drawn"):
    """4.1 The lot has said who starts on red, and who on orange."""

    red: Seat
    orange: Seat


class HiderDrawn(Struct, frozen=True, gc=False, tag="hider-drawn"):
    """4.2 The lot has said who hides first."""

    seat: Seat


class Hid(Struct, frozen=True, gc=False, tag="hid"):
    """2.1 The dice are hidden, and the lid is shut. Where, nobody is told."""

    seat: Seat


class Pressed(Struct, frozen=True, gc=False, tag="pressed"):
    """2.1 A key is pressed; its die is about to jump."""

    seat: Seat
    key: Key


class NumberJumped(Struct, frozen=True, gc=False, tag="number-jumped"):
    """2.2 A number has jumped out, and is worth itself times its key."""

    key: Key
    face: Face
    points: int
    terms: tuple[Jumped, ...]
    """The dice that count now: rule A this one, rule B all of this hiding."""
    total: int
    at_risk: bool
    """4.3 A devil would take it all."""


class AtRisk(Struct, frozen=True, gc=False, tag="at-risk"):
    """4.4 It is not the first number: so much can be run now, or lost."""

    points: int


class DevilJumped(Struct, frozen=True, gc=False, tag="devil-jumped"):
    """A devil has jumped out."""

    key: Key


class DevilRan(Struct, frozen=True, gc=False, tag="devil-ran"):
    """3.4 The devil has run three times the number of the key."""

    key: Key
    stride: int
    cells: int
    from_cell: int
    to_cell: int
    number: int
    """What stands on that cell: the numbers begin again at red."""


class Caught(Struct, frozen=True, gc=False, tag="caught"):
    """3.4 He has reached or overtaken these."""

    persons: tuple[Person, ...]


class NobodyCaught(Struct, frozen=True, gc=False, tag="nobody-caught"):
    """3.4 All who were on the track still are."""


class Lost(Struct, frozen=True, gc=False, tag="lost"):
    """4.3 All the points of this hiding are gone."""

    seat: Seat
    points: int


class Stayed(Struct, frozen=True, gc=False, tag="stayed"):
    """4.3 A devil came first: there was nothing to be lost, and there is nothing to be run."""

    seat: Seat


class Moved(Struct, frozen=True, gc=False, tag="moved"):
    """3.3 A person has been moved by the points of a number."""

    person: Person
    points: int
    from_cell: int
    to_cell: int
    """At most the finish line."""
    landing: Landing


class HiddenAgain(Struct, frozen=True, gc=False, tag="hidden-again"):
    """3.5 The Pursued has the dice hidden again."""

    seat: Seat


class Ran(Struct, frozen=True, gc=False, tag="ran"):
    """4.4 The shooter has run all the points of this hiding."""

    seat: Seat
    person: Literal["red", "orange"]
    points: int
    from_cell: int
    to_cell: int
    """At most his own start, once round."""
    to_go: int
    """So many cells are left until there: whoever only listens has to know."""
    settled: NumberJumped
    """The sum that he runs: nothing of it is at risk any more."""


class WasUnder(Struct, frozen=True, gc=False, tag="was-under"):
    """2.4 Three numbers have told where the die of devils lay."""

    key: Key


class RoundOver(Struct, frozen=True, gc=False, tag="round-over"):
    """3.6 Nobody is left on the track."""

    round: int
    arrived: int


class Scored(Struct, frozen=True, gc=False, tag="scored"):
    """3.6 What the Pursued gets for those who have arrived."""

    seat: Seat
    points: int


class RolesChanged(Struct, frozen=True, gc=False, tag="roles-changed"):
    """3.7, 4.3, 4.4 Whoever has pressed hides now."""

    rule: Literal["a", "b"]
    hider: Seat
    shooter: Seat


class Home(Struct, frozen=True, gc=False, tag="home"):
    """4.5 The first one home has won."""

    seat: Seat


class MatchOver(Struct, frozen=True, gc=False, tag="match-over"):
    """3.7 All rounds of the pursuit have been played: the points, by seat."""

    scores: tuple[int, int]


Fact = (
    DevilDrawn
    | StartsDrawn
    | HiderDrawn
    | Hid
    | Pressed
    | NumberJumped
    | AtRisk
    | DevilJumped
    | DevilRan
    | Caught
    | NobodyCaught
    | Lost
    | Stayed
    | Moved
    | HiddenAgain
    | Ran
    | WasUnder
    | RoundOver
    | Scored
    | RolesChanged
    | Home
    | MatchOver
)


class WhereToHide(Struct, frozen=True, gc=False, tag="hide"):
    """2.1 Under which of these keys does the die of devils go?"""

    keys: tuple[Key, ...]


class WhichKey(Struct, frozen=True, gc=False, tag="press"):
    """2.1 Which of these keys is the first to be pressed?"""

    keys: tuple[Key, ...]


class WhoMoves(Struct, frozen=True, gc=False, tag="move"):
    """3.3 Which of these persons goes so many cells?"""

    points: int
    persons: tuple[Person, ...]


class PressOrAgain(Struct, frozen=True, gc=False, tag="press-or-again"):
    """3.5 Another of these keys, or all dice hidden again?"""

    keys: tuple[Key, ...]


class PressOrStop(Struct, frozen=True, gc=False, tag="press-or-stop"):
    """4.4 Another of these keys, or stop and run so many cells?"""

    keys: tuple[Key, ...]
    points: int


Question = WhereToHide | WhichKey | WhoMoves | PressOrAgain | PressOrStop
