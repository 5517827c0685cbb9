"""Who sees, is told and is asked what in Devil’s Cup: the only file about secrets. Numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pandemonium.core.chance import Chance
from pandemonium.core.game import Eyes, Move, Seat
from pandemonium_devils_cup import facts, rules
from pandemonium_devils_cup.facts import Fact, Question
from pandemonium_devils_cup.rules import DEVIL, NOTHING, THROWS, Action, End, Event, Options, State, claimer, to_act


class View(Struct, frozen=True):
    """All that some eyes see."""

    eyes: Eyes
    dice: int
    """What lies under the cup, for who holds it; 0: nothing that one sees."""
    options: Options
    seats: int
    horns: tuple[int, ...]
    round: int
    holder: Seat | None
    thrown: bool
    """Whether something lies under the cup."""
    claim: int
    claimer: Seat | None
    under: int
    """The claim before that."""
    asked: Seat | None
    doubted: bool
    turn: Seat | None
    last: End | None
    """How the round before ended."""
    over: bool


def view(state: State, eyes: Eyes) -> View:
    turn = to_act(state)
    return View(
        eyes=eyes,
        dice=state.dice if eyes == state.holder else NOTHING,
        options=state.options,
        seats=state.seats,
        horns=state.horns,
        round=state.round,
        holder=state.holder,
        thrown=state.dice != NOTHING,
        claim=state.claim,
        claimer=claimer(state),
        under=state.under,
        asked=state.asked,
        doubted=state.doubted,
        turn=turn[0] if turn else None,
        last=state.last,
        over=state.over,
    )


def shown(move: Move[Action | Event], eyes: Eyes) -> Move[Action | Event]:
    match move.what:
        case rules.Throw(seat=seat) if seat != eyes:
            return replace(move, what=rules.Throw(None, seat))
    return move


def told(before: State, move: Move[Action | Event], after: State, eyes: Eyes) -> Sequence[Fact]:
    match move.what:
        case rules.First(seat):
            return [facts.Begins(seat)]
        case rules.Throw(worth, seat):
            return [facts.Thrown(seat, worth if seat == eyes else None)]
        case rules.Show(worth):
            return [_lifted(worth, after), *_ended(before, after)]
    by, holder = Seat(int(move.by)), Seat(before.holder or 0)
    match move.what:
        case rules.Claim(worth):
            return [facts.Claimed(by, worth)]
        case rules.Believe():
            return [facts.Believed(by, holder)]
        case rules.Doubt():
            return [facts.Doubted(by, holder)]
    return [facts.Yielded(by), *_ended(before, after)]


def question(state: State, seat: Seat) -> Question | None:
    if seat not in to_act(state) or state.holder is None:
        return None
    if state.asked is None:
        return facts.AskedToClaim(state.dice, state.claim or None)
    return (
        facts.AskedAboutTheDevil(state.holder)
        if state.claim == DEVIL
        else facts.AskedToBelieve(state.holder, state.claim)
    )


def imagine(view: View, chance: Chance) -> State:
    """Whatever was claimed, anything may lie under somebody else's cup."""
    unseen = view.thrown and view.eyes != view.holder
    return State(
        options=view.options,
        seats=view.seats,
        horns=view.horns,
        round=view.round,
        holder=view.holder,
        dice=chance.pick(THROWS) if unseen else view.dice,
        claim=view.claim,
        under=view.under,
        asked=view.asked,
        doubted=view.doubted,
        last=view.last,
        over=view.over,
    )


def _lifted(worth: int, after: State) -> Fact:
    end = after.last
    assert end is not None
    return facts.Lifted(worth, end.holder, end.taker == end.holder, end.taker, end.horns)


def _ended(before: State, after: State) -> list[Fact]:
    over: list[Fact] = [facts.RoundOver(before.round, after.horns)]
    if after.over:
        fewest = min(after.horns)
        over.append(facts.Won(tuple(Seat(at) for at, its in enumerate(after.horns) if its == fewest), fewest))
    return over
