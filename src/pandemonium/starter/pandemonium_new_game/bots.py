"""Who plays New Game when nobody does: bots with a player's eyes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from random import Random
from typing import Final

from pandemonium.core.game import Bot
from pandemonium_new_game.rules import FACES, Action, Again, Keep
from pandemonium_new_game.sight import View

GOOD: Final = 4
"""Who throws such a die, or a better one, usually keeps it."""


def random(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Either."""
    return luck.choice(legal)


def sensible(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Keeps what is better than most throws."""
    return Keep() if view.die >= GOOD else Again()


def counting(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Knows how likely the lowest die is among so many, and thinks that the others throw once."""
    return _the_safer(view.die, lambda die: _at_least(die) ** (view.seats - 1))


def reading(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Besides, draws conclusions from what the others have said, and will say."""
    others = [seat for seat in range(view.seats) if seat != view.eyes]
    spoken = {(view.round - 1 + place) % view.seats for place in range(view.spoken)}

    def burns(die: int) -> float:
        return prod(
            _at_least(die)
            if seat in view.again
            else _kept_at_least(die)
            if seat in spoken
            else _kept_at_least(die) / 2 + _at_least(die) / 2
            for seat in others
        )

    return _the_safer(view.die, burns)


LEVELS: dict[str, Bot[View, Action]] = {
    "kobold": random,
    "tempter": sensible,
    "fiend": counting,
    "archdevil": reading,
}
MORE: dict[str, Bot[View, Action]] = {"random": random, "sensible": sensible}


def _at_least(die: int) -> float:
    """How likely a throw is not lower than this."""
    return sum(face >= die for face in FACES) / len(FACES)


def _kept_at_least(die: int) -> float:
    """The same of a throw that somebody has kept."""
    kept = [face for face in FACES if face >= GOOD]
    return sum(face >= die for face in kept) / len(kept)


def _the_safer(die: int, burns: Callable[[int], float]) -> Action:
    """Keep, if a new throw burns at least as often."""
    return Keep() if burns(die) <= sum(map(burns, FACES)) / len(FACES) else Again()
