"""What every test can ask for."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="play 10,000 matches a game and table instead of 300")


@pytest.fixture(scope="session")
def matches(request: pytest.FixtureRequest) -> int:
    """How many whole random matches to play per game and number of seats."""
    return 10_000 if request.config.getoption("--long") else 300


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own, so that no test touches the user's matches."""
    monkeypatch.setenv("PANDEMONIUM_HOME", str(tmp_path))
    monkeypatch.setenv("PANDEMONIUM_LANG", "en")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path
