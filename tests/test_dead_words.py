"""No word is kept that nobody says: every key of every catalogue is used somewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import pandemonium
from pandemonium.games import folder, is_ours

ROOT = Path(__file__).parent.parent
CODE, PAGE = ROOT / "src" / "pandemonium", ROOT / "web"
GAMES = CODE / "games"
BOXES = [folder(game) for game in pandemonium.shelf().values() if not is_ours(game)]
"""Those that other people have made."""
CATALOGUES = sorted(
    [*CODE.rglob("words/en.json"), PAGE / "words" / "en.json", *(box / "words" / "en.json" for box in BOXES)]
)
TAGGED = ("told.{}", "ask.{}", "why.{}", "unit.{}", "do.{}")
"""Facts, questions, reasons, units and moves are looked up by their tags, which words.py and words.ts put behind."""

_HOLE = re.compile(r"\$?\{[^{}]*\}")
_TEMPLATE = re.compile(r"`([^`\n]*\$\{[^`\n]*)`|(?=\bf([\"'])((?:(?!\2).)*\{(?:(?!\2).)*)\2)")
_QUOTED = re.compile(r"(?<=[\"'`])[\w.-]+(?=[\"'`])")
_FIELD = re.compile(r"^    (\w+): ", re.MULTILINE)
_KIND = re.compile(r"\{\w+:\^?([\w.-]+)\}")


def of_room(catalogue: Path) -> str:
    """Other people's boxes lie wherever they like."""
    room = catalogue.parent.parent
    return str(room.relative_to(ROOT) if room.is_relative_to(ROOT) else room.name)


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=of_room)
def test_every_word_is_said_somewhere(catalogue: Path) -> None:
    """Literally; or as a template whose gaps are filled with something that is said; or by another sentence."""
    words = json.loads(catalogue.read_text(encoding="utf-8"))
    said = Said(catalogue)

    assert not (dead := [key for key in words if not said.says(key)]), f"nobody says: {', '.join(dead)}"


def test_catalogues_of_boxes_that_lie_elsewhere_are_read_too(tmp_path: Path) -> None:
    assert of_room(tmp_path / "box" / "words" / "en.json") == "box"
    assert of_room(PAGE / "words" / "en.json") == "web"


def test_a_dead_word_is_found() -> None:
    said = Said(PAGE / "words" / "en.json")

    assert all(map(said.says, ("shelf.play", "set.bot", "no-replay.title")))
    assert not any(map(said.says, ("shelf.no-such-word", "set.no-such-bot", "no-such-page.title")))


class Said:
    """All that is said where a catalogue is read."""

    def __init__(self, catalogue: Path) -> None:
        self.code = "\n".join(map(_text, _readers(catalogue.parent.parent)))
        self.templates = {js or python for js, _, python in _TEMPLATE.findall(self.code)} | {*TAGGED}
        self.quoted = {*_QUOTED.findall(self.code)}
        self.fields = {*_FIELD.findall(self.code)}
        self.kinds = {*_KIND.findall(_text(catalogue))}

    def says(self, key: str) -> bool:
        kind, _, which = key.rpartition(".")
        by_another = key in self.kinds or (kind in self.kinds and self._is_known(which))
        return by_another or key in self.quoted or any(self._fills(template, key) for template in self.templates)

    def _fills(self, template: str, key: str) -> bool:
        first, *rest = map(re.escape, _HOLE.split(template))
        if len(first) < 2 and rest[-1] not in (r"\.title", r"\.text"):
            return False  # It could be anything.
        found = re.fullmatch(first + "".join("(.+)" + part for part in rest), key)
        return found is not None and all(map(self._is_known, found.groups()))

    def _is_known(self, word: str) -> bool:
        """A number, something that stands in quotes, or the name of a field: options are called by theirs."""
        return word.isdecimal() or word.replace("-", "_") in self.fields or word in self.quoted


def _readers(room: Path) -> Iterator[Path]:
    """The code that may say what stands in this room's catalogue: of the games, only its own."""
    yield ROOT / "pandemonium"
    yield from (file for file in (ROOT / "scripts").iterdir() if file.is_file())
    for file in (*CODE.rglob("*"), *PAGE.rglob("*"), *(room.rglob("*") if room in BOXES else ())):
        elsewhere = file.is_relative_to(GAMES) and room.parent == GAMES and not file.is_relative_to(room)
        built = file.is_relative_to(PAGE / "dist") or file.name.endswith(".test.ts")
        if file.suffix in (".py", ".ts", ".js", ".svelte", ".html") and not elsewhere and not built:
            yield file


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
