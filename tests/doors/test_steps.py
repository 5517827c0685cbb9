"""A match one step at a time, for every game that is told in numbers, with no line per game."""

from __future__ import annotations

from copy import deepcopy
from math import prod
from random import Random

import pytest

from pandemonium.core.chance import LooseChance
from pandemonium.core.game import AnyGame, Result, Seat, Standing
from pandemonium.doors.steps import MOST_OUTCOMES, Drawn, Steps, in_small_steps, returns
from pandemonium.laws import any_options
from tests.doors.tables import BOXES, at_every_table


def step_on(steps: Steps, luck: Random) -> None:
    if steps.wanted:
        steps.draw(luck.randrange(steps.wanted))
    else:
        steps.play(luck.choice(steps.legal()))


@at_every_table
def test_every_match_goes_to_its_end_in_numbers(game: AnyGame, seats: int) -> None:
    luck = Random(f"{game.slug} {seats}")
    steps = Steps(game, seats, any_options(game, luck))
    sizes = {name: len(row) for name, row in steps.rows(Seat(0)).items()}
    while steps.result is None:
        assert 0 <= steps.wanted <= MOST_OUTCOMES
        assert (steps.turn is None) == bool(steps.wanted), "either a player or chance is to act"
        if steps.turn is not None and luck.random() < 0.2:
            assert [steps.actions[place] for place in steps.places()] == list(steps.legal())
            for seat in map(Seat, range(seats)):
                rows = steps.rows(seat)
                assert {name: len(row) for name, row in rows.items()} == sizes
                assert all(0 <= figure <= 1 for row in rows.values() for figure in row), rows
        step_on(steps, luck)

    assert sum(returns(steps.result, seats)) == pytest.approx(0)


@at_every_table
def test_nobody_can_tell_an_imagined_match_from_the_true_one(game: AnyGame, seats: int) -> None:
    luck = Random(f"{game.slug} {seats} imagined")
    steps = Steps(game, seats, any_options(game, luck))
    for _ in range(300):
        if steps.result is not None:
            break
        if steps.turn is not None:
            other = steps.imagined(steps.turn, LooseChance(luck))
            assert other.known(steps.turn) == steps.known(steps.turn)
            assert other.legal() == steps.legal()
            assert other.rows(steps.turn) == steps.rows(steps.turn)
        step_on(steps, luck)


def test_a_copy_goes_its_own_way() -> None:
    for game in BOXES.values():
        luck = Random(game.slug)
        steps = Steps(game)
        while steps.turn is None:
            step_on(steps, luck)
        before = steps.known(steps.turn)
        other = deepcopy(steps)
        for _ in range(20):
            step_on(other, luck)

        assert steps.known(steps.turn) == before


def test_those_who_act_at_once_do_not_see_what_the_others_chose() -> None:
    for game in BOXES.values():
        if game.race is None:
            continue
        luck = Random(game.slug)
        steps = Steps(game, 2)
        while steps.turn is None:
            step_on(steps, luck)
        first = steps.turn
        worlds = []
        for action in steps.legal():
            world = steps.copy()
            world.play(action)
            assert world.turn not in (None, first)
            worlds.append(world.known(Seat(1 - first)))

        assert len(set(worlds)) == 1


@pytest.mark.parametrize("n", [1, 2, 97, 360**10, 216**3, prod(range(10, 37))])
def test_large_chances_are_put_together_from_small_ones(n: int) -> None:
    steps = in_small_steps(n)

    assert prod(steps) == n
    assert max(steps, default=1) <= MOST_OUTCOMES
    assert Drawn([its - 1 for its in steps]).below(n) == n - 1
    assert Drawn([0] * len(steps)).below(n) == 0


def test_a_chance_that_cannot_be_put_together_is_refused() -> None:
    with pytest.raises(ValueError, match="1028"):
        in_small_steps(257 * 4)


def test_who_shares_places_shares_what_they_are_worth() -> None:
    def ended(*places: int) -> list[float]:
        return returns(Result(tuple(Standing(0, place) for place in places)), len(places))

    assert ended(1, 2) == [1, -1]
    assert ended(1, 1, 3) == [0.5, 0.5, -1]
    assert ended(2, 2, 4, 1) == [0, 0, -1, 1]
    assert ended(2, 2) == [0, 0]
