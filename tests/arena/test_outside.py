"""Bots from a file and from a package; whose fault it is when they fail."""

from __future__ import annotations

import pickle
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import pandemonium
from pandemonium.arena import outside
from pandemonium.arena.contest import Contest, contest, played_deal
from pandemonium.arena.run import played
from pandemonium.core.game import Refusal
from pandemonium.search import installed

BOTS = '''
from helper import lowest

NOTHING = 7

def careful(view, legal, luck):
    """Plays the lowest card."""
    return lowest(legal)

def cheats(view, legal, luck):
    return "22"

def fails(view, legal, luck):
    return 1 / 0

def mute(view, legal, luck):
    return None

def deaf():
    return None
'''


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text("def lowest(legal):\n    return min(legal, key=lambda play: play.card)\n")
    file = tmp_path / "mine.py"
    file.write_text(BOTS)
    return file


def meeting(*bots: str) -> Contest:
    return contest(pandemonium.open("little-devils"), 3, {"limit": 20}, bots, bytes(32))


def test_a_bot_of_a_file_plays_and_so_it_does_in_other_processes(mine: Path) -> None:
    met = meeting(f"{mine}:careful", "random")

    deals = list(played(met, range(3), jobs=2))

    assert deals == [played_deal(met, number) for number in range(3)]


def test_a_bot_of_a_package_is_found_by_its_name_in_its_game_only(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(mine.parent))
    point = EntryPoint("little-devils.careful", "mine:careful", installed.GROUP)
    monkeypatch.setattr(installed, "_points", lambda: [point])

    assert played_deal(meeting("careful", "random"), 0).outcomes
    with pytest.raises(Refusal, match="unknown-level"):
        outside.find_bot(pandemonium.open("diavolo"), "careful")
    with pytest.raises(Refusal, match=r"kobold.*careful"):
        outside.find_bot(pandemonium.open("little-devils"), "carefree")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("{folder}/none.py:careful", "no-file"),
        ("{folder}:careful", "no-file"),
        ("{folder}/mine.py:divine", r"bot-not-there.*careful, cheats"),
        ("{folder}/mine.py:NOTHING", "bot-not-there"),
        ("{folder}/mine.py:", "bot-not-there"),
        ("{folder}/broken.py:careful", "bot-raised.*SyntaxError"),
        ("{folder}/ends.py:careful", "bot-raised.*SystemExit"),
        ("{folder}/notes.txt:careful", "bot-no-python"),
        (":careful", "no-file"),
        ("a\0b:careful", "no-file"),
    ],
)
def test_what_is_no_bot_is_refused(mine: Path, name: str, reason: str) -> None:
    (mine.parent / "broken.py").write_text("def careful(:")
    (mine.parent / "ends.py").write_text("raise SystemExit(3)")
    (mine.parent / "notes.txt").write_text("careful")

    with pytest.raises(Refusal, match=reason):
        outside.find_bot(pandemonium.open("little-devils"), name.format(folder=mine.parent))


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        ("cheats", "bot-illegal.*'22'.*Play"),
        ("mute", "bot-illegal.*None"),
        ("fails", r"bot-raised.*ZeroDivisionError.*mine\.py:\d+"),
        ("deaf", "bot-raised.*TypeError"),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_is_named_wherever_it_played(mine: Path, function: str, reason: str, jobs: int) -> None:
    if jobs > 1 and function != "fails":
        return
    with pytest.raises(Refusal, match=reason) as refused:
        list(played(meeting(f"{mine}:{function}", "random"), range(2), jobs=jobs))

    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


RACERS = """
from pandemonium.games.diavolo.rules import Grab

def lets_go_by(view, legal, luck):
    return None

def untimed(view, legal, luck):
    return legal[0]
"""


def test_in_a_race_a_bot_may_pass_but_must_say_how_long_it_took(tmp_path: Path) -> None:
    file = tmp_path / "racers.py"
    file.write_text(RACERS)
    game = pandemonium.open("diavolo")
    match = pandemonium.begin(game, 2, seed=1)
    view, legal = match.view(match.to_act[0]), match.legal(match.to_act[0])

    assert outside.find_bot(game, f"{file}:lets_go_by")(view, legal, None) is None  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="bot-illegal"):
        outside.find_bot(game, f"{file}:untimed")(view, legal, None)  # type: ignore[arg-type]


def test_no_name_that_comes_over_a_network_opens_a_file(mine: Path) -> None:
    with pytest.raises(Refusal, match="unknown-level"):
        installed.level_called(pandemonium.open("little-devils"), f"{mine}:careful")
