"""What is told of a move of Le Diable Sauteur?"""

from __future__ import annotations

import pytest

from pandemonium.core.game import PUBLIC, Eyes, Seat
from pandemonium.core.words import Words
from pandemonium.games.diable_sauteur import GAME
from pandemonium.games.diable_sauteur.facts import (
    AtRisk,
    Caught,
    DevilDrawn,
    DevilJumped,
    DevilRan,
    Hid,
    HiddenAgain,
    HiderDrawn,
    Home,
    Lost,
    MatchOver,
    Moved,
    NobodyCaught,
    NumberJumped,
    Pressed,
    Ran,
    RolesChanged,
    RoundOver,
    Scored,
    StartsDrawn,
    Stayed,
    WasUnder,
)
from pandemonium.games.diable_sauteur.material import Jumped, Key, Options
from pandemonium.games.diable_sauteur.rules import start
from tests.games.diable_sauteur.sauteur_scenes import DEVIL, NAMES, PURSUED, PURSUIT, RACE, facts, race, story

ENGLISH = Words("en", GAME)
HIDER, SHOOTER = Seat(0), Seat(1)


def test_the_lot_says_who_is_the_first_devil() -> None:
    """3.1"""
    assert facts(start(Options(), 2), "devil 1") == (DevilDrawn(Seat(1)),)


def test_lots_say_who_starts_where_and_who_hides_first() -> None:
    """4.1, 4.2"""
    table = start(Options(rule="b"), 2)

    assert facts(table, "red 1") == (StartsDrawn(red=Seat(1), orange=Seat(0)),)
    assert facts(table, "red 1 · hider 0") == (HiderDrawn(Seat(0)),)


@pytest.mark.parametrize("eyes", [DEVIL, PURSUED, PUBLIC])
@pytest.mark.parametrize("key", [1, 2, 3, 4])
def test_of_a_hiding_nobody_is_told_where(eyes: Eyes, key: int) -> None:
    """2.4, 5 Not even the hider, whose page may speak aloud."""
    assert facts(story(PURSUIT), f"hide {key}", eyes) == (Hid(DEVIL),)


def test_a_key_is_pressed() -> None:
    """2.1"""
    assert facts(story(f"{PURSUIT} · hide 1"), "press 2") == (Pressed(PURSUED, Key(2)),)


def test_a_number_is_worth_itself_times_its_key() -> None:
    """2.2"""
    (told,) = facts(story(f"{PURSUIT} · hide 1"), "press 2 · jump 4")

    assert told == NumberJumped(Key(2), 4, 8, terms=(Jumped(Key(2), 4, 8),), total=8, at_risk=False)
    assert ENGLISH.told([told], NAMES) == "A 4 jumps out: 4 times 2 makes 8 points."


def test_what_a_number_was_worth_stays_so_whatever_comes_after_it() -> None:
    """2.2 In a pursuit every number is for itself."""
    (told,) = facts(story(f"{PURSUIT} · hide 1 · press 2 · jump 4 · move blue"), "press 3 · jump 5")

    assert told == NumberJumped(Key(3), 5, 15, terms=(Jumped(Key(3), 5, 15),), total=15, at_risk=False)


def test_in_a_race_the_numbers_of_a_hiding_add_up_and_are_at_risk() -> None:
    """4.3, 4.4"""
    number, risk = facts(race(f"{RACE} · hide 1 · press 3 · jump 5"), "press 4 · jump 2")

    five, two = Jumped(Key(3), 5, 15), Jumped(Key(4), 2, 8)
    assert number == NumberJumped(Key(4), 2, 8, terms=(five, two), total=23, at_risk=True)
    assert risk == AtRisk(23)


def test_the_sum_of_the_first_number_goes_without_saying() -> None:
    """4.4"""
    told = facts(race(f"{RACE} · hide 1"), "press 3 · jump 5")

    assert [type(fact) for fact in told] == [NumberJumped]


