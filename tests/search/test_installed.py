"""Bots from packages that the host has installed: offered at tables under the names that these gave them."""

from __future__ import annotations

import pickle
from importlib.metadata import EntryPoint
from random import Random

import pytest

import pandemonium
from pandemonium.core.game import USUAL_LEVEL, AnyGame, Refusal
from pandemonium.search import installed
from pandemonium.server.api.boxes import box
from pandemonium.server.table.thinking import bot_at_table
from tests.search import minds

GAMES = list(pandemonium.shelf().values())
every_box = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def comes_with(monkeypatch: pytest.MonkeyPatch, *names: str, bot: str = "tests.search.minds:quickly") -> None:
    points = tuple(EntryPoint(name, bot, installed.GROUP) for name in names)
    monkeypatch.setattr(installed, "_points", lambda: points)


@every_box
def test_what_is_installed_is_offered_after_the_levels_of_the_box(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes_with(monkeypatch, f"{game.slug}.lodger", "another-game.stranger")

    assert box(game).levels == (*game.bots, *(["lodger"] if game.race is None else []))


@every_box
def test_no_package_takes_the_name_of_a_level_or_a_name_that_is_none(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = [*game.bots, *game.more_bots, "", "Lodger", "a/b", "mine.py:careful", "x" * 41]
    comes_with(monkeypatch, *(f"{game.slug}.{name}" for name in own))

    assert box(game).levels == tuple(game.bots)
    assert installed.level_called(game, "kobold") is game.bots["kobold"]


def test_it_moves_as_it_says_and_can_be_sent_to_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    comes_with(monkeypatch, "little-devils.lodger")
    match = pandemonium.begin("little-devils", 3, seed=1)
    (seat,) = match.to_act
    legal = match.legal(seat)

    bot = pickle.loads(pickle.dumps(installed.level_called(match.game, "lodger")))

    assert len(legal) > 1
    assert bot(match.view(seat), legal, Random(1)) == minds.quickly("", legal, Random(1))


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("tests.search.minds:warm_up", "bot-raised.*TypeError"),
        ("tests.search.minds:says_nothing", "bot-illegal"),
        ("tests.search.minds:nobody", "bot-raised.*AttributeError"),
        ("no_such_package:bot", "bot-raised.*ModuleNotFoundError"),
    ],
)
def test_what_goes_wrong_with_it_is_named(bot: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    comes_with(monkeypatch, "little-devils.lodger", bot=bot)
    match = pandemonium.begin("little-devils", 3, seed=1)
    (seat,) = match.to_act

    with pytest.raises(Refusal, match=reason):
        installed.level_called(match.game, "lodger")(match.view(seat), match.legal(seat), Random(1))


def test_a_table_outlives_the_package_of_its_bot() -> None:
    game = GAMES[0]

    with pytest.raises(Refusal, match="unknown-level"):
        installed.level_called(game, "lodger")
    assert bot_at_table(game, "lodger") is game.bots[USUAL_LEVEL]
