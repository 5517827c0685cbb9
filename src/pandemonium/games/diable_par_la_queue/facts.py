"""What can be told of a move of Le Diable par la queue, and what a player can be asked."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from pandemonium.core.game import Seat
from pandemonium.games.diable_par_la_queue.board import CELL_COUNT, HALF, Cell, Kind, Turn

Half = Literal["upper", "lower"]


class CellName(Struct, frozen=True, gc=False):
    """1.2 A cell as it is called: number 14 of the upper half."""

    cell: Cell
    half: Half
    number: int


def _called(cell: int) -> CellName:
    return CellName(Cell(cell), "upper" if cell < HALF else "lower", cell % HALF + 1)


CALLED: Final = tuple(map(_called, range(CELL_COUNT)))


# What happened


class FirstDrawn(Struct, frozen=True, gc=False, tag="first-drawn"):
    """3.2 The lot has decided who begins."""

    seat: Seat


class Named(Struct, frozen=True, gc=False, tag="named"):
    """4.1 A cell was named for the next card."""

    seat: Seat
    cell: CellName


class Drawn(Struct, frozen=True, gc=False, tag="drawn"):
    """4.1 A card was turned up."""

    seat: Seat
    kind: Kind


class Laid(Struct, frozen=True, gc=False, tag="laid"):
    """4.1, 4.2 A card was laid."""

    seat: Seat
    cell: CellName
    kind: Kind
    turn: Turn


class TailGrew(Struct, frozen=True, gc=False, tag="tail-grew"):
    """6.3 The card made a tail longer."""

    devil: str
    before: int
    length: int
    open: bool
    """It can grow on."""


class TailFinished(Struct, frozen=True, gc=False, tag="tail-finished"):
    """6.1 A tail has come to a tail end, and scores."""

    devil: str
    into: str
    points: int


class Tied(Struct, frozen=True, gc=False, tag="tied"):
    """6.1 A strand leads from one body to another: neither scores."""

    devil: str
    other: str


class Passed(Struct, frozen=True, gc=False, tag="passed"):
    """5.3 Somebody had no cell to name."""

    seat: Seat


class BoardFull(Struct, frozen=True, gc=False, tag="board-full"):
    """6.1 The last card lies."""


class SideScored(Struct, frozen=True, gc=False, tag="side-scored"):
    """6.2 What a player's or a team's devils have scored in all."""

    seats: tuple[Seat, ...]
    points: int


class Won(Struct, frozen=True, gc=False, tag="won"):
    """6.2 A player or a team has the highest total."""

    seats: tuple[Seat, ...]


class Shared(Struct, frozen=True, gc=False, tag="shared"):
    """6.2 Equal totals share the victory."""

    seats: tuple[Seat, ...]


Fact = (
    FirstDrawn | Named | Drawn | Laid | TailGrew | TailFinished | Tied | Passed | BoardFull | SideScored | Won | Shared
)


# What is asked


class WhichCell(Struct, frozen=True, gc=False, tag="name"):
    """4.1, 5.1 Name a free cell."""


class WhichOtherSector(Struct, frozen=True, gc=False, tag="name-elsewhere"):
    """5.2 Name a free cell, but not in the sector of the last card."""


class WhichTurn(Struct, frozen=True, gc=False, tag="lay"):
    """4.1 Lay the card on the cell that was named."""

    cell: CellName
    ways: int
    """2.1 In how many ways it can be laid."""


class WhichTurnOnTwin(Struct, frozen=True, gc=False, tag="lay-twin"):
    """4.2 Lay the card on the twin of the last cell."""

    cell: CellName
    ways: int


Question = WhichCell | WhichOtherSector | WhichTurn | WhichTurnOnTwin
