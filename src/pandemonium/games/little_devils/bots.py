"""Who plays Little Devils when nobody does: bots with a player's eyes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pandemonium.games.little_devils.rules import DEVILS, Action, Card, Play, devils_in, goes_up, takes_trick, undealt
from pandemonium.games.little_devils.sight import View


def random(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Any legal card."""
    return luck.choice(legal)


def sensible(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Rule of thumb: weigh how likely each card is to take the trick against the devils in it,
    and get rid of devils and of dangerous cards where it is safe."""
    cards = [action.card for action in legal if isinstance(action, Play)]
    unseen = _unseen(view)
    return Play(min(luck.sample(cards, len(cards)), key=lambda card: _dread(view, card, unseen)))


LEVELS = {"random": random, "sensible": sensible}


def _unseen(view: View) -> list[int]:
    seen = {*view.hand, *view.trick, *(card for trick in view.tricks for card in trick.cards)}
    return [card for card in undealt((b"",) * view.seats) if card not in seen]


def _dread(view: View, card: Card, unseen: Sequence[int]) -> float:
    """How many devils playing this card may be expected to cost, less what is won by being rid of it."""
    trick = (*view.trick, card)
    to_come = view.seats - len(trick)
    pot = devils_in(bytes(trick)) + to_come * sum(DEVILS[Card(other)] for other in unseen) / max(len(unseen), 1)
    return pot * _taking(trick, to_come, unseen) - 0.9 * DEVILS[card] - _burden(card, unseen)


def _taking(trick: Sequence[Card], to_come: int, unseen: Sequence[int]) -> float:
    """How likely this player, who has just played, is to take the trick."""
    mine = trick[-1]
    if len(trick) == 1:
        return 0.0  # 3.5 The leader never takes it.
    if takes_trick(trick) == mine:
        # Later cards on the called side may outdo mine; so may a failure.
        lead = trick[0]
        high = mine > lead
        worse = sum((other > mine) if high else (other < mine) for other in unseen)
        return float((1 - worse / max(len(unseen), 1)) ** to_come)
    # Somebody else would take it now; a failure to come could turn the trick on me.
    if not to_come:
        return 0.0
    extreme = min(trick) if goes_up(trick) else max(trick)
    return 0.15 if mine == extreme else 0.02


def _burden(card: Card, unseen: Sequence[int]) -> float:
    """Cards near the ends take tricks, five-devil cards cannot be led: better gone."""
    below = sum(other < card for other in unseen) / max(len(unseen), 1)
    return 1.2 * abs(below - 0.5) + (1.0 if DEVILS[card] == 5 else 0.0)
