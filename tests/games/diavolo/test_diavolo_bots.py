"""Who plays Diavolo when nobody does."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from statistics import mean
from typing import Any

import pytest
from msgspec.structs import replace

import pandemonium
from pandemonium.core.bots import bot_of
from pandemonium.core.game import Bot, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.games.diavolo import GAME, bots
from pandemonium.games.diavolo.rules import Grab
from tests.games.diavolo.diavolo_scenes import GREY, RED, SHEET, scene


def race(levels: Sequence[str], seed: int, **options: object) -> AnyMatch:
    """A whole match of bots: all look at the dice, and reach out one after the other."""
    return played([bot_of(GAME, level) for level in levels], seed, **options)


def played(players: Sequence[Bot[Any, Any]], seed: int, **options: object) -> AnyMatch:
    luck = Random(seed)
    match = pandemonium.begin("diavolo", len(players), options, seed)
    while match.result is None:
        grabs = []
        for seat in match.to_act:
            legal = match.legal(seat)
            grab = players[seat](match.view(seat), legal, luck)
            if grab is not None:
                assert grab.ms is not None
                assert replace(grab, ms=None) in legal
                grabs.append((grab.ms, seat, grab))
        this_round = match.state.table.round
        for _, seat, grab in sorted(grabs, key=lambda its: its[:2]):
            if match.state.table.round == this_round and replace(grab, ms=None) in match.legal(seat):
                match.play(seat, grab)
        if match.state.table.round == this_round:
            match.wait()
    return match


def test_the_weakest_comes_first() -> None:
    assert list(bots.LEVELS) == ["kobold", "tempter", "fiend", "archdevil"]


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [("random", 0.97, 1), ("kobold", 0.8, 0.97), ("tempter", 0.4, 0.6), ("fiend", 0.1, 0.35), ("archdevil", 0, 0.05)],
)
def test_a_decent_player_wins_half_of_his_matches_against_the_usual_bots(level: str, least: float, most: float) -> None:
    """At the usual table of four; docs/decisions/0010-pace.md has the figures of the others."""
    matches = 200
    won = [played([bots.decent, *[bot_of(GAME, level)] * 3], seed).result or _no_result() for seed in range(matches)]

    assert least <= mean(Seat(0) in result.winners for result in won) <= most


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_bots_play_whole_matches(seats: int) -> None:
    for seed in range(5):
        assert race(["random", "sensible"] * 3 if seats == 6 else ["random"] * seats, seed).result is not None


def test_bots_live_with_every_variant() -> None:
    """6.1, 6.2, 6.4"""
    options: dict[str, object] = {"dice-per-colour": 2, "order-first": True, "deadline": 3, "calm": True}

    assert race(["random", "sensible", "random"], 1, **options).result is not None


def test_who_reads_the_dice_beats_who_does_not() -> None:
    won = Counter(
        winner for seed in range(60) for winner in (race(["sensible", "random"], seed).result or _no_result()).winners
    )

    assert won[Seat(0)] >= 55


def test_who_reads_the_dice_beats_three_who_do_not() -> None:
    won = Counter(
        winner
        for seed in range(40)
        for winner in (race(["random", "random", "sensible", "random"], seed).result or _no_result()).winners
    )

    assert won[Seat(2)] >= 36


def test_sums_take_longer_than_a_glance() -> None:
    luck = Random(1)
    times = {}
    for order in ("highest-value", "largest-sum"):
        match = scene(f"nature throw {order} {SHEET}")
        grabs = [bots.sensible(match.view(Seat(0)), match.legal(Seat(0)), luck) for _ in range(500)]
        times[order] = mean(grab.ms or 0 for grab in grabs if isinstance(grab, Grab))

    assert 1600 < times["highest-value"] < 2050
    assert 4000 < times["largest-sum"] < 4700


@pytest.mark.parametrize(("throw", "right", "least", "most"), [(RED, "red", 0.82, 0.94), (GREY, "grey", 0.85, 0.97)])
def test_the_sensible_bot_errs_sometimes(throw: str, right: str, least: float, most: float) -> None:
    luck = Random(2)
    match = scene(throw)
    grabs = [bots.sensible(match.view(Seat(0)), match.legal(Seat(0)), luck) for _ in range(1000)]
    share = mean(isinstance(grab, Grab) and grab.colour == right for grab in grabs)

    assert least < share < most


def test_a_slow_bot_hears_the_bell() -> None:
    """3.5"""
    luck = Random(3)
    match = scene(RED, deadline=3)
    grabs = [bots.sensible(match.view(Seat(0)), match.legal(Seat(0)), luck) for _ in range(3000)]

    assert None in grabs
    assert max(grab.ms or 0 for grab in grabs if isinstance(grab, Grab)) <= 3000


def test_a_bot_that_finds_no_imp_of_its_colour_keeps_its_hand_still() -> None:
    """3.3"""
    match = scene(RED)
    no_red = [grab for grab in match.legal(Seat(0)) if grab.colour != "red"]
    grabs = [bots.sensible(match.view(Seat(0)), no_red, Random(seed)) for seed in range(20)]

    assert grabs.count(None) > 10


@pytest.mark.parametrize(("worse", "better"), pairwise(bots.LEVELS))
@pytest.mark.parametrize(("seats", "least"), [(2, 0.7), (4, 0.5)])
def test_each_level_beats_the_one_below(worse: str, better: str, seats: int, least: float) -> None:
    """At a fair table a half and a quarter are to be expected; 60 matches are wrong by 0.13 once in twenty times."""
    won = [race([better, *[worse] * (seats - 1)], seed).result or _no_result() for seed in range(60)]

    assert mean(Seat(0) in result.winners for result in won) > least


def test_large_sums_take_longer_than_small_ones() -> None:
    small = scene("nature throw largest-sum black=1,1,1 red=1,1,2 white=1,2,2")
    large = scene("nature throw largest-sum black=6,6,6 red=6,6,5 white=6,5,5")
    few = scene("nature throw largest-sum black=1,1 red=1,2 white=2,2", dice_per_colour=2)

    assert bots.takes(few.view(Seat(0)).throw) < bots.takes(small.view(Seat(0)).throw)
    assert bots.takes(small.view(Seat(0)).throw) < bots.takes(large.view(Seat(0)).throw)


def test_bots_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(bots.LEVELS["fiend"])) == bots.LEVELS["fiend"]


def _no_result() -> pandemonium.Result:
    raise AssertionError("the match is not over")
