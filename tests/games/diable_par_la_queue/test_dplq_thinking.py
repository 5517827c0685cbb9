"""What the bots of Le Diable par la queue that think make of a board."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from pandemonium.core.evaluation import Budget, Evaluation
from pandemonium.core.game import NATURE, Move, Seat
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.diable_par_la_queue import (
    GAME,
    evaluation,
    judgement,
    kernel,
    last_cards,
    outlook,
    rules,
    sight,
    thinking,
)
from pandemonium.games.diable_par_la_queue.board import BODIES, DEVIL_AT, LOOKS, RIM, Cell, Kind
from pandemonium.games.diable_par_la_queue.evaluation import Reason, evaluate
from pandemonium.games.diable_par_la_queue.facts import CALLED
from pandemonium.games.diable_par_la_queue.judgement import judged
from pandemonium.games.diable_par_la_queue.position import position
from pandemonium.games.diable_par_la_queue.rules import Action, State
from tests.games.diable_par_la_queue.dplq_scenes import at_random

LIGHT = Budget(simulations=200)
REASONS: list[Reason] = [
    evaluation.Finishes(30, 20, "K", 12),
    evaluation.Feeds(30, 20, "K", 12),
    evaluation.Ties(30, 20, "K"),
    evaluation.Loses(30, 20, "K"),
    evaluation.Grows(30, 20, 1),
    evaluation.Waits(30, 20, CALLED[3], 1),
    evaluation.Steers(30, 20, CALLED[3], 2),
    evaluation.Quiet(30, 20),
]


def thought(state: State, budget: Budget = LIGHT, seed: int = 1) -> Evaluation[Action]:
    (seat,) = rules.to_act(state)
    return evaluate(sight.view(state, seat), rules.legal(state, seat), budget, Random(seed))


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_legal_move_is_judged_once_and_the_best_stands_first(seats: int) -> None:
    for seed, moves in enumerate((0, 1, 2, 30, 31, 60, 79)):
        state = at_random(seats, seed, moves).state
        evaluation = thought(state, Budget(simulations=100))

        assert {its.action for its in evaluation.moves} == set(rules.legal(state, rules.to_act(state)[0]))
        assert len({its.action for its in evaluation.moves}) == len(evaluation.moves)
        assert sum(its.tries for its in evaluation.moves) == evaluation.simulations
        assert (evaluation.simulations > 0) == (len(state.free) > last_cards.LAST_CARDS)
        assert evaluation.moves[0].mean >= evaluation.moves[1 % len(evaluation.moves)].mean
        assert all(0 <= its.mean <= 1 and its.error >= 0 for its in evaluation.moves)
        assert all(type(its.because) in {type(reason) for reason in REASONS} for its in evaluation.moves)


def test_the_same_seed_gives_the_same_answer() -> None:
    state = at_random(2, 3, 40).state

    assert thought(state) == thought(state)
    assert thought(state) != thought(state, seed=2)


def test_first_sight_counts_in_how_sure_a_worth_is_as_it_counts_in_the_worth() -> None:
    """As so many tries: what is said of a move that was tried once is nearly all first sight's, and so is its error."""
    state = at_random(2, 3, 3).state
    found = [thought(state, seed=seed) for seed in range(20)]
    once = {its.action for its in found[0].moves if its.tries == 1}
    whole = {action: [its for told in found for its in told.moves if its.action == action] for action in once}

    assert len(once) > 5
    for its in whole.values():
        assert stdev(each.mean for each in its) < 2 * fmean(each.error for each in its)
    one, best = next(its for its in found[0].moves if its.action in once), found[0].moves[0]
    assert one.error**2 * (1 + judgement.FIRST_SIGHT) < 10 * best.error**2 * (best.tries + judgement.FIRST_SIGHT)


def test_who_knows_the_cards_to_come_leaves_nothing_to_luck() -> None:
    """7: nobody does, but for a benchmark that cheats."""
    state = at_random(2, 3, 40).state
    (seat,) = rules.to_act(state)
    one, other = (
        judged(sight.view(state, seat), rules.legal(state, seat), LIGHT, Random(seed), known=sorted(state.stock))
        for seed in (1, 2)
    )

    assert {its.action: its.mean for its in one.moves} == pytest.approx({its.action: its.mean for its in other.moves})


def test_only_what_was_worked_out_is_said_to_be_exact() -> None:
    """A move that was tried once may be further off than one that was tried often, also with first sight in both."""
    told = thought(at_random(2, 3, 0).state, Budget(simulations=100))

    assert {its.tries for its in told.moves if its.tries < 3} == {1}
    assert all(0.001 < its.error < 0.5 for its in told.moves)
    assert min(told.moves, key=lambda its: its.tries).error > 1.5 * told.moves[0].error


def test_a_clock_is_kept() -> None:
    """With no time at all, every move is still tried."""
    assert all(its.tries > 0 for its in thought(at_random(3, 1, 20).state, Budget(seconds=0.0)).moves)


