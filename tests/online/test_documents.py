"""What docs/programs.md shows is run: as a program of its own, against a real house, to the end of a match."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.online.inviting import PATIENCE, Host

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs/programs.md").read_text(encoding="utf-8"), re.DOTALL)
BOT = next(example for example in EXAMPLES if example.startswith('"""bot.py"""'))
GAME = "little-devils"


def test_a_bot_that_plays_online_has_twenty_lines() -> None:
    assert len(BOT.strip().splitlines()) <= 20


def test_the_bot_of_the_document_plays_a_whole_match_online(host: Host, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT, encoding="utf-8")
    id = host.sets(GAME, "open", "random", "sensible", options={"limit": "30"})["id"]
    _, token = host.brings("Careful")

    ran = subprocess.run(
        [sys.executable, "bot.py", f"{host.url}/table/{id}"],
        cwd=tmp_path,
        env={**os.environ, "PANDEMONIUM_TOKEN": token, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("I am on seat 0.\nResult(")
    table = host.sees(id)
    assert table["state"] == "over"
    assert table["chairs"][0]["program"]


def test_what_else_the_document_shows_plays_too(host: Host) -> None:
    """Against the house's bots: nobody else comes to its table."""
    shown = next(example for example in EXAMPLES if "set_table" in example)
    program = shown.replace("https://games.example", host.url).replace("pdm_…", host.brings()[1])
    told: dict[str, object] = {}

    exec(program.replace('"open"', '"random"').replace("print(", "str("), told)

    assert told["next_seat"] is None
    seat: object = told["seat"]
    assert getattr(seat, "result", None) is not None
