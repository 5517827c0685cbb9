"""What ten times the time would bring the strongest bot of Little Devils, at a table of four.

In positions of matches by the rule of thumb, a card is chosen within the usual time and within ten times that. Where
the two differ a third thought of twice that, which knows nothing of the others, judges both: what the longer one
brings is added up over the decisions of a match.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import mean

import pandemonium
from pandemonium.arena.figures import off
from pandemonium.core.evaluation import Budget
from pandemonium.games.little_devils import bots
from pandemonium.games.little_devils.evaluation import evaluate
from pandemonium.games.little_devils.rules import Play
from pandemonium.games.little_devils.sight import View

SEATS = 4


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench patience", description=__doc__)
    parser.add_argument("--positions", type=int, default=200, help="how many decisions to look at")
    parser.add_argument("--simulations", type=int, default=4_000, help="the usual time")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match: others are other luck")
    args = parser.parse_args()
    luck, brings, alike = Random(args.first), list[float](), 0
    decisions, matches, first = 0, 0, args.first
    while len(brings) < args.positions:
        match = pandemonium.begin("little-devils", SEATS, seed=first + matches)
        matches += 1
        while match.result is None:
            (seat,) = match.to_act
            view, legal = match.view(seat), match.legal(seat)
            decisions += len(legal) > 1
            if len(legal) > 1 and len(brings) < args.positions and luck.random() < 0.1:
                short, long = (
                    evaluate(view, legal, Budget(simulations=times * args.simulations), luck) for times in (1, 10)
                )
                brings.append(0.0 if short.best == long.best else further(view, (short.best, long.best), args, luck))
                alike += short.best == long.best
                print(f"position {len(brings)} of {args.positions}", end="\r", flush=True)
            match.play(seat, bots.sensible(view, legal, luck))
    of_a_match = decisions / matches / SEATS
    gained, error = mean(brings), off(brings)
    print(f"the same card in {alike} of {len(brings)} positions, {of_a_match:.0f} decisions in a match")
    print(f"ten times the time brings {gained:.3%} ± {error:.3%} of a win in a decision")
    print(f"and {of_a_match * gained:.2%} ± {of_a_match * error:.2%} in a match")
    print(f"ratio ten-times-the-time {of_a_match * gained:.4f}")


def further(view: View, cards: Sequence[Play], args: argparse.Namespace, luck: Random) -> float:
    """How much better the second of two cards is."""
    judge = evaluate(view, cards, Budget(simulations=20 * args.simulations), luck)
    worth = {its.action: its.mean for its in judge.moves}
    return worth[cards[1]] - worth[cards[0]]


if __name__ == "__main__":
    main()
