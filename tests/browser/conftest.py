"""A real house, a real browser: what every browser test stands on."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import scripts.node  # noqa: F401  Playwright gets our Node.

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "web" / "dist"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class House:
    """The server of the house as a process that can be stopped, killed and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "pandemonium.server", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(
            [*command, "--bot-pause", "0", "--grace", "1", "--page", str(PAGE)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(200):
            try:
                with urllib.request.urlopen(self.url + "/healthz", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the house did not open")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    assert (PAGE / "index.html").exists(), "the page is not built: run ./pandemonium test"
    house = House(tmp_path_factory.mktemp("house"))
    house.start()
    yield house
    house.stop()


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

    def comes(path: str = "/", *, expect_trouble: bool = False, way: str = "", **how: Any) -> Page:
        """`way`: the address by which he comes, if it is not the house's own."""
        how.setdefault("locale", "en-GB")
        how.setdefault("reduced_motion", "reduce")
        context = browser.new_context(**how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        if not expect_trouble:
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.goto((way or house.url) + path)
        expect(page.locator("header .who").first).not_to_have_text("…")  # A newcomer has been given his name.
        return page

    yield comes
    for context in contexts:
        context.close()
    assert troubles == []
