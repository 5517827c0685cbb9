"""Who sees what in Le Diable Sauteur: the only file about its secrets."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from pandemonium.core.chance import Chance
from pandemonium.core.game import PUBLIC, Eyes, Move, Seat
from pandemonium.games.diable_sauteur.facts import DevilRan, Fact, NumberJumped, Question
from pandemonium.games.diable_sauteur.material import (
    EMPTY,
    FACES,
    KEYS,
    NOBODY,
    PERSONS,
    STARTS,
    STRIDE,
    Action,
    Box,
    Event,
    Face,
    Hide,
    Hiding,
    Jumped,
    Key,
    Options,
    Person,
    Phase,
    Round,
    State,
    Table,
    race_start,
)
from pandemonium.games.diable_sauteur.reach import Landing, landing_on, reach, reach_again
from pandemonium.games.diable_sauteur.rules import other, scored
from pandemonium.games.diable_sauteur.told import question_of, reckoned
from pandemonium.games.diable_sauteur.told import told as what_happened

Colour = Literal["blue", "orange", "green", "red"]


class Start(Struct, frozen=True, gc=False):
    """1.3 A coloured starting point."""

    name: Colour
    cell: int


class BoxKey(Struct, frozen=True, gc=False):
    """1.1 A key of the box."""

    number: Key
    runs: int | None
    """3.4 How far the devil runs if he jumps from it; None in rule B."""


class Target(Struct, frozen=True, gc=False):
    """Where the points that are there would bring somebody."""

    cell: int
    """At most his home."""
    landing: Landing | None
    """How safe he would be there; None for one who is on his way in a race, where nobody hunts him."""


class Runner(Struct, frozen=True, gc=False, kw_only=True):
    """A person on the circuit, or who was. Cells are counted on from red, once round and farther; those of the board
    begin again at red."""

    name: Colour
    seat: Seat | None
    """Whose person it is; nobody's before the lot."""
    cell: int
    """At most his home. For one who was caught: where."""
    run: int
    """How far he has run in all."""
    status: Literal["track", "arrived", "caught"]
    to_go: int
    """How many cells are left to run."""
    in_reach: bool
    """3.4 On the track, and the next key can bring the devil to him or past him."""
    target: Target | None
    """Where the points that are there to be moved or run would bring him."""
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
    starts: tuple[Start, ...]
    keys: tuple[BoxKey, ...]
    sides: tuple[Face, ...]
    """1.2 What an ordinary die shows; each side of the die of devils shows a devil."""
    hidden: Key | None
    """For the hider's eyes only."""
    left: tuple[Key, ...]
    """The keys of this hiding that are still down."""
    pressed: Key | None
    jumped: tuple[Jumped, ...]
    moved: tuple[Person, ...]
    """3.3 Whom the numbers of this hiding have moved, one after the other."""
    reckoning: NumberJumped | DevilRan | None
    """What the last die in sight came to; None while there is none."""
    points: int
    """Rule A: to be moved now. Rule B: of this hiding, not yet run, and lost with a devil."""
    devil: int | None
    """His cell; None in rule B, which he does not run in."""
    stride: int | None
    """3.4 How many cells he runs for each number of a key; None in rule B."""
    reach: int | None
    """Rule A: the last cell of the track to which the next key can bring him."""
    reach_again: int | None
    """The same, if the dice were hidden again; None if that is no farther."""
    runners: tuple[Runner, ...]
    """Rule A: blue, orange, green. Rule B: by seat."""
    played: tuple[Round, ...]
    scores: tuple[int, int]
    """Rule A: the points of the rounds played. Rule B: the cells run."""
    last_hiding: Hiding | None
    over: bool


ALL_STARTS: Final = (Start("red", 0), *(Start(name, cell) for name, cell in zip(PERSONS, STARTS, strict=True)))
_KEYS: Final = {
    "a": tuple(BoxKey(key, STRIDE * key) for key in KEYS),
    "b": tuple(BoxKey(key, None) for key in KEYS),
}


def view(state: State, eyes: Eyes) -> View:
    table, box, phase = state.table, state.box, state.phase
    pursuit = table.options.rule == "a"
    known = state.hider != NOBODY
    hunts = pursuit and phase not in ("lot", "over")
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
        starts=ALL_STARTS,
        keys=_KEYS[table.options.rule],
        sides=FACES[table.options.dice],
        hidden=box.hidden if eyes == state.hider else None,
        left=box.left,
        pressed=box.pressed,
        jumped=box.jumped,
        moved=box.moved,
        reckoning=_reckoning(state),
        points=_points(state),
        devil=state.devil if pursuit else None,
        stride=STRIDE if pursuit else None,
        reach=reach(state) if hunts else None,
        reach_again=reach_again(state) if hunts and reach_again(state) > reach(state) else None,
        runners=_persons(state) if pursuit else _racers(state),
        played=table.played,
        scores=scored(table.played) if pursuit else (state.runners[0], state.runners[1]),
        last_hiding=state.last,
        over=phase == "over",
    )


