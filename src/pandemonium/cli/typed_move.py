"""Which move a person means by what he types."""

from __future__ import annotations

from typing import Any

from pandemonium.core.game import Illegal, Move, Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.paper import shorten
from pandemonium.core.screen import Screen


def chosen(text: str, match: AnyMatch, seat: Seat, screen: Screen[Any, Any] | None = None) -> Any:
    """The legal move that is typed whole, or singled out by some of its words. Raises Refusal.

    A screen may call things otherwise than paper does: it then has `said`, a move as one types it there, and `heard`, a
    word of that as it is on paper.
    """
    write = match.game.notation.write
    legal = {write(action): action for action in match.legal(seat)}
    heard, said = getattr(screen, "heard", str), getattr(screen, "said", write)
    typed = [heard(word) for word in text.lower().split()]
    if not typed and len(legal) == 1:
        return next(iter(legal.values()))
    if " ".join(typed) in legal:
        return legal[" ".join(typed)]
    meant = [move for move in legal if set(typed) <= set(move.split())]
    if typed and len(meant) == 1:
        return legal[meant[0]]
    if not typed:
        raise Refusal("choose-one", choices=_some([said(legal[move]) for move in meant]))
    if len(meant) > 1:
        raise Refusal("many-choices", text=shorten(text), choices=_some([said(legal[move]) for move in meant]))
    raise _why_not(typed, match, seat, sorted({move.split()[0] for move in legal}))


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


def _some(moves: list[str]) -> str:
    return ", ".join(sorted(moves)[:12]) + (" …" if len(moves) > 12 else "")
