"""Why a round of Diavolo went as it did, by the example of the rules (7)."""

from __future__ import annotations

from typing import Any

import pytest

from pandemonium.core.game import Seat
from pandemonium.games.diavolo.dice import OrderFace
from pandemonium.games.diavolo.explained import Explained
from pandemonium.games.diavolo.facts import Figures, LostGem, Safe
from tests.games.diavolo.diavolo_scenes import RED, SHEET, rounds, scene

PLACES = "0:0:0;3:0:0;0:2:0;4:0:0;0:-3.5:0;-4:0:0;3:4:0"
NEAREST = f"nature throw closest black=1,2 red=3,4 white=5,6 at={PLACES}"


def looked_back_at(*lines: str, seats: int = 4, **options: Any) -> Explained:
    explained: Explained | None = scene(*lines, "nature bell", seats=seats, **options).view("public").explained
    assert explained is not None
    return explained


@pytest.mark.parametrize(
    ("order", "figures", "best"),
    [
        ("largest-sum", (11, 13, 12), ("red",)),
        ("smallest-sum", (11, 13, 12), ("black",)),
        ("largest-spread", (4, 2, 5), ("white",)),
        ("most-odd", (1, 3, 2), ("red",)),
        ("highest-value", (6, 5, 6), ("black", "white")),
    ],
)
def test_each_colour_comes_to_a_figure(order: OrderFace, figures: tuple[int, int, int], best: tuple[str, ...]) -> None:
    """3.1, 3.2"""
    right = looked_back_at(f"nature throw {order} {SHEET}").right

    assert right.figures == Figures(*figures)
    assert right.best == best
    assert right.colour == (best[0] if len(best) == 1 else "grey")


@pytest.mark.parametrize(
    ("order", "counted"),
    [
        ("largest-sum", ((2, 3, 6), (3, 5, 5), (1, 5, 6))),
        ("largest-spread", ((6, 2), (5, 3), (6, 1))),
        ("most-odd", ((3,), (3, 5, 5), (1, 5))),
        ("highest-value", ((6,), (5, 5), (6,))),
    ],
)
def test_its_figure_comes_from_the_faces_that_matter(order: OrderFace, counted: object) -> None:
    """3.1 Of a spread the highest and the lowest."""
    assert looked_back_at(f"nature throw {order} {SHEET}").counted == counted


@pytest.mark.parametrize(
    ("order", "marks"),
    [
        ("largest-sum", "ccc bbb ccc"),
        ("largest-spread", "cic ccc bib"),
        ("most-odd", "ici bbb cci"),
        ("highest-value", "iib icc iib"),
    ],
)
def test_the_dice_that_decided_are_marked(order: OrderFace, marks: str) -> None:
    """3.1 Best, counted or idle."""
    found = looked_back_at(f"nature throw {order} {SHEET}").marks

    assert "".join(mark[0] for mark in found) == marks.replace(" ", "")


def test_the_nearest_die_of_each_colour_is_marked() -> None:
    """3.1, 4.1"""
    explained = looked_back_at(NEAREST, dice_per_colour=2)

    assert explained.right.figures == Figures(2, 3.5, 4)
    assert explained.marks == ("idle", "best", "idle", "counted", "counted", "idle")


def test_it_says_how_many_imps_stood_there_and_how_many_were_left() -> None:
    """2.2, 3.3"""
    explained = looked_back_at(RED, "0 grab red", "1 grab grey", seats=3)

    assert (explained.whole, explained.left) == ((2, 2, 2, 1), (2, 1, 2, 0))


def test_the_imps_of_a_calm_table_stay() -> None:
    """6.4"""
    explained = looked_back_at(RED, "0 grab red", "1 grab grey", calm="yes")

    assert explained.left == explained.whole == (3, 3, 3, 1)


def test_the_imps_are_those_of_the_round_that_is_looked_at_not_of_the_next() -> None:
    """2.2"""
    view = scene(*rounds(5, "0 grab red", "1 grab red", "2 grab red")).view("public")

    assert view.explained.whole == (3, 3, 3, 1)
    assert view.whole == view.imps == (2, 2, 2, 1)


def test_it_says_what_it_cost_or_brought_each_and_nothing_of_who_was_out_before() -> None:
    """3.4, 3.6"""
    explained = looked_back_at(*rounds(5, "0 grab red", "1 grab red", "2 grab red"), RED, "1 grab red", "2 grab red")

    assert explained.changes == (-1, 0, 0, None)
    assert explained.settled == (Safe((Seat(1), Seat(2))), LostGem((Seat(0),)))


def test_the_times_are_shown() -> None:
    """5.3"""
    grabs = looked_back_at(RED, "1 grab red 640", "0 grab white 700", seats=3).grabs

    assert [its.ms for its in grabs] == [640, 700]


def test_the_first_round_has_nothing_to_look_back_at() -> None:
    assert scene(RED).view("public").explained is None
