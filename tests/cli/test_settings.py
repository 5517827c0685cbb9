"""What a host can set: by a flag, in the environment, and as the host's page says."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from pandemonium.cli import main, match_files
from pandemonium.cli.settings import SETTINGS, Chosen, Setting, add_flags
from pandemonium.core.words import Words
from pandemonium.server.house import LAST_WORDS
from pandemonium.server.nodes.bus import checked as bus
from pandemonium.server.race.round_trips import FROM_PROXY
from pandemonium.server.settings import Settings
from pandemonium.server.watch import logs
from pandemonium.storage.postgres import checked as database

HOST = Path(__file__).parents[2] / "docs" / "host.md"
HOSTING = Path(__file__).parents[2] / "hosting"
EXAMPLES = sorted(file for file in HOSTING.iterdir() if not file.name.endswith("ignore"))
COMPOSED = sorted(HOSTING.glob("*compose.yaml"))
ELSEWHERE = {"PANDEMONIUM_HOME", "PANDEMONIUM_LANG", "PANDEMONIUM_SITE", "PANDEMONIUM_UPSTREAM", "PANDEMONIUM_PASSWORD"}
"""What the terminal reads, and what the examples pass from one to the other."""


def said(*words: str) -> Namespace:
    parser = ArgumentParser()
    add_flags(parser, Words("en"))
    return parser.parse_args(words)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_whatever_a_flag_sets_the_environment_sets_too_and_the_flag_has_the_last_word(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def chosen(*words: str) -> object:
        read = Chosen(said(*words))
        return read.several(setting.name) if setting.several else read(setting.name)

    def as_given(*words: str) -> object:
        return list(words) if setting.several else words[0]

    monkeypatch.delenv(setting.variable, raising=False)
    assert chosen() == ([] if setting.several else setting.usual)
    monkeypatch.setenv(setting.variable, "")
    assert chosen() == ([] if setting.several else setting.usual), "empty is not set"
    monkeypatch.setenv(setting.variable, "one")
    assert chosen() == as_given("one")
    assert Chosen(said()).called(setting.name) == setting.variable
    assert chosen(setting.flag, "two") == as_given("two")
    assert Chosen(said(setting.flag, "two")).called(setting.name) == setting.flag


def test_several_stand_between_commas_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDEMONIUM_ALLOW_HOST", "games.example, jeux.example,")

    assert Chosen(said()).several("allow-host") == ["games.example", "jeux.example"]


def test_the_page_for_hosts_has_every_setting_as_the_command_explains_it() -> None:
    """One row for each: flag, variable, what is usual, and what --help says of it."""
    parser = ArgumentParser()
    add_flags(parser, Words("en"))
    helped = {action.option_strings[0]: action.help or "" for action in parser._actions if action.dest != "help"}
    rows = [
        f"| `{each.flag} {each.metavar}` | `{each.variable}` | {f'`{each.usual}`' if each.usual else ''} | "
        f"{helped[each.flag].removesuffix(f' [{each.variable}]')} |".replace("|  |", "| |")
        for each in SETTINGS
    ]

    written = re.findall(r"^\| `--.*$", HOST.read_text(encoding="utf-8"), re.MULTILINE)

    assert list(helped) == [each.flag for each in SETTINGS]
    assert written == rows, "write into docs/host.md:\n" + "\n".join(rows)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda file: file.name)
def test_an_example_for_hosts_sets_what_can_be_set(example: Path) -> None:
    text = example.read_text(encoding="utf-8")
    commands = re.findall(r"pandemonium serve(.*)$", text, re.MULTILINE)

    flags = {flag for words in commands for flag in re.findall(r"--[a-z-]+", words)}
    assert flags <= {each.flag for each in SETTINGS}
    assert set(re.findall(r"\bPANDEMONIUM_[A-Z_]+", text)) <= {each.variable for each in SETTINGS} | ELSEWHERE


@pytest.mark.parametrize("example", ["nginx.conf", "nodes.nginx.conf"])
def test_the_proxy_of_the_example_passes_on_what_the_house_goes_by(example: str) -> None:
    """The port of the page, or its own pages are somebody else's; and the round trip, or races go by pings alone."""
    text = (HOSTING / example).read_text(encoding="utf-8")

    assert "proxy_set_header Host $http_host;" in text
    assert f"proxy_set_header {FROM_PROXY} $tcpinfo_rtt;".lower() in text.lower()


def variables(text: str) -> str:
    """What whoever starts it has set."""
    return re.sub(r"\$\{.*?\}", "x", text)


