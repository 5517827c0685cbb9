"""Other people's boxes: a package says by an entry point that it has one, and what is wrong with one stays its own."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import pandemonium
from pandemonium.core.game import AnyGame
from pandemonium.games import folder, is_ours, shelf
from pandemonium.server.boards import has_board
from tests.installed import EXAMPLES, install

OTHERS = [game for game in pandemonium.shelf().values() if not is_ours(game)]
SHOWN = {project.name for project in EXAMPLES}


def site(place: Path, name: str, code: str) -> None:
    """A package with this code in it is installed there, and says that it has a box of this name."""
    project = place / "project"
    project.mkdir(parents=True)
    says = f'[project.entry-points."pandemonium.games"]\n{name} = "{place.name}:GAME"\n'
    (project / "pyproject.toml").write_text(f'[project]\nname = "{place.name}"\nversion = "1"\n{says}')
    (project / f"{place.name}.py").write_text(code)
    install(place / "site", project)


def test_every_example_stands_on_the_shelf_behind_our_own_boxes() -> None:
    """And so does whatever else was installed here."""
    assert {game.slug for game in OTHERS} >= SHOWN
    assert list(pandemonium.shelf().values())[-len(OTHERS) :] == OTHERS


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.slug)
def test_what_is_in_such_a_box_lies_in_its_own_package(game: AnyGame) -> None:
    assert has_board(game) or game.slug not in SHOWN, "an example has everything"
    assert (folder(game) / "rules.py").is_file()
    assert "src" not in folder(game).parts


@pytest.mark.parametrize(
    ("name", "code", "why"),
    [
        ("burst", "raise OSError('no disk')", "OSError: no disk"),
        ("missing", "", "has no attribute 'GAME'"),
        ("no-game", "GAME = 3", "this is no Game"),
        ("Bad_Name", "GAME = 3", "a slug is small letters"),
        ("little-devils", "GAME = 3", "there is a box of this name already"),
        ("alias", "from pandemonium.games.little_devils import GAME", "the box calls itself little-devils"),
    ],
)
def test_a_box_that_cannot_be_opened_stays_closed_and_the_others_stand(
    name: str, code: str, why: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    patch, log = pytest.MonkeyPatch(), request.getfixturevalue("caplog")
    place = tmp_path / f"box_{name.lower().replace('-', '_')}"
    site(place, name, code)

    with patch.context() as here, log.at_level(logging.WARNING):
        here.syspath_prepend(str(place / "site"))
        here.syspath_prepend(str(place / "project"))
        standing = shelf.__wrapped__()

    assert standing == pandemonium.shelf()
    assert [why in record.getMessage() for record in log.records] == [True]
