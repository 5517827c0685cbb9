"""What a moment looks like that was written out for many eyes at once."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from pandemonium import laws
from pandemonium.core.game import AnyGame
from pandemonium.games import shelf
from pandemonium.server.table.logbook import Logbook
from pandemonium.server.table.seen import Telling


@pytest.mark.parametrize("game", shelf().values(), ids=shelf())
def test_a_moment_is_the_same_whether_one_looks_or_many(game: AnyGame) -> None:
    *_, match = laws.play_at_random(game, game.seats[-1], Random(game.slug))
    book = Logbook(match)
    book.write_down(0)
    for step in book.steps_after(0)[-30:]:
        together = Telling(game, step, many=True)
        for eyes in laws.all_eyes(match.seats):
            alone = msgspec.json.decode(Telling(game, step).moment(eyes))

            assert msgspec.json.decode(together.moment(eyes)) == alone
            assert alone["view"] == msgspec.json.decode(msgspec.json.encode(game.sight.view(step.after, eyes)))