def test_where_nothing_can_be_compiled_the_answer_is_the_same() -> None:
    """As with PyPy, or on a processor for which there is no numba: also where the last cards are worked out."""
    asked = (
        "import sys; sys.modules['numba'] = None\n"
        "from tests.games.diable_par_la_queue.test_dplq_thinking import *\n"
        "from pandemonium.search.compiled import COMPILES\n"
        "assert not COMPILES\n"
        "print(*answers(), sep='\\n')"
    )
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)

    assert ran.stdout.splitlines() == answers(), ran.stderr


def answers() -> list[str]:
    """What is thought about some positions, down to the last card: of two and of three."""
    table = [(2, 61), (2, 75), (2, 76), (2, 78), (2, 79), (3, 104), (3, 107)]
    return [str(thought(at_random(seats, 3, moves).state, Budget(simulations=20))) for seats, moves in table]


def test_where_nothing_can_be_compiled_only_the_clock_makes_it_solve_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgement, "COMPILES", False)
    for moves, free in ((75, 4), (80, 1)):
        state = at_random(2, 3, moves).state
        assert len(state.free) == free
        assert thought(state).simulations == 0
        assert (thought(state, Budget(seconds=0.0)).simulations == 0) == (free == 1)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_last_card_is_turned_as_well_as_it_can_be(seats: int) -> None:
    """6.1: nothing is left to chance there. A partner's points are mine."""
    for seed in range(10):
        state = at_random(seats, seed, moves=80).state
        (seat,) = rules.to_act(state)
        ahead = {}
        for lay in rules.legal(state, seat):
            result = rules.result(rules.apply(state, Move(seat, lay)))
            assert result is not None
            mine, theirs = (result.standings[(seat + other) % seats].points for other in (0, 1))
            ahead[lay] = mine - theirs

        assert ahead[thought(state).best] == max(ahead.values())


def perfect(state: State) -> list[float]:
    """By side, the chance to win with perfect play, from nothing but the rules."""
    sides = 3 if state.seats == 3 else 2
    result = rules.result(state)
    if result is not None:
        winners = {seat % sides for seat in result.winners}
        return [(1.0 if len(winners) == 1 else 0.5) * (side in winners) for side in range(sides)]
    assert state.turn is not None
    if state.phase == "draw":
        found = [0.0] * sides
        for kind in state.stock:
            after = perfect(rules.apply(state, Move(NATURE, rules.Draw(Kind(kind)))))
            found = [one + other / len(state.stock) for one, other in zip(found, after, strict=True)]
        return found
    mover = state.turn % sides
    moves = rules.legal(state, state.turn)
    return max((perfect(rules.apply(state, Move(state.turn, move))) for move in moves), key=lambda its: its[mover])


@pytest.mark.parametrize(("seats", "moves"), [(2, 77), (2, 78), (4, 78), (3, 107)])
def test_the_last_cards_are_played_perfectly(seats: int, moves: int) -> None:
    """4.2, 6.2: whatever may still be drawn, and whoever turns it. Of three, whom somebody helps who cannot win himself
    is his own affair: there only the last card is sure."""
    for seed in range(3):
        state = at_random(seats, seed, moves).state
        (seat,) = rules.to_act(state)
        evaluation = thought(state)
        exact = {
            move: perfect(rules.apply(state, Move(seat, move)))[seat % (3 if seats == 3 else 2)]
            for move in rules.legal(state, seat)
        }

        assert [its.tries for its in evaluation.moves] == [0] * len(exact)
        assert {its.action: its.mean for its in evaluation.moves} == pytest.approx(exact, abs=0.002)


def looked_at(state: State, sweeps: int = outlook.SWEEPS) -> tuple[Any, Any]:
    """A position in numbers, and its outlook."""
    row, seen = position(sight.view(state, Seat(0))), np.zeros((outlook.ROWS[state.seats], outlook.WIDTH))
    outlook.expect(row, seen, sweeps)
    return row, seen


def test_on_a_full_board_what_may_be_expected_is_what_was_scored() -> None:
    """6.1"""
    row, seen = looked_at(at_random(3, 5).state)
    points = np.empty(3)
    outlook.expected(row, seen, points)

    assert points.tolist() == row[kernel.POINTS : kernel.POINTS + 3].tolist()


