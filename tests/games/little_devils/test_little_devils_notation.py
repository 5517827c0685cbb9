"""Does a move of Little Devils survive its paper, and is nonsense refused?"""

from __future__ import annotations

import pytest

from pandemonium.core.game import Refusal, Seat
from pandemonium.games.little_devils import notation
from pandemonium.games.little_devils.rules import Action, Card, Deal, Dealer, Event, Play

HAND = tuple(map(Card, (1, 5, 9, 12, 18, 22, 27, 30, 36)))


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Play(Card(22)), "play 22"),
        (Dealer(Seat(3)), "dealer 3"),
        (Deal(Seat(0), HAND), "deal 0 1 5 9 12 18 22 27 30 36"),
    ],
)
def test_a_move_is_read_as_it_was_written(action: Action | Event, text: str) -> None:
    assert notation.write(action) == text
    assert notation.read(text.split()) == action


def test_a_covered_hand_is_a_question_mark() -> None:
    """5.3"""
    assert notation.write(Deal(Seat(2), None)) == "deal 2 ?"


def test_a_hand_may_be_written_in_any_order() -> None:
    assert notation.read(["deal", "0", "36", "1", "9", "5", "18", "12", "22", "30", "27"]) == Deal(Seat(0), HAND)


@pytest.mark.parametrize(
    "text",
    ["", "play", "play 1 2", "dealer", "dealer 1 2", "deal", "pass", "PLAY 3", "nature play 3", "play 3 ?"],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        notation.read(text.split())

    assert (refusal.value.key, refusal.value.facts) == ("unknown-move", {"move": text})


@pytest.mark.parametrize(
    "word",
    ["x", "-1", "+1", "1.0", "01", "1e3", "1_0", "nan", "inf", "٣", "²", "①", "9" * 13, "9" * 5000, "?", "", "\x00"],
)
@pytest.mark.parametrize("before", [["play"], ["dealer"], ["deal"], ["deal", "0", "1", "2"]])
def test_what_is_no_number_is_refused(before: list[str], word: str) -> None:
    with pytest.raises(Refusal) as refusal:
        notation.read([*before, word])

    assert refusal.value.key == "not-a-number"
    assert len(str(refusal.value.facts["word"])) <= 40


def test_a_long_piece_of_nonsense_is_quoted_short() -> None:
    with pytest.raises(Refusal) as refusal:
        notation.read(["x" * 1000] * 50)

    assert len(str(refusal.value.facts["move"])) <= 40
