"""What is measured can be started from anywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from benchmarks import server, siege
from benchmarks.ai import PARTS

BENCHES = Path(__file__).parent.parent / "benchmarks"
NAMES = sorted(found.stem for found in BENCHES.glob("*.py") if not found.stem.startswith("_"))


@pytest.mark.parametrize("name", NAMES)
def test_a_bench_finds_all_that_is_ours(name: str, tmp_path: Path) -> None:
    """As the launcher starts it. A peer that is measured beside us may be missing where only tests run."""
    called = [sys.executable, "-P", str(BENCHES / "__main__.py"), name, "--help"]

    ran = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True, check=False)

    if ran.returncode:
        missing = ran.stderr.splitlines()[-1]
        assert missing.startswith("ModuleNotFoundError")
        assert not any(ours in missing for ours in ("benchmarks", "pandemonium"))


SMALL = {
    "ai": ["--rounds", "1", "--seconds", "0.01", "--only", "little_devils", "queue"],
    "cheat": ["--deals", "1", "--simulations", "60"],
    "curve": ["--rounds", "10", "--matches", "20"],
    "distance": ["--matches", "2", "--rule", "b", "--track", "12", "--dice", "mixed", "--bot", "sensible"],
    "doors": ["--deals", "1", "--rounds", "1", "--matches", "2", "--seconds", "0.001"],
    "foresight": ["--deals", "1", "--simulations", "40"],
    "patience": ["--positions", "2", "--simulations", "40"],
}
NAMED = {
    "ai": ["kernel-vs-openspiel-hearts", "search-vs-openspiel-ismcts"],
    "cheat": ["gap-closed"],
    "doors": ["devils-vs-openspiel-ismcts", "won-vs-openspiel-mcts"],
    "foresight": ["queue-gap-closed"],
    "patience": ["ten-times-the-time"],
}
"""What others look for by its name."""


def figures_of(arguments: list[str], folder: Path) -> dict[str, str]:
    """The figures of a bench, by name; they stand at its end, alone."""
    called = [sys.executable, "-P", str(BENCHES / "__main__.py"), *arguments]
    home = os.environ | {"PANDEMONIUM_HOME": str(folder)}
    ran = subprocess.run(called, cwd=folder, env=home, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    figures = [line for line in lines if line.startswith(("count ", "ratio "))]
    assert lines[-len(figures) :] == figures
    assert [line for line in figures if not re.fullmatch(r"(count|ratio) [a-z0-9-]+ -?\d+(\.\d+)?", line)] == []
    return dict(line.split()[1:] for line in figures)


@pytest.mark.parametrize("name", SMALL)
def test_a_bench_ends_with_its_figures_alone(name: str, tmp_path: Path) -> None:
    """So that a program can read them, and compare two runs."""
    figures = figures_of([name, *SMALL[name]], tmp_path)

    assert figures
    assert [its for its in NAMED.get(name, []) if its not in figures] == []


def test_what_ten_times_the_time_brings_is_a_figure_too(tmp_path: Path) -> None:
    figures = figures_of(["foresight", "--positions", "2", "--simulations", "40"], tmp_path)

    assert list(figures) == ["queue-ten-times-the-time"]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_what_is_thought_beside_peers_can_be_measured(part: str) -> None:
    module = import_module(f"benchmarks._ai_{part}")

    assert hasattr(module, "pairs") or hasattr(module, "ratios")


def test_what_a_move_costs_is_counted_for_nodes_database_and_bus(tmp_path: Path) -> None:
    called = [sys.executable, "-P", str(BENCHES / "__main__.py"), "load", "--nodes", "0,2", "--rounds", "1"]
    called += ["--spread", "20", "--seconds", "1", "--pace", "100"]

    ran = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr
    told = dict(line.split()[1:] for line in ran.stdout.splitlines() if line.startswith(("count ", "ratio ")))
    for part in ("houses", "database", "bus"):
        assert int(told[f"load-2-nodes-{part}-us-a-move"]) > 0
    assert int(told["load-sqlite-moves-a-second"]) > 0
    assert told["load-nodes-refused"] == "0"
    assert float(told["p50-at-a-pace-2-nodes-vs-sqlite"]) > 0


def test_a_small_crowd_is_carried_and_counted(tmp_path: Path) -> None:
    called = [sys.executable, "-P", str(BENCHES / "__main__.py"), "load"]
    called += ["--sockets", "40", "--seconds", "3", "--pace", "100", "--races"]

    ran = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr
    told = dict(line.split()[1:] for line in ran.stdout.splitlines() if line.startswith("count "))
    assert int(told["load-40-tables"]) > int(told["load-40-race-tables"]) > 0
    assert int(told["load-40-moves-a-second"]) > 0
    for how in ("", "-at-a-pace"):
        assert 0 < int(told[f"load-40-p50-us{how}"]) <= int(told[f"load-40-p99-us{how}"])
        assert int(told[f"load-40-cpu-us-a-move{how}"]) > 0
    assert int(told["load-40-cpu-us-a-second-a-table"]) > 0
    assert "0 refused" in ran.stdout


def test_tables_are_measured_when_all_of_them_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a house of their own, which says so: if it did not open, or ended, there would be no figure."""
    monkeypatch.setattr(server, "FIRST", 0)

    _, error = server.kb_asleep(1, range(3))

    assert error >= 0


@pytest.mark.parametrize(("done", "code", "said"), [(0, 1, "did nothing"), (3, 0, "held under every attack")])
def test_a_siege_in_which_nobody_attacked_was_not_held(
    done: int, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def under(attack: str, _: float) -> siege.Measured:
        return siege.Measured([1.0], [2.0], 0.5, 0 if attack == siege.NOBODY else done)

    monkeypatch.setattr(siege, "under", under)
    monkeypatch.setattr(sys, "argv", ["siege", "--only", "pings"])

    assert siege.main() == code
    told = capsys.readouterr().out
    assert said in told
    assert ("count siege-pings 2" in told.splitlines()) == bool(done)
    assert told.splitlines()[-1].startswith("count siege-")


@pytest.mark.parametrize(
    ("heard", "code", "said"),
    [
        (([1.0], [251.0]), 0, "MISSED under pings (251)"),
        (([], [2.0]), 1, "got nowhere under pings"),
        (([1.0], []), 1, "got nowhere under pings"),
    ],
    ids=["late", "no move", "no way back"],
)
def test_a_siege_says_clearly_what_was_missed_and_fails_where_the_honest_player_got_no_answer(
    heard: tuple[list[float], list[float]],
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def under(attack: str, _: float) -> siege.Measured:
        return siege.Measured(*(([1.0], [2.0]) if attack == siege.NOBODY else heard), 0.5, 1)

    monkeypatch.setattr(siege, "under", under)
    monkeypatch.setattr(sys, "argv", ["siege", "--only", "pings"])

    assert siege.main() == code
    told = capsys.readouterr().out
    assert said in told
    assert "held under every attack" not in told
    assert told.splitlines()[-1] == f"count siege-missed {1 - code}"
