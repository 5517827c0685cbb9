"""Who sees what in Le Diable par la queue: everybody everything, as chapter 7 says."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from pandemonium.core.chance import LooseChance
from pandemonium.core.game import PUBLIC, Eyes, Seat
from pandemonium.games.diable_par_la_queue import GAME, sight
from pandemonium.games.diable_par_la_queue.board import BY_KIND, BY_NAME, NAMES, Turn
from pandemonium.games.diable_par_la_queue.rules import Lay
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
    view = told(2, "nature first 0", "0 name u1", "nature draw 01-25-34").view(PUBLIC)

    (growth,) = view.previews[1]

    assert (growth.tail.devil, growth.before, growth.tail.length, growth.tail.end) == ("C", 0, 1, "tail")


def test_a_preview_tells_the_truth() -> None:
    """6.3"""
    for seed in range(20):
        match = at_random(2, seed, moves=61)
        view = match.view(PUBLIC)
        (seat,) = match.to_act
        turn = match.legal(seat)[-1]
        assert isinstance(turn, Lay)
        match.play(seat, turn)
        after = {tail.devil: tail for tail in match.view(PUBLIC).tails}

        changed = {growth.tail for growth in view.previews[turn.turn]}
        assert changed == set(after.values()) - set(view.tails)
        assert all(growth.before < growth.tail.length for growth in view.previews[turn.turn])


def test_a_view_shows_each_way_in_which_the_card_can_lie() -> None:
    """2.1, 6.3"""
    ways = [at_random(2, seed, moves=41).view(PUBLIC) for seed in range(20)]

    assert all(len(view.previews) == (1 if view.drawn in range(3) else 3) for view in ways)


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


def test_a_view_says_which_twin_each_nameable_cell_would_force() -> None:
    """4.2"""
    view = told(2, "nature first 0").view(PUBLIC)

    assert view.answers[view.nameable.index(BY_NAME["u14"])] == BY_NAME["l14"]
    assert told(3, "nature first 0").view(PUBLIC).answers == ()


@pytest.mark.parametrize(("seats", "sides"), [(2, ((0,), (1,))), (3, ((0,), (1,), (2,))), (4, ((0, 2), (1, 3)))])
def test_a_view_says_who_plays_for_which_side(seats: int, sides: tuple[tuple[int, ...], ...]) -> None:
    """3.1"""
    assert tuple(side.seats for side in told(seats, "nature first 0").view(PUBLIC).sides) == sides


def test_a_side_has_the_points_of_its_tails() -> None:
    """6.1, 6.2"""
    match = at_random(4, seed=6)
    view = match.view(PUBLIC)
    assert match.result is not None

    for number, side in enumerate(view.sides):
        assert side.points == sum(tail.points for tail in view.tails if tail.side == number)
        assert {match.result.standings[seat].points for seat in side.seats} == {side.points}


def test_a_view_says_where_each_open_tail_waits() -> None:
    """6.3"""
    match = told(2, "nature first 0", "0 name u1", "nature draw 02-14-35", "0 lay 0")
    waits = {tail.devil: tail.waits for tail in match.view(PUBLIC).tails}

    assert (waits["C"], waits["D"]) == (BY_NAME["u9"], BY_NAME["u2"])
    assert all(tail.waits is None for tail in at_random(2, seed=1).view(PUBLIC).tails)


def test_a_view_says_what_is_printed_on_the_board_and_on_the_cards() -> None:
    """1.3, 1.4, 2.2"""
    material = told(2, "nature first 0").view(PUBLIC).material

    assert material.kinds[BY_KIND["12-34-50"]] == ((1, 2), (3, 4), (5, 0))
    assert [NAMES[perch.cell] for perch in material.rim[:3]] == ["u17", "u8", "u1"]
    assert (material.rim[2].body, material.rim[2].end) == (2, 3)


def test_a_view_stays_small() -> None:
    """It is sent with every moment."""
    sizes = [len(msgspec.json.encode(at_random(2, seed=3, moves=moves).view(PUBLIC))) for moves in range(0, 110, 3)]

    assert sum(sizes) / len(sizes) < 4_000
    assert max(sizes) < 6_500
