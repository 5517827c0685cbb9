"""The searches that the arena holds against the Archdevil's play by the rules."""

from __future__ import annotations

from random import Random

import pytest
from benchmarks import _rivals

from pandemonium.arena.outside import find_bot
from pandemonium.core.bots import bot_of
from pandemonium.core.evaluation import Budget
from pandemonium.core.match import begin
from pandemonium.games import open as open_box


@pytest.mark.parametrize("name", ["ismcts", "determinised"])
def test_a_rival_plays_legally_to_the_end(name: str) -> None:
    game = open_box("little-devils")
    rival, usual = find_bot(game, f"{_rivals.__file__}:{name}", Budget(simulations=40)), bot_of(game, "sensible")
    for seats in game.seats:
        match, luck = begin(game, seats, {"rounds": 1}, seed=seats), Random(seats)
        while match.result is None:
            (seat,) = match.to_act
            legal = match.legal(seat)
            action = (rival if seat == 0 else usual)(match.view(seat), legal, luck)
            assert action in legal
            match.play(seat, action)


@pytest.mark.parametrize("name", ["ismcts", "determinised"])
def test_a_rival_thinks_as_often_as_it_is_told_to(name: str) -> None:
    game = open_box("little-devils")
    match = begin(game, 4, seed=1)
    (seat,) = match.to_act
    told = getattr(_rivals, name).evaluate(match.view(seat), match.legal(seat), Budget(simulations=90), Random(1))

    assert 80 <= sum(its.tries for its in told.moves) <= 90
