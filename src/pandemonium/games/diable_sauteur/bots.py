"""Who plays Le Diable Sauteur when nobody does: bots with a player's eyes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import fsum, prod
from operator import itemgetter
from random import Random

from pandemonium.core.evaluation import Budget, Evaluation
from pandemonium.core.game import Bot
from pandemonium.games.diable_sauteur.evaluation import evaluate
from pandemonium.games.diable_sauteur.material import (
    KEYS,
    MOST_NUMBERS,
    PERSONS,
    SCORE,
    STRIDE,
    Action,
    Advance,
    Again,
    Hide,
    Key,
    Press,
    Stop,
)
from pandemonium.games.diable_sauteur.sight import View
from pandemonium.search.thinker import Thinker

# How often the die of devils goes under keys 1 to 4: a devil hurts most under the keys that pay most, but he must not
# be there so often that the others become safe.
_HABITS = {"a": (4, 4, 5, 5), "b": (2, 3, 4, 5)}

_PATIENCE, _A_CHILD_S_PATIENCE = 3, 0.5
_CARRIED_AWAY = 1 / 3
_HASTE = 1 / 6
_LEAST_FEAR = 0.4
_DREAD = 0.1

Fear = Mapping[Key, float]
"""How much the shooter takes each key for the place of the die of devils."""


def random(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Any legal move."""
    return luck.choice(legal)


def kobold(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Like a child: what comes to mind first. It can hardly wait to press again, and always moves whoever is last."""
    moves = [its for its in legal if isinstance(its, Advance)]
    if moves:
        return min(moves, key=lambda its: view.runners[PERSONS.index(its.person)].cell)
    return _first_in_mind(legal, luck, patience=_A_CHILD_S_PATIENCE)


def tempter(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Sensible, unless it is carried away."""
    if luck.random() < _CARRIED_AWAY:
        return _first_in_mind(legal, luck)
    return sensible(view, legal, luck)


def sensible(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Rule of thumb: expect the other to hide as one would oneself, give or take a hunch (without it he would always
    press the same keys, and be found out), and weigh what each press may gain against what it may lose."""
    habit = _HABITS[view.rule]
    if isinstance(legal[0], Hide):
        return Hide(luck.choices(KEYS, habit)[0])
    fear = {key: often * luck.uniform(_LEAST_FEAR, 1) for key, often in zip(KEYS, habit, strict=True)}
    worth = _pursuit(view, legal, fear) if view.rule == "a" else _race(view, legal, fear)
    return max(zip(worth, legal, strict=True), key=itemgetter(0))[1]


def hasty(view: View, legal: Sequence[Action], budget: Budget, luck: Random) -> Evaluation[Action]:
    """Knows what every move is worth, and yet does now and then what comes to mind first. It has to be often: to press
    or to hide under any key that a perfect player uses costs nothing, only to stop, go on or move wrongly does."""
    its = evaluate(view, legal, budget, luck)
    if luck.random() >= _HASTE:
        return its
    first = _first_in_mind(legal, luck)
    return Evaluation(its.unit, tuple(sorted(its.moves, key=lambda move: move.action != first)), its.simulations)


FIEND = Thinker(hasty, Budget(), meanwhile=sensible)
ARCHDEVIL = Thinker(evaluate, Budget(), meanwhile=sensible)

LEVELS: dict[str, Bot[View, Action]] = {"kobold": kobold, "tempter": tempter, "fiend": FIEND, "archdevil": ARCHDEVIL}
MORE = {"random": random, "sensible": sensible}


def _first_in_mind(legal: Sequence[Action], luck: Random, patience: float = _PATIENCE) -> Action:
    """Without a thought, but fond of the high keys, which pay so much, to press and to hide under."""
    return luck.choices(legal, [its.key or 1 if isinstance(its, Press | Hide) else patience for its in legal])[0]


def _number(view: View, fear: Fear, key: Key, left: Sequence[Key]) -> float:
    """How likely this key is to bring a number, with these keys down."""
    safe = 1 - fear[key] / fsum([fear[its] for its in left])
    return safe if view.options.dice == "plain" else safe * 5 / 6


def _mean_face(view: View) -> float:
    return 3.5 if view.options.dice == "plain" else 3.0


# The pursuit


def _pursuit(view: View, legal: Sequence[Action], fear: Fear) -> list[float]:
    """What the Pursued may hope to score, action by action."""
    cells = tuple(runner.cell if runner.status != "caught" else -1 for runner in view.runners)
    worth = []
    for action in legal:
        match action:
            case Advance(person):
                worth.append(_hope(view, view.devil or 0, _moved(cells, PERSONS.index(person), view.points)))
            case Press(key):
                worth.append(_after_press(view, fear, cells, key, view.left))
            case Again():
                worth.append(max(_after_press(view, fear, cells, key, KEYS) for key in KEYS))
    return worth


def _after_press(view: View, fear: Fear, cells: Sequence[float], key: Key, left: Sequence[Key]) -> float:
    number, devil = _number(view, fear, key, left), view.devil or 0
    points = key * _mean_face(view)
    gain = max(
        _hope(view, devil, _moved(cells, nth, points)) for nth, cell in enumerate(cells) if devil < cell < view.track
    )
    return number * gain + (1 - number) * _hope(view, devil + STRIDE * key, cells)


def _moved(cells: Sequence[float], nth: int, points: float) -> Sequence[float]:
    return (*cells[:nth], cells[nth] + points, *cells[nth + 1 :])


def _hope(view: View, devil: float, cells: Sequence[float]) -> float:
    """The score to be expected if each person gets home with his own likelihood."""
    home = [_gets_home(view.track, devil, cell) for cell in cells]
    return fsum(
        SCORE[sum(arrived)] * prod(its if got else 1 - its for its, got in zip(home, arrived, strict=True))
        for arrived in product((False, True), repeat=len(home))
    )


def _gets_home(track: int, devil: float, cell: float) -> float:
    """Nearer to the devil is worse, nearer to home is better."""
    if cell >= track:
        return 1.0
    lead, to_go = cell - devil, track - cell
    return max(0.0, lead / (lead + _DREAD * to_go)) if lead > 0 else 0.0


# The race


def _race(view: View, legal: Sequence[Action], fear: Fear) -> list[float]:
    """How far the shooter may hope to run, action by action."""
    need = view.track - (0 if view.turn is None else view.scores[view.turn])
    worth = []
    for action in legal:
        match action:
            case Press(key):
                worth.append(_pressing(view, fear, key, points=view.points, left=view.left, need=need))
            case Stop():
                worth.append(_ran(view.points, need))
    return worth


def _pressing(view: View, fear: Fear, key: Key, *, points: float, left: Sequence[Key], need: int) -> float:
    points += key * _mean_face(view)
    hope = _ran(points, need)
    rest = [its for its in left if its != key]
    if len(rest) > len(KEYS) - MOST_NUMBERS:
        hope = max(hope, *(_pressing(view, fear, its, points=points, left=rest, need=need) for its in rest))
    return _number(view, fear, key, left) * hope


def _ran(points: float, need: int) -> float:
    """Cells beyond the finish line are worth nothing; getting there is worth more than they are."""
    return points if points < need else need + 8