def leaves(state: State) -> Any:
    """2.1, 2.2 By two crossings of a free cell, how likely a tail that comes in by one leaves by the other: any card
    that is left, in any turn."""
    likely = np.zeros((6, 6))
    for kind in state.stock:
        for joins in LOOKS[kind]:
            for enters in range(6):
                likely[enters, joins[enters]] += 1 / len(LOOKS[kind]) / len(state.stock)
    return likely


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_tail_may_expect_what_a_random_walk_over_the_cards_that_are_left_brings(seats: int) -> None:
    """6.1: the outlook comes to rest where every crossing may expect what those that it may lead to do."""
    for seed in range(4):
        state = at_random(seats, seed, moves=40 + 8 * seed).state
        row, seen = looked_at(state, sweeps=300)
        likely = leaves(state)
        for cell in state.free:
            for enters in range(6):
                good = more = 0.0
                for crossing in range(6):
                    end, cards = row[kernel.ENDS + 6 * cell + crossing], row[kernel.LENGTHS + 6 * cell + crossing] + 1
                    good += likely[enters, crossing] * seen[outlook.GOOD, end]
                    more += likely[enters, crossing] * (cards * seen[outlook.GOOD, end] + seen[outlook.MORE, end])

                assert seen[outlook.GOOD, 6 * cell + enters] == pytest.approx(good, abs=1e-6)
                assert seen[outlook.MORE, 6 * cell + enters] == pytest.approx(more, abs=1e-4)


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_comes_by_brings_what_may_be_expected(seats: int) -> None:
    """6.1: the tails that may come to the tail ends, with the cards they bring, are the points that may be expected."""
    for seed in range(4):
        row, seen = looked_at(at_random(seats, seed, moves=40 + 8 * seed).state, sweeps=300)
        points, scored = np.empty(3), np.zeros(3)
        outlook.expected(row, seen, points)
        for tail_end in range(RIM, BODIES):
            start, cards = row[kernel.ENDS + tail_end], row[kernel.LENGTHS + tail_end]
            for number, its in enumerate(range(outlook.COMING, outlook.ROWS[seats], 2)):
                scored[number] += seen[its + 1, start] + cards * seen[its, start]

        if seats == 3:
            assert scored.tolist() == pytest.approx(points.tolist(), rel=1e-3)
        else:
            assert scored[0] == pytest.approx(points[0] - points[1], abs=1e-2)


@pytest.mark.parametrize("seats", GAME.seats)
def test_who_is_ahead_is_likelier_to_win_and_surest_at_the_end(seats: int) -> None:
    row = np.zeros(kernel.SIZE, np.int16)
    kernel.begin(row, seats, 0)
    sides = outlook.sides_of(row)
    early = thinking.chance(row, np.array([40.0, 30.0, 30.0]), 0)
    row[kernel.FREE_COUNT] = 2
    late = thinking.chance(row, np.array([40.0, 30.0, 30.0]), 0)

    assert 1 / sides < early < late < 1
    assert thinking.chance(row, np.array([30.0, 40.0, 30.0]), 0) == pytest.approx((1 - late) / (sides - 1))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("free", [0, 1, 20, 54])
def test_the_chances_of_all_sides_add_up_to_one_and_who_is_level_shares_alike(seats: int, free: int) -> None:
    row = np.zeros(kernel.SIZE, np.int16)
    kernel.begin(row, seats, 0)
    row[kernel.FREE_COUNT] = free
    sides = outlook.sides_of(row)

    for points in ([30.0, 30.0, 30.0], [30.0, 30.0, 5.0], [60.0, 12.0, 31.0], [0.0, 150.0, 0.0]):
        chances = [thinking.chance(row, np.array(points), side) for side in range(sides)]
        best = [chance for chance, its in zip(chances, points, strict=False) if its == max(points[:sides])]
        assert sum(chances) == pytest.approx(1)
        assert best == pytest.approx([max(chances)] * len(best))
        assert free or best == pytest.approx([1 / len(best)] * len(best), abs=1e-3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_is_a_sentence(language: str) -> None:
    words = Words(language, GAME)

    for reason in REASONS:
        said = words.why(reason)
        assert "30" in said
        assert "20" in said
        assert said.endswith(".")
        assert "{" not in said


def test_whose_tail_comes_to_an_end_is_the_reason() -> None:
    """6.1: the finished tail of a devil is named, with its points, for whoever owns it."""
    seen = set()
    for seed in range(40):
        state = at_random(2, seed, moves=50 + seed % 30).state
        if state.phase != "lay":
            continue
        view = sight.view(state, state.turn or Seat(0))
        for its in thought(state, Budget(simulations=10)).moves:
            if isinstance(its.because, (evaluation.Finishes, evaluation.Feeds)):
                assert isinstance(its.action, rules.Lay)
                tail = next(g.tail for g in view.previews[its.action.turn] if g.tail.devil == its.because.devil)
                assert (tail.end, tail.points) == ("tail", its.because.points)
                assert isinstance(its.because, evaluation.Finishes) == (tail.side == state.turn)
                seen.add(type(its.because))

    assert seen == {evaluation.Finishes, evaluation.Feeds}


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_cell_with_a_body_is_in_no_hurry(seats: int) -> None:
    """4.3: inner cells are named first, in a playout and at first sight."""
    cells, stakes, joints = np.zeros(54, np.int16), np.zeros(54), np.zeros(outlook.JOINTS)
    for seed in range(10):
        state = at_random(seats, seed, moves=0).state
        row, seen = looked_at(state)

        assert Cell(thinking.likely_name(row, seen, cells, stakes, joints)) not in DEVIL_AT
        best = thought(state, Budget(simulations=1)).best
        assert isinstance(best, rules.Name)
        assert best.cell not in DEVIL_AT
