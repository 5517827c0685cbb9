"""What is told of a move of Le Diable par la queue, and what a player is asked: in the rulebook's nouns and verbs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pandemonium.core.game import NATURE, PUBLIC, Eyes, Move, Seat
from pandemonium.core.moments import timeline
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.diable_par_la_queue import GAME, rules, sight
from pandemonium.games.diable_par_la_queue.board import BY_KIND, BY_NAME, Turn
from pandemonium.games.diable_par_la_queue.facts import (
    CALLED,
    BoardFull,
    Drawn,
    Fact,
    FirstDrawn,
    Laid,
    Named,
    Passed,
    Shared,
    SideScored,
    TailFinished,
    TailGrew,
    Tied,
    WhichCell,
    WhichOtherSector,
    WhichTurn,
    WhichTurnOnTwin,
    Won,
)
from pandemonium.games.diable_par_la_queue.rules import Action, Draw, Event, Lay, State
from tests.games.diable_par_la_queue.dplq_scenes import (
    ROUND,
    TailMatch,
    at_random,
    board,
    cells,
    says,
    state,
    told,
)

PEOPLE = ("Anna", "Béa", "Carl", "Dominique")
EN = Words("en", GAME)
U1, U2, U14, L14 = (CALLED[BY_NAME[name]] for name in ("u1", "u2", "u14", "l14"))


def facts(match: TailMatch, eyes: Eyes = PUBLIC) -> tuple[Fact, ...]:
    """What is told of the last move."""
    *_, last = timeline(match, eyes)
    return last.facts  # type: ignore[return-value]


def facts_of_laying(before: State, turn: int = 0) -> list[Fact]:
    assert before.turn is not None
    move = Move[Action | Event](before.turn, Lay(Turn(turn)))
    return list(sight.told(before, move, rules.apply(before, move), PUBLIC))


def last_card(seats: int, kind: str, laid: bytes) -> State:
    """A card for l1, the only free cell."""
    l1, drawn = BY_NAME["l1"], BY_KIND[kind]
    return state(seats, phase="lay", turn=Seat(1), cell=l1, drawn=drawn, board=laid, free=cells("l1"))


def line(match: TailMatch) -> str:
    return EN.told(facts(match), PEOPLE)


def test_the_lot_says_who_begins() -> None:
    """3.2"""
    match = told(2, "nature first 1")

    assert facts(match) == (FirstDrawn(Seat(1)),)
    assert line(match) == "The lot falls on Béa, who begins."


def test_a_cell_is_named_for_the_next_card() -> None:
    """4.1"""
    match = told(2, "nature first 0", "0 name u14")

    assert facts(match) == (Named(Seat(0), U14),)
    assert line(match) == "Anna names cell +14."


def test_a_card_is_turned_up_for_the_player_who_has_to_lay_it() -> None:
    """4.1, 4.2"""
    match = told(2, "nature first 0", "0 name u14", f"nature draw {ROUND}")
    assert facts(match) == (Drawn(Seat(0), BY_KIND[ROUND]),)

    for said in ("0 lay 0", f"nature draw {ROUND}"):
        says(match, said)
    assert facts(match) == (Drawn(Seat(1), BY_KIND[ROUND]),)


def test_a_card_that_no_tail_comes_to_is_laid_and_no_more() -> None:
    """4.1"""
    match = told(2, "nature first 0", "0 name u14", "nature draw 02-14-35", "0 lay 2")

    assert facts(match) == (Laid(Seat(0), U14, BY_KIND["02-14-35"], Turn(2)),)
    assert line(match) == "Anna lays a card on cell +14."


def test_a_forced_card_is_laid_on_the_twin() -> None:
    """4.2"""
    match = told(
        2, "nature first 0", "0 name u14", f"nature draw {ROUND}", "0 lay 0", f"nature draw {ROUND}", "1 lay 0"
    )

    assert facts(match) == (Laid(Seat(1), L14, BY_KIND[ROUND], Turn(0)),)
    assert line(match) == "Béa lays a card on cell −14."


def test_a_tail_that_a_card_lengthens_has_grown() -> None:
    """6.3: C goes on from u1 to u9."""
    match = told(2, "nature first 0", "0 name u1", "nature draw 02-14-35", "0 lay 0")

    assert facts(match)[1:] == (TailGrew("C", 0, 1, open=True),)
    assert line(match) == "Anna lays a card on cell +1. The tail of C grows to 1."


def test_a_tail_that_comes_to_a_tail_end_is_finished_and_scores() -> None:
    """6.1"""
    match = told(2, "nature first 0", "0 name u1", f"nature draw {ROUND}", "0 lay 0")

    assert facts(match)[1:] == (TailGrew("C", 0, 1, open=False), TailFinished("C", "C", 1))
    assert line(match) == "Anna lays a card on cell +1. The tail of C is finished: 1 point."


def test_two_devils_on_one_strand_are_tied_and_it_is_told_once() -> None:
    """6.1: C and D"""
    match = told(2, "nature first 0", "0 name u1", "nature draw 01-25-34", "0 lay 0")
    for said in (f"nature draw {ROUND}", "1 lay 0", "1 name u9", f"nature draw {ROUND}", "1 lay 0"):
        says(match, said)
    for said in (f"nature draw {ROUND}", "0 lay 0", "0 name u2", "nature draw 02-14-35", "0 lay 2"):
        says(match, said)

    assert facts(match) == (
        Laid(Seat(0), U2, BY_KIND["02-14-35"], Turn(2)),
        TailGrew("C", 1, 2, open=False),
        Tied("C", "D"),
        TailGrew("D", 0, 2, open=False),
    )
    assert line(match) == "Anna lays a card on cell +2. C and D are tied to each other and score nothing."


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_grew_is_what_is_longer_after_the_card(seats: int) -> None:
    """6.3"""
    moments = list(timeline(at_random(seats, seed=4), PUBLIC))
    for before, after in pairwise(moments):
        longer = [
            TailGrew(now.devil, then.length, now.length, now.end == "open")
            for then, now in zip(before.view.tails, after.view.tails, strict=True)
            if now.length > then.length
        ]

        assert [fact for fact in after.facts if isinstance(fact, TailGrew)] == longer


def test_whoever_has_no_cell_to_name_passes() -> None:
    """5.3: u17 is left, where A sits, and u18; then only A's owner can name a cell."""
    free, last = cells("u17 u18"), BY_NAME["l5"]
    lay = state(3, phase="lay", turn=Seat(0), cell=BY_NAME["u18"], drawn=BY_KIND[ROUND], last=last, free=free)

    assert facts_of_laying(lay)[-2:] == [Passed(Seat(1)), Passed(Seat(2))]
    assert EN.told([Passed(Seat(1))], PEOPLE) == "Béa finds no cell to name and passes."


