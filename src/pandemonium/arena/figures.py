"""What a contest has shown: for each bot how often it wins, for each two by how much, and how sure that is.

Intervals are of 95 % and by deal: the matches of one deal share their luck and are one observation, so that whatever
luck did to all of them alike is not taken for noise, nor the same thing counted four times.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import inf, sqrt
from statistics import fmean, stdev

from msgspec import Struct

from pandemonium.arena.contest import Contest, Deal
from pandemonium.arena.rating import Score, ratings
from pandemonium.arena.student import SURE, student


class Figure(Struct, frozen=True):
    """A mean, and how far off it may be: half of the interval in which it lies with 95 %. None: nobody can say."""

    mean: float
    error: float | None

    @property
    def is_ahead(self) -> bool:
        """Whether it is above 0 for sure."""
        return self.error is not None and self.mean > self.error


class Row(Struct, frozen=True):
    """What is known of a bot. Wins are a share of 1, points the game's own."""

    bot: str
    matches: int
    wins: Figure
    points: Figure
    rating: Figure


class Pair(Struct, frozen=True):
    """By how much one is ahead of another, in deals that both of them played."""

    bot: str
    other: str
    deals: int
    wins: Figure
    points: Figure


class Summary(Struct, frozen=True):
    """All that a contest has shown, the best first."""

    contest: Contest
    deals: int
    matches: int
    moves: float
    """In a match, on average."""
    nobody: int
    """How many matches nobody won."""
    bots: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    places: tuple[Figure, ...]
    """What a place at the table is worth: how often whoever sits there wins."""


def summary(contest: Contest, deals: Sequence[Deal]) -> Summary:
    names = contest.entrants
    everybody = range(len(names))
    outcomes = [outcome for deal in deals for outcome in deal.outcomes]
    wins = [[_of(deal, who, "wins") for deal in deals] for who in everybody]
    points = [[_of(deal, who, "points") for deal in deals] for who in everybody]
    rated = ratings([_scores(deal) for deal in deals], len(names))
    rows = [
        Row(
            names[who],
            sum(who in outcome.line_up for outcome in outcomes),
            figure(_known(wins[who]), share=True),
            figure(_known(points[who])),
            Figure(*rated[who]),
        )
        for who in everybody
    ]
    order = sorted(everybody, key=lambda who: -rows[who].rating.mean)
    return Summary(
        contest,
        len(deals),
        len(outcomes),
        fmean(outcome.moves for outcome in outcomes) if outcomes else 0.0,
        sum(not any(outcome.wins) for outcome in outcomes),
        tuple(rows[who] for who in order),
        tuple(
            Pair(names[one], names[two], len(_both(wins[one], wins[two])), *_ahead(wins, points, one, two))
            for one, two in combinations(order, 2)
        ),
        tuple(
            figure([fmean(outcome.wins[place] for outcome in deal.outcomes) for deal in deals], share=True)
            for place in range(len(contest.places))
        ),
    )


def figure(values: Sequence[float], *, share: bool = False) -> Figure:
    """Their mean, and how sure it is if each is an observation of its own. Of a share that was the same every time, who
    would not believe 100 % ± 0 is told what a coin could still have hidden in so many throws."""
    if len(values) < 2:
        return Figure(values[0] if values else 0.0, None)
    error = off(values)
    return Figure(fmean(values), error or (1 - (1 - SURE) ** (1 / len(values)) if share else 0.0))


def off(values: Sequence[float]) -> float:
    """How far their mean may be off: half of the interval in which it lies with 95 %. Nobody can say it of one."""
    return student(len(values) - 1) * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


def _of(deal: Deal, who: int, what: str) -> float | None:
    """What a bot had on average in the matches of a deal; None if it did not play."""
    own = [
        value
        for outcome in deal.outcomes
        for player, value in zip(outcome.line_up, getattr(outcome, what), strict=True)
        if player == who
    ]
    return fmean(own) if own else None


def _scores(deal: Deal) -> list[Score]:
    """Who was ahead of whom: 1, or ½ each where they share a rank. Nobody is measured against himself."""
    scores = []
    for outcome in deal.outcomes:
        for (one, ahead), (two, behind) in combinations(zip(outcome.line_up, outcome.ranks, strict=True), 2):
            if one != two:
                scores.append(Score(one, two, 0.5 if ahead == behind else float(ahead < behind)))
    return scores


def _ahead(
    wins: Sequence[Sequence[float | None]], points: Sequence[Sequence[float | None]], one: int, two: int
) -> tuple[Figure, Figure]:
    return figure(_both(wins[one], wins[two]), share=True), figure(_both(points[one], points[two]))


def _both(one: Sequence[float | None], two: Sequence[float | None]) -> list[float]:
    return [mine - its for mine, its in zip(one, two, strict=True) if mine is not None and its is not None]


def _known(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None]
