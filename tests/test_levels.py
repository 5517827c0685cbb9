"""How good bots are: the same names in every box, weakest first, each with a sentence of its own."""

from __future__ import annotations

import pytest

import pandemonium
from pandemonium.core.bots import bot_of
from pandemonium.core.game import USUAL_LEVEL, AnyGame
from pandemonium.core.words import LANGUAGES, Words

BOXES = list(pandemonium.shelf().values())
LEVELS = ["kobold", "tempter", "fiend", "archdevil"]
each_box = pytest.mark.parametrize("game", BOXES, ids=lambda game: game.slug)


@each_box
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_and_a_sentence(game: AnyGame, language: str) -> None:
    words = Words(language, game)

    assert [level for level in (*game.bots, *game.more_bots) if f"level.{level}" not in words] == []
    assert [level for level in game.bots if not str(words.catalogue.get(f"level.{level}.hint", "")).endswith(".")] == []


@each_box
def test_there_are_at_least_four_levels_weakest_first(game: AnyGame) -> None:
    assert [level for level in game.bots if level in LEVELS] == LEVELS


@each_box
def test_whoever_does_not_choose_meets_the_usual_bots(game: AnyGame) -> None:
    assert USUAL_LEVEL in game.bots


@each_box
@pytest.mark.parametrize("level", ["random", "sensible"])
def test_the_levels_of_old_tables_still_play(game: AnyGame, level: str) -> None:
    assert callable(bot_of(game, level))
