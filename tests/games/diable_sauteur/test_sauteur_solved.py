"""Is Le Diable Sauteur solved, and by its own rules?"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from pandemonium import begin
from pandemonium.games.diable_sauteur import GAME, rules, solved, thumb
from pandemonium.games.diable_sauteur.check import race_gain, round_gain
from pandemonium.games.diable_sauteur.hiding import COLUMNS, PLAN, POINTS
from pandemonium.games.diable_sauteur.material import PERSONS, SCORE, Advance, Options, Press, State
from pandemonium.games.diable_sauteur.mix import solve_hiding
from pandemonium.games.diable_sauteur.pursuit import number, rows_of, solve_round, start_of, ways_of
from pandemonium.games.diable_sauteur.race import run_rows, run_steps, solve_race
from pandemonium.games.diable_sauteur.solved import POINTS_PAY, Round
from pandemonium.games.diable_sauteur.spots import spot_of
from tests.games.diable_sauteur.sauteur_scenes import PURSUIT, RACE, race, story
from tests.games.diable_sauteur.sequence_form import Hiding


def quiet(_: float) -> None:
    pass


def position(state: State) -> int:
    """The number of a state of the pursuit."""
    track = state.table.track
    homes = sorted(max(0, track - cell) for cell in state.runners if cell > 0)
    return int(number(track, track - state.devil, homes))


# By hand


@pytest.mark.parametrize(
    ("faces", "value"),
    [
        (6, 4 / 5),  # A devil jumps 1 in 4 times, and then the other one has the same chance.
        (5, 8 / 11),  # With mixed dice 3 in 8 times.
    ],
)
def test_a_race_of_one_cell_is_won_by_the_first_number(faces: int, value: float) -> None:
    assert solve_race(1, faces, quiet)[1, 1] == pytest.approx(value, abs=1e-12)


def test_three_numbers_more_than_a_round_holds_bring_everybody_home() -> None:
    """With everybody one cell from home and the devil three: a number saves one, a devil catches all who are left."""
    values = solve_round(3, 6, POINTS_PAY, quiet)

    # Alone, any key will do: the die of devils is under it 1 in 4 times.
    assert values[number(3, 3, [1])] == pytest.approx(3 / 4 * 2, abs=1e-12)
    # Two: again after the first number leaves the other one at 3/4, and so does pressing on leave him at 2/3.
    assert values[number(3, 3, [1, 1])] == pytest.approx(3 / 4 * (3 / 4 * 5 + 1 / 4 * 2), abs=1e-12)


# By the rules


@pytest.mark.parametrize("dice", ["plain", "mixed"])
def test_positions_lead_where_the_rules_lead(dice: str) -> None:
    """3.3, 3.4"""
    luck, seen = Random(3), 0
    for seed in range(120):
        match = begin(GAME, options={"track": 12 + seed % 12, "dice": dice, "rounds": 6}, seed=seed)
        ways = ways_of(12 + seed % 12)
        while match.result is None:
            before: State = match.state
            (seat,) = match.to_act
            action = luck.choice(match.legal(seat))
            match.play(seat, action)
            after: State = match.state
            if len(after.table.played) > len(before.table.played) or before.phase == "hide":
                continue
            here, there = position(before), position(after)
            if isinstance(action, Advance):
                die, way = before.box.jumped[-1], before.table.track - before.runners[PERSONS.index(action.person)]
                own = sorted({before.table.track - cell for cell in before.runners if 0 < cell < before.table.track})
                step = ways.steps[here, np.searchsorted(POINTS, die.points), own.index(way)]
                assert step == there
                seen += 1
            elif after.devil > before.devil:
                assert isinstance(action, Press)
                assert ways.devil[here, action.key - 1] == there
                seen += 1
    assert seen > 1000


def test_a_view_remembers_where_its_hiding_began() -> None:
    """3.5 Where the die of devils may lie depends on how things stood when it was hidden."""
    luck = Random(5)
    for seed in range(6):
        match = begin(GAME, seed=seed)
        start = -1
        while match.result is None:
            (seat,) = match.to_act
            if match.state.phase == "hide":
                start = position(match.state)
            spot, _ = spot_of(match.view(seat))
            assert (spot.start, spot.here) == (start, position(match.state))
            match.play(seat, luck.choice(match.legal(seat)))


RACES = [
    RACE,
    f"{RACE} · hide 1 · press 4 · jump 5 · stop",
    f"{RACE} · hide 1 · press 3 · jump 5 · press 2 · jump 3 · stop",
]


@pytest.mark.parametrize("dice", ["plain", "mixed"])
@pytest.mark.parametrize("text", RACES)
def test_a_hiding_of_the_race_is_worth_what_a_linear_program_says(text: str, dice: str) -> None:
    options = Options(rule="b", track=24, dice=dice)  # type: ignore[arg-type]
    values = solve_race(24, solved.faces_of(options), quiet)
    state = race(text, track=24, dice=dice)
    shooter = rules.other(state.hider)

    def worth(after: State) -> float:
        if (result := rules.result(after)) is not None:
            return float(shooter in result.winners)
        mine, his = 24 - after.runners[shooter], 24 - after.runners[state.hider]
        return float(1 - values[his, mine])

    now = values[24 - state.runners[shooter], 24 - state.runners[state.hider]]
    assert Hiding(state, worth).value() == pytest.approx(now, abs=1e-9)


PURSUITS = {
    "one is home": f"{PURSUIT} · hide 1 · press 4 · jump 3 · move green · again",
    "the devil is close": f"{PURSUIT} · hide 2 · press 4 · jump 3 · move blue · press 2 · jump devil",
}


@pytest.mark.parametrize(
    ("text", "dice"), [(PURSUITS["one is home"], "mixed"), (PURSUITS["the devil is close"], "plain")]
)
def test_a_hiding_of_the_pursuit_is_worth_what_a_linear_program_says(text: str, dice: str) -> None:
    values = solve_round(18, 6 if dice == "plain" else 5, POINTS_PAY, quiet)
    state = story(text, track=18, dice=dice)

    def worth(after: State) -> float:
        return after.table.played[-1].points if after.table.played else float(values[position(after)])

    assert Hiding(state, worth).value() == pytest.approx(values[position(state)], abs=1e-9)


# To the end


@pytest.mark.parametrize(("track", "faces"), [(13, 6), (8, 5)])
def test_nobody_gains_by_racing_otherwise(track: int, faces: int) -> None:
    assert race_gain(solve_race(track, faces, quiet), faces, quiet) < 1e-9


@pytest.mark.parametrize(("track", "faces", "pays"), [(9, 6, POINTS_PAY), (8, 5, (0.0, 0.0, 0.5, 1.0))])
def test_nobody_gains_by_pursuing_otherwise(track: int, faces: int, pays: tuple[float, ...]) -> None:
    assert round_gain(track, faces, Round(pays, solve_round(track, faces, pays, quiet)), quiet) < 1e-9


def test_a_wrong_value_is_found_out() -> None:
    values = solve_race(6, 6, quiet)
    values[3, 3] += 1e-4

    assert race_gain(values, 6, quiet) > 5e-5


def test_a_match_is_worth_what_its_rounds_are() -> None:
    """3.7 Whoever is pursued last knows what he has to beat."""
    options = Options(track=12)
    found = solved.solve(options, quiet)
    last = {SCORE[nth]: 1 - solved.start_value(options, found.rounds[1, -SCORE[nth]]) for nth in range(4)}

    assert found.rounds[1, -5].pays == (0.0, 0.0, 0.5, 1.0)
    assert found.rounds[2, 0].pays == tuple(last.values())
    assert sorted(last.values()) == list(last.values())


# In the box


@pytest.mark.parametrize("table", sorted(solved.BOX.glob("*.npz")), ids=lambda file: file.stem)
def test_positions_of_a_table_in_the_box_are_worth_what_their_hiding_is(table: Path) -> None:
    """As it lies on disk, rounded: a sample of positions, each solved afresh from what the table says may follow."""
    rule, track, dice, *_ = table.stem.split("-")
    options, found = Options(rule=rule, track=int(track), dice=dice), solved.read(table)  # type: ignore[arg-type]
    faces, luck = solved.faces_of(options), Random(table.stem)
    if found.race is not None:
        steps, rows = run_steps(options.track), np.zeros((options.track + 1, COLUMNS))
        for _ in range(60):
            mine, his = luck.randint(1, options.track), luck.randint(1, options.track)
            run_rows(found.race, mine, his, 1.0 - found.race[his, mine], faces, rows, steps)
            assert afresh(rows, steps, options.track - mine, faces) == pytest.approx(found.race[mine, his], abs=1e-6)
        return
    steps = ways_of(options.track).steps
    for its in {its.pays: its for its in found.rounds.values()}.values():
        rows = rows_of(options.track, faces, its.pays, its.values)
        for here in luck.sample(np.flatnonzero(steps[:, 0, 0] >= 0).tolist(), 60):
            assert afresh(rows, steps, here, faces) == pytest.approx(its.values[here], abs=1e-6)


def afresh(rows: Any, steps: Any, here: int, faces: int) -> float:
    """What a hiding is worth, if what may follow it is worth what the rows say."""
    return float(solve_hiding(rows, steps, here, faces, np.full(4, 0.25), np.zeros((4, PLAN), np.int32), np.zeros(4)))


def test_what_comes_with_the_box_is_what_is_solved() -> None:
    race_values = solved.solved(Options(rule="b")).race
    pursuit = solved.solved(Options())

    assert race_values is not None
    assert race_values[30, 30] == pytest.approx(0.580915842, abs=5e-10)
    assert solved.start_value(Options(), pursuit.rounds[solved.POINTS]) == pytest.approx(4.000892382, abs=1e-6)
    assert solved.start_value(Options(), pursuit.rounds[2, 0]) == pytest.approx(0.461361801, abs=1e-7)
    assert sum(file.stat().st_size for file in solved.BOX.iterdir()) < 300_000


def test_the_race_in_the_box_is_solved_again_to_the_last_digit() -> None:
    found = solved.solved(Options(rule="b")).race
    assert found is not None

    np.testing.assert_allclose(solve_race(30, 6, quiet)[1:, 1:], found[1:, 1:], rtol=0, atol=1e-12)


def test_the_pursuit_in_the_box_is_solved_again_in_every_position(pytestconfig: pytest.Config) -> None:
    """All positions, and not a sample: of a round for its points; with --long of the whole match."""
    kept = solved.read(solved.BOX / "a-30-plain-2.npz").rounds
    if pytestconfig.getoption("--long"):
        afresh = solved.solve(Options(), quiet).rounds
        assert afresh.keys() == kept.keys()
    else:
        afresh = {solved.POINTS: Round(POINTS_PAY, solve_round(30, 6, POINTS_PAY, quiet))}

    for name, its in afresh.items():
        assert kept[name].pays == pytest.approx(its.pays, abs=1e-7)
        np.testing.assert_allclose(kept[name].values, its.values, rtol=0, atol=max(its.pays) / solved.FINE)


def test_what_is_kept_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDEMONIUM_HOME", str(tmp_path))
    options = Options(track=12, dice="mixed")
    found = solved.solve(options, quiet)
    solved.keep(options, found, solved.cache())
    again = solved._read(options)

    assert again is not None
    assert again.rounds.keys() == found.rounds.keys()
    for name, its in found.rounds.items():
        np.testing.assert_allclose(again.rounds[name].values, its.values, rtol=0, atol=1e-6)


# By thumb


def test_a_rule_of_thumb_gives_something_away_and_not_too_much() -> None:
    """What a perfect player who knows it leaves to it."""
    race_share = thumb.race_share(12, 6, thumb.RACE)
    match_share = thumb.match_share(12, 6, thumb.PURSUIT)
    hunted, pursued = thumb.round_points(12, 6, thumb.PURSUIT, POINTS_PAY)
    perfect = float(solve_round(12, 6, POINTS_PAY, quiet)[start_of(12)])

    assert 0.1 < race_share < 0.5
    assert 0.1 < match_share < 0.5
    assert pursued < perfect < hunted
