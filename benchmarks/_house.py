"""The real server for `bench fairness`, in a process of its own. Its players sit behind delays that are made in their
own process, so the kernel between the two knows nothing of them: what it would have measured is put in its place."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from benchmarks._network import NETWORKS

from pandemonium.server.limits import without_limits
from pandemonium.server.race import round_trips
from pandemonium.server.run import server
from pandemonium.server.settings import Settings

_known: dict[Any, float] = {}


def shortest(transport: Any) -> float:
    """As from TCP_INFO: a network's players come from addresses of their own, 127.0.NETWORK.1. A kernel acknowledges
    what it gets whatever the browser above it does."""
    peer = transport.get_extra_info("peername")
    if peer not in _known:
        network, luck = NETWORKS[int(peer[0].split(".")[2])], Random(repr(peer))
        _known[peer] = min(network.leg(luck) + network.leg(luck) for _ in range(20))
    return _known[peer]


def main() -> None:
    round_trips.shortest = shortest
    settings = Settings(
        data=Path(sys.argv[2]),
        any_game=True,
        race_pause=60,
        race_look=60,
        suspense=(0.1, 0.2),
        salt_pause=0,
        limits=without_limits(),
    )
    server(settings, host="127.0.0.1", port=int(sys.argv[1])).run()


main()
