"""A house for all tests of a file. What it wants otherwise than usual, a file says in `WISHES`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.serving import Serving


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Serving]:
    wishes = getattr(request.module, "WISHES", {})
    with Serving(tmp_path_factory.mktemp("house"), **wishes) as serving:
        yield serving


@pytest.fixture
def port(serving: Serving) -> int:
    return serving.port
