"""A real house, a real browser: what every browser test stands on."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import pandemonium
import scripts.node  # noqa: F401  Playwright gets our Node.
from tests.browser.people import name_of
from tests.installed import places

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "web" / "dist"
PATIENCE = 60_000
"""In ms: nobody waits for so long, unless what he waits for never comes."""
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


SUSPENSE = 0.4
"""How long dice tumble, in seconds."""

# What a browser adds to the luck is not left to chance either; the names of its requests are.
SAME_SALTS = """
const honest = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = its => its.byteLength === 16 ? its.fill(6) : honest(its);
"""

# He has been told what each game is about.
NO_NEWCOMER = f"""
try {{
  localStorage.getItem('pandemonium.settings')
    ?? localStorage.setItem('pandemonium.settings', {json.dumps(json.dumps({"known": [*pandemonium.shelf()]}))});
}} catch {{}}
"""

expect.set_options(timeout=PATIENCE)


class House:
    """The rehearsed house as a process that can be stopped, killed and started again."""

    def __init__(self, data: Path, suspense: float, *, others: bool, clock: str) -> None:
        self.data = data
        self.suspense = suspense
        self.clock = clock
        self.others = others
        """Whether other people's boxes stand on its shelf too."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.server.rehearsed_house", str(self.port), str(self.data), str(PAGE)]
        left_out = [] if self.others else places()
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path and path not in left_out),
        }
        self.process = subprocess.Popen(
            [*command, str(self.suspense), self.clock],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            cwd=ROOT,
            text=True,
        )
        assert self._says() == "open\n", "the house did not open"

    def moves_on(self, seconds: float) -> None:
        """Its clock."""
        assert self.process is not None
        assert self.process.stdin is not None
        print(seconds, file=self.process.stdin, flush=True)
        assert self._says() == "moved on\n"

    def _says(self) -> str:
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def stop(self) -> None:
        if self.process is not None:
            self.process.communicate()  # It closes when nobody writes to it any more.


def opened(folder: Path, suspense: float, *, others: bool = True, clock: str = "runs") -> Iterator[House]:
    assert (PAGE / "index.html").exists(), "the page is not built: run ./pandemonium test"
    house = House(folder, suspense, others=others, clock=clock)
    house.start()
    yield house
    house.stop()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    yield from opened(tmp_path_factory.mktemp("house"), SUSPENSE)


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose clock stands until the test moves it on: no bot is faster than a page on a busy machine."""
    yield from opened(tmp_path_factory.mktemp("still"), SUSPENSE, clock="stands")


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    chromium = os.environ.get("PANDEMONIUM_CHROMIUM") or shutil.which("chromium")
    return {"executable_path": chromium, "args": QUIET}


Guest = Callable[..., Page]


@pytest.fixture
def guest(browser: Browser, house: House) -> Iterator[Guest]:
    """Somebody who opens the page in a browser of his own; what goes wrong in it fails the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def comes(
        path: str = "/", *, expect_trouble: bool = False, way: str = "", newcomer: bool = False, **how: Any
    ) -> Page:
        """`way`: the address by which he comes, if it is not the house's own."""
        how.setdefault("locale", "en-GB")
        how.setdefault("reduced_motion", "reduce")
        context = browser.new_context(**how)
        context.add_init_script(SAME_SALTS)
        if not newcomer:
            context.add_init_script(NO_NEWCOMER)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if not expect_trouble:
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.goto((way or house.url) + path)
        name_of(page)  # A newcomer has been given one.
        return page

    yield comes
    for context in contexts:
        context.close()
    assert troubles == []
