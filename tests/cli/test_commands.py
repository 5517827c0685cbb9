"""The commands of the house, as they are typed."""

from __future__ import annotations

import io
import re
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Protocol

import pytest

import pandemonium
from pandemonium.cli import main
from tests.core.test_paper import damaged

GAMES = list(pandemonium.shelf())
TABLES = [(game.slug, seats) for game in pandemonium.shelf().values() for seats in game.seats]


class Said:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


class Say(Protocol):
    def __call__(self, *words: str, standard_input: str | bytes | None = None) -> Said: ...


@pytest.fixture
def say(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:  # noqa: ARG001
    def say(*words: str, standard_input: str | bytes | None = None) -> Said:
        if standard_input is not None:
            raw = standard_input.encode() if isinstance(standard_input, str) else standard_input
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        try:
            code = main(words)
        except SystemExit as left:  # argparse, after --help
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return say


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_a_simulated_match_can_be_replayed_verified_and_has_no_legal_moves_left(
    say: Say, slug: str, seats: int, tmp_path: Path
) -> None:
    paper = say("simulate", slug, "--seats", str(seats), "--seed", "666").out
    file = tmp_path / "match.paper"
    file.write_text(paper)
    match = pandemonium.read(paper)

    replayed = say("replay", str(file))

    assert replayed.code == 0
    assert match.result is not None
    lines = [line for line in replayed.out.splitlines() if line.startswith("result ")]
    assert lines == [f"result {seat} {its.points} {its.place}" for seat, its in enumerate(match.result.standings)]
    assert say("verify", str(file)).code == 0
    legal = say("legal", "-", standard_input=paper)
    assert (legal.code, legal.out, legal.err) == (0, "", "")


@pytest.mark.parametrize("slug", GAMES)
def test_legal_lists_what_may_be_played_sorted_a_line_a_move(say: Say, slug: str) -> None:
    match = pandemonium.begin(slug, seed=3)
    write = match.game.notation.write
    expected = sorted(f"{seat} {write(action)}" for seat in match.to_act for action in match.legal(seat))

    listed = say("legal", "-", standard_input=match.text())

    assert expected
    assert listed.out.splitlines() == expected


def test_legal_lists_nothing_while_nature_owes_a_move(say: Say) -> None:
    listed = say("legal", "-", standard_input="game little-devils\nseats 3\nnature dealer 1\n")

    assert (listed.code, listed.out) == (0, "")


@pytest.mark.parametrize("slug", pandemonium.shelf())
def test_a_paper_can_be_told_and_is_still_the_same_match(say: Say, slug: str) -> None:
    paper = say("simulate", slug, "--seed", "told").out
    commented = say("replay", "-", "--told", standard_input=paper)

    assert commented.code == 0
    comments = [line for line in commented.out.splitlines() if line.startswith("#")]
    assert len(comments) > 10
    assert pandemonium.read(commented.out).moves == pandemonium.read(paper).moves


def test_replay_can_stop_at_any_move(say: Say) -> None:
    paper = say("simulate", "little-devils", "--seed", "1").out

    early = say("replay", "-", "--at", "9", standard_input=paper)
    late = say("replay", "-", "--at", "99999", standard_input=paper)

    assert "9" in early.out.splitlines()[0]
    assert "result" not in early.out
    assert late.code == 2
    assert len(late.err.splitlines()) == 1


def test_a_move_of_nature_that_was_changed_is_found_out(say: Say) -> None:
    match = pandemonium.begin("little-devils", seats=3, seed=1)
    lines = match.text().splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("nature dealer"))
    lines[place] = f"nature dealer {(int(lines[place].split()[-1]) + 1) % 3}"

    verified = say("verify", "-", standard_input="\n".join(lines))

    assert verified.code == 1
    assert verified.err.startswith(f"line {place + 1}: ")


def test_a_paper_without_its_seed_cannot_be_verified(say: Say) -> None:
    verified = say("verify", "-", standard_input="game little-devils\nseats 3\n")

    assert verified.code == 2
    assert "seed" in verified.err


def test_salts_count_for_the_luck(say: Say) -> None:
    match = pandemonium.begin("little-devils", seats=3, seed=1, salts={0: b"a" * 16, 2: b"b" * 16})
    paper = match.text()

    assert say("verify", "-", standard_input=paper).code == 0
    assert say("verify", "-", standard_input=paper.replace("61616161", "61616162", 1)).code == 1


