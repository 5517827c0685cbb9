"""Is Le Diable Sauteur played by its rules? The numbers are those of RULES.md."""

from __future__ import annotations

import pytest

from pandemonium.core.chance import Chance
from pandemonium.core.game import Refusal, Seat
from pandemonium.games.diable_sauteur import rules
from pandemonium.games.diable_sauteur.material import FirstDevil, FirstHider, Jump, OnRed, State
from tests.games.diable_sauteur.sauteur_scenes import (
    PURSUIT,
    RACE,
    can,
    places,
    points,
    race,
    refused,
    story,
    tell_on,
)


class Said(Chance):
    """Luck that always says the same, and remembers what it was asked."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return self.number


def face(state: State, number: int) -> object:
    due = rules.nature(state, Said(number))
    assert due is not None
    assert isinstance(due.what, Jump)
    return due.what.face


# 1 Material


def test_there_are_four_keys_and_the_die_of_devils_goes_under_one() -> None:
    """1.1"""
    state = story(PURSUIT)

    assert can(state) == ["hide 1", "hide 2", "hide 3", "hide 4"]


def test_the_die_of_devils_shows_only_devils() -> None:
    """1.1"""
    state = story(f"{PURSUIT} · hide 3 · press 3")

    assert [face(state, number) for number in range(6)] == ["devil"] * 6
    assert [refused(state, "nature", f"jump {number}") for number in range(1, 7)] == ["no-such-face"] * 6


def test_the_other_dice_show_one_to_six() -> None:
    """1.2"""
    state = story(f"{PURSUIT} · hide 3 · press 2")

    assert [face(state, number) for number in range(6)] == [1, 2, 3, 4, 5, 6]
    assert refused(state, "nature", "jump devil") == "no-such-face"


def test_mixed_dice_show_one_to_five_and_a_devil() -> None:
    """1.2"""
    state = story(f"{PURSUIT} · hide 3 · press 2", dice="mixed")

    assert [face(state, number) for number in range(6)] == [1, 2, 3, 4, 5, "devil"]
    assert refused(state, "nature", "jump 6") == "no-such-face"


def test_with_mixed_dice_too_the_die_of_devils_shows_only_devils() -> None:
    """1.2"""
    state = story(f"{PURSUIT} · hide 3 · press 3", dice="mixed")

    assert [face(state, number) for number in range(6)] == ["devil"] * 6
    assert refused(state, "nature", "jump 5") == "no-such-face"


def test_a_die_is_thrown_with_one_number_below_six() -> None:
    """1.2"""
    luck = Said(0)

    rules.nature(story(f"{PURSUIT} · hide 3 · press 2"), luck)

    assert luck.asked == [6]


@pytest.mark.parametrize("track", [11, 61, 0, -30])
def test_a_track_has_twelve_to_sixty_cells(track: int) -> None:
    """1.3"""
    assert story(PURSUIT, track=12).table.track == 12
    assert story(PURSUIT, track=60).table.track == 60

    with pytest.raises(Refusal):
        story(PURSUIT, track=track)


def test_the_track_has_thirty_cells_out_of_the_box() -> None:
    """1.3"""
    assert story(PURSUIT).table.track == 30


def test_three_persons_and_a_devil_run() -> None:
    """1.4"""
    state = story(f"{PURSUIT} · hide 4 · press 1 · jump 1")

    assert can(state) == ["move blue", "move orange", "move green"]


# 2 Hiding and jumping


def test_a_key_that_is_pressed_lets_its_die_jump() -> None:
    """2.1"""
    state = story(f"{PURSUIT} · hide 4 · press 2")

    assert rules.to_act(state) == ()
    assert rules.nature(state, Said(3)) is not None


def test_a_four_from_key_two_is_eight_points() -> None:
    """2.2 The example of the sheet."""
    state = story(f"{PURSUIT} · hide 4 · press 2 · jump 4")

    assert state.box.jumped[-1].points == 8
    assert tell_on(state, "move green").runners == (2, 4, 14)


def test_a_fourth_key_is_never_pressed_in_a_pursuit() -> None:
    """2.3"""
    state = story(
        f"{PURSUIT} · hide 4 · press 1 · jump 1 · move blue · press 2 · jump 1 · move blue · press 3 · jump 1"
    )
    state = tell_on(state, "move blue")

    assert can(state) == ["hide 1", "hide 2", "hide 3", "hide 4"]
    assert state.turn == 0


@pytest.mark.parametrize("dice", ["plain", "mixed"])
def test_a_fourth_key_is_never_pressed_in_a_race(dice: str) -> None:
    """2.3"""
    state = race(f"{RACE} · hide 4 · press 1 · jump 1 · press 2 · jump 1 · press 3 · jump 1", dice=dice)

    assert can(state) == ["hide 1", "hide 2", "hide 3", "hide 4"]
    assert state.turn == 1


def test_a_die_that_has_jumped_stays_out() -> None:
    """2.4"""
    state = story(f"{PURSUIT} · hide 4 · press 2 · jump 4 · move blue")

    assert can(state) == ["press 1", "press 3", "press 4", "again"]


def test_all_four_dice_are_in_again_at_the_next_hiding() -> None:
    """2.4"""
    state = story(f"{PURSUIT} · hide 4 · press 2 · jump 4 · move blue · again · hide 1")

    assert can(state) == ["press 1", "press 2", "press 3", "press 4"]


# 3 The pursuit


@pytest.mark.parametrize("seat", [0, 1])
def test_the_lot_says_who_is_the_devil_first(seat: int) -> None:
    """3.1"""
    due = rules.nature(rules.start(story(PURSUIT).table.options, 2), Said(seat))

    assert due is not None
    assert due.what == FirstDevil(Seat(seat))
    assert story(f"devil {seat}").turn == seat


def test_the_devil_hides_for_the_whole_round_and_the_pursued_presses() -> None:
    """3.1"""
    state = story(f"{PURSUIT} · hide 4 · press 4 · jump devil", track=60)
    assert not rules.result(state)

    turns = []
    for move in ["hide 1", "press 1", "jump devil", "hide 3"]:
        turns.append(state.turn)
        state = tell_on(state, move)

    assert turns == [1, 0, None, 1]


def test_the_devil_starts_on_red_and_the_persons_on_blue_orange_and_green() -> None:
    """3.2"""
    state = story(PURSUIT)

    assert state.devil == 0
    assert state.runners == (2, 4, 6)


def test_on_the_shortest_track_everybody_starts_where_he_always_does() -> None:
    """1.3, 3.2"""
    assert story(PURSUIT, track=12).runners == (2, 4, 6)


@pytest.mark.parametrize(("person", "cells"), [("blue", (14, 4, 6)), ("orange", (2, 16, 6)), ("green", (2, 4, 18))])
def test_one_person_moves_by_all_of_the_points(person: str, cells: tuple[int, ...]) -> None:
    """3.3"""
    state = story(f"{PURSUIT} · hide 4 · press 3 · jump 4 · move {person}")

    assert state.runners == cells


def test_who_reaches_the_finish_line_exactly_has_arrived() -> None:
    """3.3"""
    state = story(f"{PURSUIT} · hide 1 · press 4 · jump 6 · move green · press 3 · jump 1")

    assert state.runners[2] == 30
    assert can(state) == ["move blue", "move orange"]


def test_who_is_one_cell_short_of_the_finish_line_has_not_arrived() -> None:
    """3.3"""
    state = story(f"{PURSUIT} · hide 1 · press 4 · jump 6 · move green · press 3 · jump 1", track=31)

    assert can(state) == ["move blue", "move orange", "move green"]


def test_who_has_arrived_cannot_be_caught() -> None:
    """3.3"""
    state = story(
        f"{PURSUIT} · hide 1 · press 4 · jump 3 · move green · again · hide 4 · press 4 · jump devil", track=18
    )

    # The devil is on 12, green ran to 18 and is home; blue and orange are caught: the round is over.
    assert state.table.played[0].arrived == 1


@pytest.mark.parametrize(("key", "cell"), [(1, 3), (2, 6), (3, 9), (4, 12)])
def test_the_devil_runs_three_times_the_key(key: int, cell: int) -> None:
    """3.4"""
    far = "hide 1 · press 4 · jump 6 · move green · press 3 · jump 6 · move orange · again"

    state = story(f"{PURSUIT} · {far} · hide {key} · press {key} · jump devil", track=60)

    assert state.devil == cell


def test_the_devil_catches_whom_he_reaches_and_whom_he_passes_but_nobody_ahead() -> None:
    """3.4 The example of the rules: from 3 to 9, past 6, onto 9; the one on 10 stays."""
    state = story(f"{PURSUIT} · hide 4 · press 1 · jump 4 · move blue · press 2 · jump 3 · move orange · again")
    state = tell_on(state, "hide 4 · press 3 · jump 1 · move green · again · hide 1 · press 1 · jump devil")
    assert (state.devil, state.runners) == (3, (6, 10, 9))

    state = tell_on(state, "hide 2 · press 2 · jump devil")

    assert state.devil == 9
    assert state.runners == (-6, 10, -9)
    assert can(tell_on(state, "hide 4 · press 1 · jump 1")) == ["move orange"]


def test_the_dice_are_hidden_again_after_a_devil() -> None:
    """3.5"""
    state = story(f"{PURSUIT} · hide 1 · press 1 · jump devil")

    assert (state.turn, can(state)[0]) == (0, "hide 1")


def test_after_a_number_the_pursued_moves_before_he_chooses() -> None:
    """3.5"""
    state = story(f"{PURSUIT} · hide 1 · press 2 · jump 1")

    assert can(state) == ["move blue", "move orange", "move green"]


def test_after_a_number_the_pursued_presses_on_or_has_the_dice_hidden_again() -> None:
    """3.5"""
    state = story(f"{PURSUIT} · hide 1 · press 2 · jump 1 · move blue")

    assert can(state) == ["press 1", "press 3", "press 4", "again"]
    assert tell_on(state, "again").turn == 0


def test_after_the_third_number_the_dice_are_hidden_again_without_asking() -> None:
    """3.5"""
    state = story(
        f"{PURSUIT} · hide 4 · press 3 · jump 1 · move blue · press 2 · jump 1 · move blue · press 1 · jump 1"
    )

    assert can(state) == ["move blue", "move orange", "move green"]
    assert can(tell_on(state, "move green")) == ["hide 1", "hide 2", "hide 3", "hide 4"]


HOME = "hide 1 · press 4 · jump 6 · move {} · again"


def test_a_round_ends_when_the_last_person_has_arrived() -> None:
    """3.6"""
    two = " · ".join(HOME.format(person) for person in ("green", "orange"))
    state = story(f"{PURSUIT} · {two} · hide 1 · press 4 · jump 6", track=24)
    assert not state.table.played

    state = tell_on(state, "move blue")

    assert len(state.table.played) == 1
    assert state.turn == 1


def rounds_with(home: int) -> State:
    """A first round in which so many persons get home, and the devil catches the others."""
    moves = [HOME.format(person) for person in ("green", "orange", "blue")[:home]]
    if home == 3:
        moves[-1] = moves[-1].removesuffix(" · again")
    else:
        moves.append("hide 4 · press 4 · jump devil")
    return story(" · ".join([PURSUIT, *moves]), track=24)


@pytest.mark.parametrize(("home", "worth"), [(0, 0), (1, 2), (2, 5), (3, 10)])
def test_the_pursued_scores_by_the_number_of_persons_arrived(home: int, worth: int) -> None:
    """3.6"""
    state = rounds_with(home)

    assert state.table.played[0].arrived == home
    assert rules.scored(state.table.played) == (0, worth)


def test_in_the_second_round_the_roles_are_changed_and_all_start_afresh() -> None:
    """3.7"""
    state = rounds_with(1)

    assert (state.hider, state.turn) == (1, 1)
    assert (state.devil, state.runners) == (0, (2, 4, 6))


ALL_CAUGHT = "hide 4 · press 4 · jump devil"


def test_a_game_is_two_rounds_and_most_points_win() -> None:
    """3.7"""
    state = tell_on(rounds_with(1), ALL_CAUGHT)

    assert points(state) == [0, 2]
    assert places(state) == [2, 1]


def test_equal_points_share_the_victory() -> None:
    """3.7"""
    state = story(f"{PURSUIT} · {ALL_CAUGHT} · {ALL_CAUGHT}")

    assert points(state) == [0, 0]
    assert places(state) == [1, 1]


@pytest.mark.parametrize("rounds", [2, 4, 6])
def test_a_game_may_have_four_or_six_rounds(rounds: int) -> None:
    """3.7"""
    state = story(" · ".join([PURSUIT, *[ALL_CAUGHT] * (rounds - 1)]), rounds=rounds)
    assert rules.result(state) is None

    state = tell_on(state, ALL_CAUGHT)

    assert points(state) == [0, 0]
    assert rules.to_act(state) == ()


def test_three_rounds_would_not_be_fair() -> None:
    """3.7"""
    with pytest.raises(Refusal):
        story(PURSUIT, rounds=3)


# 4 The race


def test_lots_say_who_is_red_and_then_who_hides_first() -> None:
    """4.1, 4.2"""
    start = rules.start(race(RACE).table.options, 2)
    first = rules.nature(start, Said(1))
    second = rules.nature(tell_on(start, "red 1"), Said(0))

    assert first is not None
    assert second is not None
    assert (first.what, second.what) == (OnRed(Seat(1)), FirstHider(Seat(0)))


def test_each_must_run_once_round_whatever_his_start() -> None:
    """4.1 Orange starts on 4 and must run 30 cells as well, exactly 30 being enough."""
    thirty = "hide 1 · press 4 · jump 6 · press 3 · jump 2 · stop"
    state = race(f"{RACE} · {thirty}")
    assert points(state) == [0, 30]

    state = race(f"{RACE} · {thirty}", track=31)

    assert rules.result(state) is None


def test_the_other_presses() -> None:
    """4.2"""
    state = race(f"{RACE} · hide 1")

    assert (state.turn, can(state)) == (1, ["press 1", "press 2", "press 3", "press 4"])


def test_a_devil_costs_the_points_of_the_hiding_and_the_turn() -> None:
    """4.3"""
    state = race(f"{RACE} · hide 1 · press 4 · jump 6 · press 1 · jump devil")

    assert state.runners == (0, 0)
    assert (state.hider, state.turn) == (1, 1)


def test_a_devil_costs_nothing_that_was_run_before() -> None:
    """4.3"""
    state = race(
        f"{RACE} · hide 1 · press 4 · jump 2 · stop · hide 1 · press 1 · jump devil · hide 2 · press 2 · jump devil"
    )

    assert state.runners == (0, 8)


def test_the_shooter_stops_runs_all_the_points_and_becomes_the_hider() -> None:
    """4.4 The example of the rules: a 5 from key 3 and a 2 from key 4 are 23 cells."""
    state = race(f"{RACE} · hide 1 · press 3 · jump 5 · press 4 · jump 2")
    assert state.runners == (0, 0)

    state = tell_on(state, "stop")

    assert state.runners == (0, 23)
    assert (state.hider, state.turn) == (1, 1)


def test_nobody_moves_while_the_shooter_presses_on() -> None:
    """4.4"""
    state = race(f"{RACE} · hide 1 · press 3 · jump 5")

    assert can(state) == ["press 1", "press 2", "press 4", "stop"]
    assert state.runners == (0, 0)


def test_the_third_number_is_the_last_and_its_shooter_runs_the_sum() -> None:
    """4.4"""
    state = race(f"{RACE} · hide 1 · press 2 · jump 1 · press 3 · jump 2 · press 4 · jump 3")

    assert state.runners == (0, 20)
    assert state.turn == 1


def test_the_first_one_home_wins_and_his_surplus_counts_as_run() -> None:
    """4.5"""
    state = race(f"{RACE} · hide 1 · press 4 · jump 6 · stop", track=12)

    assert points(state) == [0, 24]
    assert places(state) == [2, 1]
    assert rules.to_act(state) == ()


def test_the_number_of_rounds_does_not_matter_in_a_race() -> None:
    """4.5"""
    state = race(f"{RACE} · hide 1 · press 4 · jump 6 · stop", track=12, rounds=6)

    assert places(state) == [2, 1]
