"""Opening the house: the server and its page, on this machine or for the whole network."""

from __future__ import annotations

import socket
from argparse import ArgumentParser, Namespace
from pathlib import Path

from pandemonium.cli import arguments
from pandemonium.cli.match_files import home
from pandemonium.core.game import Refusal
from pandemonium.core.words import Words
from pandemonium.server.people.language import HouseWords

PORT = 8666


def add_flags(parser: ArgumentParser, words: Words) -> None:
    """What can be said after `serve`."""
    said = HouseWords(words.language)
    parser.add_argument("--port", metavar="N", default=str(PORT), help=said("serve.help-port"))
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help=said("serve.help-host"))
    parser.add_argument("--data", metavar="FOLDER", help=said("serve.help-data"))
    parser.add_argument("--proxy", metavar="ADDRESS", default="", help=said("serve.help-proxy"))


def serve(args: Namespace, words: Words) -> int:
    """Serve until somebody stops it."""
    from pandemonium.server.run import server
    from pandemonium.server.settings import Settings

    said = HouseWords(words.language)
    port = arguments.count(args.port, "--port", least=0, most=65_535)
    try:
        listening = _listening(args.host, port)
    except OSError:
        raise Refusal("bad-command", why=said("serve.port-taken", port=port)) from None
    data = Path(args.data).expanduser() if args.data else home() / "house"
    address = f"http://{_spoken(args.host)}:{listening.getsockname()[1]}"
    print(said("serve.open", address=address), flush=True)
    print(said("serve.data", folder=data), flush=True)
    server(Settings(data=data, proxy=args.proxy), host=args.host, port=port).run(sockets=[listening])
    return 0


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens, so that who reads the address can use it at once; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    listening.listen(2048)
    return listening


def _spoken(host: str) -> str:
    """The host as it stands in an address of this machine."""
    if host in ("0.0.0.0", "::", "127.0.0.1"):  # noqa: S104
        return "localhost"
    return f"[{host}]" if ":" in host else host
