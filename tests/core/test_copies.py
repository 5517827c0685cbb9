"""A match can be copied, sent to another process, taken back and printed."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest
from msgspec.structs import replace

import pandemonium
from pandemonium.core.game import AnyGame, Seat
from pandemonium.core.match import AnyMatch, Match, begin, replay

TABLES = [(game, seats) for game in pandemonium.shelf().values() for seats in game.seats]
WAYS: dict[str, Callable[[AnyMatch], AnyMatch]] = {
    "copy": Match.copy,
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda match: pickle.loads(pickle.dumps(match)),
}


def some_match(game: AnyGame | str, seats: int, moves: int) -> AnyMatch:
    match = pandemonium.begin(game, seats, seed="copies")
    play_on(match, Random(5), moves)
    return match


def play_on(match: AnyMatch, luck: Random, moves: int = 1_000_000) -> AnyMatch:
    """So many moves at random, or all that there are."""
    for _ in range(moves):
        if match.result is not None:
            break
        if match.to_act and luck.random() < 0.9:
            seat = luck.choice(sorted(match.to_act))
            match.play(seat, luck.choice(match.legal(seat)))
        else:
            match.wait()
    return match


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.slug}-{seats}" for game, seats in TABLES])
def test_a_copy_goes_on_like_the_match_and_leaves_it_alone(game: AnyGame, seats: int, way: str) -> None:
    match = some_match(game, seats, 4)
    before, log = match.state, list(match.moves)

    twin = WAYS[way](match)
    play_on(twin, Random(6), 200)

    assert (match.state, match.moves) == (before, log)
    assert len(twin.moves) > len(log)
    assert play_on(match, Random(6), 200).text() == twin.text()
    assert twin.game is game


def test_a_match_without_a_seed_can_be_copied() -> None:
    seeded = some_match("little-devils", 4, 3)
    match = replay(seeded.game, 4, seeded.options, seeded.moves)

    assert match.chance is None
    assert match.copy().chance is None
    assert match.copy().text() == match.text()


def test_a_match_plays_on_in_another_process() -> None:
    match = some_match("little-devils", 4, 5)

    with ProcessPoolExecutor(1, get_context("spawn")) as workers:
        there = workers.submit(play_on, match, Random(6)).result()

    assert there.result is not None
    assert there.text() == play_on(match, Random(6)).text()


def test_a_game_that_is_on_no_shelf_is_not_mistaken_for_another_when_it_is_sent() -> None:
    changed = replace(pandemonium.open("little-devils"), title="Large Devils")

    with pytest.raises(pickle.PicklingError, match="little_devils"):
        pickle.dumps(changed)
    assert copy.deepcopy(changed) is changed


def test_the_last_move_can_be_taken_back() -> None:
    match = some_match("little-devils", 4, 2)
    before, text = match.state, match.text()
    (seat,) = match.to_act
    match.play(seat, match.legal(seat)[0])

    match.take_back()

    assert match.state == before
    assert match.text() == text


def test_bots_that_answered_are_taken_back_with_it() -> None:
    match = some_match("little-devils", 4, 0)
    text = match.text()
    person, *others = (Seat((match.to_act[0] + turn) % 4) for turn in range(4))
    for _ in range(3):
        (seat,) = match.to_act
        match.play(seat, match.legal(seat)[0])

    with pytest.raises(pandemonium.Refusal, match="nothing-to-undo"):
        match.take_back(person)
    match.take_back(person, bots=others)

    assert match.text() == text


def test_nothing_is_taken_back_past_nature_in_a_race_or_when_it_is_over() -> None:
    dealt, racing, over = (
        some_match(slug, 4, moves) for slug, moves in (("little-devils", 0), ("diavolo", 3), ("little-devils", 9999))
    )

    for match in (dealt, racing, over):
        text = match.text()
        with pytest.raises(pandemonium.Refusal, match="nothing-to-undo"):
            match.take_back()
        assert match.text() == text


def test_after_a_move_was_taken_back_nature_does_what_it_would_have_done() -> None:
    match = some_match("little-devils", 4, 2)
    straight = play_on(match.copy(), Random(6))
    (seat,) = match.to_act
    match.play(seat, match.legal(seat)[-1])

    match.take_back()

    assert play_on(match, Random(6)).text() == straight.text()


@pytest.mark.parametrize(
    ("moves", "printed"),
    [
        (0, "<Match little-devils, 4 seats, move 5, seat 1 to act>"),
        (1, "<Match little-devils, 4 seats, move 6, seat 2 to act>"),
        (9999, "<Match little-devils, 4 seats, move 241, over, won by seat 3>"),
    ],
)
def test_a_match_says_what_it_is_and_who_is_to_act(moves: int, printed: str) -> None:
    assert repr(some_match("little-devils", 4, moves)) == printed


def test_a_race_names_everybody_who_may_act_and_a_held_one_nature() -> None:
    assert repr(pandemonium.begin("diavolo", 3, seed=1)) == "<Match diavolo, 3 seats, move 2, seats 0, 1, 2 to act>"
    assert (
        repr(begin(pandemonium.open("diavolo"), 3, seed=1, hold=True))
        == "<Match diavolo, 3 seats, move 1, nature to act>"
    )
