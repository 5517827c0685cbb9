"""PettingZoo's own tests are the judges of our door to it, for every box and number of seats."""

from __future__ import annotations

import warnings

import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from pandemonium.core.game import AnyGame
from pandemonium.doors import zoo
from tests.doors.tables import at_every_table


@at_every_table
def test_pettingzoo_accepts_it_in_turn_order(game: AnyGame, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")  # It is a dictionary of them.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation numpy array is all zeros")  # Nothing is legal: the mask.
        env = zoo.env(game, seats=seats)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seats)
        env.reset(seed=seats)
        api_test(env, num_cycles=40)
    seed_test(lambda: zoo.env(game, seats=seats), num_cycles=15)

    assert "Passed API test" in capsys.readouterr().out


@at_every_table
def test_pettingzoo_accepts_it_in_cycles(game: AnyGame, seats: int) -> None:
    parallel_api_test(zoo.parallel_env(game, seats=seats), num_cycles=40)
    parallel_seed_test(lambda: zoo.parallel_env(game, seats=seats), num_cycles=15)
    max_cycles_test(zoo.box(game, seats=seats))


def test_what_is_not_legal_is_taken_for_something_that_is_and_said_to_be() -> None:
    env = zoo.env("little-devils", seats=3, options={"rounds": 1})
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    illegal = next(place for place, legal in enumerate(mask) if not legal)
    env.step(illegal)

    assert env.infos[agent] == {"illegal": True}
    assert env.agent_selection != agent
