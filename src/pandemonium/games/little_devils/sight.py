"""Who sees what in Little Devils: the only file about its secrets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from pandemonium.core.chance import Chance
from pandemonium.core.game import Eyes, Move, Seat
from pandemonium.games.little_devils.facts import (
    Call,
    Called,
    DealerDrawn,
    Dealt,
    Fact,
    Fail,
    Failed,
    Follow,
    Followed,
    Lead,
    LeadFive,
    Led,
    Question,
    RoundOver,
    Took,
    Turned,
    Way,
    Won,
)
from pandemonium.games.little_devils.rules import (
    DEVILS,
    HAND_SIZE,
    Action,
    Card,
    Cards,
    Deal,
    Dealer,
    Event,
    Options,
    Play,
    State,
    Table,
    Trick,
    cards_of,
    devils_in,
    devils_taken,
    goes_up,
    playable,
    result,
    takes_trick,
    undealt,
)


class Laid(Struct, frozen=True, gc=False):
    """A card of a trick: who laid it, and what it did there (3.1 to 3.4)."""

    seat: Seat
    card: Card
    did: Literal["led", "called", "followed", "failed"]


class LaidTrick(Struct, frozen=True, gc=False):
    """A trick as it lies open on the table, or lay there when it was taken."""

    cards: tuple[Laid, ...]
    """In the order in which they were played."""
    way: Way | None
    """3.3 None until the second card has called it."""
    devils: int
    taker: Seat | None
    """3.5 Who takes it as it stands; nobody before the call."""
    turned: bool
    """3.5 Somebody failed, and turned it round."""


class Barred(Struct, frozen=True, gc=False):
    """3.2, 3.4 The cards of a hand that may not be played now, and the refusal that each of them would meet."""

    cards: tuple[Card, ...]
    why: Literal["no-five-led", "must-follow-up", "must-follow-down"]
    lead: Card | None


class View(Struct, frozen=True, kw_only=True, gc=False):
    """5.1 What a player sees: his hand, the trick, the last trick, the totals, and who holds how many cards.
    5.2 What was played in this round is public, and here for bots and the memory aid."""

    eyes: Eyes
    options: Options
    seats: int
    devils: tuple[int, ...]
    """1.2 On each card of the deck in use, by its number: the first is for a card 0, which there is not."""
    round: int
    dealer: Seat | None
    turn: Seat | None
    hand: tuple[Card, ...]
    """Empty for the public."""
    barred: Barred | None
    """In one's own turn, if it is not every card of the hand that may be played."""
    held: tuple[int, ...]
    trick: LaidTrick
    last: LaidTrick | None
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    """The devils that each has taken in this round."""
    totals: tuple[int, ...]
    over: bool
    winners: tuple[Seat, ...]
    """4.3 Nobody before it is over."""


# By number of seats; the deck in use ends at nine cards for each (2.1).
_DEVILS_IN_USE: Final = tuple((0, *DEVILS.values())[: 1 + HAND_SIZE * seats] for seats in range(7))
_NOTHING_LAID: Final = LaidTrick(cards=(), way=None, devils=0, taker=None, turned=False)


def view(state: State, eyes: Eyes) -> View:
    """What everybody sees, and one's own hand."""
    if eyes == "public":
        return _open(state)
    hand = state.hands[eyes]
    return replace(
        _open(state),
        eyes=eyes,
        hand=cards_of(hand),
        barred=_barred(hand, state) if eyes == state.turn else None,
    )


@lru_cache(maxsize=64)  # Many eyes look at the same state.
def _open(state: State) -> View:
    table, trick = state.table, state.trick
    last = state.tricks[-1] if state.tricks else table.last
    outcome = result(state)
    return View(
        eyes="public",
        options=table.options,
        seats=table.seats,
        devils=_DEVILS_IN_USE[table.seats],
        round=table.round,
        dealer=table.dealer,
        turn=state.turn,
        hand=(),
        barred=None,
        held=tuple(map(len, state.hands)),
        trick=_laid(_leader(state), trick, table.seats) if trick else _NOTHING_LAID,
        last=None if last is None else _laid(last.leader, bytes(last.cards), table.seats),
        tricks=state.tricks,
        taken=devils_taken(state.tricks, (0,) * table.seats),
        totals=table.totals,
        over=table.over,
        winners=() if outcome is None else outcome.winners,
    )


def shown(move: Move[Action | Event], eyes: Eyes) -> Move[Action | Event]:
    """5.3 A hand is dealt for its holder's eyes only."""
    if isinstance(move.what, Deal) and move.what.seat != eyes:
        return Move(move.by, Deal(move.what.seat, None), move.at)
    return move


def told(before: State, move: Move[Action | Event], after: State, eyes: Eyes) -> tuple[Fact, ...]:  # noqa: ARG001
    """5.3 Nothing is told of the cards that are dealt, and everybody may know the rest."""
    match move.what:
        case Dealer(seat):
            return (DealerDrawn(seat),)
        case Deal():
            return tuple(_told_of_the_deal(after))
        case Play(card):
            return tuple(_told_of_a_card(before, card, after))


def question(state: State, seat: Seat) -> Question | None:
    if seat != state.turn:
        return None
    some = Card(state.playable[0])
    match cards_of(state.trick):
        case ():
            return LeadFive() if DEVILS[some] == 5 else Lead()
        case (lead,):
            return Call(lead)
        case (lead, *_):
            way = _way(state.trick)
            return Follow(way, lead) if (some > lead) == (way == "up") else Fail(way, lead)
    raise AssertionError


