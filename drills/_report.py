"""What a drill says: how far it has come while it runs, and what it has counted at its end."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

from drills._ledger import Ledger

OFTEN: Final = 0.2
SELDOM: Final = 10.0
"""In seconds: how often a terminal is told, and how often a file."""
INTERRUPTED: Final = 130
MOST_SHOWN: Final = 20


class Report:
    """For a drill of so many of something."""

    def __init__(self, ledger: Ledger, of: str, wanted: int) -> None:
        self._ledger = ledger
        self._of = of
        self._wanted = wanted
        self._began = self._told = time.monotonic()

    def of(self, run: Callable[[], Coroutine[Any, Any, None]], say: Callable[[], None]) -> int:
        """Run it, and say at the end what was counted, also if somebody has had enough: Ctrl-C. An exit code."""
        code = 0
        for stops in (signal.SIGINT, signal.SIGTERM):  # Who starts it in the background may have it hear neither.
            signal.signal(stops, signal.default_int_handler)
        try:
            asyncio.run(run())
        except KeyboardInterrupt:
            code = INTERRUPTED
        if sys.stderr.isatty():
            sys.stderr.write("\r\033[K")
        say()
        return code or (1 if self._ledger.faults else 0)

    def tell(self, done: int) -> None:
        now, on_terminal = time.monotonic(), sys.stderr.isatty()
        if now - self._told < (OFTEN if on_terminal else SELDOM):
            return
        self._told = now
        passed = now - self._began
        left = passed / max(done, 1) * (self._wanted - done)
        line = (
            f"{done} of {self._wanted} {self._of}, {len(self._ledger.faults)} faults, {passed:.0f} s, {left:.0f} s left"
        )
        sys.stderr.write(f"\r\033[K{line}" if on_terminal else f"{line}\n")
        sys.stderr.flush()

    def print(self) -> None:
        for fault in self._ledger.faults[:MOST_SHOWN]:
            print("fault:", fault)
        for name, count in sorted(self._ledger.counts.items()):
            print(f"count {name} {count}")
        print(f"count seconds {time.monotonic() - self._began:.0f}")
        print(f"count faults {len(self._ledger.faults)}")
