"""scripts/pythons: on which Pythons everything is tried, and that we claim no others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CLASSIFIERS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
CLAIMED = [
    found[1] for each in CLASSIFIERS if (found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", each))
]
FAKE = """#!/bin/sh
if [ "$1" = -c ]; then echo {version}; exit 0; fi
test -f "$1" && test "$(pwd)" = "$(dirname "$1")" || exit 9
shift
echo "{version} was asked for $*"
exit {code}
"""


def asked(folder: Path, *arguments: str, **codes: int) -> subprocess.CompletedProcess[str]:
    """The script on a machine with these Pythons, which all tests end with these codes on."""
    for name, code in codes.items():
        version = name.replace("_", ".").removeprefix("v")
        python = folder / f"python{version}"
        python.write_text(FAKE.format(version=version, code=code))
        python.chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}:/usr/bin:/bin", "HOME": str(folder)}
    command = [sys.executable, str(ROOT / "scripts" / "pythons"), *arguments]
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="the Pythons of this test are scripts of a shell")
def test_each_that_is_named_is_tried_in_a_clone_of_its_own_and_said_to_have_passed_or_failed(tmp_path: Path) -> None:
    ran = asked(tmp_path, "3.97", str(tmp_path / "python3.98"), "3.99", "tests/core", "-x", v3_97=0, v3_98=1)

    said = [re.sub(r"\d+ s", "N s", line) for line in ran.stdout.splitlines() if line.startswith("pythons: ")]
    assert said == [
        "pythons: 3.99 is not on this machine",
        "pythons: 3.97 passed after N s: 3.97 was asked for test tests/core -x",
        "pythons: 3.98 failed after N s: 3.98 was asked for test tests/core -x",
        "pythons: 1 of 2 failed",
    ]
    assert ran.returncode == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the Pythons of this test are scripts of a shell")
def test_where_there_is_no_other_it_says_so_and_has_not_passed(tmp_path: Path) -> None:
    ran = asked(tmp_path, "3.99")

    assert ran.stdout == "pythons: 3.99 is not on this machine\n"
    assert ran.returncode == 3


def test_what_we_claim_is_said_the_same_everywhere() -> None:
    """The oldest is also what the launcher asks for."""
    news = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    oldest = re.search(r"^OLDEST = \((\d+), (\d+)\)$", (ROOT / "pandemonium").read_text(encoding="utf-8"), re.MULTILINE)

    assert re.findall(r"Python (3\.\d+) to (3\.\d+)", news) == [(CLAIMED[0], CLAIMED[-1])]
    assert oldest is not None
    assert ".".join(oldest.groups()) == CLAIMED[0]
    assert f'requires-python = ">={CLAIMED[0]}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
