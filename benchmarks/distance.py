"""How far from perfect a bot of Le Diable Sauteur is: how much of a victory it gives away in a match.

It plays against the solved game, and whatever each of its moves is worth less than the best one is added up: that is
what its chance to win loses, without the luck of the dice. Two bots play as the Archdevil does until a match has been
worked out: `points` every round for its points alone, `last` the last round exactly and those before for their points.
What is not in the box is solved first, which takes a while, and kept on this machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from statistics import mean
from time import sleep
from unittest.mock import patch

from msgspec import structs

import pandemonium
from pandemonium.arena.figures import off
from pandemonium.core.bots import bot_of
from pandemonium.core.evaluation import Budget, NotYet
from pandemonium.core.game import AnyGame, Bot, Seat
from pandemonium.games.diable_sauteur import solved, spots
from pandemonium.games.diable_sauteur.evaluation import evaluate
from pandemonium.games.diable_sauteur.material import Action, Options
from pandemonium.games.diable_sauteur.sight import View


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench distance", description=__doc__)
    parser.add_argument("--rule", choices=("a", "b"), default="a")
    parser.add_argument("--track", type=int, default=30, help="how many cells")
    parser.add_argument("--dice", choices=("plain", "mixed"), default="plain")
    parser.add_argument("--rounds", type=int, default=2, help="of the pursuit")
    parser.add_argument("--bot", default="points", help="points, last, or a level")
    parser.add_argument("--matches", type=int, default=300, help="how many matches to play")
    args = parser.parse_args()
    if args.rule == "b" and args.bot in BEFORE_IT_IS_SOLVED:
        parser.error("the race is not played for points: say --bot LEVEL")
    game = pandemonium.shelf()["diable-sauteur"]
    options = Options(rule=args.rule, track=args.track, dice=args.dice, rounds=args.rounds)
    known = _solved(options)
    if knows := BEFORE_IT_IS_SOLVED.get(args.bot):
        bot = _knowing(solved.Solved(None, {name: its for name, its in known.rounds.items() if knows(name)}))
    else:
        bot = bot_of(game, args.bot)
    given_away = []
    for seed in range(args.matches):
        given_away.append(_given_away(game, options, bot, seed))
        print(f"match {seed + 1} of {args.matches}", end="\r", flush=True)
    lost, error = mean(given_away), off(given_away)
    print(f"{args.bot}, rule {args.rule}: gives away {lost:.1%} ± {error:.1%} of a victory in a match")
    print(f"count sauteur-matches {len(given_away)}")
    print(f"ratio sauteur-given-away-{args.rule}-{args.bot} {lost:.4f}")


BEFORE_IT_IS_SOLVED: dict[str, Callable[[tuple[int, int]], bool]] = {
    "points": lambda name: name == solved.POINTS,
    "last": lambda name: name == solved.POINTS or name[0] == 1,
}
"""By bot: which of the rounds it knows."""


def _solved(options: Options) -> solved.Solved:
    while True:
        try:
            return solved.solved(options)
        except NotYet as its:
            print(f"solving: {its.done:.0%}", end="\r", flush=True)
            sleep(1)


def _given_away(game: AnyGame, options: Options, bot: Bot[View, Action], seed: int) -> float:
    match = pandemonium.begin(game, options=structs.asdict(options), seed=seed // 2)
    luck, me, lost = Random(seed), seed % 2, 0.0
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


def _knowing(known: solved.Solved) -> Bot[View, Action]:
    """Who knows no more rounds than these; the others he plays for their points."""

    def plays(view: View, legal: Sequence[Action], luck: Random) -> Action:
        with _known(known):
            return evaluate(view, legal, Budget(), luck).best

    return plays


@contextmanager
def _known(known: solved.Solved) -> Iterator[None]:
    with patch.object(spots, "solved", lambda _: known):
        yield


if __name__ == "__main__":
    main()
