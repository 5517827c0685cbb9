"""What a perfect player thinks of each move.

He takes the other one to play as well as can be. What a key is worth to the shooter follows from the best mix of the
hider, what a hiding place is worth from the best mix of the shooter's plans. Moves that are part of a best mix are
worth the same; the one that comes first was drawn from it, so that whoever always plays the first cannot be found out.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np

from pandemonium.core.evaluation import Evaluation, Worth
from pandemonium.games.diable_sauteur import hiding
from pandemonium.games.diable_sauteur.evaluation import AllDown, HiddenOften, Keeps, Leaves, Risk
from pandemonium.games.diable_sauteur.hiding import Floats, Ints
from pandemonium.games.diable_sauteur.material import KEYS, PERSONS, Action, Advance, Again, Hide, Key, Press, Stop
from pandemonium.games.diable_sauteur.mix import solve_hiding
from pandemonium.games.diable_sauteur.sight import View
from pandemonium.games.diable_sauteur.spots import Spot, spot_of

SHARP: Final = 1e-6
"""Moves closer together than that are as good as each other: so fine are the tables that come with the box."""


class Best(NamedTuple):
    """How a hiding is played best."""

    mix: Floats
    plans: Ints
    weights: Floats


def judged(view: View, legal: Sequence[Action], luck: Random) -> Evaluation[Action]:
    spot, unit = spot_of(view)
    best = best_play(spot)
    if view.phase == "hide":
        worths = _hiding_places(spot, best, unit, legal)
        drawn: Action | None = Hide(luck.choices(KEYS, list(map(float, best.mix)))[0])
    else:
        worths = [_worth(view, spot, best, action) for action in legal]
        drawn = _drawn(view, spot, best, legal, luck)
    top = max(its.mean for its in worths)
    worths.sort(key=lambda its: (its.action != drawn or its.mean < top - SHARP, -its.mean))
    return Evaluation(unit, tuple(worths), simulations=0)


def best_play(spot: Spot) -> Best:
    best = Best(np.full(4, 0.25), np.zeros((4, hiding.PLAN), np.int32), np.zeros(4))
    solve_hiding(spot.rows, spot.steps, spot.start, spot.faces, *best)
    return best


def _hiding_places(spot: Spot, best: Best, unit: str, legal: Sequence[Action]) -> list[Worth[Action]]:
    gets = np.zeros(4)
    for plan, weight in zip(best.plans, best.weights, strict=True):
        if weight:
            gets += weight * hiding.follow(spot.rows, spot.steps, spot.start, plan, spot.faces)
    return [
        Worth(
            action,
            (1.0 if unit == "win" else 0.0) - float(gets[action.key - 1]),
            0.0,
            0,
            HiddenOften(action.key, round(100 * float(best.mix[action.key - 1]))),
        )
        for action in legal
        if isinstance(action, Hide) and action.key is not None
    ]


def _worth(view: View, spot: Spot, best: Best, action: Action) -> Worth[Action]:
    rows, steps, here, faces, mix = spot.rows, spot.steps, spot.here, spot.faces, best.mix.copy()
    up = [key for key, _ in spot.pressed]
    mix[up] = 0.0
    if mix.sum() < 1e-9:  # The hider is not perfect: this is where he never hides.
        mix[:] = 1.0
        mix[up] = 0.0
    mix /= mix.sum()
    match action:
        case Press(number):
            key = number - 1
            devil = mix[key] + (1 - mix[key]) * (6 - faces) / 6
            if steps[here, 0, 0] < 0:  # He could stop, and be home: whoever presses on can only lose by it.
                mean = devil * rows[spot.start, hiding.DEVIL + key] + (1 - devil) * rows[here, hiding.STOP]
            elif not up:
                mean = hiding.press_first(rows, steps, here, mix, faces, key)
            elif len(up) == 1:
                mean = hiding.press_second(rows, steps, here, mix, faces, up[0], key)
            else:
                mean = hiding.press_third(rows, here, mix, key, 6 - sum(up) - key)
            return Worth(action, float(mean), 0.0, 0, Risk(number, round(100 * float(devil))))
        case Advance(person):
            way = view.runners[PERSONS.index(person)].to_go
            there = steps[here, hiding.WHICH[spot.pressed[-1]], spot.ways.index(way)]
            if len(up) == 1:
                mean = hiding.after_first(rows, steps, there, mix, faces, up[0])
            elif len(up) == 2:
                mean = hiding.after_second(rows, there, mix, *hiding.other_two(up[0], up[1]))
            else:
                mean = rows[there, hiding.STOP]
            return Worth(action, float(mean), 0.0, 0, Leaves(person, max(0, way - view.points)))
        case _:
            because = AllDown() if isinstance(action, Again) else Keeps(view.points)
            return Worth(action, float(rows[here, hiding.STOP]), 0.0, 0, because)


def _drawn(view: View, spot: Spot, best: Best, legal: Sequence[Action], luck: Random) -> Action | None:
    """What a plan says that was drawn from the best mix, among those that would have come as far as this."""
    plans = [(plan, float(weight)) for plan, weight in zip(best.plans, best.weights, strict=True) if weight > 0]
    said = [(action, weight) for plan, weight in plans if (action := _says(view, spot, plan, legal)) is not None]
    if not said:
        return None
    return luck.choices([action for action, _ in said], [weight for _, weight in said])[0]


def _says(view: View, spot: Spot, plan: Ints, legal: Sequence[Action]) -> Action | None:
    """What a plan does here; None if it would never have come here."""
    next_key, faces = int(plan[0]), [face for _, face in spot.pressed]
    for nth, (key, face) in enumerate(spot.pressed):
        if key != next_key:
            return None
        if nth == 2:
            return None  # The third number leaves only a person to be moved: any that is best.
        at = face if nth == 0 else 6 * faces[0] + face
        person, next_key = (plan[1 + at], plan[7 + at]) if nth == 0 else (plan[13 + at], plan[49 + at])
        if nth == len(spot.moved) and view.phase == "move":
            way = spot.ways[person]
            return next(its for its in legal if isinstance(its, Advance) and _way(view, its) == way)
        if spot.moved and spot.moved[nth] != person:
            return None
    if next_key < 0:
        return next((its for its in legal if isinstance(its, Again | Stop)), None)
    return Press(Key(next_key + 1))


def _way(view: View, action: Advance) -> int:
    return view.runners[PERSONS.index(action.person)].to_go
