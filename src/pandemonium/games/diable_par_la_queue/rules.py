"""The rules of Le Diable par la queue. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from pandemonium.core.chance import Chance
from pandemonium.core.game import NATURE, Due, Illegal, Move, Mover, Result, Seat, ranked
from pandemonium.games.diable_par_la_queue.board import (
    CALLED_OUT,
    CARDS_EACH,
    CELL_COUNT,
    DEVIL_AT,
    FACE,
    KINDS,
    LETTERS,
    RIM_CELL,
    SECTOR,
    TURNS,
    TWIN,
    Cell,
    Kind,
    Turn,
)
from pandemonium.games.diable_par_la_queue.tails import Board, points, side_of, sides, tails, with_card

Cells = bytes
"""A sorted row of cells, a byte each: fast to copy, search and cut."""
Stock = bytes
"""The kinds of the cards that lie face down, a byte each, sorted: their order is nobody's business (7)."""
Phase = Literal["first", "name", "draw", "lay", "over"]
WhyForbidden = Literal["opponents-body", "same-sector"]


class Options(Struct, frozen=True, kw_only=True, rename="kebab"):
    """There is nothing to choose."""


class First(Struct, frozen=True, gc=False, tag="first"):
    """Nature draws by lot who begins."""

    seat: Seat


class Name(Struct, frozen=True, gc=False, tag="name"):
    """A player names the cell for the card that he is going to draw."""

    cell: Cell


class Draw(Struct, frozen=True, gc=False, tag="draw"):
    """Nature turns up the next card."""

    kind: Kind


class Lay(Struct, frozen=True, gc=False, tag="lay"):
    """A player lays the card that was drawn, turned clockwise by so many thirds."""

    turn: Turn


Action = Name | Lay
Event = First | Draw
_CELLS: Final = bytes(range(CELL_COUNT))
_ALONE: Final = tuple(bytes((number,)) for number in range(CELL_COUNT))
_NAME: Final = tuple(Name(Cell(cell)) for cell in _CELLS)
_LAY: Final = tuple(Lay(Turn(turn)) for turn in range(3))
_LAY_KIND: Final = tuple(_LAY[:turns] for turns in TURNS)
_DRAW: Final = tuple(Due[Event](Draw(Kind(kind))) for kind in range(len(KINDS)))
_FULL_STOCK: Final = bytes(kind for kind in range(len(KINDS)) for _ in range(CARDS_EACH))
_ONLY: Final = tuple((Seat(seat),) for seat in range(4))
_OF_SECTOR: Final = tuple(bytes(cell for cell in _CELLS if SECTOR[cell] == sector) for sector in range(6))
# 4.3 By number of seats and seat: the cells with an opponent's body. A team mate is no opponent.
_OPPOSED: Final = {
    seats: tuple(
        bytes(cell for cell, devil in DEVIL_AT.items() if side_of(devil, seats) != seat % sides(seats))
        for seat in range(seats)
    )
    for seats in (2, 3, 4)
}


class State(Struct, frozen=True, gc=False):
    """A moment of the game."""

    seats: int
    phase: Phase
    """What has to happen next. Nature does `first` and `draw`."""
    turn: Seat | None
    """None before the lot and when all is over."""
    cell: Cell | None
    """Where the next card goes, if that is known; in the phase of naming it is not."""
    drawn: Kind | None
    """The card to be laid."""
    last: Cell | None
    """Where the last card was laid."""
    board: Board
    free: Cells
    stock: Stock
    nameable: Cells
    """What the player whose turn it is may name: it follows from the rest, and is asked for most."""


def start(options: Options, seats: int) -> State:  # noqa: ARG001
    return State(seats, "first", None, None, None, None, bytes(CELL_COUNT), _CELLS, _FULL_STOCK, b"")


def to_act(state: State) -> tuple[Seat, ...]:
    return _ONLY[state.turn] if state.turn is not None and state.phase != "draw" else ()


def legal(state: State, seat: Seat) -> list[Action]:
    if seat != state.turn:
        return []
    if state.phase == "name":
        return [_NAME[cell] for cell in state.nameable]
    return [] if state.drawn is None else list(_LAY_KIND[state.drawn])


def nature(state: State, chance: Chance) -> Due[Event] | None:
    if state.phase == "draw":
        stock = state.stock
        return _DRAW[stock[chance.below(len(stock))]]
    if state.phase == "first":
        return Due(First(Seat(chance.below(state.seats))))
    return None


def apply(state: State, move: Move[Action | Event]) -> State:
    what = move.what
    if state.phase == "over":
        raise Illegal("match-over")
    match what:
        case Name(cell):
            return _name(state, move.by, cell)
        case Draw(kind):
            return _draw(state, move.by, kind)
        case Lay(turn):
            return _lay(state, move.by, turn)
        case First(seat):
            return _first(state, move.by, seat)


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    # 6.2 The highest total wins; equal totals share.
    return ranked(points(tails(state.board, state.seats), state.seats), best=max)


# Questions of the rulebook


