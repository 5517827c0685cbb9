"""Scenes for the tests of Le Diable par la queue: matches told line by line, and boards laid by hand."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from pandemonium.core.game import NATURE, Illegal, Move, Mover, Seat
from pandemonium.core.match import Match, begin
from pandemonium.games.diable_par_la_queue import GAME, rules
from pandemonium.games.diable_par_la_queue.board import BY_KIND, BY_NAME, CELL_COUNT, FACE, Turn
from pandemonium.games.diable_par_la_queue.rules import Action, Event, Options, State
from pandemonium.games.diable_par_la_queue.sight import View
from pandemonium.games.diable_par_la_queue.tails import Tail, tails

TailMatch = Match[Options, State, Action, Event, View]
ROUND = "01-23-45"
"""A card that sends every tail back over the edge it came from."""
ROUND_ONE = ("nature first 0", "0 name u14", f"nature draw {ROUND}", "0 lay 0")
"""4.1 The whole first turn."""


def told(seats: int, *lines: str) -> TailMatch:
    """The match that these lines tell."""
    match = Match(GAME, seats, Options())
    for line in lines:
        says(match, line)
    return match


def says(match: TailMatch, line: str) -> None:
    who, *words = line.split()
    by: Mover = NATURE if who == NATURE else Seat(int(who))
    match.play(by, GAME.notation.read(words))


def at_random(seats: int, seed: int, moves: int = 10_000) -> TailMatch:
    """A random match, after so many decisions or at its end."""
    match, luck = begin(GAME, seats, seed=seed), Random(seed)
    while match.result is None and moves:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
        moves -= 1
    return match


def cells(text: str) -> bytes:
    return bytes(sorted(BY_NAME[name] for name in text.split()))


def board(**cards: str) -> bytes:
    """A board with these cards: `u1="02-14-35 2"` is the kind and its turn."""
    laid = bytearray(CELL_COUNT)
    for name, card in cards.items():
        kind, _, turn = card.partition(" ")
        laid[BY_NAME[name]] = FACE[BY_KIND[kind], Turn(int(turn or 0))]
    return bytes(laid)


def tail_of(letter: str, laid: bytes, seats: int = 2) -> Tail:
    (found,) = [tail for tail in tails(laid, seats) if tail.devil == letter]
    return found


def state(seats: int, **given: object) -> State:
    """A state that need not have come about by play: the table after the lot, but for what is given."""
    return replace(told(seats, "nature first 0").state, **given)


def refused(at: State, by: Mover, what: Action | Event) -> str:
    """The key of the reason why not."""
    with pytest.raises(Illegal) as refusal:
        rules.apply(at, Move(by, what))
    return refusal.value.key
