"""Who plays Little Devils when nobody does: bots with a player's eyes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from math import comb, prod
from random import Random
from typing import Final

from pandemonium.core.evaluation import Budget
from pandemonium.core.game import Bot
from pandemonium.games.little_devils.evaluation import evaluate
from pandemonium.games.little_devils.rules import DEVILS, Action, Card, Play, goes_up, takes_trick
from pandemonium.games.little_devils.sight import View, unseen_by
from pandemonium.search.thinker import Thinker

# What it is worth to be rid of a devil, and of a card at the very end of the deck, in devils
# taken. Found by trying others in some thousands of rounds.
DEVIL_GONE: Final = 0.2
END_GONE: Final = 0.6

BLIND: Final = 1 / 3
"""How often a child does not look at all."""


def random(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Any legal card."""
    return luck.choice(legal)


def sensible(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Weighs how likely each card is to take the trick against the devils in it; among cards that
    are as safe, parts with devils and with the cards that are hard to place."""
    cards = [action.card for action in legal if isinstance(action, Play)]
    unseen = unseen_by(view)
    return Play(min(luck.sample(cards, len(cards)), key=lambda card: _dread(view, card, unseen)))


def childish(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Every third card is the first that comes to hand. Else, among the cards that do not take the trick as it lies,
    the one with the most devils: what was played, and what is still to come, it does not think of."""
    cards = [action.card for action in legal if isinstance(action, Play)]
    trick = [laid.card for laid in view.trick.cards]
    ducking = [card for card in cards if not _takes_it_now([*trick, card])]
    if not ducking or luck.random() < BLIND:
        return luck.choice(legal)
    return Play(max(luck.sample(ducking, len(ducking)), key=DEVILS.__getitem__))


LEVELS: dict[str, Bot[View, Action]] = {
    "kobold": childish,
    "tempter": sensible,
    "fiend": Thinker(evaluate, Budget(seconds=0.5, simulations=150), meanwhile=sensible),
    "archdevil": Thinker(evaluate, Budget(seconds=1.5, simulations=4_000), meanwhile=sensible),
}
MORE = {"random": random, "sensible": sensible}


def _dread(view: View, card: Card, unseen: Sequence[int]) -> float:
    """How many devils playing this card may be expected to cost, less what is won by being rid of it."""
    trick = (*(laid.card for laid in view.trick.cards), card)
    to_come = view.seats - len(trick)
    each = len(view.hand)  # Who is still to play holds as many cards as I do.
    # Multiplied out, for a power is not the same on every machine.
    chance = prod(repeat(_stays_the_taker(trick, unseen, each), to_come)) if _takes_it_now(trick) else 0.0
    return chance * _pot(trick, to_come, unseen) - DEVIL_GONE * DEVILS[card] - END_GONE * _near_an_end(card, unseen)


def _takes_it_now(trick: Sequence[Card]) -> bool:
    """Whether the last card played would take the trick. If it would not now, it never will: who
    follows is only outdone, and after a failure only failures count (3.5)."""
    return len(trick) > 1 and takes_trick(trick) == trick[-1]


def _stays_the_taker(trick: Sequence[Card], unseen: Sequence[int], each: int) -> float:
    """How likely the next player is to leave the trick to me. He will if he can: so the question is
    whether he holds any of the cards that let him duck under mine."""
    lead, mine = trick[0], trick[-1]
    up = goes_up(trick)
    if (mine > lead) == up:
        low, high = min(lead, mine), max(lead, mine)
        ducks = sum(low < card < high for card in unseen)
    else:  # I failed: he outdoes me only by failing further away from the lead.
        ducks = sum(card > mine if up else card < mine for card in unseen)
    return 1 - comb(len(unseen) - ducks, each) / comb(len(unseen), each) if unseen else 1.0


def _pot(trick: Sequence[Card], to_come: int, unseen: Sequence[int]) -> float:
    """The devils in the trick, and those that may be expected to join them."""
    average = sum(DEVILS[Card(card)] for card in unseen) / len(unseen) if unseen else 0.0
    return sum(map(DEVILS.__getitem__, trick)) + to_come * average


def _near_an_end(card: Card, unseen: Sequence[int]) -> float:
    """0 in the middle of what is unseen, 1 at its ends, where a card is most often forced to take."""
    below = sum(other < card for other in unseen) / len(unseen) if unseen else 0.5
    return abs(2 * below - 1)
