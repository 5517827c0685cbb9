"""The one command sets up what is missing, and says what is wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def launcher() -> ModuleType:
    loader = SourceFileLoader("launcher", str(ROOT / "pandemonium"))
    spec = spec_from_loader("launcher", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of what the launcher needs, with no environment yet."""
    for name in ("pandemonium", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_a_python_that_is_too_old_is_told_which_one_is_needed(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launcher, "OLDEST", (3, 99))
    monkeypatch.setattr(launcher.shutil, "which", lambda _: None)
    monkeypatch.setenv("PANDEMONIUM_LANG", "en")

    with pytest.raises(SystemExit) as left:
        launcher.main()

    assert left.value.code == 2
    assert "needs Python 3.99" in capsys.readouterr().err


def test_the_launcher_needs_nothing_but_the_standard_library() -> None:
    text = (ROOT / "pandemonium").read_text(encoding="utf-8")
    imported = {line.split()[1] for line in text.splitlines() if line.strip().startswith("import ")}

    assert imported <= set(sys.stdlib_module_names)


def test_a_registry_that_cannot_be_reached_is_named_as_the_trouble(house: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_RETRIES": "0",
        "PIP_NO_CACHE_DIR": "1",
        "PANDEMONIUM_LANG": "en",
    }

    tried = subprocess.run(
        [sys.executable, str(house / "pandemonium")], env=environment, capture_output=True, text=True, check=False
    )

    assert tried.returncode == 2
    assert "registry cannot be reached" in tried.stderr
    assert "Traceback" not in tried.stderr
    assert not (house / ".venv" / "requirements.lock.done").exists(), "the next try sets up again"


def test_what_is_set_up_is_used_again(house: Path, launcher: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its stamp in place, the environment is used as it is: no step is run."""
    monkeypatch.setattr(launcher, "ROOT", str(house))
    monkeypatch.setattr(launcher, "VENV", str(house / ".venv"))
    steps: list[str] = []

    def pretend(what: str, command: list[str]) -> None:
        steps.append(what)
        if what == "setup.venv":
            subprocess.run([*command, "--without-pip"], check=True)

    monkeypatch.setattr(launcher, "step", pretend)
    first = launcher.set_up("requirements.lock")
    again = launcher.set_up("requirements.lock")
    (house / "requirements.lock").write_text("changed")
    launcher.set_up("requirements.lock")

    assert first == again
    assert steps == ["setup.venv", "setup.packages", "setup.packages"]


def test_no_lock_names_a_registry() -> None:
    for lock in ROOT.glob("requirements*.lock"):
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text
        assert "--index" not in text
        assert "--hash=sha256:" in text
