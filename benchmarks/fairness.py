"""Is a race fair to players who are far away, and what do cheaters gain?

Four players with the same distribution of reactions race at Diavolo from networks of 5, 40, 120 and 250 ms round trip,
with jitter and loss. First on the real server through real sockets, in real time; each player's connection is delayed
byte by byte, so his pongs are as late as all else. Then with the same judge on an imagined clock, for statistics that
need many rounds: the attacks. See docs/fairness.md for what the figures mean.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import _racers  # noqa: E402
from benchmarks._imagined import Attack, race  # noqa: E402
from benchmarks._network import NETWORKS  # noqa: E402
from benchmarks._opening import free_port, wait_until_open  # noqa: E402
from benchmarks._tally import TELLABLE, Tally  # noqa: E402

NEAR, FAR = min(NETWORKS), max(NETWORKS)


def _now_and_then(luck: Random) -> float:
    return luck.choice((0.0, 200.0))


ATTACKS: Final = {
    "clock shifted by 100 ms": Attack(claims=lambda truth: truth - 100),
    "clock shifted by 25 ms": Attack(claims=lambda truth: truth - 25),
    "clock that runs at three quarters": Attack(claims=lambda truth: 0.75 * truth),
    "forged: always 0 ms": Attack(claims=lambda _: 0),
    "forged: always 150 ms": Attack(claims=lambda _: 150),
    "pongs 100 ms late": Attack(late=lambda _: 100.0),
    "pongs 100 ms late, clock shifted by as much": Attack(claims=lambda truth: truth - 100, late=lambda _: 100.0),
    "pongs 300 ms late, always 0 ms": Attack(claims=lambda _: 0, late=lambda _: 300.0),
    "pongs 0 to 200 ms late, always 0 ms": Attack(claims=lambda _: 0, late=lambda luck: luck.uniform(0, 200)),
    "every other pong 200 ms late, always 0 ms": Attack(claims=lambda _: 0, late=_now_and_then),
}
STRONGEST: Final = Attack(claims=lambda _: 0, late=lambda luck: luck.uniform(0, 200))


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench fairness", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000, help="over real sockets, all honest")
    parser.add_argument("--minutes", type=float, default=12, help="no longer than this for them")
    parser.add_argument("--tables", type=int, default=40, help="at once")
    parser.add_argument("--cheats", type=int, default=5_000, help="rounds over real sockets with a cheater")
    parser.add_argument("--imagined", type=int, default=10_000, help="rounds on an imagined clock, for each attack")
    args = parser.parse_args()
    with contextlib.suppress(OSError):
        os.nice(-10)  # Whatever else runs here shall not disturb the clocks.
    real, disturbed, cheated = _with_a_house(args)
    print(f"{real.rounds} rounds over real sockets")
    _show(real)
    if disturbed.rounds:
        print(f"\nset aside: {disturbed.rounds} rounds in which this machine held the players' own clocks up")
        _show(disturbed)
    imagined = race(args.imagined)
    print(f"\n{imagined.rounds} rounds on an imagined clock, the same judge")
    _show(imagined)
    worst = _attacks(imagined, args.imagined)
    gain = cheated.share(NEAR) - 25
    print(
        f"\nover real sockets, {cheated.rounds} rounds: pongs 0 to 200 ms late, always 0 ms,"
        f" from {NEAR} ms: {gain:+.2f} (standard error {cheated.share_error():.2f})"
    )
    print(f"\nratio rounds-over-sockets {real.rounds}")
    print(f"ratio win-gap-points {real.gap():.2f}")
    print(f"ratio win-gap-points-not-deserved {real.gap_beyond_luck():.2f}")
    print(f"ratio win-gap-points-arrival-only {real.gap_by_arrival():.2f}")
    print(f"ratio order-right-percent {real.right_percent():.2f}")
    print(f"ratio order-right-percent-arrival-only {real.right_percent_by_arrival():.2f}")
    print(f"ratio win-gap-points-imagined {imagined.gap():.2f}")
    print(f"ratio order-right-percent-imagined {imagined.right_percent():.2f}")
    print(f"ratio most-gained-by-cheating-points {worst:.2f}")


def _with_a_house(args: argparse.Namespace) -> tuple[Tally, Tally, Tally]:
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "benchmarks._house", str(port), data]
        house = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
        try:
            wait_until_open(port)
            seconds = 60 * args.minutes
            tables: int = args.tables
            real, disturbed = asyncio.run(_racers.race(port, args.rounds, seconds, tables, {}))
            cheats = _racers.race(port, args.cheats, seconds, tables, {NEAR: STRONGEST})
            return real, disturbed, asyncio.run(cheats)[0]
        finally:
            house.terminate()
            house.wait()


def _show(tally: Tally) -> None:
    print("  round trip   wins   was the fastest   wins if arrival alone counted")
    for network in NETWORKS:
        wins, deserved, by_arrival = (
            tally.share(network),
            tally.share_by_truth(network),
            tally.share_by_arrival(network),
        )
        print(f"  {network:7} ms {wins:5.1f} % {deserved:13.1f} % {by_arrival:19.1f} %")
    print(f"  nearest against farthest: {tally.gap():.2f} points (standard error {tally.error():.2f}),", end=" ")
    print(f"of which {tally.gap_beyond_luck():.2f} not deserved; by arrival {tally.gap_by_arrival():.2f}")
    right, by_arrival = tally.right_percent(), tally.right_percent_by_arrival()
    print(
        f"  order right when reactions differ by more than {TELLABLE} ms: {right:.2f} %, by arrival {by_arrival:.2f} %"
    )


def _attacks(honest: Tally, rounds: int) -> float:
    """What each gains, from near and from far, in points; the most that any does."""
    print("\n" + f"what a cheater gains, in points of wins: {'from':>9}" + "".join(f"{its:6} ms" for its in NETWORKS))
    worst = 0.0
    for name, attack in ATTACKS.items():
        worst = max(worst, *_gains(name, attack, honest, rounds, kernel=True))
    print("where nothing but pings is known of a connection (behind a proxy), or below his browser: not prevented")
    blind = race(rounds, kernel=False)
    _gains(
        "pongs 100 ms late, clock shifted by as much",
        ATTACKS["pongs 100 ms late, clock shifted by as much"],
        blind,
        rounds,
        kernel=False,
    )
    _gains("the whole way in 100 ms longer", Attack(claims=lambda _: 0, kernel=100), honest, rounds, kernel=True)
    return worst


def _gains(name: str, attack: Attack, honest: Tally, rounds: int, *, kernel: bool) -> list[float]:
    gains = [race(rounds, {its: attack}, kernel=kernel).share(its) - honest.share(its) for its in NETWORKS]
    print(f"  {name:48}" + "".join(f"{gain:+9.2f}" for gain in gains), flush=True)
    return gains


if __name__ == "__main__":
    main()
