"""Little Devils recounted by hand from a finished match on paper, without looking at the rules' code."""

from __future__ import annotations

from collections.abc import Iterator

# Rule 1.2, as the table has it.
TABLE = """
0: 1 2 14 16 24 26 34 36 44 46
1: 3 5 7 9 11 13 17 19 21 23 27 29 31 33 37 39 41 43 47 49 51 53
2: 4 12 18 22 28 32 38 42 48
3: 6 8 10 20 30 40 50 52 54
5: 15 25 35 45
"""


def recount(lines: list[list[str]], seats: int, options: dict[str, str]) -> list[int]:
    """The devils of each seat at the end."""
    devils = {}
    for row in TABLE.strip().splitlines():
        count, cards = row.split(":")
        for card in cards.split():
            devils[int(card)] = int(count)

    line = iter(lines)
    dealer = _dealer(next(line), seats)
    totals = [0] * seats
    rounds_played = 0
    while not _ended(totals, rounds_played, options):
        hands = _deal(line, seats)
        leader = first_leader = (dealer + 1) % seats
        for _ in range(9):
            trick = _trick(line, hands, leader, seats, devils)
            leader = _taker(trick)
            totals[leader] += sum(devils[card] for _, card in trick)
        assert not any(hands), "a card was left after nine tricks"
        dealer = first_leader
        rounds_played += 1
    assert next(line, None) is None, "moves after the end"
    return totals


def _dealer(words: list[str], seats: int) -> int:
    who, what, seat = words
    assert (who, what) == ("nature", "dealer")
    assert 0 <= int(seat) < seats
    return int(seat)


def _ended(totals: list[int], rounds_played: int, options: dict[str, str]) -> bool:
    if "rounds" in options:
        return rounds_played == int(options["rounds"])
    return any(total >= int(options.get("limit", "100")) + 1 for total in totals)


def _deal(line: Iterator[list[str]], seats: int) -> list[list[int]]:
    hands: list[list[int]] = [[] for _ in range(seats)]
    for _ in range(seats):
        who, what, seat, *cards = next(line)
        assert (who, what) == ("nature", "deal")
        assert not hands[int(seat)], "dealt twice"
        hands[int(seat)] = [int(card) for card in cards]
        assert len(cards) == 9
    assert sorted(card for hand in hands for card in hand) == list(range(1, 9 * seats + 1)), (
        "not the deck of this table"
    )
    return hands


def _trick(
    line: Iterator[list[str]], hands: list[list[int]], leader: int, seats: int, devils: dict[int, int]
) -> list[tuple[int, int]]:
    """Who played what, in order; every card checked as it falls."""
    trick: list[tuple[int, int]] = []
    for place in range(seats):
        who, what, text = next(line)
        seat, card = int(who), int(text)
        assert what == "play"
        assert seat == (leader + place) % seats, f"seat {seat} played out of turn"
        hand = hands[seat]
        assert card in hand, f"seat {seat} does not hold {card}"
        if place == 0 and devils[card] == 5:
            assert {devils[other] for other in hand} == {5}, "a five was led for no need"
        if place >= 2:
            lead, second = trick[0][1], trick[1][1]
            obeys = [other for other in hand if (other - lead) * (second - lead) > 0]
            assert card in obeys or obeys == [], f"seat {seat} could have followed"
        hand.remove(card)
        trick.append((seat, card))
    return trick


def _taker(trick: list[tuple[int, int]]) -> int:
    """The card farthest from the lead takes it: of those that failed, if any did, else of the others."""
    lead, second = trick[0][1], trick[1][1]
    failed = [(seat, card) for seat, card in trick if (card - lead) * (second - lead) < 0]
    return max(failed or trick, key=lambda played: abs(played[1] - lead))[0]
