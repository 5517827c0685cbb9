"""How the Archdevils fare among OpenSpiel's own bots, through the door to OpenSpiel, with the same time for a move.

Little Devils at a table of four: one of ours among three of its information-set MCTS, and one of those among three of
ours. Le Diable par la queue for two: ours against its MCTS. It looks at the state itself: where something is hidden it
would cheat, so that no other game is played against it. The same luck is played from every seat.

Time is the processor's, for others may be busy on the same machine. Theirs think until it is used up. Ours go for a
number of simulations that takes no longer, and never for more than at a table of the house; what both used is said.
"""

from __future__ import annotations

import argparse
import builtins
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import mean
from time import process_time
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from pandemonium.arena.figures import off
from pandemonium.core.bots import bot_of
from pandemonium.core.evaluation import Budget
from pandemonium.doors.spiel import HouseBot, SpielGame, SpielState
from pandemonium.search.thinker import Thinker

LEVEL: Final = "archdevil"
UCT: Final = sqrt(2)
FOREVER: Final = 2**40
"""So many simulations are more than there is time for."""
A_TRIAL: Final = 2_000
"""So many simulations of ours are made to see how long they take."""
OURS, THEIRS = "ours", "theirs"


class Clock:
    """How long everybody has thought, and when time is up."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.began = 0.0
        self.spent: dict[str, list[float]] = {OURS: [], THEIRS: []}
        self.simulations = 0
        """Of theirs."""

    def think(self, who: str, bot: Any, state: SpielState) -> int:
        self.began = process_time()
        action = int(bot.step(state))
        self.spent[who].append(process_time() - self.began)
        return action

    def until_time_is_up(self, most: int) -> Iterator[int]:
        """What `range` is in their modules: their searches go for a number of simulations."""
        if most != FOREVER:
            yield from builtins.range(most)
            return
        yield from builtins.range(2)  # The first only makes the root: after it they cannot answer.
        while process_time() - self.began < self.seconds:
            self.simulations += 1
            yield self.simulations

    def say(self, whom: str) -> None:
        for who, spent in self.spent.items():
            print(f"{whom}: {who} thought {1000 * mean(spent):.0f} ms of the processor a move, {len(spent)} moves")
        print(f"{whom}: theirs made {self.simulations / len(self.spent[THEIRS]):.0f} simulations a move")


def play(game: SpielGame, bots: Sequence[tuple[str, Any]], seed: int, clock: Clock) -> SpielState:
    """A match to its end. Where only one thing can be done nobody thinks."""
    state, luck = game.new_initial_state(), Random(seed)
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            state.apply_action(luck.choice(legal))
        else:
            who, bot = bots[state.current_player()]
            state.apply_action(legal[0] if len(legal) == 1 else clock.think(who, bot, state))
    return state


def house_bot(game: SpielGame, clock: Clock, luck: Random) -> tuple[str, Any]:
    level = bot_of(game.box, LEVEL)
    assert isinstance(level, Thinker)
    if game.box.warm_up is not None:
        game.box.warm_up()
    simulations = level.budget.simulations or FOREVER
    began = process_time()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(luck.choice(state.legal_actions()))
    HouseBot(game, level.within(Budget(simulations=A_TRIAL)), luck).step(state)  # The first thought is the longest.
    in_time = int(A_TRIAL * clock.seconds / (process_time() - began))
    return OURS, HouseBot(game, level.within(Budget(simulations=min(simulations, in_time))), luck)


def ismcts_bot(game: SpielGame, seed: int) -> tuple[str, Any]:
    rng, luck = np.random.RandomState(seed), Random(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), UCT, FOREVER, random_state=rng)
    bot.set_resampler(lambda state, player: state.imagined(player, luck))
    return THEIRS, bot


def mcts_bot(game: SpielGame, seed: int) -> tuple[str, Any]:
    rng = np.random.RandomState(seed)
    return THEIRS, mcts.MCTSBot(game, UCT, FOREVER, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)


def little_devils(deals: range, options: str, clock: Clock) -> Iterator[tuple[list[float], list[float]]]:
    """For each deal the devils of a seat of ours and of theirs: first at tables with one of ours, then with three."""
    game: SpielGame = pyspiel.load_game("pandemonium_little_devils", {"players": 4, "options": options})
    ours, theirs = house_bot(game, clock, Random(LEVEL)), ismcts_bot(game, deals.start)
    for deal in deals:
        own, other = [], []
        for single, others in ((ours, theirs), (theirs, ours)):
            taken: dict[str, list[int]] = {OURS: [], THEIRS: []}
            for seat in range(4):
                at_table = [single if place == seat else others for place in range(4)]
                devils = play(game, at_table, deal, clock).points()
                for (who, _), its in zip(at_table, devils, strict=True):
                    taken[who].append(abs(its))
            own.append(mean(taken[OURS]))
            other.append(mean(taken[THEIRS]))
        yield own, other


def par_la_queue(deals: range, clock: Clock) -> Iterator[float]:
    """For each luck the share of the wins that is ours, from both seats."""
    game: SpielGame = pyspiel.load_game("pandemonium_diable_par_la_queue", {"players": 2})
    ours, theirs = house_bot(game, clock, Random(LEVEL)), mcts_bot(game, deals.start)
    for deal in deals:
        first, second = play(game, (ours, theirs), deal, clock), play(game, (theirs, ours), deal, clock)
        yield mean((1 + returns) / 2 for returns in (first.returns()[0], second.returns()[1]))


def ratio(own: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Of two means whose parts were measured together, and how far it may be off: 95 %."""
    found = mean(own) / mean(other)
    apart = [mine - found * its for mine, its in zip(own, other, strict=True)]
    return found, off(apart) / mean(other)


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench doors", description=__doc__)
    parser.add_argument("--deals", type=int, default=3, help="of Little Devils, eight tables each (default: 3)")
    parser.add_argument("--rounds", type=int, help="of Little Devils (default: a whole match)")
    parser.add_argument("--matches", type=int, default=20, help="of Le Diable par la queue, in pairs (default: 20)")
    parser.add_argument("--seconds", type=float, default=0.1, help="of the processor for a move (default: 0.1)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal: others are other luck")
    args = parser.parse_args()
    lines = list[str]()
    for measure in (devils, won):
        clock = Clock(args.seconds)
        ismcts.range = mcts.range = clock.until_time_is_up
        lines += measure(args, clock)
    for line in lines:
        print(line)


