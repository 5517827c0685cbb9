"""Opening the house: the truth in one sentence before it says that it is open, and no traceback ever."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from errno import EACCES, EAFNOSUPPORT
from pathlib import Path

import asyncpg
import pytest

from pandemonium.cli import main, serve
from pandemonium.core.words import LANGUAGES
from pandemonium.server.run import server
from pandemonium.server.settings import Settings
from pandemonium.storage.folder import DataFolder
from pandemonium.storage.postgres import Database, PostgresStore
from tests.nodes.real import Postgres, free_port
from tests.server.serving import PATIENCE


@contextmanager
def opened(home: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The house as it is started from a terminal, and what it says first."""
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": path, "PANDEMONIUM_HOME": str(home), "PANDEMONIUM_LANG": "en"}
    command = [sys.executable, "-m", "pandemonium", *words]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as it:
        assert it.stdout is not None
        try:
            yield it, it.stdout.readline()
        finally:
            it.kill()


def refused(capsys: pytest.CaptureFixture[str], *words: str, code: int = 2) -> str:
    """The sentence with which it refuses to open."""
    left = main(["serve", *words])
    said = capsys.readouterr()

    assert left == code
    assert said.out == "", "it has not claimed to be open"
    assert len(said.err.splitlines()) == 1
    assert "Traceback" not in said.err
    return said.err


def test_when_it_says_that_it_is_open_it_is(tmp_path: Path) -> None:
    with opened(tmp_path, "serve", "--port", "0") as (house, said):
        address = re.search(r"The house is open: (http://localhost:\d+)", said)
        assert address, said + house.communicate()[0]

        with urllib.request.urlopen(address[1] + "/healthz") as answer:
            assert answer.status == 200
        assert (tmp_path / "house" / "house.db").exists()
        house.send_signal(signal.SIGINT)
        rest, _ = house.communicate(timeout=PATIENCE)

    assert "Traceback" not in rest


def test_who_cannot_wait_for_it_to_close_leaves_a_house_that_was_shut(tmp_path: Path) -> None:
    """Ctrl-C twice: what it keeps is closed all the same, and nobody reads how it was stopped in the middle of that."""
    with opened(tmp_path, "serve", "--port", "0") as (house, said):
        assert "The house is open" in said, said + house.communicate()[0]
        for _ in range(2):
            house.send_signal(signal.SIGINT)
            time.sleep(0.01)  # Two at once are one.
        rest, _ = house.communicate(timeout=PATIENCE)

    assert "Traceback" not in rest
    assert not (tmp_path / "house" / "house.db-wal").exists(), "the last one out shuts the database"


