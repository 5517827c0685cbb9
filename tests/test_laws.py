"""Every game obeys the laws; there is no line per game here. And the laws bite."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pandemonium import laws
from pandemonium.core.evaluation import Budget, Evaluation, Worth
from pandemonium.core.game import PUBLIC, AnyGame, Eyes, Illegal, Seat
from pandemonium.core.match import begin
from pandemonium.core.screen import race_screen_of
from pandemonium.games import shelf
from tests.oracles import recount_of

TABLES = [(game, seats) for game in shelf().values() for seats in game.seats]
BATCHES = 4


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.slug}-{seats}" for game, seats in TABLES])
def test_whole_random_matches_obey_every_law(game: AnyGame, seats: int, batch: int, matches: int) -> None:
    for number in range(batch, matches, BATCHES):
        laws.hold_for_a_whole_match(game, seats, Random(f"{game.slug} {seats} {number}"), recount_of(game))


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.slug}-{seats}" for game, seats in TABLES])
def test_two_worlds_that_differ_in_secrets_give_the_same_bytes(game: AnyGame, seats: int, matches: int) -> None:
    differed = 0
    for number in range(matches):
        luck = Random(f"worlds {game.slug} {seats} {number}")
        eyes: Eyes = luck.choice(laws.all_eyes(seats))
        differed += laws.two_worlds_look_the_same(game, seats, eyes, luck)

    assert (differed > matches / 2) == (game.secrets or game.covers is not None), "the comparison was worth making"


RACES = [(game, seats) for game, seats in TABLES if game.race is not None]


@pytest.mark.parametrize(("game", "seats"), RACES, ids=[f"{game.slug}-{seats}" for game, seats in RACES])
def test_a_race_has_a_key_for_everything_in_the_terminal_at_every_table(game: AnyGame, seats: int) -> None:
    for number in range(30):
        match = begin(game, seats, laws.any_options(game, luck := Random(number)), seed=luck.randbytes(32))
        while not match.to_act:
            match.wait()
        laws.a_race_has_its_keys(match)


@given(
    table=st.sampled_from(TABLES),
    seed=st.binary(min_size=32, max_size=32),
    choices=st.lists(st.integers(min_value=0, max_value=1_000), max_size=120),
)
def test_whatever_is_chosen_the_laws_of_the_moment_hold(
    table: tuple[AnyGame, int], seed: bytes, choices: list[int]
) -> None:
    game, seats = table
    match = begin(game, seats, seed=seed)
    for choice in choices:
        if match.result is not None:
            break
        waiting = sorted(match.to_act)
        if not waiting:
            match.wait()
            continue
        seat = waiting[choice % len(waiting)]
        legal = match.legal(seat)
        match.play(seat, legal[choice % len(legal)])

    laws.whoever_must_act_can(match)
    laws.nobody_can_tell_truth_from_imagination(match, Random(seed))
    laws.what_is_not_legal_is_refused(match, [move.what for move in match.moves[-6:]])
    laws.a_log_replays_to_the_same_state(match)
    laws.a_log_survives_its_paper(match)
    laws.luck_comes_from_the_seed(match)


def test_what_hypothesis_thinks_of_is_the_same_every_time_and_new_only_in_the_long_run(
    pytestconfig: pytest.Config,
) -> None:
    assert settings.default is not None
    assert settings.default.derandomize != pytestconfig.getoption("--long")
    assert settings.default.deadline is None


# The laws bite: each of these games is broken, and a law says so.


def with_rules(game: AnyGame, **changed: Any) -> AnyGame:
    return replace(game, rules=SimpleNamespace(**{**vars(game.rules), **changed}))


def with_sight(game: AnyGame, **changed: Any) -> AnyGame:
    return replace(game, sight=SimpleNamespace(**{**vars(game.sight), **changed}))


def hold_for_a_whole_match(game: AnyGame, seats: int, luck: Random) -> None:
    laws.hold_for_a_whole_match(game, seats, luck, recount_of(game))


def broken(check: Any, *arguments: Any) -> bool:
    """Whether some law notices, in a fair number of matches."""
    for number in range(30):
        try:
            check(*arguments, Random(number))
        except AssertionError:
            return True
    return False


@pytest.fixture
def game() -> AnyGame:
    return shelf()["little-devils"]


def test_a_leak_is_noticed(game: AnyGame) -> None:
    """A view that tells how many devils another player holds."""

    def leaky(state: Any, eyes: Eyes) -> Any:
        view = game.sight.view(state, eyes)
        return replace(view, taken=(sum(state.hands[0]), *view.taken[1:]))

    assert not broken(laws.two_worlds_look_the_same, game, 4, PUBLIC)
    assert broken(laws.two_worlds_look_the_same, with_sight(game, view=leaky), 4, PUBLIC)


def test_a_field_that_is_somebodys_own_and_not_said_to_be_is_noticed(game: AnyGame) -> None:
    """He would be shown what the public sees there."""
    match = begin(game, 4, seed=1)

    laws.what_is_no_players_own_looks_the_same_to_all(match)

    with pytest.raises(AssertionError, match="hand"):
        laws.what_is_no_players_own_looks_the_same_to_all(begin(replace(game, own=("eyes", "barred")), 4, seed=1))


def test_a_leak_through_a_fact_is_noticed(game: AnyGame) -> None:
    """Something told of a move that depends on what another player holds."""
    Slip = msgspec.defstruct("Slip", ["hand"], tag="slip")  # noqa: N806

    def slips(before: Any, move: Any, after: Any, eyes: Eyes) -> Any:
        told = game.sight.told(before, move, after, eyes)
        return (*told, Slip(sum(after.hands[0]))) if move.by == 1 else told

    assert broken(laws.two_worlds_look_the_same, with_sight(game, told=slips), 4, PUBLIC)


def test_a_leak_through_a_move_is_noticed(game: AnyGame) -> None:
    """A deal that is shown to everybody is no secret: then no two worlds differ, and that is noticed too."""
    open_handed = with_sight(game, shown=lambda move, _: move)

    worlds = [laws.two_worlds_look_the_same(open_handed, 4, PUBLIC, Random(number)) for number in range(30)]

    assert sum(worlds) == 0


def test_a_leak_through_a_refusal_is_noticed(game: AnyGame) -> None:
    """A refusal that depends on what somebody else holds."""

    def telling(state: Any, move: Any) -> Any:
        if move.by == 0 and state.turn not in (0, None) and sum(state.hands[1]) % 2:
            raise Illegal("match-over")
        return game.rules.apply(state, move)

    assert broken(laws.two_worlds_look_the_same, with_rules(game, apply=telling), 4, Seat(0))


def test_a_leak_through_a_hint_is_noticed(game: AnyGame) -> None:
    """An evaluation that has got hold of a state, and tells what somebody else holds."""
    seen: list[Any] = []

    def legal(state: Any, seat: Seat) -> Any:
        seen.append(state)
        return game.rules.legal(state, seat)

    def peeks(view: Any, legal: Sequence[Any], budget: Budget, luck: Random) -> Evaluation[Any]:  # noqa: ARG001
        return Evaluation("win", tuple(Worth(its, sum(seen[-1].hands[1]), 0.0, 0) for its in legal), 0)

    assert not broken(laws.two_worlds_look_the_same, game, 4, Seat(0))
    assert broken(laws.two_worlds_look_the_same, replace(with_rules(game, legal=legal), evaluate=peeks), 4, Seat(0))


def test_a_leak_of_what_is_covered_for_a_while_is_noticed() -> None:
    """At a table that covers choices, facts that name them before they are uncovered."""
    covering = shelf()["diavolo"]

    def blabs(before: Any, move: Any, after: Any, eyes: Eyes) -> Any:
        return [move.what] if move.by == 1 else covering.sight.told(before, move, after, eyes)

    assert not broken(laws.two_worlds_look_the_same, covering, 4, PUBLIC)
    assert broken(laws.two_worlds_look_the_same, with_sight(covering, told=blabs), 4, PUBLIC)


def test_an_off_by_one_in_who_takes_the_trick_is_noticed(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    takes = game.rules.takes_trick  # type: ignore[attr-defined]

    def wrong(trick: Sequence[int]) -> int:
        return int(trick[(trick.index(takes(trick)) + 1) % len(trick)])

    monkeypatch.setattr(game.rules, "takes_trick", wrong)

    assert broken(hold_for_a_whole_match, game, 4)


def test_a_hidden_field_that_decides_what_is_legal_is_noticed(game: AnyGame) -> None:
    """Something that no view shows must not change what a player may do."""

    def secretive(state: Any, seat: Seat) -> Any:
        legal = game.rules.legal(state, seat)
        return legal[1:] if len(legal) > 1 and sum(state.hands[seat - 1]) % 2 else legal

    assert broken(hold_for_a_whole_match, with_rules(game, legal=secretive), 4)


def test_a_hidden_memory_beside_the_log_is_noticed(game: AnyGame) -> None:
    """Rules that remember something which is not in the log do not replay."""
    seen: list[Any] = []

    def forgetful(state: Any, move: Any) -> Any:
        after = game.rules.apply(state, move)
        seen.append(move)
        if after.table.over:
            totals = (after.table.totals[0] + len(seen) % 7, *after.table.totals[1:])
            return replace(after, table=replace(after.table, totals=totals))
        return after

    assert broken(hold_for_a_whole_match, with_rules(game, apply=forgetful), 4)


def test_rules_that_let_anybody_move_are_noticed(game: AnyGame) -> None:
    def anarchic(state: Any, move: Any) -> Any:
        if isinstance(move.by, int) and state.turn is not None:
            return game.rules.apply(state, replace(move, by=state.turn))
        return game.rules.apply(state, move)

    assert broken(hold_for_a_whole_match, with_rules(game, apply=anarchic), 4)


def test_a_race_without_a_key_for_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    racing = shelf()["diavolo"]
    match = begin(racing, 2, seed=1)
    match.wait()
    terminal = race_screen_of(racing)
    keys = terminal.keys

    for broken_keys in (
        lambda *table: [dict(list(hand.items())[1:]) for hand in keys(*table)],
        lambda options, people, words: [keys(options, 1, words)[0]] * people,
        lambda *table: [{**hand, "q": None} for hand in keys(*table)],
    ):
        monkeypatch.setattr(terminal, "keys", broken_keys)
        with pytest.raises(AssertionError):
            laws.a_race_has_its_keys(match)
    monkeypatch.delattr(terminal, "keys")
    with pytest.raises(TypeError, match="terminal has no keys"):
        laws.a_race_has_its_keys(match)