@pytest.mark.parametrize("file", COMPOSED, ids=lambda file: file.name)
def test_an_example_of_containers_is_one_house_behind_one_door(file: Path) -> None:
    """Caddy alone has ports, knows whoever serves, and is believed by each; a house can do no more than it must, and
    has time to close; whatever is named is there."""
    told = msgspec.yaml.decode(file.read_bytes())
    services, networks = told["services"], told["networks"]
    houses = {name: its for name, its in services.items() if "build" in its}
    caddy = services["caddy"]
    (front,) = caddy["networks"]

    assert [name for name, its in services.items() if "ports" in its] == ["caddy"]
    assert caddy["environment"]["PANDEMONIUM_UPSTREAM"].split() == [f"{name}:8666" for name in houses]
    assert sorted(caddy["depends_on"]) == sorted(houses)
    for its in houses.values():
        assert (file.parent / its["build"]["context"] / its["build"]["dockerfile"]).is_file()
        assert front in its["networks"]
        assert its["environment"]["PANDEMONIUM_PROXY"] == networks[front]["ipam"]["config"][0]["subnet"]
        assert variables(its["environment"]["PANDEMONIUM_PUBLIC_URL"]) == "https://x"
        assert variables(its["environment"]["PANDEMONIUM_ALLOW_HOST"]) == "x"
        assert (its["read_only"], its["cap_drop"], its["security_opt"]) == (True, ["ALL"], ["no-new-privileges:true"])
        assert float(its["stop_grace_period"].removesuffix("s")) > LAST_WORDS
        assert any(kept.partition(":")[2].startswith("/data") for kept in its.get("volumes", ())) != any(
            kept.startswith("/data") for kept in its["tmpfs"]
        )
    for name, its in services.items():
        assert its["restart"] == "unless-stopped", name
        assert set(its["networks"]) <= networks.keys(), name
        for kept in its.get("volumes", ()):
            where = kept.partition(":")[0]
            assert (file.parent / where).is_file() if where.startswith(".") else where in told["volumes"], kept


def test_the_example_with_nodes_has_one_database_and_one_bus() -> None:
    """Which nobody outside reaches."""
    told = msgspec.yaml.decode((HOSTING / "nodes.compose.yaml").read_bytes())
    services = told["services"]
    nodes = {name: its for name, its in services.items() if "PANDEMONIUM_BUS" in its.get("environment", {})}

    assert len(nodes) == 3
    for its in nodes.values():
        where = its["environment"]
        assert urlsplit(database(variables(where["PANDEMONIUM_DATABASE"]))).hostname in services
        assert urlsplit(bus(where["PANDEMONIUM_BUS"])).hostname in services
        assert its["networks"] == ["front", "back"]
        assert its["build"]["args"]["WITH"] == "[nodes]"
    for name in ("database", "bus"):
        assert services[name]["networks"] == ["back"]
    assert told["networks"]["back"]["internal"]


def test_the_unit_for_systemd_starts_the_house_where_it_may_write_and_tries_again_only_what_may_pass() -> None:
    lines = (HOSTING / "pandemonium.service").read_text(encoding="utf-8").splitlines()
    said = [line.partition("=")[::2] for line in lines if "=" in line and not line.startswith("#")]
    unit = dict(pair for pair in said if pair[0] != "Environment")
    where = dict(word.partition("=")[::2] for name, words in said if name == "Environment" for word in words.split())

    assert [line for line in lines if line.startswith("[")] == ["[Unit]", "[Service]", "[Install]"]
    assert len(unit) + sum(name == "Environment" for name, _ in said) == len(said), "nothing is said twice"
    assert unit["ExecStart"].split()[1:] == ["serve"]
    assert where["PANDEMONIUM_DATA"] == f"/var/lib/{unit['StateDirectory']}"
    assert where["XDG_CACHE_HOME"] == f"/var/cache/{unit['CacheDirectory']}"
    assert (unit["Restart"], unit["RestartPreventExitStatus"]) == ("on-failure", "2")
    assert float(unit["TimeoutStopSec"]) > LAST_WORDS
    assert unit["StateDirectoryMode"] == "0700"


@pytest.mark.usefixtures("home")
def test_a_bad_value_is_called_by_the_name_that_the_host_gave_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PANDEMONIUM_PORT", "devil")
    assert main(["serve"]) == 2
    assert "PANDEMONIUM_PORT" in capsys.readouterr().err

    assert main(["serve", "--port", "devil"]) == 2
    assert "--port" in capsys.readouterr().err


@pytest.mark.usefixtures("home")
def test_a_level_of_the_log_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--log-level", "whisper"]) == 2
    assert "debug, info, warning, error" in capsys.readouterr().err
    assert main(["serve", "--log-format", "verse"]) == 2
    assert "text, json" in capsys.readouterr().err


def test_the_environment_opens_the_house_and_the_log_is_as_loud_as_wished(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: dict[str, Any] = {}

    class House:
        started = True

        def run(self, **_: object) -> None:
            assert "level" in opened, "the log is ready before the house is"

    def server(settings: Settings, **facts: object) -> House:
        opened.update(facts, settings=settings)
        return House()

    monkeypatch.setattr("pandemonium.server.run.server", server)
    monkeypatch.setattr(logs, "configure", lambda level, form: opened.update(level=level, form=form))
    for name, value in {"PORT": "0", "DATA": str(home / "other"), "PUBLIC_URL": "https://games.example"}.items():
        monkeypatch.setenv(f"PANDEMONIUM_{name}", value)

    assert main(["serve", "--log-level", "INFO", "--log-format", "JSON"]) == 0

    assert opened["settings"].data == home / "other"
    assert opened["settings"].public_url == "https://games.example"
    assert (opened["level"], opened["form"]) == ("info", "json")
    assert "log_level" not in opened, "uvicorn is never louder than it is by itself"


def test_what_an_older_house_has_kept_is_found_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system has another place for such things now."""
    monkeypatch.delenv("PANDEMONIUM_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "before"))
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, **_: tmp_path / "usual" / name)

    assert match_files.home() == tmp_path / "usual" / "pandemonium"
    (tmp_path / "before" / "pandemonium").mkdir(parents=True)
    assert match_files.home() == tmp_path / "before" / "pandemonium"
    (tmp_path / "usual" / "pandemonium").mkdir(parents=True)
    assert match_files.home() == tmp_path / "usual" / "pandemonium"
