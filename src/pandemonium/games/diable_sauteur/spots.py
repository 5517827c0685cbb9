"""Where a view stands in the tables of the solved game."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pandemonium.core.evaluation import NotYet
from pandemonium.games.diable_sauteur.hiding import COLUMNS, WHICH, Floats, Ints
from pandemonium.games.diable_sauteur.material import PERSONS, STARTS
from pandemonium.games.diable_sauteur.pursuit import number, rows_of, ways_of
from pandemonium.games.diable_sauteur.race import run_rows, run_steps
from pandemonium.games.diable_sauteur.sight import View
from pandemonium.games.diable_sauteur.solved import POINTS, POINTS_PAY, Round, faces_of, solved, solved_before


class Spot(NamedTuple):
    """A hiding that is being pressed, and how far it has come."""

    rows: Floats
    steps: Ints
    faces: int
    start: int
    """The row in which it began."""
    here: int
    pressed: tuple[tuple[int, int], ...]
    """The numbers that have jumped: key and face, both from 0."""
    moved: tuple[int, ...]
    """Whom they have moved, by their places among the steps."""
    ways: tuple[int, ...]
    """The ways home that a person can have here, shortest first: their places among the steps."""


def spot_of(view: View) -> tuple[Spot, str]:
    """The hiding that a view is in, and in what its rows count."""
    return _race_spot(view) if view.rule == "b" else _pursuit_spot(view)


def _pressed(view: View) -> tuple[tuple[int, int], ...]:
    return tuple((die.key - 1, die.face - 1) for die in view.jumped if die.face != "devil")


def _race_spot(view: View) -> tuple[Spot, str]:
    found, faces, track = solved(view.options), faces_of(view.options), view.track
    assert found.race is not None
    assert view.shooter is not None
    assert view.hider is not None
    mine, his = track - view.scores[view.shooter], track - view.scores[view.hider]
    rows, steps = np.empty((track + 1, COLUMNS)), run_steps(track)
    run_rows(found.race, mine, his, 1.0 - found.race[his, mine], faces, rows, steps)
    start = track - mine
    return Spot(rows, steps, faces, start, min(track, start + view.points), _pressed(view), (), ()), "win"


def _pursuit_spot(view: View) -> tuple[Spot, str]:
    track, devil, faces = view.track, view.track - (view.devil or 0), faces_of(view.options)
    its = _round_of(view)
    rows, steps = _rows(track, faces, its), ways_of(track).steps
    cells = [start + runner.run for start, runner in zip(STARTS, view.runners, strict=True)]
    on_board = [nth for nth, runner in enumerate(view.runners) if runner.status != "caught"]
    for person, die in zip(reversed(view.moved), reversed(view.jumped[: len(view.moved)]), strict=True):
        cells[PERSONS.index(person)] -= die.points

    def ways() -> list[int]:
        return sorted(max(0, track - cells[nth]) for nth in on_board)

    def own_ways() -> tuple[int, ...]:
        return tuple(sorted({way for way in ways() if way}))

    start = here = int(number(track, devil, ways()))
    pressed, moved = _pressed(view), []
    for person, (key, face) in zip(view.moved, pressed[: len(view.moved)], strict=True):
        nth = PERSONS.index(person)
        moved.append(own_ways().index(track - cells[nth]))
        here = int(steps[here, int(WHICH[key, face]), moved[-1]])
        cells[nth] += (key + 1) * (face + 1)
    spot = Spot(rows, steps, faces, start, here, pressed, tuple(moved), own_ways())
    return spot, "points" if its.pays == POINTS_PAY else "win"


def _round_of(view: View) -> Round:
    """Which of the solved rounds this is. While a match is being worked out, what is there already does: the last round
    of the usual match where it is the same, and else a round for its points. Raises NotYet."""
    assert view.shooter is not None
    assert view.hider is not None
    name = (view.rounds - len(view.played), view.scores[view.shooter] - view.scores[view.hider])
    try:
        found = solved(view.options)
    except NotYet:
        if (before := solved_before(view.options)) is None:
            raise
        found = before
        if name[0] > 1:
            name = POINTS
    return found.rounds.get(name) or found.rounds[POINTS]


@lru_cache(maxsize=8)
def _rows(track: int, faces: int, its: Round) -> Floats:
    return rows_of(track, faces, its.pays, its.values)
