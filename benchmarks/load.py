"""How much a house carries: real sockets from processes of their own, at tables of all games that are no race, and with
`--races` of all games. A race waits for people's hands: its grabs are counted apart, and are in no latency.

For each number of sockets: what it costs to hold them (memory a table, processor time of sockets at which nothing
happens), what a move costs and how long it takes until an opponent has it where every table makes one every few
seconds, and how many moves a second are on disk and told where everybody moves as soon as he can. Client and server
share the machine: what the crowd itself takes of the processor is printed beside it.

With `--nodes 0,1,2,3` the same with so many nodes on PostgreSQL and NATS (0: one process on SQLite), in turns, with
everybody's pages spread over all nodes: what a move costs the nodes, the database and the bus.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks._nodes import Opened, opened

CROWDS: Final = 2
"""So many processes with people in them."""
STILL: Final = 4.0
"""For so many seconds nobody moves."""
PARTS: Final = ("houses", "database", "bus")
TIMES: Final = tuple(f"{how}{what}" for how in ("", "flat_") for what in ("p50", "p99", "cpu"))
SPREAD: Final = 600
"""So many sockets several nodes are measured with, if nothing else is said."""


class Crowd:
    """A process full of people."""

    def __init__(self, ports: list[int], sockets: int, *, races: bool) -> None:
        where = ",".join(map(str, ports))
        command = [sys.executable, str(Path(__file__).with_name("_crowd.py")), where, str(sockets)]
        command += ["races"] if races else []
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


def measured(sockets: int, pace: int, seconds: float, nodes: int = 0, *, races: bool) -> dict[str, float]:
    """What the house says to so many of them."""
    with opened(nodes) as house, ThreadPoolExecutor(CROWDS) as pool:
        empty = house.memory()
        shares = [sockets // CROWDS] * CROWDS
        crowds = list(pool.map(lambda share: Crowd(house.ports, share, races=races), shares))
        try:
            tables, held, racing = (sum(its.holds[what] for its in crowds) for what in ("tables", "sockets", "races"))
            grown, quiet = house.memory() - empty, Spent(house)
            time.sleep(min(STILL, seconds))
            idle = quiet.a_second("houses")
            at_a_pace = Spent(house)
            paced = _together(list(pool.map(lambda its: its.say(f"pace {pace} {seconds}"), crowds)))
            cpu, a_second = at_a_pace.so_far(), at_a_pace.a_second("houses")
            flat_out = Spent(house)
            flat = _together(list(pool.map(lambda its: its.say(f"flat {seconds}"), crowds)))
            flat_cpu = flat_out.so_far()
        finally:
            for its in crowds:
                its.end()
    return {
        "nodes": nodes,
        "wished": sockets,
        "sockets": held,
        "tables": tables,
        "races": racing,
        "grabs": flat["grabs"],
        "kb": grown / tables,
        "cpu_a_table": a_second / tables * 1e6,
        "idle": idle / held * 1e6,
        "rate": paced["rate"],
        "p50": paced["p50"],
        "p99": paced["p99"],
        "cpu": cpu["houses"] / paced["seen"] * 1e6,
        "crowd": paced["load_cpu"] / paced["moves"] * 1e6,
        "flat": flat["rate"],
        "flat_p50": flat["p50"],
        "flat_p99": flat["p99"],
        "flat_cpu": flat_cpu["houses"] / flat["seen"] * 1e6,
        "refused": paced["refused"] + flat["refused"],
        **{f"{part}_cpu": cpu[part] / paced["seen"] * 1e6 for part in cpu},
        **{f"flat_{part}_cpu": flat_cpu[part] / flat["seen"] * 1e6 for part in flat_cpu},
    }


class Spent:
    """What each part of a house takes of the processor from now on."""

    def __init__(self, house: Opened) -> None:
        self._parts = house.parts
        self._before = {part: its() for part, its in house.parts.items()}
        self._began = time.perf_counter()

    def so_far(self) -> dict[str, float]:
        return {part: its() - self._before[part] for part, its in self._parts.items()}

    def a_second(self, part: str) -> float:
        return self.so_far()[part] / (time.perf_counter() - self._began)


def _together(told: list[dict[str, Any]]) -> dict[str, float]:
    latencies = sorted(each for its in told for each in its["latencies"])
    return {
        "moves": sum(its["moves"] for its in told),
        "seen": len(latencies) + sum(its["grabs"] for its in told),
        "rate": sum(its["moves"] / its["seconds"] for its in told),
        "p50": latencies[len(latencies) // 2],
        "p99": latencies[len(latencies) * 99 // 100],
        "load_cpu": sum(its["load_cpu"] for its in told),
        "refused": sum(its["refused"] for its in told),
        "grabs": sum(its["grabs"] / its["seconds"] for its in told),
    }


def say(its: dict[str, float]) -> None:
    print(
        f"{its['sockets']:.0f} sockets at {its['tables']:.0f} tables: {its['kb']:.0f} kB a table, "
        f"{its['idle']:.1f} µs of CPU a second for a socket where nothing happens\n"
        f"  at a pace:   {its['rate']:6.0f} moves/s, seen by an opponent after {its['p50']:.1f} ms (p50), "
        f"{its['p99']:.1f} ms (p99); {its['cpu']:.0f} µs of CPU a move, "
        f"{its['cpu_a_table']:.0f} µs a second for a table; {its['crowd']:.0f} µs a move the crowd\n"
        f"  flat out:    {its['flat']:6.0f} moves/s, p99 {its['flat_p99']:.1f} ms, {its['flat_cpu']:.0f} µs a move; "
        f"{its['refused']:.0f} refused",
        flush=True,
    )


def say_parts(its: dict[str, float]) -> None:
    """What a move costs, and whom."""
    who = f"{its['nodes']:.0f} nodes" if its["nodes"] else "SQLite"
    for how, name, rate in (("", "at a pace", its["rate"]), ("flat_", "flat out", its["flat"])):
        parts = ", ".join(f"{its[f'{how}{part}_cpu']:.0f} {part}" for part in PARTS if f"{how}{part}_cpu" in its)
        print(
            f"{who:8} {name:9} {rate:6.0f} moves/s  p50 {its[f'{how}p50']:7.1f} ms  p99 {its[f'{how}p99']:7.1f} ms  "
            f"µs of CPU a move: {parts}; {its['refused']:.0f} refused",
            flush=True,
        )


def say_times(name: str, its: dict[str, float]) -> None:
    """In microseconds, at a pace and flat out: until an opponent has it, and the house's processor for a move."""
    for how, said in (("", "-at-a-pace"), ("flat_", "")):
        for which in ("p50", "p99"):
            print(f"count {name}-{which}-us{said} {1000 * its[f'{how}{which}']:.0f}")
        print(f"count {name}-cpu-us-a-move{said} {its[f'{how}cpu']:.0f}")


