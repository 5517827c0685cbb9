"""scripts/chromium finds or installs a browser, and says nothing on standard output but where it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

GOOD = "print('Chromium 666.0')"
BROKEN = "raise SystemExit('error while loading shared libraries: libnss3.so')"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="its fakes are scripts")


class Machine:
    """A machine on which nothing is installed but what a test puts there."""

    def __init__(self, folder: Path, *, root: bool) -> None:
        self.bin = folder / "bin"
        self.own = folder / "playwrights-own"
        python = folder / "python"
        (python / "playwright").mkdir(parents=True)
        self.bin.mkdir()
        self.environment = {"PATH": str(self.bin), "PYTHONPATH": str(python), "HOME": str(folder)}
        (python / "sitecustomize.py").write_text(f"import os; os.geteuid = lambda: {0 if root else 1000}\n")
        (python / "playwright" / "__init__.py").touch()
        (python / "playwright" / "sync_api.py").write_text(
            "from contextlib import contextmanager\n"
            "from types import SimpleNamespace as its\n"
            "class Error(Exception): pass\n"
            f"sync_playwright = contextmanager(lambda: iter([its(chromium=its(executable_path={str(self.own)!r}))]))\n"
        )
        self.playwright = python / "playwright" / "__main__.py"
        self.playwright.write_text("print('Downloading … 0 %'); raise SystemExit('ENOTFOUND')")

    def puts(self, path: Path, program: str) -> Path:
        path.write_text(f"#!{sys.executable}\n{program}\n")
        path.chmod(0o755)
        return path

    def installer(self, puts: Path, program: str = GOOD) -> str:
        """A program that says a lot on standard output, and leaves another program somewhere."""
        made = f"#!{sys.executable}\n{program}\n"
        return (
            "import pathlib, sys; print('Selecting previously unselected package')\n"
            f"pathlib.Path({str(self.bin / 'log')!r}).write_text(' '.join(sys.argv))\n"
            f"if 'install' in sys.argv: it = pathlib.Path({str(puts)!r}); it.write_text({made!r}); it.chmod(0o755)"
        )

    def asked(self, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / "scripts" / "chromium")]
        told = {**self.environment, **environment}
        return subprocess.run(command, env=told, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def roots(tmp_path: Path) -> Machine:
    return Machine(tmp_path, root=True)


@pytest.fixture
def users(tmp_path: Path) -> Machine:
    return Machine(tmp_path, root=False)


def test_one_that_is_there_is_taken_and_nothing_installed(roots: Machine) -> None:
    roots.puts(roots.bin / "apt-get", roots.installer(roots.bin / "chromium"))
    chromium = roots.puts(roots.bin / "google-chrome", GOOD)

    asked = roots.asked()

    assert (asked.returncode, asked.stdout, asked.stderr) == (0, f"{chromium}\n", "")


def test_debians_is_installed_and_only_its_path_is_said(roots: Machine) -> None:
    roots.puts(roots.bin / "apt-get", roots.installer(roots.bin / "chromium"))

    asked = roots.asked()

    assert (asked.returncode, asked.stdout) == (0, f"{roots.bin / 'chromium'}\n")
    assert len(asked.stderr.splitlines()) == 1, "nobody wants to read what an installer says that succeeds"
    assert "fonts-" in (roots.bin / "log").read_text(), "a bare machine has none"


def test_playwrights_is_downloaded_and_only_its_path_is_said(users: Machine) -> None:
    users.puts(users.bin / "apt-get", "raise SystemExit('not for you')")
    users.playwright.write_text(users.installer(users.own))

    asked = users.asked()

    assert (asked.returncode, asked.stdout) == (0, f"{users.own}\n")
    assert "not for you" not in asked.stderr


def test_one_that_does_not_start_is_passed_over(users: Machine) -> None:
    users.puts(users.bin / "chromium", BROKEN)
    users.puts(users.own, GOOD)

    asked = users.asked()

    assert (asked.returncode, asked.stdout) == (0, f"{users.own}\n")
    assert "libnss3.so" in asked.stderr


def test_the_one_that_was_chosen_is_the_only_one(users: Machine) -> None:
    users.puts(users.bin / "chromium", GOOD)
    chosen = users.puts(users.bin / "mine", BROKEN)

    asked = users.asked(PANDEMONIUM_CHROMIUM=str(chosen))

    assert (asked.returncode, asked.stdout) == (2, "")
    assert f"{chosen} does not start" in asked.stderr


@pytest.mark.parametrize("program", ["raise SystemExit(100)", "print('done')"], ids=["fails", "brings nothing"])
def test_where_none_can_be_had_it_says_what_to_do(roots: Machine, program: str) -> None:
    roots.puts(roots.bin / "apt-get", program)

    asked = roots.asked()

    assert "ENOTFOUND" in asked.stderr, "what an installer says that fails is told"

    assert (asked.returncode, asked.stdout) == (2, "")
    assert "apt-get install chromium" in asked.stderr
    assert "PANDEMONIUM_CHROMIUM" in asked.stderr
    assert "Traceback" not in asked.stderr


def test_a_download_that_leads_nowhere_is_given_up(users: Machine, tmp_path: Path) -> None:
    """With everything that it has started, and long before the time for a slow network is over."""
    users.playwright.write_text(
        "import os, subprocess, sys\n"
        "assert 0 < int(os.environ['PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT']) < 30_000\n"
        f"child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(tmp_path / 'child')!r}, 'w').write(str(child.pid))\n"
        "child.wait()\n"
    )
    code = (
        "import runpy, sys; its = runpy.run_path(sys.argv[1]);"
        "its['LONGEST']['download'] = int(sys.argv[2]); sys.exit(its['main']())"
    )
    child = tmp_path / "child"
    for seconds in (2, 10, 60):  # On a busy machine it may take a while until anything is started at all.
        asked = subprocess.run(
            [sys.executable, "-c", code, str(ROOT / "scripts" / "chromium"), str(seconds)],
            env={**users.environment, "PYTHONPATH": f"{users.environment['PYTHONPATH']}{os.pathsep}{ROOT / 'scripts'}"},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

        assert asked.returncode == 2
        assert f"took longer than {seconds} s" in asked.stderr
        if child.exists() and child.read_text():
            break
    assert not _runs(int(child.read_text()))


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().split()[2] == "Z")
