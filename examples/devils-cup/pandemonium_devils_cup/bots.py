"""Who plays Devil’s Cup when nobody does: bots with a player's eyes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from pandemonium.core.evaluation import Budget, Evaluation
from pandemonium.core.game import Bot
from pandemonium.search.thinker import Thinker
from pandemonium.search.worlds import Worlds, judged
from pandemonium_devils_cup import rules, sight
from pandemonium_devils_cup.rules import DEVIL, NOTHING, RANK, THROWS, Action, Believe, Claim, Doubt, Yield, higher
from pandemonium_devils_cup.sight import View

UNLIKELY: Final = 0.3
"""Who claims what is thrown more seldom than this is not believed by somebody with common sense."""
NEAR: Final = 4
"""Lies are told a little above the last claim: among so many."""
CAUGHT: Final = 0.5
"""How often a lie is found out."""
BOLD: Final = 0.15
"""How often somebody who could tell the truth claims more."""


def random(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Anything."""
    return luck.choice(legal)


def sensible(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Tells the truth if it may, else the smallest lie; doubts what is seldom thrown."""
    if view.asked is None:
        return _truth(view) or legal[0]
    if view.claim == DEVIL:
        return Yield()
    return Doubt() if _share(view.claim) < UNLIKELY else Believe()


def weighing(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Weighs what somebody in the other's place would have had to say; hides its own lies among likely ones."""
    if view.asked is None:
        return _truth(view) or luck.choice(legal[:NEAR])
    return _answer(view)


def cunning(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Besides, now and then claims more than it has, so that its claims tell less."""
    if view.asked is None:
        truth = _truth(view)
        bolder = [action for action in legal if truth and _place(action) > _place(truth)][:NEAR]
        if bolder and luck.random() < BOLD:
            return luck.choice(bolder)
        return truth or luck.choice(legal[:NEAR])
    return _answer(view)


def evaluate(view: View, legal: Sequence[Action], budget: Budget, luck: Random) -> Evaluation[Action]:
    """Each word's chance to win the match, if all play on with some cunning: for hints, and for who thinks."""
    return judged(Worlds(rules, sight, cunning), view, legal, budget, luck)


LEVELS: dict[str, Bot[View, Action]] = {
    "kobold": random,
    "tempter": sensible,
    "fiend": weighing,
    "archdevil": Thinker(evaluate, Budget(seconds=1.0, simulations=200), meanwhile=cunning),
}
MORE: dict[str, Bot[View, Action]] = {"random": random, "sensible": sensible}


def _truth(view: View) -> Action | None:
    return Claim(view.dice) if view.dice in higher(view.claim) else None


def _place(action: Action) -> int:
    return RANK[action.worth] if isinstance(action, Claim) else -1


def _share(claim: int) -> float:
    """How many of all throws are worth at least this."""
    return sum(RANK[worth] >= RANK[claim] for worth in THROWS) / len(THROWS)


def _answer(view: View) -> Action:
    """Whichever is less likely to cost horns."""
    doubting = _true(view.claim, view.under)
    if view.claim == DEVIL:
        return Doubt() if 2 * doubting < 1 else Yield()
    beats = sum(RANK[worth] > RANK[view.claim] for worth in THROWS) / len(THROWS)
    return Doubt() if doubting < (1 - beats) * CAUGHT else Believe()


def _true(claim: int, under: int) -> float:
    """How likely a claim is true: who could not beat the last one had to lie, a little above it."""
    must_lie = 0.0 if under == NOTHING else sum(RANK[worth] <= RANK[under] for worth in THROWS) / len(THROWS)
    near = higher(under)[:NEAR]
    lie = must_lie / len(near) if claim in near else 0.0
    honest = THROWS.count(claim) / len(THROWS)
    return honest / (honest + lie + BOLD / len(THROWS))
