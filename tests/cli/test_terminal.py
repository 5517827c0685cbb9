"""Whole evenings at a real terminal: a pseudo-terminal, real keys, real time."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Iterable
from pathlib import Path

import pexpect
import pytest

import pandemonium
from pandemonium.cli import match_files, plain
from pandemonium.cli.terminal_shelf import SHOWN
from pandemonium.core.game import AnyGame, Seat
from pandemonium.core.match import AnyMatch, first_untrue
from pandemonium.core.options import choices, write_options, written
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.diavolo.dice import Throw

TURN_BASED = [game for game in pandemonium.shelf().values() if game.race is None]
PROMPT = re.compile(r"(Faust|Marguerite|Wagner|Juan|Elvire|Robert) > ")
KILL_LINE = "\x15"


def sit_down(*words: str, home: Path, cwd: Path | None = None) -> pexpect.spawn:
    return at_terminal(*words, home=home, cwd=cwd)


def at_terminal(
    *words: str, home: Path, rows: int = 60, columns: int = 100, cwd: Path | None = None, **more: str
) -> pexpect.spawn:
    environment = {"PANDEMONIUM_HOME": str(home), "PANDEMONIUM_LANG": "en", "TERM": "xterm", "PATH": "/usr/bin:/bin"}
    environment["PYTHONPATH"] = os.environ["PYTHONPATH"]  # Where other people's boxes are.
    return pexpect.spawn(
        sys.executable,
        ["-P", "-m", "pandemonium", *words],
        cwd=cwd,
        env=environment | {"PAGER": "cat"} | more,
        encoding="utf-8",
        timeout=60,
        dimensions=(rows, columns),
    )


def pull_the_plug(terminal: pexpect.spawn) -> None:
    """However long a busy machine takes to see him go: pexpect itself gives up after half a second."""
    terminal.kill(signal.SIGKILL)
    terminal.wait()
    terminal.close()


def left(home: Path) -> list[Path]:
    return sorted((home / "left").glob("*.json"))


@pytest.mark.parametrize("slug", [game.slug for game in TURN_BASED])
def test_a_match_that_is_left_can_be_taken_up_again(slug: str, tmp_path: Path) -> None:
    terminal = sit_down("play", slug, "--seed", "1", home=tmp_path)
    terminal.expect(PROMPT)
    terminal.sendline("q")
    terminal.expect("Put aside")
    terminal.expect(pexpect.EOF)
    (place,) = left(tmp_path)
    saved = place.read_text()

    again = sit_down("play", "--resume", home=tmp_path)
    again.expect(PROMPT)
    again.sendline("q")
    again.expect(pexpect.EOF)

    assert left(tmp_path) == [place]
    assert place.read_text() == saved


def test_a_whole_match_is_played_by_typing_cards(tmp_path: Path) -> None:
    """Little Devils against bots: every card is typed, among them some that the rules refuse."""
    terminal = sit_down("play", "little-devils", "--seats", "3", "--option", "rounds=1", "--seed", "7", home=tmp_path)
    refused = 0
    for _ in range(9):
        terminal.expect(PROMPT)
        for card in range(1, 28):
            terminal.sendline(str(card))
            answer = terminal.expect([PROMPT, "It is over"])
            if answer:
                break
            if "not" in terminal.before or "must" in terminal.before:
                refused += 1
        if answer:
            break

    terminal.sendline("")
    terminal.expect("wins!|share the win!")
    terminal.expect(pexpect.EOF)
    assert refused
    (paper,) = (tmp_path / "matches").glob("*.paper")
    match = pandemonium.read(paper.read_text())
    assert match.result is not None
    assert left(tmp_path) == []


def test_a_bot_of_a_file_sits_down_and_is_found_again_from_any_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def careful(view, legal, luck):\n    return legal[0]\n")
    terminal = sit_down(
        "play", "little-devils", "--bots", "mine.py:careful", "--seed", "1", home=tmp_path, cwd=tmp_path
    )
    terminal.expect(PROMPT)
    terminal.sendline("q")
    terminal.expect("Put aside")
    terminal.expect(pexpect.EOF)

    again = sit_down("play", "--resume", home=tmp_path)
    again.expect(PROMPT)
    again.sendline("q")
    again.expect(pexpect.EOF)


def test_hands_are_hidden_from_neighbours_at_the_same_keyboard(tmp_path: Path) -> None:
    """Between two people the screen is wiped, what has scrolled away included, and waits."""
    terminal = sit_down("play", "little-devils", "--seats", "3", "--bots", "none", "--seed", "1", home=tmp_path)
    terminal.expect(r"Hand the keyboard to (\w+)")
    first = terminal.match.group(1)
    assert "\x1b[3J" in terminal.before
    terminal.sendline("")
    terminal.expect(first + " > ")
    terminal.sendline("?")
    terminal.expect("back to the table")
    terminal.sendline("")
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
    too_early = False
    while not too_early:  # A busy machine may bring the key when the dice lie there: then it is a grab.
        terminal.sendline(KILL_LINE)
        terminal.expect("Steady")
        terminal.send("b")
        too_early = terminal.expect(["Too early", "Ready"]) == 0
    terminal.send("r")
    terminal.expect("ight was")
    terminal.expect("Ready")
    terminal.sendline(KILL_LINE + "q")  # Where the bot had ended the round by then, the key is still there.
    terminal.expect("Put aside")
    terminal.expect(pexpect.EOF)

    resumed = sit_down("play", "--resume", home=tmp_path)
    resumed.expect("Ready")
    resumed.sendline("q")
    resumed.expect(pexpect.EOF)


def saved_match(home: Path) -> AnyMatch:
    (place,) = left(home)
    return match_files.take_up(place).match()


def test_nothing_is_thrown_before_everybody_is_ready(tmp_path: Path) -> None:
    """Diavolo: neither the next order nor the dice are told, or drawn at all, before the key for it."""
    terminal = sit_down("play", "diavolo", "--seats", "2", "--seed", "3", home=tmp_path)
    terminal.expect("Ready")
    assert [type(move.what).__name__ for move in saved_match(tmp_path).moves] == ["Roller"]
    terminal.sendline("")
    terminal.expect("Ready")  # The bell has rung.
    kinds = [type(move.what).__name__ for move in saved_match(tmp_path).moves]
    assert (kinds.count("Throw"), kinds[-1]) == (1, "Bell")
    assert "still in the cup" in terminal.before.rpartition("\x1b[2J")[2]
    terminal.sendline("q")
    terminal.expect(pexpect.EOF)


def test_where_the_order_is_thrown_first_it_is_told_after_one_ready_and_the_dice_after_another(tmp_path: Path) -> None:
    """Diavolo, 6.2"""
    words = ("play", "diavolo", "--seats", "2", "--seed", "3", "--option", "order-first=yes", "--option", "deadline=3")
    terminal = sit_down(*words, home=tmp_path)
    terminal.expect("Ready")
    terminal.sendline("")
    terminal.expect("Ready")
    assert "Hands off" in terminal.before.rpartition("\x1b[2J")[2]
    terminal.sendline("")
    terminal.expect("Ready")
    assert "Hands off" not in terminal.before.rpartition("\x1b[2J")[2]
    terminal.sendline("q")
    terminal.expect(pexpect.EOF)


@pytest.mark.parametrize("how", ["q", "unplugged"])
def test_who_leaves_a_race_does_not_get_the_same_dice_again(how: str, tmp_path: Path) -> None:
    """The throw is on disk before it is seen, and the round is over when he comes back. At a calm table nobody ends it
    before he can leave."""
    calm = ("--option", "calm=yes", "--option", "deadline=30")
    terminal = sit_down("play", "diavolo", "--seats", "2", "--seed", "3", *calm, home=tmp_path)
    terminal.expect("Ready")
    terminal.sendline("")
    terminal.expect("Steady")
    terminal.expect("MOST ODD FACES")
    thrown = next(move.what for move in saved_match(tmp_path).moves if isinstance(move.what, Throw))
    if how == "q":
        terminal.send("q")
        terminal.expect(pexpect.EOF)
    else:
        pull_the_plug(terminal)

    again = sit_down("play", "--resume", home=tmp_path)
    again.expect("went on without you")
    again.expect("Ready")
    match = saved_match(tmp_path)
    assert [type(move.what).__name__ for move in match.moves].count("Throw") == 1
    assert match.view(Seat(0)).explained.throw == thrown
    assert match.view(Seat(0)).gems[0] == 4
    assert first_untrue(match) is None
    again.sendline("q")
    again.expect(pexpect.EOF)


@pytest.mark.parametrize("slug", [game.slug for game in TURN_BASED])
def test_what_nature_did_is_on_disk_before_it_is_seen(slug: str, tmp_path: Path) -> None:
    """Whoever pulls the plug and comes back has the luck that he saw, and cannot choose again with it."""
    terminal = sit_down("play", slug, "--seats", str(pandemonium.open(slug).seats[0]), "--seed", "5", home=tmp_path)
    terminal.expect(PROMPT)
    before = saved_match(tmp_path)
    terminal.sendline(before.game.notation.write(before.legal(Seat(0))[0]))
    terminal.expect(PROMPT)
    seen = saved_match(tmp_path)
    pull_the_plug(terminal)

    assert len(seen.moves) > len(before.moves)
    assert Seat(0) in seen.to_act
    assert saved_match(tmp_path).moves == seen.moves


def test_against_bots_a_move_can_be_taken_back(tmp_path: Path) -> None:
    """Little Devils: with the cards that the bots played upon it, until the next move and not further."""
    terminal = sit_down("play", "little-devils", "--seats", "3", "--seed", "5", home=tmp_path)
    terminal.expect(PROMPT)
    terminal.sendline("u")
    terminal.expect("cannot be taken back")
    terminal.expect(PROMPT)
    before = saved_match(tmp_path)
    terminal.sendline(str(before.legal(Seat(0))[0].card))
    terminal.expect(PROMPT)
    assert len(saved_match(tmp_path).moves) > len(before.moves)
    terminal.sendline("u")
    terminal.expect(PROMPT)
    assert saved_match(tmp_path).moves == before.moves
    terminal.sendline("u")
    terminal.expect("cannot be taken back")
    terminal.sendline("q")
    terminal.expect(pexpect.EOF)


def test_several_matches_can_be_put_aside_listed_chosen_and_deleted(tmp_path: Path) -> None:
    for slug in ("diable-sauteur", "little-devils"):
        terminal = sit_down("play", slug, home=tmp_path)
        terminal.expect(PROMPT)
        terminal.sendline("q")
        terminal.expect(pexpect.EOF)
    listed = sit_down("saved", home=tmp_path)
    listed.expect(r"1 +Little Devils · 4 players")
    listed.expect(r"2 +Le Diable Sauteur · 2 players")
    listed.expect(pexpect.EOF)

    older = sit_down("play", "--resume", "2", home=tmp_path)
    older.expect("Le Diable Sauteur")
    older.expect(PROMPT)
    older.sendline("q")
    older.expect(pexpect.EOF)
    shelf = sit_down("shelf", home=tmp_path)
    shelf.expect(r"1 +Le Diable Sauteur")
    shelf.expect("Which box")
    shelf.sendline("d9")
    shelf.expect_exact("“9” will not do here: choose a number from 1 to 2.")
    shelf.expect("Which box")
    shelf.sendline("d2")
    shelf.expect("Deleted: Little Devils")
    shelf.expect("Which box")
    shelf.sendline("r1")
    shelf.expect(PROMPT)
    shelf.sendline("q")
    shelf.expect(pexpect.EOF)

    assert [place.name[:14] for place in left(tmp_path)] == ["diable-sauteur"]
    assert sit_down("saved", "--delete", "1", home=tmp_path).expect("Deleted") == 0


def test_the_shelf_leads_to_a_table(tmp_path: Path) -> None:
    terminal = sit_down("shelf", home=tmp_path)
    terminal.expect("Which box")
    terminal.sendline("9")
    terminal.expect("Which box")
    box = list(pandemonium.shelf()).index("little-devils") + 1
    terminal.sendline(str(box))
    for asked in ("Which way", "How many players", "people at this keyboard", "Level of the bots", "Options"):
        terminal.expect(asked)
        terminal.expect(" > ")
        terminal.sendline("")
    terminal.expect(PROMPT)
    terminal.sendeof()
    terminal.expect("Put aside")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", pandemonium.shelf())
def test_ways_to_play_and_bots_are_chosen_by_their_names(slug: str, language: str, tmp_path: Path) -> None:
    """Variants and levels by a title and a sentence, those of the page, with a number before each; Enter takes the
    usual. What can be typed besides is told in words. Each question is on one screen of 80 by 24, with LANG=C and
    NO_COLOR too. What is mistyped is asked again, and nothing else."""
    game, own = pandemonium.shelf()[slug], plain_words(language, pandemonium.shelf()[slug])
    terminal = at_terminal(
        "shelf", home=tmp_path, rows=24, columns=80, PANDEMONIUM_LANG=language, LANG="C", NO_COLOR="1"
    )

    def answer(typed: str, *, asked: str, room: int = 24) -> str:
        """What stood there when it was asked, since the last answer."""
        terminal.expect(" > ")
        said = re.sub(r"\x1b\[[0-9;]*m", "", terminal.before)
        lines = said.split("\r\n")[1:]
        assert said.isascii()
        assert max(map(len, [*lines, ""])) <= 80, said
        assert len(lines) < room, said
        text = " ".join(said.split())
        assert " ".join(asked.split()) in text
        terminal.sendline(typed)
        return text

    boxes = pandemonium.shelf()
    matches_left = 1 + SHOWN
    answer(str([*boxes].index(slug) + 1), asked=own("shelf.choose", n=len(boxes)), room=24 - matches_left)
    way, its = [*game.variants.items()][-1] if game.variants else ("", {})
    if len(game.variants) > 1:
        text = answer("99", asked=own("set.variant"))
        assert_listed(text, "variant", game.variants, own)
        answer(str([*game.variants].index(way) + 1), asked=own("shelf.which", n=len(game.variants), usual=1))
    if len(game.seats) > 1:
        question = own("shelf.seats", allowed=", ".join(map(str, game.seats)), usual=game.seats_or(None))
        answer("?", asked=question)
        mistyped = own("no.bad-answer", text="?", least=game.seats[0], most=game.seats[-1])
        answer("", asked=f"{mistyped} {question}")
    question = own("shelf.people", n=game.seats_or(None))
    answer("0", asked=question)
    answer("", asked=f"{own('no.bad-answer', text='0', least=1, most=game.seats_or(None))} {question}")
    text = answer("no-such-bot", asked=own("gather.level"))
    assert_listed(text, "level", game.bots, own)
    answer(str(len(game.bots)), asked=own("shelf.which", n=len(game.bots), usual=2))
    options = choices(game.options)  # A box without any asks for none.
    text = answer("", asked=own("shelf.options")) if options else ""
    for name, allowed, _ in options:
        assert f"{name}=" in text
        assert own(f"option.{name}") in text
        values = [value for value in allowed.split(" | ") if f"option.{name}.{value}" in own]
        assert all(f"{value} = {own(f'option.{name}.{value}')}" in text for value in values)

    terminal.expect(["Faust > ", re.escape(own("race.ready"))])
    (place,) = left(tmp_path)
    taken_up = match_files.take_up(place)
    chosen = dict(write_options(taken_up.match().options))
    assert {name: chosen.get(name) for name in its} == {name: written(value) for name, value in its.items()}
    assert {*taken_up.levels().values()} == {[*game.bots][-1]}
    pull_the_plug(terminal)


def assert_listed(text: str, kind: str, names: Iterable[str], own: Words) -> None:
    """Each by its number, its title and its sentence, in their order."""
    said = (f"{number} {own(f'{kind}.{name}')} - {own(f'{kind}.{name}.hint')}" for number, name in enumerate(names, 1))
    assert " ".join(" ".join(said).split()) in text


def plain_words(language: str, game: AnyGame) -> Words:
    """As a terminal that knows ASCII only says them."""
    words = Words(language, game)
    words.catalogue = {
        key: plain.spelt(sentence) for key, sentence in words.catalogue.items() if isinstance(sentence, str)
    }
    return words


def test_the_rules_open_in_the_readers_pager(tmp_path: Path) -> None:
    pager = tmp_path / "my-pager"
    pager.write_text('#!/bin/sh\necho "MY PAGER $LESSCHARSET"\nhead -n 3\n')
    pager.chmod(0o755)
    terminal = at_terminal("rules", "diavolo", home=tmp_path, PAGER=str(pager))
    terminal.expect("MY PAGER utf-8")
    terminal.expect(pexpect.EOF)
    assert "Being first" not in terminal.before


def test_without_a_pager_of_ones_own_less_turns_the_pages_and_says_how(tmp_path: Path) -> None:
    """The real one where there is one; else one that says what it was told to say, and waits."""
    path = "/usr/bin:/bin"
    if shutil.which("less", path=path) is None:
        less = tmp_path / "less"
        less.write_text('#!/bin/sh\ncat > /dev/null\necho "$LESS"\nread answer < /dev/tty\n')
        less.chmod(0o755)
        path = f"{tmp_path}:{path}"
    terminal = at_terminal("rules", "diavolo", home=tmp_path, PAGER="", PATH=path, rows=24, columns=80)
    terminal.expect("q  close")
    terminal.sendline("q")
    terminal.expect(pexpect.EOF)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", pandemonium.shelf())
def test_in_the_c_locale_every_byte_is_ascii_and_without_colours_there_are_none(
    slug: str, language: str, tmp_path: Path
) -> None:
    """LANG=C NO_COLOR=1: the table, the help with the rules, and the log of every box, in every language."""
    words = ("play", slug, "--seed", "1", "--lang", language)
    terminal = at_terminal(*words, home=tmp_path, rows=24, columns=80, LANG="C", NO_COLOR="1")
    said, own = "", Words(language, pandemonium.shelf()[slug])
    asked = [re.escape(plain.spelt(own(key))) for key in ("race.ready", "table.go-on")]
    for typed in ("?", "", "l", "", "q"):
        terminal.expect(["Faust > ", *asked])
        said += terminal.before + terminal.after
        terminal.sendline(typed)
    terminal.expect(pexpect.EOF)
    said += terminal.before

    assert said.isascii()
    assert not re.search(r"\x1b\[[0-9;]*(?<![0-9])(3[0-9]|4[0-9]|9[0-7])[;m]", said)