def is_forced(free: Cells, seats: int) -> bool:
    """4.2 Of two players or teams, whoever finds an odd number of free cells owes the twin of the last one."""
    return seats != 3 and len(free) % 2 == 1


def nameable(free: Cells, last: Cell | None, seats: int, seat: Seat) -> Cells:
    """4.3, 5.2, 5.3 What this player may name now; nothing, if he has to pass."""
    allowed = free.translate(None, _OPPOSED[seats][seat])
    if seats == 3 and last is not None:
        return allowed.translate(None, _OF_SECTOR[SECTOR[last]]) or allowed
    return allowed


def why_forbidden(state: State, seat: Seat, cell: Cell) -> WhyForbidden:
    """4.3, 5.2 Why this player may not name this free cell; it is none of those that he may."""
    return "opponents-body" if cell in _OPPOSED[state.seats][seat] else "same-sector"


def binding_sector(state: State) -> int | None:
    """5.2, 5.3 Of three players, the sector in which no cell may be named now, if there is one."""
    if state.seats != 3 or state.phase != "name" or state.last is None:
        return None
    sector = SECTOR[state.last]
    return None if any(SECTOR[cell] == sector for cell in state.nameable) else sector


# Moves


def _first(state: State, by: Mover, seat: Seat) -> State:
    if by != NATURE:
        raise Illegal("not-yours-to-do")
    if state.phase != "first":
        raise Illegal("first-is-known")
    if not 0 <= seat < state.seats:
        raise Illegal("no-such-seat", seat=seat)
    return _naming(state.seats, seat, last=None, board=state.board, free=state.free, stock=state.stock)


def _name(state: State, by: Mover, cell: Cell) -> State:
    if by == NATURE or by != state.turn:
        raise Illegal("not-your-turn")
    if state.phase != "name":
        raise _out_of_phase(state)
    # Bytes cannot even be asked for a number that is no byte.
    if not 0 <= cell < CELL_COUNT:
        raise Illegal("no-such-cell", cell=cell)
    if cell not in state.nameable:
        raise _not_nameable(state, by, cell)
    return State(state.seats, "draw", state.turn, cell, None, state.last, state.board, state.free, state.stock, b"")


def _draw(state: State, by: Mover, kind: Kind) -> State:
    if by != NATURE:
        raise Illegal("not-yours-to-do")
    if state.phase != "draw":
        raise Illegal("no-card-is-due")
    if not 0 <= kind < len(KINDS):
        raise Illegal("no-such-kind", kind=kind)
    stock = state.stock.replace(_ALONE[kind], b"", 1)
    if len(stock) == len(state.stock):
        raise Illegal("none-left", kind=KINDS[kind])
    return State(state.seats, "lay", state.turn, state.cell, kind, state.last, state.board, state.free, stock, b"")


def _lay(state: State, by: Mover, turn: Turn) -> State:
    seats, cell, drawn = state.seats, state.cell, state.drawn
    if by == NATURE or by != state.turn:
        raise Illegal("not-your-turn")
    if cell is None or drawn is None:
        raise _out_of_phase(state)
    face = FACE.get((drawn, turn))
    if face is None:
        raise Illegal("looks-the-same" if TURNS[drawn] == 1 and 0 <= turn < 3 else "no-such-turn", turn=turn)
    board, free = with_card(state.board, cell, face), state.free.replace(_ALONE[cell], b"")
    if not free:
        return State(seats, "over", None, None, None, cell, board, free, state.stock, b"")
    if seats != 3:
        if is_forced(free, seats):  # 4.2 What I named, the next player has to answer.
            return State(seats, "draw", Seat((by + 1) % seats), TWIN[cell], None, cell, board, free, state.stock, b"")
        return _naming(seats, by, last=cell, board=board, free=free, stock=state.stock)
    return _naming(seats, Seat((by + 1) % seats), last=cell, board=board, free=free, stock=state.stock)


def _naming(seats: int, seat: Seat, *, last: Cell | None, board: Board, free: Cells, stock: Stock) -> State:
    """5.3 The next who can name a cell is to name one: there is one, for he who owns a body may always go there."""
    while not (cells := nameable(free, last, seats, seat)):
        seat = Seat((seat + 1) % seats)
    return State(seats, "name", seat, None, None, last, board, free, stock, cells)


def _out_of_phase(state: State) -> Illegal:
    if state.phase == "name":
        return Illegal("name-first")
    if state.phase == "draw":
        return Illegal("no-card-yet")
    cell = "" if state.cell is None else CALLED_OUT[state.cell]
    return Illegal("twin-first" if is_forced(state.free, state.seats) else "lay-first", cell=cell)


def _not_nameable(state: State, seat: Seat, cell: Cell) -> Illegal:
    if cell not in state.free:
        return Illegal("not-free", cell=CALLED_OUT[cell])
    why = why_forbidden(state, seat, cell)
    if why == "opponents-body":
        return Illegal(why, cell=CALLED_OUT[cell], devil=LETTERS[RIM_CELL.index(cell)])
    return Illegal(why, cell=CALLED_OUT[cell])
