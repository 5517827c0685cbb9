"""What is told of a match of Diavolo, and what never is before its time."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from pandemonium.core.game import Eyes, Move, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.moments import timeline
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.diavolo import GAME, rules, sight
from pandemonium.games.diavolo.dice import COLOURS, Place, Throw, right_colour
from pandemonium.games.diavolo.facts import (
    DiceThrown,
    Distances,
    Figures,
    Gained,
    HowFar,
    ImpsLeave,
    LostGem,
    NobodyWon,
    OrderShown,
    Out,
    Right,
    RollerDrawn,
    Safe,
    Took,
    WhichImp,
    Won,
    dice_thrown,
)
from pandemonium.games.diavolo.rules import Action, Chosen, Event, Grabbed, State
from tests.games.diavolo.diavolo_scenes import GREY, RED, rounds, scene, whole_match

NAMES = ["Ann", "Ben", "Cleo", "Dora"]
ALL_RED = ("0 grab red", "1 grab red", "2 grab red")


def last_told(match: AnyMatch) -> tuple[Struct, ...]:
    *_, moment = timeline(match, "public")
    return moment.facts


def said(match: AnyMatch, language: str = "en") -> str:
    return Words(language, GAME).told(last_told(match), NAMES).replace("\N{NO-BREAK SPACE}", " ")


def around(*places: tuple[float, float]) -> Throw:
    """Two dice of each colour, black, red and white, around an Order die in the middle."""
    return Throw("closest", (1, 2), (3, 4), (5, 6), tuple(Place(x, y, 0.0) for x, y in ((0.0, 0.0), *places)))


# Facts


def test_it_is_told_who_rolls_first() -> None:
    """2.3"""
    match = scene(roller=2)

    assert last_told(match) == (RollerDrawn(Seat(2)),)
    assert said(match) == "Cleo rolls first."


def test_the_order_die_is_told_alone_where_it_falls_first() -> None:
    """6.2"""
    match = scene("nature order closest", order_first="yes")

    assert last_told(match) == (OrderShown("closest"),)
    assert said(match) == "The Order die says: closest die."


def test_of_a_throw_the_order_is_told_and_not_the_dice() -> None:
    """3.1, 4.2 Whoever looks must find them on the table, and not in the log."""
    match = scene(RED)

    assert last_told(match) == (OrderShown("largest-sum"),)
    assert said(match) == "The Order die says: largest sum."


def test_whoever_listens_hears_what_lies_there_always_in_the_same_order() -> None:
    """3.1"""
    heard = scene(RED).view(Seat(0)).heard

    assert heard == DiceThrown("largest-sum", (2, 3, 6), (3, 5, 5), (1, 5, 6), None)
    assert Words("en", GAME).told([heard], NAMES) == "Black: 2, 3, 6. Red: 3, 5, 5. White: 1, 5, 6."


def test_for_the_closest_die_it_is_told_how_far_each_one_lies() -> None:
    """3.1, 4.1"""
    thrown = dice_thrown(around((3, 0), (0, 2), (0, -3.5), (-4, 0), (4, 0), (3, 4)))

    assert thrown.distances == Distances(HowFar(2, None, 3), HowFar(3.5, None, 4), HowFar(4, None, 5))
    assert Words("en", GAME).told([thrown], NAMES) == ("Black lies 2; 3 edges away. Red 3.5; 4. White 4; 5.")


@pytest.mark.parametrize(
    ("black", "red", "heard"),
    [(2.0, 2.25, (2.0, 2.2)), (3.48, 3.5, (3.48, 3.5)), (3.5, 3.5000001, (3.5, 3.5000001)), (3.5, 3.5, (3.5, 3.5))],
)
def test_distances_are_told_as_finely_as_it_takes_to_make_no_false_tie(
    black: float, red: float, heard: tuple[float, float]
) -> None:
    """3.2, 4.1"""
    distances = dice_thrown(around((black, 0), (9, 0), (0, red), (9, 9), (0, 8), (8, 8))).distances

    assert distances is not None
    assert (distances.black.near, distances.red.near) == heard


def test_two_dice_that_lie_equally_far_sound_the_same() -> None:
    """3.2 Though the one lies at 5 and the other at what a machine makes of √(3.5² + 3.57071…²)."""
    throw = around((5, 0), (9, 0), (3.5, 3.570714), (9, 9), (0, 8), (8, 8))
    distances = dice_thrown(throw).distances

    assert distances is not None
    assert (distances.black.near == distances.red.near) == (right_colour(throw) == "grey")


def test_a_grab_is_told_with_its_time_where_somebody_measured_it() -> None:
    """5.3"""
    measured, not_measured = scene(RED, "1 grab red 1004"), scene(RED, "1 grab red")

    assert last_told(measured) == (Grabbed(Seat(1), "red", 1004),)
    assert said(measured) == "Ben grabs red after 1.00 s."
    assert said(not_measured) == "Ben grabs red."


def test_at_a_calm_table_it_is_told_that_one_has_chosen_and_by_the_bell_what() -> None:
    """6.4"""
    lines = (RED, "1 choose red 1004", "0 choose grey", "2 choose red")
    chosen = scene(*lines[:2], seats=3, calm="yes")
    rung = scene(*lines, "nature bell grey,red,red", seats=3, calm="yes")

    assert last_told(chosen) == (Chosen(Seat(1), 1004),)
    assert said(chosen) == "Ben has chosen after 1.00 s."
    assert last_told(rung)[:2] == (Took((Seat(1), Seat(2)), "red"), Took((Seat(0),), "grey"))
    assert said(rung).startswith("Ben and Cleo took red. Ann took grey. Round 1, largest sum:")


def test_the_bell_tells_what_was_right_who_is_safe_and_who_paid() -> None:
    """3.1, 3.4"""
    match = scene(RED, *ALL_RED, "nature bell")

    assert last_told(match) == (
        Right(1, "largest-sum", Figures(11, 13, 12), "red", ("red",)),
        Safe((Seat(0), Seat(1), Seat(2))),
        LostGem((Seat(3),)),
    )
    assert said(match) == (
        "Round 1, largest sum: black 11, red 13, white 12. Right was red. "
        "Ann, Ben, and Cleo are safe. Dora loses a gem."
    )


def test_a_tie_is_told_with_the_colours_that_tie() -> None:
    """3.2, 3.4"""
    match = scene(RED, "1 grab red", "2 grab red", "nature bell", GREY, "0 grab grey", "nature bell", seats=3)

    assert last_told(match) == (
        Right(2, "highest-value", Figures(6, 5, 6), "grey", ("black", "white")),
        Gained((Seat(0),)),
        LostGem((Seat(1), Seat(2))),
    )
    assert "A tie between black and white: right was grey. Ann wins a gem." in said(match)
    assert "Égalité entre le noir et le blanc : il fallait le gris. Ann gagne une gemme." in said(match, "fr")
    assert "Gleichstand zwischen Schwarz und Weiß: Richtig war Grau. Ann gewinnt einen Edelstein." in said(match, "de")


def test_who_holds_five_gems_is_safe_with_the_grey_imp() -> None:
    """3.4 Nobody ever holds more than five."""
    assert Safe((Seat(0),)) in last_told(scene(GREY, "0 grab grey", "nature bell"))


def test_who_is_out_is_named_and_imps_that_are_too_many_leave() -> None:
    """2.2, 3.6"""
    *_, lost, out, leave = last_told(scene(*rounds(5, *ALL_RED)))

    assert (lost, out, leave) == (LostGem((Seat(3),)), Out((Seat(3),)), ImpsLeave(3))


def test_no_imps_leave_while_four_are_left() -> None:
    """2.2"""
    facts = last_told(scene(*rounds(5, *ALL_RED, "3 grab red"), seats=5, calm="yes"))

    assert facts[-1] == Out((Seat(4),))


def test_the_winner_is_told() -> None:
    """3.6"""
    match = scene(*rounds(5, "0 grab red"), seats=2)

    assert last_told(match)[-2:] == (Out((Seat(1),)), Won(Seat(0)))
    assert said(match).endswith("Ben is out. Ann has the last gem and wins!")


def test_it_is_told_when_nobody_wins() -> None:
    """3.6"""
    assert last_told(scene(*rounds(5), seats=2))[-2:] == (Out((Seat(0), Seat(1))), NobodyWon())


def test_every_round_of_a_long_match_is_told_with_its_own_number() -> None:
    """A fact belongs to its move, however much has happened since."""
    match = whole_match(3, 4)
    told = [fact.round for moment in timeline(match, "public") for fact in moment.facts if isinstance(fact, Right)]

    assert told == list(range(1, len(told) + 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_is_told_is_left_without_words_and_signs_are_not_for_ears(language: str) -> None:
    words = Words(language, GAME)
    matches = [whole_match(seed, 4, order_first="yes", dice_per_colour=2 + seed % 2) for seed in range(6)]
    for moment in (moment for match in matches for moment in timeline(match, "public")):
        sentence = words.told(moment.facts, NAMES)
        assert bool(sentence) == (moment.move is not None)
        assert not set("{}■▲○▒◆✓→−+") & set(sentence)
        assert not any(f"{prefix}." in sentence for prefix in ("told", "order", "colour", "None"))


# What is asked


def test_who_may_grab_is_asked_for_what_the_order_die_says() -> None:
    """3.3"""
    match = scene(RED, "0 grab red")

    assert sight.question(match.state, Seat(1)) == WhichImp("largest-sum")
    assert sight.question(match.state, Seat(0)) is None
    assert Words("en", GAME).question(WhichImp("largest-sum"), NAMES) == "Grab an imp: largest sum!"


def test_nobody_is_asked_anything_before_the_dice_lie_there() -> None:
    """5.4"""
    match = scene("nature order closest", order_first="yes")

    assert [sight.question(match.state, Seat(seat)) for seat in range(4)] == [None] * 4


# The law


@pytest.mark.parametrize("options", [{}, {"order-first": True, "dice-per-colour": 2}, {"calm": True}])
def test_nothing_that_is_seen_told_or_asked_in_a_running_round_depends_on_the_right_colour(
    options: dict[str, object],
) -> None:
    """4.2, 3.1 Reading it off the dice is the game."""
    everybody: list[Eyes] = [Seat(0), Seat(3), "public"]
    compared = 0
    for seed in range(4):
        match = whole_match(seed, 4, given=options)
        states = [rules.start(match.options, 4)]
        for move in match.moves:
            states.append(rules.apply(states[-1], move))
        for (before, after), move in zip(pairwise(states), match.moves, strict=True):
            if after.racing:
                for eyes in everybody:
                    compared += 1
                    worlds = [_given(before, move, after, eyes, colour) for colour in COLOURS]
                    assert len(set(worlds)) == 1

    assert compared > 100


def _given(before: State, move: Move[Action | Event], after: State, eyes: Eyes, right: str) -> bytes:
    """All that some eyes get of a move, in a world in which this colour is right."""
    before, after = (
        replace(state, thrown=state.thrown and replace(state.thrown, right=right)) for state in (before, after)
    )
    asked = None if eyes == "public" else sight.question(after, eyes)
    legal = () if eyes == "public" else rules.legal(after, eyes)
    return msgspec.json.encode(
        (sight.shown(move, eyes), sight.told(before, move, after, eyes), sight.view(after, eyes), asked, legal)
    )
