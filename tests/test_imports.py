"""Imports go one way: core, games, cli. No game imports another; the rules have no clock and no dice."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pandemonium
from pandemonium.games import folder, is_ours

SOURCE = Path(pandemonium.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))
BOXES = {game.package: folder(game) for game in pandemonium.shelf().values() if not is_ours(game)}
"""Those that other people have made."""
OTHERS = sorted(file for box in BOXES.values() for file in box.glob("*.py"))
LAYERS = ("core", "search", "games", "doors", "arena", "storage", "server", "online", "cli")
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
    return str(file.relative_to(SOURCE if file.is_relative_to(SOURCE) else file.parents[1]))


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


@pytest.mark.parametrize("file", OTHERS, ids=named)
def test_a_box_in_a_package_of_its_own_stands_on_the_core_and_on_nobody_elses_game(file: Path) -> None:
    other = [name for name in imported(file) if name.split(".")[0] in BOXES.keys() - {file.parent.name}]

    assert other == []
    assert [path for path in ours(file) if path[0] not in ("core", "search")] == []


HANDS_LUCK_ON = ("core/chance.py", "core/evaluation.py", "core/game.py")
PURE = [file for file in (*FILES, *OTHERS) if file.name in ("rules.py", "sight.py")]


def reached(file: Path) -> set[Path]:
    """Everything of ours that this file imports, and what that imports in turn."""
    found, waiting = set(), [file]
    while waiting:
        this = waiting.pop()
        if this not in found:
            found.add(this)
            waiting += [other for path in ours(this) if (other := module(SOURCE, path)) is not None]
            waiting += [other for path in beside(this) if (other := module(this.parent, path)) is not None]
    return found


def beside(file: Path) -> list[list[str]]:
    """What a file of such a box imports from its own package."""
    own = f"{file.parent.name}."
    return [name.split(".")[1:] for name in imported(file) if name.startswith(own)] if file in OTHERS else []


def module(source: Path, path: list[str]) -> Path | None:
    """The file behind a dotted name, of a module or of something in it."""
    for names in (path, path[:-1]):
        place = source.joinpath(*names)
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if names and file.is_file():
                return file
    return None


@pytest.mark.parametrize("file", PURE, ids=named)
def test_rules_and_sight_have_no_clock_no_dice_and_no_files_nor_has_anything_that_they_import(file: Path) -> None:
    """The core's own sources of luck are handed to the rules; they are the one thing that may know `random`."""
    impure = {
        f"{named(other)}: {name}"
        for other in reached(file)
        for name in imported(other)
        if name.split(".")[0] in IMPURE and named(other) not in HANDS_LUCK_ON
    }

    assert impure == set()
    assert [path for other in reached(file) for path in ours(other) if path[0] == "search"] == []


def test_the_core_knows_random_only_to_be_handed_on() -> None:
    """What the files that the test above lets through use it for."""
    for name in HANDS_LUCK_ON:
        text = (SOURCE / name).read_text(encoding="utf-8")
        assert re.findall(r"\brandom\.\w+|Random\(", text) in ([], ["random.randrange"])


@pytest.mark.parametrize("file", [file for file in FILES if "games" not in file.relative_to(SOURCE).parts], ids=named)
def test_no_game_is_named_outside_its_folder(file: Path) -> None:
    text = file.read_text(encoding="utf-8")

    assert [
        slug for slug, game in pandemonium.shelf().items() if slug in text or game.package.split(".")[-1] in text
    ] == []
