"""Does Little Devils play as its numbered rules say?"""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from pandemonium import begin
from pandemonium.core.chance import LooseChance
from pandemonium.core.game import NATURE, PUBLIC, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.games.little_devils import GAME, rules, sight
from pandemonium.games.little_devils.rules import DEVILS, Card, Deal, Dealer, Options, Play, State
from tests.games.little_devils.scenes import by, dealt, example_one, example_two, playable, played, refused

PLAYERS = (3, 4, 5, 6)


def taker(state: State) -> int:
    last = sight.view(state, PUBLIC).last
    assert last is not None
    assert last.taker is not None
    return last.taker


def devils_of_the_last_trick(state: State) -> int:
    last = sight.view(state, PUBLIC).last
    assert last is not None
    return last.devils


def play_a_round(match: AnyMatch, luck: Random) -> None:
    """To the end of the round that is being played, with any cards."""
    now = match.view(PUBLIC).round
    while match.result is None and match.view(PUBLIC).round == now:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))


def points(match: AnyMatch) -> list[int]:
    assert match.result is not None
    return [standing.points for standing in match.result.standings]


# 1 Cards


def test_there_are_54_cards_each_number_once() -> None:
    """1.1"""
    assert sorted(DEVILS) == list(range(1, 55))


@pytest.mark.parametrize(
    ("devils", "cards"),
    [
        (0, "1 2 14 16 24 26 34 36 44 46"),
        (1, "3 5 7 9 11 13 17 19 21 23 27 29 31 33 37 39 41 43 47 49 51 53"),
        (2, "4 12 18 22 28 32 38 42 48"),
        (3, "6 8 10 20 30 40 50 52 54"),
        (5, "15 25 35 45"),
    ],
)
def test_each_card_carries_its_devils(devils: int, cards: str) -> None:
    """1.2"""
    assert [card for card in range(1, 55) if DEVILS[Card(card)] == devils] == [int(card) for card in cards.split()]


def test_there_are_87_devils() -> None:
    """1.2"""
    assert sum(DEVILS.values()) == 87


# 2 Deal


@pytest.mark.parametrize("seats", PLAYERS)
def test_everybody_gets_nine_cards_and_none_is_left(seats: int) -> None:
    """2.1"""
    match = begin(GAME, seats, seed=seats)

    hands = [match.view(Seat(seat)).hand for seat in range(seats)]

    assert [len(hand) for hand in hands] == [9] * seats
    assert sorted(card for hand in hands for card in hand) == list(range(1, 9 * seats + 1))


def test_no_card_above_nine_times_the_players_is_dealt() -> None:
    """2.1"""
    state = by(rules.start(Options(), 3), NATURE, Dealer(Seat(0)))
    hand = tuple(map(Card, range(20, 29)))

    refusal = refused(state, NATURE, Deal(Seat(0), hand))

    assert refusal is not None
    assert (refusal.key, refusal.facts) == ("not-in-the-deck", {"card": 28})


def test_every_seat_can_be_drawn_as_the_first_dealer() -> None:
    """2.2"""
    drawn = {begin(GAME, 4, seed=seed).view(PUBLIC).dealer for seed in range(60)}

    assert drawn == {0, 1, 2, 3}


@pytest.mark.parametrize(("dealer", "leader"), [(0, 1), (1, 2), (2, 0)])
def test_the_player_on_the_dealers_left_leads_first(dealer: int, leader: int) -> None:
    """2.2"""
    state = by(rules.start(Options(), 3), NATURE, Dealer(Seat(dealer)))
    for _ in range(3):
        due = rules.nature(state, LooseChance(Random(1)))
        assert due is not None
        state = by(state, NATURE, due.what)

    assert rules.to_act(state) == (leader,)


