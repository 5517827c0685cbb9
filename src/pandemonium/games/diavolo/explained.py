"""Why a finished round of Diavolo went as it did. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from pandemonium.core.game import Seat
from pandemonium.games.diavolo.dice import COLOURS, FIGURES, SAME, Throw, Values, best_colours, distances, groups
from pandemonium.games.diavolo.facts import (
    DiceThrown,
    Figures,
    Gained,
    ImpsLeave,
    LostGem,
    MostGems,
    NobodyWon,
    Out,
    Right,
    Safe,
    Settled,
    Took,
    Won,
    dice_thrown,
    told_apart,
)
from pandemonium.games.diavolo.rules import IMPS, Finished, Grabbed, Imps, Table, covers, living

Mark = Literal["best", "counted", "idle"]
"""A die decided the round, mattered for its colour, or did not matter."""


class Explained(Struct, frozen=True):
    """A finished round: what lay there, which colour that made right and why, what it cost or brought each."""

    round: int
    roller: Seat
    throw: Throw
    heard: DiceThrown
    """The same dice, as they are told to those who listen."""
    right: Right
    counted: tuple[Values, Values, Values]
    """For black, red and white, the faces that matter for the order; of a spread, the highest and the lowest."""
    marks: tuple[Mark, ...]
    """Of the black, the red and the white dice, value by value."""
    grabs: tuple[Grabbed, ...]
    took: tuple[Took, ...]
    """6.4 Where it was covered until the bell, who chose what."""
    changes: tuple[int | None, ...]
    """In gems, by seat; None for who was out before."""
    whole: Imps
    """How many imps stood in the middle when the round began: black, red, white, grey."""
    left: Imps
    """And when it ended."""
    settled: tuple[Settled, ...]


@lru_cache(maxsize=256)  # All eyes ask for it, at every move of the round that follows.
def explained(table: Table) -> Explained | None:
    """The round before the one that the table stands in, or the last of all."""
    last = table.last
    if last is None:
        return None
    players = sum(out is None or out >= last.round for out in table.out)
    whole = IMPS[players]
    left = whole if table.options.calm else _left(whole, last)  # 6.4
    right = _right(last)
    return Explained(
        round=last.round,
        roller=last.roller,
        throw=last.throw,
        heard=dice_thrown(last.throw),
        right=right,
        counted=_counted(last.throw),
        marks=tuple(_marks(last.throw, right)),
        grabs=last.grabs,
        took=tuple(_took(last)) if covers(table.options) else (),
        changes=tuple(
            [
                None if out is not None and out < last.round else change
                for out, change in zip(table.out, last.changes, strict=True)
            ]
        ),
        whole=whole,
        left=left,
        settled=tuple(_settled(table, last, whole)),
    )


def finished(its: Explained) -> Finished:
    """The same round, as the rules keep it."""
    changes = tuple([change or 0 for change in its.changes])
    return Finished(its.round, its.roller, its.throw, its.right.colour, its.grabs, changes)


def _left(whole: Imps, last: Finished) -> Imps:
    taken = [grabbed.colour for grabbed in last.grabs]
    return tuple([imps - taken.count(colour) for imps, colour in zip(whole, COLOURS, strict=True)])


def _took(last: Finished) -> Iterator[Took]:
    for colour in COLOURS:
        if seats := tuple([Seat(seat) for seat in sorted(its.seat for its in last.grabs if its.colour == colour)]):
            yield Took(seats, colour)


def _right(last: Finished) -> Right:
    order = last.throw.order
    figures = FIGURES[order](last.throw)
    if order == "closest":
        decimals = told_apart(figures)
        told = Figures(*[round(its, decimals) for its in figures])
    else:
        told = Figures(*figures)
    return Right(last.round, order, told, last.right, best_colours(last.throw))


def _counted(throw: Throw) -> tuple[Values, Values, Values]:
    """3.1"""
    black, red, white = [_faces_that_count(throw, values) for values in groups(throw)]
    return black, red, white


def _faces_that_count(throw: Throw, values: Values) -> Values:
    match throw.order:
        case "largest-sum" | "smallest-sum":
            return values
        case "largest-spread":
            return max(values), min(values)
        case "most-odd":
            return tuple([value for value in values if value % 2])
        case "highest-value":
            return tuple([value for value in values if value == max(values)])
        case "closest":
            return ()


def _marks(throw: Throw, right: Right) -> Iterator[Mark]:
    if throw.order == "closest":
        matters = [[far <= min(its) + SAME for far in its] for its in distances(throw)]
    else:
        counted = [set(faces) for faces in _counted(throw)]
        matters = [[value in its for value in values] for values, its in zip(groups(throw), counted, strict=True)]
    for colour, dice in zip(COLOURS, matters, strict=False):
        for counts in dice:
            yield "idle" if not counts else "best" if colour in right.best else "counted"


def _settled(table: Table, last: Finished, whole: Imps) -> Iterator[Settled]:
    """3.4, 3.6, 6.5"""
    if gained := _seats(change > 0 for change in last.changes):
        yield Gained(gained)
    if safe := tuple([grabbed.seat for grabbed in last.grabs if last.changes[grabbed.seat] == 0]):
        yield Safe(safe)
    if lost := _seats(change < 0 for change in last.changes):
        yield LostGem(lost)
    if out := _seats(fell == last.round for fell in table.out):
        yield Out(out)
    left = living(table)
    if table.over and len(left) > 1:
        yield MostGems(_seats(gems == max(table.gems) for gems in table.gems))  # 6.5
    elif table.over:
        yield Won(left[0]) if left else NobodyWon()
    elif IMPS[len(left)] != whole:
        yield ImpsLeave(len(left))  # 2.2


def _seats(wanted: Iterator[bool]) -> tuple[Seat, ...]:
    return tuple([Seat(seat) for seat, those in enumerate(wanted) if those])
