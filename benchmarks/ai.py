"""How fast the house thinks, beside its peers in the same run: rollouts and searches, ours and OpenSpiel's in C++.

Each part is a file `_ai_….py`. It has a `pairs()`: what we do and what a peer does, each a function that does a slice
of it and says how much that was; the two take turns, so that the noise of the machine falls on both alike. Or it has
`ratios()`, and measures in its own way. Only ratios are worth anything; the rates are there to be looked at.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time

Slice = Callable[[], int]
PARTS = sorted(found.stem.removeprefix("_ai_") for found in Path(__file__).parent.glob("_ai_*.py"))


def rate(does: Slice, seconds: float) -> float:
    """How much a second of the processor's time: others may be busy on the same machine."""
    done, started = 0, process_time()
    while (spent := process_time() - started) < seconds:
        done += does()
    return done / spent


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench ai", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="how often each contestant has its turn")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long a turn is")
    parser.add_argument(
        "--only", nargs="+", default=PARTS, choices=PARTS, metavar="PART", help="of " + ", ".join(PARTS)
    )
    args = parser.parse_args()
    pairs: dict[str, tuple[Slice, Slice]] = {}
    wholes: list[Callable[[], dict[str, float]]] = []
    for part in args.only:
        print(f"getting ready: {part}", end="\r", flush=True)
        module = import_module(f"benchmarks._ai_{part}")
        pairs |= module.pairs() if hasattr(module, "pairs") else {}
        wholes += [module.ratios] if hasattr(module, "ratios") else []
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in pairs}
    for number in range(1, args.rounds + 1):
        for name, (ours, peer) in pairs.items():
            rates[name].append((rate(ours, args.seconds), rate(peer, args.seconds)))
        print(f"round {number} of {args.rounds}" + " " * 30, end="\r", flush=True)
    print(" " * 60, end="\r")
    for name, measured in rates.items():
        us, them = (median(column) for column in zip(*measured, strict=True))
        print(f"{name:36} ours {us:14,.0f}/s   theirs {them:14,.0f}/s")
    found = {name: ratio for whole in wholes for name, ratio in whole().items()}
    for name, measured in rates.items():
        print(f"ratio {name} {median(ours / peer for ours, peer in measured):.2f}")
    for name, ratio in found.items():
        print(f"ratio {name} {ratio:.2f}")


if __name__ == "__main__":
    main()
