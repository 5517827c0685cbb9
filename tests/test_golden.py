"""scripts/golden writes a match that tests/test_playthroughs.py can hold the games to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pandemonium
from pandemonium.cli.on_paper import result_lines

ROOT = Path(__file__).parent.parent


def golden(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / "golden"), *words, "--folder", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture
def slug() -> str:
    return next(iter(pandemonium.shelf()))


def test_a_golden_match_is_whole_and_says_how_it_ended(tmp_path: Path, slug: str) -> None:
    seats = pandemonium.shelf()[slug].seats[-1]

    assert golden(tmp_path, slug, "--seats", str(seats)).returncode == 0

    paper = (tmp_path / f"{slug}-{seats}.paper").read_text(encoding="utf-8")
    match = pandemonium.read(paper)
    assert match.seats == seats
    assert match.result is not None
    assert paper == match.text() + "".join(f"# {line}\n" for line in result_lines(match.result))


def test_the_same_seed_gives_the_same_golden_match(tmp_path: Path, slug: str) -> None:
    for name in ("one", "other"):
        golden(tmp_path, slug, "--seed", "666", "--name", name)

    one, other = (tmp_path / f"{name}.paper" for name in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()


def test_what_is_golden_is_not_made_again(tmp_path: Path, slug: str) -> None:
    golden(tmp_path, slug, "--name", "kept")
    kept = (tmp_path / "kept.paper").read_bytes()

    again = golden(tmp_path, slug, "--name", "kept", "--seed", "another")

    assert again.returncode == 2
    assert (tmp_path / "kept.paper").read_bytes() == kept


@pytest.mark.parametrize("words", [["chess"], ["--seats", "99"], ["--option", "colour=red"]])
def test_what_cannot_be_is_refused_and_nothing_is_written(tmp_path: Path, slug: str, words: list[str]) -> None:
    refused = golden(tmp_path, *(words if words == ["chess"] else [slug, *words]))

    assert refused.returncode == 2
    assert refused.stderr
    assert list(tmp_path.iterdir()) == []
