"""`new-game` makes a folder in which a small game stands that obeys every law, and the author's own from then on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pandemonium.cli import main
from tests.installed import install


@pytest.fixture
def made(tmp_path: Path) -> Path:
    assert main(["new-game", "toll-of-hell", "--title", "Höllenzoll", "--folder", str(tmp_path)]) == 0
    return tmp_path / "toll-of-hell"


def test_nothing_in_it_is_called_as_the_small_game_was(made: Path) -> None:
    texts = {file.relative_to(made): file.read_text("utf-8") for file in made.rglob("*") if file.is_file()}

    assert Path("pandemonium_toll_of_hell/rules.py") in texts
    assert "# Höllenzoll\n" in texts[Path("pandemonium_toll_of_hell/RULES.fr.md")]
    for name, text in texts.items():
        assert not [old for old in ("new-game", "new_game", "New Game") if old in f"{name} {text}"]


def test_once_installed_it_stands_on_the_shelf_and_passes_its_own_tests_and_the_laws(
    made: Path, tmp_path: Path
) -> None:
    places = [os.environ.get("PYTHONPATH", ""), *install(tmp_path / "site", made)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places)), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", "-m", *words]
        return subprocess.run(
            command,
            capture_output=True,
            encoding="utf-8",
            env=environment,
            cwd=made,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    tests = run("pytest", "-q", "-p", "no:cacheprovider", "pandemonium_toll_of_hell")
    shelf = run("pandemonium", "shelf", "--lang", "en")
    played = run("pandemonium", "simulate", "toll-of-hell", "--seed", "666")

    assert tests.returncode == 0, tests.stdout + tests.stderr
    assert "Höllenzoll" in shelf.stdout
    assert played.stdout.startswith("game toll-of-hell\n"), played.stderr


def test_what_it_says_to_type_is_for_the_python_that_runs_this_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another one would put the game where no house finds it."""
    clone = tmp_path / "clone"
    monkeypatch.setattr(sys, "executable", str(clone / ".venv" / "bin" / "python"))

    main(["new-game", "toll-of-hell", "--folder", str(tmp_path), "--lang", "en"])
    assert f"{sys.executable} -m pip install" in capsys.readouterr().out

    (clone / "games").mkdir(parents=True)
    monkeypatch.chdir(clone)
    main(["new-game", "toll-of-hell", "--folder", "games", "--lang", "en"])
    said = capsys.readouterr().out
    assert f"  {Path('.venv', 'bin', 'python')} -m pip install --no-deps -e {Path('games', 'toll-of-hell')}\n" in said
    assert "./pandemonium play toll-of-hell" in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["Toll"], "cannot be the name of a game"),
        (["../toll"], "cannot be the name of a game"),
        (["toll--of"], "cannot be the name of a game"),
        (["little-devils"], "is on the shelf already"),
        (["toll", "--title", 'A "title"'], "cannot stand on a box"),
        (["toll", "--title", "x" * 41], "cannot stand on a box"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_made(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", *words, "--folder", str(tmp_path), "--lang", "en"]) == 2

    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_touched(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (made / "README.md").write_text("mine")

    assert main(["new-game", "toll-of-hell", "--folder", str(made.parent), "--lang", "en"]) == 2

    assert "nothing of it was touched" in capsys.readouterr().err
    assert (made / "README.md").read_text() == "mine"
