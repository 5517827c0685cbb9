"""`python -m drills._soaked PORT DATA SEED MOVED`: a house in simulated time, of which so many seconds have passed; it
says what it holds.

It reads a line at a time: `moves_on SECONDS`, `restarts`, `holds`; and answers each with a line of JSON."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import threading
import traceback
from pathlib import Path
from random import Random
from typing import Any

from pandemonium.server.limits import without_limits
from tests.server.rehearsal import Clock
from tests.server.serving import Serving


def main(port: str, data: str, seed: str, moved: str) -> None:
    luck, clock = Random(f"{seed} {moved}"), Clock(runs=True)
    clock.moved = float(moved)
    wishes: dict[str, Any] = {
        "limits": without_limits(),
        "new_seed": lambda: luck.randbytes(32),
        "bot_luck": lambda table: Random(f"{seed} {table}"),
        "luck": lambda: Random(luck.random()),
        "new_name": None,
        "workers": 1,
    }
    serving = Serving(Path(data), port=int(port), clock=clock, **wishes)
    serving.__enter__()
    print("{}", flush=True)
    for line in sys.stdin:
        asked, _, facts = line.strip().partition(" ")
        answer: dict[str, float] = {}
        if asked == "moves_on":
            asyncio.run(serving.moves_on(float(facts)))
        elif asked == "restarts":
            serving.__exit__(None, None, None)
            serving = Serving(Path(data), port=int(port), clock=clock, **wishes)
            serving.__enter__()
        elif asked == "holds":
            answer = asyncio.run_coroutine_threadsafe(holds(serving), serving.house.loop).result()
        print(json.dumps(answer), flush=True)
    serving.__exit__(None, None, None)


async def holds(serving: Serving) -> dict[str, float]:
    """Whatever could grow."""
    house = serving.house
    gc.collect()
    status = Path("/proc/self/status").read_text()  # noqa: ASYNC240  it is no disk
    return {
        "tables": len(house.tables),
        "pages": sum(house.pages.values()),
        "sockets": len(serving.admission.open),
        "tasks": len(asyncio.all_tasks()),
        "threads": threading.active_count(),
        "files": len(os.listdir("/proc/self/fd")),  # noqa: PTH208
        "objects": len(gc.get_objects()),
        "kilobytes": int(status.partition("VmRSS:")[2].split()[0]),
    }


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        os._exit(1)  # The house in the other thread would go on.
