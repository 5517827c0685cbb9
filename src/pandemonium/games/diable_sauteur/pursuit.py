"""Rule A, solved: what a position of a round is worth to the Pursued.

Every number moves a person on and every devil moves the devil on, so that no position comes back: each is solved when
all that can follow it are. Only what is left to run counts, and persons are alike: a position is how far the devil has
to the finish, and the ways home of the persons who are not caught, shortest first, 0 for one who has arrived. Positions
are numbered so that whatever can follow has a lower number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from pandemonium.games.diable_sauteur.hiding import (
    COLUMNS,
    DEVIL,
    PLAN,
    POINTS,
    STOP,
    Floats,
    Ints,
    third_press,
)
from pandemonium.games.diable_sauteur.material import STARTS, STRIDE
from pandemonium.games.diable_sauteur.mix import solve_hiding
from pandemonium.search.compiled import compiled

AT_ONCE: Final = 200
"""How many positions are solved between two reports."""


class Ways(NamedTuple):
    """Where every position of a track leads."""

    steps: Ints
    """By points and person: 3.3, each person on the track whose way is his own; -1 for no more of them."""
    devil: Ints
    """3.4 By key; -1 - n where everybody is caught but n who have arrived."""
    arrived: Ints
    """How many have arrived."""


def solve_round(track: int, faces: int, pays: Sequence[float], done: Callable[[float], None]) -> Floats:
    """What each position is worth before a hiding, if so much is paid for 0 to 3 arrived."""
    ways, paid = ways_of(track), np.array(pays, float)
    rows = np.zeros((len(ways.steps), COLUMNS))
    for start in range(0, len(rows), AT_ONCE):
        end = min(start + AT_ONCE, len(rows))
        solve_some(rows, ways.steps, ways.devil, ways.arrived, faces, paid, start, end)
        done(end / len(rows))
    return rows[:, STOP].copy()


@compiled
def solve_some(
    rows: Floats, steps: Ints, devil: Ints, arrived: Ints, faces: int, paid: Floats, start: int, end: int
) -> None:
    mix, plans, weights = np.full(4, 0.25), np.empty((4, PLAN), np.int32), np.empty(4)
    for here in range(start, end):
        if steps[here, 0, 0] < 0:
            rows[here] = paid[arrived[here]]  # 3.6
            continue
        for key in range(4):
            there = devil[here, key]
            rows[here, DEVIL + key] = rows[there, STOP] if there >= 0 else paid[-1 - there]
        third_press(rows, steps, here, faces)
        rows[here, STOP] = solve_hiding(rows, steps, here, faces, mix, plans, weights)


def rows_of(track: int, faces: int, pays: Sequence[float], values: Floats) -> Floats:
    """The rows that solved values make."""
    ways, paid = ways_of(track), np.array(pays, float)
    rows = np.empty((len(values), COLUMNS))
    rows[:, STOP] = values
    rows[:, DEVIL : DEVIL + 4] = np.where(ways.devil >= 0, values[ways.devil], paid[-1 - np.minimum(ways.devil, -1)])
    for here in range(len(rows)):
        if ways.steps[here, 0, 0] < 0:
            rows[here] = values[here]
        else:
            third_press(rows, ways.steps, here, faces)
    return rows


def start_of(track: int) -> int:
    """3.2 The position in which a round begins."""
    return int(number(track, track, [track - cell for cell in sorted(STARTS, reverse=True)]))


def number(track: int, devil: int, homes: Sequence[Any]) -> Any:
    """The number of a position, or of many: the ways home shortest first, each one number or an array."""
    place: Any = homes[0]
    if len(homes) > 1:
        place = place + homes[1] * (homes[1] + 1) // 2
    if len(homes) > 2:
        place = place + homes[2] * (homes[2] + 1) * (homes[2] + 2) // 6
    return first_number(track, devil, len(homes)) + place


def first_number(track: int, devil: int, persons: int) -> int:
    """With the devil so far from the finish, and so many persons not caught."""
    nearest = track - (track - 1) // STRIDE * STRIDE
    return sum(map(_places, range(nearest, devil, STRIDE))) + _places(devil, persons - 1)


def _places(devil: int, persons: int = 3) -> int:
    """How many positions there are with up to so many persons, the devil so far from the finish."""
    return sum((0, devil, devil * (devil + 1) // 2, devil * (devil + 1) * (devil + 2) // 6)[: persons + 1])


@lru_cache(maxsize=12)
def ways_of(track: int) -> Ways:
    total = first_number(track, track + STRIDE, 1)
    ways = Ways(
        np.full((total, len(POINTS), 3), -1, np.int32), np.zeros((total, 4), np.int32), np.zeros(total, np.int32)
    )
    for devil in range(track - (track - 1) // STRIDE * STRIDE, track + 1, STRIDE):
        for persons in (1, 2, 3):
            _fill(ways, track, devil, persons)
    return ways


def _fill(ways: Ways, track: int, devil: int, persons: int) -> None:
    """All positions with the devil here and so many persons not caught, in one sweep."""
    homes = np.stack(np.meshgrid(*[np.arange(devil)] * persons, indexing="ij"), axis=-1).reshape(-1, persons)
    homes = homes[(np.diff(homes, axis=1) >= 0).all(axis=1)]
    here = number(track, devil, list(homes.T))
    arrived = (homes == 0).sum(axis=1)
    ways.arrived[here] = arrived
    slots = np.zeros(len(here), np.int64)
    for person in range(persons):
        own = homes[:, person] > 0
        if person:
            own &= homes[:, person] != homes[:, person - 1]
        for nth, points in enumerate(POINTS):
            moved = homes[own].copy()
            moved[:, person] = np.maximum(0, moved[:, person] - points)
            ways.steps[here[own], nth, slots[own]] = number(track, devil, list(np.sort(moved, axis=1).T))
        slots[own] += 1
    for key in range(4):
        left = devil - STRIDE * (key + 1)
        goes_on = (homes < max(left, 1)) | (homes == 0)
        ways.devil[here, key] = -1 - arrived
        for free in range(1, persons + 1):
            some = (goes_on.sum(axis=1) == free) & (free > arrived)
            if some.any():
                kept = homes[some][goes_on[some]].reshape(-1, free)
                ways.devil[here[some], key] = number(track, left, list(kept.T))
