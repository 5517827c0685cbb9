"""What is told of a move of Little Devils, and what a player is asked: facts of the rulebook, and their words."""

from __future__ import annotations

import re
from random import Random

import pytest

from pandemonium import begin
from pandemonium.core.game import NATURE, PUBLIC, Eyes, Move, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.moments import timeline
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.little_devils import GAME, rules, sight
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
    Won,
)
from pandemonium.games.little_devils.rules import Action, Card, Deal, Dealer, Event, Play, State
from tests.games.little_devils.scenes import NAMES, by, dealt, example_one, example_two, played

ENGLISH = Words("en", GAME)
SIGNS = "▲▼✗ψ◆▯→×"


def told(before: State, card: int) -> tuple[Fact, ...]:
    """What is told when whoever is to play plays this card."""
    (seat,) = rules.to_act(before)
    move: Move[Action | Event] = Move(seat, Play(Card(card)))
    return sight.told(before, move, rules.apply(before, move), PUBLIC)


def told_of(state: State, *cards: int) -> list[tuple[Fact, ...]]:
    """What is told of each of these cards, one after the other."""
    facts = []
    for card in cards:
        facts.append(told(state, card))
        state = played(state, card)
    return facts


def asked(state: State) -> Question | None:
    """What whoever is to play is asked."""
    (seat,) = rules.to_act(state)
    return sight.question(state, seat)


def a_match(seats: int, seed: int, **options: object) -> AnyMatch:
    """Played to its end, at random."""
    match, luck = begin(GAME, seats, options, seed=seed), Random(seed)
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
    return match


def all_eyes(seats: int) -> list[Eyes]:
    return [*map(Seat, range(seats)), PUBLIC]


# The deal


def test_the_lot_names_the_first_dealer() -> None:
    """2.2"""
    before = rules.start(rules.Options(), 3)
    move: Move[Action | Event] = Move(NATURE, Dealer(Seat(2)))

    assert sight.told(before, move, rules.apply(before, move), PUBLIC) == (DealerDrawn(Seat(2)),)


def test_the_deal_is_told_once_when_the_last_hand_is_dealt() -> None:
    """2.2: who deals, and that the player on his left leads."""
    match = begin(GAME, 4, seed=8)
    dealer = match.view(PUBLIC).dealer
    assert dealer is not None

    told = [moment.facts for moment in timeline(match, PUBLIC)]

    assert told == [(), (DealerDrawn(dealer),), (), (), (), (Dealt(1, dealer, Seat((dealer + 1) % 4)),)]


def test_who_led_first_is_told_to_deal_the_next_round() -> None:
    """2.3"""
    match = a_match(5, 3, rounds=4)
    rounds = [fact for moment in timeline(match, PUBLIC) for fact in moment.facts if isinstance(fact, Dealt)]

    assert [its.round for its in rounds] == [1, 2, 3, 4]
    assert [its.dealer for its in rounds[1:]] == [its.leader for its in rounds[:-1]]


def test_nothing_is_told_of_the_cards_that_are_dealt() -> None:
    """5.3: neither to the others nor to the holder, who has them in his hand."""
    before = by(rules.start(rules.Options(), 3), NATURE, Dealer(Seat(0)))
    move: Move[Action | Event] = Move(NATURE, Deal(Seat(1), tuple(map(Card, range(1, 10)))))
    after = rules.apply(before, move)

    assert [sight.told(before, move, after, eyes) for eyes in all_eyes(3)] == [()] * 4


# A trick


def test_the_first_example_is_told_card_by_card() -> None:
    """6.1"""
    assert told_of(example_one(), 22, 30, 27, 34, 23) == [
        (Led(Seat(0), Card(22), devils=2),),
        (Called(Seat(1), Card(30), devils=3, way="up", lead=Card(22)),),
        (Followed(Seat(2), Card(27), devils=1),),
        (Followed(Seat(3), Card(34), devils=0),),
        (Followed(Seat(4), Card(23), devils=1), Took(Seat(3), Card(34), devils=7)),
    ]


