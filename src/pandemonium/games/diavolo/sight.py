"""Who sees what in Diavolo: everybody everything, save that the eye must read the dice by itself."""

from __future__ import annotations

from msgspec import Struct

from pandemonium.core.chance import Chance
from pandemonium.core.game import Eyes, Move, Seat
from pandemonium.games.diavolo.dice import Colour, OrderFace, Throw, right_colour
from pandemonium.games.diavolo.rules import Action, Explained, Grabbed, Imps, Options, State, Table, Thrown


class View(Struct, frozen=True, kw_only=True):
    """4.2 What all see alike. The right colour is not in it until the round is decided: reading it off
    the dice is the game."""

    eyes: Eyes
    options: Options
    seats: int
    round: int
    roller: Seat | None
    order: OrderFace | None
    """The Order die, alone or with the others."""
    throw: Throw | None
    """The dice on the table."""
    thrown_at: int | None
    bell_at: int | None
    """When the round ends at the latest; both in milliseconds since the match began."""
    imps: Imps
    """Left in the middle: black, red, white, grey."""
    grabs: tuple[Grabbed, ...]
    """In this round, in the order in which they counted."""
    racing: tuple[Seat, ...]
    """Who may still grab."""
    decided: bool
    """Nothing can change any more: the bell is about to ring."""
    right: Colour | None
    """Only when the round is decided."""
    gems: tuple[int, ...]
    out: tuple[int | None, ...]
    """By seat, the round in which he lost his last gem."""
    explained: Explained | None
    """The round before: what was right and why, and what it cost or brought each."""
    over: bool


class Fact(Struct, frozen=True, tag="fact"):
    """What can be told of a move."""


class Question(Struct, frozen=True, tag="question"):
    """What a seat can be asked."""


def view(state: State, eyes: Eyes) -> View:
    table, dice = state.table, state.thrown
    decided = dice is not None and not state.racing
    return View(
        eyes=eyes,
        options=table.options,
        seats=table.seats,
        round=table.round,
        roller=table.roller,
        order=table.order if dice is None else dice.throw.order,
        throw=None if dice is None else dice.throw,
        thrown_at=None if dice is None else dice.at,
        bell_at=None if dice is None else dice.bell_at,
        imps=state.imps,
        grabs=state.grabs,
        racing=state.racing,
        decided=decided,
        right=dice.right if dice is not None and decided else None,
        gems=table.gems,
        out=table.out,
        explained=table.explained,
        over=table.over,
    )


def shown(move: Move[Action], eyes: Eyes) -> Move[Action]:  # noqa: ARG001
    """4.2 Nothing is hidden from anybody."""
    return move


def told(before: State, move: Move[Action], after: State, eyes: Eyes) -> tuple[Fact, ...]:  # noqa: ARG001
    return ()


def question(state: State, seat: Seat) -> Question | None:  # noqa: ARG001
    return None


def imagine(view: View, chance: Chance) -> State:  # noqa: ARG001
    """There is nothing to imagine: the dice lie there, and say which colour is right."""
    first = view.order if view.options.order_first else None
    table = Table(
        view.options, view.seats, view.round, view.roller, view.gems, view.out, first, view.explained, view.over
    )
    dice = None
    if view.throw is not None and view.thrown_at is not None and view.bell_at is not None:
        dice = Thrown(view.throw, view.thrown_at, view.bell_at, right_colour(view.throw))
    return State(table, dice, view.racing, view.imps, view.grabs)
