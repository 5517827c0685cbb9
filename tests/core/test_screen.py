"""What a game shows in a terminal is looked at when it is asked for, and not when it is missing."""

from __future__ import annotations

import pytest

from pandemonium import shelf
from pandemonium.core.game import AnyGame
from pandemonium.core.screen import race_screen_of, screen_of

GAMES = list(shelf().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_box_has_a_screen_and_whoever_races_has_keys(game: AnyGame) -> None:
    assert screen_of(game)
    if game.race is None:
        with pytest.raises(TypeError, match=f"{game.package}.terminal has no keys"):
            race_screen_of(game)
    else:
        assert race_screen_of(game)


def test_a_terminal_that_draws_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    terminal = screen_of(game)
    monkeypatch.delattr(terminal, "answers")
    monkeypatch.setattr(terminal, "draw", None)

    with pytest.raises(TypeError, match="has no draw and no answers"):
        screen_of(game)
