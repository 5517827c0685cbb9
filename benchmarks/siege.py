"""How long an honest player waits while somebody attacks the house.

The real server with its usual limits, in a process; the honest player in another, who moves all the time and comes back
to his table again and again; the attacker in a third, from an address of his own, for some seconds. He yields to the
others (nice), since a real one has a machine of his own. This one makes its own noise: the same without an attack comes
first and last, and beside what the honest player waited stands the longest time that the house's loop was at work in
one go, in time of its own.

Times are told and not judged, since they are this machine's: a missed aim is printed, and counted. It ends with 1 where
the honest player got no answer at all, or the attacker did nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from benchmarks._attacks import ATTACKS
from benchmarks._opening import free_port, wait_until_open

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).parent
AIM = 250
"""In milliseconds."""
NOBODY = "nobody"


class Measured(NamedTuple):
    """In ms."""

    moves: list[float]
    returns: list[float]
    at_work: float
    done: int


class House(NamedTuple):
    port: int
    asked: IO[str]
    tells: IO[str]

    def at_work(self) -> float:
        """The longest in one go since it was last asked, in ms."""
        _say(self.asked)
        return float(self.tells.readline())


@contextmanager
def house() -> Iterator[House]:
    """The real server."""
    port = free_port()
    with TemporaryDirectory() as data:
        command = [sys.executable, str(HERE / "_besieged.py"), str(port), data]
        with subprocess.Popen(
            command,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as running:
            assert running.stdin is not None
            assert running.stdout is not None
            try:
                wait_until_open(port)
                yield House(port, running.stdin, running.stdout)
            finally:
                running.terminate()


@contextmanager
def process(name: str, *args: object) -> Iterator[tuple[IO[str], IO[str]]]:
    """Another of our programs, and what it reads and says."""
    command = [sys.executable, str(HERE / name), *map(str, args)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=_environment(), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        try:
            yield running.stdin, running.stdout
        finally:
            running.kill()


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}


def under(attack: str, seconds: float) -> Measured:
    """What the honest player measured, how long the house was at work, and how often the attacker did what he does."""
    with house() as besieged, process("_honest.py", besieged.port) as (honest, tells):
        table, done = tells.readline().split()[1], 0
        with ExitStack() as stack:
            if attack != NOBODY:
                attacker, boasts = stack.enter_context(process("_attacks.py", attack, besieged.port, table, seconds))
                assert boasts.readline() == "ready\n"
            _say(honest)
            time.sleep(0.5)
            besieged.at_work()
            if attack == NOBODY:
                time.sleep(seconds)
            else:
                _say(attacker)
                done = int(boasts.readline())
            at_work = besieged.at_work()
            _say(honest)
            measured = json.loads(tells.readline())
    return Measured(sorted(measured["moves"]), sorted(measured["returns"]), at_work, done)


def _say(to: IO[str]) -> None:
    to.write("\n")
    to.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="./pandemonium bench siege")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--only", nargs="*", choices=list(ATTACKS), default=list(ATTACKS))
    args: Any = parser.parse_args()
    waits: dict[str, float] = {}
    idle: list[str] = []
    unheard: list[str] = []
    print("in ms              moves   median  longest  returns  longest   house at work   attacker did it")
    for attack in (NOBODY, *args.only, NOBODY):
        moves, returns, at_work, done = under(attack, args.seconds)
        if attack != NOBODY and not done:  # What was never tried was not held.
            print(f"{attack:18} the attacker did nothing", flush=True)
            idle.append(attack)
            continue
        if not moves or not returns:
            print(
                f"{attack:18} the honest player got no answer to his {'moves' if returns else 'coming back'}",
                flush=True,
            )
            unheard.append(attack)
            continue
        waits[attack] = max(waits.get(attack, 0.0), moves[-1], returns[-1])
        print(
            f"{attack:18} {len(moves):6} {moves[len(moves) // 2]:8.1f} {moves[-1]:8.1f}"
            f"  {len(returns):7} {returns[-1]:8.1f} {at_work:15.1f} {done:17}",
            flush=True,
        )
    late = [f"{attack} ({ms:.0f})" for attack, ms in waits.items() if ms > AIM]
    held = "not measured" if unheard or idle else "held under every attack"
    print(f"The aim is {AIM} ms: " + (f"MISSED under {', '.join(late)}" if late else held))
    if unheard:
        print(f"The honest player got nowhere under {', '.join(unheard)}")
    if idle:
        print(f"Nothing is known of {', '.join(idle)}: the attacker did nothing")
    for attack, ms in waits.items():
        print(f"count siege-{attack} {ms:.0f}")
    print(f"count siege-missed {len(late)}")
    return 1 if idle or unheard else 0


if __name__ == "__main__":
    sys.exit(main())
