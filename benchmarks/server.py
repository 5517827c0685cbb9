"""Durable moves per second through real sockets, beside boardgame.io in memory and on its flat files.

The same work on both sides: so many tables, four sockets each, players who move in turn; a latency is from when a move
is sent until the next player has it; memory is what the kernel says that the server's process holds. Ours are tables
of Little Devils, and a move counts when it is on disk; theirs are matches of its counter game, by the scripts in
../shared/peers (installed from npm into a folder of their own at run time). They take turns, so that the noise of the
machine falls on both alike; only ratios are worth anything. Client and server share the machine, and their client is
dearer than ours: so their server is measured under our load as well, which speaks its protocol too.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from socket import socketpair
from statistics import mean, median, stdev
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks._opening import free_port, wait_until_open

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from node import NODE, NPM  # type: ignore[import-not-found]  # noqa: E402  a folder of commands

PEERS = ROOT.parent / "shared" / "peers"
PEER_FILES = {"d2_bgio_load.js": "d2_load.js", "d2_bgio_server.js": "d2_server.js", "d_game.js": "game.js"}
PACKAGES = ("boardgame.io", "socket.io-client@4")
PATIENCE = 60
"""So many seconds one run of theirs may take."""
ON_FILES = 20
BEGAN = time.monotonic()
ASLEEP = 18
FIRST = 10
"""Of so many generations of sleeping tables so many are not counted."""
SEATS = 4
PACE = 500
"""In the runs at a pace each table has a move every so many ms: 200 a second at a hundred tables."""
WITH_NODE = {**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
Measured = dict[str, Any]


@contextmanager
def house(*flags: str) -> Iterator[tuple[int, int]]:
    """The real server; its port and its process."""
    with opened("-m", "pandemonium.server", "--no-limits", *flags) as (port, running):
        yield port, running.pid


@contextmanager
def opened(*program: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server that this program is, on a port and a folder of its own."""
    port = free_port()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    pipe = subprocess.PIPE
    with TemporaryDirectory() as data:
        command = [sys.executable, *program, "--port", str(port), "--data", data]
        with subprocess.Popen(
            command, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
        ) as running:
            try:
                wait_until_open(port)
                yield port, running
            finally:
                running.terminate()


def ours(tables: int, moves: int, pace: int = 0) -> Measured:
    with house() as (port, pid):
        return loaded("ours", port, pid, tables=tables, moves=moves, pace=pace)


def loaded(where: str, port: int, pid: int, *, tables: int, moves: int, pace: int = 0) -> Measured:
    """What our load measures of the server that this process is."""
    before = resident(pid)
    with subprocess.Popen(
        load_command(port, tables, moves, pace, where), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as load:
        assert load.stdin is not None
        assert load.stdout is not None
        assert load.stdout.readline() == "ready\n"
        gathered, cpu = resident(pid), cpu_seconds(pid)
        load.stdin.write("\n")
        load.stdin.flush()
        measured: Measured = json.loads(load.stdout.readline())
        measured["cpu_per_move"] = (cpu_seconds(pid) - cpu) / measured["moves"] * 1e6
        measured["load_per_move"] = measured["load_cpu"] / measured["moves"] * 1e6
        measured["kb_gathered"] = (gathered - before) / tables
        measured["kb_per_table"] = (resident(pid) - before) / tables
        load.stdin.close()
    return measured


def load_command(port: int, tables: int, moves: int, pace: int = 0, where: str = "ours") -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("_load.py")), *map(str, (port, tables, moves, pace)), where]


