"""`./pandemonium arena`: a contest that can be stopped, that goes on, and that says what it has shown."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from xml.etree import ElementTree as ET

import pytest

from pandemonium.arena.figures import Summary
from pandemonium.cli import main

QUICK = ("arena", "little-devils", "--seats", "3", "--option", "limit=20", "--bots", "sensible,random", "--jobs", "1")


@pytest.fixture(autouse=True)
def _at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def stop_after(deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody presses Ctrl-C when so many deals are done."""
    done = 0

    def advance(*_: object) -> None:
        nonlocal done
        done += 1
        if done == deals:
            raise KeyboardInterrupt

    monkeypatch.setattr("rich.progress.Progress.advance", advance)


def test_the_table_names_the_better_one_first_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, *QUICK, "--matches", "30")

    assert code == 0
    rows = [line for line in out.splitlines() if line.startswith(("│ sensible", "│ random"))]
    assert [row.split()[1] for row in rows[:2]] == ["sensible", "random"]
    assert all(row.count("±") == 3 for row in rows[:2])
    assert "✓" in rows[2]
    assert "├" in out
    assert "●" in out
    assert "30 matches in 10 deals" in out


def test_the_same_command_gives_the_same_figures_in_one_process_or_two(capsys: pytest.CaptureFixture[str]) -> None:
    once = told(capsys, *QUICK, "--matches", "9", "--json")[1]
    again = told(capsys, *QUICK[:-1], "2", "--matches", "9", "--json")[1]
    other = told(capsys, *QUICK, "--matches", "9", "--json", "--seed", "other")[1]

    assert once == again
    assert once != other
    assert json.loads(once)["matches"] == 9


def test_results_are_kept_and_more_matches_are_added_to_them(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    file = home / "devils.jsonl"
    told(capsys, *QUICK, "--matches", "6", "--out", str(file))
    first = file.read_text()

    _, _, err = told(capsys, *QUICK, "--matches", "12", "--out", str(file))

    assert file.read_text().startswith(first)
    assert len(file.read_text().splitlines()) == 5
    assert "6" in err
    assert json.loads(told(capsys, *QUICK, "--matches", "12", "--out", str(file), "--json")[1])["matches"] == 12


def test_a_line_that_was_cut_is_played_again(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    file = home / "devils.jsonl"
    told(capsys, *QUICK, "--matches", "6", "--out", str(file))
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])

    told(capsys, *QUICK, "--matches", "6", "--out", str(file))

    assert file.read_bytes() == whole


