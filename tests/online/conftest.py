"""A house for all tests of a file, as for those of the server, and people who come to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.online.inviting import Host
from tests.server.conftest import port, serving

__all__ = ["host", "port", "serving", "somebody"]


@pytest.fixture
def somebody(port: int) -> Iterator[Callable[[], Host]]:
    with ExitStack() as there:
        yield lambda: there.enter_context(Host(port))


@pytest.fixture
def host(somebody: Callable[[], Host]) -> Host:
    return somebody()
