"""Rules that a person can remember, and what they give away to somebody who knows them and plays as well as can be.

The race: hide and press the keys so and so often, by whether the shooter has far to go or not; stop at so many points,
by whether one is behind or not, or when they bring one home. The pursuit: hide and press the keys so and so often, by
whether the devil is close behind somebody or not; have the dice hidden again after each number, and move the hindmost,
unless that would not save him."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np

from pandemonium.games.diable_sauteur.hiding import (
    COLUMNS,
    DEVIL,
    PLAN,
    STOP,
    WHICH,
    Floats,
    Ints,
    best_answer,
    third_press,
)
from pandemonium.games.diable_sauteur.material import SCORE, STRIDE
from pandemonium.games.diable_sauteur.pursuit import number, start_of, ways_of
from pandemonium.games.diable_sauteur.race import run_rows, run_steps, solve_race
from pandemonium.search.compiled import compiled

STILL: Final = 1e-12


Often = tuple[int, int, int, int]
"""How often each key."""


class RaceThumb(NamedTuple):
    hide: tuple[Often, Often]
    """While the shooter has at most `near` to go; and when he has more."""
    press: tuple[Often, Often]
    """Of the keys that are down."""
    near: int
    hold: tuple[int, int]
    """With so many points it is time to stop: for who is behind, and for who is not."""


class PursuitThumb(NamedTuple):
    hide: tuple[Often, Often]
    """While somebody is at most NEAR cells ahead of the devil; and when all are farther."""
    press: tuple[Often, Often]
    leaves: int
    """The hindmost is moved if that brings him home or farther than this from the devil; else the foremost."""


NEAR: Final = 3
"""What the smallest key brings the devil."""
RACE: Final = RaceThumb(hide=((1, 1, 1, 1), (1, 2, 3, 4)), press=((1, 1, 1, 1), (1, 1, 1, 1)), near=6, hold=(17, 13))
PURSUIT: Final = PursuitThumb(hide=((1, 1, 1, 1), (5, 4, 3, 3)), press=((2, 1, 1, 1), (7, 3, 2, 1)), leaves=6)


def race_share(track: int, faces: int, thumb: RaceThumb) -> float:
    """How often one wins by this rule against somebody perfect who knows it, each pressing first as often."""
    values = solve_race(track, faces, lambda _: None)
    shoots, waits = np.zeros_like(values), np.zeros_like(values)
    hide, press = np.stack([*map(_parts, thumb.hide)]), np.stack([*map(_parts, thumb.press)])
    race_answers(values, faces, hide, press, thumb.near, np.array(thumb.hold), shoots, waits)
    return 1.0 - float(shoots[track, track] + waits[track, track]) / 2


@compiled
def race_answers(
    values: Floats,
    faces: int,
    hide: Floats,
    press: Floats,
    near: int,
    hold: Ints,
    shoots: Floats,
    waits: Floats,
) -> None:
    """What the other one gets who knows the rule: as the shooter, and as the hider, by what the shooter and the hider
    have to go."""
    track = len(values) - 1
    steps, rows = run_steps(track), np.empty((track + 1, COLUMNS))
    gets, plan = np.empty(4), np.empty(PLAN, np.int32)
    for total in range(2, 2 * track + 1):
        for mine in range(max(1, total - track), min(track, total - 1) + 1):
            his = total - mine
            shoot, wait = values[mine, his], 1.0 - values[his, mine]
            for _ in range(1000):
                before_shoot, before_wait = shoot, wait
                run_rows(1.0 - waits, mine, his, wait, faces, rows, steps)
                shoot = best_answer(rows, steps, track - mine, hide[0 if mine <= near else 1], faces, gets, plan)
                run_rows(shoots, his, mine, 1.0 - shoot, faces, rows, steps)
                often, enough = press[0 if his <= near else 1], hold[0 if his > mine else 1]
                press_by_thumb(rows, faces, track - his, often, enough, gets)
                wait = 1.0 - gets.min()
                if abs(shoot - before_shoot) + abs(wait - before_wait) < STILL:
                    break
            shoots[mine, his], waits[his, mine] = shoot, wait


@compiled
def press_by_thumb(rows: Floats, faces: int, start: int, press: Floats, hold: int, gets: Floats) -> None:
    """What the rule gets in a race with the die of devils under each key."""
    home = len(rows) - 1
    gets[:] = 0.0
    for first in range(4):
        one = press[first] / press.sum()
        if one == 0.0:
            continue
        gets += one * (6 - faces) / 6 * rows[start, DEVIL]
        gets[first] += one * faces / 6 * rows[start, DEVIL]
        for face in range(1, faces + 1):
            ran = (first + 1) * face
            if ran >= hold or start + ran >= home:
                for key in range(4):
                    if key != first:
                        gets[key] += one / 6 * rows[min(home, start + ran), STOP]
                continue
            for second in range(4):
                two = one / 6 * press[second] / (press.sum() - press[first])
                if second == first or two == 0.0:
                    continue
                for key in range(4):
                    if key != first:
                        gets[key] += two * (1.0 if key == second else (6 - faces) / 6) * rows[start, DEVIL]
                for other in range(1, faces + 1):
                    run = ran + (second + 1) * other
                    there = min(home, start + run)
                    stop = run >= hold or there == home
                    left = 6 - first - second
                    for key in range(4):
                        if key in (first, second):
                            continue
                        rest = left - key
                        if stop:
                            gets[key] += two / 6 * rows[there, STOP]
                        else:
                            both = press[key] + press[rest]
                            same = press[key] / both if both > 0 else 0.5
                            gets[key] += two / 6 * (same * rows[there, DEVIL] + (1 - same) * rows[there, 5 + rest])


# The pursuit


def round_points(track: int, faces: int, thumb: PursuitThumb, pays: Sequence[float]) -> tuple[float, float]:
    """What a round is worth to the Pursued if the Devil hides by the rule, and if the Pursued plays by it; the other
    one knows that, and is perfect."""
    ways, paid, (devils, homes) = ways_of(track), np.array(pays, float), _places(track)
    hide, press = np.stack([*map(_parts, thumb.hide)]), np.stack([*map(_parts, thumb.press)])
    caught, saved = np.empty((len(devils), COLUMNS)), np.empty(len(devils))
    answer_hiding(ways.steps, ways.devil, ways.arrived, faces, paid, devils - homes.max(axis=1), hide, caught)
    answer_pressing(ways.steps, ways.devil, ways.arrived, faces, paid, devils, homes, press, thumb.leaves, saved)
    start = start_of(track)
    return float(caught[start, STOP]), float(saved[start])


def match_share(track: int, faces: int, thumb: PursuitThumb) -> float:
    """How often one wins a match of two rounds by this rule against somebody perfect who knows it, each pursued first
    as often; a share is half a victory."""

    def worth(pays: Sequence[float]) -> tuple[float, float]:
        return round_points(track, faces, thumb, pays)

    last = [worth([0.5 + 0.5 * ((own > to_beat) - (own < to_beat)) for own in SCORE]) for to_beat in SCORE]
    _, pursued_first = worth([1.0 - theirs for theirs, _ in last])
    hunted_first, _ = worth([1.0 - ours for _, ours in last])
    return (pursued_first + 1.0 - hunted_first) / 2


@compiled
def answer_hiding(
    steps: Ints, devil: Ints, arrived: Ints, faces: int, paid: Floats, leads: Ints, hide: Floats, rows: Floats
) -> None:
    """The best pressing against the rule."""
    gets, plan = np.empty(4), np.empty(PLAN, np.int32)
    for here in range(len(rows)):
        if steps[here, 0, 0] < 0:
            rows[here] = paid[arrived[here]]
            continue
        for key in range(4):
            there = devil[here, key]
            rows[here, DEVIL + key] = rows[there, STOP] if there >= 0 else paid[-1 - there]
        third_press(rows, steps, here, faces)
        mix = hide[0 if leads[here] <= NEAR else 1]
        rows[here, STOP] = best_answer(rows, steps, here, mix, faces, gets, plan)


@compiled
def answer_pressing(
    steps: Ints,
    devil: Ints,
    arrived: Ints,
    faces: int,
    paid: Floats,
    devils: Ints,
    homes: Ints,
    press: Floats,
    leaves: int,
    values: Floats,
) -> None:
    """The best hiding against the rule."""
    gets = np.empty(4)
    for here in range(len(steps)):
        if steps[here, 0, 0] < 0:
            values[here] = paid[arrived[here]]
            continue
        hindmost = 2
        while steps[here, 0, hindmost] < 0:
            hindmost -= 1
        way = homes[here].max()
        often = press[0 if devils[here] - way <= NEAR else 1]
        gets[:] = 0.0
        for key in range(4):
            there = devil[here, key]
            caught = values[there] if there >= 0 else paid[-1 - there]
            number = caught * (6 - faces) / 6
            for face in range(faces):
                points = (key + 1) * (face + 1)
                person = hindmost if points >= way or devils[here] - way + points > leaves else 0
                number += values[steps[here, WHICH[key, face], person]] / 6
            for hidden in range(4):
                gets[hidden] += often[key] * (caught if hidden == key else number)
        values[here] = gets.min()


def _places(track: int) -> tuple[Ints, Ints]:
    """By the number of a position: how far the devil has to the finish, and the persons, 0 for none."""
    total = len(ways_of(track).steps)
    devils, homes = np.zeros(total, np.int32), np.zeros((total, 3), np.int32)
    for devil in range(track - (track - 1) // STRIDE * STRIDE, track + 1, STRIDE):
        for persons in (1, 2, 3):
            for ways in combinations_with_replacement(range(devil), persons):
                here = number(track, devil, ways)
                devils[here], homes[here, :persons] = devil, ways
    return devils, homes


def _parts(often: Often) -> Floats:
    return np.array(often) / sum(often)
