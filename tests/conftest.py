"""What every test can ask for."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from asyncio import events
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.installed import install_examples
from tests.nodes.real import Postgres

_site = Path(tempfile.mkdtemp(prefix="pandemonium-site-"))
atexit.register(shutil.rmtree, _site, ignore_errors=True)
install_examples(_site)  # Before any test asks what stands on the shelf.

# Hypothesis thinks of the same every time, and takes as long as the machine needs; in the long run it thinks of
# something new each time, and of more.
NO_HURRY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("the same", NO_HURRY, derandomize=True, max_examples=150)
settings.register_profile("long", NO_HURRY, derandomize=False, max_examples=5_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="play 10,000 matches a game and table instead of 300")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "the same")


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


@pytest.fixture(autouse=True)
def a_loop_of_its_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright leaves its own loop running in the process that it was started in, and no other may start there. Tests
    that need no browser know nothing of it, whatever ran before them."""
    if "browser" in request.path.parts:
        yield
        return
    of_the_browser = events._get_running_loop()
    events._set_running_loop(None)
    yield
    events._set_running_loop(of_the_browser)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real one, for all tests that need it."""
    with Postgres() as postgres:
        yield postgres
