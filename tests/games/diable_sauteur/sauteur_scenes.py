"""How the tests of Le Diable Sauteur set a table: a story in the words of the paper, each by whoever it is up to."""

from __future__ import annotations

from typing import Any

from pandemonium.core.game import NATURE, PUBLIC, Eyes, Illegal, Move, Mover, Seat
from pandemonium.core.options import read_options
from pandemonium.games.diable_sauteur import notation, rules, sight
from pandemonium.games.diable_sauteur.facts import Fact
from pandemonium.games.diable_sauteur.material import Action, Event, Options, State

NAMES = ("Anna", "Ben")
PURSUIT = "devil 0"
"""Seat 0 is the Devil, seat 1 the Pursued."""
RACE = "red 0 · hider 0"
"""Seat 0 is red and hides, seat 1 is orange and presses."""


def story(text: str, **options: object) -> State:
    """What this story comes to: moves between middle dots."""
    chosen: Options = read_options(Options, options)
    return tell_on(rules.start(chosen, 2), text)


def race(text: str, **options: object) -> State:
    return story(text, rule="b", **options)


def tell_on(state: State, text: str) -> State:
    for words in text.split("·"):
        action = notation.read(words.split())
        state = rules.apply(state, Move(mover(state), action))
    return state


def facts(before: State, text: str, eyes: Eyes = PUBLIC) -> tuple[Fact, ...]:
    """What is told of the last of these moves, which follow on a state."""
    *most, last = text.split("·")
    if most:
        before = tell_on(before, "·".join(most))
    move: Move[Action | Event] = Move(mover(before), notation.read(last.split()))
    return sight.told(before, move, rules.apply(before, move), eyes)


def mover(state: State) -> Mover:
    acting = rules.to_act(state)
    return acting[0] if acting else NATURE


def refused(state: State, by: Any, text: str) -> str:
    """Why this is refused; empty if it is not."""
    return refused_action(state, by, notation.read(text.split()))


def refused_action(state: State, by: Any, action: Action | Event) -> str:
    try:
        rules.apply(state, Move(by, action))
    except Illegal as refusal:
        return refusal.key
    return ""


def can(state: State) -> list[str]:
    """What whoever is to act may do, as on paper."""
    return [notation.write(action) for seat in rules.to_act(state) for action in rules.legal(state, seat)]


def points(state: State) -> list[int]:
    result = rules.result(state)
    assert result is not None
    return [standing.points for standing in result.standings]


def places(state: State) -> list[int]:
    result = rules.result(state)
    assert result is not None
    return [standing.place for standing in result.standings]


DEVIL, PURSUED = Seat(0), Seat(1)
