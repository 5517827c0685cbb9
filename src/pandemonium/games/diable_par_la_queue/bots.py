"""Who plays Le Diable par la queue when nobody does: bots with a player's eyes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from random import Random
from typing import Final

from pandemonium.core.evaluation import Budget
from pandemonium.core.game import Bot
from pandemonium.games.diable_par_la_queue.board import (
    ACROSS,
    BODIES,
    BODY,
    CELL_COUNT,
    CELL_OF,
    FACE,
    LOOKS,
    RIM,
    TWIN,
    Cell,
    Devil,
    Kind,
    Point,
)
from pandemonium.games.diable_par_la_queue.evaluation import evaluate
from pandemonium.games.diable_par_la_queue.rules import Action, Lay, Name
from pandemonium.games.diable_par_la_queue.sight import View, board_of
from pandemonium.games.diable_par_la_queue.tails import Board, follow, side_of, sides, with_card
from pandemonium.search.thinker import Thinker

SWEEPS: Final = 4
"""More of them say more exactly what a tail may expect, but win no more matches."""
BLIND: Final = 1 / 3
"""How often a child does not look at all."""
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


def childish(view: View, legal: Sequence[Action], luck: Random) -> Action:
    """Every third move is just any. Else it names a cell where one of its own tails waits, and turns a card so that its
    own tails get longest now: what may come of it, and what the others do, it does not think of."""
    if luck.random() < BLIND:
        return luck.choice(legal)
    mine = (view.turn or 0) % sides(view.seats)
    waits = {tail.waits for tail in view.tails if tail.side == mine}

    def delight(action: Action) -> float:
        if isinstance(action, Name):
            return action.cell in waits
        grown = [growth for growth in view.previews[action.turn] if growth.tail.side == mine]
        return sum(0 if its.tail.end == "body" else its.tail.length - its.before for its in grown)

    return max(luck.sample(legal, len(legal)), key=delight)


LEVELS: dict[str, Bot[View, Action]] = {
    "kobold": childish,
    "tempter": sensible,
    "fiend": Thinker(evaluate, Budget(seconds=0.5, simulations=100), meanwhile=sensible, misjudges=0.01),
    "archdevil": Thinker(evaluate, Budget(seconds=1.5, simulations=2_000), meanwhile=sensible),
}
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
    hope = _weighed(view.stock, outlook.gains(cell), max)
    if view.seats != 3:
        hope += _weighed(view.stock, outlook.gains(TWIN[cell]), min)
    return hope / max(sum(view.stock), 1)


def _weighed(
    stock: Sequence[int], gains: Sequence[Sequence[float]], chosen: Callable[[Sequence[float]], float]
) -> float:
    if gains is _NO_GAINS:
        return 0.0  # Most cells, most of the time: no tail waits there.
    return fsum(left * chosen(turns) for left, turns in zip(stock, gains, strict=True))


def _strands(board: Board) -> dict[int, list[Strand]]:
    """By free cell, what lies beyond each of its crossings. A strand is followed from one of its ends only."""
    found: dict[int, list[Strand]] = {}
    ends: dict[int, Strand] = {}
    for cell in range(CELL_COUNT):
        if board[cell]:
            continue
        its = found[cell] = []
        for point in range(6 * cell, 6 * cell + 6):
            beyond = ACROSS[point]
            strand = ends.get(point)
            if strand is None:
                strand = follow(board, beyond) if beyond < RIM and board[CELL_OF[beyond]] else (0, beyond)
                ends[strand[1]] = (strand[0], Point(point))
            its.append(strand)
    return found


class Outlook:
    """What may be expected of each open tail if all free cells were filled at random.

    A tail that enters a free cell leaves it by each of the five other crossings with the same chance, and
    from there follows what lies: a random walk, whose prospects are found by sweeping over the cells.
    """

    def __init__(self, board: Board, love: Sequence[float], sweeps: int = SWEEPS) -> None:
        self.board = board
        self.love = love
        self.strands = _strands(board)
        """By free cell, what lies beyond each of its crossings."""
        self.good = [0.5] * RIM + [1.0] * len(BODY) + [0.0] * len(BODY)
        """By where a tail waits or ends: how likely it comes to a tail end, or has."""
        self.more = [3.0] * RIM + [0.0] * (2 * len(BODY))
        """And how many more cards it may expect to score."""
        cells = [
            (6 * cell, *(end for _, end in its), *(length + 1 for length, _ in its))
            for cell, its in self.strands.items()
        ]
        for _ in range(sweeps):
            self._sweep(cells)

    def worth(self) -> float:
        """All that the devils may expect, with love."""
        return fsum(love * self._expects(*follow(self.board, body)) for love, body in zip(self.love, BODY, strict=True))

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
        return [[fsum(worth[joins[own]] for own, worth in joined) - apart for joins in looks] for looks in LOOKS]

    def _sweep(self, cells: Sequence[tuple[int, ...]]) -> None:
        good, more = self.good, self.more
        # Six times the same, written out: this is where a bot spends its time.
        for here, a, b, c, d, e, f, more_a, more_b, more_c, more_d, more_e, more_f in cells:
            luck_a, luck_b, luck_c, luck_d, luck_e, luck_f = good[a], good[b], good[c], good[d], good[e], good[f]
            cards_a, cards_b, cards_c = more_a * luck_a + more[a], more_b * luck_b + more[b], more_c * luck_c + more[c]
            cards_d, cards_e, cards_f = more_d * luck_d + more[d], more_e * luck_e + more[e], more_f * luck_f + more[f]
            luck = luck_a + luck_b + luck_c + luck_d + luck_e + luck_f
            cards = cards_a + cards_b + cards_c + cards_d + cards_e + cards_f
            good[here : here + 6] = (
                (luck - luck_a) / 5,
                (luck - luck_b) / 5,
                (luck - luck_c) / 5,
                (luck - luck_d) / 5,
                (luck - luck_e) / 5,
                (luck - luck_f) / 5,
            )
            more[here : here + 6] = (
                (cards - cards_a) / 5,
                (cards - cards_b) / 5,
                (cards - cards_c) / 5,
                (cards - cards_d) / 5,
                (cards - cards_e) / 5,
                (cards - cards_f) / 5,
            )

    def _expects(self, length: int, end: Point) -> float:
        """6.1 What a tail of this length may expect to score: from body to body, nothing."""
        return length * self.good[end] + self.more[end]
