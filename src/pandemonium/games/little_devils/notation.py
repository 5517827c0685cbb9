"""How a move of Little Devils is written on paper."""

from __future__ import annotations

from collections.abc import Sequence

from pandemonium.core.game import Refusal, Seat
from pandemonium.core.paper import number, shorten
from pandemonium.games.little_devils.rules import Action, Card, Deal, Dealer, Event, Play


def write(action: Action | Event) -> str:
    match action:
        case Play(card):
            return f"play {card}"
        case Dealer(seat):
            return f"dealer {seat}"
        case Deal(seat, cards):
            return f"deal {seat} ?" if cards is None else " ".join(map(str, ("deal", seat, *cards)))


def read(words: Sequence[str]) -> Action | Event:
    match words:
        case ["play", card]:
            return Play(Card(number(card)))
        case ["dealer", seat]:
            return Dealer(Seat(number(seat)))
        case ["deal", seat, *cards]:
            return Deal(Seat(number(seat)), tuple(sorted(Card(number(card)) for card in cards)))
    raise Refusal("unknown-move", move=shorten(" ".join(words)))
