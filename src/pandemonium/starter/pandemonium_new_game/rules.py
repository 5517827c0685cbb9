"""The rules of New Game. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from pandemonium.core.chance import Chance
from pandemonium.core.game import NATURE, Due, Illegal, Move, Result, RoundScore, Seat, ranked

FACES: Final = (1, 2, 3, 4, 5, 6)
NOT_THROWN: Final = 0


class Options(Struct, frozen=True, kw_only=True, rename="kebab"):
    """3.2 What can be chosen for a table."""

    coals: Annotated[int, Meta(ge=1, le=9)] = 3


class Keep(Struct, frozen=True, tag="keep"):
    """2.2 The die stays as it lies."""


class Again(Struct, frozen=True, tag="again"):
    """2.2 The die is thrown once more."""


class Throw(Struct, frozen=True, tag="throw"):
    """2.1 Nature throws the die under a cup. It is covered (None) for all but who holds the cup."""

    die: int | None
    seat: Seat


class Show(Struct, frozen=True, tag="show"):
    """2.3 All cups are lifted: what lay under them, by seat."""

    dice: tuple[int, ...]


Action = Keep | Again
Event = Throw | Show


class State(Struct, frozen=True):
    """A moment of the game."""

    options: Options
    seats: int
    coals: tuple[int, ...]
    dice: tuple[int, ...]
    """What lies under the cups of this round, by seat; 0 is nothing yet."""
    round: int = 1
    spoken: int = 0
    """How many have spoken in this round."""
    again: tuple[Seat, ...] = ()
    """Who threw once more in this round."""
    lifted: tuple[int, ...] | None = None
    """What lay under the cups of the round before."""
    over: bool = False


def start(options: Options, seats: int) -> State:
    return State(options, seats, coals=(0,) * seats, dice=(NOT_THROWN,) * seats)


def to_act(state: State) -> tuple[Seat, ...]:
    return () if state.over or NOT_THROWN in state.dice or state.spoken == state.seats else (speaker(state),)


def speaker(state: State) -> Seat:
    """2.2 Whose word it is: the first player moves on by one from round to round."""
    return Seat((state.round - 1 + state.spoken) % state.seats)


def legal(state: State, seat: Seat) -> list[Action]:
    return [Keep(), Again()] if seat in to_act(state) else []


def nature(state: State, chance: Chance) -> Due[Event] | None:
    if state.over:
        return None
    if NOT_THROWN in state.dice:
        return Due(Throw(chance.pick(FACES), Seat(state.dice.index(NOT_THROWN))))
    return Due(Show(state.dice)) if state.spoken == state.seats else None


def apply(state: State, move: Move[Action | Event]) -> State:
    if state.over:
        raise Illegal("match-over")
    match move.what:
        case Throw(die, seat) if move.by == NATURE:
            return _thrown(state, die, seat)
        case Show(dice) if move.by == NATURE:
            if NOT_THROWN in state.dice or state.spoken < state.seats or dice != state.dice:
                raise Illegal("not-what-lies-there")
            return _lifted(state)
        case Keep() | Again():
            if move.by not in to_act(state):
                raise Illegal("not-your-turn")
            return _said(state, move.what)
    raise Illegal("not-yours-to-do")


def result(state: State) -> Result | None:
    return ranked(state.coals, best=min) if state.over else None  # 3.1


def round_score(before: State, after: State) -> RoundScore | None:
    if before.round == after.round:
        return None
    taken = tuple(now - had for had, now in zip(before.coals, after.coals, strict=True))
    return RoundScore(before.round, taken, after.coals)


def burnt(dice: tuple[int, ...]) -> tuple[Seat, ...]:
    """2.3 Who takes a coal: the lowest die, all of them if there are several."""
    return tuple(Seat(seat) for seat, die in enumerate(dice) if die == min(dice))


# What the moves do


def _thrown(state: State, die: int | None, seat: Seat) -> State:
    if die is None:
        raise Illegal("covered")
    if die not in FACES or NOT_THROWN not in state.dice or seat != state.dice.index(NOT_THROWN):
        raise Illegal("no-such-throw", die=die, seat=seat)
    return replace(state, dice=(*state.dice[:seat], die, *state.dice[seat + 1 :]))


def _said(state: State, word: Action) -> State:
    seat, spoken = speaker(state), state.spoken + 1
    if isinstance(word, Keep):
        return replace(state, spoken=spoken)
    dice = (*state.dice[:seat], NOT_THROWN, *state.dice[seat + 1 :])
    return replace(state, spoken=spoken, dice=dice, again=(*state.again, seat))


def _lifted(state: State) -> State:
    coals = tuple(had + (seat in burnt(state.dice)) for seat, had in enumerate(state.coals))
    return State(
        state.options,
        state.seats,
        coals=coals,
        dice=(NOT_THROWN,) * state.seats,
        round=state.round + 1,
        lifted=state.dice,
        over=max(coals) >= state.options.coals,  # 3.1
    )
