"""Little Devils beside OpenSpiel's hearts: random rollouts from a dealt hand, counted in decisions, and whole
searches with as many cards left, counted in simulations."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pyspiel

import pandemonium
from pandemonium.core.evaluation import Budget
from pandemonium.core.match import AnyMatch
from pandemonium.games.little_devils import kernel
from pandemonium.games.little_devils.position import as_bits, position, words_of_luck

SEED = 8666
CARDS_OF_HEARTS = 52


def pairs() -> dict[str, tuple[Callable[[], int], Callable[[], int]]]:
    return {
        "kernel-vs-openspiel-hearts": (our_rollouts(), their_rollouts()),
        "search-vs-openspiel-ismcts": (our_search(), their_search()),
    }


def our_rollouts(times: int = 2_000) -> Callable[[], int]:
    """Whole rounds at a table of four, as at hearts."""
    state = dealt().state
    round = position(dealt().view(state.turn)).round
    round[:4] = [as_bits(hand) for hand in state.hands]
    luck = words_of_luck(Random(SEED))
    kernel.roll_outs(round, 1, luck)
    return lambda: kernel.roll_outs(round, times, luck)


def their_rollouts(times: int = 500) -> Callable[[], int]:
    """OpenSpiel's own rollouts in C++: a search of one simulation evaluates where it stands, by so many of them."""
    game = pyspiel.load_game("hearts(pass_cards=False)")
    state = hearts(game, cards_left=CARDS_OF_HEARTS)

    def roll_out() -> int:
        rollouts = pyspiel.RandomRolloutEvaluator(times, SEED)
        pyspiel.MCTSBot(game, rollouts, 1.4, 1, 500, False, SEED, False).step(state.clone())
        return times * CARDS_OF_HEARTS

    return roll_out


def our_search(simulations: int = 2_000) -> Callable[[], int]:
    """What a bot that thinks is asked, with all that belongs to it: likely worlds, a net that plays on, the match."""
    match, luck = dealt(), Random(SEED)
    (seat,) = match.to_act
    view, legal = match.view(seat), match.legal(seat)
    evaluate = match.game.evaluate
    assert evaluate is not None
    evaluate(view, legal, Budget(simulations=10), luck)
    return lambda: evaluate(view, legal, Budget(simulations=simulations), luck).simulations


def their_search(simulations: int = 500) -> Callable[[], int]:
    """OpenSpiel's own search in C++, with as many cards left as ours has: 36."""
    state = hearts(pyspiel.load_game("hearts(pass_cards=False)"), cards_left=36)
    by_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def search() -> int:
        rollout = pyspiel.RandomRolloutEvaluator(1, SEED)
        pyspiel.ISMCTSBot(SEED, rollout, 1.4, simulations, -1, by_visits, False, False).step(state.clone())
        return simulations

    return search


def dealt() -> AnyMatch:
    return pandemonium.begin("little-devils", 4, seed=SEED)


def hearts(game: pyspiel.Game, cards_left: int) -> pyspiel.State:
    """A random match until so many cards are left in all hands."""
    state, luck = game.new_initial_state(), Random(SEED)
    played = 0
    while state.is_chance_node() or played < CARDS_OF_HEARTS - cards_left:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(actions, weights=weights)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
            played += 1
    return state