def numbered(args: argparse.Namespace, deals: int) -> range:
    return range(args.first, args.first + deals)


def devils(args: argparse.Namespace, clock: Clock) -> Iterator[str]:
    seen: list[tuple[list[float], list[float]]] = []
    found: dict[str, tuple[float, float]] = {}
    options = f"rounds:{args.rounds}" if args.rounds else ""
    for each in little_devils(numbered(args, args.deals), options, clock):
        seen.append(each)
        for name, ats in (("-one-of-ours", [0]), ("-one-of-theirs", [1]), ("", [0, 1])):
            own, other = ([mean(its[which][at] for at in ats) for its in seen] for which in (0, 1))
            found[name] = ratio(own, other)
        so_far = ", ".join(f"{its:.2f} ± {error:.2f}{name.replace('-', ' ')}" for name, (its, error) in found.items())
        print(f"Little Devils: deal {len(seen)} of {args.deals}, devils of theirs: {so_far}", flush=True)
    if seen:
        clock.say("Little Devils")
    yield from (f"ratio devils-vs-openspiel-ismcts{name} {its:.2f}" for name, (its, _) in found.items())


def won(args: argparse.Namespace, clock: Clock) -> Iterator[str]:
    seen: list[float] = []
    for share in par_la_queue(numbered(args, args.matches // 2), clock):
        seen.append(share)
        so_far = f"{2 * len(seen)} of {args.matches} matches, {mean(seen):.0%} ± {off(seen):.0%} won"
        print(f"Le Diable par la queue: {so_far}", flush=True)
    if seen:
        clock.say("Le Diable par la queue")
        yield f"ratio won-vs-openspiel-mcts {mean(seen):.2f}"


if __name__ == "__main__":
    main()