def imagine(view: View, chance: Chance) -> State:
    """Hands for the others that fit what they have played and what they failed to play."""
    trick = bytes(laid.card for laid in view.trick.cards)
    hands = _imagined_hands(view, chance)
    last = None if view.last is None else _taken(view.last)
    table = Table(view.options, view.seats, view.round, view.dealer, view.totals, last, view.over)
    may_play = b"" if view.turn is None else playable(hands[view.turn], trick)
    return State(table, view.turn, b"\0".join(hands), trick, view.tricks, may_play)


def unseen_by(view: View) -> list[Card]:
    """What the others hold, taken together: a player remembers what was played (5.2)."""
    played = (card for trick in view.tricks for card in trick.cards)
    seen = {*view.hand, *(laid.card for laid in view.trick.cards), *played}
    return [card for card in cards_of(undealt(b"", view.seats)) if card not in seen]


# What lies on the table


def _leader(state: State) -> Seat:
    """Who has led to the trick on the table."""
    assert state.turn is not None
    return Seat((state.turn - len(state.trick)) % state.table.seats)


@lru_cache(maxsize=512)  # Many eyes look at the same trick.
def _laid(leader: Seat, trick: Cards, seats: int) -> LaidTrick:
    lead, way = trick[0], _way(trick) if len(trick) > 1 else None
    cards = tuple(
        Laid(
            Seat((leader + place) % seats),
            Card(card),
            "led"
            if place == 0
            else "called"
            if place == 1
            else "followed"
            if (card > lead) == (way == "up")
            else "failed",
        )
        for place, card in enumerate(trick)
    )
    return LaidTrick(
        cards,
        way,
        devils_in(trick),
        taker=None if way is None else cards[trick.index(takes_trick(trick))].seat,
        turned=any(laid.did == "failed" for laid in cards),
    )


def _taken(trick: LaidTrick) -> Trick:
    assert trick.taker is not None
    return Trick(trick.cards[0].seat, tuple(laid.card for laid in trick.cards), trick.taker, trick.devils)


def _way(trick: Cards) -> Way:
    return "up" if goes_up(trick) else "down"


def _barred(hand: Cards, state: State) -> Barred | None:
    cards, trick = cards_of(hand.translate(None, state.playable)), state.trick
    if not cards:
        return None
    if not trick:
        return Barred(cards, "no-five-led", None)
    return Barred(cards, "must-follow-up" if goes_up(trick) else "must-follow-down", Card(trick[0]))


# What is told


def _told_of_the_deal(after: State) -> Iterator[Fact]:
    """Once a round, with the last hand."""
    table = after.table
    if after.turn is not None and table.dealer is not None:
        yield Dealt(table.round, table.dealer, leader=after.turn)


def _told_of_a_card(before: State, card: Card, after: State) -> Iterator[Fact]:
    cards, seats = before.trick + bytes([card]), before.table.seats
    trick = _laid(_leader(before), cards, seats)
    seat, devils, lead = trick.cards[-1].seat, DEVILS[card], trick.cards[0].card
    match trick.cards[-1].did:
        case "led":
            yield Led(seat, card, devils)
        case "called":
            yield Called(seat, card, devils, _way(cards), lead)
        case "followed":
            yield Followed(seat, card, devils)
        case "failed":
            yield Failed(seat, card, devils, _way(cards), lead)
            if [laid.did for laid in trick.cards].count("failed") == 1:
                yield Turned("lowest" if trick.way == "up" else "highest")
    if len(cards) == seats:
        yield from _told_of_the_taker(before.table, trick, after.table)


def _told_of_the_taker(before: Table, trick: LaidTrick, after: Table) -> Iterator[Fact]:
    taken = _taken(trick)
    yield Took(taken.taker, next(laid.card for laid in trick.cards if laid.seat == taken.taker), taken.devils)
    if after.round > before.round or after.over:
        taken_by = tuple(now - had for now, had in zip(after.totals, before.totals, strict=True))
        yield RoundOver(before.round, taken_by, after.totals)
    if after.over:
        best = min(after.totals)
        yield Won(tuple(Seat(seat) for seat, total in enumerate(after.totals) if total == best), best)


# What is imagined


def _imagined_hands(view: View, chance: Chance) -> tuple[Cards, ...]:
    unseen = unseen_by(view)
    needs = [0 if seat == view.eyes else held for seat, held in enumerate(view.held)]
    fits = what_fits(view)
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


def what_fits(view: View) -> list[set[int]]:
    """3.4 makes public who had no card on the called side; 3.2, who had nothing but fives."""
    fits: list[set[int]] = [set(DEVILS) for _ in view.held]
    taken = (_laid(trick.leader, bytes(trick.cards), view.seats) for trick in view.tricks)
    for trick in (*taken, view.trick):
        for laid in trick.cards:
            if laid.did == "led" and DEVILS[laid.card] == 5:
                fits[laid.seat] &= {card for card, devils in DEVILS.items() if devils == 5}
            elif laid.did == "failed":
                lead, up = trick.cards[0].card, trick.way == "up"
                fits[laid.seat] -= {card for card in DEVILS if (card > lead) == up}
    return fits
