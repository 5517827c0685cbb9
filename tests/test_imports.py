"""Imports go one way: core, games, cli. No game imports another; the rules have no clock and no dice."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import get_args

import pytest

import pandemonium
from pandemonium.core.game import AnyGame
from pandemonium.games import folder, is_ours

SOURCE = Path(pandemonium.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))
BOXES = {game.package: folder(game) for game in pandemonium.shelf().values() if not is_ours(game)}
"""Those that other people have made."""
OTHERS = sorted(file for box in BOXES.values() for file in box.glob("*.py"))
LAYERS = ("core", "search", "games", "doors", "arena", "storage", "server", "online", "cli")
PURE = {
    "__future__",
    "bisect",
    "collections",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "math",
    "msgspec",
    "operator",
    "typing",
}
"""What rules and sight may know of the world: things that give the same answer to the same question every time."""
HANDED_ON = {"core/chance.py": {"hashlib", "random"}, "core/evaluation.py": {"random"}, "core/game.py": {"random"}}
"""The core's own sources of luck are handed to the rules."""
OF_THE_CORE = {"core/game.py": {"importlib", "pickle"}}
"""How a game is found again in another process: nothing that rules could ask for."""
OUTWARD = {"open", "input", "print", "breakpoint", "exec", "eval", "compile", "hash", "__import__", "__builtins__"}
"""What is always there, and leads out of a file; `hash` is another number in each process."""


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


HELD_TO_BE_PURE = [file for file in (*FILES, *OTHERS) if file.name in ("rules.py", "sight.py")]


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
    return [name.split(".")[1:] for name in imported(file) if name.startswith(own)] if is_a_box(file) else []


def is_a_box(file: Path) -> bool:
    """In a package of its own: other people's, or the one that `new-game` makes a folder of."""
    return file in OTHERS or file.is_relative_to(SOURCE / "starter")


def module(source: Path, path: list[str]) -> Path | None:
    """The file behind a dotted name, of a module or of something in it."""
    for names in (path, path[:-1]):
        place = source.joinpath(*names)
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if names and file.is_file():
                return file
    return None


def impurities(file: Path) -> set[str]:
    """All by which a file could know what its callers have not told it: of modules, what is not known to be pure."""
    known = PURE | HANDED_ON.get(named(file), set()) | OF_THE_CORE.get(named(file), set())
    modules = {name for name in imported(file) if name.split(".")[0] not in known and not is_followed(file, name)}
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return {f"{named(file)}: {name}" for name in (*modules, *(names & OUTWARD))}


def is_followed(file: Path, name: str) -> bool:
    """A module of ours, or of the same box, which is looked at itself."""
    first, *path = name.split(".")
    source = SOURCE if first == "pandemonium" else file.parent if is_a_box(file) and first == file.parent.name else None
    return source is not None and module(source, path) is not None


@pytest.mark.parametrize("file", HELD_TO_BE_PURE, ids=named)
def test_rules_and_sight_have_no_clock_no_dice_and_no_files_nor_has_anything_that_they_import(file: Path) -> None:
    assert {each for other in reached(file) for each in impurities(other)} == set()
    assert [path for other in reached(file) for path in ours(other) if path[0] == "search"] == []


@pytest.mark.parametrize(
    "code",
    [
        "import time",
        "from os import urandom",
        "import numpy as np",
        "import io",
        "def f():\n    from glob import glob",
        "import pandemonium",
        "from pandemonium import begin",
        "text = open('dice').read()",
        "read = open",
        "throw = hash('midnight') % 6",
        "clock = __import__('time')",
    ],
)
def test_whatever_could_bring_a_clock_dice_or_a_file_into_the_rules_is_noticed(tmp_path: Path, code: str) -> None:
    file = tmp_path / "box" / "rules.py"
    file.parent.mkdir()
    file.write_text(code)

    assert impurities(file) != set()


def test_the_core_knows_random_only_to_be_handed_on() -> None:
    """What the files that the test above lets through use it for."""
    for name in HANDED_ON:
        text = (SOURCE / name).read_text(encoding="utf-8")
        assert re.findall(r"\brandom\.\w+|Random\(", text) in ([], ["random.randrange"])


