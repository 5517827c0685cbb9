"""Who plays Diavolo when nobody does: bots with a player's eyes, hands, and mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from pandemonium.core.game import Bot
from pandemonium.games.diavolo.dice import OrderFace, right_colour
from pandemonium.games.diavolo.rules import HUMAN, Action, Choose, Grab, timed
from pandemonium.games.diavolo.sight import View


class Skill(NamedTuple):
    """How somebody reads one face of the Order die. Times are in milliseconds and, as people's are,
    ex-Gaussian: a bell curve about `usual` with a tail of slower moments, `tail` long on average."""

    usual: float
    varies: float
    tail: float
    errs: float
    """How often it grabs a wrong colour where one colour is right."""


PRACTISED: Final[dict[OrderFace, Skill]] = {
    "highest-value": Skill(usual=500, varies=70, tail=200, errs=0.03),
    "closest": Skill(usual=500, varies=80, tail=250, errs=0.05),
    "most-odd": Skill(usual=800, varies=110, tail=300, errs=0.06),
    "largest-sum": Skill(usual=1000, varies=140, tail=400, errs=0.08),
    "smallest-sum": Skill(usual=1050, varies=140, tail=400, errs=0.08),
    "largest-spread": Skill(usual=1050, varies=150, tail=450, errs=0.09),
}
"""Of somebody who does nothing else all day."""
FEWER_DICE: Final = 0.8
"""6.1 Two dice of a colour are read faster than three."""
TIES: Final = 2.0
"""Who has found a best colour seldom looks for its equal: so much more often a tie is missed."""


def random(view: View, legal: Sequence[Action], luck: Random) -> Action | None:
    """Any imp, whenever."""
    return _in_time(view, luck.choice(legal), luck.uniform(400, 3000))


def reader(slower: float, often_wrong: float) -> Bot[View, Action]:
    """Somebody who reads the dice, so many times slower than the practised, and as many times as often wrong. How the
    figures below were found is told in docs/decisions/0010-pace.md."""

    def read(view: View, legal: Sequence[Action], luck: Random) -> Action | None:
        throw = view.throw
        if throw is None:
            return None
        skill = PRACTISED[throw.order]
        right = right_colour(throw)
        wrong = [action for action in legal if isinstance(action, Grab | Choose) and action.colour != right]
        errs = often_wrong * skill.errs * (TIES if right == "grey" else 1.0)
        pace = slower * (1.0 if view.options.dice_per_colour == 3 else FEWER_DICE)
        ms = pace * (luck.gauss(skill.usual, skill.varies) + luck.expovariate(1 / skill.tail))
        if wrong and luck.random() < errs:
            return _in_time(view, luck.choice(wrong), ms)
        return next((_in_time(view, action, ms) for action in legal if action not in wrong), None)

    return read


sensible = reader(slower=2.5, often_wrong=1.5)
gentle = reader(slower=3.2, often_wrong=1.5)
sharp = reader(slower=1.9, often_wrong=1.2)
LEVELS: Final[dict[str, Bot[View, Action]]] = {
    "kobold": gentle,
    "tempter": sensible,
    "fiend": sharp,
    "archdevil": reader(slower=1.5, often_wrong=1.0),
}
MORE: Final[dict[str, Bot[View, Action]]] = {"random": random, "gentle": gentle, "sensible": sensible, "sharp": sharp}


def _in_time(view: View, action: Action, ms: float) -> Action | None:
    """The action with its reaction time; None if the bell rings first."""
    return None if ms > 1000 * view.options.deadline else timed(action, max(HUMAN, round(ms)))
