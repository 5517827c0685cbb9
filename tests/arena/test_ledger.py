"""Old results are not mixed with new ones: whatever decides how bots play is in the fingerprint of a ledger."""

from __future__ import annotations

import shutil
from importlib import import_module
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pandemonium.arena import ledger
from pandemonium.arena.contest import Contest
from pandemonium.arena.ledger import fingerprint
from pandemonium.games import folder, shelf

GAME = next(game for game in shelf().values() if any(folder(game).rglob("*.npz")))


def contest(*bots: str) -> Contest:
    return Contest(GAME.slug, GAME.seats[0], (), bots or ("sensible", "random"), "00")


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a box that can be changed."""
    copy = tmp_path / "box"
    shutil.copytree(folder(GAME), copy, ignore=shutil.ignore_patterns("__pycache__"))
    usual = import_module

    class Copied:
        __path__ = (str(copy),)

    monkeypatch.setattr(ledger, "import_module", lambda name: Copied if name == GAME.package else usual(name))
    return copy


def test_a_table_or_a_file_of_figures_in_the_box_counts(box: Path) -> None:
    before = fingerprint(contest())
    for file in (next(box.rglob("*.npz")), box / "luck.json", box / "rules.py"):
        kept = file.read_bytes()
        file.write_bytes(kept + b" ")

        assert fingerprint(contest()) != before, file.name
        file.write_bytes(kept)
    assert fingerprint(contest()) == before


def test_what_is_only_said_does_not_count(box: Path) -> None:
    before = fingerprint(contest())
    (box / "words" / "en.json").write_text("{}", encoding="utf-8")

    assert fingerprint(contest()) == before


def test_the_file_of_a_bot_from_outside_counts(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("one = 1", encoding="utf-8")
    before = fingerprint(contest(f"{mine}:careful", "random"))
    mine.write_text("one = 2", encoding="utf-8")

    assert fingerprint(contest(f"{mine}:careful", "random")) != before


def test_the_file_of_an_installed_bot_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    file = tmp_path / "brought_along.py"
    file.write_text("one = 1", encoding="utf-8")
    point = EntryPoint(f"{GAME.slug}.brought", "brought_along:bot", "pandemonium.bots")
    monkeypatch.setattr(ledger, "installed", lambda _: {"brought": point})
    before = fingerprint(contest("brought", "random"))
    file.write_text("one = 2", encoding="utf-8")

    assert fingerprint(contest("brought", "random")) != before


def test_whether_code_is_compiled_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same time bots think further."""
    before = fingerprint(contest())
    usual: Any = find_spec
    monkeypatch.setattr(ledger, "find_spec", lambda name: None if name == "numba" else usual(name))

    assert fingerprint(contest()) != before
