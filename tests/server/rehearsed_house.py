"""`python -m tests.server.rehearsed_house PORT DATA PAGE SUSPENSE CLOCK`: the rehearsed house as a process of its own.

It says when it is open, moves its clock on by the seconds that it reads, a line each, and closes when nobody writes
to it any more. CLOCK `runs` meanwhile, or `stands`.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from tests.server.rehearsal import Clock
from tests.server.serving import Serving

PATIENT: dict[str, Any] = {
    "grace": 1,
    "salt_pause": 600,
    "race_pause": 600,
    "race_look": 600,
    "race_away": 600,
    "any_game": False,
}
"""Everything waits for people, however slow their machine is: nothing begins without them."""


def main(port: str, data: str, page: str, suspense: str, clock: str) -> None:
    wishes = {**PATIENT, "site": Path(page), "suspense": (float(suspense), float(suspense))}
    with Serving(Path(data), port=int(port), clock=Clock(runs=clock == "runs"), **wishes) as serving:
        print("open", flush=True)
        for line in sys.stdin:
            asyncio.run(serving.moves_on(float(line)))
            print("moved on", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
