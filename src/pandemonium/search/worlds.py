"""How good each move is in a game that has nothing but its rules: flat Monte Carlo, in plain Python.

Worlds are imagined that the view allows, each move is tried in each of them, and everybody plays on to the end as some
bot would. It needs no kernel, and goes for every game of turns or secret choices; a race has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from random import Random
from statistics import fmean
from typing import Any, Generic, NamedTuple

from msgspec import Struct

from pandemonium.core.chance import LooseChance
from pandemonium.core.evaluation import Budget, Evaluation, Worth
from pandemonium.core.game import NATURE, A, Bot, E, Move, Result, Rules, S, Seat, Sight, V
from pandemonium.search.halving import Halving
from pandemonium.search.sureness import Tally, errors


class Imagined(Struct, frozen=True, tag="imagined"):
    """Why a move is as good as it is: in so many of a hundred imagined matches it wins."""

    percent: int


class Worlds(NamedTuple, Generic[S, A, E, V]):
    """A game as it is imagined. A box makes an evaluation of it, which has a name in every process:

    def evaluate(view, legal, budget, luck):
        return judged(Worlds(rules, sight, sensible), view, legal, budget, luck)
    """

    rules: Rules[Any, S, A, E]
    sight: Sight[S, A, E, V]
    plays: Bot[V, A]
    """How everybody is taken to play on: the better it is, the better the answer. It must be quick."""
    sides: Mapping[int, Sequence[int]] = {}
    """As the game says: by the number of seats, for each seat the number of its side."""

    def share(self, result: Result, seat: Seat) -> float:
        """Of the win: a half if it is shared by two sides."""
        if seat not in result.winners:
            return 0.0
        side = self.sides.get(len(result.standings), range(len(result.standings)))
        return 1.0 / len({side[winner] for winner in result.winners})

    def whose(self, state: S, view: V) -> Seat:
        """Who sees this in an imagined world, and is to act there."""
        return next(seat for seat in self.rules.to_act(state) if self.sight.view(state, seat) == view)

    def played_on(self, state: S, luck: Random) -> Result:
        """How a match ends that has come so far."""
        rules, sight, chance, now = self.rules, self.sight, LooseChance(luck), 0
        while (result := rules.result(state)) is None:
            due, seats = rules.nature(state, chance), rules.to_act(state)
            if due is not None and (due.at <= now or not seats):
                now = max(now, due.at)
                for what in (due.what, *due.then):
                    state = rules.apply(state, Move(NATURE, what, now))
                continue
            seat, legal = seats[0], rules.legal(state, seats[0])
            action = None if len(legal) == 1 else self.plays(sight.view(state, seat), legal, luck)
            state = rules.apply(state, Move(seat, legal[0] if action is None else action, now))
        return result


def judged(worlds: Worlds[S, A, E, V], view: V, legal: Sequence[A], budget: Budget, luck: Random) -> Evaluation[A]:
    """Each move's chance to win the match, the best first. All are tried in the same worlds, with the same luck."""
    halving, shares = Halving(budget, at_a_time=1), [list[float]() for _ in legal]

    def try_each(moves: Sequence[int], times: int) -> None:
        for _ in range(times):
            world = worlds.sight.imagine(view, LooseChance(luck))
            seat, to_come = worlds.whose(world, view), luck.getrandbits(64)
            for move in moves:
                after = worlds.rules.apply(world, Move(seat, legal[move]))
                shares[move].append(worlds.share(worlds.played_on(after, Random(to_come)), seat))

    ranked = halving.best_first(range(len(legal)), try_each, lambda move: fmean(shares[move]))
    tallies = [Tally(fsum(its), fsum(share * share for share in its), len(its)) for its in shares]
    means, sure = [fmean(its) for its in shares], errors(tallies)
    worths = (
        Worth(legal[its], means[its], sure[its], len(shares[its]), Imagined(round(100 * means[its]))) for its in ranked
    )
    return Evaluation("win", tuple(worths), halving.used)
