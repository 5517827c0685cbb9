"""Where the devils' tails run: the one thing that decides Le Diable par la queue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from pandemonium.core.game import Seat
from pandemonium.games.diable_par_la_queue.board import (
    BODIES,
    BODY,
    CELL_OF,
    LETTERS,
    OUT,
    RIM,
    THROUGH,
    Cell,
    Devil,
    Face,
    Point,
)

Board = bytes
"""The face that lies on each of the 54 cells; 0 where none does."""
End = Literal["open", "tail", "body"]


class Step(Struct, frozen=True, gc=False, array_like=True):
    """A tail crosses a card: in at one crossing of its cell, out at another."""

    cell: Cell
    enters: int
    leaves: int


class Tail(Struct, frozen=True, gc=False):
    """A devil's tail as it lies now."""

    devil: str
    side: int
    """Whose devil: the seat's number; of four players, 0 for the team of seats 0 and 2, 1 for the other."""
    length: int
    """Cards crossed so far, each as often as it is crossed."""
    points: int
    """6.1 What it scores as it lies: nothing unless it ends in a tail end."""
    end: End
    """Open, or finished: in a tail end, or in another devil's body."""
    into: str
    """The letter of that tail end or body; of an open tail, nothing."""
    waits: Cell | None
    """The cell that an open tail would enter next."""
    path: tuple[Step, ...]


class Growth(Struct, frozen=True, gc=False):
    """A card lengthens a tail."""

    before: int
    """How long it was."""
    tail: Tail
    """As it lies then."""


_STEPS: Final[tuple[tuple[Step, ...], ...]] = tuple(
    tuple(Step(Cell(point // 6), point % 6, out % 6) for point, out in enumerate(outs)) for outs in OUT
)


def sides(seats: int) -> int:
    """3.1 Three play for themselves; four as two teams, seats 0 and 2 against 1 and 3."""
    return 3 if seats == 3 else 2


def partners(seats: int) -> tuple[tuple[Seat, ...], ...]:
    """3.1 By side, who plays for it."""
    return tuple(tuple(map(Seat, range(side, seats, sides(seats)))) for side in range(sides(seats)))


def side_of(devil: Devil, seats: int) -> int:
    """3.1 Nine devils in a row for each side, or six."""
    return devil * sides(seats) // len(LETTERS)


def follow(board: Board, start: Point) -> tuple[int, Point]:
    """From a crossing that a tail enters: how many cards it crosses, and where it ends or waits."""
    point, length = int(start), 0
    while point < RIM and (face := board[CELL_OF[point]]):
        point = THROUGH[face][point]
        length += 1
    return length, Point(point)


def tail(board: Board, devil: Devil, seats: int) -> Tail:
    """The tail of one devil, card by card."""
    point, path = int(BODY[devil]), []
    while point < RIM and (face := board[CELL_OF[point]]):
        path.append(_STEPS[face][point])
        point = THROUGH[face][point]
    letter, side, length = LETTERS[devil], side_of(devil, seats), len(path)
    if point < RIM:
        return Tail(letter, side, length, 0, "open", "", Cell(CELL_OF[point]), tuple(path))
    into = LETTERS[(point - RIM) % len(LETTERS)]
    if point < BODIES:
        return Tail(letter, side, length, length, "tail", into, None, tuple(path))
    return Tail(letter, side, length, 0, "body", into, None, tuple(path))


def tails(board: Board, seats: int) -> tuple[Tail, ...]:
    """6.3 Every devil's tail as it lies now."""
    return tuple(tail(board, Devil(devil), seats) for devil in range(len(LETTERS)))


def grown(board: Board, cell: Cell, before: Sequence[Tail], seats: int) -> tuple[Growth, ...]:
    """What the card on this cell does to the tails: it lengthens those which waited there."""
    return tuple(
        Growth(its.length, tail(board, Devil(devil), seats)) for devil, its in enumerate(before) if its.waits == cell
    )


def points(tails: Sequence[Tail], seats: int) -> tuple[int, ...]:
    """6.1, 6.2 What each seat's side has scored with these tails."""
    totals = [0] * sides(seats)
    for its in tails:
        totals[its.side] += its.points
    return tuple(totals[seat % len(totals)] for seat in range(seats))


def with_card(board: Board, cell: Cell, face: Face) -> Board:
    """The board with one more card on it."""
    return board[:cell] + bytes((face,)) + board[cell + 1 :]
