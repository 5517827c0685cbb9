"""What the page's rule book and cover show is what the rules say."""

from __future__ import annotations

from tests.games.diable_par_la_queue import dplq_cells
from tests.games.diable_par_la_queue.dplq_example import FILE, example, written


def test_the_pictures_are_those_of_the_rules() -> None:
    """1, 2, 3.1, 4.2, 5.2, 6.1"""
    assert FILE.read_bytes() == written(), "stale: python -m tests.games.diable_par_la_queue.dplq_example writes it"


def test_the_followed_tail_scores() -> None:
    """6.1: it crosses two of its cards twice."""
    shown = example()

    assert (shown.tail.into, shown.tail.points, len(shown.cards)) == ("I", 16, 14)


def test_the_page_is_compared_with_the_cells_as_the_rules_have_them() -> None:
    stale = "stale: python -m tests.games.diable_par_la_queue.dplq_cells writes it"
    assert dplq_cells.FILE.read_bytes() == dplq_cells.written(), stale
