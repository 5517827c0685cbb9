"""Every URL of the house, and how the parts are wired together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException

from pandemonium.core.game import Refusal
from pandemonium.server.api import routes
from pandemonium.server.api.openapi import openapi
from pandemonium.server.api.problems import not_saved, not_understood, our_mistake, refused, too_deep
from pandemonium.server.api.site import Site
from pandemonium.server.api.zipped import IS_ZIPPED
from pandemonium.server.door import LARGEST_BODY, Door
from pandemonium.server.house import House
from pandemonium.server.release import usual_place
from pandemonium.server.settings import Settings
from pandemonium.storage.folder import DataFolder
from pandemonium.storage.memory import Memory
from pandemonium.storage.store import NotSaved

HANDLERS: Final = (routes.Shelf, routes.Me, routes.Tables, routes.address, routes.qr, routes.health, routes.ready)


def create_app(settings: Settings, folder: DataFolder | None = None) -> Door:
    """The whole server, as an ASGI application. `folder`: its data, if that is open already."""

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        app.state.house = house = House(settings, folder or await remembered(settings))
        try:
            await house.read_again()
            if settings.bus:
                from pandemonium.server.nodes.node import Node, of_house

                house.node = await Node(house, of_house(house.secret)).open(settings.bus)
            yield
        finally:
            await house.close()

    api = Litestar(
        route_handlers=[*HANDLERS, openapi(HANDLERS)],
        lifespan=[open_house],
        exception_handlers={
            Refusal: refused,
            NotSaved: not_saved,
            HTTPException: not_understood,
            RecursionError: too_deep,
            Exception: our_mistake,
        },
        openapi_config=None,
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=5, minimum_size=1_000, exclude_opt_key=IS_ZIPPED
        ),
        request_max_body_size=LARGEST_BODY,
        debug=False,
        logging_config=None,
    )
    return Door(api, Site(settings.site or usual_place(), settings.base, settings.source), settings)


async def remembered(settings: Settings) -> Memory:
    """Raises Refusal."""
    if not settings.database:
        return DataFolder(settings.data)
    from pandemonium.storage.postgres import Database

    return await Database.open(settings.database, alone=not settings.bus)
