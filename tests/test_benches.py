"""What is measured can be started from anywhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
    called += ["--sockets", "20", "--seconds", "1", "--pace", "100"]

    ran = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr
    told = dict(line.split()[1:] for line in ran.stdout.splitlines() if line.startswith("count "))
    assert int(told["load-20-tables"]) > 1
    assert int(told["load-20-moves-a-second"]) > 0
    assert "0 refused" in ran.stdout