def test_the_first_failure_turns_the_trick_round_and_only_the_first() -> None:
    """3.5, 6.2"""
    facts = told_of(example_two(), 37, 31, 39, 15, 1, 46)

    assert facts[2] == (Failed(Seat(2), Card(39), devils=1, way="down", lead=Card(37)), Turned("highest"))
    assert facts[5] == (
        Failed(Seat(5), Card(46), devils=0, way="down", lead=Card(37)),
        Took(Seat(5), Card(46), devils=8),
    )


def test_a_trick_that_went_up_is_turned_to_the_lowest_card() -> None:
    """3.5"""
    state = dealt(3, {0: [20], 1: [21], 2: [1, 2, 3, 4, 5, 6, 7, 8, 9]})

    assert told_of(state, 20, 21, 4)[2] == (
        Failed(Seat(2), Card(4), devils=2, way="up", lead=Card(20)),
        Turned("lowest"),
        Took(Seat(2), Card(4), devils=6),
    )


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_card_of_a_match_is_told_where_it_lies_and_every_trick_with_its_taker(seats: int) -> None:
    """3.1 to 3.6: what is told of the moves alone is the match, as the tricks have it."""
    match = a_match(seats, seats, rounds=2)
    laid: list[tuple[Seat, Card]] = []
    for moment in timeline(match, PUBLIC):
        for fact in moment.facts:
            match fact:
                case Led(seat, card) | Called(seat, card) | Followed(seat, card) | Failed(seat, card):
                    laid.append((seat, card))
                case Took(seat, card, devils):
                    last = moment.view.last
                    assert laid == [(each.seat, each.card) for each in last.cards]
                    assert (seat, card) in laid
                    assert (seat, devils) == (last.taker, last.devils)
                    laid = []

    assert laid == []


# The count


def test_the_end_of_a_round_is_told_with_what_each_has_taken_and_has() -> None:
    """4.1"""
    moments = list(timeline(a_match(3, 7, rounds=2), PUBLIC))
    first, second = (fact for moment in moments for fact in moment.facts if isinstance(fact, RoundOver))

    assert (first.round, second.round) == (1, 2)
    assert first.totals == first.taken
    assert second.totals == tuple(map(sum, zip(first.totals, second.taken, strict=True)))
    assert second.totals == moments[-1].view.totals


def test_the_last_card_of_a_match_tells_trick_round_and_winner() -> None:
    """4.1, 4.3"""
    match = a_match(3, 7, rounds=1)
    assert match.result is not None
    *_, last = timeline(match, PUBLIC)

    assert [type(fact) for fact in last.facts[-3:]] == [Took, RoundOver, Won]
    assert last.facts[-1] == Won(match.result.winners, min(last.view.totals))


def test_those_who_share_the_smallest_total_are_told_to_share_the_win() -> None:
    """4.3"""
    *_, last = timeline(a_match(4, 5, rounds=1), PUBLIC)
    won = last.facts[-1]

    assert isinstance(won, Won)
    assert len(won.seats) == 2
    assert " win together " in ENGLISH.told([won], NAMES)


# Who is told


def test_everybody_is_told_the_same() -> None:
    """5.2: what is played is played in the open."""
    match = a_match(4, 5, rounds=2)
    first, *others = ([moment.facts for moment in timeline(match, eyes)] for eyes in all_eyes(4))

    assert all(other == first for other in others)


def test_an_old_move_is_told_as_it_was_whatever_came_after() -> None:
    """A line of the log belongs to its own moment: it is made from the states round its move, and from nothing else."""
    match = a_match(3, 9, rounds=3)
    whole = [moment.facts for moment in timeline(match, PUBLIC)]
    for length in (20, 31, 45, 70):
        begun = list(timeline(_cut(match, length), PUBLIC))
        assert [moment.facts for moment in begun] == whole[: length + 1]


