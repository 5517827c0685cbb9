"""The rules of Diavolo. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from pandemonium.core.chance import Chance
from pandemonium.core.game import NATURE, Due, Illegal, Move, Mover, Result, RoundScore, Seat, Standing
from pandemonium.games.diavolo.dice import (
    COLOURS,
    ORDERS,
    Colour,
    OrderFace,
    Throw,
    check,
    right_colour,
)
from pandemonium.games.diavolo.scatter import thrown

MOST_GEMS: Final = 5
HUMAN: Final = 100
"""5.4 Nobody's hand is faster, in milliseconds."""


class Options(Struct, frozen=True, kw_only=True, rename="kebab"):
    """3.5, 6.1, 6.2, 6.4, 6.5 What can be chosen for a table."""

    dice_per_colour: Literal[3, 2] = 3
    order_first: bool = False
    deadline: Annotated[int, Meta(ge=3, le=30)] = 10
    calm: bool = False
    rounds: Annotated[int, Meta(ge=1, le=100)] | None = None


Choices = tuple[Colour | None, ...]
"""6.4 By seat, what lies covered until the bell; empty where nothing does."""


class Roller(Struct, frozen=True, gc=False, tag="roller"):
    """Nature draws by lot who rolls first."""

    seat: Seat


class Order(Struct, frozen=True, gc=False, tag="order"):
    """Nature throws the Order die before the others, where that was agreed."""

    order: OrderFace


class Bell(Struct, frozen=True, gc=False, tag="bell"):
    """Nature ends the round, and uncovers what was chosen."""

    took: Choices = ()


class Void(Struct, frozen=True, gc=False, tag="void"):
    """5.6 The round does not count, and is thrown again."""


class Grab(Struct, frozen=True, gc=False, tag="grab"):
    """An imp from the middle, so many milliseconds after the dice were seen (None: nobody measured it)."""

    colour: Colour
    ms: int | None = None


class Choose(Struct, frozen=True, gc=False, tag="choose"):
    """6.4 The same at a calm table, covered until the bell: None for all eyes but the chooser's."""

    colour: Colour | None
    ms: int | None = None


Action = Grab | Choose
Event = Roller | Order | Throw | Bell | Void
GRABS: Final[dict[Colour, Grab]] = {colour: Grab(colour) for colour in COLOURS}
CHOICES: Final[dict[Colour, Choose]] = {colour: Choose(colour) for colour in COLOURS}
VOID: Final[Event] = Void()
_BELL: Final = Bell()
_INDEX: Final[dict[Colour, int]] = {colour: index for index, colour in enumerate(COLOURS)}

Imps = tuple[int, ...]
"""How many stand in the middle: black, red, white, grey."""
# 2.2 By the number of players still in the game.
IMPS: Final[tuple[Imps, ...]] = ((0, 0, 0, 0),) * 2 + ((1, 1, 1, 1), (2, 2, 2, 1)) + ((3, 3, 3, 1),) * 3


class Grabbed(Struct, frozen=True, gc=False, tag="grabbed"):
    """Who holds which imp, and how fast he was."""

    seat: Seat
    colour: Colour
    ms: int | None


class Chosen(Struct, frozen=True, gc=False, tag="chosen"):
    """6.4 Who has chosen, and how fast he was."""

    seat: Seat
    ms: int | None


class Finished(Struct, frozen=True, gc=False):
    """A finished round: what lay there, which colour that made right, and what it cost or brought each."""

    round: int
    roller: Seat
    throw: Throw
    right: Colour
    grabs: tuple[Grabbed, ...]
    changes: tuple[int, ...]
    """In gems, by seat."""


class Table(Struct, frozen=True, gc=False):
    """What stands for a whole round."""

    options: Options
    seats: int
    round: int
    roller: Seat | None
    gems: tuple[int, ...]
    out: tuple[int | None, ...]
    """By seat, the round in which he lost his last gem."""
    order: OrderFace | None
    """The Order die, where it was thrown before the others."""
    last: Finished | None
    """The round before."""
    over: bool = False


class Thrown(Struct, frozen=True, gc=False):
    """The dice on the table, since when, until when at most, and what follows from them."""

    throw: Throw
    at: int
    bell_at: int
    right: Colour


class State(Struct, frozen=True, gc=False):
    """A moment of the game. Nobody races while nature has something to do, or when all is over."""

    table: Table
    thrown: Thrown | None
    racing: tuple[Seat, ...]
    """Who has not grabbed yet and still may."""
    imps: Imps
    grabs: tuple[Grabbed | Chosen, ...]
    """In the order in which they counted."""
    chosen: Choices = ()


def start(options: Options, seats: int) -> State:
    table = Table(options, seats, 1, None, (MOST_GEMS,) * seats, (None,) * seats, order=None, last=None)
    return State(table, None, (), IMPS[seats], ())


