"""A match is a log, folded."""

from __future__ import annotations

from random import Random

import pytest

import pandemonium
from pandemonium.core.match import replay
from pandemonium.games.little_devils.rules import Card, Play


def some_match(moves: int) -> pandemonium.Match:  # type: ignore[type-arg]
    match = pandemonium.begin("little-devils", seats=4, seed="some match")
    luck = Random(7)
    for _ in range(moves):
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
    return match


def test_nature_moves_by_itself_where_there_is_a_seed() -> None:
    match = some_match(0)

    assert [move.by for move in match.moves] == ["nature"] * 5
    assert match.to_act


def test_the_same_seed_gives_the_same_match() -> None:
    assert some_match(20).text() == some_match(20).text()


def test_without_a_seed_one_is_drawn() -> None:
    assert pandemonium.begin("little-devils").text() != pandemonium.begin("little-devils").text()


def test_a_match_woken_from_its_log_goes_on_as_if_it_had_never_slept() -> None:
    match = some_match(30)
    woken = pandemonium.read(match.text())
    for played in (match, woken):
        luck = Random(9)
        while played.result is None:
            (seat,) = played.to_act
            played.play(seat, luck.choice(played.legal(seat)))

    assert woken.text() == match.text()


def test_a_refused_move_changes_nothing() -> None:
    match = some_match(3)
    before, log = match.state, list(match.moves)
    (seat,) = match.to_act

    with pytest.raises(pandemonium.Illegal, match="not-in-hand"):
        match.play(seat, Play(match.moves[-1].what.card))

    assert match.state is before
    assert match.moves == log


def test_time_does_not_run_back() -> None:
    match = some_match(0)
    (seat,) = match.to_act
    match.play(seat, match.legal(seat)[0], at=500)
    (seat,) = match.to_act

    with pytest.raises(pandemonium.Illegal, match="time-runs-back"):
        match.play(seat, match.legal(seat)[0], at=499)


def test_nobody_moves_for_nature_in_a_match_that_has_its_seed() -> None:
    with pytest.raises(pandemonium.Illegal, match="nature-plays-itself"):
        some_match(0).play("nature", Play(Card(1)))


def test_a_log_can_be_cut_anywhere() -> None:
    match = some_match(40)

    for length in range(len(match.moves)):
        assert replay(match.game, 4, match.options, match.moves[:length]).moves == match.moves[:length]


@pytest.mark.parametrize("seats", [0, 1, 2, 7, -1])
def test_seats_out_of_range_are_refused(seats: int) -> None:
    with pytest.raises(pandemonium.Refusal, match="bad-seats"):
        pandemonium.begin("little-devils", seats=seats)


def test_an_unknown_game_is_refused_with_the_games_there_are() -> None:
    with pytest.raises(pandemonium.Refusal, match="little-devils"):
        pandemonium.open("chess")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"colour": "red"}, "unknown-option"),
        ({"limit": 19}, "bad-option"),
        ({"limit": 501}, "bad-option"),
        ({"limit": "many"}, "bad-option"),
        ({"limit": "1_00"}, "bad-option"),
        ({"rounds": 0}, "bad-option"),
        ({"memory-aid": "perhaps"}, "bad-option"),
        ({"memory-aid": 3}, "bad-option"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, object], reason: str) -> None:
    with pytest.raises(pandemonium.Refusal, match=reason):
        pandemonium.begin("little-devils", options=options)


def test_options_may_be_given_as_text_or_as_what_they_mean() -> None:
    as_text = pandemonium.begin("little-devils", options={"limit": "50", "memory-aid": "yes"}, seed=1)
    as_values = pandemonium.begin("little-devils", options={"limit": 50, "memory-aid": True}, seed=1)

    assert as_text.options == as_values.options
