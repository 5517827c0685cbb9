"""Devil’s Cup obeys the laws of the house."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import pandemonium
from pandemonium import laws
from pandemonium_devils_cup import GAME
from pandemonium_devils_cup.tests.oracle import recount

PAPERS = sorted(Path(__file__).parent.glob("*.paper"))
every_table = pytest.mark.parametrize("seats", GAME.seats)


def test_the_box_stands_on_the_shelf() -> None:
    assert pandemonium.shelf()[GAME.slug] is GAME


@every_table
def test_whole_random_matches_obey_every_law(seats: int) -> None:
    for number in range(20):
        laws.hold_for_a_whole_match(GAME, seats, Random(number), recount)


@every_table
def test_two_worlds_that_differ_in_secrets_give_the_same_bytes(seats: int) -> None:
    worlds = [
        laws.two_worlds_look_the_same(GAME, seats, eyes, Random(number))
        for number in range(4)
        for eyes in laws.all_eyes(seats)
    ]

    assert sum(worlds) > 0, "the comparison was worth making"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.stem)
def test_a_golden_match_ends_as_it_ended(paper: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    match = pandemonium.read(text)

    assert match.text() == "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    assert match.result is not None
