"""What docs/fairness.md says of the games' luck is what they say themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import pandemonium
from pandemonium.core.game import NATURE, AnyGame

PAGE = (Path(__file__).parent.parent / "docs" / "fairness.md").read_text(encoding="utf-8")


def luck_of(game: AnyGame) -> Any:
    return json.loads(files(game.package).joinpath("luck.json").read_text(encoding="utf-8"))


def forms(form: Any) -> Iterator[str]:
    """The forms that make a word, by the key that each begins with."""
    if isinstance(form, dict):
        name = next(iter(form))
        yield name
        if name in ("same", "option"):
            for inner in form.values():
                for each in inner if isinstance(inner, list) else [inner]:
                    yield from forms(each)


def test_the_examples_on_the_page_are_the_data_of_their_games() -> None:
    examples = re.findall(r"\*\*([^*\n]+)\*\* \(`([\w-]+)`\)\n\n```json\n(.*?)```", PAGE, re.DOTALL)

    assert len(examples) == PAGE.count("```json\n") > 0
    for title, slug, data in examples:
        game = pandemonium.shelf()[slug]
        assert (title, json.loads(data)) == (game.title, luck_of(game))


@pytest.mark.parametrize("game", pandemonium.shelf().values(), ids=pandemonium.shelf())
def test_the_page_explains_every_form_that_a_game_uses(game: AnyGame) -> None:
    explained = set(re.findall(r'^\| `\{"([\w-]+)":', PAGE, re.MULTILINE))

    assert {name for draw in luck_of(game)["draws"].values() for form in draw for name in forms(form)} <= explained


@pytest.mark.parametrize("game", pandemonium.shelf().values(), ids=pandemonium.shelf())
def test_everything_that_nature_does_is_in_the_data(game: AnyGame) -> None:
    verbs = set()
    for seed in range(5):
        match = pandemonium.begin(game, seed=seed)
        for _ in range(60):
            if match.result is None and match.to_act:
                match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        match.wait()
        verbs |= {game.notation.write(move.what).split()[0] for move in match.moves if move.by == NATURE}

    assert verbs <= set(luck_of(game)["draws"])


@pytest.mark.parametrize("game", pandemonium.shelf().values(), ids=pandemonium.shelf())
def test_the_data_of_a_race_says_that_it_is_one(game: AnyGame) -> None:
    """Then receipts are asked for: between those who are equally fast the house draws lots."""
    assert luck_of(game).get("race", False) == (game.race is not None)
