"""How good each card is, and why: the door to it. What is behind is imported when somebody thinks, and not before."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from pandemonium.core.chance import LooseChance
from pandemonium.core.evaluation import Budget, Evaluation
from pandemonium.core.game import NATURE, Move
from pandemonium.games.little_devils import rules, sight
from pandemonium.games.little_devils.rules import Action, Card
from pandemonium.games.little_devils.sight import View


class Leads(Struct, frozen=True, gc=False, tag="leads"):
    """3.5 Who leads never takes the trick."""

    card: Card
    devils: int
    """How many more may be expected in this round."""


class Safe(Struct, frozen=True, gc=False, tag="safe"):
    """3.5 This card cannot take the trick any more."""

    card: Card
    devils: int


class Takes(Struct, frozen=True, gc=False, tag="takes"):
    """In so many of a hundred possible deals this card takes the trick."""

    card: Card
    times: int
    devils: int


def evaluate(view: View, legal: Sequence[Action], budget: Budget, luck: Random) -> Evaluation[Action]:
    """Each card's chance to win the match."""
    from pandemonium.games.little_devils.judgement import judged

    return judged(view, legal, budget, luck)


def warm_up() -> None:
    """Compile everything, by thinking about the first two cards of a match."""
    luck = Random(0)
    state = rules.start(rules.Options(), 4)
    while (owed := rules.nature(state, LooseChance(luck))) is not None:
        for action in (owed.what, *owed.then):
            state = rules.apply(state, Move(NATURE, action))
    for _ in range(2):
        (seat,) = rules.to_act(state)
        best = evaluate(sight.view(state, seat), rules.legal(state, seat), Budget(simulations=20), luck).best
        state = rules.apply(state, Move(seat, best))
