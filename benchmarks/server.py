"""Durable moves per second through real sockets, beside boardgame.io in memory and on its flat files.

Ours: 100 tables of Little Devils, four sockets each; a move counts when it is on disk and acknowledged. Theirs: 100
matches of its counter game, two sockets each, by the scripts in ../shared/peers (installed from npm into a folder of
their own at run time). They take turns, so that the noise of the machine falls on both alike; only ratios are worth
anything.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT.parent / "shared" / "peers"
PEER_FILES = {"d2_bgio_load.js": "d2_load.js", "d2_bgio_server.js": "d2_server.js", "d_game.js": "game.js"}
PACKAGES = ("boardgame.io", "socket.io-client@4")
PATIENCE = 60
Measured = dict[str, Any]


@contextmanager
def house(*flags: str) -> Iterator[tuple[int, int]]:
    """The real server; its port and its process."""
    with create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with TemporaryDirectory() as data:
        command = [
            sys.executable,
            "-m",
            "pandemonium.server",
            "--port",
            str(port),
            "--data",
            data,
            "--no-limits",
            *flags,
        ]
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as running:
            try:
                for _ in range(500):
                    try:
                        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz").read()
                        break
                    except OSError:
                        time.sleep(0.05)
                yield port, running.pid
            finally:
                running.terminate()


def ours(tables: int, moves: int, pace: int = 0) -> Measured:
    with house() as (port, pid):
        before = resident(pid)
        command = [sys.executable, str(Path(__file__).with_name("_load.py")), *map(str, (port, tables, moves, pace))]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as load:
            assert load.stdin is not None
            assert load.stdout is not None
            assert load.stdout.readline() == "ready\n"
            gathered, cpu = resident(pid), cpu_seconds(pid)
            load.stdin.write("\n")
            load.stdin.flush()
            measured: Measured = json.loads(load.stdout.readline())
            measured["cpu_per_move"] = (cpu_seconds(pid) - cpu) / measured["moves"] * 1e6
            measured["kb_per_table"] = (gathered - before) / tables
            load.stdin.write("\n")
            load.stdin.close()
        return measured


def kb_asleep(tables: int) -> float:
    """What a table costs in memory when everybody has left it."""
    with house("--idle", "0.5") as (port, pid):
        command = [sys.executable, str(Path(__file__).with_name("_load.py")), *map(str, (port, tables, 1, 0))]
        subprocess.run(command, input="\n\n", stdout=subprocess.DEVNULL, text=True, check=True)
        time.sleep(2)
        before = resident(pid)
        subprocess.run(command, input="\n\n", stdout=subprocess.DEVNULL, text=True, check=True)
        time.sleep(2)
        return (resident(pid) - before) / tables


@contextmanager
def peers() -> Iterator[Path | None]:
    """A folder with boardgame.io in it; None if it cannot be had."""
    with TemporaryDirectory() as folder:
        npm = shutil.which("npm")
        if npm is None or not PEERS.is_dir():
            yield None
            return
        for name, called in PEER_FILES.items():
            shutil.copy(PEERS / name, Path(folder) / called)
        (Path(folder) / "package.json").write_text('{"private": true}')
        (Path(folder) / "bgio").mkdir()
        done = subprocess.run(
            [npm, "install", "--no-audit", "--no-fund", *PACKAGES], cwd=folder, capture_output=True, check=False
        )
        yield Path(folder) if done.returncode == 0 else None


def theirs(folder: Path, storage: str, tables: int, moves: int, pace: int = 0) -> Measured:
    command = ["node", "d2_load.js", storage, *map(str, (tables, moves, pace, 18_233 + int(time.time()) % 1000))]
    environment = {**os.environ, "HARD": str(PATIENCE * 1000)}
    told = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
    measured: Measured = json.loads(told.splitlines()[-1])
    return {**measured, "rate": measured["movesPerSec"], "cpu_per_move": 1e6 / measured["movesPerServerCpuSec"]}


def resident(pid: int) -> int:
    """In kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def say(who: str, measured: Measured) -> None:
    print(
        f"{who:28} {measured['rate']:7.0f} moves/s  p50 {measured['p50']:6.1f} ms  p99 {measured['p99']:6.1f} ms"
        f"  {measured['cpu_per_move']:5.0f} µs of CPU a move",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench server")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--moves", type=int, default=100)
    args = parser.parse_args()
    own: list[Measured] = []
    memory: list[Measured] = []
    with peers() as folder:
        for _ in range(args.rounds):
            own.append(ours(args.tables, args.moves))
            say("ours, on disk", own[-1])
            if folder is not None:
                memory.append(theirs(folder, "mem", args.tables, args.moves))
                say("boardgame.io, in memory", memory[-1])
        paced = ours(args.tables, 20, pace=args.tables * 5)
        say("ours at 200 moves/s", paced)
        ratios = {}
        if folder is not None:
            at_200 = theirs(folder, "mem", args.tables, 20, pace=args.tables * 5)
            say("boardgame.io at 200 moves/s", at_200)
            rate = median(each["rate"] for each in own)
            ratios["durable-moves-vs-boardgame.io-memory"] = rate / median(each["rate"] for each in memory)
            try:  # It is so slow that few matches must do.
                flat = theirs(folder, "flat", 10, 10)
                say("boardgame.io, flat files", flat)
                ratios["durable-moves-vs-boardgame.io-flatfile"] = rate / flat["rate"]
            except (subprocess.CalledProcessError, ValueError):
                print(f"boardgame.io, flat files: 100 moves in 10 matches did not end in {PATIENCE} s")
            ratios["p99-at-200-vs-boardgame.io"] = paced["p99"] / at_200["p99"]
        else:
            print("boardgame.io cannot be had here (npm, or ../shared/peers): only ours was measured")
    late, early = ours(20, 600), ours(20, 60)
    ratios["cost-of-a-move-600-vs-60"] = late["cpu_per_move"] / early["cpu_per_move"]
    awake, asleep = own[0]["kb_per_table"], kb_asleep(50)
    print(f"memory: {awake:.0f} kB a live table with its four sockets, {asleep:.1f} kB a sleeping one")
    for name, value in ratios.items():
        print(f"ratio {name} {value:.2f}")


if __name__ == "__main__":
    main()