def test_who_led_the_first_trick_deals_the_next_round() -> None:
    """2.3"""
    match = begin(GAME, 5, {"rounds": 4}, seed="wandering lead")
    luck = Random(2)
    (first,) = match.to_act
    dealers: list[Seat | None] = []
    leaders: list[Seat] = []
    for _ in range(3):
        play_a_round(match, luck)
        dealers.append(match.view(PUBLIC).dealer)
        leaders += match.to_act

    assert dealers == [(first + moved) % 5 for moved in (0, 1, 2)]
    assert leaders == [(first + moved) % 5 for moved in (1, 2, 3)]


def test_the_dealer_is_drawn_in_the_first_round_only() -> None:
    """2.3"""
    match = begin(GAME, 3, {"rounds": 3}, seed=3)
    while match.result is None:
        play_a_round(match, Random(3))

    assert [type(move.what) for move in match.moves].count(Dealer) == 1


# 3 A trick


@pytest.mark.parametrize("seats", PLAYERS)
def test_cards_are_played_clockwise_one_by_each(seats: int) -> None:
    """3.1"""
    state = dealt(seats, {}, leader=seats - 1)
    movers: list[Seat] = []
    for _ in range(seats):
        movers += rules.to_act(state)
        state = played(state, playable(state)[0])

    assert movers == [seats - 1, *range(seats - 1)]


def test_a_played_card_lies_face_up_and_leaves_the_hand() -> None:
    """3.1"""
    state = played(dealt(3, {0: [8]}), 8)

    assert [laid.card for laid in sight.view(state, PUBLIC).trick.cards] == [8]
    assert 8 not in sight.view(state, Seat(0)).hand


def test_the_leader_does_not_lead_a_five() -> None:
    """3.2"""
    state = dealt(3, {0: [1, 2, 3, 4, 5, 6, 7, 15, 25]})

    assert playable(state) == [1, 2, 3, 4, 5, 6, 7]


def test_a_five_is_led_from_a_hand_of_nothing_but_fives() -> None:
    """3.2: looked for in random matches until somebody is to lead with two fives or more."""
    luck = Random(4)
    hand: tuple[int, ...] = ()
    match = begin(GAME, 4, seed=4)
    while len(hand) < 2 or match.view(PUBLIC).trick.cards or any(DEVILS[Card(card)] != 5 for card in hand):
        if match.result is not None:
            match = begin(GAME, 4, seed=luck.randbytes(32))
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
        hand = match.view(match.to_act[0]).hand if match.to_act else ()

    assert playable(match.state) == list(hand)


def test_a_later_lead_is_bound_like_the_first() -> None:
    """3.2"""
    state = played(dealt(3, {0: [10, 26], 1: [9, 14], 2: [8, 15, 20]}), 10, 9, 8)

    assert rules.to_act(state) == (2,)
    assert 15 not in playable(state)
    assert 20 in playable(state)


def test_the_others_may_play_a_five() -> None:
    """3.2"""
    state = played(dealt(3, {0: [14], 1: [15], 2: [25]}), 14, 15)

    assert 25 in playable(state)


def test_the_second_player_plays_any_card() -> None:
    """3.3"""
    state = played(dealt(4, {0: [20], 1: [1, 5, 15, 19, 21, 25, 30, 35, 36]}), 20)

    assert playable(state) == [1, 5, 15, 19, 21, 25, 30, 35, 36]


@pytest.mark.parametrize(("second", "called"), [(21, "up"), (19, "down")])
def test_the_second_card_calls_up_or_down(second: int, called: str) -> None:
    """3.3"""
    state = played(dealt(4, {0: [20], 1: [19, 21]}), 20, second)

    assert sight.view(state, PUBLIC).trick.way == called


@pytest.mark.parametrize(("second", "follow"), [(30, [21, 25, 36]), (10, [1, 5, 9, 11, 18, 19])])
def test_the_third_player_must_keep_to_the_called_side_of_the_lead(second: int, follow: list[int]) -> None:
    """3.4: of the lead, not of the card before: 21 follows a 30, and 19 follows a 10."""
    state = played(dealt(4, {0: [20], 1: [10, 30], 2: [1, 5, 9, 11, 18, 19, 21, 25, 36]}), 20, second)

    assert playable(state) == follow


