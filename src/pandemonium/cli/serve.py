"""Opening the house: the server and its page, on this machine or for the whole network."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sys
from argparse import Namespace
from contextlib import nullcontext
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from pandemonium.cli import arguments
from pandemonium.cli.match_files import home
from pandemonium.cli.settings import Chosen
from pandemonium.core.game import Refusal
from pandemonium.core.words import Words
from pandemonium.server.addresses import checked, checked_base, checked_link, in_the_network
from pandemonium.server.origin import checked_name
from pandemonium.server.people.language import HouseWords
from pandemonium.server.release import usual_place

LEVELS: Final = ("debug", "info", "warning", "error")


def serve(args: Namespace, words: Words) -> int:
    """Serve until somebody stops it."""
    from pandemonium.server.run import server
    from pandemonium.server.settings import Settings
    from pandemonium.server.transport.proxies import checked as checked_proxy
    from pandemonium.server.watch import logs
    from pandemonium.server.watch.operator_address import checked_place
    from pandemonium.storage.folder import DataFolder

    said = HouseWords(words.language)
    chosen = Chosen(args)
    host, level, form = chosen("host") or "", _level(chosen), logs.checked_format(chosen("log-format") or "")
    port = arguments.count(chosen("port") or "", chosen.called("port"), least=0, most=65_535)
    wanted = chosen("workers")
    workers = None if wanted is None else arguments.count(wanted, chosen.called("workers"), least=0, most=64)
    data = data_folder(chosen("data"))
    database, bus = chosen("database") or "", chosen("bus") or ""
    if database or bus:
        with_others(database, bus)
    public_url = checked(url) if (url := chosen("public-url")) else ""
    base = checked_base(chosen("base-path") or "")
    source = checked_link(url) if (url := chosen("source-url")) else ""
    days = chosen("keep-days")
    keep = None if days is None else arguments.count(days, chosen.called("keep-days"), least=1, most=36_500)
    named = [*map(checked_name, chosen.several("allow-host"))]
    hosts = (*named, urlsplit(public_url).hostname or "") if named else ()
    proxy = checked_proxy(chosen("proxy") or "")
    token = chosen("operator-token") or ""
    place = checked_place(wanted, token) if (wanted := chosen("operator")) else None
    # The folder first: who opens the same house twice shall hear that, and not that his port is taken.
    with (
        nullcontext() if database else DataFolder(data) as folder,
        _listening(host, port) as listening,
        _listening(*place) if place else nullcontext() as operator,
    ):
        address = f"http://{_in_url(host)}:{listening.getsockname()[1]}"
        network = in_the_network(host, listening.getsockname()[1])

        def opened() -> None:
            print(said("serve.open", address=address + base), flush=True)
            if public_url:
                print(said("serve.public", address=public_url + base), flush=True)
            elif network:
                print(said("serve.network", addresses=" ".join(each + base for each in network)), flush=True)
            else:
                print(said("serve.alone"), flush=True)
            if (public_url or network) and not offers_source(source):
                print(said("serve.no-source"), flush=True)
            in_database = said("serve.database", place=_without_secrets(database)) if database else ""
            print(in_database or said("serve.data", folder=data), flush=True)
            if bus:
                print(said("serve.bus", place=_without_secrets(bus)), flush=True)
            if place and operator is not None:
                where = f"http://{_in_url(place[0])}:{operator.getsockname()[1]}"
                print(said("serve.operator", address=where), flush=True)

        house = server(
            Settings(
                data=data,
                database=database,
                bus=bus,
                proxy=proxy,
                public_url=public_url,
                base=base,
                source=source,
                network=network,
                hosts=hosts,
                keep=keep,
                workers=workers,
                operator_token=token,
            ),
            host=host,
            port=port,
            folder=folder,
            opened=opened,
            operator=operator,
        )
        logs.configure(level, form)
        house.run(sockets=[listening])
        return 0 if house.started else 1


def _level(chosen: Chosen) -> str:
    level = (chosen("log-level") or "").lower()
    if level not in LEVELS:
        raise Refusal("unknown-level-of-log", level=level[:40], known=", ".join(LEVELS))
    return level


def with_others(database: str, bus: str) -> None:
    """Whether a house can be opened there, on this machine among others. Raises Refusal."""
    if not database:
        raise Refusal("bus-needs-database")
    try:
        from pandemonium.server.nodes.bus import can_be_reached
        from pandemonium.server.nodes.bus import checked as checked_bus
        from pandemonium.storage.postgres import Database
        from pandemonium.storage.postgres import checked as checked_database
    except ImportError:
        raise Refusal("nodes-not-installed", python=sys.executable) from None
    checked_database(database)
    if bus:
        checked_bus(bus)

    async def reach() -> None:
        await (await Database.open(database, alone=not bus)).shut()
        if bus:
            await can_be_reached(bus)

    asyncio.run(reach())


def offers_source(told: str) -> bool:
    """Whether whoever plays here can have its source, as is his right (AGPL)."""
    from pandemonium.server.api.site import SOURCE

    return bool(told) or (usual_place() / SOURCE).is_file()


def _without_secrets(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.hostname or 'localhost'}{f':{parts.port}' if parts.port else ''}{parts.path}"


def data_folder(folder: str | None) -> Path:
    """Where the house keeps what is played. Raises Refusal."""
    try:
        return Path(folder).expanduser() if folder else home() / "house"
    except RuntimeError as error:  # A user who has no home.
        raise Refusal("data-folder", folder=folder or "~", why=str(error)) from None


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens, so that who reads the address can use it at once; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # There it would mean that two may listen on one port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise _why_not(error, host, port) from None
    return listening


def _why_not(error: OSError, host: str, port: int) -> Refusal:
    match error:
        case socket.gaierror() | OSError(errno=errno.EADDRNOTAVAIL):
            return Refusal("not-our-address", host=host)
        case OSError(errno=errno.EADDRINUSE):
            return Refusal("port-taken", port=port)
        case PermissionError():
            return Refusal("port-forbidden", port=port)
    return Refusal("cannot-listen", host=host, port=port, why=error.strerror or str(error))


def _in_url(host: str) -> str:
    """The host as it stands in an address of this machine."""
    if host in ("0.0.0.0", "::", "127.0.0.1"):  # noqa: S104
        return "localhost"
    return f"[{host}]" if ":" in host else host
