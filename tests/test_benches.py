"""What is measured can be started from anywhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import server, siege

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
    "curve": (["--rounds", "10", "--matches", "20"], r"(count|ratio) curve-[a-z0-9-]+ -?\d+\.\d+"),
    "distance": (
        ["--matches", "2", "--rule", "b", "--bot", "sensible"],
        r"(count|ratio) sauteur-[a-z-]+ \d+(\.\d+ ± \d+\.\d+)?",
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_bench_ends_with_its_figures_alone(name: str, tmp_path: Path) -> None:
    """So that a program can read them, and compare two runs."""
    arguments, form = SMALL[name]
    called = [sys.executable, "-P", str(BENCHES / "__main__.py"), name, *arguments]

    ran = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    figures = [line for line in lines if line.startswith(("count ", "ratio "))]
    assert figures
    assert lines[-len(figures) :] == figures
    assert [line for line in figures if not re.fullmatch(form, line)] == []


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
