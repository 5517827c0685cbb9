"""The bots of Le Diable par la queue play by the rules, and `sensible` plays well."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from pandemonium.core.bots import bot_of
from pandemonium.core.game import Move
from pandemonium.core.match import begin
from pandemonium.games.diable_par_la_queue import GAME, bots
from pandemonium.games.diable_par_la_queue.rules import Name
from tests.games.diable_par_la_queue.dplq_scenes import TailMatch, at_random


def contest(seats: int, seed: int) -> float:
    """1 if the sensible side wins against random ones, a share of it if it shares the win."""
    match, luck = begin(GAME, seats, seed=seed), Random(seed)
    sides = 3 if seats == 3 else 2
    hero = seed % sides
    while match.result is None:
        (seat,) = match.to_act
        bot = bots.sensible if seat % sides == hero else bots.random
        match.play(seat, bot(match.view(seat), match.legal(seat), luck))
    return float(hero in match.result.winners) / len({seat % sides for seat in match.result.winners})


def bot_match(level: str, seats: int, seed: int) -> TailMatch:
    match, luck = begin(GAME, seats, seed=seed), Random(seed)
    while match.result is None:
        (seat,) = match.to_act
        legal = match.legal(seat)
        action = bot_of(GAME, level)(match.view(seat), legal, luck)
        assert action is not None
        assert action in legal
        match.play(seat, action)
    return match


@pytest.mark.parametrize("level", ["random", "sensible", "kobold"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_make_legal_moves_to_the_end(level: str, seats: int) -> None:
    for seed in range(3):
        assert bot_match(level, seats, seed).result is not None


def test_the_levels_are_ordered_from_the_weakest() -> None:
    assert list(GAME.bots) == ["kobold", "tempter", "fiend", "archdevil"]


@pytest.mark.parametrize(("seats", "at_least"), [(2, 0.8), (3, 0.55), (4, 0.8)])
def test_sensible_beats_random(seats: int, at_least: float) -> None:
    """Of three players, one in three wins by luck alone."""
    matches = 30

    assert sum(contest(seats, seed) for seed in range(matches)) >= at_least * matches


def test_a_sensible_bot_looks_ahead_once_to_name_a_cell_and_once_for_each_way_to_lay_a_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To look ahead is what takes its time: it does not do so for each of the cells, of which there are many more."""
    sweeps = 0
    sweep = bots.Outlook._sweep

    def counted(self: bots.Outlook, cells: Sequence[tuple[int, ...]]) -> None:
        nonlocal sweeps
        sweeps += 1
        sweep(self, cells)

    monkeypatch.setattr(bots.Outlook, "_sweep", counted)
    for moves in (0, 1, 30, 31, 80):
        match = at_random(2, seed=8, moves=moves)
        (seat,) = match.to_act
        legal = match.legal(seat)
        sweeps = 0
        bots.sensible(match.view(seat), legal, Random(0))

        ways = 1 if isinstance(legal[0], Name) else len(legal)
        assert sweeps == (bots.SWEEPS * ways if len(legal) > 1 else 0)


def test_a_bot_finishes_the_tail_that_it_can_finish() -> None:
    """6.1: on the last cell the outcome is known, and the best turn is taken."""
    for seed in range(10):
        match = at_random(2, seed, moves=80)
        (seat,) = match.to_act
        legal = match.legal(seat)
        assert len(match.state.free) == 1
        outcomes = {}
        for lay in legal:
            last = GAME.rules.apply(match.state, Move(seat, lay))
            result = GAME.rules.result(last)
            assert result is not None
            outcomes[lay] = result.standings[seat].points - result.standings[1 - seat].points

        assert outcomes[bots.sensible(match.view(seat), legal, Random(0))] == max(outcomes.values())
