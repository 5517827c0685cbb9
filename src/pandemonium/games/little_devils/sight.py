"""Who sees what in Little Devils: the only file about its secrets."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pandemonium.core.chance import Chance
from pandemonium.core.game import Eyes, Move, Seat
from pandemonium.games.little_devils.rules import (
    DEVILS,
    Action,
    Card,
    Cards,
    Deal,
    Options,
    State,
    Table,
    Trick,
    cards_of,
    devils_taken,
    goes_up,
    playable,
    undealt,
)


class View(Struct, frozen=True, kw_only=True):
    """5.1 What a player sees: his hand, the trick, the last trick, the totals, and who holds how many cards.
    5.2 What was played in this round is public, and here for bots and the memory aid."""

    eyes: Eyes
    options: Options
    seats: int
    round: int
    dealer: Seat | None
    turn: Seat | None
    hand: tuple[Card, ...]
    """Empty for the public."""
    held: tuple[int, ...]
    leader: Seat | None
    trick: tuple[Card, ...]
    called: Literal["up", "down"] | None
    last: Trick | None
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    """The devils that each has taken in this round."""
    totals: tuple[int, ...]
    over: bool


class Fact(Struct, frozen=True, tag="fact"):
    """What can be told of a move."""


class Question(Struct, frozen=True, tag="question"):
    """What a seat can be asked."""


def view(state: State, eyes: Eyes) -> View:
    table, trick = state.table, state.trick
    return View(
        eyes=eyes,
        options=table.options,
        seats=table.seats,
        round=table.round,
        dealer=table.dealer,
        turn=state.turn,
        hand=() if eyes == "public" else cards_of(state.hands[eyes]),
        held=tuple(map(len, state.hands)),
        leader=None if state.turn is None else Seat((state.turn - len(trick)) % table.seats),
        trick=cards_of(trick),
        called=None if len(trick) < 2 else "up" if goes_up(trick) else "down",
        last=state.tricks[-1] if state.tricks else table.last,
        tricks=state.tricks,
        taken=devils_taken(state.tricks, (0,) * table.seats),
        totals=table.totals,
        over=table.over,
    )


def shown(move: Move[Action], eyes: Eyes) -> Move[Action]:
    """5.3 A hand is dealt for its holder's eyes only."""
    if isinstance(move.what, Deal) and move.what.seat != eyes:
        return Move(move.by, Deal(move.what.seat, None), move.at)
    return move


def told(before: State, move: Move[Action], after: State, eyes: Eyes) -> tuple[Fact, ...]:  # noqa: ARG001
    return ()


def question(state: State, seat: Seat) -> Question | None:  # noqa: ARG001
    return None


def imagine(view: View, chance: Chance) -> State:
    """Hands for the others that fit what they have played and what they failed to play."""
    trick = bytes(view.trick)
    hands = _imagined_hands(view, chance)
    table = Table(view.options, view.seats, view.round, view.dealer, view.totals, view.last, view.over)
    may_play = b"" if view.turn is None else playable(hands[view.turn], trick)
    return State(table, view.turn, b"\0".join(hands), trick, view.tricks, may_play)


def _imagined_hands(view: View, chance: Chance) -> tuple[Cards, ...]:
    seen = {*view.hand, *view.trick, *(card for trick in view.tricks for card in trick.cards)}
    unseen = [card for card in undealt(b"", view.seats) if card not in seen]
    needs = [0 if seat == view.eyes else held for seat, held in enumerate(view.held)]
    fits = _what_fits(view)
    hands: list[list[int]] = [[] for _ in needs]

    def give(card: int, tried: set[int]) -> bool:
        """Find a hand for the card, moving others on if need be (a matching by augmenting paths)."""
        for seat in chance.shuffle([seat for seat, need in enumerate(needs) if need and card in fits[seat]]):
            if seat in tried:
                continue
            tried.add(seat)
            if len(hands[seat]) < needs[seat]:
                hands[seat].append(card)
                return True
            for place in chance.shuffle(range(needs[seat])):
                other, hands[seat][place] = hands[seat][place], card
                if give(other, tried):
                    return True
                hands[seat][place] = other
        return False

    # While nature deals, some of the cards stay in the stock.
    for card in chance.sample(unseen, len(unseen)):
        if sum(map(len, hands)) < sum(needs):
            give(card, set())
    if view.eyes != "public":
        hands[view.eyes] = list(view.hand)
    return tuple(bytes(sorted(hand)) for hand in hands)


def _what_fits(view: View) -> list[set[int]]:
    """3.4 makes public who had no card on the called side; 3.2, who had nothing but fives."""
    fits: list[set[int]] = [set(DEVILS) for _ in view.held]
    current = () if view.leader is None else ((view.leader, view.trick),)
    for leader, cards in (*((trick.leader, trick.cards) for trick in view.tricks), *current):
        if cards and DEVILS[cards[0]] == 5:
            fits[leader] &= {card for card, devils in DEVILS.items() if devils == 5}
        for place, card in enumerate(cards[2:], start=2):
            up = goes_up(cards)
            if (card > cards[0]) != up:
                fits[(leader + place) % view.seats] -= {other for other in DEVILS if (other > cards[0]) == up}
    return fits
