"""How much room processes that think shall leave to people: the same house as in `bench ai`, with a hundred tables of
people and a hundred with three Archdevils each, while the thinkers have one priority after the other. They take turns,
each beside the tables of people alone, so that the noise of the machine falls on all of them.

It needs Linux and the right to take niceness back (root has it); five to six minutes.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from benchmarks._ai_tables import MixedHouse, say
from benchmarks.server import Measured


class Manners(NamedTuple):
    policy: str
    niceness: int

    def teach(self, pid: int) -> None:
        for task in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setscheduler(int(task.name), getattr(os, self.policy), os.sched_param(0))
            os.setpriority(os.PRIO_PROCESS, int(task.name), self.niceness)


ALL: Final = {
    "nice-5": Manners("SCHED_OTHER", 5),
    "nice-10": Manners("SCHED_OTHER", 10),
    "nice-19": Manners("SCHED_OTHER", 19),
    "batch-10": Manners("SCHED_BATCH", 10),
    "idle": Manners("SCHED_IDLE", 0),
}


def pairs(names: list[str]) -> list[list[str]]:
    return [names[at : at + 2] for at in range(0, len(names), 2)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench manners", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often each has its turn (default: 3)")
    parser.add_argument("--only", default=",".join(ALL), help=f"of {', '.join(ALL)}")
    args = parser.parse_args()
    names = args.only.split(",")
    without: list[Measured] = []
    found: dict[str, list[Measured]] = {name: [] for name in names}
    ratios: dict[str, list[float]] = {name: [] for name in names}
    with MixedHouse() as mixed:
        without.append(mixed.without_bots())
        for number in range(args.rounds):
            for two in pairs(names if number % 2 == 0 else names[::-1]):
                for name in two:
                    for pid in mixed.thinkers():
                        ALL[name].teach(pid)
                    found[name].append(mixed.with_bots())
                without.append(mixed.without_bots())
                beside = (without[-2]["p99"] + without[-1]["p99"]) / 2
                for name in two:
                    ratios[name].append(found[name][-1]["p99"] / beside)
                    print(f"round {number + 1} of {args.rounds}: {name} {ratios[name][-1]:.2f}", flush=True)
    say("without bots elsewhere", without)
    for name in names:
        say(f"beside thinkers with {name}", found[name])
    for name in names:
        print(f"ratio people-p99-with-thinkers-{name} {median(ratios[name]):.2f}")


if __name__ == "__main__":
    main()
