"""Where solved tables are: in the box, on this machine's disk, or being worked out.

A match on a long track, or of many rounds, takes minutes. So a round for its points comes first: it takes less than a
minute on any track, and as soon as it is there, it is played by until the match is."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pandemonium.core.evaluation import NotYet
from pandemonium.games.diable_sauteur.hiding import Floats
from pandemonium.games.diable_sauteur.material import SCORE, Options
from pandemonium.games.diable_sauteur.pursuit import solve_round, start_of
from pandemonium.games.diable_sauteur.race import solve_race
from pandemonium.search.compiled import COMPILES
from pandemonium.search.unfinished import unfinished

Pays = tuple[float, ...]
"""What 0, 1, 2, 3 arrived are worth to the Pursued."""

BOX: Final = Path(__file__).parent / "tables"
FINE: Final = 2.0**26
"""Tables of the pursuit are kept in steps of one part in so many of the points or of a victory."""
POINTS: Final = (0, 0)
POINTS_PAY: Final[Pays] = tuple(float(points) for points in SCORE)

_log = logging.getLogger(__name__)
_lock = Lock()
_here: dict[Options, Solved] = {}
_for_points: dict[tuple[int, str], Solved] = {}
"""By track and dice, a round for its points alone."""
_done: dict[Options, float] = {}
"""How much of what is being worked out here is done."""

STALE: Final = 60.0
"""Whoever works something out says so on disk. If he has not for so many seconds, he is gone."""
SAYS: Final = 0.5


class Round(Struct, frozen=True, eq=False):
    """A round that is solved."""

    pays: Pays
    values: Floats
    """What each position is worth."""


class Solved(NamedTuple):
    """What is known of the positions of a table with some options."""

    race: Floats | None
    """Rule B: the shooter's chance to win, by what he and the hider have to go."""
    rounds: Mapping[tuple[int, int], Round]
    """Rule A: a round by how many are left with it, and how many points the Pursued is ahead; POINTS for the one that
    is played for its points alone. A round that cannot change who wins is not there."""


def faces_of(options: Options) -> int:
    return 6 if options.dice == "plain" else 5


def solved(options: Options) -> Solved:
    """What is known, or NotYet: then it is being worked out from now on, here or by another process, unless nothing can
    be compiled on this machine."""
    options = _what_counts(options)
    with _lock:
        if (found := _here.get(options) or _read(options)) is not None:
            _here[options] = found
            return found
        if not COMPILES:
            raise NotYet(None)  # It would take hours.
        if options not in _done and (elsewhere := _done_elsewhere(options)) is not None:
            raise NotYet(elsewhere)
        if options not in _done:
            _done[options] = 0.0
            Thread(target=_work_out, args=(options,), daemon=True).start()
        raise NotYet(_done.get(options, 0.0))


def solve(options: Options, done: Callable[[float], None], early: Callable[[Solved], None] = lambda _: None) -> Solved:
    """Everything worked out anew. A round for its points is there `early`."""
    options = _what_counts(options)
    faces = faces_of(options)
    if options.rule == "b":
        found = Solved(solve_race(options.track, faces, done), {})
    else:
        match = Match(options, done)
        match.solve(POINTS, POINTS_PAY)
        points = Solved(None, {POINTS: match.rounds[POINTS]})
        with _lock:
            _for_points[options.track, options.dice] = points
        early(points)
        match.worth(options.rounds, 0)
        found = Solved(None, match.rounds)
    with _lock:
        _here[options] = found
    return found


def solved_before(options: Options) -> Solved | None:
    """What does instead while a match is being worked out: the tables of the usual one, if they are known, or at least
    a round for its points, worked out here or by another process."""
    usual, kind = replace(options, rounds=2), (options.track, options.dice)
    with _lock:
        if (found := _here.get(usual) or _read(usual)) is not None:
            _here[usual] = found
            return found
        if kind not in _for_points and (points := _found(_name_for_points(options))) is not None:
            _for_points[kind] = points
        return _for_points.get(kind)


class Match:
    """3.7 The rounds of a match: what the next one is worth, for each lead that one can have."""

    def __init__(self, options: Options, done: Callable[[float], None]) -> None:
        self.options = options
        self.rounds: dict[tuple[int, int], Round] = {}
        self._tables: dict[Pays, Floats] = {}
        self._done = done
        self._expected = 1 + len(set(self._patterns(options.rounds)))

    def worth(self, left: int, ahead: int) -> float:
        """To who is pursued next, with so many rounds left, and so many points ahead."""
        if not left:
            return 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))
        if (left, ahead) not in self.rounds:
            pays = tuple(1.0 - self.worth(left - 1, -(ahead + points)) for points in SCORE)
            if min(pays) == max(pays):
                return pays[0]
            self.solve((left, ahead), pays)
        return start_value(self.options, self.rounds[left, ahead])

    def solve(self, name: tuple[int, int], pays: Pays) -> None:
        if pays not in self._tables:
            before = len(self._tables)
            self._tables[pays] = solve_round(
                self.options.track,
                faces_of(self.options),
                pays,
                lambda part: self._done(min(1.0, (before + part) / self._expected)),
            )
        self.rounds[name] = Round(pays, self._tables[pays])

    def _patterns(self, left: int, aheads: frozenset[int] = frozenset({0})) -> list[object]:
        """One for each table that is needed, or a few more."""
        if left == 1:
            signs = {tuple(np.sign(ahead + points) for points in SCORE) for ahead in aheads}
            return [its for its in signs if len(set(its)) > 1]
        after = frozenset(-(ahead + points) for ahead in aheads for points in SCORE)
        return [(left, ahead) for ahead in aheads] + self._patterns(left - 1, after)


