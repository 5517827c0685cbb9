"""The door: who is let through to the page, the API or a table, and the headers that keep everybody safe."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Final, cast

from litestar import Litestar

from pandemonium.core.game import Refusal
from pandemonium.server.api.problems import STATUS
from pandemonium.server.api.site import Site
from pandemonium.server.asgi import App, Message, Receive, Scope, Send
from pandemonium.server.limits import TURN, address_of
from pandemonium.server.origin import headers_of, is_called_rightly, same_origin
from pandemonium.server.people.language import preferred, reason
from pandemonium.server.settings import Settings
from pandemonium.server.table.sent_away import BARRED
from pandemonium.server.transport import session
from pandemonium.server.transport.admission import share
from pandemonium.server.transport.connection import TOO_MANY
from pandemonium.server.wire.answers import Problem
from pandemonium.storage.records import ENCODE

LARGEST_BODY: Final = 400_000
LONGEST_ADDRESS: Final = 1_000
"""Path and query of a request to the API: none of ours has half of it. Litestar keeps the last thousand that it has
taken apart, and 64 kB are more than a megabyte then."""
PROBES: Final = ("/health", "/healthz", "/ready")
SAFE: Final = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_SOCKET: Final = re.compile("/api/tables/([A-Za-z0-9_-]{1,64})/socket")
_SAFE: Final = [(name.encode(), value.encode()) for name, value in SAFE.items()]
_NOT_KEPT: Final = (b"cache-control", b"no-store")
_CHANGES_NOTHING: Final = ("GET", "HEAD")


class Door:
    """What is no URL of the API is one of the page."""

    def __init__(self, api: Litestar, site: Site, settings: Settings) -> None:
        self.api = api
        self._answer = cast(App, api)  # Its own types are narrower than the interface's.
        self.site = site
        self._most_from_address = share(settings.limits)
        self._open: Counter[tuple[str, str]] = Counter()
        """How many sockets and how many requests of each address are here."""
        self._base = settings.base
        self._names = frozenset(name.lower() for name in settings.hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        its = (scope["type"], address_of(scope.get("client")))
        self._open[its] += 1
        try:
            await self._opens(scope, receive, send)
        finally:
            self._open[its] -= 1
            if not self._open[its]:
                del self._open[its]

    def open_from(self, address: str, kind: str = "websocket") -> int:
        """How many sockets of an address are here, or (`http`) requests."""
        return self._open[kind, address]

    def _has_too_many(self, scope: Scope) -> bool:
        return self.open_from(address_of(scope["client"]), scope["type"]) > self._most_from_address

    async def _opens(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(self._within(scope), receive, send)
        elif scope["type"] == "http" and scope["path"] == self._base:
            await _redirect(send, f"{self._base}/")
        elif scope["type"] == "http":
            await self._http(self._within(scope), receive, send)
        else:
            await self._answer(scope, receive, send)

    def _within(self, scope: Scope) -> Scope:
        """As if the house had the whole address. A proxy may have taken its path away already."""
        if not self._base or not scope["path"].startswith(f"{self._base}/"):
            return scope
        path = scope["path"].removeprefix(self._base)
        return {**scope, "path": path, "raw_path": scope["raw_path"].removeprefix(self._base.encode())}

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_api = scope["path"].startswith("/api/") or scope["path"] in PROBES
        turn: list[Callable[[], None]] = []

        async def safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                for over in turn:  # However long it is being read.
                    over()
                told = [*message.get("headers", ()), *_SAFE]
                if is_api and not any(name.lower() == b"cache-control" for name, _ in told):
                    told.append(_NOT_KEPT)  # What one reader may see is nobody else's.
                message["headers"] = told
            await send(message)

        headers = headers_of(scope)
        refusal = Refusal("too-fast") if self._has_too_many(scope) else self._refusal(scope, headers)
        if refusal is not None:
            self.api.state.house.figures.refused(refusal.key)
            await _turn_away(safely, refusal, headers)
            return
        if is_api and scope["method"] not in _CHANGES_NOTHING:
            receive = await _sent(receive, headers)
        turn.append(await self.api.state.house.allowed.turns.take(address_of(scope["client"])))
        scope[TURN] = turn[0]
        try:
            if is_api:
                await self._answer(scope, receive, safely)
            else:
                await self.site(scope, safely)
        finally:
            turn[0]()

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """/api/tables/{id}/socket: nothing stands between its frames and the table."""
        found, headers = _SOCKET.fullmatch(scope["path"]), headers_of(scope)
        refusal = self._refusal(scope, headers)
        is_barred = refusal is not None and refusal.key == "barred"
        if is_barred or self._has_too_many(scope):  # He shall hear why, and not come again and again.
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": BARRED if is_barred else TOO_MANY})
            return
        if found is None or not same_origin(headers) or refusal is not None:
            await receive()
            await send({"type": "websocket.close"})  # Before it was accepted: 403.
            return
        await session.serve(self.api.state.house, found[1], scope, receive, send)

    def _refusal(self, scope: Scope, headers: Mapping[str, str]) -> Refusal | None:
        if not is_called_rightly(headers, self._names):
            return Refusal("wrong-host")
        if not self.api.state.house.allowed.requests.takes(address_of(scope["client"])):
            return Refusal("too-fast")
        if scope["path"].startswith("/api/"):
            if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
                return Refusal("too-large")
            try:
                self.api.state.house.moderation.let_in(None, address_of(scope["client"]))
            except Refusal as refusal:
                return refusal
        # Nothing changes at the wish of other sites.
        if scope.get("method", "GET") not in _CHANGES_NOTHING and not same_origin(headers):
            return Refusal("wrong-origin")
        return None


async def _sent(receive: Receive, headers: Mapping[str, str]) -> Receive:
    """All that comes with a request, before it takes a turn: a few who send it slowly would hold up everybody at their
    address. Of what is too large no more is read than shows it."""
    size, told = 0, headers.get("content-length", "")
    messages: deque[Message] = deque()
    while size <= LARGEST_BODY and not (told.isdecimal() and int(told[:9]) > LARGEST_BODY):
        message = await receive()
        messages.append(message)
        size += len(message.get("body", b""))
        if not message.get("more_body", False):
            break

    async def again() -> Message:
        return messages.popleft() if messages else await receive()

    return again


async def _redirect(send: Send, path: str) -> None:
    headers = [(b"location", path.encode()), (b"content-length", b"0"), *_SAFE]
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def _turn_away(send: Send, refusal: Refusal, headers: Mapping[str, str]) -> None:
    """And hang up: who goes on asking has to call again, which has a limit too."""
    body = ENCODE(Problem(refusal.key, reason(refusal, preferred(headers.get("accept-language")))))
    told = {"content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    raw = [(name.encode(), value.encode()) for name, value in told.items()]
    await send({"type": "http.response.start", "status": STATUS[refusal.key], "headers": raw})
    await send({"type": "http.response.body", "body": body})
