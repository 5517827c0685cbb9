"""Scenes for the tests of Diavolo: a table in the middle of a match, written as on paper."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pandemonium
from pandemonium.core.game import NATURE, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.games.diavolo import GAME
from pandemonium.games.diavolo.rules import timed

SHEET = "black=2,3,6 red=3,5,5 white=1,5,6"
"""7 The sheet's example."""
RED = f"nature throw largest-sum {SHEET}"
"""A throw that makes red right."""
GREY = f"nature throw highest-value {SHEET}"
"""A throw that makes grey right."""


def scene(*lines: str, seats: int = 4, roller: int = 0, **options: object) -> AnyMatch:
    """The match after these lines; nature plays only what stands there."""
    header = ["game diavolo", f"seats {seats}"]
    header += [f"option {name.replace('_', '-')} {value}" for name, value in options.items()]
    return pandemonium.read("\n".join([*header, f"nature roller {roller}", *lines]))


def rounds(count: int, *grabs: str, throw: str = RED) -> list[str]:
    """The same round so many times."""
    return [throw, *grabs, "nature bell"] * count


def whole_match(seed: int, seats: int, given: Mapping[str, object] | None = None, **options: object) -> AnyMatch:
    """A match of hasty people who grab at random, and sometimes not at all."""
    luck = Random(seed)
    named = {name.replace("_", "-"): value for name, value in options.items()}
    match = pandemonium.begin(GAME, seats, {**(given or {}), **named}, seed)
    while match.result is None:
        if luck.random() < 0.1:
            match.wait()
            continue
        seat = luck.choice(tuple(match.to_act))
        grab = luck.choice(match.legal(seat))
        ms = luck.randrange(100, 3000)
        match.play(seat, timed(grab, ms) if luck.random() < 0.7 else grab, match.now + luck.randrange(200))
    return match


def moves_on_paper(match: AnyMatch) -> list[list[str]]:
    lines = [[word for word in line.split() if not word.startswith("@")] for line in match.text().splitlines()]
    return [words for words in lines if words[0] == NATURE or words[0].isdigit()]


def seats_of(match: AnyMatch) -> list[Seat]:
    return [Seat(seat) for seat in range(match.seats)]
