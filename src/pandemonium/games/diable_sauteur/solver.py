"""How Le Diable Sauteur is solved, checked and put into the box; what is slow to import waits until it is asked."""

from __future__ import annotations

from pathlib import Path

from pandemonium.core.solving import Done, Solver, Value
from pandemonium.games.diable_sauteur.material import Options


def solve(options: Options, done: Done) -> list[Value]:
    """Rule B: how likely he is to win who presses first. Rule A: the points of a round, and how likely he is to win who
    is Pursued first, a share being half a victory."""
    from pandemonium.games.diable_sauteur import solved

    found = solved.solve(options, done)
    dice = "" if options.dice == "plain" else f"-{options.dice}"
    if found.race is not None:
        return [Value(f"b{dice}", options.track, float(found.race[options.track, options.track]))]
    rounds = "" if options.rounds == 2 else f"-{options.rounds}"
    points, match = found.rounds[solved.POINTS], found.rounds[options.rounds, 0]
    return [
        Value(f"a{dice}", options.track, solved.start_value(options, points)),
        Value(f"match-a{dice}{rounds}", options.track, solved.start_value(options, match)),
    ]


def check(options: Options, kept: str, done: Done) -> float:
    """As it will be played by: read from disk, where values are rounded."""
    from pandemonium.games.diable_sauteur import solved
    from pandemonium.games.diable_sauteur.check import most_to_gain

    return most_to_gain(solved.read(Path(kept)), options, done)


def thumbs(options: Options, done: Done) -> list[Value]:
    """The race and the match: how often one wins by the rule of thumb. The pursuit also: the points of a round if the
    Devil hides by it, and if the Pursued plays by it."""
    from pandemonium.games.diable_sauteur import solved, thumb

    faces, track = solved.faces_of(options), options.track
    if options.rule == "b":
        return [Value("b", track, thumb.race_share(track, faces, thumb.RACE))]
    hunted, pursued = thumb.round_points(track, faces, thumb.PURSUIT, solved.POINTS_PAY)
    done(0.5)
    return [
        Value("hide-a", track, hunted),
        Value("press-a", track, pursued),
        Value("match-a", track, thumb.match_share(track, faces, thumb.PURSUIT)),
    ]


def keep(options: Options, folder: str) -> str:
    from pandemonium.games.diable_sauteur import solved

    found = solved.solved(options)
    return str(solved.keep(options, found, Path(folder or solved.cache())))


SOLVER = Solver(solve, check, thumbs, keep)
