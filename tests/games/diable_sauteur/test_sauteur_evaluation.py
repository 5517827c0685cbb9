"""Does a perfect player of Le Diable Sauteur judge and draw as the solved game says?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from pandemonium import begin
from pandemonium.core.evaluation import Budget, Evaluation, NotYet
from pandemonium.games.diable_sauteur import GAME, rules, sight, solved
from pandemonium.games.diable_sauteur.evaluation import HiddenOften, evaluate, warm_up
from pandemonium.games.diable_sauteur.material import Action, Advance, Hide, Options, Press, State, Stop
from pandemonium.games.diable_sauteur.notation import write
from tests.games.diable_sauteur.sauteur_scenes import PURSUIT, RACE, race, story


def judged(state: State, seed: int = 1) -> Evaluation[Action]:
    (seat,) = rules.to_act(state)
    return evaluate(sight.view(state, seat), rules.legal(state, seat), Budget(), Random(seed))


def test_before_a_race_the_keys_that_are_used_are_worth_what_the_race_is() -> None:
    """4.2"""
    for its in judged(race(RACE)).moves:
        assert isinstance(its.because, HiddenOften)
        assert its.mean <= 1 - 0.580915842 + 1e-8
        if its.because.percent:
            assert its.mean == pytest.approx(1 - 0.580915842, abs=1e-8)
    pressing = judged(race(f"{RACE} · hide 2"))
    assert pressing.unit == "win"
    assert pressing.moves[0].mean == pytest.approx(0.580915842, abs=1e-8)


def test_the_pursued_has_the_match_in_mind() -> None:
    """3.7"""
    first = judged(story(f"{PURSUIT} · hide 1"))

    assert first.moves[0].mean == pytest.approx(0.461361801, abs=1e-6)


def test_whoever_can_be_home_stops() -> None:
    """4.5"""
    state = race(f"{RACE} · hide 1 · press 4 · jump 3", track=12)
    solved.solve(Options(rule="b", track=12), lambda _: None)
    best = judged(state).moves[0]

    assert (best.action, best.mean) == (Stop(), 1.0)


def test_a_long_way_is_for_who_is_in_danger() -> None:
    """3.3 Green would be home, but blue is next to the devil."""
    state = story(f"{PURSUIT} · hide 1 · press 4 · jump 6")

    assert judged(state).best == Advance("blue")


@pytest.mark.parametrize("state", [race(RACE), race(f"{RACE} · hide 3"), story(PURSUIT), story(f"{PURSUIT} · hide 4")])
def test_what_is_played_is_drawn_from_the_best_mix(state: State) -> None:
    drawn = Counter(write(judged(state, seed).best) for seed in range(150))

    assert len(drawn) > 1
    if isinstance(judged(state).best, Hide):
        often = {write(its.action): its.because for its in judged(state).moves}
        for move, because in often.items():
            assert isinstance(because, HiddenOften)
            assert drawn[move] / 150 == pytest.approx(because.percent / 100, abs=0.13)


def test_pressing_goes_on_by_the_plan_with_which_it_began() -> None:
    """Every move of a perfect shooter is worth as much as his best, wherever his luck takes him."""
    luck = Random(9)
    for seed in range(4):
        match = begin(GAME, options={"rule": "ab"[seed % 2]}, seed=seed)
        while match.result is None:
            (seat,) = match.to_act
            its = evaluate(match.view(seat), match.legal(seat), Budget(), luck)
            assert {move.action for move in its.moves} == set(match.legal(seat))
            assert its.moves[0].mean >= max(move.mean for move in its.moves) - 1e-6
            match.play(seat, its.best)


def test_the_same_luck_gives_the_same_answer() -> None:
    state = story(f"{PURSUIT} · hide 4 · press 2 · jump 3 · move blue")

    assert judged(state, 4) == judged(state, 4)


def test_who_is_warm_has_the_tables_of_the_box_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved, "_here", {})

    warm_up()

    monkeypatch.setattr(solved, "_read", lambda _: None)
    assert solved.solved(Options(rule="a")).rounds
    assert solved.solved(Options(rule="b")).race is not None


def test_a_table_that_is_not_solved_yet_is_played_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_: Options) -> None:
        raise NotYet

    monkeypatch.setattr("pandemonium.games.diable_sauteur.spots.solved", nothing)
    state = race(f"{RACE} · hide 3", track=60)
    (seat,) = rules.to_act(state)

    assert GAME.bots["archdevil"](sight.view(state, seat), rules.legal(state, seat), Random(1)) in [
        Press(key) for key in state.box.left
    ]


def test_an_unsolved_table_is_worked_out_and_kept(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDEMONIUM_HOME", str(tmp_path))
    monkeypatch.setattr(solved, "Thread", AtOnce)
    options = Options(rule="b", track=13)

    with pytest.raises(NotYet):
        solved.solved(options)
    assert solved.solved(options).race is not None
    assert (solved.cache() / "b-13-plain.npz").is_file()


class AtOnce:
    """A thread that has done its work when the lock is free again."""

    def __init__(self, target: Callable[[Options], None], args: tuple[Options], *, daemon: bool) -> None:
        assert daemon
        self.work = partial(target, *args)

    def start(self) -> None:
        solved._lock.release()
        self.work()
        solved._lock.acquire()