def _cut(match: AnyMatch, length: int) -> AnyMatch:
    cut = begin(GAME, match.seats, {"rounds": 3}, seed=9)
    cut.moves = match.moves[:length]
    return cut


# What is asked


def test_whoever_leads_is_asked_for_anything_but_a_five() -> None:
    """3.2"""
    assert asked(example_one()) == Lead()


def test_whoever_holds_nothing_but_fives_is_asked_to_lead_one() -> None:
    """3.2"""
    leads = []
    match = a_match(4, 13, rounds=1)
    state = rules.start(match.options, 4)
    for move in match.moves:
        if state.turn is not None and not state.trick:
            leads.append((asked(state), {*sight.view(state, state.turn).hand}))
        state = rules.apply(state, move)

    assert LeadFive() in [question for question, _ in leads]
    assert all(question == (LeadFive() if hand <= {15, 25, 35} else Lead()) for question, hand in leads)


def test_the_second_is_asked_for_the_call() -> None:
    """3.3"""
    assert asked(played(example_one(), 22)) == Call(Card(22))


def test_the_others_are_asked_to_follow_it() -> None:
    """3.4"""
    assert asked(played(example_one(), 22, 30)) == Follow("up", Card(22))
    assert asked(played(example_two(), 37, 31, 39)) == Follow("down", Card(37))


def test_who_cannot_follow_is_asked_to_fail_with_what_he_likes() -> None:
    """3.4"""
    assert asked(played(example_two(), 37, 31)) == Fail("down", Card(37))
    state = dealt(3, {0: [20], 1: [21], 2: [1, 2, 3, 4, 5, 6, 7, 8, 9]})
    assert asked(played(state, 20, 21)) == Fail("up", Card(20))


def test_who_is_not_to_play_is_asked_nothing() -> None:
    """3.1"""
    state = played(example_one(), 22)

    assert [sight.question(state, Seat(seat)) for seat in (0, 2, 3, 4)] == [None] * 4


# In words


def test_the_second_example_reads_like_a_match() -> None:
    """6.2"""
    sentences = [ENGLISH.told(facts, NAMES) for facts in told_of(example_two(), 37, 31, 39, 15, 1, 46)]

    turned = "That turns the trick upside down: now the highest card takes it."
    assert sentences == [
        "Anna leads 37, one devil.",
        "Ben plays 31, one devil: down, below 37.",
        f"Cleo has nothing below 37 and fails with 39, one devil. {turned}",
        "Dora plays 15, five devils.",
        "Emil plays 1, no devil.",
        "Fritz has nothing below 37 and fails with 46, no devil. Fritz takes the trick with 46: 8 devils.",
    ]


@pytest.mark.parametrize(("language", "devils"), [("fr", "7 diablotins"), ("en", "7 devils"), ("de", "7 Teufelchen")])
def test_who_took_the_trick_is_told_with_his_devils(language: str, devils: str) -> None:
    """6.1"""
    sentence = Words(language, GAME).told(told(played(example_one(), 22, 30, 27, 34), 23), NAMES)

    assert "Emil" in sentence
    assert "Dora" in sentence
    assert devils in sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_move_of_a_match_can_be_told_and_every_question_asked_without_signs(seats: int, language: str) -> None:
    """They are read aloud too. Only while the hands are dealt is there nothing to be said."""
    words, names = Words(language, GAME), NAMES[:seats]
    match = a_match(seats, seats, rounds=2)
    state, sentences = rules.start(match.options, seats), []
    for move in match.moves:
        sentences += [words.question(sight.question(state, seat), names) for seat in rules.to_act(state)]
        before, state = state, rules.apply(state, move)
        sentence = words.told(sight.told(before, move, state, PUBLIC), names)
        assert sentence or isinstance(move.what, Deal)
        sentences.append(sentence)

    assert not re.search(f"[{SIGNS}{{}}]|None", " ".join(sentences))
