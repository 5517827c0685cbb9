"""What a contest has shown: intervals by deal, and ratings that know what a tie is."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from pandemonium.arena.contest import Contest, Deal, Outcome
from pandemonium.arena.figures import Figure, figure, off, summary
from pandemonium.arena.rating import Score, ratings
from pandemonium.arena.student import student


def contest(bots: int, seats: int = 3) -> Contest:
    return Contest("little-devils", seats, (), tuple("abcdef"[:bots]), "00")


def match(line_up: tuple[int, ...], ranks: tuple[int, ...]) -> Outcome:
    first = ranks.count(1)
    return Outcome(line_up, ranks, tuple(1 / first if rank == 1 else 0.0 for rank in ranks), (0.0,) * len(ranks), 9)


def rated(*matches: Outcome, bots: int = 3) -> list[float]:
    told = summary(contest(bots), [Deal(number, (its,)) for number, its in enumerate(matches)])
    return [next(row.rating.mean for row in told.bots if row.bot == bot) for bot in "abcdef"[:bots]]


def test_two_winners_who_tie_stay_ahead_of_the_third() -> None:
    """However often it happens, and from whatever was known before: here the third had won once."""
    a, b, c = rated(match((0, 1, 2), (2, 2, 1)), *[match((0, 1, 2), (1, 1, 3))] * 9)

    assert a == pytest.approx(b)
    assert c < a
    for often in range(1, 30):
        a, b, c = rated(*[match((0, 1, 2), (1, 1, 3))] * often)
        assert c < a == pytest.approx(b)


def test_whoever_ties_with_a_stronger_one_gains_and_the_stronger_loses() -> None:
    history = [match((0, 1, 2), (1, 2, 3))] * 5
    before, after = rated(*history), rated(*history, match((0, 1, 2), (1, 1, 3)))

    assert after[0] - after[1] < before[0] - before[1]


def test_all_at_one_rank_are_equal() -> None:
    assert rated(*[match((0, 1, 2), (1, 1, 1))] * 4) == pytest.approx([1500] * 3)


def test_the_order_of_the_matches_does_not_count() -> None:
    luck = Random(4)
    matches = [match((0, 1, 2), tuple(luck.sample((1, 2, 3), 3))) for _ in range(30)]
    once = rated(*matches)
    luck.shuffle(matches)

    assert rated(*matches) == pytest.approx(once)


def test_sides_that_play_together_are_rated_as_one() -> None:
    """Two sides of two are a duel: 10 wins to 1 are 400 points, as with Elo's, but for the tie that all begin with."""
    teams = Contest("diable-par-la-queue", 4, (), ("a", "b"), "00")
    deals = [Deal(number, (match((0, 1), (1, 2) if number % 11 else (2, 1)),)) for number in range(1100)]

    told = summary(teams, deals)

    assert told.bots[0].bot == "a"
    assert told.bots[0].rating.mean - told.bots[1].rating.mean == pytest.approx(400, abs=2)
    assert told.bots[0].wins.mean == pytest.approx(10 / 11)


def test_who_wins_everything_has_a_rating_all_the_same() -> None:
    a, b, c = rated(*[match((0, 1, 2), (1, 2, 3))] * 200)

    assert 1500 < a < 4000
    assert a > b > c


def test_strengths_that_made_the_matches_are_found_again() -> None:
    """Of 300 contests between bots of known strength, the interval holds the truth in about 95 of 100."""
    luck, held = Random(11), 0
    truth = (0.0, 1.0)
    for _ in range(300):
        deals = [
            [Score(0, 1, float(luck.random() < 1 / (1 + 10 ** ((truth[1] - truth[0]) / 2)))) for _ in range(4)]
            for _ in range(60)
        ]
        (low, error), (high, _) = ratings(deals, 2)
        assert error is not None
        held += abs((high - low) - 200) < 2 * error

    assert 275 <= held <= 297


def test_the_interval_of_a_rating_from_few_deals_is_wider_too() -> None:
    """Student's: of 1,000 contests of four deals between bots of the same strength it holds the truth in 95 of 100."""
    luck, held = Random(13), 0
    for _ in range(1_000):
        deals = [[Score(0, 1, float(luck.random() < 0.5)) for _ in range(20)] for _ in range(4)]
        (rating, error), _ = ratings(deals, 2)
        assert error is not None
        held += abs(rating - 1500) < error

    assert 930 <= held <= 970


def test_an_interval_by_deal_holds_the_truth_where_one_by_match_would_not() -> None:
    """The four matches of a deal share their luck: to count them as four observations would promise too much."""
    luck, by_deal, by_match = Random(12), 0, 0
    for _ in range(400):
        deals = [[share + luck.gauss(0, 0.1) for _ in range(4)] for share in [luck.gauss(0, 1) for _ in range(12)]]
        whole, each = figure([fmean(deal) for deal in deals]), figure([value for deal in deals for value in deal])
        assert whole.error is not None
        assert each.error is not None
        by_deal += abs(whole.mean) < whole.error
        by_match += abs(each.mean) < each.error

    assert 368 <= by_deal <= 392
    assert by_match < 300


def test_two_bots_are_compared_in_the_deals_that_both_played() -> None:
    deals = [
        Deal(number, (match(pair, (1, 2)), match(pair, (1, 2)))) for number, pair in enumerate([(0, 1), (1, 2), (0, 1)])
    ]

    told = summary(contest(3, seats=2), deals)

    assert {(pair.bot, pair.other): pair.deals for pair in told.pairs} == {("a", "b"): 2, ("a", "c"): 0, ("b", "c"): 1}


def test_only_who_is_above_nought_with_all_of_his_interval_is_ahead_for_sure() -> None:
    figures = [Figure(0.2, 0.1), Figure(0.2, 0.2), Figure(0.2, None), Figure(-0.2, 0.1)]

    assert [figure.is_ahead for figure in figures] == [True, False, False, False]


def test_who_always_won_may_lose_one_day() -> None:
    """With nothing but heads in 20 throws, a coin that shows tails once in seven times is still believable."""
    told = summary(contest(3), [Deal(number, (match((0, 1, 2), (1, 2, 3)),)) for number in range(20)])

    assert told.bots[0].wins.mean == 1
    assert told.bots[0].wins.error == pytest.approx(0.139, abs=0.001)


def test_from_one_deal_nobody_can_say_how_sure_it_is() -> None:
    told = summary(contest(3), [Deal(0, (match((0, 1, 2), (1, 2, 3)),))])

    assert {row.wins.error for row in told.bots} == {None}
    assert {row.rating.error for row in told.bots} == {None}


@pytest.mark.parametrize(
    ("freedom", "errors"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)]
)
def test_few_deals_make_wider_intervals(freedom: int, errors: float) -> None:
    """As in the tables of Student's distribution."""
    assert student(freedom) == pytest.approx(errors, abs=0.005)


def test_an_interval_from_two_deals_says_little() -> None:
    """Student's factor for one degree of freedom is 12.7, and not 1.96."""
    assert off([0.5, 0.6]) == pytest.approx(12.7062 * 0.05, rel=1e-6)
    assert off([0.5]) == float("inf")
