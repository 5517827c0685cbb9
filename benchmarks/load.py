"""How much one house carries: real sockets from processes of their own, at tables of all games that are no race.

For each number of sockets: what it costs to hold them (memory a table, processor time of sockets at which nothing
happens), what a move costs and how long it takes until an opponent has it where every table makes one every few
seconds, and how many moves a second are on disk and told where everybody moves as soon as he can. Client and server
share the machine: what the crowd itself takes of the processor is printed beside it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from benchmarks.server import cpu_seconds, house, resident

CROWDS: Final = 2
"""So many processes with people in them."""
STILL: Final = 4.0
"""For so many seconds nobody moves."""


class Crowd:
    """A process full of people."""

    def __init__(self, port: int, sockets: int) -> None:
        command = [sys.executable, str(Path(__file__).with_name("_crowd.py")), str(port), str(sockets)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.holds: dict[str, int] = self._heard()

    def say(self, line: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._heard()

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _heard(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("The crowd has gone: see what it said above.")
        heard: dict[str, Any] = json.loads(line)
        return heard


def measured(sockets: int, pace: int, seconds: float) -> dict[str, float]:
    """What the house says to so many of them."""
    with house() as (port, pid), ThreadPoolExecutor(CROWDS) as pool:
        empty = resident(pid)
        crowds = list(pool.map(lambda share: Crowd(port, share), [sockets // CROWDS] * CROWDS))
        try:
            tables, held = (sum(its.holds[what] for its in crowds) for what in ("tables", "sockets"))
            grown, cpu, began = resident(pid) - empty, cpu_seconds(pid), time.perf_counter()
            time.sleep(min(STILL, seconds))
            idle = (cpu_seconds(pid) - cpu) / (time.perf_counter() - began)
            cpu = cpu_seconds(pid)
            paced = _together(list(pool.map(lambda its: its.say(f"pace {pace} {seconds}"), crowds)))
            spent = cpu_seconds(pid) - cpu
            cpu = cpu_seconds(pid)
            flat = _together(list(pool.map(lambda its: its.say(f"flat {seconds}"), crowds)))
            flat_spent = cpu_seconds(pid) - cpu
        finally:
            for its in crowds:
                its.end()
    return {
        "wished": sockets,
        "sockets": held,
        "tables": tables,
        "kb": grown / tables,
        "idle": idle / held * 1e6,
        "rate": paced["rate"],
        "p50": paced["p50"],
        "p99": paced["p99"],
        "cpu": spent / paced["seen"] * 1e6,
        "crowd": paced["load_cpu"] / paced["moves"] * 1e6,
        "flat": flat["rate"],
        "flat_p99": flat["p99"],
        "flat_cpu": flat_spent / flat["seen"] * 1e6,
        "refused": paced["refused"] + flat["refused"],
    }


def _together(told: list[dict[str, Any]]) -> dict[str, float]:
    latencies = sorted(each for its in told for each in its["latencies"])
    return {
        "moves": sum(its["moves"] for its in told),
        "seen": len(latencies),
        "rate": sum(its["moves"] / its["seconds"] for its in told),
        "p50": latencies[len(latencies) // 2],
        "p99": latencies[len(latencies) * 99 // 100],
        "load_cpu": sum(its["load_cpu"] for its in told),
        "refused": sum(its["refused"] for its in told),
    }


def say(its: dict[str, float]) -> None:
    print(
        f"{its['sockets']:.0f} sockets at {its['tables']:.0f} tables: {its['kb']:.0f} kB a table, "
        f"{its['idle']:.1f} µs of CPU a second for a socket where nothing happens\n"
        f"  at a pace:   {its['rate']:6.0f} moves/s, seen by an opponent after {its['p50']:.1f} ms (p50), "
        f"{its['p99']:.1f} ms (p99); {its['cpu']:.0f} µs of CPU a move, {its['crowd']:.0f} the crowd\n"
        f"  flat out:    {its['flat']:6.0f} moves/s, p99 {its['flat_p99']:.1f} ms, {its['flat_cpu']:.0f} µs a move; "
        f"{its['refused']:.0f} refused",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench load", description=__doc__)
    parser.add_argument("--sockets", default="100,1000,5000", help="how many, one after the other")
    parser.add_argument("--pace", type=int, default=5_000, help="ms between two moves of a table")
    parser.add_argument("--seconds", type=float, default=10, help="how long they play, at a pace and flat out")
    args = parser.parse_args()
    found = []
    for sockets in map(int, args.sockets.split(",")):
        found.append(measured(sockets, args.pace, args.seconds))
        say(found[-1])
    for its in found:
        name = f"load-{its['wished']:.0f}"
        print(f"count {name}-tables {its['tables']:.0f}")
        print(f"count {name}-moves-a-second {its['flat']:.0f}")
        print(f"count {name}-kb-a-table {its['kb']:.0f}")
    first, last = found[0], found[-1]
    between = f"{last['wished']:.0f}-vs-{first['wished']:.0f}-sockets"
    print(f"ratio cpu-a-move-flat-out-{between} {last['flat_cpu'] / first['flat_cpu']:.2f}")
    print(f"ratio p99-at-a-pace-{between} {last['p99'] / first['p99']:.2f}")


if __name__ == "__main__":
    main()