def test_a_devil_runs_three_times_the_key_and_catches_whom_he_reaches() -> None:
    """3.4 He runs to cell 6, where green stands."""
    told = facts(story(f"{PURSUIT} · hide 2"), "press 2 · jump devil")

    assert told[:3] == (
        DevilJumped(Key(2)),
        DevilRan(Key(2), stride=3, cells=6, from_cell=0, to_cell=6, number=6),
        Caught(("blue", "orange", "green")),
    )


def test_it_is_told_where_the_devil_has_come_to_also_past_red() -> None:
    """1.3, 3.4 Nobody is left before him: on a track of 12 cells, cell 12 is red."""
    state = story(f"{PURSUIT} · hide 4", track=12)

    assert "He runs 12 cells, to cell 0." in ENGLISH.told(facts(state, "press 4 · jump devil"), NAMES)


def test_a_devil_may_catch_some_or_nobody() -> None:
    """3.4"""
    away = story(f"{PURSUIT} · hide 1 · press 4 · jump 2 · move blue · again · hide 1")

    assert facts(away, "press 1 · jump devil")[-1] == NobodyCaught()
    assert facts(story(f"{PURSUIT} · hide 1"), "press 1 · jump devil")[-1] == Caught(("blue",))


def test_the_end_of_a_round_is_told_with_its_points_and_the_next_roles() -> None:
    """3.6, 3.7"""
    told = facts(story(f"{PURSUIT} · hide 4"), "press 4 · jump devil")

    assert told[3:] == (
        RoundOver(1, arrived=0),
        Scored(PURSUED, 0),
        RolesChanged("a", hider=PURSUED, shooter=DEVIL),
    )
    assert ENGLISH.told(told, NAMES) == (
        "The devil jumps from key 4! He runs 12 cells, to cell 12. Caught: Blue, Orange, and Green. "
        "Round 1 is over: 0 people home. Ben scores 0 points. Now Ben is the Devil, and Anna is pursued."
    )


def test_the_end_of_a_match_is_told_with_all_points() -> None:
    """3.7"""
    lost = "hide 4 · press 4 · jump devil"
    home = " · ".join(f"hide 1 · press 4 · jump 6 · move {person} · again" for person in ("green", "orange"))
    state = story(f"{PURSUIT} · {lost} · {home} · hide 1 · press 4 · jump 6", track=24)

    assert facts(state, "move blue") == (
        Moved("blue", 24, from_cell=2, to_cell=24, landing="home"),
        RoundOver(2, arrived=3),
        Scored(DEVIL, 10),
        MatchOver((10, 0)),
    )


@pytest.mark.parametrize(
    ("person", "told"),
    [
        ("blue", Moved("blue", 6, from_cell=2, to_cell=8, landing="reach")),
        ("orange", Moved("orange", 6, from_cell=4, to_cell=10, landing="reach")),
        ("green", Moved("green", 6, from_cell=6, to_cell=12, landing="reach")),
    ],
)
def test_a_person_moves_by_all_of_the_points(person: str, told: Moved) -> None:
    """3.3 Key 4 is still down: the devil may come to cell 12."""
    assert facts(story(f"{PURSUIT} · hide 1 · press 3 · jump 2"), f"move {person}") == (told,)


def test_a_person_is_safe_where_no_key_can_bring_the_devil() -> None:
    """3.4 Key 4 is up: the devil may come to cell 9."""
    (told,) = facts(story(f"{PURSUIT} · hide 1 · press 4 · jump 1"), "move green")

    assert told == Moved("green", 4, from_cell=6, to_cell=10, landing="safe")
    assert ENGLISH.told([told], NAMES) == "Green moves from cell 6 to cell 10, out of the devil’s reach."


def test_after_the_third_number_all_keys_can_bring_the_devil() -> None:
    """2.3, 3.5 The same cell 10 is within his reach then, for all four dice are hidden again."""
    two = "press 4 · jump 1 · move blue · press 3 · jump 1 · move blue"
    told = facts(story(f"{PURSUIT} · hide 1 · {two} · press 2 · jump 2"), "move green")

    assert told == (Moved("green", 4, from_cell=6, to_cell=10, landing="reach"), WasUnder(Key(1)))


