"""How a move of New Game is written on paper."""

from __future__ import annotations

from collections.abc import Sequence

from pandemonium.core.game import Refusal, Seat
from pandemonium.core.paper import number, shorten
from pandemonium_new_game.rules import Action, Again, Event, Keep, Show, Throw


def write(what: Action | Event) -> str:
    match what:
        case Keep():
            return "keep"
        case Again():
            return "again"
        case Throw(die, seat):
            return f"throw {'?' if die is None else die} {seat}"
        case Show(dice):
            return " ".join(map(str, ("show", *dice)))


def read(words: Sequence[str]) -> Action | Event:
    match words:
        case ["keep"]:
            return Keep()
        case ["again"]:
            return Again()
        case ["throw", "?", seat]:
            return Throw(None, Seat(number(seat)))
        case ["throw", die, seat]:
            return Throw(number(die), Seat(number(seat)))
        case ["show", *dice]:
            return Show(tuple(map(number, dice)))
    raise Refusal("unknown-move", move=shorten(" ".join(words)))