def test_the_fourth_player_is_bound_by_the_lead_even_after_a_failure() -> None:
    """3.4"""
    low = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    state = played(dealt(4, {0: [20], 1: [30], 2: low, 3: [10, 11, 12, 13, 14, 15, 16, 17, 22]}), 20, 30, 9)

    assert playable(state) == [22]


@pytest.mark.parametrize(("lead", "second", "third"), [(20, 30, range(1, 10)), (10, 5, range(28, 37))])
def test_who_cannot_follow_plays_any_card(lead: int, second: int, third: range) -> None:
    """3.4"""
    state = played(dealt(4, {0: [lead], 1: [second], 2: third}), lead, second)

    assert playable(state) == list(third)


@pytest.mark.parametrize(
    ("trick", "takes", "because"),
    [
        ([10, 20, 15], 20, "up, nobody failed: the highest"),
        ([10, 12, 27], 27, "up, nobody failed: the highest, whoever called"),
        ([20, 5, 10], 5, "down, nobody failed: the lowest"),
        ([20, 15, 1], 1, "down, nobody failed: the lowest, whoever called"),
        ([10, 20, 3], 3, "up, one failed: the lowest"),
        ([10, 5, 27], 27, "down, one failed: the highest"),
        ([10, 20, 3, 2], 2, "up, two failed: the lower of the two"),
        ([10, 20, 2, 3], 2, "up, two failed: the lower, though played first"),
        ([10, 5, 30, 27], 30, "down, two failed: the higher of the two"),
        ([10, 20, 3, 36], 3, "up, one failed: no high card helps him"),
        ([10, 5, 36, 1], 36, "down, one failed: no low card helps him"),
    ],
)
def test_who_takes_the_trick(trick: list[int], takes: int, because: str) -> None:
    """3.5"""
    assert rules.takes_trick(trick) == takes, because


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_leader_never_takes_his_own_trick(seats: int) -> None:
    """3.5"""
    match = begin(GAME, seats, {"rounds": 10}, seed="the leader is safe")
    luck = Random(seats)
    tricks = set()
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
        tricks.add(match.view(PUBLIC).last)

    assert len(tricks - {None}) == 90
    assert not [trick for trick in tricks if trick is not None and trick.taker == trick.cards[0].seat]


def test_the_taker_leads_the_next_trick() -> None:
    """3.6"""
    state = played(dealt(4, {0: [10], 1: [20], 2: [30], 3: [15]}), 10, 20, 30, 15)

    assert taker(state) == 2
    assert rules.to_act(state) == (2,)


def test_of_the_taken_tricks_only_the_last_is_kept_beside_the_memory_of_the_round() -> None:
    """3.6, 5.2: when a new round is dealt, nothing of the old one but its last trick is left."""
    match = begin(GAME, 3, {"rounds": 2}, seed=5)
    play_a_round(match, Random(5))

    view = match.view(PUBLIC)

    assert view.round == 2
    assert view.tricks == ()
    assert view.last is not None


# 4 Scoring and end


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_round_is_nine_tricks_and_gives_out_every_devil(seats: int) -> None:
    """4.1"""
    match = begin(GAME, seats, {"rounds": 1}, seed=seats)
    play_a_round(match, Random(seats))

    assert sum(type(move.what) is Play for move in match.moves) == 9 * seats
    assert sum(points(match)) == sum(DEVILS[Card(card)] for card in range(1, 9 * seats + 1))


def test_devils_are_added_to_the_takers_total_at_the_end_of_the_round() -> None:
    """4.1"""
    match = begin(GAME, 4, {"rounds": 2}, seed="totals")
    luck = Random(6)
    counted = [0, 0, 0, 0]
    during: set[tuple[int, ...]] = set()
    for _ in range(36):
        during.add(match.view(PUBLIC).totals)
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
        last = match.view(PUBLIC).last
        if not match.view(PUBLIC).trick.cards and last is not None:
            assert last.taker is not None
            counted[last.taker] += sum(DEVILS[laid.card] for laid in last.cards)

    assert during == {(0, 0, 0, 0)}
    assert match.view(PUBLIC).totals == tuple(counted)


