"""Who sits where in the arena, and that luck is the same for everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import pandemonium
from pandemonium.arena.contest import Contest, Deal, contest, played_deal
from pandemonium.arena.run import played
from pandemonium.core.evaluation import Budget
from pandemonium.core.game import AnyGame, Refusal

TABLES = [(game, seats) for game in pandemonium.shelf().values() for seats in game.seats]


def meeting(game: str | AnyGame, seats: int, *bots: str, **options: object) -> Contest:
    box = pandemonium.open(game) if isinstance(game, str) else game
    return contest(box, seats, options, bots, bytes(32))


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.slug}-{seats}" for game, seats in TABLES])
@pytest.mark.parametrize("bots", [("random", "sensible"), ("random", "sensible", "tempter")], ids=len)
def test_everybody_sits_everywhere_equally_often(game: AnyGame, seats: int, bots: tuple[str, ...]) -> None:
    met = meeting(game, seats, *bots)
    places = len(met.places)

    for deal in range(6):
        sat = Counter((place, who) for line_up in met.line_ups(deal) for place, who in enumerate(line_up))
        for who in range(len(bots)):
            assert len({sat[place, who] for place in range(places)}) == 1


def test_neighbours_change_from_deal_to_deal() -> None:
    met = meeting("little-devils", 4, "random", "sensible", "tempter", "kobold")

    before_random = {line_up[line_up.index(0) - 1] for deal in range(20) for line_up in met.line_ups(deal)}

    assert before_random == {1, 2, 3}


def test_the_last_bot_fills_the_table() -> None:
    assert meeting("little-devils", 4, "sensible", "random").bots == ("sensible", "random", "random", "random")


def test_who_plays_together_is_one_bot_on_both_seats() -> None:
    met = meeting("diable-par-la-queue", 4, "sensible", "random")

    assert met.places == ((0, 2), (1, 3))
    assert {*met.line_ups(0)} == {(0, 1), (1, 0)}


def test_more_bots_than_places_take_turns() -> None:
    met = meeting("diable-sauteur", 2, "random", "sensible", "tempter")

    assert [{*met.line_ups(deal)[0]} for deal in range(3)] == [{0, 1}, {0, 2}, {1, 2}]


def test_the_same_deal_has_the_same_luck_whoever_sits_where(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = []
    begin = pandemonium.arena.contest.begin  # type: ignore[attr-defined]

    def watched(*table: object) -> object:
        match = begin(*table)
        dealt.append(match.moves[1:5])
        return match

    met = meeting("little-devils", 4, "sensible", "random", limit=20)
    monkeypatch.setattr("pandemonium.arena.contest.begin", watched)
    for number in range(2):
        played_deal(met, number)

    assert dealt[:4] == [dealt[0]] * 4
    assert dealt[4:] == [dealt[4]] * 4
    assert dealt[0] != dealt[4]


def test_a_bot_against_itself_wins_exactly_what_is_fair() -> None:
    """The luck of seats and deals cancels to the last digit: twins differ in nothing but where they sit."""
    met = meeting("little-devils", 3, "sensible", "tempter", limit=20)
    twins = Contest(met.game, met.seats, met.options, ("sensible", "sensible", "sensible"), met.seed)
    deal = played_deal(twins, 0)

    assert sum(deal.outcomes[0].wins) == pytest.approx(1)
    assert len(deal.outcomes) == 1  # Rotated, it would be the same match again.


def test_partners_win_together_and_winners_who_tie_share_the_win() -> None:
    met = meeting("diable-par-la-queue", 4, "sensible", "random")
    for outcome in played_deal(met, 0).outcomes:
        assert sum(outcome.wins) == 1
        assert len(outcome.points) == 2

    ties = [outcome for deal in islice(_little(), 40) for outcome in deal.outcomes if outcome.ranks.count(1) > 1]
    assert ties
    for outcome in ties:
        assert sum(outcome.wins) == pytest.approx(1)
        assert {wins for wins, rank in zip(outcome.wins, outcome.ranks, strict=True) if rank > 1} <= {0}


def _little() -> Iterator[Deal]:
    met = meeting("little-devils", 3, "random", "sensible", limit=20)
    return played(met, range(1000))


def test_several_processes_play_what_one_plays() -> None:
    met = meeting("little-devils", 3, "sensible", "random", limit=20)

    assert list(played(met, range(7), jobs=2)) == list(played(met, range(7)))


def test_so_many_matches_are_whole_deals() -> None:
    met = meeting("little-devils", 4, "sensible", "random")

    assert list(met.deals(10)) == [0, 1, 2]
    assert list(met.deals(12)) == [0, 1, 2]
    assert list(met.deals(13, done=2)) == [2, 3]
    assert list(met.deals(4, done=2)) == []


@pytest.mark.parametrize(
    ("bots", "budget", "reason"),
    [
        (("sensible",), None, "arena-of-one"),
        (("sensible", "sensible"), None, "arena-of-one"),
        (("sensible", "divine"), None, "unknown-level"),
        (("a", "b", "c", "a"), None, "twice-in-arena"),
        (("sensible", "random"), Budget(simulations=9), "nobody-thinks"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(bots: tuple[str, ...], budget: Budget | None, reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        contest(pandemonium.open("diable-sauteur"), 2, {}, bots, bytes(32), budget=budget)


THINKER = """
from pandemonium.core.evaluation import Budget, Evaluation, Worth
from pandemonium.search.thinker import Thinker

def judged(view, legal, budget, luck):
    assert budget == Budget(simulations=7), budget
    return Evaluation("points", tuple(Worth(action, 0.0, 0.0, 7) for action in legal), 7)

def at_once(view, legal, luck):
    return legal[0]

deep = Thinker(judged, Budget(seconds=1), at_once)
"""


def test_who_thinks_has_the_budget_that_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "deep.py"
    file.write_text(THINKER)
    box = pandemonium.open("diable-sauteur")

    met = contest(box, 2, {}, [f"{file}:deep", "random"], bytes(32), budget=Budget(simulations=7))

    assert played_deal(met, 0).outcomes
    with pytest.raises(Refusal, match="bot-raised"):
        played_deal(contest(box, 2, {}, [f"{file}:deep", "random"], bytes(32)), 0)