@pytest.mark.usefixtures("home")
def test_who_says_nothing_wants_the_house_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """./pandemonium alone takes what `serve` takes when nothing is said."""
    wishes: list[dict[str, object]] = []
    monkeypatch.setattr(serve, "serve", lambda args, _: wishes.append(dict(vars(args))))

    main([])
    main(["serve"])

    assert wishes[0] == wishes[1]
    assert "proxy" in wishes[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_port_on_which_somebody_listens_is_taken(
    home: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        said = refused(capsys, "--port", str(port), "--lang", language)

    assert str(port) in said
    assert "--port" in said
    DataFolder(home / "house").close()  # It has let go of everything.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("home")
def test_a_port_that_may_not_be_used_is_not_taken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    _bind_fails(monkeypatch, PermissionError(EACCES, "Permission denied"))

    said = refused(capsys, "--port", "80", "--lang", language)

    assert re.search("may not use port 80|droit d’utiliser le port 80|Port 80 darfst du nicht", said)


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
@pytest.mark.usefixtures("home")
def test_an_address_that_is_not_ours_is_named(capsys: pytest.CaptureFixture[str], host: str) -> None:
    assert f"{host} is not an address of this machine" in refused(capsys, "--host", host, "--port", "0")


@pytest.mark.parametrize(
    ("flag", "word"),
    [
        ("--allow-host", "games.example:8666"),
        ("--allow-host", "https://games.example"),
        ("--allow-host", "*.example"),
        ("--proxy", "10.0.0.5/8"),
        ("--proxy", "nginx"),
        ("--proxy", "10.0.0.256"),
        ("--public-url", "games.example"),
    ],
)
@pytest.mark.usefixtures("home")
def test_a_name_by_which_nobody_would_be_known_is_refused(
    capsys: pytest.CaptureFixture[str], flag: str, word: str
) -> None:
    """Otherwise it would be taken, and nobody be let in, or believed."""
    assert f"{word} is no" in refused(capsys, "--port", "0", flag, word)


@pytest.mark.usefixtures("home")
def test_what_else_the_network_refuses_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _bind_fails(monkeypatch, OSError(EAFNOSUPPORT, "Address family not supported by protocol"))

    assert "Address family not supported" in refused(capsys, "--host", "::1", "--port", "0")


def test_the_same_house_opened_twice_hears_that_and_not_that_its_port_is_taken(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with DataFolder(home / "house"):
        assert "already open" in refused(capsys)


@pytest.mark.parametrize("where", [["file"], ["file", "house"]])
def test_a_data_folder_that_cannot_be_used_is_named(
    home: Path, capsys: pytest.CaptureFixture[str], where: Sequence[str]
) -> None:
    (home / "file").write_text("")
    folder = home.joinpath(*where)

    assert f"cannot keep its data in {folder}" in refused(capsys, "--port", "0", "--data", str(folder))


@pytest.mark.usefixtures("home")
def test_a_home_that_nobody_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot keep its data" in refused(capsys, "--port", "0", "--data", "~no-such-devil/house")


def test_an_empty_secret_is_refused(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "secret").write_bytes(b"")

    assert "has 0 bytes instead of 32" in refused(capsys, "--port", "0", "--data", str(home))


def test_a_server_that_does_not_come_up_is_not_said_to_be_open(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def falls(*_: object) -> None:
        raise ValueError("a mistake of our own")

    monkeypatch.setattr("pandemonium.server.app.House", falls)
    try:
        code = main(["serve", "--port", "0"])
    except SystemExit as left:
        code = int(left.code or 0)

    assert code not in (0, 2)
    assert "open" not in capsys.readouterr().out
    DataFolder(home / "house").close()


def test_who_else_logs_in_this_process_goes_on(tmp_path: Path) -> None:
    """Some handlers shut what they write to, when they are shut: with the house, all of standard error was gone."""

    class Handler(logging.Handler):
        shut = False

        def close(self) -> None:
            self.shut = True
            super().close()

    handler = Handler()
    server(Settings(data=tmp_path), host="127.0.0.1", port=0)

    assert not handler.shut
    handler.close()


def _bind_fails(monkeypatch: pytest.MonkeyPatch, error: OSError) -> None:
    class Socket(socket.socket):
        def bind(self, _: object, /) -> None:
            raise error

    monkeypatch.setattr(socket, "socket", Socket)


def test_a_house_knows_whether_it_has_its_source_to_offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "usual_place", lambda: tmp_path)

    assert not serve.offers_source("")
    assert serve.offers_source("https://source.example/house")
    (tmp_path / "source.tar.gz").write_bytes(b"all of it")
    assert serve.offers_source("")


@pytest.mark.usefixtures("home")
def test_a_house_on_many_machines_is_refused_with_a_sentence_where_it_cannot_be(
    capsys: pytest.CaptureFixture[str], postgres: Postgres
) -> None:
    """Before it says that it is open; and nobody's password is in what it says."""
    database, nobody = postgres.database(), f"nats://house:secret@127.0.0.1:{free_port()}"

    assert "--database" in refused(capsys, "--bus", "nats://127.0.0.1:4222")
    assert "postgresql://" in refused(capsys, "--database", "mysql://127.0.0.1/house")
    assert "nats://" in refused(capsys, "--database", database, "--bus", "amqp://127.0.0.1")
    away = refused(capsys, "--database", f"postgresql://house:secret@127.0.0.1:{free_port()}/house", code=75)
    assert "PostgreSQL at 127.0.0.1" in away
    assert "secret" not in away
    silent = refused(capsys, "--database", database, "--bus", nobody, code=75)
    assert "NATS at 127.0.0.1" in silent
    assert "secret" not in silent


@pytest.mark.usefixtures("home")
def test_two_houses_do_not_share_a_database_unless_they_share_a_bus(
    capsys: pytest.CaptureFixture[str], postgres: Postgres
) -> None:
    url = postgres.database()

    async def meanwhile(*, alone: bool) -> str:
        database = await Database.open(url, alone=alone)
        try:
            return await asyncio.to_thread(refused, capsys, "--database", url)
        finally:
            await database.shut()

    assert "--bus" in asyncio.run(meanwhile(alone=True))
    assert "--bus" in asyncio.run(meanwhile(alone=False))


@pytest.mark.usefixtures("home")
def test_a_database_that_a_newer_house_has_written_is_refused(
    capsys: pytest.CaptureFixture[str], postgres: Postgres
) -> None:
    url = postgres.database()

    async def newer() -> None:
        await (await PostgresStore.open(url)).close()
        database = await asyncpg.connect(url)
        await database.execute("UPDATE house SET version = 666")
        await database.close()

    asyncio.run(newer())

    assert "666" in refused(capsys, "--database", url)


def test_a_house_in_postgresql_says_where_it_keeps_what_is_played(tmp_path: Path, postgres: Postgres) -> None:
    with opened(tmp_path, "serve", "--port", "0", "--database", postgres.database()) as (house, said):
        assert "The house is open" in said, said + house.communicate()[0]
        assert house.stdout is not None
        lines = [house.stdout.readline(), house.stdout.readline()]

        assert f"What is played is kept in PostgreSQL at 127.0.0.1:{postgres.port}/postgres" in lines[1]
        assert not (tmp_path / "house").exists()