def kb_asleep(tables: int, generations: Iterable[int]) -> tuple[float, float]:
    """What a table costs in memory when everybody has left it, and the error of that.

    One difference says nothing: a process keeps what it once had, for the next ones. So generation after generation
    comes, plays, and falls asleep; what each sleeping table costs is by how much the process grows with every one of
    them, once it has all the room that it needs for so many. Python finds that little by little: the first thousand
    tables are not counted."""
    sizes = []
    with opened(str(Path(__file__).with_name("_asleep.py"))) as (port, running):
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in generations:
            subprocess.run(load_command(port, tables, 4), input="\n", stdout=subprocess.DEVNULL, text=True, check=True)
            running.stdin.write("\n")
            running.stdin.flush()
            assert running.stdout.readline() == "asleep\n"
            sizes.append(resident(running.pid))
    grown = [(after - before) / tables for before, after in pairwise(sizes[FIRST:])]
    return mean(grown), stdev(grown) / len(grown) ** 0.5


@contextmanager
def peers() -> Iterator[Path | None]:
    """A folder with boardgame.io in it; None if it cannot be had."""
    with TemporaryDirectory() as folder:
        if not PEERS.is_dir():
            yield None
            return
        for name, called in PEER_FILES.items():
            shutil.copy(PEERS / name, Path(folder) / called)
        (Path(folder) / "package.json").write_text('{"private": true}')
        (Path(folder) / "bgio").mkdir()
        command = [str(NODE), str(NPM), "install", "--no-audit", "--no-fund", *PACKAGES]
        done = subprocess.run(command, cwd=folder, env=WITH_NODE, capture_output=True, check=False)
        yield Path(folder) if done.returncode == 0 else None


def theirs(
    folder: Path, node: str, storage: str, tables: int, moves: int, *, pace: int = 0, patience: int = PATIENCE
) -> Measured:
    command = [node, "d2_load.js", storage, *map(str, (tables, moves, pace, free_port()))]
    environment = {**WITH_NODE, "HARD": str(patience * 1000), "SEATS": str(SEATS)}
    told = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
    measured: Measured = json.loads(told.splitlines()[-1])
    return {
        **measured,
        "rate": measured["movesPerSec"],
        "cpu_per_move": 1e6 / measured["movesPerServerCpuSec"],
        "load_per_move": 1e6 * measured["loadCpu"] / measured["total"],
        "kb_per_table": measured["rssPerMatchKB"],
    }


def theirs_asked_by_ours(folder: Path, node: str, tables: int, moves: int) -> Measured:
    """Their server in memory, and the same load as for ours."""
    port = free_port()
    channel, its = socketpair()  # As Node's own fork() would have it: their script says through it that it is ready.
    with channel, its:
        environment = {**WITH_NODE, "NODE_CHANNEL_FD": str(its.fileno())}
        command = [node, "--expose-gc", "d2_server.js", str(port), "mem"]
        with subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            pass_fds=[its.fileno()],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as running:
            try:
                channel.settimeout(PATIENCE)
                assert b"ready" in channel.recv(1000)
                return loaded("boardgame.io", port, running.pid, tables=tables, moves=moves)
            finally:
                running.terminate()


