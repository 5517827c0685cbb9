"""How much of what is possible the strongest bot of Le Diable par la queue reaches.

One thinks against others who go by the rule of thumb (`sensible`), from every seat with the same cards; then one who
cheats by knowing the order of the cards to come, with the same search. The gap between a fair share of the wins and
what the cheat wins is what can be had at all. With `--positions`, instead: what ten times the time would bring.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import mean

from pandemonium.arena.figures import off
from pandemonium.core.evaluation import Budget
from pandemonium.core.game import NATURE, Move, Seat
from pandemonium.games.diable_par_la_queue import bots, rules, sight
from pandemonium.games.diable_par_la_queue.board import CARDS_EACH, KINDS, Kind
from pandemonium.games.diable_par_la_queue.judgement import judged
from pandemonium.games.diable_par_la_queue.rules import Action, State
from pandemonium.games.diable_par_la_queue.sight import View
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


def gap(seats: int, deals: range, budget: Budget) -> None:
    number = sides(seats)
    shares: dict[str, list[float]] = {"honest": [], "cheat": []}
    for number_of, deal in enumerate(deals, 1):
        for name, its in shares.items():
            its.append(mean(table(seats, deal, side, budget, name == "cheat") for side in range(number)))
        won = ", ".join(f"{name} {mean(its):.1%}" for name, its in shares.items())
        print(f"deal {number_of} of {len(deals)}: {won}" + " " * 20, end="\r", flush=True)
    print(" " * 80, end="\r")
    for name, its in shares.items():
        print(f"{name:8} wins {mean(its):.1%} ± {off(its):.1%} of {number * len(deals)} matches")
    fair = 1 / number
    print(f"ratio queue-gap-closed {(mean(shares['honest']) - fair) / (mean(shares['cheat']) - fair):.2f}")


def patience(seats: int, deals: range, positions: int, simulations: int) -> None:
    """What ten times the usual time brings. Where it finds another move, a third thought of twice that, which knows
    nothing of the others, judges both."""
    brings, alike, decisions, matches = list[float](), 0, 0, 0
    while len(brings) < positions:
        state, cards, luck = dealt(seats, deals.start + matches)
        matches += 1
        while (state := on(state, cards)).turn is not None:
            seat = state.turn
            view, legal = sight.view(state, seat), rules.legal(state, seat)
            decisions += len(legal) > 1
            if len(legal) > 1 and len(brings) < positions and luck.random() < 0.1:
                short, long = (judged(view, legal, Budget(simulations=simulations * its), luck).best for its in (1, 10))
                alike += (alike_now := short == long)
                brings.append(0.0 if alike_now else further(view, (short, long), 20 * simulations, luck))
                print(f"position {len(brings)} of {positions}", end="\r", flush=True)
            state = rules.apply(state, Move(seat, bots.sensible(view, legal, luck)))
    of_a_match = decisions / matches / sides(seats)
    gained, error = mean(brings), off(brings)
    print(f"the same move in {alike} of {positions} positions, {of_a_match:.0f} decisions of a side in a match")
    print(f"ten times the time brings {gained:.3%} ± {error:.3%} of a win in a decision")
    print(f"and {of_a_match * gained:.2%} ± {of_a_match * error:.2%} in a match")
    print(f"ratio queue-ten-times-the-time {of_a_match * gained:.4f}")


def further(view: View, moves: tuple[Action, Action], simulations: int, luck: Random) -> float:
    """How much better the second of two moves is."""
    worth = {its.action: its.mean for its in judged(view, moves, Budget(simulations=simulations), luck).moves}
    return worth[moves[1]] - worth[moves[0]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="./pandemonium bench foresight", description=__doc__)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--deals", type=int, default=50, help="each is played from every seat")
    parser.add_argument("--positions", type=int, default=0, help="how many decisions to look at ten times as long")
    parser.add_argument("--simulations", type=int, default=2_000, help="how long to think about a move")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal: others are other luck")
    args = parser.parse_args()
    deals = range(args.first, args.first + args.deals)
    if args.positions:
        patience(args.seats, deals, args.positions, args.simulations)
    else:
        gap(args.seats, deals, Budget(simulations=args.simulations))


if __name__ == "__main__":
    main()
