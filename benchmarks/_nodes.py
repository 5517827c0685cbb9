"""Houses of one process or of several nodes for `bench load`, and what each of their parts takes of the processor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from benchmarks.server import cpu_seconds, house, resident

PART = Callable[[], float]
"""How many seconds of the processor it has taken so far."""


class Opened(NamedTuple):
    ports: list[int]
    parts: dict[str, PART]
    """`houses`, and where there are any `database` and `bus`."""
    memory: Callable[[], int]
    """Of all houses, in kB."""


@contextmanager
def opened(nodes: int) -> Iterator[Opened]:
    """So many nodes on PostgreSQL and NATS of their own; none: a house of one process, on SQLite."""
    with ExitStack() as stack:
        flags: list[str] = []
        parts: dict[str, PART] = {}
        if nodes:
            from tests.nodes.real import Nats, Postgres  # Only whoever measures them needs to have them.

            postgres = stack.enter_context(Postgres(durable=True))
            nats = stack.enter_context(Nats())
            flags = ["--database", postgres.database(), "--bus", nats.url]
            parts = {"database": lambda: _with_children(postgres.pid), "bus": lambda: cpu_seconds(nats.pid)}
        running = [stack.enter_context(house(*flags)) for _ in range(nodes or 1)]
        pids = [pid for _, pid in running]
        yield Opened(
            [port for port, _ in running],
            {"houses": lambda: sum(map(cpu_seconds, pids)), **parts},
            lambda: sum(map(resident, pids)),
        )


def _with_children(pid: int) -> float:
    """PostgreSQL has a process for each connection; they last for as long as the nodes do."""
    spent = cpu_seconds(pid)
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with suppress(OSError):
            spent += cpu_seconds(int(child))
    return spent
