"""Who plays Diavolo when nobody does: bots with a player's eyes, hands, and mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec import Struct

from pandemonium.core.game import Bot
from pandemonium.games.diavolo.dice import OrderFace, Throw, groups, right_colour
from pandemonium.games.diavolo.rules import HUMAN, Action, Choose, Grab, timed
from pandemonium.games.diavolo.sight import View

# In milliseconds, as psychologists have measured them: docs/decisions/0010-pace.md says whose figures these are, and
# which of ours are estimates.
CHOOSE: Final = 500
"""To see that something is there, and to press one of four keys."""
SEARCH: Final = 25
"""To pass over a die on the way to the one that is looked for."""
READ: Final = 70
"""To know how many pips a die shows."""
ADD: Final = 20
"""To add, for each pip of the sum."""

ERRS: Final[dict[OrderFace, float]] = {
    "highest-value": 0.03,
    "closest": 0.05,
    "most-odd": 0.06,
    "largest-sum": 0.08,
    "smallest-sum": 0.08,
    "largest-spread": 0.09,
}
"""How often a wrong colour is taken where one colour is right: estimates."""
TIES: Final = 2.0
"""Who has found a best colour seldom looks for its equal: so much more often a tie is missed."""
TAIL, VARIES = 0.28, 0.1
"""Times are ex-Gaussian, as people's are: so much of them is a tail of slower moments, the rest varies by so much."""


def takes(throw: Throw) -> float:
    """How many milliseconds somebody needs who does one step after the other, and is in doubt about none."""
    dice = sum(map(len, groups(throw)))
    match throw.order:
        case "highest-value" | "closest":
            return CHOOSE + SEARCH * dice
        case "most-odd":
            return CHOOSE + READ * dice
        case "largest-sum" | "smallest-sum":
            return CHOOSE + READ * dice + ADD * sum(map(sum, groups(throw)))
        case "largest-spread":  # A difference takes as long as the sum that undoes it.
            return CHOOSE + READ * dice + ADD * sum(map(max, groups(throw)))


def random(view: View, legal: Sequence[Action], luck: Random) -> Action | None:
    """Any imp, whenever."""
    return _in_time(view, luck.choice(legal), luck.uniform(400, 3000))


def decent(view: View, legal: Sequence[Action], luck: Random) -> Action | None:
    """Nobody's opponent: a person who has played this before, by whom the levels are measured. Two or three seconds,
    whatever is asked, and one mistake in twenty."""
    throw = view.throw
    if throw is None:
        return None
    right = right_colour(throw)
    wrong = [action for action in legal if isinstance(action, Grab | Choose) and action.colour != right]
    ms = luck.uniform(1800, 3200)
    if wrong and luck.random() < 0.05:
        return _in_time(view, luck.choice(wrong), ms)
    return next((_in_time(view, action, ms) for action in legal if action not in wrong), None)


class Reader(Struct, frozen=True):
    """Somebody who reads the dice."""

    slower: float
    """So many times, than who is in doubt about nothing."""
    often_wrong: float
    """So many times as often as was estimated."""

    def __call__(self, view: View, legal: Sequence[Action], luck: Random) -> Action | None:
        throw = view.throw
        if throw is None:
            return None
        right = right_colour(throw)
        wrong = [action for action in legal if isinstance(action, Grab | Choose) and action.colour != right]
        errs = self.often_wrong * ERRS[throw.order] * (TIES if right == "grey" else 1.0)
        mean = self.slower * takes(throw)
        ms = luck.gauss((1 - TAIL) * mean, VARIES * mean) + luck.expovariate(1 / (TAIL * mean))
        if wrong and luck.random() < errs:
            return _in_time(view, luck.choice(wrong), ms)
        return next((_in_time(view, action, ms) for action in legal if action not in wrong), None)


sensible = Reader(slower=2.5, often_wrong=1.5)
LEVELS: Final[dict[str, Bot[View, Action]]] = {
    "kobold": Reader(slower=3.2, often_wrong=2.0),
    "tempter": sensible,
    "fiend": Reader(slower=2.1, often_wrong=1.3),
    "archdevil": Reader(slower=1.5, often_wrong=0.8),
}
MORE: Final[dict[str, Bot[View, Action]]] = {
    "random": random,
    "gentle": LEVELS["kobold"],
    "sensible": sensible,
    "sharp": LEVELS["fiend"],
}


def _in_time(view: View, action: Action, ms: float) -> Action | None:
    """The action with its reaction time; None if the bell rings first."""
    return None if ms > 1000 * view.options.deadline else timed(action, max(HUMAN, round(ms)))
