"""Do the bots of Le Diable Sauteur play by the rules, and does the sensible one know what it is doing?"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pandemonium import begin
from pandemonium.core.game import Seat
from pandemonium.games.diable_sauteur import GAME, rules, sight
from pandemonium.games.diable_sauteur.material import PERSONS, Advance, Again, Press, State
from pandemonium.games.diable_sauteur.notation import write
from tests.games.diable_sauteur.sauteur_scenes import PURSUIT, RACE, race, story


def choices(state: State, times: int = 60) -> Counter[str]:
    """What the sensible bot does here, so many times over."""
    (seat,) = rules.to_act(state)
    view, legal = sight.view(state, seat), rules.legal(state, seat)
    bot = GAME.more_bots["sensible"]
    actions = [bot(view, legal, Random(number)) for number in range(times)]
    assert all(action in legal for action in actions)
    return Counter(write(action) for action in actions if action is not None)


def duel(options: dict[str, object], matches: int) -> tuple[float, list[int]]:
    """The share of victories of the sensible bot over the random one, and the points of both."""
    luck, share, points = Random(7), 0.0, [0, 0]
    for number in range(matches):
        match = begin(GAME, options=options, seed=number)
        sensible = Seat(number % 2)
        while match.result is None:
            (seat,) = match.to_act
            bot = GAME.more_bots["sensible" if seat == sensible else "random"]
            action = bot(match.view(seat), match.legal(seat), luck)
            assert action is not None
            assert action in match.legal(seat)
            match.play(seat, action)
        winners = match.result.winners
        share += (sensible in winners) / len(winners)
        for place, standing in enumerate(match.result.standings):
            points[place != sensible] += standing.points
    return share / matches, points


def test_the_weakest_comes_first() -> None:
    assert list(GAME.bots) == ["kobold", "tempter", "fiend", "archdevil"]


def test_a_child_moves_whoever_is_last_and_can_hardly_wait_to_press_again() -> None:
    luck, child, moved, pressed, hidden_again = Random(8), GAME.bots["kobold"], 0, 0, 0
    for seed in range(20):
        match = begin(GAME, seed=seed)
        while match.result is None:
            (seat,) = match.to_act
            view, legal = match.view(seat), match.legal(seat)
            action = child(view, legal, luck)
            if isinstance(action, Advance):
                on_track = [view.runners[PERSONS.index(its.person)].cell for its in legal if isinstance(its, Advance)]
                assert view.runners[PERSONS.index(action.person)].cell == min(on_track)
                moved += 1
            elif Again() in legal:
                pressed += isinstance(action, Press)
                hidden_again += isinstance(action, Again)
            match.play(seat, luck.choice(legal) if action is None else action)

    assert moved > 20
    assert pressed > 5 * hidden_again > 0


@pytest.mark.parametrize(("dice", "at_least"), [("plain", 0.65), ("mixed", 0.55)])
def test_the_sensible_bot_wins_pursuits(dice: str, at_least: float) -> None:
    share, (sensible, random) = duel({"rounds": 6, "dice": dice}, matches=100)

    assert share > at_least
    assert sensible > 1.4 * random


@pytest.mark.parametrize("dice", ["plain", "mixed"])
def test_the_sensible_bot_wins_races(dice: str) -> None:
    share, _ = duel({"rule": "b", "dice": dice}, matches=200)

    assert share > 0.6


@pytest.mark.parametrize(
    "options", [{"track": 12}, {"track": 60}, {"rule": "b", "track": 12}, {"rule": "b", "track": 60}]
)
def test_the_bots_finish_matches_on_any_track(options: dict[str, object]) -> None:
    duel(options, matches=4)


@pytest.mark.parametrize("state", [story(PURSUIT), race(RACE)])
def test_the_sensible_hider_uses_every_key_and_the_dearest_most(state: State) -> None:
    hidings = choices(state, times=400)

    assert set(hidings) == {"hide 1", "hide 2", "hide 3", "hide 4"}
    assert hidings["hide 4"] > hidings["hide 1"]


def test_the_sensible_shooter_does_not_always_press_the_same_key() -> None:
    assert len(choices(race(f"{RACE} · hide 1"))) > 1
    assert len(choices(story(f"{PURSUIT} · hide 1"))) > 1


def test_the_sensible_runner_stops_when_the_points_take_him_home() -> None:
    state = race(f"{RACE} · hide 1 · press 4 · jump 6", track=24)

    assert choices(state) == {"stop": 60}


def test_the_sensible_runner_presses_on_with_next_to_nothing_at_risk() -> None:
    state = race(f"{RACE} · hide 2 · press 1 · jump 1")

    assert choices(state)["stop"] == 0


def test_the_sensible_pursued_saves_who_is_in_danger() -> None:
    """Solving the pursuit exactly gives 8.2 points for moving blue here, 7.4 for orange, 7.3 for bringing green home:
    the last one is the first to be caught."""
    state = story(f"{PURSUIT} · hide 1 · press 4 · jump 6")

    assert choices(state) == {"move blue": 60}
