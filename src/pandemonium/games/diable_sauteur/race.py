"""Rule B, solved: how likely the shooter is to win, by what he and the hider have still to run.

The two positions in which the same two have so much to go, one with either as the shooter, lead to each other when a
devil jumps, and else only to positions with less to go. So pairs are solved by falling sums, and each pair by turns
until neither changes: every turn brings it closer by the likelihood of two devils in a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from pandemonium.games.diable_sauteur.hiding import (
    COLUMNS,
    DEVIL,
    PLAN,
    POINTS,
    STOP,
    THIRD,
    Floats,
    Ints,
    third_press,
)
from pandemonium.games.diable_sauteur.mix import solve_hiding
from pandemonium.search.compiled import compiled

STILL: Final = 1e-14
"""A pair that changes by less in a turn has been solved."""
MOST_TURNS: Final = 500


def solve_race(track: int, faces: int, done: Callable[[float], None]) -> Floats:
    """`values[mine, his]` is the shooter's chance to win with so much to go."""
    values = np.full((track + 1, track + 1), np.nan)
    for total in range(2, 2 * track + 1):
        solve_sum(values, total, faces)
        done(total / (2 * track))
    return values


@compiled
def solve_sum(values: Floats, total: int, faces: int) -> None:
    """All positions in which the two have so much to go together."""
    track = len(values) - 1
    steps, rows = run_steps(track), np.empty((track + 1, COLUMNS))
    plans, weights = np.empty((4, PLAN), np.int32), np.empty(4)
    my_guess, his_guess = np.full(4, 0.25), np.full(4, 0.25)
    for mine in range(max(1, total - track), total // 2 + 1):
        his = total - mine
        me, him = 0.5, 0.5
        for _ in range(MOST_TURNS):
            before_me, before_him = me, him
            run_rows(values, mine, his, 1.0 - him, faces, rows, steps)
            me = solve_hiding(rows, steps, track - mine, faces, my_guess, plans, weights)
            him = me
            if mine != his:
                run_rows(values, his, mine, 1.0 - me, faces, rows, steps)
                him = solve_hiding(rows, steps, track - his, faces, his_guess, plans, weights)
            if abs(me - before_me) + abs(him - before_him) < STILL:
                break
        values[mine, his], values[his, mine] = me, him


@compiled
def run_steps(track: int) -> Ints:
    """4.4 Rows are the cells that one would have run; the last is home."""
    steps = np.full((track + 1, len(POINTS), 3), -1, np.int32)
    for ran in range(track):
        for nth in range(len(POINTS)):
            steps[ran, nth, 0] = min(track, ran + POINTS[nth])
    return steps


@compiled
def run_rows(values: Floats, mine: int, his: int, devil: float, faces: int, rows: Floats, steps: Ints) -> None:
    """What it is worth to have run so far in this hiding, for who had `mine` to go; `devil` is what a devil leaves."""
    track = len(values) - 1
    rows[track] = 1.0  # 4.5
    for to_go in range(1, mine + 1):
        here = track - to_go
        rows[here, STOP] = 1.0 - values[his, to_go] if to_go < mine else devil
        rows[here, DEVIL:THIRD] = devil  # 4.3
        third_press(rows, steps, here, faces)
