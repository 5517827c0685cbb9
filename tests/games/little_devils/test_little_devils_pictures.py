"""Do the pictures of the rules show what the rules say?"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest

from pandemonium.core.game import PUBLIC
from pandemonium.games.little_devils import GAME, sight
from pandemonium.games.little_devils.rules import DEVILS, Card, State
from tests.games.little_devils.scenes import example_one, example_two, played

PICTURES: dict[str, Any] = json.loads(files(GAME.package).joinpath("web", "pictures.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PICTURES)
def test_every_card_has_its_devils(name: str) -> None:
    """1.2"""
    picture = PICTURES[name]

    assert all(shown["devils"] == DEVILS[Card(shown["card"])] for shown in picture["cards"])
    assert picture.get("sum") in (None, sum(shown["devils"] for shown in picture["cards"]))


def test_one_card_of_each_kind_is_shown() -> None:
    """1.2"""
    assert [shown["devils"] for shown in PICTURES["cards"]["cards"]] == sorted({*DEVILS.values()})


def test_the_hand_is_one_of_a_table_of_four() -> None:
    """2.1"""
    cards = [shown["card"] for shown in PICTURES["deal"]["cards"]]

    assert len(cards) == 9
    assert max(cards) <= 36


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("up", played(example_one(), 22, 30, 27, 34, 23)),
        ("down", played(example_two(), 37, 31, 39, 15, 1, 46)),
    ],
)
def test_the_tricks_are_those_of_the_examples(name: str, state: State) -> None:
    """3.3 to 3.5, 6.1, 6.2"""
    picture, trick = PICTURES[name], sight.view(state, PUBLIC).last
    assert trick is not None

    assert (picture["way"], picture["sum"]) == (trick.way, trick.devils)
    assert [(shown["card"], shown["did"], shown["takes"]) for shown in picture["cards"]] == [
        (laid.card, laid.did, laid.seat == trick.taker) for laid in trick.cards
    ]
