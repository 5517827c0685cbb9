"""Where a request comes from: a page of ours or of somebody else's, and by which name the house was called."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from pandemonium.core.game import Refusal
from pandemonium.server.asgi import Scope

LAST_PORT: Final = 65_535
_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,253}")
_HOST: Final = re.compile(rf"(?P<name>{_NAME.pattern}|\[[0-9A-Fa-f:.]{{2,45}}\])(:(?P<port>[0-9]{{1,5}}))?")


def headers_of(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a page of ours asks. What is no browser says no origin."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") not in ("cross-site", "same-site")
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # http://[
        return False


def checked_name(name: str) -> str:
    """A name that somebody gave to the house. Raises Refusal."""
    if not _NAME.fullmatch(name):
        raise Refusal("bad-host", name=name)
    return name.rstrip(".").lower()


def is_called_rightly(headers: Mapping[str, str], names: Collection[str]) -> bool:
    """Whether the house goes by the name that it was called by: by any, if none were given to it. A foreign page whose
    name leads to this machine by a trick of its owner (DNS rebinding) calls it by that. Numbers are nobody's names."""
    host = headers.get("host")
    if not host:
        return not names
    found = _HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > LAST_PORT:
        return False
    name = found["name"].strip("[]").rstrip(".").lower()
    return not names or name in names or name == "localhost" or _is_number(name)


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
