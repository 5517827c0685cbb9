"""Who plays Le Diable par la queue when nobody does: bots with a player's eyes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from pandemonium.games.diable_par_la_queue.board import (
    ACROSS,
    BODIES,
    BODY,
    CELL_COUNT,
    FACE,
    LOOKS,
    RIM,
    TWIN,
    Cell,
    Devil,
    Kind,
    Point,
)
from pandemonium.games.diable_par_la_queue.rules import Action, Lay, Name
from pandemonium.games.diable_par_la_queue.sight import View, board_of
from pandemonium.games.diable_par_la_queue.tails import Board, follow, side_of, sides, with_card

SWEEPS: Final = 4
"""More of them say more exactly what a tail may expect, but win no more matches."""
_NO_GAINS: Final = tuple((0.0,) * len(looks) for looks in LOOKS)
Strand = tuple[int, Point]
"""A piece of tail: how many cards it crosses, and where it ends or waits."""


def random(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Any legal move."""
    return luck.choice(legal)


def sensible(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Rule of thumb: think of the free cells as filled at random, and see what every devil may expect.
    Turn a card to where my devils may expect most against the others'. Name the cell whose unknown card
    promises me most, counting what the next player will make of its twin."""
    if len(legal) == 1:
        return legal[0]
    board = board_of(view)
    if view.cell is not None and view.drawn is not None:
        cell, drawn, love = view.cell, view.drawn, _love(view)
        lays = [action for action in legal if isinstance(action, Lay)]
        return max(luck.sample(lays, len(lays)), key=lambda lay: _promise(board, cell, drawn, lay, love))
    outlook = Outlook(board, _love(view))
    names = [action for action in legal if isinstance(action, Name)]
    return max(luck.sample(names, len(names)), key=lambda name: _hope(view, outlook, name.cell))


LEVELS = {"kobold": random, "tempter": sensible}
MORE = {"random": random, "sensible": sensible}


def _love(view: View) -> list[float]:
    """To each devil, what a point of it is worth to the player whose turn it is."""
    mine, others = (view.turn or 0) % sides(view.seats), sides(view.seats) - 1
    return [1.0 if side_of(Devil(devil), view.seats) == mine else -1.0 / others for devil in range(len(BODY))]


def _promise(board: Board, cell: Cell, drawn: Kind, lay: Lay, love: Sequence[float]) -> float:
    """What the devils may expect after this card."""
    return Outlook(with_card(board, cell, FACE[drawn, lay.turn]), love).worth()


def _hope(view: View, outlook: Outlook, cell: Cell) -> float:
    """My gain with the best turn of a card yet unknown, and after it the next player's with his at the twin."""
    cards_left = max(sum(view.stock), 1)
    hope = sum(left * max(turns) for left, turns in zip(view.stock, outlook.gains(cell), strict=True))
    if view.seats != 3:
        hope += sum(left * min(turns) for left, turns in zip(view.stock, outlook.gains(TWIN[cell]), strict=True))
    return hope / cards_left


class Outlook:
    """What may be expected of each open tail if all free cells were filled at random.

    A tail that enters a free cell leaves it by each of the five other crossings with the same chance, and
    from there follows what lies: a random walk, whose prospects are found by sweeping over the cells.
    """

    def __init__(self, board: Board, love: Sequence[float]) -> None:
        self.board = board
        self.love = love
        self.strands: dict[int, list[Strand]] = {
            cell: [follow(board, ACROSS[point]) for point in range(6 * cell, 6 * cell + 6)]
            for cell in range(CELL_COUNT)
            if not board[cell]
        }
        """What lies beyond each crossing of a free cell."""
        self.good = [0.5] * RIM + [1.0] * len(BODY) + [0.0] * len(BODY)
        """By where a tail waits or ends: how likely it comes to a tail end, or has."""
        self.more = [3.0] * RIM + [0.0] * (2 * len(BODY))
        """And how many more cards it may expect to score."""
        for _ in range(SWEEPS):
            self._sweep()

    def worth(self) -> float:
        """All that the devils may expect, with love."""
        return sum(love * self._expects(*follow(self.board, body)) for love, body in zip(self.love, BODY, strict=True))

    def gains(self, cell: Cell) -> Sequence[Sequence[float]]:
        """By kind and turn, what a card on this cell would gain me, all else staying as it is."""
        strands = self.strands[cell]
        waiting = [(crossing, *its) for crossing, its in enumerate(strands) if its[1] >= BODIES]
        if not waiting:
            return _NO_GAINS
        apart, joined = 0.0, []
        for crossing, length, body in waiting:
            love = self.love[body - BODIES]
            apart += love * self._expects(length, Point(6 * cell + crossing))
            joined.append((crossing, [love * self._expects(length + other + 1, end) for other, end in strands]))
        return [[sum(worth[joins[own]] for own, worth in joined) - apart for joins in looks] for looks in LOOKS]

    def _sweep(self) -> None:
        good, more = self.good, self.more
        for cell, strands in self.strands.items():
            luck = [good[end] for _, end in strands]
            cards = [(length + 1) * good[end] + more[end] for length, end in strands]
            all_luck, all_cards, here = sum(luck), sum(cards), 6 * cell
            good[here : here + 6] = [(all_luck - its) / 5 for its in luck]
            more[here : here + 6] = [(all_cards - its) / 5 for its in cards]

    def _expects(self, length: int, end: Point) -> float:
        """6.1 What a tail of this length may expect to score: from body to body, nothing."""
        return length * self.good[end] + self.more[end]
