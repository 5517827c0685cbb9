"""What can be told of a move of Devil’s Cup, and what a player can be asked. Numbers are those of RULES.md."""

from __future__ import annotations

from msgspec import Struct

from pandemonium.core.game import Seat


class Begins(Struct, frozen=True, tag="begins"):
    """2.1 The lot has named who begins."""

    seat: Seat


class Thrown(Struct, frozen=True, tag="thrown"):
    """2.2 The dice were thrown; what they are worth, for who holds the cup."""

    seat: Seat
    worth: int | None


class Claimed(Struct, frozen=True, tag="claimed"):
    """2.2"""

    seat: Seat
    worth: int


class Believed(Struct, frozen=True, tag="believed"):
    """2.3"""

    seat: Seat
    holder: Seat


class Doubted(Struct, frozen=True, tag="doubted"):
    """2.3"""

    seat: Seat
    holder: Seat


class Lifted(Struct, frozen=True, tag="lifted"):
    """2.4 What lay under the cup, whether the claim was a lie, and who takes how many horns for it."""

    worth: int
    holder: Seat
    lied: bool
    taker: Seat
    horns: int


class Yielded(Struct, frozen=True, tag="yielded"):
    """2.5"""

    seat: Seat


class RoundOver(Struct, frozen=True, tag="round-over"):
    """2.4, 2.5 The horns that each has."""

    round: int
    horns: tuple[int, ...]


class Won(Struct, frozen=True, tag="won"):
    """3.1"""

    seats: tuple[Seat, ...]
    horns: int


Fact = Begins | Thrown | Claimed | Believed | Doubted | Lifted | Yielded | RoundOver | Won


class AskedToClaim(Struct, frozen=True, tag="claim"):
    """2.2 What do you say lies under the cup?"""

    dice: int
    claim: int | None


class AskedToBelieve(Struct, frozen=True, tag="believe"):
    """2.3 Do you believe it?"""

    holder: Seat
    claim: int


class AskedAboutTheDevil(Struct, frozen=True, tag="devil"):
    """2.5 Nothing is higher: do you doubt it, or give in?"""

    holder: Seat


Question = AskedToClaim | AskedToBelieve | AskedAboutTheDevil
