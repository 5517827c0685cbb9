"""What docs/fairness.md says of the games' luck is what they say themselves."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

import pandemonium
from pandemonium.core.game import NATURE, AnyGame

PAGE = (Path(__file__).parent.parent / "docs" / "fairness.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", pandemonium.shelf().values(), ids=pandemonium.shelf())
def test_the_page_has_the_data_of_every_game(game: AnyGame) -> None:
    said = re.search(rf"\*\*{re.escape(game.title)}\*\* \(`{game.slug}`\)\n\n```json\n(.*?)```", PAGE, re.DOTALL)

    assert said is not None
    assert json.loads(said[1]) == json.loads(files(game.package).joinpath("luck.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", pandemonium.shelf().values(), ids=pandemonium.shelf())
def test_everything_that_nature_does_is_in_the_data(game: AnyGame) -> None:
    data = json.loads(files(game.package).joinpath("luck.json").read_text(encoding="utf-8"))
    verbs = set()
    for seed in range(5):
        match = pandemonium.begin(game, seed=seed)
        for _ in range(60):
            if match.result is None and match.to_act:
                match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        match.wait()
        verbs |= {game.notation.write(move.what).split()[0] for move in match.moves if move.by == NATURE}

    assert verbs <= set(data["draws"])
