"""A game that has nothing but its rules can be thought about all the same: in worlds that its sight imagines."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from pandemonium.core.chance import LooseChance
from pandemonium.core.evaluation import Budget
from pandemonium.core.game import AnyGame, Result, Seat, Standing
from pandemonium.core.match import AnyMatch, begin
from pandemonium.games import shelf
from pandemonium.search.worlds import Imagined, Worlds, judged

OF_TURNS = [game for game in shelf().values() if game.race is None]
every_game = pytest.mark.parametrize("game", OF_TURNS, ids=lambda game: game.slug)


def first(view: Any, legal: Sequence[Any], luck: Random) -> Any:  # noqa: ARG001
    return legal[0]


def near_the_end(game: AnyGame, seats: int) -> AnyMatch:
    """A match with some choice left, but not much more: playouts are short."""
    luck, match = Random(1), begin(game, seats, seed=1)
    choices = [match.copy()]
    while match.result is None:
        (seat,) = match.to_act
        if len(match.legal(seat)) > 1:
            choices.append(match.copy())
        match.play(seat, luck.choice(match.legal(seat)))
    return choices[-3]


def worlds_of(game: AnyGame) -> Worlds[Any, Any, Any, Any]:
    return Worlds(game.rules, game.sight, game.more_bots["sensible"], game.sides)


@every_game
def test_every_legal_move_is_tried_and_the_best_stands_first(game: AnyGame) -> None:
    for seats in game.seats:
        match = near_the_end(game, seats)
        (seat,) = match.to_act
        told = judged(worlds_of(game), match.view(seat), match.legal(seat), Budget(simulations=40), Random(1))

        write = game.notation.write
        assert sorted(write(its.action) for its in told.moves) == sorted(map(write, match.legal(seat)))
        assert told.simulations == sum(its.tries for its in told.moves) >= 40
        assert told.moves[0].mean >= told.moves[1].mean
        assert all(0 <= its.mean <= 1 and its.error > 0 for its in told.moves)
        assert all(its.because == Imagined(round(100 * its.mean)) for its in told.moves)


@every_game
def test_the_same_view_the_same_budget_and_the_same_luck_give_the_same_answer(game: AnyGame) -> None:
    match = near_the_end(game, game.seats[0])
    (seat,) = match.to_act
    asked = worlds_of(game), match.view(seat), match.legal(seat), Budget(simulations=30)

    assert judged(*asked, Random(1)) == judged(*asked, Random(1))


@every_game
def test_who_thinks_knows_no_more_than_its_view(game: AnyGame) -> None:
    """In another world that looks the same it says the same."""
    match = near_the_end(game, game.seats[-1])
    (seat,) = match.to_act
    other = game.sight.imagine(match.view(seat), LooseChance(Random(2)))
    views = match.view(seat), game.sight.view(other, seat)
    one, two = (judged(worlds_of(game), view, match.legal(seat), Budget(simulations=30), Random(1)) for view in views)

    assert one == two


def test_a_win_is_shared_by_sides_and_not_by_seats() -> None:
    apart = Worlds[Any, Any, Any, Any](None, None, first)  # type: ignore[arg-type]
    partners = apart._replace(sides={4: (0, 1, 0, 1)})
    result = Result(tuple(Standing(0, place) for place in (1, 3, 1, 3)))

    assert [apart.share(result, Seat(seat)) for seat in range(4)] == [0.5, 0, 0.5, 0]
    assert [partners.share(result, Seat(seat)) for seat in range(4)] == [1, 0, 1, 0]
