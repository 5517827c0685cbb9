"""The house on one page says what is true: what it names is there, and every room of the server is on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
PAGE = (HOUSE / "ARCHITECTURE.md").read_text()
NAMED = sorted(set(re.findall(r"[\w./-]+\.(?:svelte\.ts|py|ts|svelte|css|md)\b", PAGE)))
KEPT = [HOUSE / place for place in ("src", "web", "tests", "scripts", "docs", "drills", "examples")]
"""Where our own files are."""


@pytest.mark.parametrize("name", NAMED)
def test_what_the_page_names_is_there(name: str) -> None:
    assert (HOUSE / name).is_file() or any(next(place.rglob(f"**/{name}"), None) for place in KEPT)


def test_every_room_of_the_server_is_on_the_page() -> None:
    files = [*(HOUSE / "src/pandemonium/server").rglob("*.py")]
    missing = sorted(file.name for file in files if "__" not in file.name and file.name not in PAGE)

    assert missing == []