def test_who_is_next_in_turn_has_not_passed() -> None:
    """5.3"""
    for match in (at_random(3, seed=1, moves=60), at_random(3, seed=1, moves=2)):
        assert not any(isinstance(fact, Passed) for fact in facts(match))


def test_when_the_board_is_full_the_sides_are_counted_and_the_highest_total_wins() -> None:
    """6.1, 6.2"""
    match = at_random(2, seed=3)
    assert match.result is not None
    points = [standing.points for standing in match.result.standings]
    winner = Seat(points.index(max(points)))

    *_, full, first, second, won = facts(match)

    assert (full, won) == (BoardFull(), Won((winner,)))
    assert (first, second) == (SideScored((Seat(0),), points[0]), SideScored((Seat(1),), points[1]))
    assert line(match).endswith(
        f" The board is full. {points[0]} points for Anna. {points[1]} points for Béa. {PEOPLE[winner]} wins."
    )


def test_partners_win_together() -> None:
    """6.2, 3.1: only C scores, for the first team."""
    last = last_card(4, "01-25-34", board(u1=ROUND))

    assert facts_of_laying(last)[-4:] == [
        BoardFull(),
        SideScored((Seat(0), Seat(2)), 1),
        SideScored((Seat(1), Seat(3)), 0),
        Won((Seat(0), Seat(2))),
    ]
    assert EN.told([Won((Seat(0), Seat(2)))], PEOPLE) == "Anna and Carl win."