def to_act(state: State) -> tuple[Seat, ...]:
    return state.racing


def legal(state: State, seat: Seat) -> list[Grab] | list[Choose]:
    if seat not in state.racing:
        return []
    if state.table.options.calm:
        return list(CHOICES.values())  # 6.4
    return [GRABS[colour] for colour, left in zip(COLOURS, state.imps, strict=True) if left]


def nature(state: State, chance: Chance) -> Due[Event] | None:
    if state.thrown is not None:
        bell = Bell(state.chosen) if state.chosen else _BELL
        return Due(bell, state.thrown.bell_at) if state.racing else Due(bell)  # 3.5
    table = state.table
    if table.over:
        return None
    if table.roller is None:
        return Due(Roller(Seat(chance.below(table.seats))))
    if table.order is not None:
        return Due(thrown(table.order, table.options.dice_per_colour, chance))
    order = chance.pick(ORDERS)
    return Due(Order(order) if table.options.order_first else thrown(order, table.options.dice_per_colour, chance))


def apply(state: State, move: Move[Action | Event]) -> State:
    what = move.what
    if type(what) is not Grab:
        return _choose(state, move, what) if type(what) is Choose else _of_nature(state, move)
    seat, racing, dice, imps, colour, ms = move.by, state.racing, state.thrown, state.imps, what.colour, what.ms
    index = _INDEX[colour]
    if (
        dice is None
        or seat == NATURE
        or seat not in racing
        or not imps[index]
        or (ms is not None and not HUMAN <= ms <= 1000 * state.table.options.deadline)
    ):
        raise _refusal(state, seat, index, ms)
    place = racing.index(seat)
    racing = racing[:place] + racing[place + 1 :]
    if not state.table.options.calm:  # 6.4 At a calm table there are imps for everybody.
        imps = imps[:index] + (imps[index] - 1,) + imps[index + 1 :]  # noqa: RUF005  faster
        if colour == dice.right and not imps[index]:
            racing = ()  # 3.5 The last right imp is gone.
    return State(state.table, dice, racing, imps, (*state.grabs, Grabbed(seat, colour, ms)), state.chosen)


def result(state: State) -> Result | None:
    table = state.table
    if not table.over:
        return None
    lasted = [table.round + 1 if out is None else out for out in table.out]
    stands = list(zip(lasted, table.gems, strict=True))  # 6.5 Among those who are left gems decide.
    # 3.6 Where the last ones fall together nobody wins: they come second.
    best = 1 if None in table.out else 2
    places = [best + sum(other > its for other in stands) for its in stands]
    return Result(tuple(map(Standing, table.gems, places)))


def round_score(before: State, after: State) -> RoundScore | None:
    """3.4 The gems of a round, when the bell has rung."""
    last = after.table.last
    if last is None or last is before.table.last:
        return None
    gems = before.table.gems
    points = tuple([change if has else None for change, has in zip(last.changes, gems, strict=True)])
    return RoundScore(last.round, points, after.table.gems)


# Questions of the rulebook


def reaction(action: Action | Event) -> int | None:
    """5.1 How many milliseconds a grab took."""
    return action.ms if isinstance(action, Grab | Choose) else None


def timed(action: Action, ms: int) -> Action:
    """5.1 The grab with the reaction that counts."""
    return replace(action, ms=ms) if isinstance(action, Grab | Choose) else action


def covers(options: Options) -> bool:
    """6.4 What somebody has chosen is nobody else's to see before the bell."""
    return options.calm


def round_of(state: State) -> int:
    return state.table.round


def players(state: State) -> tuple[Seat, ...]:
    """3.6 Who is out does not race."""
    return living(state.table)


def living(table: Table) -> tuple[Seat, ...]:
    """Who is still in the game."""
    return tuple([Seat(seat) for seat, gems in enumerate(table.gems) if gems])


def changes(gems: tuple[int, ...], right: Colour, grabs: tuple[Grabbed, ...]) -> tuple[int, ...]:
    """3.4 What the round costs or brings each."""
    took: dict[int, Colour] = {grabbed.seat: grabbed.colour for grabbed in grabs}
    earns = 1 if right == "grey" else 0
    return tuple(
        [
            0 if not has else -1 if took.get(seat) != right else min(earns, MOST_GEMS - has)
            for seat, has in enumerate(gems)
        ]
    )


def next_roller(roller: Seat, gems: tuple[int, ...]) -> Seat:
    """2.3 The next player to the left who is still in the game."""
    seats = len(gems)
    seat = Seat((roller + 1) % seats)
    while not gems[seat]:
        seat = Seat((seat + 1) % seats)
    return seat


# Moves


