"""The house on one page says what is true: what it names is there, and every room of the server is on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pandemonium.cli import main

HOUSE = Path(__file__).parent.parent
PAGE = (HOUSE / "ARCHITECTURE.md").read_text()
NAMED = sorted(set(re.findall(r"[\w./-]+\.(?:svelte\.ts|py|ts|svelte|css|md)\b", PAGE)))
KEPT = [HOUSE / place for place in ("src", "web", "tests", "scripts", "docs", "drills", "examples")]
"""Where our own files are."""


@pytest.mark.parametrize("name", NAMED)
def test_what_the_page_names_is_there(name: str) -> None:
    assert (HOUSE / name).is_file() or any(next(place.rglob(f"**/{name}"), None) for place in KEPT)


ROOMS = ("core", "search", "doors", "arena", "storage", "server", "online")
"""Those of which the page names every file."""


@pytest.mark.parametrize("room", ROOMS)
def test_every_file_of_these_rooms_is_on_the_page(room: str) -> None:
    files = (HOUSE / "src/pandemonium" / room).rglob("*.py")

    assert [file.name for file in files if "__" not in file.name and not _names(file.name)] == []


@pytest.mark.parametrize("folder", ["scripts", "hosting", "benchmarks", "drills", "docs", "examples", "web", "tests"])
def test_every_folder_is_on_the_page(folder: str) -> None:
    assert _names(f"{folder}/")


def test_every_script_is_on_the_page() -> None:
    scripts = (HOUSE / "scripts").iterdir()

    assert [file.name for file in scripts if file.is_file() and not _names(file.name)] == []


def test_every_command_is_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help", "--lang", "en"])
    commands = re.findall(r"^    ([a-z-]+) ", capsys.readouterr().out, re.MULTILINE)

    assert len(commands) > 10
    assert [command for command in commands if not _names(command)] == []


def _names(word: str) -> bool:
    """Whether the page does, and not only another whose name ends so, or begins so."""
    return re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-])", PAGE) is not None
