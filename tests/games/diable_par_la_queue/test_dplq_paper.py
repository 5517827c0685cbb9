"""A match of Le Diable par la queue on paper: every move can be written and read, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from pandemonium.core.game import Refusal, Seat
from pandemonium.core.paper import read
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.diable_par_la_queue import GAME, notation
from pandemonium.games.diable_par_la_queue.board import KINDS, NAMES, Cell, Kind, Turn
from pandemonium.games.diable_par_la_queue.rules import Action, Draw, Event, First, Lay, Name
from tests.games.diable_par_la_queue.dplq_scenes import at_random

ALL: list[Action | Event] = [
    *(First(Seat(seat)) for seat in range(4)),
    *(Name(Cell(cell)) for cell in range(len(NAMES))),
    *(Draw(Kind(kind)) for kind in range(len(KINDS))),
    *(Lay(Turn(turn)) for turn in range(3)),
]
FOLDER = Path(notation.__file__).parent
PARAGRAPHS = {1: 5, 2: 3, 3: 2, 4: 4, 5: 3, 6: 3}
RULES = [*(f"{chapter}.{number}" for chapter, last in PARAGRAPHS.items() for number in range(1, last + 1)), "7"]


@pytest.mark.parametrize("action", ALL, ids=notation.write)
def test_what_is_written_can_be_read(action: Action | Event) -> None:
    """notation.md"""
    assert notation.read(notation.write(action).split()) == action


def test_moves_are_written_as_the_notation_says() -> None:
    """notation.md"""
    written = [notation.write(action) for action in (First(Seat(1)), Name(Cell(40)), Draw(Kind(5)), Lay(Turn(2)))]

    assert written == ["first 1", "name l14", "draw 02-14-35", "lay 2"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        "name u0",
        "name u28",
        "name l014",
        "name U1",
        "name 14",
        "name u1 u2",
        "name u١",
        "draw",
        "draw 02-14-36",
        "draw 14-02-35",
        "draw 021435",
        "lay",
        "lay -1",
        "lay 00",
        "lay 1.0",
        "lay nan",
        "lay inf",
        "lay ²",
        "lay ١",
        "lay 99999999999999999999999999",
        "first",
        "first zero",
        "first 0 1",
        "pass",
        "lay 1 " + "x" * 5000,
        "\x1b[31m lay",
    ],
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    """notation.md"""
    with pytest.raises(Refusal) as refusal:
        notation.read(text.split(" "))

    assert refusal.value.key in ("unknown-move", "not-a-number")
    assert all(len(str(fact)) <= 40 for fact in refusal.value.facts.values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_survives_its_paper(seats: int) -> None:
    """notation.md"""
    text = at_random(seats, seed=seats).text()

    assert read(text, lambda _: GAME).text() == text


def test_on_paper_a_forced_cell_is_not_named() -> None:
    """notation.md, 4.2"""
    lines = at_random(2, seed=1).text().splitlines()
    moves = [line.split()[1] for line in lines if not line.startswith(("game", "seats", "seed"))]

    assert moves == ["first", "name", "draw", "lay", *["draw", "lay", "name", "draw", "lay"] * 26, "draw", "lay"]


def test_moves_survive_their_json() -> None:
    """7"""
    match = at_random(2, seed=3)
    again = msgspec.json.decode(msgspec.json.encode([move.what for move in match.moves]), type=list[Action | Event])

    assert again == [move.what for move in match.moves]


def test_every_refusal_is_said_in_every_language() -> None:
    """The rules refuse aloud, in the player's words."""
    keys = set(re.findall(r'(?:Illegal|Refusal)\(\s*"([a-z-]+)"', "".join(p.read_text() for p in FOLDER.glob("*.py"))))
    keys |= {"looks-the-same", "no-such-turn", "twin-first", "lay-first"}

    assert len(keys) > 12
    for language in LANGUAGES:
        words = Words(language, GAME)
        assert [key for key in sorted(keys) if f"no.{key}" not in words] == []


def test_the_catalogues_have_the_same_keys_and_facts() -> None:
    """Words in three languages"""

    def shape(language: str) -> dict[str, set[str]]:
        catalogue = msgspec.json.decode((FOLDER / "words" / f"{language}.json").read_bytes())
        return {key: set(re.findall(r"\{(\w+)\}", str(sentence))) for key, sentence in catalogue.items()}

    assert shape("fr") == shape("en") == shape("de")


@pytest.mark.parametrize("name", ["RULES.md", "RULES.fr.md", "RULES.de.md"])
def test_each_rulebook_has_every_rule(name: str) -> None:
    """1.1 to 7"""
    assert re.findall(r"^\*\*([0-9.]+)\*\*", (FOLDER / name).read_text(), flags=re.MULTILINE) == RULES
