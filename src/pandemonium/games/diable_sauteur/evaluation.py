"""How good each move of Le Diable Sauteur is: exactly, for the game is solved. What is slow to import waits until it is
needed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from pandemonium.core.chance import LooseChance
from pandemonium.core.evaluation import Budget, Evaluation
from pandemonium.core.game import NATURE, Move
from pandemonium.games.diable_sauteur import rules, sight
from pandemonium.games.diable_sauteur.material import Action, Key, Options, Person
from pandemonium.games.diable_sauteur.sight import View


def evaluate(view: View, legal: Sequence[Action], budget: Budget, luck: Random) -> Evaluation[Action]:  # noqa: ARG001
    """What each move is worth to who is to make it: his chance to win, a share being half a victory."""
    from pandemonium.games.diable_sauteur.perfect import judged

    return judged(view, legal, luck)


def warm_up() -> None:
    """Compile what is needed, by solving the smallest race and the smallest pursuit there are; then have the tables of
    the box at hand, by thinking about the first move with each rule."""
    from pandemonium.games.diable_sauteur.pursuit import solve_round
    from pandemonium.games.diable_sauteur.race import solve_race
    from pandemonium.games.diable_sauteur.solved import POINTS_PAY

    solve_race(1, 6, lambda _: None)
    solve_round(3, 6, POINTS_PAY, lambda _: None)
    luck = Random(0)
    for options in (Options(rule="a"), Options(rule="b")):
        state = rules.start(options, 2)
        while (owed := rules.nature(state, LooseChance(luck))) is not None:
            state = rules.apply(state, Move(NATURE, owed.what))
        (seat,) = rules.to_act(state)
        evaluate(sight.view(state, seat), rules.legal(state, seat), Budget(), luck)


# Reasons


class HiddenOften(Struct, frozen=True, tag="hidden-often"):
    """How often a perfect hider takes this key."""

    key: Key
    percent: int


class Risk(Struct, frozen=True, tag="risk"):
    """How often a devil jumps from this key, if the hider is perfect."""

    key: Key
    percent: int


class Keeps(Struct, frozen=True, tag="keeps"):
    """Points that nobody can take any more."""

    points: int


class AllDown(Struct, frozen=True, tag="all-down"):
    """All keys are down again, the die of devils under any of them."""


class Leaves(Struct, frozen=True, tag="leaves"):
    """How far a person has to go after this move; 0: he is home."""

    person: Person
    cells: int