@pytest.mark.parametrize("file", [its for its in FILES if {"table", "games"} & {*its.parts}], ids=named)
def test_no_line_of_a_table_or_a_game_knows_whether_the_house_has_many_nodes(file: Path) -> None:
    assert re.findall(r"(?i).*\bnodes?\b.*", file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("file", [*FILES, *OTHERS], ids=named)
def test_no_file_wears_the_name_of_a_well_known_module_of_pythons(file: Path) -> None:
    """Who reads `operator` or `numbers` thinks of another one. Hardly anybody has ever imported these two."""
    assert file.stem not in sys.stdlib_module_names - {"mailbox", "site"}


HOUSE = [file for file in FILES if file.relative_to(SOURCE).parts[0] in ("storage", "server", "online")]


@pytest.mark.parametrize("file", HOUSE, ids=named)
def test_what_goes_to_the_disk_or_over_the_wire_is_written_out_in_one_way(file: Path) -> None:
    """That of storage/records.py; what nodes tell each other is no JSON."""
    text = file.read_text(encoding="utf-8")
    others = len(re.findall(r"json\.(?:Encoder|encode|dumps?)\b", text))

    assert others == (named(file) == "storage/records.py")


ROOT = Path(__file__).parent.parent
NEUTRAL = sorted(
    file
    for file in (
        *(file for file in FILES if file.relative_to(SOURCE).parts[0] not in ("games", "starter")),
        *(file for end in ("ts", "svelte") for file in (ROOT / "web").rglob(f"*.{end}")),
        *(file for place in (SOURCE, SOURCE / "server", ROOT / "web") for file in (place / "words").glob("*.json")),
        *(file for file in (ROOT / "scripts").iterdir() if file.is_file()),
    )
    if not file.is_relative_to(ROOT / "web" / "dist") and not file.name.endswith(".test.ts")
)
"""What is the same for all games. Tests are played with one of them or another."""
ILLUSTRATED = ROOT / "scripts" / "pictures"
"""Takes the README's pictures, each at a moment of its game that somebody has chosen."""
EVERYBODYS = {
    "again",
    "bell",
    "choose",
    "deal",
    "devil",
    "draw",
    "first",
    "hide",
    "jump",
    "lay",
    "move",
    "name",
    "order",
}
EVERYBODYS |= {"play", "press", "red", "stop", "throw", "void"}
"""Moves of one game that are words of the house, of a programming language or of luck in general too."""
OUR_GAMES = [game for game in pandemonium.shelf().values() if is_ours(game)]


def moves_of(game: AnyGame) -> set[str]:
    """What players and nature do in a game, as it is written."""
    kinds = [kind for union in (game.action, game.event) if union is not None for kind in get_args(union) or (union,)]
    return {str(kind.__struct_config__.tag) for kind in kinds}


def in_the_repository(file: Path) -> str:
    return str(file.relative_to(ROOT))


def words_in(file: Path) -> set[str]:
    """Without their endings."""
    text = re.sub(r"([a-z])([A-Z])", r"\1 \2", file.read_text(encoding="utf-8")).lower()
    return {re.sub(r"(?<=[^s])s$|(.)\1(ed|ing)$|(ed|ing)$", r"\1", word) for word in re.findall("[a-z]+", text)}


@pytest.mark.parametrize("file", NEUTRAL, ids=in_the_repository)
def test_no_game_is_named_outside_its_folder(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    named = [slug for slug, game in pandemonium.shelf().items() if slug in text or game.package.split(".")[-1] in text]

    assert file == ILLUSTRATED or named == []


@pytest.mark.parametrize("file", NEUTRAL, ids=in_the_repository)
def test_no_move_of_a_game_is_named_outside_its_folder(file: Path) -> None:
    moves = {move for game in OUR_GAMES for move in moves_of(game)} - EVERYBODYS

    assert file == ILLUSTRATED or moves & words_in(file) == set()


def test_a_move_of_one_game_is_found_in_whatever_form(tmp_path: Path) -> None:
    own = {move for game in OUR_GAMES for move in moves_of(game)}

    assert own >= EVERYBODYS, "what is no move of a game any more needs no exception"
    (file := tmp_path / "words").write_text("pandemonium_race_grabs no.grabbed GRABBING theDealer hiders Passing")
    assert words_in(file) & (own - EVERYBODYS) == {"grab", "dealer", "hider"}
