"""What the house is put through can be started from anywhere, and a short drill finds no fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

DRILLS = Path(__file__).parent.parent / "drills"
NAMES = sorted(found.stem for found in DRILLS.glob("*.py") if not found.stem.startswith("_"))


def drill(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """As the launcher starts it."""
    called = [sys.executable, "-P", str(DRILLS / "__main__.py"), *args]
    return subprocess.run(called, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_drill_finds_all_that_is_ours(name: str, tmp_path: Path) -> None:
    ran = drill(tmp_path, name, "--help")

    assert ran.returncode == 0, ran.stderr
    assert f"./pandemonium drill {name}" in ran.stdout


def test_a_drill_that_is_none_is_answered_with_those_that_are(tmp_path: Path) -> None:
    ran = drill(tmp_path, "none-of-them")

    assert ran.returncode == 2
    assert all(name in ran.stderr for name in NAMES)


def test_nodes_that_are_killed_stopped_and_cut_off_lose_nothing(tmp_path: Path) -> None:
    """All boxes of the shelf, through three nodes; in the whole drill there are ninety faults."""
    ran = drill(tmp_path, "nodes", "--faults", "2")

    assert ran.returncode == 0, ran.stdout + ran.stderr
    counted = dict(line.split()[1:] for line in ran.stdout.splitlines() if line.startswith("count "))
    assert counted["faults"] == "0"
    assert int(counted["promises_audited"]) > 0
