"""How good each move is, and why: the door to it. What is behind is imported when somebody thinks, and not before."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from pandemonium.core.chance import LooseChance
from pandemonium.core.evaluation import Budget, Evaluation
from pandemonium.core.game import NATURE, Move
from pandemonium.games.diable_par_la_queue import rules, sight
from pandemonium.games.diable_par_la_queue.board import CELL_COUNT
from pandemonium.games.diable_par_la_queue.facts import CellName
from pandemonium.games.diable_par_la_queue.rules import Action
from pandemonium.games.diable_par_la_queue.sight import View


class Reason(Struct, frozen=True, gc=False):
    """Where it may lead: the points that both may expect at the end."""

    mine: int
    theirs: int
    """Of the strongest other side."""


class Finishes(Reason, frozen=True, gc=False, tag="finishes"):
    """6.1 A tail of mine comes to a tail end."""

    devil: str
    points: int


class Ties(Reason, frozen=True, gc=False, tag="ties"):
    """6.1 A devil of somebody else is tied to a body."""

    devil: str


class Loses(Reason, frozen=True, gc=False, tag="loses"):
    """6.1 A devil of mine is tied to a body."""

    devil: str


class Feeds(Reason, frozen=True, gc=False, tag="feeds"):
    """6.1 A tail of somebody else comes to a tail end."""

    devil: str
    points: int


class Grows(Reason, frozen=True, gc=False, tag="grows"):
    """6.3 Tails of mine grow by so many cards."""

    cards: int


class Waits(Reason, frozen=True, gc=False, tag="waits"):
    """4.1 So many of my tails wait where I would turn the card."""

    cell: CellName
    tails: int


class Steers(Reason, frozen=True, gc=False, tag="steers"):
    """4.1 None of mine does, but so many of the others'."""

    cell: CellName
    tails: int


class Quiet(Reason, frozen=True, gc=False, tag="quiet"):
    """No tail waits there."""


def evaluate(view: View, legal: Sequence[Action], budget: Budget, luck: Random) -> Evaluation[Action]:
    """Each move's chance to win the match."""
    from pandemonium.games.diable_par_la_queue.judgement import judged

    return judged(view, legal, budget, luck)


def warm_up() -> None:
    """Compile everything, by thinking about the first cell, the first card and the last card of a match."""
    luck = Random(0)
    state = rules.start(rules.Options(), 2)
    while state.phase != "over":
        while (owed := rules.nature(state, LooseChance(luck))) is not None:
            state = rules.apply(state, Move(NATURE, owed.what))
        (seat,) = rules.to_act(state)
        legal = rules.legal(state, seat)
        if len(state.free) in (1, CELL_COUNT):
            evaluate(sight.view(state, seat), legal, Budget(simulations=20), luck)
        state = rules.apply(state, Move(seat, legal[0]))
