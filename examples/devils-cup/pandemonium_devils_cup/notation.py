"""How a move of Devil’s Cup is written on paper."""

from __future__ import annotations

from collections.abc import Sequence

from pandemonium.core.game import Refusal, Seat
from pandemonium.core.paper import number, shorten
from pandemonium_devils_cup.rules import Action, Believe, Claim, Doubt, Event, First, Show, Throw, Yield


def write(what: Action | Event) -> str:
    match what:
        case Claim(worth):
            return f"claim {worth}"
        case Believe():
            return "believe"
        case Doubt():
            return "doubt"
        case Yield():
            return "yield"
        case First(seat):
            return f"first {seat}"
        case Throw(worth, seat):
            return f"throw {'?' if worth is None else worth} {seat}"
        case Show(worth):
            return f"show {worth}"


def read(words: Sequence[str]) -> Action | Event:
    match words:
        case ["claim", worth]:
            return Claim(number(worth))
        case ["believe"]:
            return Believe()
        case ["doubt"]:
            return Doubt()
        case ["yield"]:
            return Yield()
        case ["first", seat]:
            return First(Seat(number(seat)))
        case ["throw", "?", seat]:
            return Throw(None, Seat(number(seat)))
        case ["throw", worth, seat]:
            return Throw(number(worth), Seat(number(seat)))
        case ["show", worth]:
            return Show(number(worth))
    raise Refusal("unknown-move", move=shorten(" ".join(words)))
