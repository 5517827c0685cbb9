"""What lies on the table of Le Diable Sauteur, and what can be done with it. Numbers are those of RULES.md."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NewType

from msgspec import Meta, Struct

from pandemonium.core.game import Seat

Key = NewType("Key", int)
Face = int | Literal["devil"]
Person = Literal["blue", "orange", "green"]

KEYS: Final = (Key(1), Key(2), Key(3), Key(4))  # 1.1
FACES: Final[dict[str, tuple[Face, ...]]] = {"plain": (1, 2, 3, 4, 5, 6), "mixed": (1, 2, 3, 4, 5, "devil")}  # 1.2
PERSONS: Final[tuple[Person, ...]] = ("blue", "orange", "green")  # 1.4
STARTS: Final = (2, 4, 6)  # 1.3 Blue, orange, green; red is 0.
RACE_STARTS: Final[tuple[tuple[Literal["red", "orange"], int], ...]] = (("red", 0), ("orange", 4))  # 4.1
MOST_NUMBERS: Final = 3  # 2.3
STRIDE: Final = 3  # 3.4 The devil runs three times the key.
SCORE: Final = (0, 2, 5, 10)  # 3.6 By the number of persons arrived.


class Options(Struct, frozen=True, kw_only=True, rename="kebab"):
    """What can be chosen for a table: the rule, 1.3 the track, 1.2 the dice, 3.7 the rounds (rule A only)."""

    rule: Literal["a", "b"] = "a"
    track: Annotated[int, Meta(ge=12, le=60)] = 30
    dice: Literal["plain", "mixed"] = "plain"
    rounds: Literal[2, 4, 6] = 2


class FirstDevil(Struct, frozen=True, gc=False, tag="devil"):
    """Rule A: nature draws by lot who is the Devil in the first round."""

    seat: Seat


class OnRed(Struct, frozen=True, gc=False, tag="red"):
    """Rule B: nature draws by lot who starts on red; the other starts on orange."""

    seat: Seat


class FirstHider(Struct, frozen=True, gc=False, tag="hider"):
    """Rule B: nature draws by lot who hides first."""

    seat: Seat


class Jump(Struct, frozen=True, gc=False, tag="jump"):
    """Nature lets the die under the pressed key show a face."""

    face: Face


class Hide(Struct, frozen=True, gc=False, tag="hide"):
    """The hider puts the die of devils under this key. Covered (None) for all but himself."""

    key: Key | None


class Press(Struct, frozen=True, gc=False, tag="press"):
    """The shooter makes a die jump."""

    key: Key


class Advance(Struct, frozen=True, gc=False, tag="move"):
    """Rule A: the Pursued moves a person by the points that have just jumped."""

    person: Person


class Again(Struct, frozen=True, gc=False, tag="again"):
    """Rule A: the Pursued has all four dice hidden again."""


class Stop(Struct, frozen=True, gc=False, tag="stop"):
    """Rule B: the shooter takes the points of this hiding, and runs."""


Lot = FirstDevil | OnRed | FirstHider
Action = Hide | Press | Advance | Again | Stop
Event = FirstDevil | OnRed | FirstHider | Jump
HIDES: Final = tuple(map(Hide, KEYS))
PRESSES: Final = {key: Press(key) for key in KEYS}
ADVANCES: Final = tuple(map(Advance, PERSONS))
AGAIN: Final = Again()
STOP: Final = Stop()


Phase = Literal["lot", "hide", "press", "jump", "move", "choose", "over"]
"""What comes next: nature's lot, a hiding, its first press, a jump, a person's move, or the choice to press on."""

NOBODY: Final = Seat(-1)


class Jumped(Struct, frozen=True, gc=False):
    """A die that is out of the box: from which key, with which face, worth how much."""

    key: Key
    face: Face
    points: int


class Box(Struct, frozen=True, gc=False):
    """What is under the lid, and what has jumped out of this hiding."""

    hidden: Key | None
    """Under which key the die of devils lies."""
    left: tuple[Key, ...]
    """The keys that have not been pressed."""
    jumped: tuple[Jumped, ...]
    """Numbers only: a devil ends the hiding."""
    pressed: Key | None = None
    """The key whose die is about to jump."""
    moved: tuple[Person, ...] = ()
    """3.3 Whom the numbers of this hiding have moved, one after the other; nobody in rule B."""


EMPTY: Final = Box(None, (), ())


class Hiding(Struct, frozen=True, gc=False):
    """A hiding that is over, as far as the whole table knows it."""

    hider: Seat
    jumped: tuple[Jumped, ...]
    devil: Key | None
    """2.4 Where the die of devils lay, if what jumped has told."""
    caught: tuple[Person, ...]


class Round(Struct, frozen=True, gc=False):
    """3.6 A round that is over: who was the Pursued, how many of his people have arrived, and his points for that."""

    pursued: Seat
    arrived: int
    points: int


class Table(Struct, frozen=True, gc=False):
    """What stands for a whole round."""

    options: Options
    track: int
    red: Seat | None
    """Rule B: who started on red."""
    played: tuple[Round, ...]


class State(Struct, frozen=True, gc=False):
    """A moment of the game. `turn` is None while nature owes something and when all is over."""

    table: Table
    phase: Phase
    turn: Seat | None
    hider: Seat
    """NOBODY before the lot."""
    box: Box
    devil: int
    runners: tuple[int, ...]
    """Rule A: the cell of each person, negative for one who was caught there. Rule B: the cells run by each seat."""
    last: Hiding | None


def can_show(options: Options, face: Face, *, is_devils: bool) -> bool:
    """1.1, 1.2 Whether a die has this face."""
    return face == "devil" if is_devils else face in FACES[options.dice]


def race_start(table: Table, seat: Seat) -> tuple[Literal["red", "orange"], int]:
    """4.1 Whom this seat runs with, and from where; before the lot, as if seat 0 were red."""
    return RACE_STARTS[0 if seat == (table.red or 0) else 1]
