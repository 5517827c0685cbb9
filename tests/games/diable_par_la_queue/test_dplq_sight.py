"""Who sees what in Le Diable par la queue: everybody everything, as chapter 7 says."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from pandemonium.core.chance import LooseChance
from pandemonium.core.game import PUBLIC, Eyes, Seat
from pandemonium.games.diable_par_la_queue import GAME, sight
from pandemonium.games.diable_par_la_queue.board import BY_KIND, BY_NAME, Turn
from pandemonium.games.diable_par_la_queue.sight import Card
from tests.games.diable_par_la_queue.dplq_scenes import ROUND, at_random, says, told


def test_all_eyes_see_the_same() -> None:
    """7"""
    match = at_random(3, seed=1, moves=40)
    seen = [replace(match.view(eyes), eyes=PUBLIC) for eyes in (Seat(0), Seat(1), Seat(2), PUBLIC)]

    assert seen[0] == seen[1] == seen[2] == seen[3]


def test_no_move_is_covered() -> None:
    """7"""
    match = at_random(2, seed=1, moves=40)

    assert match.shown(PUBLIC) == match.moves
    assert not GAME.secrets


def test_how_many_cards_of_each_kind_remain_is_public() -> None:
    """7"""
    match = told(2, "nature first 0", "0 name u14", f"nature draw {ROUND}")

    assert match.view(PUBLIC).stock == (7, 8, 8, 8, 8, 8, 8)


def test_the_order_of_the_cards_face_down_is_nowhere() -> None:
    """7: two matches that have drawn the same cards in another order have the same stock."""
    one = told(2, "nature first 0", "0 name u14", "nature draw 02-14-35", "0 lay 0", f"nature draw {ROUND}")
    two = told(2, "nature first 0", "0 name u14", f"nature draw {ROUND}", "0 lay 0", "nature draw 02-14-35")

    assert one.state.stock == two.state.stock


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_can_tell_truth_from_imagination(seats: int) -> None:
    """7"""
    everybody: list[Eyes] = [*map(Seat, range(seats)), PUBLIC]
    for moves in (0, 1, 2, 3, 20, 61, 10_000):
        match = at_random(seats, seed=moves, moves=moves)
        for eyes in everybody:
            view = match.view(eyes)
            imagined = sight.imagine(view, LooseChance(Random(0)))

            assert imagined == match.state
            assert sight.view(imagined, eyes) == view
            assert msgspec.json.decode(msgspec.json.encode(view), type=sight.View) == view


def test_a_view_says_what_has_to_happen_next() -> None:
    """4.1, 4.2, 6.3"""
    match = told(2, "nature first 0")
    assert (match.view(PUBLIC).phase, match.view(PUBLIC).forced) == ("name", False)

    for line in ("0 name u14", f"nature draw {ROUND}"):
        says(match, line)
    laying = match.view(PUBLIC)
    assert (laying.phase, laying.cell, laying.drawn, laying.forced) == ("lay", BY_NAME["u14"], 0, False)

    says(match, "0 lay 0")
    twin = match.view(PUBLIC)
    assert (twin.phase, twin.turn, twin.cell, twin.forced) == ("draw", 1, BY_NAME["l14"], True)
    assert twin.cards[BY_NAME["u14"]] == Card(BY_KIND[ROUND], Turn(0))


def test_a_preview_says_what_a_card_would_do_to_the_tails() -> None:
    """6.3"""
    match = told(2, "nature first 0", "0 name u1", "nature draw 01-25-34")
    view = match.view(PUBLIC)
    assert view.cell is not None
    assert view.drawn is not None

    (change,) = sight.preview(view, view.cell, Card(view.drawn, Turn(1)))

    assert (change.before.devil, change.before.length, change.before.end) == ("C", 0, "open")
    assert (change.after.devil, change.after.length, change.after.end) == ("C", 1, "tail")


def test_a_preview_tells_the_truth() -> None:
    """6.3"""
    for seed in range(20):
        match = at_random(3, seed, moves=61)
        view = match.view(PUBLIC)
        assert view.cell is not None
        assert view.drawn is not None
        changes = sight.preview(view, view.cell, Card(view.drawn, Turn(0)))
        (seat,) = match.to_act
        match.play(seat, match.legal(seat)[0])
        after = {tail.devil: tail for tail in match.view(PUBLIC).tails}

        assert {change.after for change in changes} == set(after.values()) - set(view.tails)


def test_a_view_shows_what_each_turn_of_the_card_would_do() -> None:
    """6.3"""
    for seed in range(20):
        view = at_random(2, seed, moves=41).view(PUBLIC)
        assert view.cell is not None
        assert view.drawn is not None

        for turn, after in enumerate(view.previews):
            changes = sight.preview(view, view.cell, Card(view.drawn, Turn(turn)))
            assert after == tuple(change.after for change in changes)
        assert len(view.previews) == (1 if view.drawn < 3 else 3)


def test_a_view_previews_nothing_before_a_card_is_drawn() -> None:
    assert told(2, "nature first 0").view(PUBLIC).previews == ()


def test_a_view_says_why_a_free_cell_may_not_be_named() -> None:
    """4.3, 5.2"""
    match = told(3, "nature first 0", "0 name u17", f"nature draw {ROUND}", "0 lay 0")
    view = match.view(PUBLIC)
    why = {its.cell: (its.why, its.devil) for its in view.forbidden}

    assert view.bound == 0
    assert why[BY_NAME["u8"]] == ("opponents-body", "B")
    assert why[BY_NAME["u18"]] == ("same-sector", "")
    assert BY_NAME["u17"] not in why  # A card lies there: that is to be seen.
    assert BY_NAME["l14"] in view.nameable


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_free_cell_is_either_nameable_or_forbidden(seats: int) -> None:
    """4.3, 5.2, 5.3"""
    for seed in range(10):
        for moves in (0, 10, 30, 50, 90):
            view = at_random(seats, seed, moves).view(PUBLIC)
            if view.phase == "name":
                free = {cell for cell, card in enumerate(view.cards) if card is None}
                assert {*view.nameable, *(its.cell for its in view.forbidden)} == free
                assert view.bound is None or seats == 3
