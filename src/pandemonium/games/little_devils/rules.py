"""The rules of Little Devils. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from typing import Annotated, Final, NewType

from msgspec import Meta, Struct
from msgspec.structs import replace

from pandemonium.core.chance import Chance
from pandemonium.core.game import NATURE, Due, Illegal, Move, Mover, Result, RoundScore, Seat, ranked

Card = NewType("Card", int)
Cards = bytes
"""A row of cards, a byte each: several times faster to copy, search and cut than a tuple."""

HAND_SIZE: Final = 9

# 1.2 The devils on each card; the cards not named here carry one.
DEVILS: Final[dict[Card, int]] = dict.fromkeys(map(Card, range(1, 55)), 1) | {
    Card(card): devils
    for devils, cards in {
        0: (1, 2, 14, 16, 24, 26, 34, 36, 44, 46),
        2: (4, 12, 18, 22, 28, 32, 38, 42, 48),
        3: (6, 8, 10, 20, 30, 40, 50, 52, 54),
        5: (15, 25, 35, 45),
    }.items()
    for card in cards
}
_FIVES: Final = bytes(card for card, devils in DEVILS.items() if devils == 5)


class Options(Struct, frozen=True, kw_only=True, rename="kebab"):
    """4.4 What can be chosen for a table."""

    limit: Annotated[int, Meta(ge=20, le=500)] = 100
    rounds: Annotated[int, Meta(ge=1, le=20)] | None = None
    memory_aid: bool = False


class Dealer(Struct, frozen=True, gc=False, tag="dealer"):
    """Nature draws the first dealer by lot."""

    seat: Seat


class Deal(Struct, frozen=True, gc=False, tag="deal"):
    """Nature deals a hand. The cards are covered (None) for all but its holder."""

    seat: Seat
    cards: tuple[Card, ...] | None


class Play(Struct, frozen=True, gc=False, tag="play"):
    """A card from the hand, face up."""

    card: Card


Action = Play
Event = Dealer | Deal

# By card, from 0 (there is none) to 54, and by number of seats: looked up far more often than made.
_PLAYS: Final = tuple(Play(Card(card)) for card in range(55))
_ALONE: Final = tuple(bytes([card]) for card in range(55))
_DECK: Final = bytes(DEVILS)
_IN_USE: Final = tuple(frozenset(_DECK[: HAND_SIZE * seats]) for seats in range(7))
_AS_DEVILS: Final = bytes([0, *DEVILS.values()]).ljust(256, b"\0")
_ROUND: Final = tuple(tuple(Seat(seat % seats) for seat in range(2 * seats)) for seats in range(7))
_LEFT: Final = tuple(seats[1:] for seats in _ROUND)


class Trick(Struct, frozen=True, gc=False, cache_hash=True):
    """A trick that somebody has taken; the cards in the order in which they were played."""

    leader: Seat
    cards: tuple[Card, ...]
    taker: Seat
    devils: int


class Table(Struct, frozen=True, gc=False, cache_hash=True):
    """What stands for a whole round."""

    options: Options
    seats: int
    round: int
    dealer: Seat | None
    totals: tuple[int, ...]
    last: Trick | None
    """The last trick of the round before, until the first of this one is taken."""
    over: bool = False


class State(Struct, frozen=True, gc=False, cache_hash=True):
    """A moment of the game. `turn` is None while nature deals and when all is over."""

    table: Table
    turn: Seat | None
    held: bytes
    """The hands by seat, each sorted, with a 0 between: one row, so that a card leaves it in one step."""
    trick: Cards
    tricks: tuple[Trick, ...]
    playable: Cards
    """What the player whose turn it is may play: it follows from the rest, and is asked for most."""

    @property
    def hands(self) -> list[Cards]:
        return self.held.split(b"\0")


def start(options: Options, seats: int) -> State:
    return _to_be_dealt(Table(options, seats, round=1, dealer=None, totals=(0,) * seats, last=None))


def to_act(state: State) -> tuple[Seat, ...]:
    return () if state.turn is None else (state.turn,)


def legal(state: State, seat: Seat) -> list[Play]:
    return [_PLAYS[card] for card in state.playable] if seat == state.turn else []


def nature(state: State, chance: Chance) -> Due[Event] | None:
    if state.turn is not None or state.table.over:
        return None
    if state.table.dealer is None:
        return Due(Dealer(Seat(chance.below(state.table.seats))))
    stock = undealt(state.held, state.table.seats)
    drawn = bytes(chance.sample(stock, len(stock) - HAND_SIZE))
    drawn += stock.translate(None, drawn)  # The last hand is what is left.
    deals = []
    for seat, hand in enumerate(state.hands):
        if not hand:
            deals.append(Deal(Seat(seat), tuple(sorted(drawn[:HAND_SIZE]))))  # type: ignore[arg-type]
            drawn = drawn[HAND_SIZE:]
    return Due(deals[0], then=tuple(deals[1:]))


def apply(state: State, move: Move[Action | Event]) -> State:
    what, turn = move.what, state.turn
    if type(what) is not Play:
        return _set_up(state, move)
    card = what.card
    if turn is None or move.by != turn or not 0 < card < 55 or card not in state.playable:
        raise _refusal(state, move.by, card)
    table, alone = state.table, _ALONE[card]
    held, trick = state.held.replace(alone, b""), state.trick + alone
    left = _LEFT[table.seats][turn]
    if len(trick) < table.seats:
        return State(table, left, held, trick, state.tricks, playable(held.split(b"\0")[left], trick))
    return _taken(state, left, held, trick)


def result(state: State) -> Result | None:
    # 4.3 The lowest total wins; equal totals share.
    return ranked(state.table.totals, best=min) if state.table.over else None


def round_score(before: State, after: State) -> RoundScore | None:
    """4.1 The devils of a round, when its last trick has been taken."""
    had, has = before.table, after.table
    if has.round == had.round and has.over == had.over:
        return None
    return RoundScore(had.round, tuple(map(int.__sub__, has.totals, had.totals)), has.totals)


# Questions of the rulebook


def cards_of(row: Iterable[int]) -> tuple[Card, ...]:
    """The cards of a row, for those who do not work with bytes."""
    return tuple(row)  # type: ignore[arg-type]  # a byte of a row is a card


def undealt(held: bytes, seats: int) -> Cards:
    """2.1 With n players, only the cards 1 to 9n are used."""
    return _DECK[: HAND_SIZE * seats].translate(None, held)


def playable(hand: Cards, trick: Cards) -> Cards:
    """3.2 to 3.4 What may be played from this hand to this trick."""
    if len(trick) > 1:
        lead = trick[0]
        above = bisect(hand, lead)
        return (hand[above:] if trick[1] > lead else hand[:above]) or hand
    return hand if trick else hand.translate(None, _FIVES) or hand


def goes_up(trick: Sequence[int]) -> bool:
    """3.3 What the second player called."""
    return trick[1] > trick[0]


def takes_trick(trick: Sequence[int]) -> int:
    """3.5 A card on the wrong side of the lead is a failure, and turns the trick round."""
    lead, low, high = trick[0], min(trick), max(trick)
    if trick[1] > lead:
        return low if low < lead else high
    return high if high > lead else low


def devils_in(cards: Cards) -> int:
    return sum(cards.translate(_AS_DEVILS))


def devils_taken(tricks: Sequence[Trick], before: Sequence[int]) -> tuple[int, ...]:
    """4.1 What each has after these tricks, who had so many before."""
    taken = list(before)
    for trick in tricks:
        taken[trick.taker] += trick.devils
    return tuple(taken)


# Moves


def _to_be_dealt(table: Table) -> State:
    return State(table, turn=None, held=bytes(table.seats - 1), trick=b"", tricks=(), playable=b"")


def _set_up(state: State, move: Move[Action | Event]) -> State:
    if state.table.over:
        raise Illegal("match-over")
    if move.by != NATURE:
        raise Illegal("not-yours-to-do")
    what = move.what
    if isinstance(what, Deal):
        return _deal(state, what.seat, what.cards)
    assert isinstance(what, Dealer)
    return _dealer(state, what.seat)


def _dealer(state: State, seat: Seat) -> State:
    if state.table.dealer is not None:
        raise Illegal("dealer-is-known")
    if not 0 <= seat < state.table.seats:
        raise Illegal("no-such-seat", seat=seat)
    return replace(state, table=replace(state.table, dealer=seat))


def _deal(state: State, seat: Seat, cards: Sequence[Card] | None) -> State:
    table = state.table
    if table.dealer is None:
        raise Illegal("no-dealer-yet")
    if not 0 <= seat < table.seats:
        raise Illegal("no-such-seat", seat=seat)
    hands = state.hands
    if state.turn is not None or hands[seat]:
        raise Illegal("has-been-dealt", seat=seat)
    if cards is None:
        raise Illegal("covered")
    chosen = set(cards)
    if not (
        len(cards) == len(chosen) == HAND_SIZE and chosen <= _IN_USE[table.seats] and chosen.isdisjoint(state.held)
    ):
        raise _not_a_hand(cards, undealt(state.held, table.seats))
    hands[seat] = bytes(sorted(cards))
    held = b"\0".join(hands)
    if b"" in hands:
        return State(table, None, held, b"", (), b"")
    leader = _LEFT[table.seats][table.dealer]  # 2.2 The player on the dealer's left.
    return State(table, leader, held, b"", (), playable(hands[leader], b""))


def _not_a_hand(cards: Sequence[Card], stock: Cards) -> Illegal:
    for card in cards:
        if len(cards) == HAND_SIZE and (card not in DEVILS or card not in stock):
            return Illegal("not-in-the-deck", card=card)
    return Illegal("nine-cards-each")


def _refusal(state: State, seat: Mover, card: Card) -> Illegal:
    if state.table.over:
        return Illegal("match-over")
    if seat == NATURE or seat != state.turn:
        return Illegal("not-your-turn")
    if card not in DEVILS or card not in state.hands[seat]:
        return Illegal("not-in-hand", card=card)
    if not state.trick:
        return Illegal("no-five-led", card=card)
    return Illegal("must-follow-up" if goes_up(state.trick) else "must-follow-down", lead=state.trick[0])


def _taken(state: State, leader: Seat, held: bytes, cards: Cards) -> State:
    taker = _ROUND[len(cards)][leader + cards.index(takes_trick(cards))]
    tricks = (*state.tricks, Trick(leader, cards_of(cards), taker, devils_in(cards)))
    if len(tricks) < HAND_SIZE:
        hand = held.split(b"\0")[taker]
        return State(state.table, taker, held, b"", tricks, playable(hand, b""))  # 3.6 The taker leads.
    return _round_over(state.table, tricks)


def _round_over(table: Table, tricks: tuple[Trick, ...]) -> State:
    totals = devils_taken(tricks, table.totals)
    # 4.2, 4.4 Over the limit, or after the agreed number of rounds.
    rounds = table.options.rounds
    if max(totals) > table.options.limit if rounds is None else table.round == rounds:
        over = replace(table, totals=totals, last=tricks[-1], over=True)
        return replace(_to_be_dealt(over), tricks=tricks)
    # 2.3 Who led first deals next.
    next_round = replace(table, round=table.round + 1, dealer=tricks[0].leader, totals=totals, last=tricks[-1])
    return _to_be_dealt(next_round)
