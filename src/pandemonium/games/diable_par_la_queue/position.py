"""What the kernel is given of Le Diable par la queue: a view in numbers, and words of luck."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from pandemonium.games.diable_par_la_queue import kernel
from pandemonium.games.diable_par_la_queue.sight import View, board_of


def position(view: View) -> Any:
    """7 Everything is open but the order of the cards face down, and that has none in a position."""
    row = np.zeros(kernel.SIZE, np.int16)
    kernel.begin(row, view.seats, kernel.NONE if view.turn is None else view.turn)
    for cell, face in enumerate(board_of(view)):
        if face:
            kernel.cover(row, cell, face)
    row[kernel.STOCK : kernel.STOCK + len(view.stock)] = view.stock
    row[kernel.CARDS] = sum(view.stock)
    row[kernel.PHASE] = kernel.PHASES[view.phase]
    for place, known in ((kernel.CELL, view.cell), (kernel.DRAWN, view.drawn), (kernel.LAST, view.last)):
        row[place] = kernel.NONE if known is None else known
    return row


def words_of_luck(luck: Random) -> Any:
    """What the kernel draws its luck from."""
    return np.array([luck.getrandbits(32) | 1, luck.getrandbits(32)], np.int64)