def _choose(state: State, move: Move[Action | Event], what: Choose) -> State:
    """6.4 As a grab, but that nobody sees of what."""
    colour, table = what.colour, state.table
    if not table.over and not table.options.calm:
        raise Illegal("no-covers")
    if colour is None:
        raise Illegal("covered")
    after = apply(state, Move(move.by, Grab(colour, what.ms), move.at))
    seat = after.grabs[-1].seat
    took = list(state.chosen or (None,) * table.seats)
    took[seat] = colour
    return replace(after, grabs=(*state.grabs, Chosen(seat, what.ms)), chosen=tuple(took))


def _refusal(state: State, seat: Mover, index: int, ms: int | None) -> Illegal:
    table = state.table
    if table.over:
        return Illegal("match-over")
    if seat == NATURE:
        return Illegal("not-your-turn")
    if not 0 <= seat < table.seats:
        return Illegal("no-such-seat", seat=seat)
    if not table.gems[seat]:
        return Illegal("is-out")
    if state.thrown is None:
        return Illegal("no-throw-yet")
    if any(grabbed.seat == seat for grabbed in state.grabs):
        return Illegal("has-grabbed")  # 3.3
    if not state.racing:
        return Illegal("round-is-decided")
    if ms is not None and ms < HUMAN:
        return Illegal("inhuman", ms=HUMAN)
    if ms is not None and ms > 1000 * table.options.deadline:
        return Illegal("too-late", deadline=table.options.deadline)
    if state.imps[index]:
        raise AssertionError
    return Illegal("no-such-imp-left")


def _of_nature(state: State, move: Move[Action | Event]) -> State:
    if state.table.over:
        raise Illegal("match-over")
    if move.by != NATURE:
        raise Illegal("not-yours-to-do")
    match move.what:
        case Throw() as throw:
            return _throw(state, throw, move.at)
        case Bell(took):
            return _bell(state, took)
        case Void():
            return _void(state)
        case Roller(seat):
            return _roller(state, seat)
        case Order(order):
            return _order(state, order)
        case Grab() | Choose():
            raise AssertionError


def _roller(state: State, seat: Seat) -> State:
    if state.table.roller is not None:
        raise Illegal("roller-is-known")
    if not 0 <= seat < state.table.seats:
        raise Illegal("no-such-seat", seat=seat)
    return replace(state, table=replace(state.table, roller=seat))


def _order(state: State, order: OrderFace) -> State:
    _may_roll(state)
    if not state.table.options.order_first:
        raise Illegal("all-dice-at-once")
    if state.table.order is not None:
        raise Illegal("order-is-known")
    return replace(state, table=replace(state.table, order=order))


def _throw(state: State, throw: Throw, at: int) -> State:
    _may_roll(state)
    table = state.table
    if table.options.order_first and table.order is None:
        raise Illegal("order-comes-first")
    if table.order not in (None, throw.order):
        raise Illegal("other-order")
    check(throw, each=table.options.dice_per_colour)
    dice = Thrown(throw, at, at + 1000 * table.options.deadline, right_colour(throw))
    return State(table, dice, living(table), state.imps, ())


def _may_roll(state: State) -> None:
    if state.table.roller is None:
        raise Illegal("no-roller-yet")
    if state.thrown is not None:
        raise Illegal("dice-are-thrown")


def _void(state: State) -> State:
    """5.6 As before the throw."""
    if state.thrown is None:
        raise Illegal("no-throw-yet")
    table = replace(state.table, order=None)
    return State(table, None, (), IMPS[len(living(table))], ())


def _bell(state: State, took: Choices) -> State:
    table, dice = state.table, state.thrown
    if dice is None or table.roller is None:
        raise Illegal("no-throw-yet")
    if took != state.chosen:
        raise Illegal("other-choices")
    grabs = tuple([_uncovered(its, took) for its in state.grabs])
    change = changes(table.gems, dice.right, grabs)
    gems = tuple(map(int.__add__, table.gems, change))
    # 3.6 Who has no gem left is out.
    out = table.out
    if 0 in gems:
        out = tuple(table.round if now == 0 and then is None else then for now, then in zip(gems, out, strict=True))
    last = Finished(table.round, table.roller, dice.throw, dice.right, grabs, change)
    players = len(gems) - gems.count(0)
    if players < 2 or table.round == table.options.rounds:  # 6.5
        over = Table(table.options, table.seats, table.round, table.roller, gems, out, None, last, over=True)
        return State(over, None, (), IMPS[players], ())
    roller = next_roller(table.roller, gems)
    next_round = Table(table.options, table.seats, table.round + 1, roller, gems, out, None, last)
    return State(next_round, None, (), IMPS[players], ())


def _uncovered(its: Grabbed | Chosen, took: Choices) -> Grabbed:
    if type(its) is Grabbed:
        return its
    colour = took[its.seat]
    assert colour is not None
    return Grabbed(its.seat, colour, its.ms)
