"""How a move of Le Diable Sauteur is written on paper."""

from __future__ import annotations

from collections.abc import Sequence

from pandemonium.core.game import Refusal, Seat
from pandemonium.core.paper import number, shorten
from pandemonium.games.diable_sauteur.material import (
    AGAIN,
    STOP,
    Action,
    Advance,
    Again,
    Event,
    FirstDevil,
    FirstHider,
    Hide,
    Jump,
    Key,
    OnRed,
    Press,
    Stop,
)


def write(action: Action | Event) -> str:
    match action:
        case Press(key):
            return f"press {key}"
        case Jump(face):
            return f"jump {face}"
        case Advance(person):
            return f"move {person}"
        case Hide(hidden):
            return "hide ?" if hidden is None else f"hide {hidden}"
        case Again():
            return "again"
        case Stop():
            return "stop"
        case FirstDevil(seat):
            return f"devil {seat}"
        case OnRed(seat):
            return f"red {seat}"
        case FirstHider(seat):
            return f"hider {seat}"


def read(words: Sequence[str]) -> Action | Event:
    match words:
        case ["press", key]:
            return Press(Key(number(key)))
        case ["jump", face]:
            return Jump("devil" if face == "devil" else number(face))
        case ["move", "blue" | "orange" | "green" as person]:
            return Advance(person)
        case ["hide", key]:
            return Hide(None if key == "?" else Key(number(key)))
        case ["again"]:
            return AGAIN
        case ["stop"]:
            return STOP
        case ["devil", seat]:
            return FirstDevil(Seat(number(seat)))
        case ["red", seat]:
            return OnRed(Seat(number(seat)))
        case ["hider", seat]:
            return FirstHider(Seat(number(seat)))
    raise Refusal("unknown-move", move=shorten(" ".join(words)))
