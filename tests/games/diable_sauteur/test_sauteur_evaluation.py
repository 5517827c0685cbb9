"""Does a perfect player of Le Diable Sauteur judge and draw as the solved game says?"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pandemonium import begin
from pandemonium.core.evaluation import Budget, Evaluation, NotYet
from pandemonium.core.game import Refusal
from pandemonium.core.words import Words
from pandemonium.games.diable_sauteur import GAME, rules, sight, solved
from pandemonium.games.diable_sauteur.evaluation import HiddenOften, Keeps, Leaves, Risk, evaluate, warm_up
from pandemonium.games.diable_sauteur.material import Action, Advance, Hide, Options, Press, State, Stop
from pandemonium.games.diable_sauteur.notation import write
from pandemonium.search.unfinished import is_unfinished
from tests.games.diable_sauteur.sauteur_scenes import PURSUIT, RACE, race, story


def judged(state: State, seed: int = 1) -> Evaluation[Action]:
    (seat,) = rules.to_act(state)
    return evaluate(sight.view(state, seat), rules.legal(state, seat), Budget(), Random(seed))


@pytest.mark.parametrize(
    ("language", "one_point", "one_cell", "home"),
    [
        ("en", "1 point is yours, and no devil can take it.", "Blue then has 1 cell to go.", "Blue is home then."),
        (
            "fr",
            "Ce point est à vous, aucun diable ne peut le reprendre.",
            "Bleu a alors encore 1 case à faire.",
            "Bleu est alors arrivé.",
        ),
        (
            "de",
            "1 Punkt gehört dir, und kein Teufel kann ihn mehr nehmen.",
            "Blau hat dann noch 1 Feld vor sich.",
            "Blau ist dann im Ziel.",
        ),
    ],
)
def test_one_point_and_one_cell_are_told_as_one(language: str, one_point: str, one_cell: str, home: str) -> None:
    words = Words(language, GAME)

    assert words.why(Keeps(1)) == one_point
    assert words.why(Leaves("blue", 1)) == one_cell
    assert words.why(Leaves("blue", 0)) == home


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


def test_whoever_presses_on_though_he_could_be_home_risks_just_that() -> None:
    """4.3 After a devil the other one presses; after a number he is home as before."""
    state = race(f"{RACE} · hide 1 · press 4 · jump 3", track=12)
    found = solved.solve(Options(rule="b", track=12), lambda _: None)
    assert found.race is not None
    lost = 1 - found.race[12, 12]
    for its in judged(state).moves:
        if isinstance(its.because, Risk):
            devil = its.because.percent / 100
            assert its.mean == pytest.approx(1 - devil * (1 - lost), abs=0.01)


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


def test_until_a_match_is_worked_out_its_rounds_are_played_for_their_points(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.7 A round for its points is there long before the whole match."""
    monkeypatch.setenv("PANDEMONIUM_HOME", str(tmp_path))
    units = list[str]()

    def look(part: float) -> None:
        if part > 0.5 and not units:
            units.append(judged(state).unit)

    state = story(f"{PURSUIT} · hide 1", track=14)
    monkeypatch.setitem(solved._done, Options(track=14), 0.0)  # Somebody works it out: we do.
    solved.solve(Options(track=14), look)

    assert units == ["points"]
    assert judged(state).unit == "win"


def test_what_one_process_has_of_a_match_the_others_play_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """3.7 The round for its points lies on disk as soon as it is there; the log says who plays by thumb till then."""
    monkeypatch.setenv("PANDEMONIUM_HOME", str(tmp_path))
    options = Options(track=15)
    state = story(f"{PURSUIT} · hide 1", track=15)
    units = list[str]()

    def elsewhere(done: float) -> None:
        """Another process, which knows nothing but what is on disk."""
        if done > 0.5 and not units:
            with monkeypatch.context() as other:
                other.setattr(solved, "_for_points", {})
                units.append(judged(state).unit)

    solves = solved.solve
    monkeypatch.setattr(solved, "solve", lambda its, _, early: solves(its, elsewhere, early))
    monkeypatch.setitem(solved._done, options, 0.0)
    solved._work_out(options)

    assert units == ["points"]
    assert caplog.text.count("play by a rule of thumb") == 1
    assert not is_unfinished()


def test_what_another_process_works_out_is_not_begun_a_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PANDEMONIUM_HOME", str(tmp_path))
    monkeypatch.setattr(solved, "Thread", AtOnce)
    sign = solved.cache() / "b-16-plain.npz.at-work"
    sign.parent.mkdir()
    sign.write_text("0.4")

    with pytest.raises(NotYet) as elsewhere:
        solved.solved(Options(rule="b", track=16))
    assert elsewhere.value.done == 0.4
    os.utime(sign, (0, 0))
    with pytest.raises(NotYet):
        solved.solved(Options(rule="b", track=16))  # He is gone: it is begun here.
    assert solved.solved(Options(rule="b", track=16)).race is not None
    assert not sign.exists()


def test_where_nothing_can_be_compiled_nothing_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take hours, and the hint would never come: it is refused."""
    monkeypatch.setattr(solved, "COMPILES", False)
    match = begin(GAME, options={"rule": "b", "track": 59}, seed=1)
    (seat,) = match.to_act

    with pytest.raises(Refusal, match="cannot-work-it-out"):
        match.hint(seat)
    assert GAME.bots["archdevil"](match.view(seat), match.legal(seat), Random(1)) in match.legal(seat)


class AtOnce:
    """A thread that has done its work when the lock is free again."""

    def __init__(self, target: Callable[[Options], None], args: tuple[Options], *, daemon: bool) -> None:
        assert daemon
        self.work = partial(target, *args)

    def start(self) -> None:
        solved._lock.release()
        self.work()
        solved._lock.acquire()
