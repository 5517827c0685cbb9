"""Answers that were zipped when they were made, not each time they are given."""

from __future__ import annotations

import gzip
from typing import Any, Final

from litestar import Request, Response

IS_ZIPPED: Final = "is_zipped"
"""The mark of a route whose answers are not to be compressed any more."""
SMALL: Final = 50_000
"""So many bytes are unzipped before a thread would have begun to."""


async def unwrapped(
    request: Request[Any, Any, Any], body: bytes, media_type: str, cache: str = "no-store"
) -> Response[bytes]:
    """As it is to who can unzip it, and that is nearly everybody."""
    headers = {"vary": "accept-encoding", "cache-control": cache}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    elif len(body) < SMALL:
        body = gzip.decompress(body)
    else:
        body = await request.app.state.house.threads.take(gzip.decompress, body)
    return Response(body, media_type=media_type, headers=headers)
