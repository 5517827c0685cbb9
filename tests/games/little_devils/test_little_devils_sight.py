"""Who sees what in Little Devils: neither more nor less than section 5 says?"""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from pandemonium import begin
from pandemonium.core.chance import LooseChance
from pandemonium.core.game import NATURE, PUBLIC, Eyes, Move, Seat
from pandemonium.games.little_devils import GAME, rules, sight
from pandemonium.games.little_devils.rules import Action, Card, Deal, Dealer, Event, Play, State
from pandemonium.games.little_devils.sight import Laid, LaidTrick
from tests.games.little_devils.scenes import dealt, example_one, example_two, playable, played, refused

PLAYERS = (3, 4, 5, 6)


def all_eyes(seats: int) -> list[Eyes]:
    return [*map(Seat, range(seats)), PUBLIC]


def two_worlds() -> tuple[State, State]:
    """Two deals that differ only in what seats 1 and 2 hold, and a first card by seat 0."""
    mine = [1, 4, 7, 10, 13, 16, 19, 22, 24]
    here = dealt(3, {0: mine, 1: [2, 3, 5, 6, 8, 9, 11, 12, 14]})
    there = dealt(3, {0: mine, 1: [15, 17, 18, 20, 21, 23, 25, 26, 27]})
    return played(here, 10), played(there, 10)


def test_a_player_sees_his_hand_the_trick_the_last_trick_the_totals_and_how_many_cards_each_holds() -> None:
    """5.1"""
    state = played(dealt(3, {0: [10], 1: [5, 20], 2: [8, 9, 27]}), 10, 5, 8, 20)

    view = sight.view(state, Seat(2))

    assert {9, 27} <= set(view.hand)
    assert [(laid.seat, laid.card) for laid in view.trick.cards] == [(1, 20)]
    assert view.last is not None
    assert [(laid.seat, laid.card) for laid in view.last.cards] == [(0, 10), (1, 5), (2, 8)]
    assert (view.last.taker, view.last.devils) == (1, 7)
    assert view.totals == (0, 0, 0)
    assert view.held == (8, 7, 8)


def test_the_last_trick_of_a_round_is_seen_until_the_next_is_taken() -> None:
    """5.1"""
    match = begin(GAME, 3, {"rounds": 2}, seed=2)
    luck = Random(2)
    while match.view(PUBLIC).round == 1:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
    lasts = []
    for _ in range(3):
        lasts.append(match.view(PUBLIC).last)
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))

    assert lasts == [lasts[0]] * 3
    assert match.view(PUBLIC).last != lasts[0]


def test_what_was_played_in_the_round_is_in_the_view_of_everybody() -> None:
    """5.2"""
    state = played(example_two(), 37, 31, 39)

    for eyes in all_eyes(6):
        view = sight.view(state, eyes)
        assert [trick.cards for trick in view.tricks] == [(20, 5, 12, 13, 6, 2)]
        assert view.taken == (rules.devils_in(bytes([20, 5, 12, 13, 6, 2])), 0, 0, 0, 0, 0)


def test_the_memory_aid_is_off_unless_the_table_chooses() -> None:
    """5.2"""
    assert not begin(GAME, 3, seed=1).view(PUBLIC).options.memory_aid
    assert begin(GAME, 3, {"memory-aid": "yes"}, seed=1).view(PUBLIC).options.memory_aid


@pytest.mark.parametrize("eyes", [Seat(0), PUBLIC])
def test_two_deals_that_differ_in_others_hands_look_the_same(eyes: Eyes) -> None:
    """5.3"""
    here, there = two_worlds()

    assert here != there
    assert msgspec.json.encode(sight.view(here, eyes)) == msgspec.json.encode(sight.view(there, eyes))


def test_a_hand_is_seen_by_its_holder_only() -> None:
    """5.3"""
    state = dealt(3, {0: [1, 2, 3, 4, 5, 6, 7, 8, 9]})

    assert sight.view(state, Seat(0)).hand == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert not {*sight.view(state, Seat(1)).hand} & {1, 2, 3, 4, 5, 6, 7, 8, 9}
    assert sight.view(state, PUBLIC).hand == ()


def test_a_deal_is_covered_for_all_but_its_holder() -> None:
    """5.3"""
    deal: Move[Action | Event] = Move(NATURE, Deal(Seat(1), tuple(map(Card, range(1, 10)))), 7)

    assert sight.shown(deal, Seat(1)) == deal
    for eyes in (Seat(0), Seat(2), PUBLIC):
        assert sight.shown(deal, eyes) == Move(NATURE, Deal(Seat(1), None), 7)


def test_plays_and_the_dealer_are_open_to_all() -> None:
    """5.2"""
    moves: list[Move[Action | Event]] = [Move(Seat(1), Play(Card(5)), 3), Move(NATURE, Dealer(Seat(0)), 0)]
    for move in moves:
        assert all(sight.shown(move, eyes) == move for eyes in all_eyes(3))


def test_a_match_in_progress_on_paper_shows_one_hand() -> None:
    """5.3"""
    lines = begin(GAME, 3, seed=1).text(Seat(1)).splitlines()

    covered = [line for line in lines if line.endswith("?")]

    assert covered == ["nature deal 0 ?", "nature deal 2 ?"]
    assert not [line for line in lines if line.startswith("seed")]


# What can be seen of a card and of a trick


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_devils_of_the_deck_in_use_are_printed_on_its_cards(seats: int) -> None:
    """1.2, 2.1"""
    view = sight.view(dealt(seats, {}), PUBLIC)

    assert len(view.devils) == 1 + 9 * seats
    assert all(view.devils[card] == rules.DEVILS[Card(card)] for card in range(1, 9 * seats + 1))


