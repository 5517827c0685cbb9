"""The API described for machines: the paths from the handlers, the messages exactly as msgspec checks them."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.types import ControllerRouterHandler as Handler

from pandemonium.server.api.zipped import IS_ZIPPED, unwrapped
from pandemonium.server.house import House
from pandemonium.server.wire.answers import (
    Address,
    Box,
    ChangeGuest,
    Guest,
    Matches,
    NewTable,
    PersonalLink,
    Problem,
    Replay,
    Whose,
)
from pandemonium.server.wire.messages import Receipt
from pandemonium.server.wire.table import Table
from pandemonium.storage.records import ENCODE

_WHY: Final = {
    400: "Not understood, or not possible: why, in the reader's language.",
    403: "Not the reader's to see or to do.",
    404: "There is no such thing.",
    409: "Not now.",
    410: "It was there once.",
    413: "Too large.",
    421: "The house does not go by this name.",
    429: "Too fast.",
    503: "The house cannot write anything down at the moment.",
}
PROBLEMS: Final = {status: ResponseSpec(Problem, description=why) for status, why in _WHY.items()}
"""What any answer may be instead of the one that was hoped for."""


def openapi(handlers: Sequence[Handler]) -> Handler:
    """The route that describes all these."""

    @get("/api/openapi.json", include_in_schema=False, opt={IS_ZIPPED: True})
    async def openapi(request: Request[None, None, State]) -> Response[bytes]:
        """The whole description."""
        house: House = request.app.state.house
        body = await house.codes.get("openapi", partial(house.threads.take, _described, handlers))
        return await unwrapped(request, body, "application/json", cache="max-age=3600")

    return openapi


def _described(handlers: Sequence[Handler]) -> bytes:
    return gzip.compress(describe(handlers), mtime=0)


def describe(handlers: Sequence[Handler]) -> bytes:
    """By an application of their own, which nobody calls: one that can describe itself would also answer under paths
    that we did not write, with pages that lead to other sites and are made anew for everybody who asks."""
    app = Litestar(handlers, openapi_config=OpenAPIConfig(title="Pandémonium", version="1"), logging_config=None)
    told: dict[str, Any] = app.openapi_schema.to_schema()
    _, schemas = msgspec.json.schema_components(
        [
            Guest,
            ChangeGuest,
            PersonalLink,
            Whose,
            Address,
            Box,
            NewTable,
            Table,
            Receipt,
            Replay,
            Matches,
            Problem,
        ],
        ref_template="#/components/schemas/{name}",
    )
    told["components"]["schemas"] = schemas
    return ENCODE(told)
