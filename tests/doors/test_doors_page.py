"""What docs/doors.md says is true: its examples run, and its tables are the rows that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pandemonium.core.game import AnyGame, Seat
from pandemonium.doors.steps import Steps
from tests.doors.tables import at_every_table

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "doors.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=["pettingzoo", "openspiel", "a bot of ours at openspiel"])
def test_the_examples_run(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, "docs/doors.md", "exec"), {})

    assert capsys.readouterr().out


@at_every_table
def test_the_tables_name_every_row_in_its_order_and_length(game: AnyGame, seats: int) -> None:
    section = PAGE.partition(f"### {game.title}\n")[2].partition("###")[0]
    written = re.findall(r"^\| `([\w-]+)` \| ([^|]+) \|", section, re.MULTILINE)
    sides = len(set(game.sides.get(seats, range(seats))))
    lengths = {name: eval(text.replace("×", "*"), {"seats": seats, "sides": sides}) for name, text in written}
    steps = Steps(game, seats)

    assert lengths == {name: len(row) for name, row in steps.rows(Seat(0)).items()}
    assert f"\n{len(steps.actions)} actions:" in section
