"""How a hiding is pressed best: four keys, at most three numbers, and a choice after each of them.

Both rules have the same hiding. *Rows* say what every situation in it is worth to the shooter: to stop there, to find
the devil under each key, and to press each key as the third one and find no die of devils. *Steps* say to which row
some points lead, by the person moved (-1: there is nobody more to move). How rows come about is the business of
`race.py` and `pursuit.py`.

A mix says how often the die of devils is under each key. It need not add up to 1: what is left of it after a number is
what it was, without the key that is up."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pandemonium.search.compiled import compiled

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

POINTS: Final = np.array([1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24])
"""2.2 All that a face times a key can be."""
WHICH: Final = np.searchsorted(POINTS, np.outer(np.arange(1, 5), np.arange(1, 7)))
"""For each key and face, the place of their points among POINTS."""

STOP: Final = 0
DEVIL: Final = 1
THIRD: Final = 5
COLUMNS: Final = 9
"""Of a row: to stop; to find the devil under key 1, 2, 3, 4; to press it as the third key and find an ordinary die."""

PLAN: Final = 85
"""A plan is written as numbers: the first key; for each face of it the person to move (by his place among the steps)
and the next key (-1: stop); for each two faces the same again."""


@compiled
def best_answer(rows: Floats, steps: Ints, here: int, mix: Floats, faces: int, gets: Floats, plan: Ints) -> float:
    """The most that the shooter can get against a mix. `plan` becomes how, `gets` what that plan gets with the die of
    devils under each key."""
    best, first = -np.inf, 0
    for key in range(4):
        worth = press_first(rows, steps, here, mix, faces, key)
        if worth > best:
            best, first = worth, key
    plan[0] = first
    gets[:] = rows[here, DEVIL + first] * (6 - faces) / 6
    gets[first] = rows[here, DEVIL + first]
    for face in range(faces):
        person, there = 0, -1
        best_here = -np.inf
        for nth in range(3):
            found = steps[here, WHICH[first, face], nth]
            if found >= 0:
                worth = after_first(rows, steps, found, mix, faces, first)
                if worth > best_here:
                    best_here, person, there = worth, nth, found
        plan[1 + face] = person
        _plan_second(rows, steps, there, mix, faces, first, face, gets, plan)
    return best


def follow(rows: Floats, steps: Ints, here: int, plan: Ints, faces: int) -> Floats:
    """What a plan gets with the die of devils under each key."""
    gets, first = np.zeros(4), plan[0]
    gets += rows[here, DEVIL + first] * (6 - faces) / 6
    gets[first] = rows[here, DEVIL + first]
    for face in range(faces):
        there, second = steps[here, WHICH[first, face], plan[1 + face]], plan[7 + face]
        rest = [key for key in range(4) if key != first]
        if second < 0:
            gets[rest] += rows[there, STOP] / 6
            continue
        rest.remove(second)
        gets[rest] += rows[there, DEVIL + second] * (6 - faces) / 36
        gets[second] += rows[there, DEVIL + second] / 6
        for nth in range(6 * face, 6 * face + faces):
            last, third = steps[there, WHICH[second, nth - 6 * face], plan[13 + nth]], plan[49 + nth]
            for key in rest:
                column = STOP if third < 0 else DEVIL + third if third == key else THIRD + third
                gets[key] += rows[last, column] / 36
    return gets


@compiled
def press_first(rows: Floats, steps: Ints, here: int, mix: Floats, faces: int, key: int) -> float:
    rest = mix[0] + mix[1] + mix[2] + mix[3] - mix[key]
    worth = (mix[key] + rest * (6 - faces) / 6) * rows[here, DEVIL + key]
    for face in range(faces):
        best = -np.inf
        for nth in range(3):
            there = steps[here, WHICH[key, face], nth]
            if there >= 0:
                best = max(best, after_first(rows, steps, there, mix, faces, key))
        worth += best / 6
    return worth


@compiled
def after_first(rows: Floats, steps: Ints, here: int, mix: Floats, faces: int, first: int) -> float:
    """The most to be had after one number and its move."""
    best = (mix[0] + mix[1] + mix[2] + mix[3] - mix[first]) * rows[here, STOP]
    if steps[here, 0, 0] >= 0:
        for key in range(4):
            if key != first:
                best = max(best, press_second(rows, steps, here, mix, faces, first, key))
    return best


@compiled
def press_second(rows: Floats, steps: Ints, here: int, mix: Floats, faces: int, first: int, key: int) -> float:
    one, two = other_two(first, key)
    worth = (mix[key] + (mix[one] + mix[two]) * (6 - faces) / 6) * rows[here, DEVIL + key]
    for face in range(faces):
        best = -np.inf
        for nth in range(3):
            there = steps[here, WHICH[key, face], nth]
            if there >= 0:
                best = max(best, after_second(rows, there, mix, one, two))
        worth += best / 6
    return worth


@compiled
def after_second(rows: Floats, here: int, mix: Floats, one: int, two: int) -> float:
    """The most to be had after two numbers and their moves, with these two keys down."""
    best = (mix[one] + mix[two]) * rows[here, STOP]
    best = max(best, press_third(rows, here, mix, one, two))
    return max(best, press_third(rows, here, mix, two, one))


@compiled
def press_third(rows: Floats, here: int, mix: Floats, key: int, other: int) -> float:
    return mix[key] * rows[here, DEVIL + key] + mix[other] * rows[here, THIRD + key]


@compiled
def third_press(rows: Floats, steps: Ints, here: int, faces: int) -> None:
    """Fill in what a third press is worth that does not find the die of devils."""
    for key in range(4):
        worth = rows[here, DEVIL + key] * (6 - faces) / 6
        for face in range(faces):
            best = -np.inf
            for nth in range(3):
                there = steps[here, WHICH[key, face], nth]
                if there >= 0:
                    best = max(best, rows[there, STOP])
            worth += best / 6
        rows[here, THIRD + key] = worth


@compiled
def other_two(first: int, second: int) -> tuple[int, int]:
    one = 0
    while one in (first, second):
        one += 1
    return one, 6 - first - second - one


@compiled
def _plan_second(
    rows: Floats, steps: Ints, here: int, mix: Floats, faces: int, first: int, face: int, gets: Floats, plan: Ints
) -> None:
    """What to do after a number and its move, written down, and what it brings."""
    best, second = (mix[0] + mix[1] + mix[2] + mix[3] - mix[first]) * rows[here, STOP], -1
    if steps[here, 0, 0] >= 0:
        for key in range(4):
            if key != first:
                worth = press_second(rows, steps, here, mix, faces, first, key)
                if worth > best:
                    best, second = worth, key
    plan[7 + face] = second
    if second < 0:
        for key in range(4):
            if key != first:
                gets[key] += rows[here, STOP] / 6
        return
    one, two = other_two(first, second)
    devil = rows[here, DEVIL + second]
    gets[second] += devil / 6
    gets[one] += devil * (6 - faces) / 36
    gets[two] += devil * (6 - faces) / 36
    for other_face in range(faces):
        best, person, there = -np.inf, 0, -1
        for nth in range(3):
            found = steps[here, WHICH[second, other_face], nth]
            if found >= 0:
                worth = after_second(rows, found, mix, one, two)
                if worth > best:
                    best, person, there = worth, nth, found
        plan[13 + 6 * face + other_face] = person
        plan[49 + 6 * face + other_face] = _plan_third(rows, there, mix, one, two, gets)


@compiled
def _plan_third(rows: Floats, here: int, mix: Floats, one: int, two: int, gets: Floats) -> int:
    stop = (mix[one] + mix[two]) * rows[here, STOP]
    press_one = press_third(rows, here, mix, one, two)
    press_two = press_third(rows, here, mix, two, one)
    if stop >= press_one and stop >= press_two:
        gets[one] += rows[here, STOP] / 36
        gets[two] += rows[here, STOP] / 36
        return -1
    if press_one >= press_two:
        gets[one] += rows[here, DEVIL + one] / 36
        gets[two] += rows[here, THIRD + one] / 36
        return one
    gets[one] += rows[here, THIRD + two] / 36
    gets[two] += rows[here, DEVIL + two] / 36
    return two