def compare(args: argparse.Namespace) -> None:
    """Houses of different kinds, in turns, so that each has the same machine."""
    kinds = [int(nodes) for nodes in args.nodes.split(",")]
    found: dict[int, list[dict[str, float]]] = {nodes: [] for nodes in kinds}
    for number in range(args.rounds):
        for nodes in kinds:
            print(f"round {number + 1} of {args.rounds}: {nodes or 'no'} nodes", flush=True)
            found[nodes].append(measured(args.spread, args.pace, args.seconds, nodes, races=args.races))
            say_parts(found[nodes][-1])

    def middle(nodes: int, what: str) -> float:
        return median(its[what] for its in found[nodes])

    def ratio(name: str, what: str, nodes: int, to: int) -> None:
        if nodes in found and to in found:
            beside = zip(found[nodes], found[to], strict=True)
            print(f"ratio {name} {median(its[what] / other[what] for its, other in beside):.2f}")

    for nodes in kinds:
        name = f"load-{nodes}-nodes" if nodes else "load-sqlite"
        print(f"count {name}-moves-a-second {middle(nodes, 'flat'):.0f}")
        say_times(name, {what: middle(nodes, what) for what in TIMES})
        for part in PARTS:
            if f"flat_{part}_cpu" in found[nodes][0]:
                print(f"count {name}-{part}-us-a-move-at-a-pace {middle(nodes, f'{part}_cpu'):.0f}")
                print(f"count {name}-{part}-us-a-move {middle(nodes, f'flat_{part}_cpu'):.0f}")
    print(f"count load-nodes-refused {sum(its['refused'] for each in found.values() for its in each):.0f}")
    ratio("house-cpu-a-move-postgres-vs-sqlite", "flat_houses_cpu", 1, 0)
    ratio("house-cpu-a-move-postgres-vs-sqlite-at-a-pace", "houses_cpu", 1, 0)
    for nodes in (its for its in kinds if its > 1):
        ratio(f"house-cpu-a-move-{nodes}-nodes-vs-1", "flat_houses_cpu", nodes, 1)
        ratio(f"house-cpu-a-move-{nodes}-nodes-vs-1-at-a-pace", "houses_cpu", nodes, 1)
        ratio(f"p50-at-a-pace-{nodes}-nodes-vs-sqlite", "p50", nodes, 0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench load", description=__doc__)
    parser.add_argument("--sockets", default="100,1000,5000", help="how many, one after the other")
    parser.add_argument("--pace", type=int, default=5_000, help="ms between two moves of a table")
    parser.add_argument("--seconds", type=float, default=10, help="how long they play, at a pace and flat out")
    parser.add_argument("--races", action="store_true", help="tables of races as well, whose people grab as people do")
    parser.add_argument("--nodes", help="how many nodes, in turns: 0,1,2,3 (0: one process on SQLite)")
    parser.add_argument("--spread", type=int, default=SPREAD, help="how many sockets there are for --nodes")
    parser.add_argument("--rounds", type=int, default=2, help="how often each of --nodes is measured")
    args = parser.parse_args()
    if args.nodes:
        compare(args)
        return
    found = []
    for sockets in map(int, args.sockets.split(",")):
        found.append(measured(sockets, args.pace, args.seconds, races=args.races))
        say(found[-1])
    for its in found:
        name = f"load-{its['wished']:.0f}"
        print(f"count {name}-tables {its['tables']:.0f}")
        print(f"count {name}-moves-a-second {its['flat']:.0f}")
        print(f"count {name}-kb-a-table {its['kb']:.0f}")
        print(f"count {name}-cpu-us-a-second-a-table {its['cpu_a_table']:.0f}")
        say_times(name, its)
        if its["races"]:
            print(f"count {name}-race-tables {its['races']:.0f}")
            print(f"count {name}-grabs-a-second {its['grabs']:.0f}")
    first, last = found[0], found[-1]
    between = f"{last['wished']:.0f}-vs-{first['wished']:.0f}-sockets"
    print(f"ratio cpu-a-move-flat-out-{between} {last['flat_cpu'] / first['flat_cpu']:.2f}")
    print(f"ratio p99-at-a-pace-{between} {last['p99'] / first['p99']:.2f}")


if __name__ == "__main__":
    main()
