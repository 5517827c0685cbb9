"""Whole evenings at a real terminal: a pseudo-terminal, real keys, real time."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pexpect
import pytest

import pandemonium

TURN_BASED = [game for game in pandemonium.shelf().values() if game.race is None]
PROMPT = re.compile(r"(Faust|Marguerite|Wagner|Juan|Elvire|Robert) > ")


def sit_down(*words: str, home: Path) -> pexpect.spawn:
    environment = {"PANDEMONIUM_HOME": str(home), "PANDEMONIUM_LANG": "en", "TERM": "xterm", "PATH": "/usr/bin:/bin"}
    return pexpect.spawn(
        sys.executable,
        ["-P", "-m", "pandemonium", *words],
        env=environment,
        encoding="utf-8",
        timeout=30,
        dimensions=(60, 100),
    )


@pytest.mark.parametrize("slug", [game.slug for game in TURN_BASED])
def test_a_match_that_is_left_can_be_taken_up_again(slug: str, tmp_path: Path) -> None:
    terminal = sit_down("play", slug, "--seed", "1", home=tmp_path)
    terminal.expect(PROMPT)
    terminal.sendline("q")
    terminal.expect("Put aside")
    terminal.expect(pexpect.EOF)
    saved = (tmp_path / "left.json").read_text()

    again = sit_down("play", "--resume", home=tmp_path)
    again.expect(PROMPT)
    again.sendline("q")
    again.expect(pexpect.EOF)

    assert (tmp_path / "left.json").read_text() == saved


def test_a_whole_match_is_played_by_typing_cards(tmp_path: Path) -> None:
    """Little Devils against bots: every card is typed, among them some that the rules refuse."""
    terminal = sit_down("play", "little-devils", "--seats", "3", "--option", "rounds=1", "--seed", "7", home=tmp_path)
    refused = 0
    for _ in range(9):
        terminal.expect(PROMPT)
        for card in range(1, 28):
            terminal.sendline(str(card))
            answer = terminal.expect([PROMPT, "wins!", "share the win!"])
            if answer:
                break
            if "not" in terminal.before or "must" in terminal.before:
                refused += 1
        if answer:
            break

    terminal.expect(pexpect.EOF)
    assert refused
    (paper,) = (tmp_path / "matches").glob("*.paper")
    match = pandemonium.read(paper.read_text())
    assert match.result is not None
    assert not (tmp_path / "left.json").exists()


def test_hands_are_hidden_from_neighbours_at_the_same_keyboard(tmp_path: Path) -> None:
    """Between two people the screen is wiped, what has scrolled away included, and waits."""
    terminal = sit_down("play", "little-devils", "--seats", "3", "--bots", "none", "--seed", "1", home=tmp_path)
    terminal.expect(r"Hand the keyboard to (\w+)")
    first = terminal.match.group(1)
    assert "\x1b[3J" in terminal.before
    terminal.sendline("")
    terminal.expect(first + " > ")
    terminal.sendline("?")
    terminal.expect(first + " > ")
    for card in range(1, 28):
        terminal.sendline(str(card))
        if terminal.expect([first + " > ", r"Hand the keyboard to (\w+)"]):
            break

    assert terminal.match.group(1) != first
    assert "\x1b[2J\x1b[3J" in terminal.before
    terminal.sendline("q")
    terminal.expect("Put aside")


def test_the_race_is_timed_by_keys(tmp_path: Path) -> None:
    """Diavolo: a key is a grab, with the milliseconds it took; a key before the dice fall is none."""
    terminal = sit_down("play", "diavolo", "--seats", "2", "--bots", "random", "--seed", "3", home=tmp_path)
    terminal.expect("Ready")
    terminal.sendline("")
    terminal.expect("Steady")
    terminal.send("b")
    terminal.expect("Too early")
    terminal.send("r")
    terminal.expect("Ready|inhuman|fast")
    if "Ready" not in terminal.after:
        terminal.send("r")
        terminal.expect("Ready")
    assert "Right was" in terminal.before or "right was" in terminal.before
    assert "Black: " not in terminal.before.partition("ight was")[2], "nobody hears the next dice before he is ready"
    terminal.sendline("q")
    terminal.expect("Put aside")
    terminal.expect(pexpect.EOF)

    resumed = sit_down("play", "--resume", home=tmp_path)
    resumed.expect("Ready")
    resumed.sendline("q")
    resumed.expect(pexpect.EOF)


def test_the_shelf_leads_to_a_table(tmp_path: Path) -> None:
    terminal = sit_down("shelf", home=tmp_path)
    terminal.expect("Which box")
    terminal.sendline("9")
    terminal.expect("Which box")
    box = list(pandemonium.shelf()).index("little-devils") + 1
    terminal.sendline(str(box))
    for _ in range(4):
        terminal.expect(" > ")
        terminal.sendline("")
    terminal.expect(PROMPT)
    terminal.sendeof()
    terminal.expect("Put aside")
