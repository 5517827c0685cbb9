"""A release is a file: the house with its page inside, and nothing that only its makers need."""

from __future__ import annotations

import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from email.parser import HeaderParser
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

import pandemonium
from pandemonium.core.words import LANGUAGES
from pandemonium.server.api.site import SOURCE

ROOT = Path(__file__).parent.parent
HOME = "https://house.example/pandemonium"


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both files, built as `scripts/release` builds them, from the page that is built already."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PANDEMONIUM_PROJECT_URL": HOME}, check=True)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Iterator[ZipFile]:
    [file] = dist.glob("*.whl")
    with ZipFile(file) as opened:
        yield opened


@pytest.fixture(scope="module")
def installed(wheel: ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    wheel.extractall(folder)
    return folder


def test_the_wheel_has_the_page_and_not_what_it_is_made_of(wheel: ZipFile) -> None:
    names = wheel.namelist()
    page = {name.removeprefix("pandemonium/site/") for name in names if name.startswith("pandemonium/site/")}
    built = ROOT / "web" / "dist"

    assert "index.html" in page
    files = {str(file.relative_to(built)) for file in built.rglob("*") if file.is_file() and file.name != ".made-of"}
    assert page == {*files, SOURCE}
    assert [name for name in names if name.endswith((".svelte", ".ts", ".test.js"))] == []
    assert [name for name in names if not name.startswith(("pandemonium/", "pandemonium_games-"))] == []


def test_everything_that_the_house_reads_is_in_the_wheel(wheel: ZipFile) -> None:
    """Rules, words, solutions: every file of the package that is no source of the page."""
    package = ROOT / "src" / "pandemonium"
    files = (file.relative_to(package) for file in package.rglob("*") if file.is_file())
    wanted = {f"pandemonium/{file.as_posix()}" for file in files if not {"web", "__pycache__"} & set(file.parts)}

    assert wanted <= set(wheel.namelist())


def test_who_only_plays_needs_no_node() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert not [each for each in project["dependencies"] if "node" in each]
    assert [each for each in project["optional-dependencies"]["page"] if "node" in each]


def test_the_wheel_says_what_it_is_and_where_it_comes_from(wheel: ZipFile) -> None:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    told = HeaderParser().parsestr(wheel.read(name).decode())

    assert told["Version"] == pandemonium.__version__
    assert told["License-Expression"] == "AGPL-3.0-or-later"
    assert told["Author"]
    assert f"Source, {HOME}" in told.get_all("Project-URL", [])
    assert len(told.get_all("Classifier", [])) > 10


def test_the_sdist_has_all_that_the_page_is_built_of(dist: Path) -> None:
    [file] = dist.glob("*.tar.gz")
    with tarfile.open(file) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}

    of_page = subprocess.run(
        ["git", "ls-files", "web", "src", "*.json", "*.ts", "*.js"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert {"pandemonium", "hatch_build.py", "pyproject.toml", "LICENSE", *of_page} <= names
    assert not [name for name in names if name.startswith(("web/dist", "node_modules", ".venv"))]


def test_an_installed_house_offers_its_own_source(dist: Path, wheel: ZipFile) -> None:
    [sdist] = dist.glob("*.tar.gz")
    with (
        tarfile.open(fileobj=BytesIO(wheel.read(f"pandemonium/site/{SOURCE}"))) as offered,
        tarfile.open(sdist) as made,
    ):
        assert offered.getnames() == made.getnames()


def test_an_installed_house_has_a_board_for_every_box(installed: Path) -> None:
    """Though the boards' sources are not there to be looked for."""
    script = "import pandemonium; from pandemonium.server.boards import has_board\n"
    script += "print([slug for slug, game in pandemonium.shelf().items() if not has_board(game)])"

    assert said_by(installed, "-c", script) == "[]"


def test_an_installed_command_goes_by_its_own_name(installed: Path) -> None:
    assert said_by(installed, "-m", "pandemonium", "--version") == f"Pandémonium {pandemonium.__version__}"
    told = said_by(installed, "-m", "pandemonium", "--help")
    assert "usage: pandemonium " in told
    assert "./pandemonium" not in told, "there is no such file, and nothing to test there"


def test_one_version_is_told_everywhere() -> None:
    version = pandemonium.__version__
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    changes = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["version"] == version
    assert (lock["version"], lock["packages"][""]["version"]) == (version, version)
    assert version in changes[:2], "what is new in it is told, below what is not released yet"


def test_what_the_server_is_made_of_does_not_change_under_a_release() -> None:
    """It is built on parts of these that nobody has promised to keep: a newer one is tried here first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = {re.split("[<>=]", each)[0]: each for each in project["dependencies"]}

    assert [name for name in ("litestar", "uvicorn", "websockets") if ",<" not in bounds[name]] == []


@pytest.mark.skipif(os.name == "nt", reason="an image is made elsewhere")
def test_an_image_has_the_versions_with_which_the_house_was_tested() -> None:
    steps = (ROOT / "hosting" / "Containerfile").read_text(encoding="utf-8")
    [step] = re.findall(r"sed -n '[^']+' (?=/tmp/requirements-nodes.lock)", steps)

    said = subprocess.run(
        [*shlex.split(step), ROOT / "requirements-nodes.lock"], capture_output=True, text=True, check=True
    )

    pins = said.stdout.splitlines()
    locked = (ROOT / "requirements-nodes.lock").read_text(encoding="utf-8").splitlines()
    assert len(pins) == len([line for line in locked if re.match(r"[a-z].*==", line)]) > 20
    assert not any("\\" in pin or "hash" in pin for pin in pins)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_version(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pandemonium.cli import main

    with pytest.raises(SystemExit) as left:
        main(["--version", "--lang", language])

    assert left.value.code == 0
    assert capsys.readouterr().out == f"Pandémonium {pandemonium.__version__}\n"


def said_by(installed: Path, *words: str) -> str:
    """Run where the repository is not in reach."""
    site = [place for place in sys.path if "site-packages" in place]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), *site]), "PANDEMONIUM_LANG": "en"}
    done = subprocess.run(
        [sys.executable, "-P", "-S", *words], cwd=installed, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def script(*words: str) -> dict[str, object]:
    """What `scripts/release` calls, when it is told to run something."""
    ran: list[tuple[object, ...]] = []
    told = runpy.run_path(str(ROOT / "scripts" / "release"), run_name="release")
    told["main"].__globals__["run"] = lambda *called, **_: ran.append(called)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["release", *words])
        told["main"]()
    return {**told, "ran": ran}


def test_what_is_built_on_a_bare_machine_knows_where_the_project_is_found() -> None:
    told = script("--home", HOME, "--bare", "ssh", "bare", "in-a-clone")

    assert told["ran"] == [("ssh", "bare", "in-a-clone", "python3", "scripts/release", "--home", HOME)]


def test_every_step_of_the_container_is_one_that_the_release_can_do_without_a_builder() -> None:
    told = runpy.run_path(str(ROOT / "scripts" / "release"), run_name="release")
    steps = told["steps"]()
    done = {"FROM", "VOLUME", "EXPOSE", "STOPSIGNAL", "ARG", "COPY", "RUN", "ENV"}
    done |= {"USER", "WORKDIR", "HEALTHCHECK", "ENTRYPOINT", "CMD"}

    assert {step.kind for step in steps} <= done
    assert [step.words for step in steps if step.kind in ("ENTRYPOINT", "CMD")] == [["pandemonium"], ["serve"]]
    assert [step.text for step in steps if step.kind == "USER"] == ["house"], "not as root"
    assert "/ready" in next(step.words for step in steps if step.kind == "HEALTHCHECK")[-1]


def test_a_builder_is_given_all_that_the_container_is_made_of_and_nothing_else() -> None:
    """What is not let through beside the Containerfile cannot be copied, wherever it is built."""
    told = runpy.run_path(str(ROOT / "scripts" / "release"), run_name="release")
    kept_back = told["kept_back"]
    sources = [source for step in told["steps"]() if step.kind == "COPY" for source in step.text.split()[:-1]]

    assert len(sources) > 1
    assert [each for each in sources if kept_back(ROOT / each)] == []
    assert all(kept_back(ROOT / each) for each in ("package.json", "src/pandemonium/cli/__init__.py", ".git/config"))
