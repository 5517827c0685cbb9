"""How a program asks a house for something over HTTP, and what it hears if it cannot be had."""

from __future__ import annotations

from http.client import HTTPException, HTTPResponse
from typing import Any, Final, TypeVar
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec

from pandemonium.server.wire.answers import Problem
from pandemonium.storage.records import ENCODE

T = TypeVar("T")
PATIENCE: Final = 30.0
"""So many seconds the house has for an answer."""


class Refused(Exception):
    """The house says no: a key for the program, a reason for whoever reads its log."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(reason or key)
        self.key = key
        self.reason = reason


class Unreachable(Exception):
    """Nobody answers there, or it is no house."""


class _StaysHere(HTTPRedirectHandler):
    """A token is for the house that it was given to, wherever that points."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER: Final = build_opener(_StaysHere)


def ask(method: str, url: str, kind: type[T], *, wish: Any = None, headers: dict[str, str] | None = None) -> T:
    """The answer, as what it should be. Raises Refused, Unreachable."""
    return answered(method, url, kind, wish=wish, headers=headers)[0]


def answered(
    method: str, url: str, kind: type[T], *, wish: Any = None, headers: dict[str, str] | None = None
) -> tuple[T, HTTPResponse]:
    """And with it all that came with it."""
    told = {"accept": "application/json", **(headers or {})}
    body = None if wish is None else ENCODE(wish)
    if body is not None:
        told["content-type"] = "application/json"
    try:
        request = Request(url, body, told, method=method)  # noqa: S310  its scheme was looked at
        with _OPENER.open(request, timeout=PATIENCE) as answer:
            text = answer.read() or b"null"
            return msgspec.json.decode(text, type=kind), answer
    except HTTPError as error:
        with error:
            raise _refused(error) from None
    except (URLError, OSError, HTTPException, ValueError, msgspec.MsgspecError) as error:
        raise Unreachable(f"{url}: {getattr(error, 'reason', None) or error}") from None


def _refused(error: HTTPError) -> Exception:
    try:
        problem = msgspec.json.decode(error.read(), type=Problem)
    except (msgspec.MsgspecError, OSError):
        return Unreachable(f"{error.url}: {error.code} {error.reason}")
    return Refused(problem.key, problem.reason)
