"""How far from perfect a bot of Le Diable Sauteur is: how much of a victory it gives away in a match.

It plays against the solved game, and whatever each of its moves is worth less than the best one is added up: that is
what its chance to win loses, without the luck of the dice. `points` plays every round for its points alone, as the
Archdevil does until a match has been worked out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from statistics import mean
from unittest.mock import patch

import pandemonium
from pandemonium.arena.figures import off
from pandemonium.core.bots import bot_of
from pandemonium.core.evaluation import Budget
from pandemonium.core.game import AnyGame, Bot, Seat
from pandemonium.games.diable_sauteur import solved, spots
from pandemonium.games.diable_sauteur.evaluation import evaluate
from pandemonium.games.diable_sauteur.material import Action, Options
from pandemonium.games.diable_sauteur.sight import View


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench distance", description=__doc__)
    parser.add_argument("--rule", choices=("a", "b"), default="a")
    parser.add_argument("--bot", default="points", help="points, or a level")
    parser.add_argument("--matches", type=int, default=300, help="how many matches to play")
    args = parser.parse_args()
    if args.rule == "b" and args.bot == "points":
        parser.error("the race has no points: say --bot LEVEL")
    game = pandemonium.shelf()["diable-sauteur"]
    bot = _for_points if args.bot == "points" else bot_of(game, args.bot)
    given_away = []
    for seed in range(args.matches):
        given_away.append(_given_away(game, args.rule, bot, seed))
        print(f"match {seed + 1} of {args.matches}", end="\r", flush=True)
    lost, error = mean(given_away), off(given_away)
    print(f"{args.bot}, rule {args.rule}: gives away {lost:.1%} ± {error:.1%} of a victory in a match")
    print(f"count sauteur-matches {len(given_away)}")
    print(f"ratio sauteur-given-away-{args.rule}-{args.bot} {lost:.4f} ± {error:.4f}")


def _given_away(game: AnyGame, rule: str, bot: Bot[View, Action], seed: int) -> float:
    match, luck, me, lost = pandemonium.begin(game, options={"rule": rule}, seed=seed // 2), Random(seed), seed % 2, 0.0
    while match.result is None:
        (seat,) = match.to_act
        view, legal = match.view(seat), match.legal(seat)
        its = evaluate(view, legal, Budget(), luck)
        action = its.best
        if seat == Seat(me):
            action = bot(view, legal, luck) or legal[0]
            worth = {move.action: move.mean for move in its.moves}
            if its.unit == "win":  # Else it cannot change who wins.
                lost += max(worth.values()) - worth[action]
        match.play(seat, action)
    return lost


def _for_points(view: View, legal: Sequence[Action], luck: Random) -> Action:
    with _nothing_else_known():
        return evaluate(view, legal, Budget(), luck).best


_POINTS = solved.Solved(None, {solved.POINTS: solved.solved(Options()).rounds[solved.POINTS]})


@contextmanager
def _nothing_else_known() -> Iterator[None]:
    with patch.object(spots, "solved", lambda _: _POINTS):
        yield


if __name__ == "__main__":
    main()