@pytest.mark.parametrize(("below", "over"), [(0, False), (1, True)])
def test_the_match_ends_over_the_limit_and_not_at_it(below: int, over: bool) -> None:
    """4.2: the same round is played at a table whose limit is its highest total, and one below it."""
    trial = begin(GAME, 6, {"limit": 500}, seed="limit")
    play_a_round(trial, Random(7))
    highest = max(trial.view(PUBLIC).totals)
    assert highest > 20

    match = begin(GAME, 6, {"limit": highest - below}, seed="limit")
    play_a_round(match, Random(7))

    assert (match.result is not None) is over


def test_the_limit_is_100_unless_the_table_chooses() -> None:
    """4.2"""
    ends = []
    for seed in range(20):
        match = begin(GAME, 4, seed=seed)
        luck = Random(seed)
        before: tuple[int, ...] = (0,)
        while match.result is None:
            before = match.view(PUBLIC).totals
            play_a_round(match, luck)
        ends.append((max(before), max(points(match))))

    assert all(before <= 100 < after for before, after in ends)


def test_the_lowest_total_wins() -> None:
    """4.3"""
    match = begin(GAME, 4, {"rounds": 1}, seed="lowest")
    play_a_round(match, Random(8))

    assert match.result is not None
    best = points(match).index(min(points(match)))
    assert best in match.result.winners
    assert match.result.standings[points(match).index(max(points(match)))].place > 1


def test_equal_lowest_totals_share_the_win() -> None:
    """4.3"""
    luck = Random(9)
    while True:
        match = begin(GAME, 3, {"rounds": 1}, seed=luck.randbytes(32))
        play_a_round(match, luck)
        lowest = [seat for seat, total in enumerate(points(match)) if total == min(points(match))]
        if len(lowest) == 2:
            break

    assert match.result is not None
    assert list(match.result.winners) == lowest
    assert sorted(standing.place for standing in match.result.standings) == [1, 1, 3]


@pytest.mark.parametrize("rounds", [2, 3])
def test_a_table_may_play_a_number_of_rounds_whatever_the_totals(rounds: int) -> None:
    """4.4"""
    match = begin(GAME, 3, {"rounds": rounds, "limit": 20}, seed="rounds")
    for played_so_far in range(rounds):
        assert (match.result is None) == (played_so_far < rounds)
        play_a_round(match, Random(10))

    assert match.result is not None
    assert max(points(match)) > 20
    assert sum(type(move.what) is Play for move in match.moves) == 27 * rounds


@pytest.mark.parametrize("options", [{"limit": 19}, {"limit": 501}, {"rounds": 0}, {"rounds": 21}])
def test_limits_and_rounds_have_their_bounds(options: dict[str, int]) -> None:
    """4.4"""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, Options)


# 6 Worked examples


def test_the_first_example_goes_up_and_the_highest_takes_seven_devils() -> None:
    """6.1: Thomas 22, David 30, Susanne 27, Patrick 34, Anne 23."""
    state = played(example_one(), 22, 30)
    called = sight.view(state, PUBLIC).trick.way
    state = played(state, 27, 34, 23)

    assert called == "up"
    assert (taker(state), devils_of_the_last_trick(state)) == (3, 7)


def test_the_second_example_goes_down_twice_failed_and_the_highest_takes_eight_devils() -> None:
    """6.2: Patrick 37, Anne 31, Thomas 39 fails, Susanne 15, David 1, Sébastien 46 fails."""
    state = played(example_two(), 37, 31)
    thomas = playable(state)
    state = played(state, 39, 15, 1)
    sebastien = playable(state)
    state = played(state, 46)

    assert min(thomas) > 37
    assert min(sebastien) > 38
    assert (taker(state), devils_of_the_last_trick(state)) == (5, 8)