def test_whoever_runs_past_the_finish_line_stops_there() -> None:
    """3.3"""
    (told,) = facts(story(f"{PURSUIT} · hide 1 · press 4 · jump 6", track=20), "move green")

    assert told == Moved("green", 24, from_cell=6, to_cell=20, landing="home")
    assert ENGLISH.told([told], NAMES) == "Green moves from cell 6 over the finish line: safe!"


def test_the_pursued_has_the_dice_hidden_again_and_nothing_is_told_of_where_they_lay() -> None:
    """2.4, 3.5"""
    state = story(f"{PURSUIT} · hide 1 · press 2 · jump 4 · move blue")

    assert facts(state, "again") == (HiddenAgain(PURSUED),)


def test_three_numbers_tell_where_the_die_of_devils_lay() -> None:
    """2.4"""
    told = facts(race(f"{RACE} · hide 4 · press 1 · jump 3 · press 2 · jump 1"), "press 3 · jump 1")

    assert WasUnder(Key(4)) in told


@pytest.mark.parametrize("dice", ["plain", "mixed"])
def test_a_devil_is_not_told_twice(dice: str) -> None:
    """2.4 With plain dice it has shown itself; with mixed ones it does not say which die it was."""
    told = facts(story(f"{PURSUIT} · hide 1", dice=dice), "press 1 · jump devil")

    assert not [fact for fact in told if isinstance(fact, WasUnder)]


def test_a_devil_takes_all_points_of_the_hiding_and_the_roles_change() -> None:
    """4.3"""
    told = facts(race(f"{RACE} · hide 1 · press 4 · jump 6"), "press 1 · jump devil")

    assert told == (
        DevilJumped(Key(1)),
        Lost(SHOOTER, 24),
        RolesChanged("b", hider=SHOOTER, shooter=HIDER),
    )
    assert ENGLISH.told(told, NAMES) == (
        "The devil jumps from key 1! Ben loses 24 points. Now Ben hides, and Anna presses."
    )


def test_a_devil_at_the_first_press_takes_nothing() -> None:
    """4.3"""
    told = facts(race(f"{RACE} · hide 1"), "press 1 · jump devil")

    assert told[1] == Stayed(SHOOTER)


def test_whoever_stops_runs_and_hides() -> None:
    """4.4 What he runs is at risk no more."""
    told = facts(race(f"{RACE} · hide 1 · press 3 · jump 5 · press 4 · jump 2"), "stop")

    dice = (Jumped(Key(3), 5, 15), Jumped(Key(4), 2, 8))
    settled = NumberJumped(Key(4), 2, 8, terms=dice, total=23, at_risk=False)
    assert told == (
        Ran(SHOOTER, "orange", 23, from_cell=4, to_cell=27, to_go=7, settled=settled),
        RolesChanged("b", hider=SHOOTER, shooter=HIDER),
    )


def test_the_third_number_is_run_at_once() -> None:
    """4.4 Nothing is at risk any more."""
    told = facts(race(f"{RACE} · hide 4 · press 1 · jump 3 · press 2 · jump 1"), "press 3 · jump 1")

    dice = (Jumped(Key(1), 3, 3), Jumped(Key(2), 1, 2), Jumped(Key(3), 1, 3))
    settled = NumberJumped(Key(3), 1, 3, terms=dice, total=8, at_risk=False)
    assert told == (
        settled,
        Ran(SHOOTER, "orange", 8, from_cell=4, to_cell=12, to_go=22, settled=settled),
        WasUnder(Key(4)),
        RolesChanged("b", hider=SHOOTER, shooter=HIDER),
    )
    assert "Ben runs 8 cells, 22 to go." in ENGLISH.told(told, NAMES)


def test_the_first_one_home_has_won() -> None:
    """4.1, 4.5 Once round, back to his own start."""
    told = facts(race(f"{RACE} · hide 1 · press 4 · jump 6", track=20), "stop")

    settled = NumberJumped(Key(4), 6, 24, terms=(Jumped(Key(4), 6, 24),), total=24, at_risk=False)
    assert told == (Ran(SHOOTER, "orange", 24, from_cell=4, to_cell=24, to_go=0, settled=settled), Home(SHOOTER))
    assert ENGLISH.told(told, NAMES) == "Ben runs 24 cells. Ben is home!"
