"""What can be told of a move of Little Devils, and what a player can be asked. Numbers are those of RULES.md."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pandemonium.core.game import Seat
from pandemonium.games.little_devils.rules import Card

Way = Literal["up", "down"]


# What can be told of a move


class DealerDrawn(Struct, frozen=True, gc=False, tag="dealer-drawn"):
    """2.2 Chance has named the first dealer."""

    seat: Seat


class Dealt(Struct, frozen=True, gc=False, tag="dealt"):
    """2.2 Everybody has his cards, and the round begins."""

    round: int
    dealer: Seat
    leader: Seat


class Led(Struct, frozen=True, gc=False, tag="led"):
    """3.1 The first card of a trick."""

    seat: Seat
    card: Card
    devils: int


class Called(Struct, frozen=True, gc=False, tag="called"):
    """3.3 The second card, which sends the trick up or down."""

    seat: Seat
    card: Card
    devils: int
    way: Way
    lead: Card


class Followed(Struct, frozen=True, gc=False, tag="followed"):
    """3.4 A card that obeys the call."""

    seat: Seat
    card: Card
    devils: int


class Failed(Struct, frozen=True, gc=False, tag="failed"):
    """3.4 A card on the wrong side of the lead, from a hand with none on the right side."""

    seat: Seat
    card: Card
    devils: int
    way: Way
    lead: Card


class Turned(Struct, frozen=True, gc=False, tag="turned"):
    """3.5 The first failure has turned the trick round: which card takes it from now on."""

    takes: Literal["highest", "lowest"]


class Took(Struct, frozen=True, gc=False, tag="took"):
    """3.5, 3.6 Who took the full trick, with which of its cards, and how many devils lay in it."""

    seat: Seat
    card: Card
    devils: int


class RoundOver(Struct, frozen=True, gc=False, tag="round-over"):
    """4.1 The devils that each has taken in this round, and has altogether."""

    round: int
    taken: tuple[int, ...]
    totals: tuple[int, ...]


class Won(Struct, frozen=True, gc=False, tag="won"):
    """4.3 The match is over: who has the fewest devils, and how many."""

    seats: tuple[Seat, ...]
    devils: int


Fact = DealerDrawn | Dealt | Led | Called | Followed | Failed | Turned | Took | RoundOver | Won


# What a seat can be asked


class Lead(Struct, frozen=True, gc=False, tag="lead"):
    """3.2 Lead to a new trick, with anything but a five."""


class LeadFive(Struct, frozen=True, gc=False, tag="lead-five"):
    """3.2 Lead to a new trick, from a hand that holds nothing but fives."""


class Call(Struct, frozen=True, gc=False, tag="call"):
    """3.3 Send the trick up or down."""

    lead: Card


class Follow(Struct, frozen=True, gc=False, tag="follow"):
    """3.4 Obey the call."""

    way: Way
    lead: Card


class Fail(Struct, frozen=True, gc=False, tag="fail"):
    """3.4 Play whatever you like: nothing in your hand obeys the call."""

    way: Way
    lead: Card


Question = Lead | LeadFive | Call | Follow | Fail