def test_a_bad_line_is_named(say: Say) -> None:
    for command in ("replay", "legal", "verify"):
        said = say(command, "-", standard_input="game little-devils\nseats 3\n\nnature dealer 7\n")
        assert said.code == 2
        assert said.err.startswith("line 4: ")
        assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["dance"],
        ["play"],
        ["play", "chess"],
        ["play", "little-devils", "--seats", "2"],
        ["play", "little-devils", "--seats", "-1"],
        ["play", "little-devils", "--seats", "many"],
        ["play", "little-devils", "--bots", "divine"],
        ["play", "little-devils", "--bots", "none.py:careful"],
        ["play", "little-devils", "--people", "9"],
        ["play", "little-devils", "--option", "limit"],
        ["play", "little-devils", "--option", "limit=7"],
        ["play", "little-devils", "--option", "colour=red"],
        ["play", "--resume"],
        ["simulate", "little-devils", "--matches", "0"],
        ["simulate", "little-devils", "--bots", "random,random"],
        ["simulate", "little-devils", "--bots", "random,divine,random,random"],
        ["simulate"],
        ["replay", "no-such-file"],
        ["replay", "."],
        ["replay", "a\0b"],
        ["rules", "chess"],
        ["rules", "little-devils", "--lang", "la"],
        ["rules", "little-devils", "--lang"],
    ],
)
def test_what_is_not_understood_gets_one_line_and_code_two(say: Say, words: list[str]) -> None:
    said = say(*words)

    assert said.code == 2
    assert len(said.err.splitlines()) == 1
    assert said.out == ""


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00game", b"\x00" * 100, b"game little-devils\nseats 3\n\xe9"])
def test_a_file_that_is_no_text_is_refused(say: Say, raw: bytes) -> None:
    said = say("replay", "-", standard_input=raw)

    assert said.code == 2
    assert len(said.err.splitlines()) == 1


def test_damaged_papers_never_end_in_a_traceback(say: Say) -> None:
    luck = Random(13)
    papers = [say("simulate", slug, "--seed", "5", "--bots", "random").out for slug in GAMES]
    for _ in range(200):
        said = say(luck.choice(["replay", "legal", "verify"]), "-", standard_input=damaged(luck.choice(papers), luck))
        assert said.code in (0, 1, 2)
        assert len(said.err.splitlines()) == (said.code != 0)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_the_rules_can_be_read_in_three_languages(say: Say, slug: str, language: str) -> None:
    said = say("rules", slug, "--lang", language)

    assert said.code == 0
    book = files(pandemonium.shelf()[slug].package) / ("RULES.md" if language == "en" else f"RULES.{language}.md")
    numbers = re.findall(r"^\*\*(\d+\.\d+)\*\*", book.read_text(encoding="utf-8"), re.MULTILINE)
    assert numbers
    assert [number for number in numbers if number not in said.out] == []


def test_many_matches_are_summed_up(say: Say) -> None:
    said = say("simulate", "little-devils", "--matches", "20", "--bots", "sensible,random,random,random", "--seed", "1")

    assert said.code == 0
    row = next(line for line in said.out.splitlines() if "sensible" in line)
    assert float(row.split("│")[2].split("±")[0]) > 70


def test_a_solved_game_says_what_it_is_worth(say: Say, home: Path) -> None:
    solved = [slug for slug, game in pandemonium.shelf().items() if game.solver is not None]
    assert solved
    for slug in solved:
        said = say("solve", slug, "--rule", "a", "--track", "12", "--thumb", "--check")
        assert said.code == 0
        *lines, gain = said.out.splitlines()
        assert [re.sub(r"\d\.\d{9}$", "…", line) for line in lines] == [
            "value a 12 …",
            "value match-a 12 …",
            "thumb hide-a 12 …",
            "thumb press-a 12 …",
            "thumb match-a 12 …",
        ]
        assert 0 < float(gain.removeprefix("gain ")) < 1e-6, "what lies on disk is rounded, and that is what is checked"
        said = say("solve", slug, "--rule", "b", "--track", "12", "--check")
        assert said.code == 0
        value, gain = said.out.splitlines()
        assert re.fullmatch(r"value b 12 0\.\d{9}", value)
        assert float(gain.removeprefix("gain ")) < 1e-6
    assert list((home / "solved").iterdir())


@pytest.mark.parametrize("words", [["--rule", "c"], ["--track", "11"], ["--colour", "red"]])
def test_what_cannot_be_solved_is_refused(say: Say, words: list[str]) -> None:
    solved = next(slug for slug, game in pandemonium.shelf().items() if game.solver is not None)

    assert say("solve", solved, *words).code == 2


def test_a_game_that_is_not_solved_says_which_are(say: Say) -> None:
    games = pandemonium.shelf()
    open_one = next(slug for slug, game in games.items() if game.solver is None)
    said = say("solve", open_one)

    assert said.code == 2
    assert all(slug in said.err for slug, game in games.items() if game.solver is not None)


def test_the_same_seed_simulates_the_same_match(say: Say) -> None:
    for slug in GAMES:
        once = say("simulate", slug, "--seed", "twice").out
        assert once == say("simulate", slug, "--seed", "twice").out


def test_the_shelf_shows_every_box(say: Say) -> None:
    said = say("shelf", standard_input="")

    assert said.code == 0
    for game in pandemonium.shelf().values():
        assert game.title in said.out


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_refusals_are_in_the_readers_language(say: Say, language: str) -> None:
    said = say("--lang", language, "play", "chess")

    start = {"fr": "Il n’y a pas", "en": "There is no", "de": "Eine Schachtel"}[language]
    assert said.err.startswith(start)
