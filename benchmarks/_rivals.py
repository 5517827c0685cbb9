"""Other searches for Little Devils, to be held against the Archdevil's in the arena with as many simulations:

./pandemonium arena little-devils --bots archdevil,benchmarks/_rivals.py:ismcts --simulations 300

Both draw the same likely worlds as he does, expect the others to go by the rule of thumb, and judge the end of a round
as he does. They are Python around his kernel, and many times slower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from typing import Any

import numpy as np

from pandemonium.core.evaluation import Budget, Evaluation, Worth
from pandemonium.games.little_devils.bots import sensible
from pandemonium.games.little_devils.judgement import WORLDS
from pandemonium.games.little_devils.kernel import SIZE, TAKEN, TURN, play, playable
from pandemonium.games.little_devils.policy import net_of
from pandemonium.games.little_devils.position import position, words_of_luck
from pandemonium.games.little_devils.rules import Action, Card, Play
from pandemonium.games.little_devils.sight import View
from pandemonium.games.little_devils.thinking import DOUBT, ME, imagine, play_on, play_one, worth
from pandemonium.search.thinker import Thinker

CURIOUS = 0.3
"""How much a card that was hardly tried in the tree is worth trying again: a win is 1."""
LAST = 2
"""So many cards each are played exactly."""
Tries = dict[int, list[float]]
"""By card: how often it was tried, and the sum of what came of it."""


class _Table:
    """Who thinks, in the worlds that his view allows."""

    def __init__(self, view: View, simulations: int, luck: Random) -> None:
        known = position(view)
        self.seats, self.stakes, self.net = view.seats, known.stakes, net_of(view.seats)
        self.me, self._words = int(known.stakes[ME]), words_of_luck(luck)
        self.worlds = np.empty((min(simulations, WORLDS), SIZE), np.int64)
        imagine(self.worlds, *known[:-1], np.array(DOUBT), self._words)
        self._own = self.me, self.net, self._words, np.empty(64), np.empty((5, 64))

    def play_one(self, round: Any) -> None:
        play_one(round, *self._own)

    def play_on(self, round: Any) -> None:
        play_on(round, *self._own)

    def worth(self, round: Any) -> float:
        return float(worth(round, self.stakes, self.seats))

    def exactly(self, round: Any) -> Any:
        """The round after the cards that are left, if everybody sees all hands and takes as few devils as he can."""
        seat = int(round[TURN])
        if not round[seat]:
            return round
        ends = []
        for card in _cards(playable(round)):
            after = round.copy()
            play(after, card)
            ends.append(self.exactly(after))
        return min(ends, key=lambda end: int(end[TAKEN + seat]))


def _cards(bits: int) -> list[int]:
    return [card for card in range(64) if bits >> card & 1]


def _in_a_tree(table: _Table, tries: Tries, simulations: int) -> None:
    """Information-set MCTS: one tree for all worlds, in which my own cards are chosen by what came of them before."""
    tree: dict[tuple[int, ...], Tries] = {(): tries}
    for number in range(simulations):
        round, path, history = table.worlds[number % len(table.worlds)].copy(), list[list[float]](), tuple[int, ...]()
        while round[round[TURN]] and history in tree:
            node, legal = tree[history], _cards(playable(round))
            tried = sum(node.setdefault(card, [0.0, 0.0])[0] for card in legal)
            card = max(legal, key=lambda its: _promise(node[its], tried))
            path.append(node[card])
            history = _my_next_turn(table, round, card, history)
        if round[round[TURN]]:
            tree[history] = {}
            table.play_on(round)
        for its in path:
            its[0] += 1
            its[1] += table.worth(round)


def _promise(known: list[float], of: float) -> float:
    tries, total = known
    return total / tries + CURIOUS * sqrt(log(of) / tries) if tries else float("inf")


def _my_next_turn(table: _Table, round: Any, card: int, history: tuple[int, ...]) -> tuple[int, ...]:
    """Play this card, and let the others play until it is my turn again; what has been seen until then."""
    play(round, card)
    seen = [card]
    while round[round[TURN]] and round[TURN] != table.me:
        seat, held = int(round[TURN]), int(round[round[TURN]])
        table.play_one(round)
        seen.append((held ^ int(round[seat])).bit_length() - 1)
    return (*history, *seen)


def _to_the_last_tricks(table: _Table, tries: Tries, simulations: int) -> None:
    """Every card in every world; all play on until a few cards are left, and these are played exactly."""
    for number in range(max(1, simulations // len(tries))):
        for card, its in tries.items():
            round = table.worlds[number % len(table.worlds)].copy()
            play(round, card)
            while round[round[TURN]] and max(int(hand).bit_count() for hand in round[: table.seats]) > LAST:
                table.play_one(round)
            its[0] += 1
            its[1] += table.worth(table.exactly(round))


def _by(
    search: Callable[[_Table, Tries, int], None], view: View, legal: Sequence[Action], budget: Budget, luck: Random
) -> Evaluation[Action]:
    simulations = budget.simulations or 1_000
    tries: Tries = {action.card: [0.0, 0.0] for action in legal if isinstance(action, Play)}
    search(_Table(view, simulations, luck), tries, simulations)
    worths = [
        Worth(Play(Card(card)), total / max(1, number), 1.0, int(number)) for card, (number, total) in tries.items()
    ]
    return Evaluation("win", tuple(sorted(worths, key=lambda its: -its.mean)), simulations)


def in_a_tree(view: View, legal: Sequence[Action], budget: Budget, luck: Random) -> Evaluation[Action]:
    return _by(_in_a_tree, view, legal, budget, luck)


def to_the_last_tricks(view: View, legal: Sequence[Action], budget: Budget, luck: Random) -> Evaluation[Action]:
    return _by(_to_the_last_tricks, view, legal, budget, luck)


ismcts = Thinker(in_a_tree, Budget(simulations=1_000), meanwhile=sensible)
determinised = Thinker(to_the_last_tricks, Budget(simulations=1_000), meanwhile=sensible)
