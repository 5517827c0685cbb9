"""Who sees what in Diavolo."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from pandemonium.core.chance import LooseChance
from pandemonium.core.game import Eyes, Seat
from pandemonium.core.moments import timeline
from pandemonium.games.diavolo import rules, sight
from pandemonium.games.diavolo.dice import COLOURS
from pandemonium.games.diavolo.rules import Choose, Chosen, Grab
from tests.games.diavolo.diavolo_scenes import RED, SHEET, scene, whole_match


def test_all_see_the_same_dice_and_imps() -> None:
    """4.2"""
    match = scene(RED, "0 grab black 500")
    views = [msgspec.structs.replace(match.view(eyes), eyes="public") for eyes in (Seat(0), Seat(3), "public")]

    assert views[0] == views[1] == views[2]


def test_the_right_colour_is_not_told_while_one_may_still_grab() -> None:
    """3.1 Reading the dice is the game."""
    view = scene(RED, "0 grab red", seats=3).view(Seat(1))

    assert (view.decided, view.right, view.explained) == (False, None, None)


def test_the_view_of_two_throws_differs_only_in_their_dice() -> None:
    """3.1 Nothing else gives the right colour away."""
    one, other = (scene(f"nature throw {order} {SHEET}").view(Seat(0)) for order in ("largest-sum", "smallest-sum"))
    fields = {field for field in one.__struct_fields__ if getattr(one, field) != getattr(other, field)}

    assert fields == {"order", "throw", "heard"}


def test_the_right_colour_is_told_when_the_round_is_decided() -> None:
    """3.5"""
    view = scene(RED, "0 grab red", seats=2).view(Seat(1))

    assert (view.decided, view.right) == (True, "red")


def test_the_view_says_until_when_one_may_grab() -> None:
    """3.5"""
    view = scene(f"{RED} @4000", deadline=7).view(Seat(0))

    assert (view.thrown_at, view.bell_at) == (4000, 11000)


def test_the_order_die_is_seen_before_the_others_where_that_was_agreed() -> None:
    """6.2"""
    view = scene("nature order closest", order_first="yes").view(Seat(0))

    assert (view.order, view.throw) == ("closest", None)


def test_at_a_calm_table_the_others_see_that_one_has_chosen_and_not_what() -> None:
    """6.4"""
    match = scene(RED, "0 choose red 500", seats=3, calm="yes")
    views = {eyes: match.view(eyes) for eyes in (Seat(0), Seat(1), "public")}

    assert all(view.grabs == (Chosen(Seat(0), 500),) for view in views.values())
    assert [view.chosen for view in views.values()] == ["red", None, None]


def test_at_a_calm_table_a_choice_is_shown_to_whoever_made_it_alone() -> None:
    """6.4"""
    move = scene(RED, "0 choose red 500", calm="yes").moves[-1]

    assert sight.shown(move, Seat(0)).what == Choose("red", 500)
    assert sight.shown(move, Seat(1)).what == sight.shown(move, "public").what == Choose(None, 500)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_nothing_that_others_get_before_the_bell_depends_on_what_one_chooses(seats: int) -> None:
    """6.4 Not even when all have chosen, and the bell is about to ring."""
    everybody: list[Eyes] = [*map(Seat, range(1, seats)), "public"]
    others = [f"{seat} choose white" for seat in range(1, seats)]
    lines = (RED, "0 choose {}", *others)
    worlds = [scene(*[line.format(colour) for line in lines], seats=seats, calm="yes") for colour in COLOURS]
    for eyes in everybody:
        seen = {msgspec.json.encode(list(timeline(match, eyes))) for match in worlds}
        assert len(seen) == 1
        assert len({match.text(eyes) for match in worlds}) == 1


def test_the_bell_shows_everybody_what_all_have_chosen() -> None:
    """6.4"""
    match = scene(RED, "0 choose red 500", "1 choose grey", "nature bell red,grey", seats=2, calm="yes")
    view = match.view("public")

    assert [(its.seat, its.colour, its.ms) for its in view.explained.grabs] == [(0, "red", 500), (1, "grey", None)]


def test_in_a_race_nothing_is_covered() -> None:
    """4.2"""
    match = whole_match(1, 3)

    assert [sight.shown(move, "public") for move in match.moves] == match.moves


@pytest.mark.parametrize("options", [{}, {"order-first": True, "dice-per-colour": 2}, {"calm": True}])
def test_nobody_can_tell_the_truth_from_what_he_imagines(options: dict[str, object]) -> None:
    chance = LooseChance(Random(1))
    match = whole_match(2, 4, given=options)
    state = rules.start(match.options, 4)
    everybody: list[Eyes] = [Seat(0), Seat(3), "public"]
    for move in match.moves:
        state = rules.apply(state, move)
        for eyes in everybody:
            view = sight.view(state, eyes)
            imagined = sight.imagine(view, chance)
            assert sight.view(imagined, eyes) == view
            assert eyes == "public" or rules.legal(imagined, eyes) == rules.legal(state, eyes)


def test_a_view_survives_its_json() -> None:
    match = scene(RED, "0 grab red 444", "nature bell", RED, "1 grab grey")
    view = match.view(Seat(1))

    assert msgspec.json.decode(msgspec.json.encode(view), type=sight.View) == view


def test_legal_grabs_carry_no_time() -> None:
    """5.1 Only who measures may say how long it took."""
    assert scene(RED).legal(Seat(0)) == [Grab("black"), Grab("red"), Grab("white"), Grab("grey")]
