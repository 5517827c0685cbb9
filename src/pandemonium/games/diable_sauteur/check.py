"""Is it solved? Whoever knows how the other one plays, and answers as well as can be all the way to the end, must not
gain by it.

One side keeps to its solution, and the best answer to that is worked out over all positions: for the shooter by trying
every way to press and to move in whole arrays at once, for the hider by following each plan of the shooter from key to
key. Neither looks at how the solution was found."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pandemonium.games.diable_sauteur.hiding import (
    COLUMNS,
    DEVIL,
    PLAN,
    STOP,
    THIRD,
    WHICH,
    Floats,
    Ints,
    follow,
)
from pandemonium.games.diable_sauteur.material import Options
from pandemonium.games.diable_sauteur.mix import solve_hiding
from pandemonium.games.diable_sauteur.pursuit import Ways, rows_of, ways_of
from pandemonium.games.diable_sauteur.race import run_rows, run_steps
from pandemonium.games.diable_sauteur.solved import Round, Solved, faces_of

Done = Callable[[float], None]


class Play(NamedTuple):
    """How both sides play a hiding."""

    mix: Floats
    plans: Ints
    weights: Floats


def most_to_gain(found: Solved, options: Options, done: Done) -> float:
    """The most that either side can gain from any position by playing otherwise."""
    faces = faces_of(options)
    if found.race is not None:
        return race_gain(found.race, faces, done)
    rounds = {its.pays: its for its in found.rounds.values()}
    gains = [
        round_gain(options.track, faces, its, lambda part, nth=nth: done((nth + part) / len(rounds)))  # type: ignore[misc]
        for nth, its in enumerate(rounds.values())
    ]
    return max(gains)


def round_gain(track: int, faces: int, its: Round, done: Done) -> float:
    ways, paid = ways_of(track), np.array(its.pays)
    rows = rows_of(track, faces, its.pays, its.values)
    pressed, hidden = np.zeros_like(rows), np.zeros_like(rows)
    gain = 0.0
    for here in range(len(rows)):
        if ways.steps[here, 0, 0] < 0:
            pressed[here] = hidden[here] = paid[ways.arrived[here]]
            continue
        play = _play(rows, ways.steps, here, faces)
        _row(pressed, pressed, ways, paid, here, faces)
        pressed[here, STOP] = best_pressing(pressed, ways.steps, here, play.mix, faces)
        _row(hidden, rows, ways, paid, here, faces)
        hidden[here, STOP] = best_hiding(hidden, ways.steps, here, play, faces)
        gain = max(gain, pressed[here, STOP] - rows[here, STOP], rows[here, STOP] - hidden[here, STOP])
        if here % 100 == 0:
            done(here / len(rows))
    return float(gain)


def race_gain(values: Floats, faces: int, done: Done) -> float:
    """Whoever deviates does so as a shooter and as a hider."""
    track = len(values) - 1
    shoots, hides = np.full_like(values, np.nan), np.full_like(values, np.nan)
    steps, rows, gain = run_steps(track), np.zeros((track + 1, COLUMNS)), 0.0
    for total in range(2, 2 * track + 1):
        for mine in range(max(1, total - track), min(track, total - 1) + 1):
            his = total - mine
            run_rows(values, mine, his, 1.0 - values[his, mine], faces, rows, steps)
            as_hider = _play(rows, steps, track - mine, faces)
            run_rows(values, his, mine, 1.0 - values[mine, his], faces, rows, steps)
            as_shooter = _play(rows, steps, track - his, faces)
            shoot, hide = values[mine, his], 1.0 - values[his, mine]
            while True:
                before = shoot, hide
                run_rows(1.0 - hides, mine, his, hide, faces, rows, steps)
                shoot = best_pressing(rows, steps, track - mine, as_hider.mix, faces)
                run_rows(shoots, his, mine, 1.0 - shoot, faces, rows, steps)
                hide = 1.0 - best_hiding(rows, steps, track - his, as_shooter, faces)
                if abs(shoot - before[0]) + abs(hide - before[1]) < 1e-12:
                    break
            shoots[mine, his], hides[his, mine] = shoot, hide
            gain = max(gain, shoot - values[mine, his], hide - (1.0 - values[his, mine]))
        done(total / (2 * track))
    return float(gain)


def best_pressing(rows: Floats, steps: Ints, here: int, mix: Floats, faces: int) -> float:
    """The most against a mix: first keys, faces, persons, second keys, faces, persons and third keys side by side."""
    which = WHICH[:, :faces]
    first = steps[here][which]
    second = steps[first][:, :, :, which]
    down = mix * ~np.eye(4, dtype=bool)
    left = (down[:, None, :] * ~np.eye(4, dtype=bool)[None, :, :])[:, None, None, :, None, None, :]
    there = rows[second]
    sure = left.sum(axis=-1)
    third = left * there[..., DEVIL:THIRD] + (sure[..., None] - left) * there[..., THIRD:]
    third = np.where(_pressable(), third, -np.inf).max(axis=-1)
    after = np.where(second >= 0, np.maximum(sure * there[..., STOP], third), -np.inf).max(axis=-1).sum(axis=-1) / 6
    then, rest = rows[first], down.sum(axis=1)
    chance = (down + (rest[:, None] - down) * (6 - faces) / 6)[:, None, None, :]
    press = np.where(np.eye(4, dtype=bool)[:, None, None, :], -np.inf, chance * then[..., DEVIL:THIRD] + after).max(
        axis=-1
    )
    after = np.maximum(rest[:, None, None] * then[..., STOP], press)
    after = np.where(first >= 0, after, -np.inf).max(axis=-1).sum(axis=-1) / 6
    return float(((mix + rest * (6 - faces) / 6) * rows[here, DEVIL:THIRD] + after).max())


def best_hiding(rows: Floats, steps: Ints, here: int, play: Play, faces: int) -> float:
    """The least that the shooter's mix of plans gets, wherever the die of devils lies."""
    plans = zip(play.plans, play.weights, strict=True)
    return float(sum(weight * follow(rows, steps, here, plan, faces) for plan, weight in plans if weight > 0).min())


def _play(rows: Floats, steps: Ints, here: int, faces: int) -> Play:
    play = Play(np.full(4, 0.25), np.zeros((4, PLAN), np.int32), np.zeros(4))
    solve_hiding(rows, steps, here, faces, *play)
    return play


def _row(rows: Floats, judged: Floats, ways: Ways, paid: Floats, here: int, faces: int) -> None:  # noqa: PLR0917
    """A row but for its first column. The person whom a third number moves is the best one as `judged`."""
    for key in range(4):
        there = ways.devil[here, key]
        rows[here, DEVIL + key] = rows[there, STOP] if there >= 0 else paid[-1 - there]
    there = ways.steps[here][WHICH[:, :faces]]
    best = np.where(there >= 0, judged[there, STOP], -np.inf).argmax(axis=-1)
    moved = rows[np.take_along_axis(there, best[..., None], axis=-1)[..., 0], STOP].sum(axis=-1)
    rows[here, THIRD:] = (rows[here, DEVIL:THIRD] * (6 - faces) + moved) / 6


def _pressable() -> NDArray[np.bool_]:
    """By first, second and third key: no key twice."""
    first, second, third = np.ogrid[:4, :4, :4]
    free: NDArray[np.bool_] = (first != second) & (first != third) & (second != third)
    return free[:, None, None, :, None, None, :]
