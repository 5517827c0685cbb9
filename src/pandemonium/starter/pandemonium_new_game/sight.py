"""Who sees, is told and is asked what in New Game: the only file about secrets. Numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pandemonium.core.chance import Chance
from pandemonium.core.game import PUBLIC, Eyes, Move, Seat
from pandemonium_new_game import rules
from pandemonium_new_game.rules import FACES, NOT_THROWN, Action, Event, Options, State, burnt, to_act


class View(Struct, frozen=True):
    """All that some eyes see."""

    eyes: Eyes
    die: int
    """One's own; 0 if it has not been thrown, and for the public."""
    options: Options
    seats: int
    coals: tuple[int, ...]
    round: int
    spoken: int
    again: tuple[Seat, ...]
    thrown: tuple[bool, ...]
    """By seat, whether a die lies under the cup."""
    turn: Seat | None
    lifted: tuple[int, ...] | None
    over: bool


# What can be told of a move


class Thrown(Struct, frozen=True, tag="thrown"):
    """2.1 A die was thrown; what it shows, for who holds the cup."""

    seat: Seat
    die: int | None


class Kept(Struct, frozen=True, tag="kept"):
    """2.2"""

    seat: Seat


class ThrowsAgain(Struct, frozen=True, tag="throws-again"):
    """2.2"""

    seat: Seat


class Lifted(Struct, frozen=True, tag="lifted"):
    """2.3 What lay under the cups, and who takes a coal."""

    round: int
    dice: tuple[int, ...]
    burnt: tuple[Seat, ...]


class Won(Struct, frozen=True, tag="won"):
    """3.1"""

    seats: tuple[Seat, ...]
    coals: int


Fact = Thrown | Kept | ThrowsAgain | Lifted | Won


class Choose(Struct, frozen=True, tag="choose"):
    """2.2 Does the die stay as it lies?"""

    die: int


Question = Choose


def view(state: State, eyes: Eyes) -> View:
    turn = to_act(state)
    return View(
        eyes=eyes,
        die=NOT_THROWN if eyes == PUBLIC else state.dice[eyes],
        options=state.options,
        seats=state.seats,
        coals=state.coals,
        round=state.round,
        spoken=state.spoken,
        again=state.again,
        thrown=tuple(die != NOT_THROWN for die in state.dice),
        turn=turn[0] if turn else None,
        lifted=state.lifted,
        over=state.over,
    )


def shown(move: Move[Action | Event], eyes: Eyes) -> Move[Action | Event]:
    match move.what:
        case rules.Throw(seat=seat) if seat != eyes:
            return replace(move, what=rules.Throw(None, seat))
    return move


def told(before: State, move: Move[Action | Event], after: State, eyes: Eyes) -> Sequence[Fact]:
    match move.what:
        case rules.Throw(die, seat):
            return [Thrown(seat, die if seat == eyes else None)]
        case rules.Keep():
            return [Kept(Seat(int(move.by)))]
        case rules.Again():
            return [ThrowsAgain(Seat(int(move.by)))]
        case rules.Show(dice):
            facts: list[Fact] = [Lifted(before.round, dice, burnt(dice))]
            if after.over:
                fewest = min(after.coals)
                facts.append(Won(tuple(Seat(at) for at, its in enumerate(after.coals) if its == fewest), fewest))
            return facts
    return []


def question(state: State, seat: Seat) -> Question | None:
    return Choose(state.dice[seat]) if seat in to_act(state) else None


def imagine(view: View, chance: Chance) -> State:
    """The others may have thrown anything."""
    dice = [chance.pick(FACES) if thrown else NOT_THROWN for thrown in view.thrown]
    if view.eyes != PUBLIC:
        dice[view.eyes] = view.die
    return State(
        view.options, view.seats, view.coals, tuple(dice), view.round, view.spoken, view.again, view.lifted, view.over
    )
