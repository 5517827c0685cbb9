"""The games of examples/ stand on the shelf while tests run, in this process and in all that it starts: as if each had
been installed with `pip install -e`, which leaves its metadata where Python looks, and its files where they are."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

EXAMPLES = sorted(file.parent for file in (Path(__file__).parent.parent / "examples").glob("*/pyproject.toml"))
DONE = "PANDEMONIUM_EXAMPLES_INSTALLED"


def install(folder: Path, *projects: Path) -> list[str]:
    """What Python finds in site-packages of these projects, in this folder; and where else it has to look then."""
    for project in projects:
        said = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        metadata = folder / f"{said['name'].replace('-', '_')}-{said['version']}.dist-info"
        metadata.mkdir(parents=True)
        lines = ["Metadata-Version: 2.4", f"Name: {said['name']}", f"Version: {said['version']}", ""]
        (metadata / "METADATA").write_text("\n".join(lines), encoding="utf-8")
        points = [
            line
            for group, its in said["entry-points"].items()
            for line in (f"[{group}]", *(f"{name} = {value}" for name, value in its.items()))
        ]
        (metadata / "entry_points.txt").write_text("\n".join(points) + "\n", encoding="utf-8")
    return [str(folder), *map(str, projects)]


def install_examples(folder: Path) -> None:
    """Once: processes that are started from here, other testers too, know of it."""
    if DONE not in os.environ:
        found = install(folder, *EXAMPLES)
        os.environ["PYTHONPATH"] = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), *found])
        os.environ[DONE] = os.pathsep.join(found)
    # Also in a tester that was started from here: its path is that of the first one before it read this.
    sys.path += [place for place in places() if place not in sys.path]


def places() -> list[str]:
    """Where the examples are found: a house that does not look there has our own boxes alone."""
    return os.environ[DONE].split(os.pathsep)
