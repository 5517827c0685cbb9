"""Which move a person means by what he types, and how the moves that he may mean are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from pandemonium.cli.plain import spelt
from pandemonium.core.game import Illegal, Move, Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.paper import shorten
from pandemonium.core.screen import Screen
from pandemonium.core.words import Words

MOST: Final = 9
"""So many moves are listed whole."""
SOME: Final = 5
"""Of more, the first few: one line of a narrow terminal."""


def chosen(text: str, match: AnyMatch, seat: Seat, words: Words, screen: Screen[Any, Any] | None = None) -> Any:
    """The legal move that is typed whole, or singled out by some of its words, as paper or as the catalogue has them.
    Raises Refusal.

    A screen may call things otherwise than paper does: it then has `said`, a move as one types it there, and `heard`, a
    word of that as it is on paper.
    """
    write = match.game.notation.write
    legal = {write(action): action for action in match.legal(seat)}
    typed = [getattr(screen, "heard", str)(word) for word in text.lower().split()]
    if not typed and len(legal) == 1:
        return next(iter(legal.values()))
    if " ".join(typed) in legal:
        return legal[" ".join(typed)]
    names = {move: called(action, match, words, screen) for move, action in legal.items()}
    meant = [move for move in legal if set(typed) <= set(move.split())] or _called_so(text, names)
    if typed and len(meant) == 1:
        return legal[meant[0]]
    choices = _some([_offered(names[move], move) for move in meant])
    if not typed:
        raise Refusal("choose-one", choices=choices)
    if meant:
        raise Refusal("many-choices", text=shorten(text), choices=choices)
    raise _why_not(typed, match, seat, sorted({move.split()[0] for move in legal}))


def called(action: Any, match: AnyMatch, words: Words, screen: Screen[Any, Any] | None = None) -> str:
    """A move in the words of the catalogue."""
    return words.called(action, getattr(screen, "said", match.game.notation.write)(action))


def _called_so(text: str, names: dict[str, str]) -> list[str]:
    """The moves that are called so, whatever else belongs to their names; beginnings of words will do."""
    typed = _words(text)
    called = {move: _words(name) for move, name in names.items()}
    whole = [move for move, its in called.items() if typed and set(typed) <= set(its)]
    return whole or [
        move
        for move, its in called.items()
        if typed and all(any(one.startswith(part) for one in its) for part in typed)
    ]


def _words(text: str) -> list[str]:
    """As a keyboard without accents types them."""
    return re.findall(r"[a-z]+|[+-]?\d+", spelt(text).lower())


def _offered(name: str, move: str) -> str:
    """Its name, and in brackets the number to type if that is no part of it."""
    number = move.rpartition(" ")[2]
    return f"{name} ({number})" if number.isdigit() and number not in _words(name) else name


def _why_not(typed: list[str], match: AnyMatch, seat: Seat, verbs: list[str]) -> Refusal:
    """The rules' own reason, if what was typed is a move at all."""
    for verb in ("", *verbs):
        try:
            action = match.game.notation.read([verb, *typed] if verb else typed)
            match.game.rules.apply(match.state, Move(seat, action, match.now))
        except Illegal as reason:
            return reason
        except Refusal:
            continue
    return Refusal("no-such-choice", text=shorten(" ".join(typed)))


def _some(moves: Sequence[str]) -> str:
    return " · ".join(moves) if len(moves) <= MOST else " · ".join(moves[:SOME]) + " …"
