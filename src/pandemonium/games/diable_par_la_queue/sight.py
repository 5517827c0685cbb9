"""Who sees what in Le Diable par la queue: everybody everything, but for the order of the cards face down."""

from __future__ import annotations

from msgspec import Struct

from pandemonium.core.chance import Chance
from pandemonium.core.game import Eyes, Move, Seat
from pandemonium.games.diable_par_la_queue.board import (
    CELL_COUNT,
    DEVIL_AT,
    FACE,
    KINDS,
    LAID,
    LETTERS,
    TURNS,
    Cell,
    Kind,
    Turn,
)
from pandemonium.games.diable_par_la_queue.rules import (
    Action,
    Phase,
    State,
    WhyNot,
    binding_sector,
    is_forced,
    why_not_named,
)
from pandemonium.games.diable_par_la_queue.tails import Board, Tail, changed, points, tails, with_card


class Card(Struct, frozen=True, gc=False):
    """A card as it lies on the board."""

    kind: Kind
    turn: Turn


class Forbidden(Struct, frozen=True, gc=False):
    """A free cell that may not be named now, and why."""

    cell: Cell
    why: WhyNot
    devil: str
    """Whose body it touches; nobody's, if that is not the reason."""


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
    bound: int | None = None
    """5.2 Of three players, the sector in which no cell may be named now."""
    forbidden: tuple[Forbidden, ...] = ()
    """4.3, 5.2 The free cells that the player who has to name one may not."""
    previews: tuple[tuple[Tail, ...], ...] = ()
    """When a card has been drawn, by its turns: the tails that it would change, as they would be then."""


class Change(Struct, frozen=True, gc=False):
    """What a card would do to a tail."""

    before: Tail
    after: Tail


_CARDS = tuple(None if laid is None else Card(*laid) for laid in LAID)


class Fact(Struct, frozen=True, tag="fact"):
    """What can be told of a move."""


class Question(Struct, frozen=True, tag="question"):
    """What a seat can be asked."""


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
        bound=binding_sector(state),
        forbidden=_forbidden(state),
        previews=_previews(state, all_tails),
    )


def shown(move: Move[Action], eyes: Eyes) -> Move[Action]:  # noqa: ARG001
    """7 No move hides anything."""
    return move


def told(before: State, move: Move[Action], after: State, eyes: Eyes) -> tuple[Fact, ...]:  # noqa: ARG001
    return ()


def question(state: State, seat: Seat) -> Question | None:  # noqa: ARG001
    return None


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


def _forbidden(state: State) -> tuple[Forbidden, ...]:
    if state.phase != "name" or state.turn is None:
        return ()
    found = []
    for number in state.free.translate(None, state.nameable):
        cell = Cell(number)
        why = why_not_named(state, state.turn, cell)
        found.append(Forbidden(cell, why, LETTERS[DEVIL_AT[cell]] if why == "opponents-body" else ""))
    return tuple(found)


def _previews(state: State, now: tuple[Tail, ...]) -> tuple[tuple[Tail, ...], ...]:
    cell, drawn = state.cell, state.drawn
    if cell is None or drawn is None:
        return ()
    laid = [with_card(state.board, cell, FACE[drawn, Turn(turn)]) for turn in range(TURNS[drawn])]
    return tuple(changed(board, cell, now, state.seats) for board in laid)


def board_of(view: View) -> Board:
    return bytes(0 if card is None else FACE[card.kind, card.turn] for card in view.cards)


def preview(view: View, cell: Cell, card: Card) -> tuple[Change, ...]:
    """The tails that a card on this cell would lengthen or finish, before and after."""
    after = changed(with_card(board_of(view), cell, FACE[card.kind, card.turn]), cell, view.tails, view.seats)
    before = {tail.devil: tail for tail in view.tails}
    return tuple(Change(before[tail.devil], tail) for tail in after)
