"""Golden transcripts: matches that were once played go on meaning what they meant."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest

import pandemonium
from pandemonium.cli.on_paper import result_lines
from pandemonium.core.bots import played
from pandemonium.core.game import NATURE
from pandemonium.core.match import first_untrue
from pandemonium.core.options import write_options
from pandemonium.games import folder

PAPERS = sorted(
    [
        *(Path(__file__).parent / "playthroughs").glob("*.paper"),
        *(paper for game in pandemonium.shelf().values() for paper in (folder(game) / "tests").glob("*.paper")),
    ]
)
"""Ours, and those that other people's boxes bring."""


@pytest.fixture(params=PAPERS, ids=[paper.stem for paper in PAPERS])
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param.read_text(encoding="utf-8"))


def test_a_golden_match_ends_as_it_ended(paper: str) -> None:
    ended = [line.removeprefix("# ") for line in paper.splitlines() if line.startswith("# result")]

    assert ended
    assert result_lines(pandemonium.read(paper).result) == ended


def test_a_golden_match_is_written_as_it_was_written(paper: str) -> None:
    moves = "".join(line for line in paper.splitlines(keepends=True) if not line.startswith("#"))

    assert pandemonium.read(paper).text() == moves


def test_the_luck_of_a_golden_match_still_comes_from_its_seed(paper: str) -> None:
    assert first_untrue(pandemonium.read(paper)) is None


def test_the_same_seed_still_gives_the_same_first_luck(paper: str) -> None:
    match = pandemonium.read(paper)
    assert match.chance is not None
    again = played(match.game, match.seats, dict(write_options(match.options)), ["random"], match.chance.seed)
    first = list(takewhile(lambda move: move.by == NATURE, match.moves))

    assert again.moves[: len(first)] == first


def test_every_game_has_a_golden_match() -> None:
    assert {pandemonium.read(paper.read_text(encoding="utf-8")).game.slug for paper in PAPERS} == set(
        pandemonium.shelf()
    )
