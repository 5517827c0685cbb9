"""OpenSpiel's own tests are the judges of our door to it, and its bots play our games."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from pandemonium.core.game import AnyGame, Refusal
from pandemonium.doors import spiel
from tests.doors.tables import BOXES, every_box, named, smallest

TABLES = [(game, seats) for game in BOXES.values() for seats in sorted({game.seats[0], game.seats[-1]})]
NO_WAY: Mapping[str, object] = MappingProxyType({})


def load(game: AnyGame, seats: int, way: Mapping[str, object] = NO_WAY) -> spiel.SpielGame:
    options = "+".join(f"{name}:{value}" for name, value in {**smallest(game), **way}.items())
    loaded: spiel.SpielGame = pyspiel.load_game(spiel.name_of(game), {"players": seats, "options": options})
    return loaded


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_openspiel_plays_it_at_random_in_every_way_that_has_a_name(game: AnyGame, seats: int) -> None:
    for way in game.variants.values() or [NO_WAY]:
        pyspiel.random_sim_test(load(game, seats, way), num_sims=1, serialize=True, verbose=False)


@every_box
def test_openspiels_own_bots_play_it_to_the_end(game: AnyGame) -> None:
    seats = game.seats[0]
    at_table, luck, rng = load(game, seats), Random(game.slug), np.random.RandomState(1)
    state = at_table.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    listener = ismcts.ISMCTSBot(at_table, evaluator, 1.4, 2, random_state=rng)
    listener.set_resampler(lambda state, player: state.imagined(player, luck))
    seer = mcts.MCTSBot(at_table, 1.4, 2, evaluator, random_state=rng)
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.choice([action for action, _ in state.chance_outcomes()])))
            continue
        bot = listener if decisions % 2 == 0 else seer
        action = int(bot.step(state))
        assert action in state.legal_actions()
        state.apply_action(action)
        decisions += 1

    assert decisions >= 2
    assert abs(sum(state.returns())) < 1e-9


@every_box
def test_our_own_bots_play_it_among_openspiels(game: AnyGame) -> None:
    at_table = load(game, game.seats[0])
    ours = spiel.HouseBot(at_table, "kobold", Random(game.slug))
    guests = [pyspiel.make_uniform_random_bot(seat, 666) for seat in range(1, at_table.num_players())]

    returns = pyspiel.evaluate_bots(at_table.new_initial_state(), [ours, *guests], 666)

    assert abs(sum(returns)) < 1e-9


@every_box
def test_what_a_player_sees_is_the_same_in_figures_and_in_words(game: AnyGame) -> None:
    at_table, luck = load(game, game.seats[0]), Random(game.slug)
    observation = make_observation(at_table)
    state = at_table.new_initial_state()
    while state.is_chance_node():
        state.apply_action(luck.choice(state.legal_actions()))
    player = state.current_player()
    twin = state.imagined(player, luck)
    observation.set_from(state, player)
    figures = observation.tensor.copy()
    observation.set_from(twin, player)

    assert (observation.tensor == figures).all()
    assert figures.any()
    assert twin.information_state_string(player) == state.information_state_string(player)


def test_a_table_that_cannot_be_set_is_refused() -> None:
    with pytest.raises(Refusal, match="bad-option"):
        spiel.options_in("limit")
