"""Who sees what in Le Diable par la queue: everybody everything, but for the order of the cards face down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pandemonium.core.chance import Chance
from pandemonium.core.game import Eyes, Move, Seat
from pandemonium.games.diable_par_la_queue.board import (
    BODY,
    CELL_COUNT,
    DEVIL_AT,
    FACE,
    KINDS,
    LAID,
    LETTERS,
    TAIL_END,
    TURNS,
    TWIN,
    Cell,
    Kind,
    Turn,
)
from pandemonium.games.diable_par_la_queue.facts import (
    CALLED,
    BoardFull,
    Drawn,
    Fact,
    FirstDrawn,
    Laid,
    Named,
    Passed,
    Question,
    Shared,
    SideScored,
    TailFinished,
    TailGrew,
    Tied,
    WhichCell,
    WhichOtherSector,
    WhichTurn,
    WhichTurnOnTwin,
    Won,
)
from pandemonium.games.diable_par_la_queue.rules import (
    Action,
    Draw,
    Event,
    First,
    Lay,
    Name,
    Phase,
    State,
    WhyForbidden,
    binding_sector,
    is_forced,
    result,
    why_forbidden,
)
from pandemonium.games.diable_par_la_queue.tails import Board, Growth, Tail, grown, partners, points, tails, with_card


class Card(Struct, frozen=True, gc=False):
    """A card as it lies on the board."""

    kind: Kind
    turn: Turn


class Forbidden(Struct, frozen=True, gc=False):
    """A free cell that may not be named now, and why."""

    cell: Cell
    why: WhyForbidden
    devil: str
    """Whose body it touches; nobody's, if that is not the reason."""


class Side(Struct, frozen=True, gc=False):
    """3.1 A player who plays for himself, or a team."""

    seats: tuple[Seat, ...]
    points: int
    """6.1 With the tails that are finished."""


class Perch(Struct, frozen=True, gc=False, array_like=True):
    """1.3 Where a devil sits: the cell, and its crossings that lead to the body and to the tail end."""

    cell: Cell
    body: int
    end: int


class Material(Struct, frozen=True):
    """1, 2 What is printed on the board and on the cards."""

    kinds: tuple[tuple[tuple[int, int], ...], ...]
    """By kind, the pairs of crossings that its strands join."""
    rim: tuple[Perch, ...]
    """By devil."""


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
    answers: tuple[Cell, ...]
    """4.2 By nameable cell, its twin, to which the next player will have to go; none of three players has to."""
    stock: tuple[int, ...]
    """By kind, how many lie face down."""
    tails: tuple[Tail, ...]
    """By devil, clockwise."""
    sides: tuple[Side, ...]
    material: Material
    bound: int | None = None
    """5.2 Of three players, the sector in which no cell may be named now."""
    forbidden: tuple[Forbidden, ...] = ()
    """4.3, 5.2 The free cells that the player who has to name one may not."""
    previews: tuple[tuple[Growth, ...], ...] = ()
    """When a card has been drawn, by the ways in which it can lie: what it would do to the tails."""


_CARDS: Final = tuple(None if laid is None else Card(*laid) for laid in LAID)
MATERIAL: Final = Material(
    kinds=tuple(tuple((int(pair[0]), int(pair[1])) for pair in kind.split("-")) for kind in KINDS),
    rim=tuple(Perch(Cell(body // 6), body % 6, end % 6) for body, end in zip(BODY, TAIL_END, strict=True)),
)


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
        answers=() if seats == 3 else tuple(TWIN[cell] for cell in state.nameable),
        stock=tuple(stock.count(kind) for kind in range(len(KINDS))),
        tails=all_tails,
        sides=_sides(all_tails, seats),
        material=MATERIAL,
        bound=binding_sector(state),
        forbidden=_forbidden(state),
        previews=_previews(state, all_tails),
    )


def shown(move: Move[Action | Event], eyes: Eyes) -> Move[Action | Event]:  # noqa: ARG001
    """7 No move hides anything."""
    return move


def told(before: State, move: Move[Action | Event], after: State, eyes: Eyes) -> tuple[Fact, ...]:  # noqa: ARG001
    """7 Everybody knows the same."""
    match move.what:
        case First(seat):
            return (FirstDrawn(seat),)
        case Name(cell) if before.turn is not None:
            return (Named(before.turn, CALLED[cell]),)
        case Draw(kind) if before.turn is not None:
            return (Drawn(before.turn, kind),)
        case Lay(turn) if before.turn is not None and before.cell is not None and before.drawn is not None:
            laid = Laid(before.turn, CALLED[before.cell], before.drawn, turn)
            return (laid, *_of_the_tails(before, before.cell, after), *_of_the_order(before.turn, after))
    return ()


def question(state: State, seat: Seat) -> Question | None:
    if seat != state.turn:
        return None
    if state.phase == "name":
        return WhichCell() if binding_sector(state) is None else WhichOtherSector()
    if state.cell is None or state.drawn is None:
        return None
    ask = WhichTurnOnTwin if is_forced(state.free, state.seats) else WhichTurn
    return ask(CALLED[state.cell], TURNS[state.drawn])


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
        why = why_forbidden(state, state.turn, cell)
        found.append(Forbidden(cell, why, LETTERS[DEVIL_AT[cell]] if why == "opponents-body" else ""))
    return tuple(found)


def _sides(all_tails: tuple[Tail, ...], seats: int) -> tuple[Side, ...]:
    scored = points(all_tails, seats)
    return tuple(Side(its, scored[its[0]]) for its in partners(seats))


def _previews(state: State, now: tuple[Tail, ...]) -> tuple[tuple[Growth, ...], ...]:
    cell, drawn = state.cell, state.drawn
    if cell is None or drawn is None:
        return ()
    laid = [with_card(state.board, cell, FACE[drawn, Turn(turn)]) for turn in range(TURNS[drawn])]
    return tuple(grown(board, cell, now, state.seats) for board in laid)


def _of_the_tails(before: State, cell: Cell, after: State) -> Iterator[Fact]:
    """6.1, 6.3 Devil by devil, what the card has done to the tails."""
    for growth in grown(after.board, cell, tails(before.board, before.seats), before.seats):
        its = growth.tail
        yield TailGrew(its.devil, growth.before, its.length, its.end == "open")
        if its.end == "tail":
            yield TailFinished(its.devil, its.into, its.points)
        elif its.end == "body" and its.devil < its.into:  # The other one is tied by the same strand.
            yield Tied(its.devil, its.into)


def _of_the_order(by: Seat, after: State) -> Iterator[Fact]:
    """5.3, 6.2 Who has to pass; or, when the board is full, who has won."""
    if after.seats == 3 and after.turn is not None:
        seat = Seat((by + 1) % 3)
        while seat != after.turn:
            yield Passed(seat)
            seat = Seat((seat + 1) % 3)
    if (ended := result(after)) is not None:
        yield BoardFull()
        for its in partners(after.seats):
            yield SideScored(its, ended.standings[its[0]].points)
        yield Won(ended.winners) if ended.winners in partners(after.seats) else Shared(ended.winners)


def board_of(view: View) -> Board:
    return bytes(0 if card is None else FACE[card.kind, card.turn] for card in view.cards)
