"""Every URL of the house, and how the parts are wired together."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from pandemonium.core.game import Refusal
from pandemonium.server.api import routes
from pandemonium.server.api.openapi import openapi
from pandemonium.server.api.problems import not_saved, not_understood, our_mistake, refused
from pandemonium.server.api.site import Site, usual_place
from pandemonium.server.house import House
from pandemonium.server.settings import Settings
from pandemonium.server.transport import session
from pandemonium.storage.folder import DataFolder
from pandemonium.storage.store import NotSaved

LARGEST_BODY: Final = 400_000
OF_THE_API: Final = ("/api/", "/me/", "/healthz")
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


def create_app(settings: Settings, folder: DataFolder | None = None) -> Door:
    """The whole server, as an ASGI application. `folder`: its data, if that is open already."""

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        app.state.house = house = House(settings, folder or DataFolder(settings.data))
        try:
            yield
        finally:
            await house.close()

    api = Litestar(
        route_handlers=[routes.Shelf, routes.Me, routes.Tables, routes.follow, routes.qr, routes.healthz, openapi],
        lifespan=[open_house],
        middleware=[_only_from_here],
        exception_handlers={
            Refusal: refused,
            NotSaved: not_saved,
            HTTPException: not_understood,
            Exception: our_mistake,
        },
        openapi_config=OpenAPIConfig(title="Pandémonium", version="1", path="/api/schema", render_plugins=[]),
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=5, minimum_size=1_000, exclude_opt_key=routes.IS_ZIPPED
        ),
        request_max_body_size=LARGEST_BODY,
        debug=False,
        logging_config=None,
    )
    return Door(api, Site(settings.page or usual_place()))


class Door:
    """The door: what is no URL of the API is one of the page; everybody gets the headers that keep him safe."""

    def __init__(self, api: Litestar, site: Site) -> None:
        self.api = api
        self.site = site

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        """/api/tables/{id}/socket: nothing stands between its frames and the table."""
        found = _SOCKET.fullmatch(scope["path"])
        if found is None:
            await receive()
            await send({"type": "websocket.close", "code": session.NO_TABLE})
            return
        await session.serve(self.api.state.house, found[1], scope, receive, send)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.api(scope, receive, send)
            return

        async def safely(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_SAFE]
            await send(message)

        if scope["path"].startswith(OF_THE_API):
            await self.api(scope, receive, safely)
        else:
            await self.site(scope, safely)


def _only_from_here(app: ASGIApp) -> ASGIApp:
    """Nothing changes at the wish of other sites."""

    async def careful(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
            if not session.same_origin(headers):
                raise Refusal("wrong-origin")
        await app(scope, receive, send)

    return careful