def resident(pid: int) -> int:
    """In kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def cpu_seconds(pid: int) -> float:
    """Of all its threads, to the nanosecond."""
    return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def neighbours(own: Sequence[Measured], other: Sequence[Measured], what: str) -> float:
    """The middle one of the ratios of runs that stood side by side."""
    return median(float(mine[what] / its[what]) for mine, its in zip(own, other, strict=True))


def say(who: str, measured: Measured) -> None:
    print(
        f"{who:28} {measured['rate']:7.0f} moves/s  p50 {measured['p50']:6.1f} ms  p99 {measured['p99']:6.1f} ms"
        f"  {measured['cpu_per_move']:5.0f} µs of CPU a move, {measured['load_per_move']:4.0f} the load"
        f"  {measured['kb_per_table']:4.0f} kB a table",
        flush=True,
    )


def say_asleep(asleep: float, error: float) -> None:
    print(f"memory: {asleep:.2f} kB a sleeping table, standard error {error:.2f}")


def python() -> str:
    """What we run on, and what is known of how it was built: that decides a tenth of what a move costs."""
    flags = f"{sysconfig.get_config_var('CONFIG_ARGS')} {sysconfig.get_config_var('PY_CORE_CFLAGS')}"
    if "--enable-optimizations" in flags or "-fprofile-use" in flags:
        built = "optimised by profile"
    elif sys.base_prefix == "/usr" and Path("/etc/debian_version").exists():
        built = "Debian's, which it optimises by profile, though the flags that it leaves behind do not say so"
    else:
        built = "not optimised by profile"
    return f"ours on Python {platform.python_version()} ({built})"


def rounds(most: int, until: float, least: int = 1) -> Iterator[int]:
    """So many, or on a busy machine as many as begin in the first seconds of the bench: all of it takes minutes."""
    for number in range(most):
        if number >= least and time.monotonic() - BEGAN > until:
            return
        yield number


def wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./pandemonium bench server")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--node", default=str(NODE), help="what boardgame.io runs on, if not our environment's")
    parser.add_argument("--asleep", action="store_true", help="only what a sleeping table costs in memory")
    return parser.parse_args()


def main() -> None:
    args = wishes()
    if args.asleep:
        say_asleep(*kb_asleep(args.tables, range(ASLEEP)))
        return
    version = subprocess.run([args.node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"{python()}, boardgame.io on Node {version}", flush=True)
    own: list[Measured] = []
    memory: list[Measured] = []
    alike: list[Measured] = []
    paced: list[Measured] = []
    at_pace: list[Measured] = []
    ratios = {}
    with peers() as folder:
        for _ in rounds(args.rounds, until=70):
            own.append(ours(args.tables, args.moves))
            say("ours, on disk", own[-1])
            if folder is not None:
                memory.append(theirs(folder, args.node, "mem", args.tables, args.moves))
                say("boardgame.io, in memory", memory[-1])
                alike.append(theirs_asked_by_ours(folder, args.node, args.tables, args.moves))
                say("the same, under our load", alike[-1])
        for _ in rounds(args.rounds, until=120):
            paced.append(ours(args.tables, 12, PACE))
            say("ours at a pace", paced[-1])
            if folder is not None:
                at_pace.append(theirs(folder, args.node, "mem", args.tables, 12, pace=PACE))
                say("boardgame.io at a pace", at_pace[-1])
        if folder is None:
            print("boardgame.io cannot be had here (npm, or ../shared/peers): only ours was measured")
        else:
            ratios["durable-moves-vs-boardgame.io-memory"] = neighbours(own, memory, "rate")
            ratios["durable-moves-vs-boardgame.io-memory-same-load"] = neighbours(own, alike, "rate")
            ratios["cpu-a-move-vs-boardgame.io-memory"] = neighbours(own, memory, "cpu_per_move")
            ratios["kb-a-table-vs-boardgame.io-memory"] = neighbours(own, memory, "kb_per_table")
            ratios["p99-at-200-vs-boardgame.io"] = neighbours(paced, at_pace, "p99")
            try:  # It is so slow that few matches must do.
                flat = theirs(folder, args.node, "flat", 10, 10, patience=ON_FILES)
                say("boardgame.io, flat files", flat)
                ratios["durable-moves-vs-boardgame.io-flatfile"] = median(each["rate"] for each in own) / flat["rate"]
            except subprocess.CalledProcessError:
                print(f"boardgame.io, flat files: 100 moves in 10 matches did not end in {ON_FILES} s")
    pairs = [(ours(20, 400), ours(20, 40)) for _ in rounds(args.rounds, until=165)]
    late, early = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    ratios["cost-of-a-move-400-vs-40"] = neighbours(late, early, "cpu_per_move")
    awake = median(each["kb_gathered"] for each in own)
    asleep, error = kb_asleep(args.tables, rounds(ASLEEP, until=215, least=FIRST + 4))
    print(f"memory: {awake:.0f} kB a live table with its four sockets before its first move")
    say_asleep(asleep, error)
    ratios["kb-asleep-vs-awake"] = asleep / awake
    for name, value in ratios.items():
        print(f"ratio {name} {value:.2f}")


if __name__ == "__main__":
    main()
