"""How good each card is, for who holds it: tried in many likely worlds, and all play on.

Import it only when somebody is about to think.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from time import monotonic
from typing import Any, Final

import numpy as np

from pandemonium.core.evaluation import Budget, Evaluation, Worth
from pandemonium.games.little_devils.evaluation import Leads, Safe, Takes
from pandemonium.games.little_devils.kernel import LAID, SIZE
from pandemonium.games.little_devils.policy import net_of, takes_now
from pandemonium.games.little_devils.position import Position, as_bits, position, words_of_luck
from pandemonium.games.little_devils.rules import Action, Card, Play
from pandemonium.games.little_devils.sight import View
from pandemonium.games.little_devils.thinking import DOUBT, imagine, try_cards
from pandemonium.search.compiled import COMPILES

WORLDS: Final = 600
"""So many are imagined at most; they are gone through again and again."""
A_FEW: Final = 10
SLICE: Final = 100
"""So many cards are tried before the clock is looked at."""
SIMULATIONS: Final = 2_000
"""If nobody says how long to think."""


def judged(view: View, legal: Sequence[Action], budget: Budget, luck: Random) -> Evaluation[Action]:
    """The worse half of the cards is dropped again and again, and the rest looked at longer."""
    started = monotonic()
    seconds, simulations = budget.seconds, budget.simulations
    if simulations is None:
        simulations = SIMULATIONS if seconds is None else 2**40
    known, words, net = position(view), words_of_luck(luck), net_of(view.seats)
    alive = [action.card for action in legal if isinstance(action, Play)]
    dropped: list[Card] = []
    worlds = _likely(known, words, -(-simulations // len(alive)), in_haste=seconds is not None)
    sums = np.zeros((55, 5))
    used = tried = 0
    phases = max(1, (len(alive) - 1).bit_length())
    for phase in range(1, phases + 1):
        share = phase / phases
        until = simulations * phase // phases
        while tried == 0 or (used < until and (seconds is None or monotonic() - started < seconds * share)):
            number = max(1, min(SLICE, until - used) // len(alive))
            try_cards(worlds, tried, number, as_bits(alive), net, known.stakes, words, sums)
            tried += number
            used += number * len(alive)
        alive.sort(key=lambda card: -sums[card, 0] / sums[card, 2])
        if phase < phases:
            half = (len(alive) + 1) // 2
            dropped[:0] = alive[half:]
            del alive[half:]
    return Evaluation("win", tuple(_worth(card, sums[card], known) for card in (*alive, *dropped)), used)


def _likely(known: Position, words: Any, number: int, *, in_haste: bool) -> Any:
    """Worlds, each as often as it is likely; where nothing is compiled and the clock runs, just a few that fit."""
    slow = in_haste and not COMPILES
    worlds = np.empty((min(number, A_FEW if slow else WORLDS), SIZE), np.int64)
    doubt = np.array((0.0, 0.0) if slow else DOUBT)
    imagine(worlds, *known[:-1], doubt, words)
    return worlds


def _worth(card: Card, sums: Any, known: Position) -> Worth[Action]:
    total, squares, tries, took, devils = (float(its) for its in sums)
    mean = total / tries
    error = sqrt(max(0.0, squares / tries - mean * mean) / tries)
    expected = round(devils / tries)
    because: Leads | Safe | Takes
    if known.round[LAID] == 0:
        because = Leads(card, expected)
    elif takes_now(known.round, card):
        because = Takes(card, round(100 * took / tries), expected)
    else:
        because = Safe(card, expected)
    return Worth(Play(card), mean, error, int(tries), because)
