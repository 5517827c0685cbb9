"""How a move of Le Diable par la queue is written on paper."""

from __future__ import annotations

from collections.abc import Sequence

from pandemonium.core.game import Refusal, Seat
from pandemonium.core.paper import number, shorten
from pandemonium.games.diable_par_la_queue.board import BY_KIND, BY_NAME, KINDS, NAMES, Turn
from pandemonium.games.diable_par_la_queue.rules import Action, Draw, Event, First, Lay, Name


def write(action: Action | Event) -> str:
    match action:
        case Name(cell):
            return f"name {NAMES[cell]}"
        case Draw(kind):
            return f"draw {KINDS[kind]}"
        case Lay(turn):
            return f"lay {turn}"
        case First(seat):
            return f"first {seat}"


def read(words: Sequence[str]) -> Action | Event:
    match words:
        case ["name", cell] if cell in BY_NAME:
            return Name(BY_NAME[cell])
        case ["draw", kind] if kind in BY_KIND:
            return Draw(BY_KIND[kind])
        case ["lay", turn]:
            return Lay(Turn(number(turn)))
        case ["first", seat]:
            return First(Seat(number(seat)))
    raise Refusal("unknown-move", move=shorten(" ".join(words)))
