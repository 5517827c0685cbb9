"""Opening the house: the server and its page, on this machine or for the whole network."""

from __future__ import annotations

import errno
import os
import socket
from argparse import ArgumentParser, Namespace
from pathlib import Path
from urllib.parse import urlsplit

from pandemonium.cli import arguments
from pandemonium.cli.match_files import home
from pandemonium.core.game import Refusal
from pandemonium.core.words import Words
from pandemonium.server.addresses import checked, in_the_network
from pandemonium.server.origin import checked_name
from pandemonium.server.people.language import HouseWords

PORT = 8666


def add_flags(parser: ArgumentParser, words: Words) -> None:
    """What can be said after `serve`."""
    said = HouseWords(words.language)
    parser.add_argument("--port", metavar="N", default=str(PORT), help=said("serve.help-port"))
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help=said("serve.help-host"))
    parser.add_argument("--data", metavar="FOLDER", help=said("serve.help-data"))
    parser.add_argument("--proxy", metavar="ADDRESS", default="", help=said("serve.help-proxy"))
    parser.add_argument("--workers", metavar="N", help=said("serve.help-workers"))
    parser.add_argument("--public-url", metavar="URL", default="", help=said("serve.help-public-url"))
    parser.add_argument("--allow-host", metavar="NAME", action="append", default=[], help=said("serve.help-allow-host"))


def serve(args: Namespace, words: Words) -> int:
    """Serve until somebody stops it."""
    from pandemonium.server.run import server
    from pandemonium.server.settings import Settings
    from pandemonium.server.transport.proxies import checked as checked_proxy
    from pandemonium.storage.folder import DataFolder

    said = HouseWords(words.language)
    port = arguments.count(args.port, "--port", least=0, most=65_535)
    workers = None if args.workers is None else arguments.count(args.workers, "--workers", least=0, most=64)
    data = _data(args.data)
    public_url = checked(args.public_url) if args.public_url else ""
    named = map(checked_name, args.allow_host)
    hosts = (*named, urlsplit(public_url).hostname or "") if args.allow_host else ()
    proxy = checked_proxy(args.proxy)
    # The folder first: who opens the same house twice shall hear that, and not that his port is taken.
    with DataFolder(data) as folder, _listening(args.host, port) as listening:
        address = f"http://{_spoken(args.host)}:{listening.getsockname()[1]}"
        network = in_the_network(args.host, listening.getsockname()[1])

        def opened() -> None:
            print(said("serve.open", address=address), flush=True)
            if public_url:
                print(said("serve.public", address=public_url), flush=True)
            elif network:
                print(said("serve.network", addresses=" ".join(network)), flush=True)
            else:
                print(said("serve.alone"), flush=True)
            print(said("serve.data", folder=data), flush=True)

        house = server(
            Settings(data=data, proxy=proxy, public_url=public_url, network=network, hosts=hosts, workers=workers),
            host=args.host,
            port=port,
            folder=folder,
            opened=opened,
        )
        house.run(sockets=[listening])
        return 0 if house.started else 1


def _data(folder: str | None) -> Path:
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


def _spoken(host: str) -> str:
    """The host as it stands in an address of this machine."""
    if host in ("0.0.0.0", "::", "127.0.0.1"):  # noqa: S104
        return "localhost"
    return f"[{host}]" if ":" in host else host
