"""Who sees what in Le Diable Sauteur?"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec
import pytest

from pandemonium import begin
from pandemonium.core.chance import LooseChance
from pandemonium.core.game import NATURE, PUBLIC, Eyes, Illegal, Move, Mover, Seat
from pandemonium.games.diable_sauteur import GAME, rules, sight
from pandemonium.games.diable_sauteur.material import Action, Face, Hide, Jump, Key, State
from tests.games.diable_sauteur.sauteur_scenes import DEVIL, PURSUED, PURSUIT, RACE, race, story, tell_on

ALL_EYES: tuple[Eyes, ...] = (Seat(0), Seat(1), PUBLIC)
encode = msgspec.json.encode


def test_the_hider_sees_where_he_hid_the_die_of_devils() -> None:
    """2.4, 5"""
    view = sight.view(story(f"{PURSUIT} · hide 3"), DEVIL)

    assert view.hidden == 3


@pytest.mark.parametrize("eyes", [PURSUED, PUBLIC])
@pytest.mark.parametrize("dice", ["plain", "mixed"])
def test_nobody_else_can_tell_one_hiding_from_another(eyes: Eyes, dice: str) -> None:
    """2.4, 5 Four worlds that differ in the hiding alone, and every byte the same."""
    seen = {encode(sight.view(story(f"{PURSUIT} · hide {key}", dice=dice), eyes)) for key in (1, 2, 3, 4)}

    assert len(seen) == 1


@pytest.mark.parametrize("eyes", [PURSUED, PUBLIC])
@pytest.mark.parametrize(
    "moves",
    ["press 1 · jump 5", "press 1 · jump 5 · move blue", "press 1 · jump 5 · move blue · again", "press 2"],
)
def test_a_number_tells_only_where_the_die_of_devils_is_not(eyes: Eyes, moves: str) -> None:
    """2.4 Not even when the dice have been hidden again."""
    seen = {encode(sight.view(story(f"{PURSUIT} · hide {key} · {moves}"), eyes)) for key in (3, 4)}

    assert len(seen) == 1


def test_with_plain_dice_a_devil_tells_where_it_lay() -> None:
    """2.4"""
    view = sight.view(story(f"{PURSUIT} · hide 1 · press 1 · jump devil"), PUBLIC)

    assert view.last_hiding is not None
    assert view.last_hiding.devil == 1


@pytest.mark.parametrize("eyes", [PURSUED, PUBLIC])
def test_with_mixed_dice_a_devil_does_not_tell_which_die_it_was(eyes: Eyes) -> None:
    """2.4"""
    seen = {
        encode(sight.view(story(f"{PURSUIT} · hide {key} · press 1 · jump devil", dice="mixed"), eyes))
        for key in (1, 2, 3, 4)
    }

    assert len(seen) == 1


def test_with_mixed_dice_nobody_is_told_where_the_die_of_devils_was_after_a_devil() -> None:
    """2.4"""
    last = sight.view(story(f"{PURSUIT} · hide 1 · press 1 · jump devil", dice="mixed"), PUBLIC).last_hiding

    assert last is not None
    assert last.devil is None


@pytest.mark.parametrize("dice", ["plain", "mixed"])
def test_three_numbers_tell_where_the_die_of_devils_was(dice: str) -> None:
    """2.4"""
    state = race(f"{RACE} · hide 2 · press 1 · jump 1 · press 3 · jump 1 · press 4 · jump 1", dice=dice)
    last = sight.view(state, PUBLIC).last_hiding

    assert last is not None
    assert last.devil == 2


def test_a_stop_does_not_tell_where_the_die_of_devils_was() -> None:
    """2.4"""
    last = sight.view(race(f"{RACE} · hide 2 · press 1 · jump 1 · stop"), PUBLIC).last_hiding

    assert last is not None
    assert last.devil is None


@pytest.mark.parametrize("eyes", ALL_EYES)
def test_a_hiding_is_covered_for_all_but_the_hider(eyes: Eyes) -> None:
    """5"""
    hiding: Move[Action] = Move(Seat(0), Hide(Key(3)), 7)

    assert sight.shown(hiding, eyes) == (hiding if eyes == 0 else Move(Seat(0), Hide(None), 7))


def test_everything_but_a_hiding_is_shown_to_all() -> None:
    """5"""
    match, luck = begin(GAME, seed=3), Random(3)
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))

    covered = [move for move in match.moves if sight.shown(move, PUBLIC) != move]

    assert covered
    assert all(isinstance(move.what, Hide) for move in covered)


def test_the_pursued_sees_where_each_person_would_land() -> None:
    """3.3"""
    view = sight.view(story(f"{PURSUIT} · hide 1 · press 4 · jump 6"), PURSUED)

    assert view.points == 24
    assert [runner.lands for runner in view.runners] == [26, 28, 30]


def test_in_a_race_the_points_at_risk_add_up() -> None:
    """4.4"""
    view = sight.view(race(f"{RACE} · hide 1 · press 3 · jump 5 · press 4 · jump 2"), PUBLIC)

    assert view.points == 23
    assert [(runner.name, runner.cell, runner.lands) for runner in view.runners] == [
        ("red", 0, None),
        ("orange", 4, 27),
    ]


def test_a_view_says_who_is_home_and_who_was_caught_where() -> None:
    """3.3, 3.4"""
    state = story(f"{PURSUIT} · hide 1 · press 4 · jump 6 · move green · again · hide 1 · press 1 · jump devil")
    view = sight.view(state, PURSUED)

    assert [(runner.status, runner.cell) for runner in view.runners] == [("caught", 2), ("track", 4), ("arrived", 30)]
    assert view.devil == 3


def moments(options: dict[str, object], seed: int) -> list[State]:
    """Every state of a random match, those included in which nature owes a jump."""
    match = begin(GAME, options=options, seed=seed)
    luck = Random(seed)
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
    states = [rules.start(match.options, 2)]
    for move in match.moves:
        states.append(rules.apply(states[-1], move))
    return states


TABLES: list[dict[str, object]] = [
    {"rule": rule, "dice": dice, "track": track}
    for rule in ("a", "b")
    for dice in ("plain", "mixed")
    for track in (12, 30)
]


@pytest.mark.parametrize("options", TABLES)
def test_nobody_can_tell_the_truth_from_what_he_imagines(options: dict[str, object]) -> None:
    luck = Random(1)
    for seed in range(10):
        for state in moments(options, seed):
            for eyes in ALL_EYES:
                view = sight.view(state, eyes)
                imagined = sight.imagine(view, LooseChance(luck))

                assert sight.view(imagined, eyes) == view
                if eyes != PUBLIC:
                    assert rules.legal(imagined, eyes) == rules.legal(state, eyes)


def test_imagination_reaches_every_place_where_the_die_of_devils_may_be() -> None:
    """2.4"""
    view = sight.view(story(f"{PURSUIT} · hide 3 · press 1 · jump 2 · move blue · press 4"), PURSUED)

    imagined = {sight.imagine(view, LooseChance(Random(seed))).box.hidden for seed in range(60)}

    assert imagined == {2, 3, 4}


@pytest.mark.parametrize("options", TABLES)
def test_whole_matches_look_the_same_wherever_else_the_die_of_devils_may_have_been(options: dict[str, object]) -> None:
    """5 Change every hiding to any other that the same jumps allow: the shooter of that hiding and the public see
    the same bytes at every step."""
    compared = 0
    for seed in range(10):
        states = moments(options, seed)
        for before, after in pairwise(states):
            if after.phase == "press":
                compared += len([key for key in (1, 2, 3, 4) if _looks_the_same(states, before, key)])
    assert compared > 50


def _looks_the_same(states: list[State], before: State, key: int) -> bool:
    """From this hiding on to the end of it, with the die of devils under another key; False if that cannot be."""
    start = states.index(before)
    other = tell_on(before, f"hide {key}")
    shooter = Seat(1 - before.hider)
    for here, then in pairwise(states[start + 1 :]):
        for eyes in (shooter, PUBLIC):
            assert encode(sight.view(other, eyes)) == encode(sight.view(here, eyes))
        if then.phase in ("press", "over"):
            return True
        try:
            other = rules.apply(other, Move(*_what_happened(here, then)))
        except Illegal:
            return False
    return True


def _what_happened(here: State, then: State) -> tuple[Mover, Action]:
    """The one move that leads from here to there."""
    if here.turn is not None:
        actions = rules.legal(here, here.turn)
        return here.turn, next(action for action in actions if rules.apply(here, Move(here.turn, action)) == then)
    faces: tuple[Face, ...] = ("devil", 1, 2, 3, 4, 5, 6)
    for face in faces:
        try:
            if rules.apply(here, Move(NATURE, Jump(face))) == then:
                return NATURE, Jump(face)
        except Illegal:
            continue
    raise AssertionError


@pytest.mark.parametrize(
    ("moves", "reach"),
    [
        ("hide 3", 12),
        ("hide 3 · press 4", 12),
        ("hide 3 · press 2", 6),
        ("hide 3 · press 4 · jump 1", 9),
        ("hide 3 · press 4 · jump 1 · move blue", 9),
        ("hide 3 · press 4 · jump 1 · move blue · again", 12),
        ("hide 1 · press 4 · jump 1 · move blue · press 3 · jump 1 · move blue · press 2 · jump 1", 12),
        ("hide 1 · press 1 · jump devil", 15),
    ],
)
def test_the_devil_can_come_three_times_as_far_as_the_highest_key_that_may_be_pressed(moves: str, reach: int) -> None:
    """3.4 As everybody may know: after the third number all four are hidden again (3.5)."""
    view = sight.view(story(f"{PURSUIT} · {moves}"), PUBLIC)

    assert view.reach == reach


@pytest.mark.parametrize("eyes", ALL_EYES)
def test_how_far_the_devil_can_come_does_not_tell_where_he_is(eyes: Eyes) -> None:
    """2.4, 5 Not even through the eyes of the hider, who might think aloud."""
    reaches = {sight.view(story(f"{PURSUIT} · hide {key} · press 3 · jump 2"), eyes).reach for key in (1, 2, 4)}

    assert len(reaches) == 1


def test_in_a_race_everybody_has_a_home_of_his_own() -> None:
    """4.1"""
    view = sight.view(race(RACE), PUBLIC)

    assert {(runner.name, runner.home) for runner in view.runners} == {("red", 30), ("orange", 34)}
    assert (view.reach, view.stride) == (None, None)


def test_in_a_pursuit_everybody_runs_to_the_same_line() -> None:
    """3.3"""
    view = sight.view(story(f"{PURSUIT} · hide 1"), PUBLIC)

    assert {runner.home for runner in view.runners} == {30}
