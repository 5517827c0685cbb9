"""Diavolo as numbers, for programs that learn. They read the dice at once, so that nothing here is about time."""

from __future__ import annotations

from typing import Final

from pandemonium.core.encoding import Encoding, Rows, from_here, one_of
from pandemonium.core.game import PUBLIC
from pandemonium.games.diavolo.dice import COLOURS, ORDERS, Values, distances
from pandemonium.games.diavolo.rules import CHOICES, GRABS, Action
from pandemonium.games.diavolo.sight import View

FACES: Final = 6
MOST_DICE: Final = 3
FARTHEST: Final = 10.0
"""Two dice on the table lie no farther apart, in edges of a die."""
MOST_IMPS: Final = 3


def rows(view: View) -> Rows:
    me = 0 if view.eyes == PUBLIC else view.eyes
    throw = view.throw
    values: tuple[Values, ...] = () if throw is None else (throw.black, throw.red, throw.white)
    far = () if throw is None or throw.places is None else distances(throw)
    return {
        "order": one_of(None if view.order is None else ORDERS.index(view.order), len(ORDERS)),
        "values": _by_die([[value / FACES for value in its] for its in values]),
        "distances": _by_die([[min(1.0, edges / FARTHEST) for edges in its] for its in far]),
        "imps": [left / MOST_IMPS for left in view.imps],
        "chosen": one_of(None if view.chosen is None else COLOURS.index(view.chosen), len(COLOURS)),
        "gems": [gems / view.most_gems for gems in from_here(view.gems, me)],
        "calm": [float(view.options.calm)],
    }


def _by_die(by_colour: list[list[float]]) -> list[float]:
    """Three dice of each of three colours; 0 for those that are not in play."""
    return [
        figure for its in by_colour or [[]] * (len(COLOURS) - 1) for figure in (*its, *[0.0] * (MOST_DICE - len(its)))
    ]


ENCODING: Final = Encoding[View, Action]((*GRABS.values(), *CHOICES.values()), rows)
