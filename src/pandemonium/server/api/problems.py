"""Why something asked for over HTTP cannot be had: the status, and a reason in the reader's language."""

from __future__ import annotations

import logging
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException

from pandemonium.core.game import Refusal
from pandemonium.server.people.language import preferred, reason
from pandemonium.server.wire.answers import Problem
from pandemonium.storage.store import NOT_KNOWN, NOT_SAVED, Lost, NotSaved

log = logging.getLogger(__name__)

STATUS: Final = {
    "no-table": 404,
    "not-found": 404,
    "not-your-seat": 403,
    "wrong-origin": 403,
    "wrong-host": 421,
    "link-used": 410,
    "who-are-you": 401,
    "bad-token": 401,
    "not-for-programs": 403,
    "no-programs": 403,
    "barred": 403,
    "silenced": 403,
    "no-program": 404,
    "too-many-programs": 409,
    "too-many-tables": 409,
    "not-over": 409,
    "not-begun": 409,
    "no-board": 409,
    "too-fast": 429,
    "name-too-often": 429,
    NOT_SAVED: 503,
    NOT_KNOWN: 503,
    "disk-low": 503,
    "no-new-tables": 503,
    "house-closes": 503,
    "too-large": 413,
}
SOON: Final = {"house-closes": {"Retry-After": "2"}}
"""What is worth asking for again by itself: nothing of it was done, and the house is open again in a moment."""
_BY_STATUS: Final = {404: "not-found", 405: "wrong-method", 413: "too-large"}
Asking = Request[Any, Any, Any]


def refused(request: Asking, refusal: Refusal) -> Response[Problem]:
    request.app.state.house.figures.refused(refusal.key)
    why = reason(refusal, preferred(request.headers.get("accept-language")))
    status, headers = STATUS.get(refusal.key, 400), SOON.get(refusal.key)
    return Response(Problem(refusal.key, why), status_code=status, headers=headers)


def not_saved(request: Asking, error: NotSaved) -> Response[Problem]:
    request.app.state.house.could_write(error)
    return refused(request, Refusal(NOT_KNOWN if isinstance(error, Lost) else NOT_SAVED))


def not_understood(request: Asking, error: HTTPException) -> Response[Problem]:
    """What Litestar itself cannot make sense of."""
    key = _BY_STATUS.get(error.status_code)
    refusal = Refusal("bad-request", why=error.detail) if key is None else Refusal(key)
    request.app.state.house.figures.refused(refusal.key)
    why = reason(refusal, preferred(request.headers.get("accept-language")))
    return Response(Problem(refusal.key, why), status_code=error.status_code, headers=error.headers)


def too_deep(request: Asking, _: RecursionError) -> Response[Problem]:
    """What is written in boxes within boxes within boxes."""
    return refused(request, Refusal("not-understood"))


def our_mistake(request: Asking, error: Exception) -> Response[Problem]:
    # The template, not the path: a personal link is a secret.
    log.error("%s %s", request.method, request.scope.get("path_template", ""), exc_info=error)
    request.app.state.house.figures.refused("our-mistake")
    why = reason(Refusal("our-mistake"), preferred(request.headers.get("accept-language")))
    return Response(Problem("our-mistake", why), status_code=500)
