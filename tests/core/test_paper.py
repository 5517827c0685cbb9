"""A match on paper: what can be read, and how what cannot is refused."""

from __future__ import annotations

from random import Random

import pytest

import pandemonium
from pandemonium.core.bots import played
from pandemonium.core.match import seed_bytes
from pandemonium.laws import any_options

HEADER = "game little-devils\nseats 3\n"
DEALT = HEADER + (
    "nature dealer 2\n"
    "nature deal 0 1 2 3 4 5 6 7 8 9\n"
    "nature deal 1 10 11 12 13 14 15 16 17 18\n"
    "nature deal 2 19 20 21 22 23 24 25 26 27\n"
)


def refusal(text: str) -> pandemonium.BadPaper:
    with pytest.raises(pandemonium.BadPaper) as refused:
        pandemonium.read(text)
    return refused.value


def test_comments_blank_lines_and_carriage_returns_are_passed_over() -> None:
    text = "# a match\n\n" + DEALT.replace("\n", "   # said somebody\r\n\n") + "0 play 7"

    assert pandemonium.read(text).moves == pandemonium.read(DEALT + "0 play 7\n").moves


def test_hours_are_kept() -> None:
    match = pandemonium.read(DEALT + "0 play 7 @1200\n1 play 11\n2 play 20 @4000\n")

    assert [move.at for move in match.moves[-3:]] == [1200, 1200, 4000]
    assert match.text().endswith("0 play 7 @1200\n1 play 11\n2 play 20 @4000\n")


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("", 1, "game-comes-first"),
        ("seats 3\n", 1, "game-comes-first"),
        ("game chess\n", 1, "unknown-game"),
        ("game\n", 1, "bad-header"),
        ("game little-devils\nnature dealer 1\n", 2, "seats-come-first"),
        ("game little-devils\nseats 9\n", 2, "bad-seats"),
        ("game little-devils\nseats many\n", 2, "not-a-number"),
        ("game little-devils\ngame little-devils\n", 2, "bad-header"),
        (HEADER + "seats 3\n", 3, "bad-header"),
        (HEADER + "option limit 1000\n", 3, "bad-option"),
        (HEADER + "option taste sour\n", 3, "unknown-option"),
        (HEADER + "option limit 100\noption limit 90\n", 4, "bad-header"),
        (HEADER + "seed 00\n", 3, "bad-seed"),
        (HEADER + "salt 0 00\n", 3, "bad-salt"),
        (HEADER + "salt 7 " + "00" * 16 + "\n", 3, "bad-salt"),
        (HEADER + "somebody play 3\n", 3, "unknown-word"),
        (HEADER + "7 play 3\n", 3, "no-such-seat"),
        (HEADER + "0\n", 3, "no-move"),
        (HEADER + "0 @5\n", 3, "no-move"),
        (HEADER + "nature deal 0 ?\n", 3, "covered"),
        (HEADER + "0 dance\n", 3, "unknown-move"),
        (HEADER + "0 play ٣\n", 3, "not-a-number"),
        (HEADER + "0 play 1_0\n", 3, "not-a-number"),
        (HEADER + "0 play " + "9" * 500 + "\n", 3, "not-a-number"),
        (HEADER + "#" * 5_000 + "\n", 3, "line-too-long"),
        (DEALT + "1 play 11\n", 7, "not-your-turn"),
        (DEALT + "0 play 11\n", 7, "not-in-hand"),
        (DEALT + "0 play 7 @9\n1 play 11 @8\n", 8, "time-runs-back"),
        (DEALT + "option limit 100\n", 7, "unknown-word"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, line: int, key: str) -> None:
    refused = refusal(text)

    assert (refused.line, refused.key) == (line, key)


def test_nothing_before_a_bad_line_is_lost() -> None:
    refused = refusal(DEALT + "0 play 7\n1 play 27\n")

    assert refused.match is not None
    assert refused.match.text() == DEALT + "0 play 7\n"


def test_a_match_shown_to_other_eyes_covers_what_they_may_not_see() -> None:
    match = pandemonium.begin("little-devils", seats=3, seed=1)

    text = match.text(eyes=pandemonium.Seat(1))

    deals = [line for line in text.splitlines() if " deal " in line]
    assert deals[0] == "nature deal 0 ?"
    assert deals[1] != "nature deal 1 ?"
    assert deals[2] == "nature deal 2 ?"


def test_the_seed_is_on_no_paper_that_others_read_until_the_match_is_over() -> None:
    match = pandemonium.begin("little-devils", seats=3, seed=1)
    during = match.text("public")
    luck = Random(1)
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))

    assert "seed" not in during
    assert "seed" in match.text("public")
    assert match.text("public") == match.text()


def test_ten_thousand_damaged_papers_are_read_or_refused_and_nothing_else() -> None:
    """Never another exception: a hostile file gets a reason and no more."""
    luck = Random(666)
    papers = [
        played(game, seats, any_options(game, luck), ["random"], seed_bytes(str(seats))).text()
        for game in pandemonium.shelf().values()
        for seats in game.seats
    ]
    papers = ["\n".join(paper.split("\n")[:120]) for paper in papers]
    refused = 0
    for _ in range(10_000):
        try:
            pandemonium.read(damaged(luck.choice(papers), luck))
        except pandemonium.Refusal:
            refused += 1

    assert 5_000 < refused < 10_000, "most damage is noticed; a lost comment or a cut is none"


SCRAPS = [
    "?",
    "@",
    "@-1",
    "-1",
    "nature",
    "9" * 30,
    "1e9",
    "nan",
    "inf",
    "é",
    "\0",
    "٣",
    "=",
    ";",
    ":",
    "at=",
    "black=",
    "game",
]


def damaged(text: str, luck: Random) -> str:
    """A paper after something has happened to it."""
    for _ in range(luck.randint(1, 3)):
        lines = text.split("\n")
        here, there = luck.randrange(len(lines)), luck.randrange(len(lines))
        words = lines[here].split(" ")
        place = luck.randrange(len(words))
        match luck.randrange(9):
            case 0:
                del lines[here]
            case 1:
                lines[here], lines[there] = lines[there], lines[here]
            case 2:
                lines.insert(there, lines[here])
            case 3:
                words[place] = luck.choice(SCRAPS)
                lines[here] = " ".join(words)
            case 4:
                words.insert(place, luck.choice(SCRAPS))
                lines[here] = " ".join(words)
            case 5:
                del words[place]
                lines[here] = " ".join(words)
            case 6:
                words[place] = str(luck.randrange(-3, 60))
                lines[here] = " ".join(words)
            case 7:
                lines = lines[: here + 1]
            case 8:
                sign = luck.randrange(len(text) + 1)
                lines = (
                    text[:sign] + chr(luck.choice([0, 9, 35, 45, 63, 64, 233, 0x2028, 0x1F608])) + text[sign + 1 :]
                ).split("\n")
        text = "\n".join(lines)
    return text
