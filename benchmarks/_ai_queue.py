"""Le Diable par la queue in compiled code beside the same in Python: whole random matches, counted in decisions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

import pandemonium
from pandemonium.games.diable_par_la_queue import kernel
from pandemonium.games.diable_par_la_queue.position import position, words_of_luck

SEED = 8666


def pairs() -> dict[str, tuple[Callable[[], int], Callable[[], int]]]:
    return {f"queue-kernel-vs-python-rules-{seats}": (in_the_kernel(seats), by_the_rules(seats)) for seats in (2, 3, 4)}


def in_the_kernel(seats: int, times: int = 2_000) -> Callable[[], int]:
    match = pandemonium.begin("diable-par-la-queue", seats, seed=SEED)
    row = position(match.view(match.to_act[0]))
    luck = words_of_luck(Random(SEED))
    copy, order, cells = row.copy(), np.zeros(56, np.int16), np.zeros(54, np.int16)
    kernel.rollouts(row, copy, 1, order, luck, cells)
    return lambda: kernel.rollouts(row, copy, times, order, luck, cells)


def by_the_rules(seats: int) -> Callable[[], int]:
    game, random = pandemonium.open("diable-par-la-queue"), Random(SEED)

    def roll_out() -> int:
        match = pandemonium.begin(game, seats, seed=random.randbytes(32))
        decisions = 0
        while match.result is None:
            (seat,) = match.to_act
            match.play(seat, random.choice(match.legal(seat)))
            decisions += 1
        return decisions

    return roll_out
