"""A match as a list of moments: what some eyes saw, what it did, and how everything stood after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

from msgspec import Struct

from pandemonium.core.game import A, AnyGame, Eyes, Move, V
from pandemonium.core.match import AnyMatch


class Moment(Struct, Generic[A, V], frozen=True):
    """Live news, coming back, a replay, a review: all are lists of these."""

    move: Move[A] | None
    """As these eyes may see it; None before anything has happened."""
    facts: tuple[Struct, ...]
    """What it did, as these eyes may know it."""
    view: V
    """How everything stands after it, through these eyes."""


def first_moment(game: AnyGame, state: Any, eyes: Eyes) -> Moment[Any, Any]:
    """Before anything has happened."""
    return Moment(None, (), game.sight.view(state, eyes))


def moment(game: AnyGame, before: Any, move: Move[Any], after: Any, eyes: Eyes) -> Moment[Any, Any]:
    """The moment that a move has made."""
    sight = game.sight
    return Moment(sight.shown(move, eyes), tuple(sight.told(before, move, after, eyes)), sight.view(after, eyes))


def timeline(match: AnyMatch, eyes: Eyes) -> Iterator[Moment[Any, Any]]:
    """The whole match through some eyes, from before anything had happened."""
    game = match.game
    state = game.rules.start(match.options, match.seats)
    yield first_moment(game, state, eyes)
    for move in match.moves:
        before, state = state, game.rules.apply(state, move)
        yield moment(game, before, move, state, eyes)
