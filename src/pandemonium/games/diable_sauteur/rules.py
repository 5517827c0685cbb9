"""The rules of Le Diable Sauteur. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pandemonium.core.chance import Chance
from pandemonium.core.game import NATURE, Due, Illegal, Move, Mover, Result, RoundScore, Seat, Standing, ranked
from pandemonium.games.diable_sauteur.material import (
    ADVANCES,
    AGAIN,
    EMPTY,
    FACES,
    HIDES,
    KEYS,
    MOST_NUMBERS,
    NOBODY,
    PERSONS,
    PRESSES,
    SCORE,
    STARTS,
    STOP,
    STRIDE,
    Action,
    Advance,
    Again,
    Box,
    Event,
    Face,
    FirstDevil,
    FirstHider,
    Hide,
    Hiding,
    Jump,
    Jumped,
    Key,
    Lot,
    OnRed,
    Options,
    Person,
    Phase,
    Press,
    Round,
    State,
    Stop,
    Table,
    can_show,
)


def start(options: Options, seats: int) -> State:  # noqa: ARG001  always two
    runners = STARTS if options.rule == "a" else (0, 0)
    return State(Table(options, options.track, None, ()), "lot", None, NOBODY, EMPTY, 0, runners, None)


def to_act(state: State) -> tuple[Seat, ...]:
    return () if state.turn is None else (state.turn,)


def legal(state: State, seat: Seat) -> list[Action]:
    if seat != state.turn:
        return []
    match state.phase:
        case "hide":
            return list(HIDES)
        case "move":
            track = state.table.track
            return [ADVANCES[nth] for nth, cell in enumerate(state.runners) if 0 < cell < track]
    actions: list[Action] = [PRESSES[key] for key in state.box.left]
    if state.phase == "choose":
        actions.append(AGAIN if state.table.options.rule == "a" else STOP)
    return actions


def nature(state: State, chance: Chance) -> Due[Event] | None:
    if state.phase == "jump":
        return Due(Jump(_thrown(state, chance)))
    if state.phase != "lot":
        return None
    seat = Seat(chance.below(2))
    return Due(_lot_to_draw(state.table)(seat))


def apply(state: State, move: Move[Action | Event]) -> State:
    match move.what:
        case Press(key):
            _only_in_turn(state, move.by)
            return _press(state, key)
        case Jump(face):
            _only_nature(state, move.by)
            return _jump(state, face)
        case Advance(person):
            _only_in_turn(state, move.by)
            return _advance(state, person)
        case Again():
            _only_in_turn(state, move.by)
            _only_after_a_number(state, rule="a")
            return _pursuit_goes_on(state, state.box.jumped, state.devil, state.runners)  # 3.5
        case Hide(hidden):
            _only_in_turn(state, move.by)
            return _hide(state, hidden)
        case Stop():
            _only_in_turn(state, move.by)
            _only_after_a_number(state, rule="b")
            return _roles_change(state, state.box.jumped, _run(state, state.box.jumped))  # 4.4
        case FirstDevil() | OnRed() | FirstHider() as lot:
            _only_nature(state, move.by)
            return _lot(state, lot)


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    if state.table.options.rule == "a":
        return ranked(scored(state.table.played), best=max)  # 3.7 Most points win; equal points share.
    # 4.5 The first one home wins.
    return Result(tuple(Standing(run, 1 if run >= state.table.track else 2) for run in state.runners))


def round_score(before: State, after: State) -> RoundScore | None:
    """3.6 A round of the pursuit; the race has none."""
    played = after.table.played
    if len(played) == len(before.table.played):
        return None
    return RoundScore(len(played), scored(played[-1:]), scored(played))


# Questions of the rulebook


def other(seat: Seat) -> Seat:
    return Seat(1 - seat)


def scored(played: Iterable[Round]) -> tuple[int, int]:
    """3.6 What each has scored as the Pursued."""
    points = [0, 0]
    for its in played:
        points[its.pursued] += its.points
    return points[0], points[1]


def was_under(jumped: tuple[Jumped, ...], options: Options) -> Key | None:
    """2.4 Where the die of devils lay, for whoever saw these dice jump. A devil tells, unless other dice have one too;
    so do three numbers, for the fourth die is left."""
    last = jumped[-1]
    if last.face == "devil":
        return last.key if options.dice == "plain" else None
    return Key(sum(KEYS) - sum([die.key for die in jumped])) if len(jumped) == MOST_NUMBERS else None


def _only_in_turn(state: State, by: Mover) -> None:
    if by == NATURE or by != state.turn:
        raise Illegal("match-over" if state.phase == "over" else "not-your-turn")


def _only_nature(state: State, by: Mover) -> None:
    if state.phase == "over":
        raise Illegal("match-over")
    if by != NATURE:
        raise Illegal("not-yours-to-do")


def _only_after_a_number(state: State, *, rule: Literal["a", "b"]) -> None:
    if state.table.options.rule != rule:
        raise Illegal("pursuit-only" if rule == "a" else "race-only")
    _only_with_a_key_to_press(state)
    if state.phase == "press":
        raise Illegal("press-first")


def _only_with_a_key_to_press(state: State) -> None:
    if state.phase == "hide":
        raise Illegal("hide-first")
    if state.phase == "move":
        raise Illegal("move-first", n=state.box.jumped[-1].points)


# Moves


def _press(state: State, key: Key) -> State:
    _only_with_a_key_to_press(state)
    box = state.box
    if key not in box.left:
        raise Illegal("key-is-up" if key in KEYS else "no-such-key", number=key)
    box = Box(box.hidden, tuple([its for its in box.left if its != key]), box.jumped, key, box.moved)
    return State(state.table, "jump", None, state.hider, box, state.devil, state.runners, state.last)


def _thrown(state: State, chance: Chance) -> Face:
    if state.box.pressed == state.box.hidden:
        return "devil"
    sides = FACES[state.table.options.dice]
    return sides[chance.below(len(sides))]


def _jump(state: State, face: Face) -> State:
    box, key, options = state.box, state.box.pressed, state.table.options
    if key is None:
        raise Illegal("nothing-jumps")
    if not can_show(options, face, is_devils=key == box.hidden):
        raise Illegal("no-such-face", face=face)
    if face == "devil":
        jumped = (*box.jumped, Jumped(key, face, 0))
        if options.rule == "a":
            return _devil_runs(state, jumped)
        return _roles_change(state, jumped, state.runners)  # 4.3 The points of this hiding are lost.
    jumped = (*box.jumped, Jumped(key, face, key * face))  # 2.2
    if options.rule == "b" and len(jumped) == MOST_NUMBERS:
        return _roles_change(state, jumped, _run(state, jumped))  # 4.4 The third number is the last.
    phase: Phase = "move" if options.rule == "a" else "choose"
    box = Box(box.hidden, box.left, jumped, None, box.moved)
    return State(state.table, phase, other(state.hider), state.hider, box, state.devil, state.runners, state.last)


def _devil_runs(state: State, jumped: tuple[Jumped, ...]) -> State:
    """3.4 He catches everybody on the track whom he reaches or passes."""
    devil, track = state.devil + STRIDE * jumped[-1].key, state.table.track
    runners = tuple([-cell if 0 < cell < track and cell <= devil else cell for cell in state.runners])
    return _pursuit_goes_on(state, jumped, devil, runners)


def _advance(state: State, person: Person) -> State:
    """3.3 One person who is still on the track goes by all of the points."""
    if state.phase == "hide":
        raise Illegal("hide-first")
    if state.phase != "move":
        raise Illegal("nothing-to-move")
    nth = PERSONS.index(person)
    cell, jumped, table = state.runners[nth], state.box.jumped, state.table
    if not 0 < cell < table.track:
        raise Illegal("not-on-the-track", person=person)
    runners = (*state.runners[:nth], cell + jumped[-1].points, *state.runners[nth + 1 :])
    if len(jumped) == MOST_NUMBERS or not _anybody_on_the_track(runners, table.track):
        return _pursuit_goes_on(state, jumped, state.devil, runners)
    box = Box(state.box.hidden, state.box.left, jumped, None, (*state.box.moved, person))
    return State(table, "choose", state.turn, state.hider, box, state.devil, runners, state.last)


def _hide(state: State, key: Key | None) -> State:
    if state.phase != "hide":
        raise Illegal("you-press")
    if key is None:
        raise Illegal("covered")
    if key not in KEYS:
        raise Illegal("no-such-key", number=key)
    box = Box(key, KEYS, ())
    return State(state.table, "press", other(state.hider), state.hider, box, state.devil, state.runners, state.last)


def _lot_to_draw(table: Table) -> type[Lot]:
    """3.1 Who is the Devil; or 4.1 who is red, and then 4.2 who hides first."""
    if table.options.rule == "a":
        return FirstDevil
    return OnRed if table.red is None else FirstHider


def _lot(state: State, lot: Lot) -> State:
    table = state.table
    if state.phase != "lot":
        raise Illegal("lot-is-drawn")
    if type(lot) is not _lot_to_draw(table):
        raise Illegal("another-lot")
    if lot.seat not in (0, 1):
        raise Illegal("no-such-seat", seat=lot.seat)
    if isinstance(lot, OnRed):
        table = Table(table.options, table.track, lot.seat, ())
        return State(table, "lot", None, NOBODY, EMPTY, 0, state.runners, None)
    return _to_hide(table, lot.seat, 0, state.runners, None)


# What follows


def _pursuit_goes_on(state: State, jumped: tuple[Jumped, ...], devil: int, runners: tuple[int, ...]) -> State:
    """3.5 The same Devil hides again; or 3.6 the round is over."""
    table, hider = state.table, state.hider
    caught = tuple([PERSONS[nth] for nth, cell in enumerate(runners) if cell < 0 < state.runners[nth]])
    last = Hiding(hider, jumped, was_under(jumped, table.options), caught)
    if _anybody_on_the_track(runners, table.track):
        return _to_hide(table, hider, devil, runners, last)
    arrived = sum(cell >= table.track for cell in runners)
    table = Table(table.options, table.track, None, (*table.played, Round(other(hider), arrived, SCORE[arrived])))
    if len(table.played) == table.options.rounds:
        return State(table, "over", None, hider, EMPTY, devil, runners, last)
    return _to_hide(table, other(hider), 0, STARTS, last)  # 3.7 The roles change.


def _anybody_on_the_track(runners: tuple[int, ...], track: int) -> bool:
    return any([0 < cell < track for cell in runners])  # noqa: C419  a list is faster for three


def _run(state: State, jumped: tuple[Jumped, ...]) -> tuple[int, ...]:
    """4.4 The shooter runs all the points of this hiding."""
    points = sum([die.points for die in jumped])
    mine, yours = state.runners
    return (mine, yours + points) if state.hider == 0 else (mine + points, yours)


def _roles_change(state: State, jumped: tuple[Jumped, ...], runners: tuple[int, ...]) -> State:
    """4.3, 4.4 The shooter becomes the hider, unless 4.5 he is home."""
    table, hider = state.table, state.hider
    last = Hiding(hider, jumped, was_under(jumped, table.options), ())
    if max(runners) >= table.track:
        return State(table, "over", None, hider, EMPTY, 0, runners, last)
    return _to_hide(table, other(hider), 0, runners, last)


def _to_hide(table: Table, hider: Seat, devil: int, runners: tuple[int, ...], last: Hiding | None) -> State:
    return State(table, "hide", hider, hider, EMPTY, devil, runners, last)
