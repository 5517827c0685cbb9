"""What the bots of Little Devils that think make of a hand."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from statistics import fmean

import numpy as np
import pytest

from pandemonium.core.evaluation import Budget, Evaluation
from pandemonium.core.game import Seat
from pandemonium.core.match import begin
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.little_devils import GAME, bots, kernel, policy, rules, sight, thinking, training
from pandemonium.games.little_devils.evaluation import Leads, Safe, Takes, evaluate
from pandemonium.games.little_devils.position import as_bits, position, words_of_luck
from pandemonium.games.little_devils.rules import Action, Card, Play, State
from tests.games.little_devils.scenes import dealt, played
from tests.games.little_devils.test_little_devils_kernel import walk

LIGHT = Budget(simulations=200)


def thought(state: State, budget: Budget = LIGHT, seed: int = 1) -> Evaluation[Action]:
    (seat,) = rules.to_act(state)
    return evaluate(sight.view(state, seat), rules.legal(state, seat), budget, Random(seed))


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_compiled_rule_of_thumb_is_the_bot_s(seats: int) -> None:
    states = walk(seats, Random(seats))
    for _ in range(200):
        state = next(states)
        view = sight.view(state, state.turn or Seat(0))
        round, hand, unseen = position(view).round, as_bits(view.hand), sight.unseen_by(view)

        for card in state.playable:
            assert policy.thumb(round, hand, card) == bots._dread(view, Card(card), unseen), "to the last digit"


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_trained_net_takes_fewer_devils_than_the_rule_of_thumb_among_its_like(seats: int) -> None:
    words, net, room = words_of_luck(Random(seats)), policy.net_of(seats), np.empty((5, 64))
    dealt_round, round = np.empty(kernel.SIZE, np.int64), np.empty(kernel.SIZE, np.int64)
    taken = 0
    for _ in range(1_000):
        training.deal_round(dealt_round, seats, words)
        for seat in range(seats):
            round[:] = dealt_round
            thinking.play_on(round, seat, net, words, np.empty(64), room)
            taken += int(round[kernel.TAKEN + seat])

    assert taken / 1_000 < 0.99 * rules.devils_in(rules.undealt(b"", seats))


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_legal_card_is_judged_once_and_the_best_stands_first(seats: int) -> None:
    states = walk(seats, Random(seats))
    for state in [next(states) for _ in range(40)]:
        evaluation = thought(state, Budget(simulations=40))

        assert sorted(its.action.card for its in evaluation.moves if isinstance(its.action, Play)) == [*state.playable]
        assert sum(its.tries for its in evaluation.moves) == evaluation.simulations
        assert evaluation.moves[0].mean >= evaluation.moves[1 % len(evaluation.moves)].mean
        assert all(0 <= its.mean <= 1 and its.error >= 0 and its.tries > 0 for its in evaluation.moves)


def test_the_same_seed_gives_the_same_answer() -> None:
    state = played(dealt(4, {}), 1)

    assert thought(state) == thought(state)
    assert thought(state) != thought(state, seed=2)


def test_an_interval_holds_what_many_other_thoughts_find_on_average() -> None:
    """In about 95 of 100 thoughts, although each world is played again and again, and worlds are like those before."""
    held = list[bool]()
    for seats in GAME.seats:
        match = begin(GAME, seats, seed=seats)
        for number in range(90):
            (seat,) = match.to_act
            if number % 18 == 4:
                found = [thought(match.state, Budget(simulations=2_000), seed) for seed in range(10)]
                for action in {told.best for told in found if len(told.moves) > 1}:
                    its = [worth for told in found for worth in told.moves if worth.action == action]
                    mean = fmean(worth.mean for worth in its)
                    held += [abs(worth.mean - mean) < 1.96 * worth.error for worth in its]
            match.play(seat, bots.sensible(match.view(seat), match.legal(seat), Random(number)))

    assert len(held) > 150
    assert 0.92 < fmean(held) < 0.985


def test_a_clock_is_kept() -> None:
    """With no time at all, every card is still tried."""
    assert all(its.tries > 0 for its in thought(dealt(4, {}), Budget(seconds=0.0)).moves)


def test_where_nothing_can_be_compiled_the_answer_is_the_same() -> None:
    """As with PyPy, or on a processor for which there is no numba."""
    asked = (
        "import sys; sys.modules['numba'] = None\n"
        "from tests.games.little_devils.test_little_devils_thinking import *\n"
        "from pandemonium.search.compiled import COMPILES\n"
        "assert not COMPILES\n"
        "print(thought(played(dealt(3, {}), 1), Budget(simulations=20)))"
    )
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)

    assert ran.stdout.strip() == str(thought(played(dealt(3, {}), 1), Budget(simulations=20))), ran.stderr


def test_whoever_plays_last_does_not_take_five_devils_that_he_need_not_take() -> None:
    """3.5: 15 lies there, and 20 takes it; every card between 10 and 20 ducks under it."""
    state = played(dealt(4, {0: [10], 1: [20], 2: [15], 3: [12, 21, 22, 24, 26, 28, 30, 32, 34]}), 10, 20, 15)
    evaluation = thought(state)

    assert evaluation.best == Play(Card(12))
    assert evaluation.moves[0].because == Safe(Card(12), evaluation.moves[0].because.devils)  # type: ignore[union-attr]
    assert all(isinstance(its.because, Takes) and its.because.times == 100 for its in evaluation.moves[1:])


def test_whoever_leads_is_told_so() -> None:
    """3.5"""
    assert all(isinstance(its.because, Leads) for its in thought(dealt(4, {})).moves)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_is_a_sentence(language: str) -> None:
    words = Words(language, GAME)

    for reason in (Leads(Card(7), 1), Safe(Card(7), 9), Takes(Card(22), 71, 9)):
        assert str(reason.card) in words.why(reason)
    assert "71" in words.why(Takes(Card(22), 71, 9))


def test_at_the_end_of_a_match_the_total_counts_and_not_the_devils() -> None:
    """4.3: when it is over, whoever has the fewest has all; before, whoever is ahead has more."""
    round, stakes = np.zeros(kernel.SIZE, np.int64), np.zeros(thinking.STAKES, np.int64)
    round[kernel.TAKEN : kernel.TAKEN + 3] = 10, 20, 30
    stakes[thinking.LIMIT] = 100
    stakes[thinking.TOTALS : thinking.TOTALS + 3] = 60, 50, 80

    def worth(seat: int) -> float:
        stakes[thinking.ME] = seat
        return thinking.worth(round, stakes, 3)

    stakes[thinking.ROUNDS] = -1
    assert [worth(seat) for seat in range(3)] == [0.5, 0.5, 0.0]  # 70, 70 and 110: it is over, and two share it.
    stakes[thinking.LIMIT] = 200
    assert 0.4 < worth(0) == worth(1) < 0.5
    assert 0.0 < worth(2) < 0.1


def test_likely_worlds_are_those_in_which_the_others_played_well() -> None:
    """Cleo, last to play, took the trick: hardly with a card in her hand that ducks under Ben's 14."""
    state = played(dealt(3, {0: [10], 1: [11, 12, 13, 14], 2: range(19, 28)}), 10, 14)
    for _ in range(2):
        assert state.turn == Seat(2)
        taken = bots.sensible(sight.view(state, Seat(2)), rules.legal(state, Seat(2)), Random(1))
        assert isinstance(taken, Play)
        state = played(state, taken.card)
    known, words = position(sight.view(state, Seat(0))), words_of_luck(Random(1))

    def could_have_ducked(doubt: tuple[float, float]) -> int:
        worlds = np.empty((300, kernel.SIZE), np.int64)
        thinking.imagine(worlds, *known[:-1], np.array(doubt), words)
        return sum(bool(hand & as_bits([11, 12, 13])) for hand in worlds[:, 2])

    assert could_have_ducked(thinking.DOUBT) < 0.5 * could_have_ducked((0.0, 0.0))
