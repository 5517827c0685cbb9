"""What the documents show passes `mypy --strict`, and a bot that answers for nature does not."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import pandemonium
from pandemonium.core.game import AnyGame
from pandemonium.games import folder

ROOT = Path(__file__).parent.parent
SHOWN = ("README.md", "docs/add-a-game.md", "docs/doors.md", "docs/programs.md")
RIGHT = """
import pandemonium
from mine import careful
from pandemonium.games.little_devils import GAME
from pandemonium.games.little_devils.rules import Play
from pandemonium.games.little_devils.sight import View

bot: pandemonium.Bot[View, Play] = careful
match = pandemonium.begin(GAME, seats=4, seed=1)
seat = match.to_act[0]
match.play(seat, careful(match.view(seat), match.legal(seat), Random(1)))
"""
WRONG = """
from pandemonium.games.little_devils import GAME
from pandemonium.games.little_devils.rules import Dealer, Play
from pandemonium.games.little_devils.sight import View


def cheats(view: View, legal: Sequence[Play], luck: Random) -> Dealer:
    return Dealer(pandemonium.Seat(0))


bot: pandemonium.Bot[View, Play] = cheats  # WRONG
pandemonium.begin(GAME).play(pandemonium.Seat(0), 22)  # WRONG
"""
HEAD = "from collections.abc import Sequence\nfrom random import Random\nimport pandemonium\n"


def wire_of(game: AnyGame) -> Path:
    return folder(game) / "web" / "wire.ts"


@pytest.mark.parametrize(
    "game", [game for game in pandemonium.shelf().values() if wire_of(game).exists()], ids=lambda game: game.slug
)
def test_on_the_page_too_nobody_plays_for_nature(game: AnyGame) -> None:
    wire = wire_of(game).read_text("utf-8")
    action, event = (
        set(re.findall(r"\w+", found[1]))
        if (found := re.search(rf"^export type {name} = (.*);$", wire, re.MULTILINE))
        else set()
        for name in ("Action", "Event")
    )

    assert action == {its.__name__ for its in get_args(game.action) or (game.action,)}
    assert event == {its.__name__ for its in get_args(game.event) or (game.event,)}


def test_what_the_documents_show_is_typed(tmp_path: Path) -> None:
    programs = {"right": HEAD + RIGHT, "wrong": HEAD + WRONG}
    for document in SHOWN:
        examples = re.findall(r"```python\n(.*?)```", (ROOT / document).read_text("utf-8"), re.DOTALL)
        for number, example in enumerate(examples):
            titled = re.match(r'"""(\w+).py"""', example)
            programs[titled[1] if titled else f"{Path(document).stem.replace('-', '_')}_{number}"] = example
    for name, program in programs.items():
        (tmp_path / f"{name}.py").write_text(program, encoding="utf-8")

    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml")]
    said = subprocess.run(
        [*mypy, "--no-error-summary", "--hide-error-context", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )

    complaints = {
        (Path(file).stem, int(line)) for file, line in re.findall(r"^(.*?):(\d+): error", said.stdout, re.MULTILINE)
    }
    wrong = [number for number, line in enumerate(programs["wrong"].splitlines(), start=1) if "# WRONG" in line]
    assert len(programs) >= 4
    assert complaints == {("wrong", line) for line in wrong}, said.stdout + said.stderr
