"""Who sees what in Diavolo: everybody everything, save what others choose at a calm table; and that the eye must read
the dice by itself."""

from __future__ import annotations

from msgspec import Struct

from pandemonium.core.chance import Chance
from pandemonium.core.game import PUBLIC, Eyes, Move, Seat
from pandemonium.games.diavolo.dice import COLOURS, Colour, OrderFace, Throw, right_colour
from pandemonium.games.diavolo.explained import Explained, explained, finished
from pandemonium.games.diavolo.facts import (
    DiceThrown,
    Fact,
    OrderShown,
    Question,
    RollerDrawn,
    Voided,
    WhichImp,
    dice_thrown,
)
from pandemonium.games.diavolo.rules import (
    IMPS,
    MOST_GEMS,
    Action,
    Bell,
    Choices,
    Choose,
    Chosen,
    Event,
    Grab,
    Grabbed,
    Imps,
    Options,
    Order,
    Roller,
    State,
    Table,
    Thrown,
    Void,
    living,
)

__all__ = ["Fact", "Question", "View", "imagine", "question", "shown", "told", "view"]


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
    heard: DiceThrown | None
    """The same dice, as they are told to those who listen."""
    thrown_at: int | None
    bell_at: int | None
    """When the round ends at the latest; both in milliseconds since the match began."""
    whole: Imps
    """How many imps stand in the middle when a round begins: black, red, white, grey."""
    imps: Imps
    """How many are left there."""
    grabs: tuple[Grabbed | Chosen, ...]
    """In this round, in the order in which they counted."""
    chosen: Colour | None
    """6.4 What lies covered for all eyes but these."""
    racing: tuple[Seat, ...]
    """Who may still grab."""
    decided: bool
    """Nothing can change any more: the bell is about to ring."""
    right: Colour | None
    """Only when the round is decided."""
    gems: tuple[int, ...]
    most_gems: int
    """Nobody ever holds more."""
    out: tuple[int | None, ...]
    """By seat, the round in which he lost his last gem."""
    explained: Explained | None
    """The round before: what was right and why, and what it cost or brought each."""
    over: bool


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
        heard=None if dice is None else dice_thrown(dice.throw),
        thrown_at=None if dice is None else dice.at,
        bell_at=None if dice is None else dice.bell_at,
        whole=IMPS[len(living(table))],
        imps=state.imps,
        grabs=state.grabs,
        chosen=state.chosen[eyes] if state.chosen and eyes != PUBLIC else None,
        racing=state.racing,
        decided=decided,
        right=dice.right if dice is not None and decided else None,
        gems=table.gems,
        most_gems=MOST_GEMS,
        out=table.out,
        explained=explained(table),
        over=table.over,
    )


def shown(move: Move[Action | Event], eyes: Eyes) -> Move[Action | Event]:
    """4.2 Nothing is hidden from anybody, 6.4 but what others choose at a calm table."""
    if isinstance(move.what, Choose) and move.by != eyes:
        return Move(move.by, Choose(None, move.what.ms), move.at)
    return move


def told(before: State, move: Move[Action | Event], after: State, eyes: Eyes) -> tuple[Fact, ...]:  # noqa: ARG001
    """4.2 What everybody is told: of a throw, the order alone, since the eye must find the dice where they lie; which
    colour was right, and 6.4 what was covered, only when the bell has rung."""
    match move.what:
        case Roller(seat):
            return (RollerDrawn(seat),)
        case Order(order) | Throw(order):
            return (OrderShown(order),)
        case Grab() | Choose():
            return after.grabs[-1:]
        case Bell():
            its = explained(after.table)
            return () if its is None else (*its.took, its.right, *its.settled)
        case Void():
            return (Voided(before.table.round),)


def question(state: State, seat: Seat) -> Question | None:
    if state.thrown is None or seat not in state.racing:
        return None
    return WhichImp(state.thrown.throw.order)


def imagine(view: View, chance: Chance) -> State:
    """The dice lie there, and say which colour is right; what others have covered may be anything."""
    first = view.order if view.options.order_first else None
    last = None if view.explained is None else finished(view.explained)
    table = Table(view.options, view.seats, view.round, view.roller, view.gems, view.out, first, last, view.over)
    dice = None
    if view.throw is not None and view.thrown_at is not None and view.bell_at is not None:
        dice = Thrown(view.throw, view.thrown_at, view.bell_at, right_colour(view.throw))
    return State(table, dice, view.racing, view.imps, view.grabs, _imagined_choices(view, chance))


def _imagined_choices(view: View, chance: Chance) -> Choices:
    covered = {its.seat for its in view.grabs if isinstance(its, Chosen)}
    if not covered:
        return ()
    seats = map(Seat, range(view.seats))
    return tuple(
        [None if seat not in covered else view.chosen if seat == view.eyes else chance.pick(COLOURS) for seat in seats]
    )
