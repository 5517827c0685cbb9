"""What is said about a move of Le Diable Sauteur."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandemonium.core.game import Move, Seat
from pandemonium.core.words import Words
from pandemonium.games.diable_sauteur.material import (
    STRIDE,
    Action,
    Advance,
    Again,
    FirstDevil,
    FirstHider,
    Hide,
    Hiding,
    Jump,
    Jumped,
    OnRed,
    Person,
    Press,
    Stop,
)
from pandemonium.games.diable_sauteur.sight import View


def tell(move: Move[Action], view: View, words: Words, names: Sequence[str]) -> str:
    who = "" if move.by == "nature" else names[move.by]
    match move.what:
        case FirstDevil(seat):
            return words("tell.devil", name=names[seat])
        case OnRed(seat):
            return words("tell.red", name=names[seat], other=names[1 - seat])
        case FirstHider(seat):
            return words("tell.hider", name=names[seat])
        case Hide():
            return words("tell.hide", name=who)
        case Press(key):
            return words("tell.press", name=who, number=key)
        case Jump():
            return " ".join(_tell_jump(view, words, names))
        case Advance(person):
            return " ".join(_tell_advance(view, words, names, person))
        case Again():
            return words("tell.again", name=who)
        case Stop():
            return " ".join(_tell_run(view, words, names))


def _tell_jump(view: View, words: Words, names: Sequence[str]) -> Iterator[str]:
    last = view.last_hiding
    if view.jumped or last is None:
        yield _number(view.jumped[-1], words)
        return
    # The hiding is over: with its third number, or with a devil.
    die = last.jumped[-1]
    if die.face != "devil":
        yield _number(die, words)
        yield from _tell_run(view, words, names)
    elif view.rule == "b":
        lost = sum(its.points for its in last.jumped)
        yield words("tell.loses" if lost else "tell.stays", number=die.key, name=names[1 - last.hider], n=lost)
    else:
        yield words("tell.devil-runs", number=die.key, n=STRIDE * die.key)
        if last.caught:
            yield words("tell.catches", persons=words("list").join(words(f"person.{name}") for name in last.caught))
        yield from _tell_round(view, words, names, last)


def _number(die: Jumped, words: Words) -> str:
    return words("tell.number", face=die.face, number=die.key, n=die.points)


def _tell_advance(view: View, words: Words, names: Sequence[str], person: Person) -> Iterator[str]:
    over = None if view.phase == "choose" else view.last_hiding
    die = (view.jumped if over is None else over.jumped)[-1]
    runner = next(its for its in view.runners if its.name == person)
    # Whoever ends a round by moving has arrived; the view is already that of the next round.
    home = runner.status == "arrived" or (over is not None and over.hider != view.hider)
    key = "tell.move-home" if home else "tell.move"
    yield words(key, name=words(f"person.{person}"), n=die.points, cell=runner.cell)
    if over is not None:
        yield from _tell_where(over, words)
        yield from _tell_round(view, words, names, over)


def _tell_run(view: View, words: Words, names: Sequence[str]) -> Iterator[str]:
    last = view.last_hiding
    if last is None:
        return
    runner = Seat(1 - last.hider)
    yield words("tell.runs", name=names[runner], n=sum(its.points for its in last.jumped))
    yield from _tell_where(last, words)
    if view.over:
        yield words("tell.home", name=names[runner])


def _tell_where(last: Hiding, words: Words) -> Iterator[str]:
    if last.devil is not None:
        yield words("tell.was-under", number=last.devil)


def _tell_round(view: View, words: Words, names: Sequence[str], last: Hiding) -> Iterator[str]:
    """The round is over if the Devil's role has just changed hands, or the match is."""
    if view.over or last.hider != view.hider:
        its = view.played[-1]
        yield words("tell.round", n=its.arrived, name=names[1 - its.devil], points=its.points)
