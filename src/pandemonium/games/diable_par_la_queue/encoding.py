"""Le Diable par la queue as numbers, for programs that learn."""

from __future__ import annotations

from typing import Final

from pandemonium.core.encoding import Encoding, Rows, from_here, one_of, some_of
from pandemonium.core.game import PUBLIC
from pandemonium.games.diable_par_la_queue.board import CARDS_EACH, CELL_COUNT, KINDS, LETTERS, TURNS, Cell, Turn
from pandemonium.games.diable_par_la_queue.rules import Action, Lay, Name
from pandemonium.games.diable_par_la_queue.sight import View

LONGEST: Final = 3 * CELL_COUNT
"""A tail that crosses every card three times: all points that there are."""
_FACES: Final = tuple((kind, turn) for kind in range(len(KINDS)) for turn in range(TURNS[kind]))


def rows(view: View) -> Rows:
    me, sides = 0 if view.eyes == PUBLIC else view.eyes, len(view.sides)
    mine = me % sides
    own = mine * len(LETTERS) // sides
    tails = (*view.tails[own:], *view.tails[:own])
    board = [0.0] * (CELL_COUNT * len(_FACES))
    for cell, card in enumerate(view.cards):
        if card is not None:
            board[cell * len(_FACES) + _FACES.index((card.kind, card.turn))] = 1.0
    return {
        "board": board,
        "cell": one_of(view.cell, CELL_COUNT),
        "drawn": one_of(view.drawn, len(KINDS)),
        "nameable": some_of(view.nameable, CELL_COUNT),
        "stock": [count / CARDS_EACH for count in view.stock],
        "turn": from_here(one_of(view.turn, view.seats), me),
        "tails": [tail.length / LONGEST for tail in tails],
        "finished": [float(tail.end == "tail") for tail in tails],
        "lost": [float(tail.end == "body") for tail in tails],
        "points": from_here([side.points / LONGEST for side in view.sides], mine),
    }


ENCODING: Final = Encoding[View, Action](
    (*(Name(Cell(cell)) for cell in range(CELL_COUNT)), *(Lay(Turn(turn)) for turn in range(max(TURNS)))), rows
)
