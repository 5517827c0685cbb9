"""What can be told of a match of Diavolo, in the rulebook's own nouns and verbs. Numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from pandemonium.core.game import Seat
from pandemonium.games.diavolo.dice import SAME, Colour, OrderFace, Throw, Values, distances, nearest
from pandemonium.games.diavolo.rules import Chosen, Grabbed

Figure = int | float


class RollerDrawn(Struct, frozen=True, gc=False, tag="roller-drawn"):
    """2.3 Who rolls first."""

    seat: Seat


class OrderShown(Struct, frozen=True, gc=False, tag="order-shown"):
    """3.1 What the Order die says; 6.2 maybe before the others follow."""

    order: OrderFace


class HowFar(Struct, frozen=True, gc=False):
    """How far the dice of a colour lie from the Order die, in edges of a die."""

    near: float
    middle: float | None
    """None where there are but two dice of a colour."""
    far: float


class Distances(Struct, frozen=True, gc=False):
    black: HowFar
    red: HowFar
    white: HowFar


class DiceThrown(Struct, frozen=True, gc=False, tag="dice-thrown"):
    """3.1 What lies there, for those who listen, and for nobody who looks: never which colour that makes right."""

    order: OrderFace
    black: Values
    red: Values
    white: Values
    distances: Distances | None
    """Where these are asked for: told as finely as it takes to tell the nearest of two colours apart."""


class Figures(Struct, frozen=True, gc=False):
    """What each colour came to for the order; of distances, as told."""

    black: Figure
    red: Figure
    white: Figure


class Right(Struct, frozen=True, gc=False, tag="right"):
    """3.1, 3.2 Which colour was right in a finished round, and why."""

    round: int
    order: OrderFace
    figures: Figures
    colour: Colour
    best: tuple[Colour, ...]
    """One colour, or those that tie."""


class Took(Struct, frozen=True, gc=False, tag="took"):
    """6.4 What these had chosen, uncovered by the bell."""

    seats: tuple[Seat, ...]
    colour: Colour


class Gained(Struct, frozen=True, gc=False, tag="gained"):
    """3.4 The grey imp earned a gem."""

    seats: tuple[Seat, ...]


class Safe(Struct, frozen=True, gc=False, tag="safe"):
    """3.4 The right imp, and nothing lost."""

    seats: tuple[Seat, ...]


class LostGem(Struct, frozen=True, gc=False, tag="lost-gem"):
    """3.4 A wrong imp, or none."""

    seats: tuple[Seat, ...]


class Out(Struct, frozen=True, gc=False, tag="out"):
    """3.6 The last gem is gone."""

    seats: tuple[Seat, ...]


class ImpsLeave(Struct, frozen=True, gc=False, tag="imps-leave"):
    """2.2 For so many players there are too many imps."""

    players: int


class Won(Struct, frozen=True, gc=False, tag="won"):
    """3.6 The last to own a gem."""

    seat: Seat


class MostGems(Struct, frozen=True, gc=False, tag="most-gems"):
    """6.5 The last round is over."""

    seats: tuple[Seat, ...]


class NobodyWon(Struct, frozen=True, gc=False, tag="nobody-won"):
    """3.6 The last ones fell together."""


class Voided(Struct, frozen=True, gc=False, tag="voided"):
    """5.6 The house stumbled: the round does not count."""

    round: int


Settled = Gained | Safe | LostGem | Out | ImpsLeave | Won | MostGems | NobodyWon
"""What a finished round did."""
Fact = RollerDrawn | OrderShown | Grabbed | Chosen | Took | Right | Settled | Voided


class WhichImp(Struct, frozen=True, gc=False, tag="grab"):
    """3.3 Grab, as soon as you dare."""

    order: OrderFace


Question = WhichImp


@lru_cache(maxsize=256)  # All eyes ask for it, at every move of the round.
def dice_thrown(throw: Throw) -> DiceThrown:
    told = None
    if throw.order == "closest":
        decimals = told_apart(nearest(throw))
        told = Distances(*[_how_far(far, decimals) for far in distances(throw)])
    return DiceThrown(throw.order, throw.black, throw.red, throw.white, told)


def told_apart(figures: Sequence[float]) -> int:
    """How many decimals it takes until just those sound the same that are."""
    different = 1 + sum(more - less > SAME for less, more in pairwise(sorted(figures)))
    enough = (decimals for decimals in range(1, 9) if len({round(its, decimals) for its in figures}) == different)
    return next(enough, 9)


def _how_far(far: Sequence[float], decimals: int) -> HowFar:
    near, *middle, farthest = [round(its, decimals) for its in sorted(far)]
    return HowFar(near, middle[0] if middle else None, farthest)