def start_value(options: Options, its: Round) -> float:
    """What a round is worth to the Pursued before it begins."""
    return float(its.values[start_of(options.track)])


def keep(options: Options, found: Solved, folder: Path) -> Path:
    """On disk, so small that it can be shipped."""
    path = folder / _name(_what_counts(options))
    write(found, path)
    return path


def write(found: Solved, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}.new.npz")
    if found.race is not None:
        np.savez_compressed(new, race=found.race)
    else:
        tables = {its.pays: its.values for its in found.rounds.values()}
        pays = list(tables)
        which = [(*name, pays.index(its.pays)) for name, its in found.rounds.items()]
        coarse = np.stack([np.rint(values / max(its) * FINE) for its, values in tables.items()]).astype(np.int64)
        steps = np.diff(coarse, axis=1, prepend=0)
        folded = ((steps << 1) ^ (steps >> 63)).astype("<u4")
        planes = folded.view(np.uint8).reshape(*folded.shape, 4).transpose(0, 2, 1)
        np.savez_compressed(new, which=np.array(which), pays=np.array(pays), planes=np.ascontiguousarray(planes))
    new.replace(path)


def cache() -> Path:
    """Where this machine keeps what has been worked out on it."""
    if chosen := os.environ.get("PANDEMONIUM_HOME"):
        return Path(chosen) / "solved"
    usual = os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else os.environ.get("XDG_CACHE_HOME")
    return Path(usual or Path.home() / ".cache") / "pandemonium" / "solved"


def read(path: Path) -> Solved:
    """What is kept there. Raises OSError, KeyError and ValueError: it is not there, or not whole."""
    with np.load(path) as file:
        if "race" in file:
            return Solved(file["race"], {})
        folded = np.ascontiguousarray(file["planes"].transpose(0, 2, 1)).view("<u4")[..., 0].astype(np.int64)
        tables = np.cumsum((folded >> 1) ^ -(folded & 1), axis=1) / FINE
        pays = [tuple(map(float, its)) for its in file["pays"]]
        rounds = [Round(its, table * max(its)) for its, table in zip(pays, tables, strict=True)]
        return Solved(None, {(int(left), int(ahead)): rounds[nth] for left, ahead, nth in file["which"]})


def _read(options: Options) -> Solved | None:
    return _found(_name(options))


def _found(name: str) -> Solved | None:
    for folder in (BOX, cache()):
        with suppress(OSError, KeyError, ValueError):
            return read(folder / name)
    return None


def _work_out(options: Options) -> None:
    name, said = _name(options), 0.0
    sign = cache() / f"{name}.at-work"

    def done(part: float) -> None:
        nonlocal said
        _done[options] = part
        if time.monotonic() > said + SAYS:
            said = time.monotonic()
            with suppress(OSError):
                sign.write_text(f"{part:.4f}")

    def early(points: Solved) -> None:
        with suppress(OSError):
            write(points, cache() / _name_for_points(options))

    with suppress(OSError):
        sign.parent.mkdir(parents=True, exist_ok=True)
    _log.warning("Working out %s: until that is done, bots that would know it play by a rule of thumb.", name)
    with unfinished():
        try:
            keep(options, solve(options, done, early), cache())
        except OSError as error:
            _log.warning("cannot keep %s: %s", name, error)
        with _lock:
            del _done[options]
        with suppress(OSError):
            sign.unlink(missing_ok=True)
    _log.info("worked out %s", name)


def _done_elsewhere(options: Options) -> float | None:
    """How much another process has done of it; None if there is none at work."""
    sign = cache() / f"{_name(options)}.at-work"
    try:
        if time.time() - sign.stat().st_mtime < STALE:
            return float(sign.read_text() or 0)
    except (OSError, ValueError):
        pass
    return None


def _name(options: Options) -> str:
    rounds = f"-{options.rounds}" if options.rule == "a" else ""
    return f"{options.rule}-{options.track}-{options.dice}{rounds}.npz"


def _name_for_points(options: Options) -> str:
    return f"a-{options.track}-{options.dice}-points.npz"


def _what_counts(options: Options) -> Options:
    """The race has no rounds."""
    return options if options.rule == "a" else Options(rule="b", track=options.track, dice=options.dice)
