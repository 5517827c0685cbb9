"""Who sees what in Le Diable par la queue: everybody everything, but for the order of the cards face down."""

from __future__ import annotations

from msgspec import Struct

from pandemonium.core.chance import Chance
from pandemonium.core.game import Eyes, Move, Seat
from pandemonium.games.diable_par_la_queue.board import CELL_COUNT, FACE, KINDS, LAID, Cell, Kind, Turn
from pandemonium.games.diable_par_la_queue.rules import Action, Phase, State, is_forced
from pandemonium.games.diable_par_la_queue.tails import Board, Tail, points, tails, with_card


class Card(Struct, frozen=True, gc=False):
    """A card as it lies on the board."""

    kind: Kind
    turn: Turn


class View(Struct, frozen=True, kw_only=True):
    """7 What everybody sees."""

    eyes: Eyes
    seats: int
    phase: Phase
    turn: Seat | None
    cell: Cell | None
    """Where the next card goes, if that is known."""
    forced: bool
    """4.2 Whether that is because it is the twin of the last cell."""
    drawn: Kind | None
    last: Cell | None
    cards: tuple[Card | None, ...]
    """By cell; None where it is free."""
    nameable: tuple[Cell, ...]
    stock: tuple[int, ...]
    """By kind, how many lie face down."""
    tails: tuple[Tail, ...]
    points: tuple[int, ...]
    """By seat, with the tails that are finished."""


class Change(Struct, frozen=True, gc=False):
    """What a card would do to a tail."""

    before: Tail
    after: Tail


_CARDS = tuple(None if laid is None else Card(*laid) for laid in LAID)


def view(state: State, eyes: Eyes) -> View:
    seats, stock = state.seats, state.stock
    all_tails = tails(state.board, seats)
    return View(
        eyes=eyes,
        seats=seats,
        phase=state.phase,
        turn=state.turn,
        cell=state.cell,
        forced=is_forced(state.free, seats),
        drawn=state.drawn,
        last=state.last,
        cards=tuple(_CARDS[face] for face in state.board),
        nameable=tuple(map(Cell, state.nameable)),
        stock=tuple(stock.count(kind) for kind in range(len(KINDS))),
        tails=all_tails,
        points=points(all_tails, seats),
    )


def shown(move: Move[Action], eyes: Eyes) -> Move[Action]:  # noqa: ARG001
    """7 No move hides anything."""
    return move


def imagine(view: View, chance: Chance) -> State:  # noqa: ARG001
    """There is nothing to imagine: the cards face down have no order until they are drawn."""
    board = board_of(view)
    return State(
        view.seats,
        view.phase,
        view.turn,
        view.cell,
        view.drawn,
        view.last,
        board,
        bytes(cell for cell in range(CELL_COUNT) if not board[cell]),
        bytes(kind for kind, count in enumerate(view.stock) for _ in range(count)),
        bytes(view.nameable),
    )


def board_of(view: View) -> Board:
    return bytes(0 if card is None else FACE[card.kind, card.turn] for card in view.cards)


def preview(view: View, cell: Cell, card: Card) -> tuple[Change, ...]:
    """The tails that a card on this cell would lengthen or finish, before and after."""
    after = tails(with_card(board_of(view), cell, FACE[card.kind, card.turn]), view.seats)
    return tuple(Change(old, new) for old, new in zip(view.tails, after, strict=True) if old.length != new.length)