def shown(move: Move[Action | Event], eyes: Eyes) -> Move[Action | Event]:
    """5 A hiding is for the hider's eyes only."""
    if isinstance(move.what, Hide) and move.by != eyes:
        return Move(move.by, Hide(None), move.at)
    return move


def told(before: State, move: Move[Action | Event], after: State, eyes: Eyes) -> tuple[Fact, ...]:  # noqa: ARG001
    """5 Everybody is told the same, for it is told from what lies open: what is under the lid is no news before it
    jumps, not even to the hider."""
    return tuple(what_happened(_as_it_lies_open(before), shown(move, PUBLIC), _as_it_lies_open(after)))


def question(state: State, seat: Seat) -> Question | None:
    return question_of(_as_it_lies_open(state), seat)


def imagine(view: View, chance: Chance) -> State:
    """The die of devils anywhere that has not shown a number."""
    pursuit = view.rule == "a"
    table = Table(view.options, view.track, view.red, view.played)
    runners = tuple([runner.run for runner in view.runners])
    if pursuit:
        # Counted from red, and turned round for those who were caught.
        runners = tuple(
            (start + run) * (-1 if runner.status == "caught" else 1)
            for start, run, runner in zip(STARTS, runners, view.runners, strict=True)
        )
    hider = NOBODY if view.hider is None else view.hider
    return State(
        table, view.phase, view.turn, hider, _imagined_box(view, chance), view.devil or 0, runners, view.last_hiding
    )


def _points(state: State) -> int:
    if state.table.options.rule == "a":
        return state.box.jumped[-1].points if state.phase == "move" else 0
    return sum(die.points for die in state.box.jumped)


def _reckoning(state: State) -> NumberJumped | DevilRan | None:
    options, over = state.table.options, state.phase == "over"
    dice = state.last.jumped if over and state.last is not None else state.box.jumped
    return reckoned(options, dice, goes_on=not over, devil=state.devil) if dice else None


def _persons(state: State) -> tuple[Runner, ...]:
    seat = None if state.hider == NOBODY else other(state.hider)
    points, track, hunts = _points(state), state.table.track, state.phase not in ("lot", "over")
    runners = []
    for name, start, signed in zip(PERSONS, STARTS, state.runners, strict=True):
        cell, runs = abs(signed), 0 < signed < track
        lands = cell + points if points and runs else None
        runners.append(
            Runner(
                name=name,
                seat=seat,
                cell=min(cell, track),
                run=cell - start,
                status="caught" if signed < 0 else "track" if runs else "arrived",
                to_go=max(0, track - cell),
                in_reach=hunts and runs and landing_on(state, cell) == "reach",
                target=None if lands is None else Target(min(lands, track), landing_on(state, lands)),
                home=track,
            )
        )
    return tuple(runners)


def _racers(state: State) -> tuple[Runner, ...]:
    table, points, track = state.table, _points(state), state.table.track
    racers = []
    for seat, run in enumerate(map(int, state.runners)):
        name, start = race_start(table, Seat(seat))
        lands = run + points if points and seat == other(state.hider) else None
        racers.append(
            Runner(
                name=name,
                seat=None if table.red is None else Seat(seat),
                cell=start + min(run, track),
                run=run,
                status="arrived" if run >= track else "track",
                to_go=max(0, track - run),
                in_reach=False,
                target=None if lands is None else Target(start + min(lands, track), "home" if lands >= track else None),
                home=start + track,
            )
        )
    return tuple(racers)


def _as_it_lies_open(state: State) -> State:
    """2.4 Without what is under the lid."""
    box = state.box
    if box.hidden is None:
        return state
    lid_shut = Box(None, box.left, box.jumped, box.pressed, box.moved)
    return State(state.table, state.phase, state.turn, state.hider, lid_shut, state.devil, state.runners, state.last)


def _imagined_box(view: View, chance: Chance) -> Box:
    if view.phase in ("lot", "hide", "over"):
        return EMPTY
    places = view.left if view.pressed is None else (*view.left, view.pressed)
    hidden = chance.pick(places) if view.hidden is None else view.hidden
    return Box(hidden, view.left, view.jumped, view.pressed, view.moved)
