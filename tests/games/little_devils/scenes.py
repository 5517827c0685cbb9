"""How the tests of Little Devils set a table: hands by seat, cards by whoever is to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pandemonium.core.game import NATURE, Illegal, Move, Mover, Seat
from pandemonium.games.little_devils import rules
from pandemonium.games.little_devils.rules import Action, Card, Deal, Dealer, Event, Options, Play, State

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")


def dealt(seats: int, wanted: Mapping[int, Sequence[int]], *, leader: int = 0, options: Options | None = None) -> State:
    """A first round in which these seats hold these cards; the rest of the deck fills up the hands."""
    state = rules.start(options or Options(), seats)
    state = by(state, NATURE, Dealer(Seat((leader - 1) % seats)))
    spoken_for = {card for cards in wanted.values() for card in cards}
    rest = [card for card in range(1, 9 * seats + 1) if card not in spoken_for]
    for seat in range(seats):
        own = list(wanted.get(seat, ()))
        missing = 9 - len(own)
        own, rest = own + rest[:missing], rest[missing:]
        state = by(state, NATURE, Deal(Seat(seat), tuple(map(Card, sorted(own)))))
    return state


def by(state: State, mover: Mover, action: Action | Event) -> State:
    return rules.apply(state, Move(mover, action))


def played(state: State, *cards: int) -> State:
    """These cards, each by whoever is to play."""
    for card in cards:
        (seat,) = rules.to_act(state)
        state = by(state, seat, Play(Card(card)))
    return state


def playable(state: State) -> list[int]:
    """What whoever is to play may play."""
    (seat,) = rules.to_act(state)
    return [action.card for action in rules.legal(state, seat)]


def refused(state: State, mover: Mover, action: Action | Event) -> Illegal | None:
    """Why the rules refuse this; None if they do not."""
    try:
        by(state, mover, action)
    except Illegal as refusal:
        return refusal
    return None


def example_one() -> State:
    """6.1 before the first card: Thomas, David, Susanne, Patrick and Anne, from seat 0."""
    return dealt(5, {0: [22], 1: [30], 2: [27], 3: [34], 4: [23]})


def example_two() -> State:
    """6.2 before the first card: Patrick, Anne, Thomas, Susanne, David and Sébastien, from seat 0.

    Eighteen cards that are not below 37 do not fit into two first hands beside Patrick's 37, so a
    trick has gone before, which Patrick took with his 2.
    """
    state = dealt(
        6,
        {
            0: [2, 37, 54],
            1: [20, 31],
            2: [5, 38, 39, 40, 41, 42, 43, 44, 45],
            3: [12, 15],
            4: [1, 13],
            5: [6, 46, 47, 48, 49, 50, 51, 52, 53],
        },
        leader=1,
    )
    return played(state, 20, 5, 12, 13, 6, 2)
