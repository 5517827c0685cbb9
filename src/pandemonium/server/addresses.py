"""By which addresses other devices reach the house."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from pandemonium.core.game import Refusal

EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104
_FAR_AWAY: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Kept for examples: nobody is there, and nothing is sent."""


def in_the_network(host: str, port: int) -> tuple[str, ...]:
    """Where a house that listens there is found by other devices; nowhere, if it listens to this machine alone."""
    hosts = _own() if host in EVERYWHERE else [host]
    if ":" not in host:
        hosts = [each for each in hosts if ":" not in each]
    return tuple(f"http://{_written(each)}:{port}" for each in hosts if not is_this_machine(each))


def is_this_machine(host: str) -> bool:
    """Whether this leads every device to itself."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def for_others(called: str, public_url: str, network: tuple[str, ...]) -> str | None:
    """Where other devices find the house that somebody called by this address; None: they cannot."""
    if public_url:
        return public_url
    if not is_this_machine(urlsplit(called).hostname or ""):
        return called
    return network[0] if network else None


def checked(public_url: str) -> str:
    """An address that somebody gave to the house, without a slash behind it. Raises Refusal."""
    try:
        parts = urlsplit(public_url)
        named = parts.hostname is not None and parts.port != 0
    except ValueError:
        named = False
    if not named or parts.scheme not in ("http", "https") or parts.path not in ("", "/") or parts.query:
        raise Refusal("bad-url", url=public_url)
    return f"{parts.scheme}://{parts.netloc}"


def checked_link(url: str) -> str:
    """An address for a link on the page. Raises Refusal."""
    if not re.fullmatch(r"https?://[!-~]+", url):
        raise Refusal("bad-url", url=url[:80])
    return url


def checked_base(path: str) -> str:
    """A path that somebody gave to the house, without a slash behind it. Raises Refusal."""
    if not re.fullmatch(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?", path):
        raise Refusal("bad-base-path", path=path[:80])
    return path.rstrip("/")


def _own() -> list[str]:
    """The addresses of this machine, the one it would call from first; not those that need to say by which cable."""
    found = [_calling_from(family) for family in _FAR_AWAY]
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    return [each for each in dict.fromkeys(found) if each and not _is_local(each)]


def _calling_from(family: int) -> str:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((_FAR_AWAY[socket.AddressFamily(family)], 9))
        return str(probe.getsockname()[0])
    return ""


def _is_local(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return True
    return address.is_loopback or address.is_link_local or address.is_unspecified


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host
