"""What a move of Le Diable Sauteur did, and what is asked next.

Both follow from what lies open on the table (sight.py has covered the rest), so they are the same for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from pandemonium.core.game import Move, Seat
from pandemonium.games.diable_sauteur.facts import (
    AtRisk,
    Caught,
    DevilDrawn,
    DevilJumped,
    DevilRan,
    Fact,
    Hid,
    HiddenAgain,
    HiderDrawn,
    Home,
    Lost,
    MatchOver,
    Moved,
    NobodyCaught,
    NumberJumped,
    Pressed,
    PressOrAgain,
    PressOrStop,
    Question,
    Ran,
    RolesChanged,
    RoundOver,
    Scored,
    StartsDrawn,
    Stayed,
    WasUnder,
    WhereToHide,
    WhichKey,
    WhoMoves,
)
from pandemonium.games.diable_sauteur.material import (
    KEYS,
    PERSONS,
    STRIDE,
    Action,
    Advance,
    Again,
    Event,
    FirstDevil,
    FirstHider,
    Hide,
    Jump,
    Jumped,
    OnRed,
    Options,
    Person,
    Press,
    State,
    Stop,
    race_start,
)
from pandemonium.games.diable_sauteur.reach import landing_on
from pandemonium.games.diable_sauteur.rules import legal, other, scored


def told(before: State, move: Move[Action | Event], after: State) -> Iterator[Fact]:
    """What the move did, first things first."""
    options = before.table.options
    match move.what:
        case FirstDevil(seat):
            yield DevilDrawn(seat)
        case OnRed(seat):
            yield StartsDrawn(red=seat, orange=other(seat))
        case FirstHider(seat):
            yield HiderDrawn(seat)
        case Hide():
            yield Hid(before.hider)
        case Press(key):
            yield Pressed(other(before.hider), key)
        case Jump("devil"):
            yield DevilJumped(_last_die(after).key)
            yield from _devil_runs(before, after) if options.rule == "a" else _all_is_lost(before, after)
        case Jump():
            yield from _number_jumps(before, after)
        case Advance(person):
            yield from _person_moves(before, after, person)
        case Again():
            yield HiddenAgain(other(before.hider))
        case Stop():
            yield from _shooter_runs(before, after, before.box.jumped)


def question_of(state: State, seat: Seat) -> Question | None:
    """What is to be decided now."""
    if seat != state.turn:
        return None
    box = state.box
    match state.phase:
        case "hide":
            return WhereToHide(KEYS)
        case "move":
            persons = [action.person for action in legal(state, seat) if isinstance(action, Advance)]
            return WhoMoves(box.jumped[-1].points, tuple(persons))
        case "choose" if state.table.options.rule == "a":
            return PressOrAgain(box.left)
        case "choose":
            return PressOrStop(box.left, _sum(box.jumped))
    return WhichKey(box.left)


def reckoned(options: Options, jumped: tuple[Jumped, ...], *, goes_on: bool, devil: int = 0) -> NumberJumped | DevilRan:
    """What the last of these dice came to; `devil` is where the devil has come to."""
    die = jumped[-1]
    if die.face == "devil":
        cells = STRIDE * die.key
        return DevilRan(die.key, STRIDE, cells, from_cell=devil - cells, to_cell=devil, number=devil % options.track)
    return _sum_of(options, jumped, at_risk=options.rule == "b" and goes_on)


def _sum_of(options: Options, jumped: tuple[Jumped, ...], *, at_risk: bool) -> NumberJumped:
    die = jumped[-1]
    terms = jumped if options.rule == "b" else (die,)
    return NumberJumped(die.key, die.face, die.points, terms, _sum(terms), at_risk)


# What the moves did


def _number_jumps(before: State, after: State) -> Iterator[Fact]:
    options, jumped, goes_on = before.table.options, _in_sight(after), after.phase in ("move", "choose")
    yield reckoned(options, jumped, goes_on=goes_on)
    if not goes_on:
        yield from _shooter_runs(before, after, jumped)  # 4.4 The third number is the last.
    elif options.rule == "b" and len(jumped) > 1:
        yield AtRisk(_sum(jumped))


def _devil_runs(before: State, after: State) -> Iterator[Fact]:
    # 3.7 If the roles have changed, the devil of the next round stands on red.
    devil = before.devil + STRIDE * _last_die(after).key
    yield reckoned(before.table.options, _in_sight(after), goes_on=False, devil=devil)
    caught = after.last.caught if after.last is not None else ()
    yield Caught(caught) if caught else NobodyCaught()
    yield from _round_ends(before, after)


def _all_is_lost(before: State, after: State) -> Iterator[Fact]:
    shooter, lost = other(before.hider), _sum(before.box.jumped)
    yield Lost(shooter, lost) if lost else Stayed(shooter)
    yield RolesChanged("b", hider=after.hider, shooter=other(after.hider))


def _person_moves(before: State, after: State, person: Person) -> Iterator[Fact]:
    cell, points, track = before.runners[PERSONS.index(person)], before.box.jumped[-1].points, before.table.track
    landing = landing_on(before, cell + points)
    yield Moved(person, points, cell, min(cell + points, track), landing)
    yield from _what_was_under(after)
    yield from _round_ends(before, after)


def _shooter_runs(before: State, after: State, jumped: tuple[Jumped, ...]) -> Iterator[Fact]:
    shooter, track = other(before.hider), before.table.track
    person, start = race_start(before.table, shooter)
    ran = before.runners[shooter]
    points = after.runners[shooter] - ran
    reached = min(ran + points, track)
    settled = _sum_of(before.table.options, jumped, at_risk=False)
    yield Ran(shooter, person, points, start + ran, start + reached, track - reached, settled)
    yield from _what_was_under(after)
    if after.phase == "over":
        yield Home(shooter)
    else:
        yield RolesChanged("b", hider=after.hider, shooter=other(after.hider))


def _what_was_under(after: State) -> Iterator[Fact]:
    if after.phase in ("hide", "over") and after.last is not None and after.last.devil is not None:
        yield WasUnder(after.last.devil)


def _round_ends(before: State, after: State) -> Iterator[Fact]:
    played = after.table.played
    if len(played) == len(before.table.played):
        return
    yield RoundOver(len(played), played[-1].arrived)
    yield Scored(played[-1].pursued, played[-1].points)
    if after.phase == "over":
        yield MatchOver(scored(played))
    else:
        yield RolesChanged("a", hider=after.hider, shooter=other(after.hider))


def _in_sight(after: State) -> tuple[Jumped, ...]:
    """The dice that are out: of this hiding, or of the one that has just ended."""
    return after.box.jumped if after.box.jumped or after.last is None else after.last.jumped


def _last_die(after: State) -> Jumped:
    return _in_sight(after)[-1]


def _sum(dice: tuple[Jumped, ...]) -> int:
    return sum([die.points for die in dice])
