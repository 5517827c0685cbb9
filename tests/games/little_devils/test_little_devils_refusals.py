"""Does Little Devils refuse all that is wrong, for the right reason, in every language?"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from pandemonium import begin
from pandemonium.core.game import NATURE, Illegal, Mover, Seat
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.little_devils import GAME, rules
from pandemonium.games.little_devils.rules import Action, Card, Deal, Dealer, Event, Options, Play, State
from tests.games.little_devils.scenes import by, dealt, played, refused

ONE_TO_NINE = tuple(map(Card, range(1, 10)))


def nobody_sits_down_yet() -> State:
    return rules.start(Options(), 3)


def dealer_drawn() -> State:
    return by(nobody_sits_down_yet(), NATURE, Dealer(Seat(0)))


def one_hand_dealt() -> State:
    return by(dealer_drawn(), NATURE, Deal(Seat(0), ONE_TO_NINE))


def to_lead() -> State:
    """Seat 0 leads, from 1 2 3 4 5 6 7 15 25."""
    return dealt(3, {0: [1, 2, 3, 4, 5, 6, 7, 15, 25]})


def going_up() -> State:
    """Seat 2 is third, after 10 and 20."""
    return played(dealt(3, {0: [10], 1: [20], 2: [9, 11]}), 10, 20)


def going_down() -> State:
    return played(dealt(3, {0: [10], 1: [5], 2: [9, 11]}), 10, 5)


def over() -> State:
    match = begin(GAME, 3, {"rounds": 1}, seed=1)
    luck = Random(1)
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
    state: State = match.state
    return state


CASES: list[tuple[State, Mover, Action | Event, str, dict[str, int]]] = [
    (nobody_sits_down_yet(), NATURE, Deal(Seat(0), ONE_TO_NINE), "no-dealer-yet", {}),
    (nobody_sits_down_yet(), NATURE, Dealer(Seat(3)), "no-such-seat", {"seat": 3}),
    (nobody_sits_down_yet(), NATURE, Dealer(Seat(-1)), "no-such-seat", {"seat": -1}),
    (nobody_sits_down_yet(), Seat(0), Dealer(Seat(0)), "not-yours-to-do", {}),
    (nobody_sits_down_yet(), Seat(0), Play(Card(1)), "not-your-turn", {}),
    (dealer_drawn(), NATURE, Dealer(Seat(1)), "dealer-is-known", {}),
    (dealer_drawn(), Seat(0), Deal(Seat(0), ONE_TO_NINE), "not-yours-to-do", {}),
    (dealer_drawn(), NATURE, Deal(Seat(0), None), "covered", {}),
    (dealer_drawn(), NATURE, Deal(Seat(3), ONE_TO_NINE), "no-such-seat", {"seat": 3}),
    (dealer_drawn(), NATURE, Deal(Seat(-1), ONE_TO_NINE), "no-such-seat", {"seat": -1}),
    (dealer_drawn(), NATURE, Deal(Seat(0), ONE_TO_NINE[:8]), "nine-cards-each", {}),
    (dealer_drawn(), NATURE, Deal(Seat(0), ()), "nine-cards-each", {}),
    (dealer_drawn(), NATURE, Deal(Seat(0), (*ONE_TO_NINE[:8], Card(8))), "nine-cards-each", {}),
    (dealer_drawn(), NATURE, Deal(Seat(0), (*ONE_TO_NINE[:8], Card(0))), "not-in-the-deck", {"card": 0}),
    (dealer_drawn(), NATURE, Deal(Seat(0), (*ONE_TO_NINE[:8], Card(10**12))), "not-in-the-deck", {"card": 10**12}),
    (dealer_drawn(), NATURE, Deal(Seat(0), (*ONE_TO_NINE[:8], Card(-5))), "not-in-the-deck", {"card": -5}),
    (one_hand_dealt(), NATURE, Deal(Seat(0), ONE_TO_NINE), "has-been-dealt", {"seat": 0}),
    (one_hand_dealt(), NATURE, Deal(Seat(1), ONE_TO_NINE), "not-in-the-deck", {"card": 1}),
    (one_hand_dealt(), Seat(0), Play(Card(1)), "not-your-turn", {}),
    (to_lead(), NATURE, Dealer(Seat(0)), "dealer-is-known", {}),
    (to_lead(), NATURE, Deal(Seat(0), ONE_TO_NINE), "has-been-dealt", {"seat": 0}),
    (to_lead(), NATURE, Play(Card(1)), "not-your-turn", {}),
    (to_lead(), Seat(1), Play(Card(8)), "not-your-turn", {}),
    (to_lead(), Seat(-3), Play(Card(1)), "not-your-turn", {}),
    (to_lead(), Seat(99), Play(Card(1)), "not-your-turn", {}),
    (to_lead(), Seat(0), Dealer(Seat(0)), "not-yours-to-do", {}),
    (to_lead(), Seat(0), Play(Card(8)), "not-in-hand", {"card": 8}),
    (to_lead(), Seat(0), Play(Card(0)), "not-in-hand", {"card": 0}),
    (to_lead(), Seat(0), Play(Card(55)), "not-in-hand", {"card": 55}),
    # Hands are rows of bytes: a number that is none must be refused like any other.
    (to_lead(), Seat(0), Play(Card(-1)), "not-in-hand", {"card": -1}),
    (to_lead(), Seat(0), Play(Card(256)), "not-in-hand", {"card": 256}),
    (to_lead(), Seat(0), Play(Card(10**12)), "not-in-hand", {"card": 10**12}),
    (to_lead(), Seat(0), Play(Card(15)), "no-five-led", {"card": 15}),
    (going_up(), Seat(2), Play(Card(9)), "must-follow-up", {"lead": 10}),
    (going_down(), Seat(2), Play(Card(11)), "must-follow-down", {"lead": 10}),
    (going_up(), Seat(2), Play(Card(10)), "not-in-hand", {"card": 10}),
    (over(), Seat(0), Play(Card(1)), "match-over", {}),
    (over(), NATURE, Dealer(Seat(0)), "match-over", {}),
    (over(), NATURE, Deal(Seat(0), ONE_TO_NINE), "match-over", {}),
    (over(), Seat(0), Deal(Seat(0), None), "match-over", {}),
]


@pytest.mark.parametrize(("state", "mover", "action", "key", "facts"), CASES, ids=[case[3] for case in CASES])
def test_what_is_wrong_is_refused_for_its_reason(
    state: State, mover: Mover, action: Action | Event, key: str, facts: dict[str, int]
) -> None:
    """2.1, 2.2, 3.1 to 3.4, 4.2"""
    refusal = refused(state, mover, action)

    assert refusal is not None
    assert (refusal.key, refusal.facts) == (key, facts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_sentence(language: str) -> None:
    words = Words(language, GAME)
    for *_, key, facts in CASES:
        sentence = words.refusal(Illegal(key, **facts))

        assert all(str(fact) in sentence for fact in facts.values())
        assert "{" not in sentence


def test_every_refusal_of_the_rules_is_among_these() -> None:
    source = Path(rules.__file__).read_text(encoding="utf-8")
    raised = {key for call in re.findall(r"Illegal\((.*)\)", source) for key in re.findall(r'"([a-z-]+)"', call)}

    assert raised == {key for *_, key, _ in CASES}


def test_a_refusal_changes_nothing_and_the_player_may_try_again() -> None:
    """3.2"""
    match = begin(GAME, 3, seed=1)
    (seat,) = match.to_act
    before = match.state
    with pytest.raises(Illegal):
        match.play(seat, Play(Card(99)))

    assert match.state == before
    assert match.legal(seat)
