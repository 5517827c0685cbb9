"""The tails of Le Diable par la queue run and score as chapter 6 says, on boards laid by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from pandemonium.core.game import Seat
from pandemonium.games.diable_par_la_queue.board import NAMES
from pandemonium.games.diable_par_la_queue.tails import points, tails
from tests.games.diable_par_la_queue.dplq_scenes import at_random, board, tail_of
from tests.oracles import diable_par_la_queue as oracle

# u1 points up with C on its left side (crossings 2 and 3); below it is u9, right of it u2, with D on top (0 and 1).
# u17 points up with A on its left side; below it is l27, with T on its left side (4 and 5).


def test_without_a_card_a_tail_is_open_and_has_no_length() -> None:
    """6.3"""
    tail = tail_of("C", board())

    assert (tail.length, tail.end, tail.into, tail.path) == (0, "open", "", ())


def test_a_tail_that_turns_back_at_once_ends_in_its_own_tail_end() -> None:
    """6.1"""
    tail = tail_of("C", board(u1="01-23-45"))

    assert (tail.length, tail.end, tail.into, tail.points) == (1, "tail", "C", 1)


def test_a_card_that_is_crossed_three_times_counts_three_times() -> None:
    """6.1: in by the rim, round through u9, back, round through u2, back, and out by the rim."""
    tail = tail_of("C", board(u1="02-14-35", u9="01-23-45", u2="01-23-45"))

    assert [NAMES[step.cell] for step in tail.path] == ["u1", "u9", "u1", "u2", "u1"]
    assert (tail.end, tail.points) == ("tail", 5)


def test_the_path_says_where_a_tail_enters_and_leaves() -> None:
    """6.3"""
    tail = tail_of("C", board(u1="02-14-35", u9="01-23-45"))

    assert [(step.enters, step.leaves) for step in tail.path] == [(2, 0), (1, 0), (1, 4)]


def test_any_tail_end_will_do() -> None:
    """6.1: C ends in the tail end of D."""
    tail = tail_of("C", board(u1="01-25-34", u2="03-14-25"))

    assert (tail.end, tail.into, tail.points) == ("tail", "D", 2)


def test_a_tail_that_ends_in_an_opponents_tail_end_scores_for_the_owner_of_the_body() -> None:
    """6.1, 6.2: A ends in the tail end of T."""
    laid = board(u17="02-14-35", l27="02-15-34")

    assert tail_of("A", laid).into == "T"
    assert points(tails(laid, 2), 2) == (2, 0)


def test_from_body_to_body_scores_nothing() -> None:
    """6.1: C and D are tied to each other."""
    laid = board(u1="01-25-34", u2="02-14-35 2")

    assert (tail_of("C", laid).into, tail_of("D", laid).into) == ("D", "C")
    assert tail_of("C", laid).end == tail_of("D", laid).end == "body"
    assert points(tails(laid, 2), 2) == (0, 0)


def test_from_tail_end_to_tail_end_scores_nothing() -> None:
    """6.1: the tail ends of C and D are joined through u1 and u2; both tails are open still."""
    laid = board(u1="01-25-34", u2="02-15-34")

    assert tail_of("C", laid).end == tail_of("D", laid).end == "open"
    assert points(tails(laid, 2), 2) == (0, 0)


def test_an_open_tail_scores_nothing_yet() -> None:
    """6.1, 6.3"""
    tail = tail_of("C", board(u1="02-14-35"))

    assert (tail.length, tail.end, tail.points) == (1, "open", 0)


def test_both_members_of_a_team_have_the_points_of_the_team() -> None:
    """6.2, 3.1"""
    laid = board(u1="01-23-45", l1="01-25-34", l2="03-14-25")

    assert points(tails(laid, 4), 4) == (1, 2, 1, 2)


def test_of_three_players_each_scores_for_himself() -> None:
    """6.2, 3.1"""
    laid = board(u1="01-23-45", u7="01-23-45", u16="01-23-45", l7="01-23-45")

    assert points(tails(laid, 3), 3) == (1, 2, 1)


def test_a_finished_tail_stays_as_it_is() -> None:
    """6.3"""
    early, late = at_random(2, seed=5, moves=50).view(Seat(0)), at_random(2, seed=5).view(Seat(0))
    finished = [tail for tail in early.tails if tail.end != "open"]

    assert finished
    assert set(finished) <= set(late.tails)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_highest_total_wins_and_equals_share(seats: int) -> None:
    """6.2"""
    for seed in range(40):
        result = at_random(seats, seed).result
        assert result is not None
        most = max(standing.points for standing in result.standings)

        assert list(result.winners) == [seat for seat, its in enumerate(result.standings) if its.points == most]


def test_when_the_board_is_full_no_tail_is_open_and_bodies_come_in_pairs() -> None:
    """6.1"""
    full = at_random(3, seed=6).view("public").tails
    ends = Counter(tail.end for tail in full)

    assert ends["open"] == 0
    assert ends["body"] % 2 == 0
    assert len({tail.into for tail in full if tail.end == "tail"}) == ends["tail"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_recount_with_ruler_and_protractor_gives_the_same_points(seats: int) -> None:
    """6.1, 6.2"""
    for seed in range(30):
        match = at_random(seats, seed)
        lines = [line.split() for line in match.text().splitlines()]
        moves = [words for words in lines if words[0] not in ("game", "seats", "seed")]
        assert match.result is not None

        assert oracle.recount(moves, seats, {}) == [standing.points for standing in match.result.standings]
