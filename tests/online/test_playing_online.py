"""A program plays every box online: what it is given is what the library gives to a bot, and what it does counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from pandemonium.core.game import AnyGame
from pandemonium.games import shelf
from pandemonium.online import Refused, Turn
from tests.online.inviting import Host
from tests.server.serving import Serving

WISHES = {"suspense": (0.01, 0.02), "race_pause": 0.01, "race_look": 0.01}
ROUNDS = 3
"""So many grabs in a race, whose clock runs for everybody; all other matches are played to their end."""
THE_BELL = 30
"""So many seconds after its start a round of a race is over: nobody needs to wait for bots that take their time."""


def table_for_one(game: AnyGame) -> list[str]:
    return ["open", *[next(iter(game.bots))] * (game.seats[0] - 1)]


@pytest.mark.parametrize("game", shelf().values(), ids=shelf())
def test_a_program_plays_to_the_end_by_what_it_is_given(serving: Serving, host: Host, game: AnyGame) -> None:
    id = host.sets(game.slug, *table_for_one(game))["id"]
    bot, luck, turns = next(iter(game.bots.values())), Random(game.slug), 0

    with host.program().sit(id) as seat:
        for turn in seat.turns():
            turns += 1
            if game.race is not None and turns > ROUNDS:
                seat.resign()
            elif game.race is not None:
                seat.act(game.race.timed(luck.choice(turn.legal), 4 * game.race.fastest))
                asyncio.run(serving.moves_on(THE_BELL))
            elif (action := bot(turn.view, turn.legal, luck)) is not None:
                seat.act(action)

    assert turns
    assert any(moment["by"] == seat.number for moment in host.replays(id)["moments"])
    assert seat.table.state == "over"
    assert game.race is not None or seat.result is not None


@pytest.mark.parametrize("game", shelf().values(), ids=shelf())
def test_its_view_and_its_moves_are_those_that_the_library_gives_to_a_bot(
    serving: Serving, host: Host, game: AnyGame
) -> None:
    id = host.sets(game.slug, *table_for_one(game))["id"]
    with host.program().sit(id) as seat:
        turn: Turn = next(seat.turns())
        book = serving.house.tables[id].playing()

        assert turn.view == book.match.view(seat.number)
        assert list(turn.legal) == list(book.match.legal(seat.number))


@pytest.mark.parametrize("game", shelf().values(), ids=shelf())
def test_no_box_seats_a_program_that_was_not_asked_for(host: Host, somebody: Callable[[], Host], game: AnyGame) -> None:
    """Neither at a table of turns nor in a race."""
    program = somebody().program()
    id = host.sets(game.slug, *table_for_one(game), programs=False)["id"]

    with pytest.raises(Refused) as refused:
        program.sit(id)

    assert refused.value.key == "no-programs"
    assert host.sees(id)["chairs"][0]["kind"] == "open"


@pytest.mark.parametrize("game", shelf().values(), ids=shelf())
def test_everybody_sees_that_it_is_a_program(host: Host, somebody: Callable[[], Host], game: AnyGame) -> None:
    watcher = somebody()
    id = host.sets(game.slug, *table_for_one(game))["id"]
    with host.program("Careful").sit(id):
        for who in (host, watcher):
            chairs: Sequence[dict[str, Any]] = who.sees(id)["chairs"]
            assert [chair["program"] for chair in chairs] == [True, *[False] * (game.seats[0] - 1)]
            assert chairs[0]["name"] == "Careful"
            assert who.sees(id)["programs"]
