"""Bots that think, at a terminal: nobody waits until they are awake, and a line says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

from pandemonium.cli import waking
from pandemonium.cli.waking import Waking
from pandemonium.core.evaluation import Budget, Evaluation, NotYet, Worth
from pandemonium.core.game import AnyGame, Seat
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games import shelf
from pandemonium.search.thinker import Thinker
from pandemonium.search.worker import Failed

SEAT = Seat(0)
GAME = next(game for game in shelf().values() if game.warm_up is not None)


def prefers_the_last(view: object, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    return Evaluation("letters", tuple(Worth(its, 0.0, 0.0, 0) for its in reversed(legal)), 0)


def works_it_out(*_: object) -> NoReturn:
    raise NotYet(0.4)


def first(view: object, legal: Sequence[str], luck: Random) -> str:  # noqa: ARG001
    return legal[0]


def at_table(game: AnyGame, evaluate: Any = prefers_the_last, language: str = "en") -> Waking:
    return Waking(game, {SEAT: Thinker(evaluate, Budget(), meanwhile=first)}, Words(language, game))


def answer(table: Waking) -> Any:
    return table.bots[SEAT](None, ["one", "two"], Random(1))


class SameProcess:
    """A process that is none, and does at once what it is asked."""

    @classmethod
    async def started(cls) -> SameProcess:
        return cls()

    async def does(self, work: Callable[[], None], within: float) -> None:  # noqa: ARG002
        try:
            work()
        except ImportError as error:
            raise Failed from error

    async def end(self) -> None: ...


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_sleeps_answers_without_a_thought_and_a_line_says_so(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waking, "A_MOMENT", 0.0)
    table = at_table(GAME, language=language)

    assert answer(table) == "one"
    assert table.says == Words(language, GAME)("table.waking-up")


def test_whoever_is_awake_thinks_and_the_line_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waking, "Worker", SameProcess)
    woken = list[str]()
    table = at_table(replace(GAME, warm_up=lambda: woken.append("once")))
    table.begin()
    table.wait()

    assert answer(table) == "two"
    assert table.says == ""
    assert woken == ["once", "once"], "where it is compiled, and where it is used"


def test_a_game_that_cannot_wake_up_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_compiler() -> NoReturn:
        raise ImportError("no compiler")

    monkeypatch.setattr(waking, "Worker", SameProcess)
    table = at_table(replace(GAME, warm_up=no_compiler))
    table.begin()
    table.wait()

    assert answer(table) == "two"


def test_whoever_has_to_work_something_out_first_says_how_far_he_is() -> None:
    table = at_table(replace(GAME, warm_up=None), works_it_out)

    assert answer(table) == "one"
    assert "40" in table.says
