"""The kernel of Little Devils plays by the rules, move by move, and imagines what sight imagines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from pandemonium.core.chance import LooseChance
from pandemonium.core.game import NATURE, Move, Seat
from pandemonium.games.little_devils import GAME, kernel, rules, sight
from pandemonium.games.little_devils.position import Position, as_bits, position, words_of_luck
from pandemonium.games.little_devils.rules import Deal, Dealer, Options, Play, State
from tests.games.little_devils.scenes import by, dealt, played


@pytest.fixture
def positions(request: pytest.FixtureRequest) -> int:
    """How many random positions to compare, over all numbers of seats."""
    return 100_000 if request.config.getoption("--long") else 2_000


def walk(seats: int, luck: Random, options: Options | None = None) -> Iterator[State]:
    """A random match, from decision to decision, and for ever another one."""
    while True:
        state = rules.start(options or Options(), seats)
        while rules.result(state) is None:
            owed = rules.nature(state, LooseChance(luck))
            if owed is not None:
                for action in (owed.what, *owed.then):
                    state = by(state, NATURE, action)
                continue
            yield state
            (seat,) = rules.to_act(state)
            state = by(state, seat, luck.choice(rules.legal(state, seat)))


def in_numbers(state: State) -> list[int]:
    """The row that the kernel should have for this state, from nothing but the rules."""
    row = np.zeros(kernel.SIZE, np.int64)
    row[: state.table.seats] = [as_bits(hand) for hand in state.hands]
    row[kernel.TAKEN : kernel.TAKEN + state.table.seats] = rules.devils_taken(state.tricks, (0,) * state.table.seats)
    row[kernel.SEATS] = state.table.seats
    assert state.turn is not None
    row[kernel.TURN] = state.turn
    row[kernel.LAID] = len(state.trick)
    row[kernel.POT] = rules.devils_in(state.trick)
    row[kernel.PLAYED] = as_bits([*state.trick, *(card for trick in state.tricks for card in trick.cards)])
    if state.trick:
        row[kernel.LEAD] = state.trick[0]
    if len(state.trick) > 1:
        best = rules.takes_trick(state.trick)
        row[kernel.UP] = rules.goes_up(state.trick)
        row[kernel.BEST] = best
        row[kernel.TAKER] = (state.turn - len(state.trick) + state.trick.index(best)) % state.table.seats
    return as_seen(row)


def as_seen(row: np.ndarray) -> list[int]:
    """What counts of a row: what was said of the last trick means nothing before the next one has been called."""
    row = row.copy()
    row[kernel.TURNED] = 0
    if row[kernel.LAID] == 0:
        row[kernel.LEAD] = 0
    if row[kernel.LAID] < 2:
        row[[kernel.UP, kernel.BEST, kernel.TAKER]] = 0
    return [int(number) for number in row]


def test_the_kernel_plays_by_the_rules(positions: int) -> None:
    """3.1 to 3.6, 4.1: the same cards may be played, and the same state comes of every one of them."""
    for seats in GAME.seats:
        states = walk(seats, luck := Random(f"kernel {seats}"))
        state = next(states)
        row = np.array(in_numbers(state), np.int64)
        for _ in range(positions // len(GAME.seats)):
            before, state = state, next(states)
            assert as_bits(before.playable) == kernel.playable(row)
            if len(before.tricks) == 8 and len(before.trick) == seats - 1:  # The next state is another round.
                kernel.play(row, before.playable[0])
                taken = row[kernel.TAKEN : kernel.TAKEN + seats]
                after = by(before, before.turn or Seat(0), Play(rules.Card(before.playable[0])))
                assert tuple(taken) == tuple(map(int.__sub__, after.table.totals, before.table.totals))
                row = np.array(in_numbers(state), np.int64)
                continue
            for card in luck.sample(before.playable, len(before.playable)):
                other = row.copy()
                kernel.play(other, card)
                assert as_seen(other) == in_numbers(by(before, before.turn or Seat(0), Play(rules.Card(card))))
            (card,) = set(before.held) - set(state.held)
            kernel.play(row, card)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_rollout_plays_every_card_and_loses_no_devil(seats: int) -> None:
    state, luck = next(walk(seats, Random(1))), words_of_luck(Random(2))
    for _ in range(50):
        row = np.array(in_numbers(state), np.int64)

        assert kernel.roll_out(row, luck) == 9 * seats
        assert sum(row[kernel.TAKEN : kernel.TAKEN + seats]) == rules.devils_in(rules.undealt(b"", seats))


def drawn(known: Position, luck: np.ndarray, stirs: int = 60) -> list[int]:
    """Hands for all, by the kernel."""
    hands = known.round[:6].copy()
    assert kernel.deal(hands, known.unseen, known.needs, known.fits, luck)
    kernel.stir(hands, known.needs, known.fits, stirs, luck)
    return [int(hand) for hand in hands]


def cards_in(bits: int) -> list[int]:
    return [card for card in range(1, 55) if bits >> card & 1]


def replayed(view: sight.View, hands: list[int]) -> State:
    """The round once more from the deal, with what each has played put back; the rules refuse what cannot have been."""
    laid = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick.cards:
        laid.append((view.trick.cards[0].seat, tuple(its.card for its in view.trick.cards)))
    whole = [cards_in(hand) for hand in hands[: view.seats]]
    for leader, cards in laid:
        for place, card in enumerate(cards):
            whole[(leader + place) % view.seats].append(card)
    state = rules.start(view.options, view.seats)
    assert view.dealer is not None
    state = by(state, NATURE, Dealer(view.dealer))
    for seat, hand in enumerate(whole):
        state = rules.apply(state, Move(NATURE, Deal(Seat(seat), tuple(map(rules.Card, sorted(hand))))))
    return played(state, *(card for _, cards in laid for card in cards))


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_kernel_draws_worlds_in_which_all_that_was_seen_is_legal(seats: int) -> None:
    """3.2, 3.4: who failed has nothing on that side, who led a five had nothing else."""
    luck, words = Random(f"worlds {seats}"), words_of_luck(Random(3))
    states = walk(seats, luck, Options(rounds=1))
    for _ in range(250):
        state = next(states)
        view = sight.view(state, state.turn or Seat(0))
        again = replayed(view, drawn(position(view), words))

        assert sight.view(again, again.turn or Seat(0)) == view


def test_a_world_is_found_where_there_is_only_one() -> None:
    """3.4: Ben and Dora have shown that they hold nothing from 30 and from 20 on: the cards must go round."""
    needs, luck = np.array([0, 2, 2, 2], np.int64), words_of_luck(Random(1))
    fits = np.array([0, as_bits(range(1, 30)), as_bits([1, 2, 33, 34]), as_bits(range(1, 20))], np.int64)
    for _ in range(100):
        hands = np.zeros(6, np.int64)
        assert kernel.deal(hands, as_bits([1, 2, 25, 26, 33, 34]), needs, fits, luck)
        assert [cards_in(int(hand)) for hand in hands[:4]] == [[], [25, 26], [33, 34], [1, 2]]


def test_a_world_that_cannot_be_is_not_dealt() -> None:
    needs, fits = np.array([1, 1], np.int64), np.array([as_bits([5]), as_bits([5])], np.int64)

    assert not kernel.deal(np.zeros(6, np.int64), as_bits([5, 6]), needs, fits, words_of_luck(Random(1)))


def test_the_kernel_draws_every_world_about_as_often() -> None:
    """Three others with two cards each, one of whom cannot hold some of them: all that fits, no favourites."""
    needs, luck = np.array([0, 2, 2, 2], np.int64), words_of_luck(Random(5))
    anything = as_bits(range(1, 55))
    fits = np.array([0, anything, as_bits(range(1, 4)), anything], np.int64)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(1800):
        hands = np.zeros(6, np.int64)
        kernel.deal(hands, as_bits(range(1, 7)), needs, fits, luck)
        kernel.stir(hands, needs, fits, 60, luck)
        found[tuple(int(hand) for hand in hands)] += 1

    assert len(found) == 3 * 6  # Two of three cards for Cleo, then two of the other four for Ben.
    assert all(60 < times < 140 for times in found.values())  # 100 each: four standard deviations


def test_a_view_from_one_seat_tells_the_kernel_nothing_of_the_other_hands() -> None:
    """5.3"""
    mine = [1, 4, 7, 10, 13, 16, 19, 22, 24]
    here = played(dealt(3, {1: mine, 0: [2, 3, 5, 6, 8, 9, 11, 12, 14]}), 2)
    there = played(dealt(3, {1: mine, 0: [2, 15, 17, 18, 20, 21, 23, 25, 26]}), 2)
    one, other = (position(sight.view(state, Seat(1))) for state in (here, there))

    assert all(np.array_equal(*both) for both in zip(one, other, strict=True))