def test_before_the_call_nobody_would_take_the_trick() -> None:
    """3.3"""
    trick = sight.view(played(example_two(), 37), PUBLIC).trick

    assert trick == LaidTrick((Laid(Seat(0), Card(37), "led"),), way=None, devils=1, taker=None, turned=False)


def test_as_long_as_everybody_obeys_the_boldest_card_would_take_the_trick() -> None:
    """3.5, 6.1"""
    trick = sight.view(played(example_one(), 22, 30, 27, 34), PUBLIC).trick

    assert [laid.did for laid in trick.cards] == ["led", "called", "followed", "followed"]
    assert (trick.way, trick.devils, trick.taker, trick.turned) == ("up", 6, 3, False)


def test_a_failure_turns_the_trick_round() -> None:
    """3.5, 6.2"""
    trick = sight.view(played(example_two(), 37, 31, 39, 15), PUBLIC).trick

    assert [laid.did for laid in trick.cards] == ["led", "called", "failed", "followed"]
    assert (trick.way, trick.devils, trick.taker, trick.turned) == ("down", 8, 2, True)


def test_the_last_trick_lies_as_it_lay_when_it_was_taken() -> None:
    """5.1, 6.2"""
    last = sight.view(played(example_two(), 37, 31, 39, 15, 1, 46), PUBLIC).last

    assert last is not None
    assert [laid.did for laid in last.cards] == ["led", "called", "failed", "followed", "followed", "failed"]
    assert (last.way, last.devils, last.taker, last.turned) == ("down", 8, 5, True)


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_card_is_barred_for_the_reason_for_which_the_rules_would_refuse_it(seats: int) -> None:
    """3.2, 3.4: in his turn a player sees which cards he may not play, and why; nobody else does."""
    luck, reasons = Random(seats), set()
    match = begin(GAME, seats, {"rounds": 3}, seed=seats)
    while match.result is None:
        (seat,) = match.to_act
        barred, hand = match.view(seat).barred, {*match.view(seat).hand}
        if barred is not None:
            reasons.add(barred.why)
            hand -= {*barred.cards}
            for card in barred.cards:
                refusal = refused(match.state, seat, Play(card))
                assert refusal is not None
                assert (refusal.key, refusal.facts.get("lead")) == (barred.why, barred.lead)
        assert hand == {*playable(match.state)}
        assert all(match.view(eyes).barred is None for eyes in all_eyes(seats) if eyes != seat)
        match.play(seat, luck.choice(match.legal(seat)))

    assert reasons == {"no-five-led", "must-follow-up", "must-follow-down"}


def test_who_wins_is_seen_when_the_match_is_over() -> None:
    """4.3"""
    luck, match = Random(6), begin(GAME, 3, {"rounds": 1}, seed=6)
    while match.result is None:
        assert match.view(PUBLIC).winners == ()
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))

    assert match.view(PUBLIC).winners == match.result.winners


# Imagining


@pytest.mark.parametrize("seats", PLAYERS)
def test_nobody_can_tell_the_truth_from_what_he_imagines(seats: int) -> None:
    """5.3: at every moment of a match, the deal included."""
    luck = Random(seats)
    match = begin(GAME, seats, {"rounds": 2}, seed=seats)
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
    state = rules.start(match.options, seats)
    for move in match.moves:
        for eyes in all_eyes(seats):
            view = sight.view(state, eyes)
            imagined = sight.imagine(view, LooseChance(luck))
            assert sight.view(imagined, eyes) == view
            if eyes != PUBLIC:
                assert rules.legal(imagined, eyes) == rules.legal(state, eyes)
        state = rules.apply(state, move)


def test_who_failed_is_imagined_without_the_cards_he_cannot_hold() -> None:
    """3.4, 5.3: in the second example Thomas and Sébastien hold nothing below 37."""
    view = sight.view(played(example_two(), 37, 31, 39, 15, 1, 46), Seat(1))

    for number in range(50):
        hands = sight.imagine(view, LooseChance(Random(number))).hands
        assert min(hands[2]) > 37
        assert min(hands[5]) > 37


def test_who_led_a_five_is_imagined_with_nothing_but_fives() -> None:
    """3.2, 5.3"""
    luck = Random(3)
    view: sight.View | None = None
    while view is None:
        match = begin(GAME, 4, {"rounds": 1}, seed=luck.randbytes(32))
        while match.result is None and view is None:
            (seat,) = match.to_act
            match.play(seat, luck.choice(match.legal(seat)))
            now = match.view(PUBLIC)
            match now.trick.cards:
                case (lead,) if lead.card in (15, 25, 35) and now.held[lead.seat]:
                    view = now
    leader = view.trick.cards[0].seat

    for number in range(20):
        hands = sight.imagine(view, LooseChance(Random(number))).hands
        assert set(hands[leader]) <= {15, 25, 35}


def test_every_card_that_may_be_held_is_imagined_about_equally_often() -> None:
    """Before anybody has failed, each unseen card is as likely here as there."""
    view = sight.view(dealt(3, {0: [1, 2, 3, 4, 5, 6, 7, 8, 9]}), Seat(0))
    luck = LooseChance(Random(4))
    held: Counter[int] = Counter()
    for _ in range(400):
        held.update(sight.imagine(view, luck).hands[1])

    assert set(held) == set(range(10, 28))
    assert all(150 < times < 250 for times in held.values())


def test_a_view_survives_its_json() -> None:
    state = played(example_two(), 37, 31)
    for eyes in all_eyes(6):
        view = sight.view(state, eyes)
        assert msgspec.json.decode(msgspec.json.encode(view), type=sight.View) == view