def test_the_picture_is_drawn_beside_the_results(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    told(capsys, *QUICK, "--matches", "6", "--out", str(home / "devils.jsonl"))
    text = (home / "devils.svg").read_text(encoding="utf-8")
    drawn = ET.fromstring(text)

    width, height = map(float, drawn.attrib["viewBox"].split()[2:])
    assert "prefers-color-scheme: dark" in text
    assert "sensible" in text
    svg = "{http://www.w3.org/2000/svg}"
    circles = drawn.findall(f"{svg}circle")
    assert len(circles) == 4
    assert all(0 < float(its.attrib["cx"]) < width and 0 < float(its.attrib["cy"]) < height for its in circles)
    ratings = sorted(circles, key=lambda its: float(its.attrib["cx"]))[:2]
    assert [its.attrib["cy"] for its in ratings] == sorted(
        (its.attrib["cy"] for its in ratings), key=float, reverse=True
    )


def test_what_was_stopped_goes_on_with_the_same_command(
    capsys: pytest.CaptureFixture[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    straight = told(capsys, *QUICK, "--matches", "9", "--json")[1]
    stop_after(2, monkeypatch)
    code, out, err = told(capsys, *QUICK, "--matches", "9", "--json")

    assert code == 130
    assert json.loads(out)["matches"] == 6
    assert str(home) in err
    monkeypatch.undo()
    monkeypatch.setenv("PANDEMONIUM_HOME", str(home))
    assert told(capsys, *QUICK, "--matches", "9", "--json")[1] == straight
    assert not [*home.glob("arena/*")], "nothing is left lying about"


def test_a_simulation_that_is_stopped_shows_what_was_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(3, monkeypatch)

    code, out, _ = told(capsys, "simulate", "little-devils", "--option", "limit=20", "--matches", "9", "--json")

    assert code == 130
    assert json.loads(out)["matches"] == 3


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_stops_all_processes_at_once_and_keeps_what_they_played(home: Path) -> None:
    words = [*QUICK[:-1], "2", "--matches", "9999999", "--json"]
    running = subprocess.Popen(
        [sys.executable, "-P", "-m", "pandemonium", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Where the tests run in the background, it would be born deaf.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    while not any(file.read_bytes().count(b"\n") > 3 for file in home.glob("arena/*.jsonl")):
        assert running.poll() is None
        sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate()

    assert running.returncode == 130, err
    assert b"Traceback" not in err
    assert json.loads(out)["matches"] >= 9


@pytest.mark.parametrize(
    "words",
    [
        ["arena"],
        ["arena", "little-devils"],
        ["arena", "chess", "--bots", "random,sensible"],
        ["arena", "little-devils", "--bots", "random"],
        ["arena", "little-devils", "--bots", "random,random"],
        ["arena", "little-devils", "--bots", "random,divine"],
        ["arena", "little-devils", "--bots", "random,none.py:careful"],
        ["arena", "little-devils", "--bots", "random,sensible", "--seats", "7"],
        ["arena", "little-devils", "--bots", "random,sensible", "--matches", "0"],
        ["arena", "little-devils", "--bots", "random,sensible", "--jobs", "0"],
        ["arena", "little-devils", "--bots", "random,sensible", "--option", "limit=1"],
        ["arena", "little-devils", "--bots", "random,sensible", "--time", "0"],
        ["arena", "little-devils", "--bots", "random,sensible", "--time", "soon"],
        ["arena", "little-devils", "--bots", "random,sensible", "--time", "1"],
        ["arena", "little-devils", "--bots", "random,sensible", "--simulations", "-1"],
        ["arena", "little-devils", "--bots", "random,sensible", "--simulations", "5", "--time", "1"],
        ["arena", "little-devils", "--bots", "random,sensible", "--out", "."],
        ["arena", "little-devils", "--bots", "random,sensible", "--out", "a\0b"],
        ["arena", "little-devils", "--bots", "random,sensible", "--out", "notes.txt"],
        ["simulate", "little-devils", "--jobs", "many"],
        ["simulate", "little-devils", "--bots", "none.py:careful"],
    ],
)
@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_what_cannot_be_done_gets_one_line(
    capsys: pytest.CaptureFixture[str], home: Path, words: list[str], language: str
) -> None:
    (home / "notes.txt").write_text("These are my notes.\n")

    code, out, err = told(capsys, "--lang", language, *words)

    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert (home / "notes.txt").read_text() == "These are my notes.\n"


def test_results_of_another_contest_or_of_other_bots_are_not_mixed(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path
) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("def mine(view, legal, luck):\n    return legal[0]\n")
    file = home / "devils.jsonl"
    words = [
        "arena",
        "little-devils",
        "--bots",
        f"{bot}:mine,random",
        "--jobs",
        "1",
        "--matches",
        "4",
        "--out",
        str(file),
    ]
    told(capsys, *words)
    kept = file.read_bytes()

    assert "another contest" in told(capsys, *words, "--seed", "2")[2]
    bot.write_text("def mine(view, legal, luck):\n    return legal[-1]\n")
    assert "changed" in told(capsys, *words)[2]
    assert file.read_bytes() == kept


def test_many_simulated_matches_have_rotated_seats_and_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "little-devils", "--seats", "3", "--bots", "sensible,random,random", "--matches", "12"]
    words += ["--option", "limit=20", "--seed", "1", "--json"]
    once, twice = told(capsys, *words)[1], told(capsys, *words, "--jobs", "2")[1]

    assert once == twice
    shown = json.loads(once)
    best, other = shown["bots"]
    assert best["bot"] == "sensible"
    assert (best["matches"], other["matches"]) == (12, 12)
    assert best["wins"]["error"] > 0
    assert len(shown["places"]) == 3


def test_the_figures_as_json_are_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    import msgspec

    shown = msgspec.json.decode(told(capsys, *QUICK, "--matches", "6", "--json")[1], type=Summary)

    assert [row.bot for row in shown.bots] == ["sensible", "random"]
    assert sum(figure.mean for figure in shown.places) == pytest.approx(1)