def test_equal_totals_share_the_victory() -> None:
    """6.2: C scores one point for the first team, M one for the other."""
    last = last_card(4, ROUND, board(u1=ROUND))

    assert facts_of_laying(last)[-1] == Shared((Seat(0), Seat(1), Seat(2), Seat(3)))


def test_all_eyes_are_told_the_same() -> None:
    """7"""
    match = at_random(3, seed=2, moves=50)
    everybody: list[Eyes] = [Seat(0), Seat(1), Seat(2)]

    for eyes in everybody:
        assert [moment.facts for moment in timeline(match, eyes)] == [
            moment.facts for moment in timeline(match, PUBLIC)
        ]


def test_what_is_told_depends_on_nothing_that_lies_face_down() -> None:
    """7: a stock with other cards in it, and the same card turned up."""
    before = told(2, "nature first 0", "0 name u14").state
    other = state(2, phase="draw", cell=BY_NAME["u14"], stock=bytes(range(7)))
    move = Move[Action | Event](NATURE, Draw(BY_KIND[ROUND]))

    assert sight.told(before, move, rules.apply(before, move), PUBLIC) == sight.told(
        other, move, rules.apply(other, move), PUBLIC
    )


# What is asked


def test_whoever_has_to_name_a_cell_is_asked_for_one() -> None:
    """4.1"""
    match = told(2, "nature first 0")

    assert sight.question(match.state, Seat(0)) == WhichCell()
    assert sight.question(match.state, Seat(1)) is None


def test_of_three_players_the_next_is_asked_for_another_sector() -> None:
    """5.2"""
    match = told(3, "nature first 0", "0 name u14", f"nature draw {ROUND}", "0 lay 0")

    assert sight.question(match.state, Seat(1)) == WhichOtherSector()
    assert EN.question(WhichOtherSector(), PEOPLE) == "Name a free cell, outside the sector of the last card."


def test_if_only_that_sector_is_left_nobody_is_asked_for_another() -> None:
    """5.3"""
    left = state(3, last=BY_NAME["u14"], free=cells("u15"), nameable=cells("u15"))

    assert sight.question(left, Seat(0)) == WhichCell()


def test_nobody_is_asked_while_a_card_is_turned_up() -> None:
    """4.1"""
    assert sight.question(told(2, "nature first 0", "0 name u14").state, Seat(0)) is None


def test_whoever_has_a_card_is_asked_how_it_shall_lie() -> None:
    """4.1, 2.1"""
    match = told(2, "nature first 0", "0 name u14", "nature draw 02-14-35")

    assert sight.question(match.state, Seat(0)) == WhichTurn(U14, ways=3)
    assert EN.question(WhichTurn(U14, 3), PEOPLE) == "Turn your card and lay it on cell +14."


def test_a_forced_card_is_asked_for_as_the_twin() -> None:
    """4.2"""
    match = told(2, "nature first 0", "0 name u14", f"nature draw {ROUND}", "0 lay 0", f"nature draw {ROUND}")

    assert sight.question(match.state, Seat(1)) == WhichTurnOnTwin(L14, ways=1)
    assert EN.question(WhichTurnOnTwin(L14, 1), PEOPLE) == (
        "First the twin of the last cell: lay your card on cell −14."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_match_is_told_without_signs(language: str) -> None:
    """It is read aloud."""
    words = Words(language, GAME)
    said = " ".join(words.told(moment.facts, PEOPLE) for moment in timeline(at_random(3, seed=7), PUBLIC))

    assert "Dominique" not in said
    assert not set("✓✗→·{}") & set(said)
