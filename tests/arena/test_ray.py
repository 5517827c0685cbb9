"""The same deals on a Ray cluster: one of two workers, started here."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

QUICK = ("arena", "little-devils", "--seats", "3", "--option", "limit=20", "--bots", "sensible,random", "--json")


def arena(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "pandemonium", *QUICK, *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PANDEMONIUM_HOME": str(home), "PANDEMONIUM_LANG": "en"},
    )


@pytest.mark.skipif(find_spec("ray") is None, reason="there is no Ray for this Python")
def test_two_workers_of_a_cluster_play_what_one_process_plays(tmp_path: Path) -> None:
    for _ in range(5):
        there = arena(tmp_path, "--matches", "12", "--jobs", "2", "--ray", "local")
        if "timed out during startup" not in there.stderr:
            break  # Ray gives a node half a minute, however busy the machine is.

    assert there.returncode == 0, there.stderr
    assert there.stdout == arena(tmp_path, "--matches", "12", "--jobs", "1").stdout


@pytest.mark.skipif(find_spec("ray") is None, reason="there is no Ray for this Python")
@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:many"])
def test_an_address_where_no_cluster_is_gets_one_line(tmp_path: Path, address: str) -> None:
    said = arena(tmp_path, "--matches", "3", "--ray", address)

    assert said.returncode == 2
    assert said.stderr.startswith(f"No Ray cluster answers at {address}")
    assert len(said.stderr.splitlines()) == 1


def test_a_cluster_that_does_not_come_up_gets_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on a machine that is busy with other things: Ray then raises nothing more special than an Exception."""
    from pandemonium.cli import main

    def init(**_: object) -> None:
        raise Exception("The current node timed out during startup.")  # noqa: TRY002

    monkeypatch.setenv("PANDEMONIUM_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init))

    assert main(["--lang", "en", *QUICK, "--matches", "3", "--ray", "local"]) == 2
    said = capsys.readouterr().err.strip()
    assert said.startswith("No Ray cluster answers at local: The current node timed out")
    assert len(said.splitlines()) == 1


def test_without_ray_it_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pandemonium.cli import main

    monkeypatch.setenv("PANDEMONIUM_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "ray", None)

    assert main(["--lang", "en", *QUICK, "--matches", "3", "--ray", "local"]) == 2
    assert f"{sys.executable} -m pip install ray" in capsys.readouterr().err
