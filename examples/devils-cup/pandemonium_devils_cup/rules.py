"""The rules of Devil’s Cup. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from pandemonium.core.chance import Chance
from pandemonium.core.game import NATURE, Due, Illegal, Move, Result, Seat, ranked

# 1.2 What two dice are worth: the higher one is the ten.
DEVIL: Final = 21
PLAIN: Final = tuple(10 * high + low for high in range(3, 7) for low in range(1, high))
DOUBLES: Final = tuple(11 * face for face in range(1, 7))
ORDER: Final = (*PLAIN, *DOUBLES, DEVIL)
"""From the lowest to the highest."""
RANK: Final = {worth: place for place, worth in enumerate(ORDER)}
THROWS: Final = tuple(10 * max(one, other) + min(one, other) for one in range(1, 7) for other in range(1, 7))
"""All throws of two dice, each as likely as the others."""
NOTHING: Final = 0


class Options(Struct, frozen=True, kw_only=True, rename="kebab"):
    """3.2 What can be chosen for a table."""

    horns: Annotated[int, Meta(ge=2, le=12)] = 5


class Claim(Struct, frozen=True, tag="claim"):
    """2.2 What is said to lie under the cup."""

    worth: int


class Believe(Struct, frozen=True, tag="believe"):
    """2.3 The cup is taken over as it is."""


class Doubt(Struct, frozen=True, tag="doubt"):
    """2.3 The cup shall be lifted."""


class Yield(Struct, frozen=True, tag="yield"):
    """2.5 A horn is taken, and the cup stays where it is."""


class First(Struct, frozen=True, tag="first"):
    """2.1 Nature draws by lot who begins."""

    seat: Seat


class Throw(Struct, frozen=True, tag="throw"):
    """2.2 Nature throws the dice under the cup. They are covered (None) for all but who holds it."""

    worth: int | None
    seat: Seat


class Show(Struct, frozen=True, tag="show"):
    """2.4 The cup is lifted."""

    worth: int


Action = Claim | Believe | Doubt | Yield
Event = First | Throw | Show


class End(Struct, frozen=True):
    """How a round ended: who took horns, and how many; what lay under the cup, if it was lifted."""

    holder: Seat
    asked: Seat
    claim: int
    dice: int | None
    taker: Seat
    horns: int


class State(Struct, frozen=True):
    """A moment of the game."""

    options: Options
    seats: int
    horns: tuple[int, ...]
    round: int = 1
    holder: Seat | None = None
    """Who has the cup; None before the lot."""
    dice: int = NOTHING
    """What lies under it; 0: nothing yet."""
    claim: int = NOTHING
    """The last claim of this round; 0: none yet."""
    under: int = NOTHING
    """The claim before that."""
    asked: Seat | None = None
    """Who has to answer the claim."""
    doubted: bool = False
    last: End | None = None
    """How the round before ended."""
    over: bool = False


def start(options: Options, seats: int) -> State:
    return State(options, seats, horns=(0,) * seats)


def to_act(state: State) -> tuple[Seat, ...]:
    if state.over or state.doubted or state.holder is None or not state.dice:
        return ()
    return (state.holder if state.asked is None else state.asked,)


def legal(state: State, seat: Seat) -> list[Action]:
    if seat not in to_act(state):
        return []
    if state.asked is None:
        return [Claim(worth) for worth in higher(state.claim)]
    return [Yield() if state.claim == DEVIL else Believe(), Doubt()]


def higher(claim: int) -> tuple[int, ...]:
    """2.2 What may be claimed after this."""
    return ORDER[RANK[claim] + 1 :] if claim else ORDER


def claimer(state: State) -> Seat | None:
    """Whose the last claim is: who believed it has the cup now."""
    if state.holder is None or not state.claim:
        return None
    return state.holder if state.asked is not None else Seat((state.holder - 1) % state.seats)


def nature(state: State, chance: Chance) -> Due[Event] | None:
    if state.over:
        return None
    if state.holder is None:
        return Due(First(Seat(chance.below(state.seats))))
    if not state.dice:
        return Due(Throw(chance.pick(THROWS), state.holder))
    return Due(Show(state.dice)) if state.doubted else None


def apply(state: State, move: Move[Action | Event]) -> State:
    if state.over:
        raise Illegal("match-over")
    if move.by == NATURE:
        return _natural(state, move.what)
    if isinstance(move.what, First | Throw | Show):
        raise Illegal("not-yours-to-do")
    if move.by not in to_act(state):
        raise Illegal("not-your-turn")
    if move.what not in legal(state, Seat(move.by)):
        raise _why_not(state, move.what)
    match move.what:
        case Claim(worth):
            asked = Seat((move.by + 1) % state.seats)
            return replace(state, claim=worth, under=state.claim, asked=asked)
        case Believe():
            return replace(state, holder=state.asked, asked=None, dice=NOTHING)
        case Doubt():
            return replace(state, doubted=True)
        case Yield():
            return _ended(state, Seat(move.by), 1, dice=None)


def result(state: State) -> Result | None:
    return ranked(state.horns, best=min) if state.over else None  # 3.1


# What the moves do


def _natural(state: State, what: Action | Event) -> State:
    match what:
        case First(seat):
            if state.holder is not None or seat not in range(state.seats):
                raise Illegal("no-lot", seat=seat)
            return replace(state, holder=seat)
        case Throw(None, _):
            raise Illegal("covered")
        case Throw(int(worth), seat):
            if state.holder != seat or state.dice or worth not in RANK:
                raise Illegal("no-such-throw", worth=worth, seat=seat)
            return replace(state, dice=worth)
        case Show(worth):
            if not state.doubted or worth != state.dice or state.holder is None or state.asked is None:
                raise Illegal("not-under-the-cup", worth=worth)
            lied = RANK[worth] < RANK[state.claim]
            horns = 2 if state.claim == DEVIL else 1  # 2.4
            return _ended(state, state.holder if lied else state.asked, horns, dice=worth)
    raise Illegal("not-yours-to-do")


def _why_not(state: State, what: Action) -> Illegal:
    match what:
        case Claim(worth) if worth not in RANK:
            return Illegal("no-such-claim", worth=worth)
        case Claim() if state.asked is None:
            return Illegal("claim-higher", claim=state.claim)
        case Claim():
            return Illegal("answer-first", claim=state.claim)
        case _ if state.asked is None:
            return Illegal("claim-first")
    return Illegal("nothing-is-higher")


def _ended(state: State, taker: Seat, horns: int, *, dice: int | None) -> State:
    """2.4, 2.5 Somebody takes horns, and begins the next round with the cup."""
    assert state.holder is not None
    assert state.asked is not None
    has = tuple(had + horns * (seat == taker) for seat, had in enumerate(state.horns))
    return State(
        state.options,
        state.seats,
        horns=has,
        round=state.round + 1,
        holder=taker,
        last=End(state.holder, state.asked, state.claim, dice, taker, horns),
        over=max(has) >= state.options.horns,  # 3.1
    )
