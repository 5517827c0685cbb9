"""Imports go one way: core, games, cli. No game imports another; the rules have no clock and no dice."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pandemonium

SOURCE = Path(pandemonium.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))
LAYERS = ("core", "search", "games", "storage", "server", "cli")
IMPURE = {
    "random",
    "time",
    "datetime",
    "os",
    "asyncio",
    "secrets",
    "socket",
    "threading",
    "pathlib",
    "rich",
    "subprocess",
}


def imported(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports by a relative path"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def ours(file: Path) -> list[list[str]]:
    return [name.split(".")[1:] for name in imported(file) if name.startswith("pandemonium.")]


def named(file: Path) -> str:
    return str(file.relative_to(SOURCE))


@pytest.mark.parametrize("file", FILES, ids=named)
def test_imports_go_one_way(file: Path) -> None:
    layer = file.relative_to(SOURCE).parts[0]
    if layer not in LAYERS:
        return
    allowed = LAYERS[: LAYERS.index(layer) + 1]

    assert [path for path in ours(file) if path[0] in LAYERS and path[0] not in allowed] == []


@pytest.mark.parametrize("file", [file for file in FILES if "games" in file.parts], ids=named)
def test_no_game_imports_another(file: Path) -> None:
    own = file.relative_to(SOURCE).parts[1]

    assert [path for path in ours(file) if path[0] == "games" and path[1] != own] == []


@pytest.mark.parametrize("file", [file for file in FILES if file.name in ("rules.py", "sight.py")], ids=named)
def test_rules_and_sight_have_no_clock_no_dice_and_no_files(file: Path) -> None:
    assert {name.split(".")[0] for name in imported(file)} & IMPURE == set()
    assert [path for path in ours(file) if path[0] == "search"] == []


@pytest.mark.parametrize("file", [file for file in FILES if "games" not in file.relative_to(SOURCE).parts], ids=named)
def test_no_game_is_named_outside_its_folder(file: Path) -> None:
    text = file.read_text(encoding="utf-8")

    assert [
        slug for slug, game in pandemonium.shelf().items() if slug in text or game.package.split(".")[-1] in text
    ] == []
