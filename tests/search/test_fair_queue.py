"""Everybody who waits gets his turn, and his share."""

from __future__ import annotations

import pytest

from pandemonium.search.fair_queue import FairQueue
from pandemonium.search.workers import fair_share


def test_who_asks_for_much_does_not_keep_the_others_waiting() -> None:
    queue: FairQueue[str] = FairQueue()
    for nth in range(3):
        queue.put("greedy", f"greedy {nth}")
    queue.put("modest", "modest")

    in_turn = list(queue.in_turn())
    served = [queue.take(lambda _: True) for _ in range(4)]

    assert served == in_turn == ["greedy 0", "modest", "greedy 1", "greedy 2"]
    assert len(queue) == 0


def test_what_nobody_can_do_now_waits_for_somebody_who_can() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in (1, 2, 3):
        queue.put(number, number)

    assert queue.take(lambda number: number % 2 == 0) == 2
    assert queue.take(lambda number: number > 3) is None
    assert queue.clear() == [1, 3]


@pytest.mark.parametrize("able", [1, 2, 4])
@pytest.mark.parametrize("tables", [1, 3, 100])
def test_however_many_ask_at_once_all_have_their_answer_in_time(tables: int, able: int) -> None:
    free, answered = [0.0] * able, []
    for served in range(tables):
        worker = free.index(min(free))
        took = fair_share([0.0] * (tables - served), free[worker], able, wait=2.0)
        free[worker] += took
        answered.append(free[worker])

    assert max(answered) <= 2.01
    assert min(free) > 1.5 or tables < able, "nobody is idle while somebody could think longer"


def test_thoughts_stay_short_while_new_ones_keep_coming() -> None:
    """A hundred tables, each of which asks again as soon as it is answered."""
    now, waiting, waited = 0.0, [0.0] * 100, []
    for _ in range(2000):
        now += fair_share(waiting, now, 1, wait=2.0)
        waited.append(now - waiting.pop(0))
        waiting.append(now)

    assert max(waited) <= 2.01
