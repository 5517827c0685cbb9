"""A hint: how good each move is, from what a seat may know. For every game that can say, with no line per game."""

from __future__ import annotations

from random import Random
from statistics import mean
from typing import NoReturn

import msgspec
import pytest
from msgspec.structs import replace

from pandemonium import laws
from pandemonium.core.chance import LooseChance
from pandemonium.core.evaluation import Budget, NotYet
from pandemonium.core.game import AnyGame, Illegal, Refusal, Seat
from pandemonium.core.match import AnyMatch, begin
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games import is_ours, shelf

THAT_THINK = [game for game in shelf().values() if game.evaluate is not None]
LITTLE = Budget(simulations=40)
SOME = Budget(simulations=300)
every_table = pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in THAT_THINK for seats in game.seats],
    ids=lambda its: getattr(its, "slug", its),
)


def some_way_on(game: AnyGame, seats: int, moves: int) -> tuple[AnyMatch, Seat]:
    """A match after so many random moves, or fewer where a game is short, and somebody who has a choice."""
    for far in (moves, moves // 2, moves // 4, 0):
        luck = Random(f"{game.slug} {seats} {moves}")
        match, left = begin(game, seats, seed=moves), far
        while match.result is None:
            (seat,) = match.to_act
            if left <= 0 and len(match.legal(seat)) > 1:
                return match, seat
            match.play(seat, luck.choice(match.legal(seat)))
            left -= 1
    raise AssertionError("nobody ever has a choice")


@every_table
def test_a_hint_weighs_every_legal_move_and_says_why_in_every_language(game: AnyGame, seats: int) -> None:
    for moves in (0, 5, 12):
        match, seat = some_way_on(game, seats, moves)
        told = match.hint(seat, LITTLE)

        assert sorted(map(game.notation.write, (its.action for its in told.moves))) == sorted(
            map(game.notation.write, match.legal(seat))
        )
        assert told.best == told.moves[0].action
        for language in LANGUAGES:
            words = Words(language, game)
            for its in told.moves:
                assert f"do.{msgspec.to_builtins(its.action)['type']}" in words.catalogue, "a move has a name"
                assert words.worth(told.unit, its.mean, its.error)
                assert its.because is None or words.why(its.because)


@every_table
def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_hint(game: AnyGame, seats: int) -> None:
    """In every way to play it that has a name. They do differ, wherever anything is hidden at such a table."""
    for way in (game.variants or {"": {}}).values():
        luck, match, differed = Random(f"{game.slug} {seats} {way}"), begin(game, seats, way, seed=8), 0
        while match.result is None and differed < 3:
            (seat,) = match.to_act
            other = match.copy()
            other.state = game.sight.imagine(match.view(seat), LooseChance(luck))
            if len(match.legal(seat)) > 1 and other.state != match.state:
                differed += 1
                assert msgspec.json.encode(other.hint(seat, LITTLE)) == msgspec.json.encode(match.hint(seat, LITTLE))
            match.play(seat, luck.choice(match.legal(seat)))

        assert bool(differed) == laws.hides(game, match.options)


@pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in THAT_THINK if is_ours(game) for seats in game.seats],
    ids=lambda its: getattr(its, "slug", its),
)
def test_at_the_start_of_a_match_the_hopes_of_all_seats_are_fair_on_average(game: AnyGame, seats: int) -> None:
    """In boxes of our own: a box that has only its rule of thumb to imagine the others by may hope to outwit it."""
    hopes = []
    for seed in range(10):
        match = begin(game, seats, seed=seed)
        asked = dict[Seat, float]()
        while len(asked) < seats and match.result is None:
            (seat,) = match.to_act
            told = match.hint(seat, SOME)
            assert told.unit == "win", "else this law asks for another sum"
            if len(told.moves) > 1:
                asked.setdefault(seat, told.moves[0].mean)
            match.play(seat, told.best)
        hopes.append(mean(asked.values()))
    fair = 1 / len(set(game.sides.get(seats, range(seats))))

    assert fair - 0.02 < mean(hopes) < fair + 0.06, "who asks is a little cleverer than whom he expects, and no more"


def test_who_is_not_to_act_gets_no_hint() -> None:
    game = THAT_THINK[0]
    match = begin(game, seed=1)
    waits = next(Seat(seat) for seat in range(match.seats) if seat not in match.to_act)

    with pytest.raises(Illegal, match="not-your-turn"):
        match.hint(waits)


def test_a_game_that_cannot_say_refuses() -> None:
    silent = next(game for game in shelf().values() if game.evaluate is None)

    with pytest.raises(Refusal, match="no-hint"):
        begin(silent, seed=1).hint(Seat(0))


@every_table
def test_while_it_is_being_worked_out_a_hint_is_put_off_in_words(game: AnyGame, seats: int) -> None:
    def works_it_out(*_: object) -> NoReturn:
        raise NotYet(0.4)

    begun = begin(replace(game, evaluate=works_it_out), seats, seed=1)

    with pytest.raises(Refusal, match=r"works-it-out \(percent 40\)") as why:
        begun.hint(begun.to_act[0])
    assert all(Words(language, game).refusal(why.value) for language in LANGUAGES)


def test_what_a_move_is_worth_is_written_as_the_language_writes_it() -> None:
    game = next(game for game in THAT_THINK if "unit.win" in Words("en", game).catalogue)

    assert Words("en", game).worth("win", 0.617, 0.021).endswith(": 62\u00a0% ± 4"), "95 %: nearly twice the error"
    assert Words("de", game).worth("win", 0.617, 0.0041).endswith(": 61,7\u00a0% ± 0,8")
    assert Words("fr", game).worth("win", 0.5, 0).endswith("\u00a0: 50\u00a0%")
