"""What a program adds to the luck of a table that gathers, and when it begins anew."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, cast

import pytest
from msgspec.structs import replace

import pandemonium
from pandemonium.online.line import Line
from pandemonium.online.seat import Seat
from pandemonium.server.wire.messages import FromHouse, FromPage, Pledge, Salt, TableNews
from pandemonium.server.wire.table import Chair, Table

GATHERING = Table(
    id="t",
    game=next(iter(pandemonium.shelf())),
    seats=3,
    options={},
    chairs=(),
    state="gathering",
    public=False,
    one_screen=False,
    hints=False,
    programs=True,
    clock=None,
    host=False,
    watchers=0,
    commitment="c",
    sealed=False,
    made=0,
    moves=0,
)
ALONE = ("person", "bot", "bot")
AMONG_OTHERS = ("person", "person", "bot")


class Script:
    """A line on which the house says what it likes: pledges are taken, sealed and opened again as the test wants it."""

    def __init__(self, kinds: Sequence[Any], *steps: dict[str, Any]) -> None:
        self.kinds = kinds
        self.steps = [*steps, {"state": "over"}]
        self.said: list[FromPage] = []
        self.version = 0

    def hear(self) -> FromHouse:
        step = self.steps.pop(0)
        last = self.said[-1] if self.said else None
        pledge = last.pledge if isinstance(last, Pledge) and step.get("sealed") else ""
        chairs = tuple(Chair(kind, yours=seat == 0) for seat, kind in enumerate(self.kinds))
        return TableNews(replace(GATHERING, chairs=(replace(chairs[0], pledge=pledge), *chairs[1:]), **step))

    def say(self, message: FromPage) -> None:
        self.said.append(message)

    def new_id(self) -> str:
        return str(len(self.said))


def adds(kinds: Sequence[str], *steps: dict[str, Any]) -> list[FromPage]:
    """What the program says."""
    script = Script(kinds, *steps)
    assert list(Seat(cast("Line", script), None).turns()) == []
    return script.said


def pledge_of(said: FromPage) -> str:
    assert isinstance(said, Pledge | Salt)
    return said.pledge if isinstance(said, Pledge) else sha256(bytes.fromhex(said.salt)).hexdigest()


def test_a_program_pledges_and_shows_what_it_pledged() -> None:
    pledged, shown = adds(ALONE, {}, {"sealed": True})

    assert isinstance(shown, Salt)
    assert pledge_of(shown) == pledge_of(pledged)


def test_for_another_seed_it_draws_another_salt() -> None:
    pledged, _, again = adds(ALONE, {}, {"sealed": True}, {"commitment": "d"})

    assert pledge_of(again) != pledge_of(pledged)


def test_alone_it_pledges_the_same_again_for_the_same_seed() -> None:
    """The house could choose by asking twice, if it got two salts."""
    pledged, _, again = adds(ALONE, {}, {"sealed": True}, {})

    assert pledge_of(again) == pledge_of(pledged)


def test_among_others_it_draws_another_salt_when_pledges_are_opened_again() -> None:
    """Theirs could be fitted to the one that was shown."""
    pledged, _, again = adds(AMONG_OTHERS, {}, {"sealed": True}, {})

    assert pledge_of(again) != pledge_of(pledged)


@pytest.mark.parametrize(("kinds", "made"), [(ALONE, 1), (AMONG_OTHERS, 2)], ids=["alone", "among others"])
def test_it_keeps_the_table_to_which_it_first_showed_a_salt(kinds: Sequence[str], made: int) -> None:
    """A list of pledges that comes later could have been fitted to what was shown."""
    seat = Seat(cast("Line", Script(kinds, {}, {"sealed": True, "made": 1}, {}, {"sealed": True, "made": 2})), None)

    assert list(seat.turns()) == []
    assert seat.sealed is not None
    assert seat.sealed.made == made
