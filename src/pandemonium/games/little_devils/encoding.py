"""Little Devils as numbers, for programs that learn."""

from __future__ import annotations

from typing import Final

from pandemonium.core.encoding import Encoding, Rows, from_here, one_of, some_of
from pandemonium.core.game import PUBLIC
from pandemonium.games.little_devils.rules import DEVILS, Action, Card, Play
from pandemonium.games.little_devils.sight import View

CARDS: Final = len(DEVILS)
MOST_TAKEN: Final = sum(DEVILS.values())


def rows(view: View) -> Rows:
    me = 0 if view.eyes == PUBLIC else view.eyes
    seats, limit = view.seats, view.options.limit
    trick = [0.0] * (seats * CARDS)
    for laid in view.trick.cards:
        trick[(laid.seat - me) % seats * CARDS + laid.card - 1] = 1.0
    played = [0.0] * (seats * CARDS)
    for its in view.tricks:
        for place, card in enumerate(its.cards):
            played[(its.leader + place - me) % seats * CARDS + card - 1] = 1.0
    return {
        "hand": some_of([card - 1 for card in view.hand], CARDS),
        "trick": trick,
        "led": one_of(view.trick.cards[0].card - 1 if view.trick.cards else None, CARDS),
        "way": one_of(None if view.trick.way is None else ("up", "down").index(view.trick.way), 2),
        "played": played,
        "taken": [devils / MOST_TAKEN for devils in from_here(view.taken, me)],
        "totals": [min(1.0, total / (limit + MOST_TAKEN)) for total in from_here(view.totals, me)],
    }


ENCODING: Final = Encoding[View, Action](tuple(Play(Card(card)) for card in DEVILS), rows)
