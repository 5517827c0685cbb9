"""Where the matches of a contest are played: here, in processes on all cores, or on the machines of a Ray cluster.

Deals come back in their order, whoever played them.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import active_children, get_context
from socket import create_connection
from typing import Any, TypeVar

from pandemonium.arena.contest import Contest, Deal, played_deal
from pandemonium.core.game import Refusal

F = TypeVar("F")

AHEAD = 3
"""So many deals are given to each worker before the first of them is back."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def played(contest: Contest, deals: Iterable[int], jobs: int = 1, ray: str | None = None) -> Generator[Deal]:
    """The deals of these numbers, one after the other. Raises Refusal."""
    if ray is not None:
        _knock(ray)
        return _on_ray(contest, deals, ray, jobs)
    if jobs > 1:
        return _in_processes(contest, deals, jobs)
    return (played_deal(contest, number) for number in deals)


def _in_processes(contest: Contest, deals: Iterable[int], jobs: int) -> Generator[Deal]:
    before = {child.pid for child in active_children()}
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
    try:
        yield from _in_order(
            deals, lambda number: pool.submit(played_deal, contest, number), lambda future: future.result(), jobs
        )
        pool.shutdown()
    except BrokenProcessPool:
        raise Refusal("workers-died") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in active_children():
            if child.pid not in before:
                child.terminate()  # Nobody waits for a long thought to end.


def _on_ray(contest: Contest, deals: Iterable[int], address: str, jobs: int) -> Generator[Deal]:
    ray: Any = import_module("ray")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    settings = {"num_cpus": jobs, "include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **settings)
    except Exception as error:  # noqa: BLE001  all that Ray raises for a node that does not come up in time
        why = (str(error) or type(error).__name__).splitlines()[0][:200]
        raise Refusal("ray-unreachable", address=address[:80], why=why) from None
    remote = ray.remote(played_deal)
    try:
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        yield from _in_order(deals, lambda number: remote.remote(contest, number), ray.get, workers)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, Refusal):
            raise error.cause from None
        raise
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Whether anybody can be there at all: Ray itself asks for minutes on end."""
    try:
        import_module("ray")
    except ImportError:
        raise Refusal("no-ray", python=sys.executable) from None
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        create_connection((host, int(port)), timeout=5).close()
    except (OSError, ValueError, OverflowError) as error:
        raise Refusal("ray-unreachable", address=address[:80], why=str(error)) from None


def _in_order(
    deals: Iterable[int], begin: Callable[[int], F], wait: Callable[[F], Deal], workers: int
) -> Generator[Deal]:
    """Every worker has something to do, and nothing is begun long before it is wanted."""
    under_way: deque[F] = deque()
    for number in deals:
        under_way.append(begin(number))
        if len(under_way) > AHEAD * workers:
            yield wait(under_way.popleft())
    while under_way:
        yield wait(under_way.popleft())


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
