"""Who sees what in Le Diable Sauteur: the only file about its secrets."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pandemonium.core.chance import Chance
from pandemonium.core.game import Eyes, Move, Seat
from pandemonium.games.diable_sauteur.material import (
    EMPTY,
    KEYS,
    MOST_NUMBERS,
    NOBODY,
    PERSONS,
    RACE_STARTS,
    STARTS,
    STRIDE,
    Action,
    Box,
    Hide,
    Hiding,
    Jumped,
    Key,
    Options,
    Phase,
    Round,
    State,
    Table,
)
from pandemonium.games.diable_sauteur.rules import other, scored


class Runner(Struct, frozen=True, kw_only=True):
    """A person on the circuit, or who was. Cells are counted on from red, past the finish line if need be."""

    name: Literal["blue", "orange", "green", "red"]
    seat: Seat | None
    """Whose person it is; nobody's before the lot."""
    cell: int
    """For one who was caught: where."""
    run: int
    status: Literal["track", "arrived", "caught"]
    lands: int | None
    """Where the points that are there to be moved would bring him."""
    home: int
    """3.3, 4.1 The cell from which on he is home: the finish line, or in a race his own start, once round."""


class View(Struct, frozen=True, kw_only=True):
    """5 Everything is open but where the die of devils lies, which the hider alone knows (2.4)."""

    eyes: Eyes
    options: Options
    rule: Literal["a", "b"]
    track: int
    round: int
    rounds: int
    """1 in rule B."""
    phase: Phase
    turn: Seat | None
    hider: Seat | None
    shooter: Seat | None
    red: Seat | None
    hidden: Key | None
    """For the hider's eyes only."""
    left: tuple[Key, ...]
    """The keys of this hiding that are still down."""
    pressed: Key | None
    jumped: tuple[Jumped, ...]
    points: int
    """Rule A: to be moved now. Rule B: of this hiding, not yet run, and lost with a devil."""
    devil: int | None
    """His cell; None in rule B, which he does not run in."""
    stride: int | None
    """3.4 How many cells he runs for each number of a key; None in rule B."""
    reach: int | None
    """Rule A: the cell to which the next key could bring him at most."""
    reach_again: int | None
    """The same, if the dice were hidden again."""
    runners: tuple[Runner, ...]
    """Rule A: blue, orange, green. Rule B: by seat."""
    played: tuple[Round, ...]
    scores: tuple[int, int]
    """Rule A: the points of the rounds played. Rule B: the cells run."""
    last_hiding: Hiding | None
    over: bool


class Fact(Struct, frozen=True, tag="fact"):
    """What can be told of a move."""


class Question(Struct, frozen=True, tag="question"):
    """What a seat can be asked."""


def view(state: State, eyes: Eyes) -> View:
    table, box, phase = state.table, state.box, state.phase
    pursuit = table.options.rule == "a"
    known = state.hider != NOBODY
    round_now = len(table.played) + (phase != "over")
    return View(
        eyes=eyes,
        options=table.options,
        rule=table.options.rule,
        track=table.track,
        round=round_now if pursuit else 1,
        rounds=table.options.rounds if pursuit else 1,
        phase=phase,
        turn=state.turn,
        hider=state.hider if known else None,
        shooter=other(state.hider) if known else None,
        red=table.red,
        hidden=box.hidden if eyes == state.hider else None,
        left=box.left,
        pressed=box.pressed,
        jumped=box.jumped,
        points=_points(state),
        devil=state.devil if pursuit else None,
        stride=STRIDE if pursuit else None,
        reach=_reach(state, _next_keys(state)) if pursuit else None,
        reach_again=_reach(state, KEYS) if pursuit else None,
        runners=_persons(state) if pursuit else _racers(state),
        played=table.played,
        scores=scored(table.played) if pursuit else (state.runners[0], state.runners[1]),
        last_hiding=state.last,
        over=phase == "over",
    )


def shown(move: Move[Action], eyes: Eyes) -> Move[Action]:
    """5 A hiding is for the hider's eyes only."""
    if isinstance(move.what, Hide) and move.by != eyes:
        return Move(move.by, Hide(None), move.at)
    return move


def told(before: State, move: Move[Action], after: State, eyes: Eyes) -> tuple[Fact, ...]:  # noqa: ARG001
    return ()


def question(state: State, seat: Seat) -> Question | None:  # noqa: ARG001
    return None


def imagine(view: View, chance: Chance) -> State:
    """The die of devils anywhere that has not shown a number."""
    pursuit = view.rule == "a"
    table = Table(view.options, view.track, view.red, view.played)
    runners = tuple(
        (-runner.cell if runner.status == "caught" else runner.cell) if pursuit else runner.run
        for runner in view.runners
    )
    hider = NOBODY if view.hider is None else view.hider
    return State(
        table, view.phase, view.turn, hider, _imagined_box(view, chance), view.devil or 0, runners, view.last_hiding
    )


def _points(state: State) -> int:
    if state.table.options.rule == "a":
        return state.box.jumped[-1].points if state.phase == "move" else 0
    return sum(die.points for die in state.box.jumped)


def _next_keys(state: State) -> tuple[Key, ...]:
    """Those of which one is the next to be pressed, as everybody knows."""
    box = state.box
    if box.pressed is not None:
        return (box.pressed,)
    return KEYS if not box.left or len(box.jumped) == MOST_NUMBERS else box.left


def _reach(state: State, keys: tuple[Key, ...]) -> int | None:
    return None if state.phase == "over" else state.devil + STRIDE * max(keys)


def _persons(state: State) -> tuple[Runner, ...]:
    seat = None if state.hider == NOBODY else other(state.hider)
    points, track = _points(state), state.table.track
    return tuple(
        Runner(
            name=name,
            seat=seat,
            cell=abs(cell),
            run=abs(cell) - start,
            status="caught" if cell < 0 else "arrived" if cell >= track else "track",
            lands=cell + points if points and 0 < cell < track else None,
            home=track,
        )
        for name, start, cell in zip(PERSONS, STARTS, state.runners, strict=True)
    )


def _racers(state: State) -> tuple[Runner, ...]:
    red, points, track = state.table.red, _points(state), state.table.track
    racers = []
    for seat, run in enumerate(state.runners):
        on_red = seat == (red or 0)
        start = RACE_STARTS[0 if on_red else 1]
        runs = points and seat == 1 - state.hider
        racers.append(
            Runner(
                name="red" if on_red else "orange",
                seat=None if red is None else Seat(seat),
                cell=start + run,
                run=run,
                status="arrived" if run >= track else "track",
                lands=start + run + points if runs else None,
                home=start + track,
            )
        )
    return tuple(racers)


def _imagined_box(view: View, chance: Chance) -> Box:
    if view.phase in ("lot", "hide", "over"):
        return EMPTY
    places = view.left if view.pressed is None else (*view.left, view.pressed)
    hidden = chance.pick(places) if view.hidden is None else view.hidden
    return Box(hidden, view.left, view.jumped, view.pressed)
