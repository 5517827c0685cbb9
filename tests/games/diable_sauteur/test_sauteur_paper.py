"""Is Le Diable Sauteur written and read as notation.md says, and do whole matches add up?"""

from __future__ import annotations

from random import Random

import pytest

from pandemonium import BadPaper, begin, read
from pandemonium.core.game import Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.options import write_options
from pandemonium.games.diable_sauteur import GAME, notation
from pandemonium.games.diable_sauteur.material import Hide
from tests.oracles.diable_sauteur import recount

TABLES: list[dict[str, object]] = [
    {"rule": rule, "dice": dice, "track": track, "rounds": rounds}
    for rule, rounds in (("a", 2), ("a", 4), ("a", 6), ("b", 2))
    for dice in ("plain", "mixed")
    for track in (12, 30, 60)
]


def random_match(options: dict[str, object], seed: int) -> AnyMatch:
    match = begin(GAME, options=options, seed=seed)
    luck = Random(seed)
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
    return match


@pytest.mark.parametrize(
    "text",
    [
        "devil 0",
        "red 1",
        "hider 0",
        "jump 1",
        "jump 6",
        "jump devil",
        "hide 3",
        "hide ?",
        "press 4",
        "move blue",
        "move orange",
        "move green",
        "again",
        "stop",
    ],
)
def test_what_is_read_is_written_the_same(text: str) -> None:
    assert notation.write(notation.read(text.split())) == text


def test_a_question_mark_covers_a_hiding() -> None:
    assert notation.read(["hide", "?"]) == Hide(None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "unknown-move"),
        ("press", "unknown-move"),
        ("press 1 2", "unknown-move"),
        ("again 1", "unknown-move"),
        ("move red", "unknown-move"),
        ("move", "unknown-move"),
        ("Press 1", "unknown-move"),
        ("dance", "unknown-move"),
        ("press x", "not-a-number"),
        ("press -1", "not-a-number"),
        ("press 01", "not-a-number"),
        ("press 1.0", "not-a-number"),
        ("press nan", "not-a-number"),
        ("press ²", "not-a-number"),
        ("press ٣", "not-a-number"),
        ("jump inf", "not-a-number"),
        ("jump ?", "not-a-number"),
        ("hide 99999999999999999999999", "not-a-number"),
        ("devil nature", "not-a-number"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, why: str) -> None:
    with pytest.raises(Refusal) as refusal:
        notation.read(text.split())

    assert refusal.value.key == why


def test_a_match_of_the_sheets_example_stands_on_paper() -> None:
    """2.2"""
    paper = "game diable-sauteur\nseats 2\nnature devil 0\n0 hide 3\n1 press 2\nnature jump 4\n1 move green\n"

    match = read(paper)

    assert match.state.runners == (2, 4, 14)
    assert match.text() == paper


def test_a_die_that_cannot_show_a_face_is_refused_with_its_line() -> None:
    """1.1"""
    with pytest.raises(BadPaper) as refusal:
        read("game diable-sauteur\nseats 2\nnature devil 0\n0 hide 3\n1 press 3\nnature jump 4\n")

    assert (refusal.value.line, refusal.value.key) == (6, "no-such-face")


def test_a_paper_for_other_eyes_covers_the_hidings() -> None:
    """5"""
    match = begin(GAME, seed=1)
    (hider,) = match.to_act
    match.play(hider, match.legal(hider)[2])

    assert f"{hider} hide 3\n" in match.text(hider)
    assert f"{hider} hide ?\n" in match.text(Seat(1 - hider))
    assert f"{hider} hide ?\n" in match.text("public")


@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(map(str, options.values())))
def test_whole_matches_survive_their_paper_and_add_up(options: dict[str, object]) -> None:
    for seed in range(12):
        match = random_match(options, seed)
        text = match.text()
        lines = [line.split() for line in text.splitlines() if line.split()[0] in ("nature", "0", "1")]

        assert read(text).text() == text
        assert match.result is not None
        expected = [standing.points for standing in match.result.standings]
        assert recount(lines, 2, dict(write_options(match.options))) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [("move green", "move blue"), ("jump 6", "jump 5"), ("1 press 4", "0 press 4"), ("hide 1", "hide 4")],
)
def test_the_recount_is_not_easily_pleased(old: str, new: str) -> None:
    """A match in which one word was changed adds up to something else, or is not believed."""
    one_round = "0 hide 1\n1 press 4\nnature jump 6\n1 move green\n1 again\n0 hide 4\n1 press 4\nnature jump devil\n"
    other = "1 hide 4\n0 press 4\nnature jump devil\n"
    lines = [line.split() for line in f"nature devil 0\n{one_round}{other}".splitlines()]
    changed = [line.split() for line in f"nature devil 0\n{one_round.replace(old, new, 1)}{other}".splitlines()]
    assert recount(lines, 2, {}) == [0, 2]

    with pytest.raises((AssertionError, IndexError)):
        assert recount(changed, 2, {}) == [0, 2]
