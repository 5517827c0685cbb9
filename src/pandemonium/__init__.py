"""Pandémonium: a house of devilish games. `open` a box, `begin` a match, `read` one from paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import overload

from pandemonium.core import match as _match
from pandemonium.core import paper as _paper
from pandemonium.core.game import A, AnyGame, Bot, E, Game, Illegal, Move, O, Refusal, Result, S, Seat, V
from pandemonium.core.match import AnyMatch, Match
from pandemonium.core.paper import BadPaper
from pandemonium.games import open, shelf

__version__ = "0.2.0"
__all__ = [
    "BadPaper",
    "Bot",
    "Game",
    "Illegal",
    "Match",
    "Move",
    "Refusal",
    "Result",
    "Seat",
    "begin",
    "open",
    "read",
    "shelf",
]


@overload
def begin(
    game: Game[O, S, A, E, V],
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: bytes | str | int | None = None,
    salts: Mapping[int, bytes] | None = None,
) -> Match[O, S, A, E, V]: ...


@overload
def begin(
    game: str,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: bytes | str | int | None = None,
    salts: Mapping[int, bytes] | None = None,
) -> AnyMatch: ...


def begin(
    game: str | AnyGame,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: bytes | str | int | None = None,
    salts: Mapping[int, bytes] | None = None,
) -> AnyMatch:
    """A new match. Nature deals and rolls by itself, from the seed if you give one."""
    return _match.begin(open(game) if isinstance(game, str) else game, seats, options, seed, salts)


def read(text: str) -> AnyMatch:
    """The match that stands on this paper. Raises BadPaper, with the line that is wrong."""
    return _paper.read(text, open)
