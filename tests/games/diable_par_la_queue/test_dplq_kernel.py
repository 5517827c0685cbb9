"""The kernel of Le Diable par la queue plays by the rules, move by move."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from pandemonium.core.chance import LooseChance
from pandemonium.core.game import NATURE, Move, Mover, Seat
from pandemonium.games.diable_par_la_queue import GAME, kernel, rules, sight
from pandemonium.games.diable_par_la_queue.board import ACROSS, BODIES, BODY, CELL_COUNT, Point
from pandemonium.games.diable_par_la_queue.position import position, words_of_luck
from pandemonium.games.diable_par_la_queue.rules import Draw, Lay, Name, State
from pandemonium.games.diable_par_la_queue.tails import follow, points, tails

SCRATCH = np.zeros(CELL_COUNT, np.int16)


@pytest.fixture
def positions(request: pytest.FixtureRequest) -> int:
    """How many random positions to compare, over all numbers of seats."""
    return 100_000 if request.config.getoption("--long") else 2_000


def in_numbers(row: Any) -> tuple[object, ...]:
    """What a row says, in the words of the rules."""
    number = [int(its) for its in row]
    free = bytes(sorted(number[kernel.FREE : kernel.FREE + number[kernel.FREE_COUNT]]))
    sides = 3 if number[kernel.SEATS] == 3 else 2
    strands = [(number[kernel.LENGTHS + point], number[kernel.ENDS + point]) for point in open_points(free)]
    return (
        number[kernel.PHASE : kernel.FREE_COUNT],
        bytes(number[kernel.FACES : kernel.FACES + CELL_COUNT]),
        free,
        number[kernel.STOCK : kernel.STOCK + 7],
        number[kernel.CARDS],
        number[kernel.POINTS : kernel.POINTS + sides],
        strands,
    )


def in_words(state: State) -> tuple[object, ...]:
    """What a row should say of this state, from nothing but the rules; every strand followed card by card."""
    known = [state.turn, state.cell, state.drawn, state.last]
    scored = points(tails(state.board, state.seats), state.seats)
    starts = [ACROSS[point] if point < len(ACROSS) else BODY[point - BODIES] for point in open_points(state.free)]
    return (
        [kernel.PHASES[state.phase], *(kernel.NONE if its is None else its for its in known)],
        state.board,
        state.free,
        [state.stock.count(kind) for kind in range(7)],
        len(state.stock),
        list(scored[: 3 if state.seats == 3 else 2]),
        [follow(state.board, Point(start)) for start in starts],
    )


def open_points(free: bytes) -> list[int]:
    """Where a strand can begin: the crossings of free cells, and the bodies."""
    return [6 * cell + crossing for cell in free for crossing in range(6)] + list(range(BODIES, BODIES + len(BODY)))


def nameable(row: Any) -> bytes:
    found = kernel.nameable(row, int(row[kernel.TURN]), SCRATCH)
    return bytes(sorted(int(cell) for cell in SCRATCH[:found]))


def after(row: Any, what: rules.Action | rules.Event) -> Any:
    row = row.copy()
    match what:
        case Name(cell):
            kernel.name(row, cell)
        case Draw(kind):
            kernel.draw(row, kind)
        case Lay(turn):
            kernel.lay(row, turn, SCRATCH)
    return row


def test_the_kernel_plays_by_the_rules(positions: int) -> None:
    """4.1 to 5.3, 6.1: the same moves are legal, and the same comes of every one of them."""
    seen = 0
    while seen < positions:
        luck = Random(f"kernel {seen}")
        for seats in GAME.seats:
            state = rules.start(rules.Options(), seats)
            state = rules.apply(state, Move(NATURE, rules.First(Seat(luck.randrange(seats)))))
            row = position(sight.view(state, Seat(0)))
            while state.turn is not None:
                owed = rules.nature(state, LooseChance(luck))
                moves: list[rules.Action | rules.Event] = [*rules.legal(state, state.turn)]
                if owed is not None:
                    moves = [owed.what]
                if state.phase == "name":
                    assert nameable(row) == state.nameable
                elif state.phase == "lay":
                    assert kernel.turns(row) == len(moves)
                chosen = luck.choice(moves)
                for what in {chosen, luck.choice(moves)}:
                    by: Mover = NATURE if owed is not None else state.turn
                    assert in_numbers(after(row, what)) == in_words(rules.apply(state, Move(by, what)))
                    seen += 1
                state = rules.apply(state, Move(NATURE if owed is not None else state.turn, chosen))
                row = after(row, chosen)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_view_in_numbers_is_the_position_that_was_played(seats: int) -> None:
    """7"""
    luck = Random(seats)
    state = rules.apply(rules.start(rules.Options(), seats), Move(NATURE, rules.First(Seat(0))))
    while state.turn is not None:
        assert in_numbers(position(sight.view(state, Seat(0)))) == in_words(state)
        owed = rules.nature(state, LooseChance(luck))
        by: Mover = NATURE if owed is not None else state.turn
        what = luck.choice(rules.legal(state, state.turn)) if owed is None else owed.what
        state = rules.apply(state, Move(by, what))


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_rollout_fills_the_board(seats: int) -> None:
    """4.4, 5.1: every card but two is laid; of two sides, every other cell is forced."""
    row, order, luck = np.zeros(kernel.SIZE, np.int16), np.zeros(56, np.int16), words_of_luck(Random(2))
    for first in range(seats):
        kernel.begin(row, seats, first)
        kernel.shuffle(row, order, luck)

        assert Counter(order.tolist()) == dict.fromkeys(range(7), 8)
        assert kernel.rollout(row, order, luck, SCRATCH) == (108 if seats == 3 else 81)
        assert (row[kernel.FREE_COUNT], row[kernel.CARDS]) == (0, 2)


def test_the_cards_come_in_any_order() -> None:
    """2.3: of two kinds left, each comes first about as often."""
    row, order, luck = np.zeros(kernel.SIZE, np.int16), np.zeros(56, np.int16), words_of_luck(Random(3))
    row[kernel.STOCK + 2], row[kernel.STOCK + 5], row[kernel.CARDS] = 1, 3, 4
    first: Counter[int] = Counter()
    for _ in range(1000):
        kernel.shuffle(row, order, luck)
        first[int(order[3])] += 1

    assert set(first) == {2, 5}
    assert 200 < first[2] < 300  # 250: more than three standard deviations either way
