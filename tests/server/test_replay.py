"""A match afterwards: where its rounds begin."""

from __future__ import annotations

from pathlib import Path

import pytest

import pandemonium
from pandemonium.server.table.logbook import Logbook
from pandemonium.server.table.replay import rounds_of

PAPERS = sorted((Path(__file__).parent.parent / "playthroughs").glob("*.paper"))


@pytest.mark.parametrize("paper", PAPERS, ids=lambda file: str(file.stem))
def test_a_round_begins_with_the_first_move_that_is_made_in_it(paper: Path) -> None:
    match = pandemonium.read(paper.read_text(encoding="utf-8"))
    book = Logbook(match)
    book.write_down(0)
    steps, score = book.steps_after(0), match.game.round_score

    rounds = rounds_of(match.game, steps)

    lines = [] if score is None else [score(step.before, step.after) for step in steps[1:]]
    assert rounds[0] == 1
    assert len(rounds) == max(1, sum(line is not None for line in lines))
    assert all(lines[place - 2] is not None for place in rounds[1:])
