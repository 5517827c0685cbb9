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
from pandemonium.games.diable_sauteur.facts import DevilRan, NumberJumped
from pandemonium.games.diable_sauteur.material import Action, Event, Face, Hide, Jump, Jumped, Key, State
from pandemonium.games.diable_sauteur.sight import Target
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
    hiding: Move[Action | Event] = Move(Seat(0), Hide(Key(3)), 7)

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
    assert [runner.target for runner in view.runners] == [Target(26, "safe"), Target(28, "safe"), Target(30, "home")]


def test_in_a_race_the_points_at_risk_add_up() -> None:
    """4.4"""
    view = sight.view(race(f"{RACE} · hide 1 · press 3 · jump 5 · press 4 · jump 2"), PUBLIC)

    assert view.points == 23
    assert [(runner.name, runner.cell, runner.target) for runner in view.runners] == [
        ("red", 0, None),
        ("orange", 4, Target(27, None)),
    ]


def test_a_view_says_who_is_home_and_who_was_caught_where() -> None:
    """3.3, 3.4"""
    state = story(f"{PURSUIT} · hide 1 · press 4 · jump 6 · move green · again · hide 1 · press 1 · jump devil")
    view = sight.view(state, PURSUED)

    assert [(runner.status, runner.cell) for runner in view.runners] == [("caught", 2), ("track", 4), ("arrived", 30)]
    assert view.devil == 3


def test_whoever_runs_past_his_home_stands_at_it() -> None:
    """3.3, 4.1"""
    pursuit = sight.view(story(f"{PURSUIT} · hide 1 · press 4 · jump 6 · move blue", track=20), PUBLIC)
    over = sight.view(race(f"{RACE} · hide 1 · press 4 · jump 6 · stop", track=20), PUBLIC)

    assert [(runner.cell, runner.run, runner.to_go) for runner in (pursuit.runners[0], over.runners[1])] == [
        (20, 24, 0),
        (24, 24, 0),
    ]


def test_a_view_says_whom_the_next_key_can_bring_the_devil_to() -> None:
    """3.4 Key 4 is up: the next one brings him to 9 at most."""
    view = sight.view(story(f"{PURSUIT} · hide 1 · press 4 · jump 1 · move green"), PUBLIC)

    assert (view.reach, view.reach_again) == (9, 12)
    assert [(runner.name, runner.in_reach) for runner in view.runners] == [
        ("blue", True),
        ("orange", True),
        ("green", False),
    ]


def test_the_devil_hunts_on_the_track_alone() -> None:
    """3.3, 3.4 Nothing can happen to whoever has arrived."""
    view = sight.view(story(f"{PURSUIT} · hide 1", track=12), PUBLIC)

    assert view.reach == 11


def test_a_view_says_how_far_the_devil_runs_with_each_key() -> None:
    """3.4"""
    pursuit, running = sight.view(story(PURSUIT), PUBLIC), sight.view(race(RACE), PUBLIC)

    assert [(key.number, key.runs) for key in pursuit.keys] == [(1, 3), (2, 6), (3, 9), (4, 12)]
    assert {key.runs for key in running.keys} == {None}


@pytest.mark.parametrize(("dice", "last"), [("plain", 6), ("mixed", "devil")])
def test_a_view_says_what_an_ordinary_die_shows(dice: str, last: Face) -> None:
    """1.2"""
    assert sight.view(story(PURSUIT, dice=dice), PUBLIC).sides == (1, 2, 3, 4, 5, last)


def test_the_points_in_sight_are_reckoned() -> None:
    """2.2, 4.4"""
    view = sight.view(race(f"{RACE} · hide 1 · press 3 · jump 5 · press 4 · jump 2"), PUBLIC)

    five, two = Jumped(Key(3), 5, 15), Jumped(Key(4), 2, 8)
    assert view.reckoning == NumberJumped(Key(4), 2, 8, terms=(five, two), total=23, at_risk=True)


def test_a_devil_in_sight_at_the_end_of_a_match_is_reckoned() -> None:
    """3.4"""
    lost = "hide 4 · press 4 · jump devil"
    view = sight.view(story(f"{PURSUIT} · {lost} · {lost}"), PUBLIC)

    assert view.over
    assert view.reckoning == DevilRan(Key(4), stride=3, cells=12, from_cell=0, to_cell=12, number=12)


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
        assert encode(sight.question(other, shooter)) == encode(sight.question(here, shooter))
        if then.phase in ("press", "over"):
            return True
        move = Move(*_what_happened(here, then))
        before = other
        try:
            other = rules.apply(before, move)
        except Illegal:
            return False
        for eyes in ALL_EYES:
            assert encode(sight.told(before, move, other, eyes)) == encode(sight.told(here, move, then, eyes))
    return True


def _what_happened(here: State, then: State) -> tuple[Mover, Action | Event]:
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
