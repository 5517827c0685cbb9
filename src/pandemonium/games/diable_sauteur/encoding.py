"""Le Diable Sauteur as numbers, for programs that learn."""

from __future__ import annotations

from typing import Final

from pandemonium.core.encoding import Encoding, Rows, from_here, one_of, some_of
from pandemonium.core.game import PUBLIC
from pandemonium.games.diable_sauteur.material import ADVANCES, AGAIN, HIDES, KEYS, PRESSES, SCORE, STOP, Action, Phase
from pandemonium.games.diable_sauteur.sight import View

_PHASES: Final[tuple[Phase, ...]] = ("hide", "press", "move", "choose")
_RUNNERS: Final = 3
MOST_POINTS: Final = 6 * sum(sorted(KEYS)[1:])
"""Of one hiding: three sixes from the three highest keys."""


def rows(view: View) -> Rows:
    me = 0 if view.eyes == PUBLIC else view.eyes
    # Rule A: blue, orange, green. Rule B: mine, his, and nobody.
    runners = view.runners if view.rule == "a" else (view.runners[me], view.runners[1 - me])
    most = SCORE[-1] * view.rounds if view.rule == "a" else view.track + MOST_POINTS
    return {
        "phase": one_of(_PHASES.index(view.phase) if view.phase in _PHASES else None, len(_PHASES)),
        "hiding": [float(view.hider == me)],
        "turn": [float(view.turn == me)],
        "hidden": one_of(None if view.hidden is None else KEYS.index(view.hidden), len(KEYS)),
        "left": some_of([KEYS.index(key) for key in view.left], len(KEYS)),
        "points": [view.points / MOST_POINTS],
        "devil": [0.0 if view.devil is None else min(1.0, view.devil / view.track)],
        "to-go": _by_runner([runner.to_go / view.track for runner in runners]),
        "on-track": _by_runner([float(runner.status == "track") for runner in runners]),
        "arrived": _by_runner([float(runner.status == "arrived") for runner in runners]),
        "in-reach": _by_runner([float(runner.in_reach) for runner in runners]),
        "scores": [min(1.0, score / most) for score in from_here(view.scores, me)],
        "round": [view.round / view.rounds],
        "rule": [float(view.rule == "b")],
    }


def _by_runner(figures: list[float]) -> list[float]:
    return figures + [0.0] * (_RUNNERS - len(figures))


ENCODING: Final = Encoding[View, Action]((*HIDES, *PRESSES.values(), *ADVANCES, AGAIN, STOP), rows)
