"""What ten times the time would bring the strongest bot of Little Devils, at a table of four.

In positions of matches by the rule of thumb, a card is chosen within the usual time and within ten times that. What the
first choice gives away, as the longer thought sees it, is added up over the decisions of a match: the longer thought is
the judge of its own choice, so that this is more than the truth.
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random
from statistics import mean, stdev

import pandemonium
from pandemonium.core.evaluation import Budget
from pandemonium.games.little_devils import bots
from pandemonium.games.little_devils.evaluation import evaluate

SEATS = 4


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench patience", description=__doc__)
    parser.add_argument("--positions", type=int, default=200, help="how many decisions to look at")
    parser.add_argument("--simulations", type=int, default=4_000, help="the usual time")
    args = parser.parse_args()
    luck, given_away, alike = Random(8666), list[float](), 0
    decisions = matches = 0
    while len(given_away) < args.positions:
        match = pandemonium.begin("little-devils", SEATS, seed=matches)
        matches += 1
        while match.result is None:
            (seat,) = match.to_act
            view, legal = match.view(seat), match.legal(seat)
            decisions += len(legal) > 1
            if len(legal) > 1 and len(given_away) < args.positions and luck.random() < 0.1:
                short, long = (
                    evaluate(view, legal, Budget(simulations=times * args.simulations), luck) for times in (1, 10)
                )
                worth = {its.action: its.mean for its in long.moves}
                given_away.append(worth[long.best] - worth[short.best])
                alike += short.best == long.best
                print(f"position {len(given_away)} of {args.positions}", end="\r", flush=True)
            match.play(seat, bots.sensible(view, legal, luck))
    of_a_match = decisions / matches / SEATS
    lost, error = mean(given_away), 1.96 * stdev(given_away) / sqrt(len(given_away))
    print(f"the same card in {alike} of {len(given_away)} positions, {of_a_match:.0f} decisions in a match")
    print(
        f"given away: {lost:.2%} ± {error:.2%} of a win in a decision, {of_a_match * lost:.1%} in a match at the most"
    )


if __name__ == "__main__":
    main()
