"""How much of what is possible the strongest bot of Le Diable par la queue reaches.

One thinks against others who go by the rule of thumb (`sensible`), from every seat with the same cards; then one who
cheats by knowing the order of the cards to come, with the same search. The gap between a fair share of the wins and
what the cheat wins is what can be had at all. With `--positions`, instead: what ten times the time would bring.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import mean, stdev

from pandemonium.core.evaluation import Budget
from pandemonium.core.game import NATURE, Move, Seat
from pandemonium.games.diable_par_la_queue import bots, rules, sight
from pandemonium.games.diable_par_la_queue.board import CARDS_EACH, KINDS, Kind
from pandemonium.games.diable_par_la_queue.judgement import judged
from pandemonium.games.diable_par_la_queue.rules import State
from pandemonium.games.diable_par_la_queue.tails import sides


def dealt(seats: int, deal: int) -> tuple[State, list[int], Random]:
    """A table, the cards in the order in which they lie (the last is drawn first), and luck for the rest."""
    luck = Random(f"{seats} {deal}")
    cards = [kind for kind in range(len(KINDS)) for _ in range(CARDS_EACH)]
    luck.shuffle(cards)
    first = rules.First(Seat(luck.randrange(seats)))
    return rules.apply(rules.start(rules.Options(), seats), Move(NATURE, first)), cards, luck


def on(state: State, cards: Sequence[int]) -> State:
    """With the next card, if one is to be drawn."""
    if state.phase != "draw":
        return state
    return rules.apply(state, Move(NATURE, rules.Draw(Kind(cards[len(state.stock) - 1]))))


def table(seats: int, deal: int, side: int, budget: Budget, cheats: bool) -> float:
    """A match of one side against the others: its share of the win."""
    state, cards, luck = dealt(seats, deal)
    while (state := on(state, cards)).turn is not None:
        seat = state.turn
        view, legal = sight.view(state, seat), rules.legal(state, seat)
        if len(legal) == 1:
            move = legal[0]
        elif seat % sides(seats) != side:
            move = bots.sensible(view, legal, luck)
        else:
            move = judged(view, legal, budget, luck, known=cards if cheats else None).best
        state = rules.apply(state, Move(seat, move))
    result = rules.result(state)
    assert result is not None
    winners = {seat % sides(seats) for seat in result.winners}
    return (side in winners) / len(winners)


def gap(seats: int, deals: int, budget: Budget) -> None:
    number = sides(seats)
    shares: dict[str, list[float]] = {"honest": [], "cheat": []}
    for deal in range(deals):
        for name, its in shares.items():
            its.append(mean(table(seats, deal, side, budget, name == "cheat") for side in range(number)))
        won = ", ".join(f"{name} {mean(its):.1%}" for name, its in shares.items())
        print(f"deal {deal + 1} of {deals}: {won}" + " " * 20, end="\r", flush=True)
    print(" " * 80, end="\r")
    for name, its in shares.items():
        print(f"{name:8} wins {mean(its):.1%} ± {1.96 * stdev(its) / sqrt(deals):.1%} of {number * deals} matches")
    fair = 1 / number
    print(f"ratio queue-gap-closed {(mean(shares['honest']) - fair) / (mean(shares['cheat']) - fair):.2f}")


def patience(seats: int, positions: int, simulations: int) -> None:
    """What the choice within the usual time gives away, as ten times that sees it. The longer thought is the judge of
    its own choice, so that this is more than the truth."""
    given_away, alike, decisions, matches = list[float](), 0, 0, 0
    while len(given_away) < positions:
        state, cards, luck = dealt(seats, matches)
        matches += 1
        while (state := on(state, cards)).turn is not None:
            seat = state.turn
            view, legal = sight.view(state, seat), rules.legal(state, seat)
            decisions += len(legal) > 1
            if len(legal) > 1 and len(given_away) < positions and luck.random() < 0.1:
                short, long = (judged(view, legal, Budget(simulations=simulations * its), luck) for its in (1, 10))
                worth = {its.action: its.mean for its in long.moves}
                given_away.append(worth[long.best] - worth[short.best])
                alike += short.best == long.best
                print(f"position {len(given_away)} of {positions}", end="\r", flush=True)
            state = rules.apply(state, Move(seat, bots.sensible(view, legal, luck)))
    of_a_match = decisions / matches / sides(seats)
    lost, error = mean(given_away), 1.96 * stdev(given_away) / sqrt(positions)
    print(f"the same move in {alike} of {positions} positions, {of_a_match:.0f} decisions of a side in a match")
    print(
        f"given away: {lost:.2%} ± {error:.2%} of a win in a decision, {of_a_match * lost:.1%} in a match at the most"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench foresight", description=__doc__)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--deals", type=int, default=50, help="each is played from every seat")
    parser.add_argument("--positions", type=int, default=0, help="how many decisions to look at ten times as long")
    parser.add_argument("--simulations", type=int, default=2_000, help="how long to think about a move")
    args = parser.parse_args()
    if args.positions:
        patience(args.seats, args.positions, args.simulations)
    else:
        gap(args.seats, args.deals, Budget(simulations=args.simulations))


if __name__ == "__main__":
    main()
