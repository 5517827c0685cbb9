"""Who was first: bounds, cuts, the settle window, lots and receipts, without a socket."""

from __future__ import annotations

import socket
import sys
from asyncio import BaseTransport
from random import Random

import pytest

from pandemonium.core.chance import FairChance, LooseChance, lots
from pandemonium.core.game import Seat
from pandemonium.server.race.judge import (
    BURNT,
    FRAME,
    HERE,
    LONGEST_SETTLE,
    MOST_LEEWAY,
    STEADY_AFTER,
    USUALLY_GIVEN,
    Account,
    Heat,
    Link,
    Timed,
    bounds,
    is_steady,
)
from pandemonium.server.race.round_trips import ENOUGH, EXTENSION, FROM_PROXY, RoundTrips, round_trips, shortest
from pandemonium.server.transport.proxies import Proxies
from pandemonium.server.wire.messages import Lot

NEAR = Link(least=5, usual=6, spread=1)
FAR = Link(least=250, usual=262, spread=12)
ONE, TWO, THREE = Seat(0), Seat(1), Seat(2)


def always(one: Timed, other: Timed) -> bool:  # noqa: ARG001
    return True


def heat(*seats: Seat, deadline: float = 10_000, lots: int = 0) -> Heat:
    return Heat({seat: Account() for seat in seats}, deadline, 100, LooseChance(Random(lots)))


def order(of: Heat, now: float = 1e9) -> list[int]:
    decided: list[int] = []
    while (attempt := of.next(now, always)) is not None:
        decided.append(attempt.seat)
    return decided


# 5.1 Bounds


@pytest.mark.parametrize("link", [NEAR, FAR])
def test_an_honest_claim_counts_as_it_is(link: Link) -> None:
    attempt = heat(ONE).time(ONE, None, 700, 700 + link.usual + 9, link)

    assert attempt.counted == 700
    assert attempt.verdict == "counted"


@pytest.mark.parametrize("link", [NEAR, FAR])
@pytest.mark.parametrize("claimed", [0, 100, 500])
def test_a_claim_that_the_connection_does_not_allow_is_cut_and_not_refused(link: Link, claimed: int) -> None:
    attempt = heat(ONE).time(ONE, None, claimed, 700 + link.usual, link)

    assert attempt.verdict == "cut"
    assert 700 - FRAME - link.spread <= attempt.counted < 700
    assert attempt.line().correction == round(attempt.counted) - claimed


def test_a_claim_to_have_been_slower_than_possible_is_cut_too() -> None:
    attempt = heat(ONE).time(ONE, None, 5_000, 700, NEAR)

    assert attempt.verdict == "cut"
    assert attempt.counted == bounds(700, NEAR)[1] == 700


def test_whoever_measured_nothing_is_timed_by_the_house() -> None:
    assert heat(ONE).time(ONE, None, None, 700, FAR).counted == 700 - FAR.usual


def test_nothing_is_credited_to_a_connection_that_nothing_is_known_of() -> None:
    assert heat(ONE).time(ONE, None, 400, 700, HERE).counted >= 700 - FRAME


def test_who_always_claims_the_utmost_is_given_less_and_less() -> None:
    account = Account()
    given = []
    for _ in range(30):
        attempt = Heat({ONE: account}, 10_000, 100, LooseChance(Random(0))).time(ONE, None, 0, 700 + FAR.usual, FAR)
        given.append(700 - attempt.counted)

    assert given[0] == FRAME + FAR.spread
    assert given[-1] == pytest.approx(USUALLY_GIVEN)
    assert sum(given) <= MOST_LEEWAY + 30 * USUALLY_GIVEN


def test_what_nobody_takes_cannot_be_saved_for_ever() -> None:
    account = Account()
    for _ in range(30):
        Heat({ONE: account}, 10_000, 100, LooseChance(Random(0))).time(ONE, None, 720, 700 + FAR.usual, FAR)

    assert account.leeway == MOST_LEEWAY


def test_whoever_plays_in_the_house_has_the_reaction_that_he_has() -> None:
    attempt = heat(ONE).enter(ONE, None, 612)

    assert (attempt.counted, attempt.doubt, attempt.verdict) == (612, 0, "counted")
    assert attempt.line().bot
    assert not heat(ONE).time(ONE, None, 612, 640, NEAR).line().bot


# 5.2 The settle window


def test_a_far_player_who_was_earlier_is_first_although_he_comes_later() -> None:
    race = heat(ONE, TWO)
    race.watches({ONE: NEAR, TWO: FAR})
    race.time(ONE, "near", 700, 715, NEAR)
    assert race.next(715, always) is None
    race.time(TWO, "far", 600, 870, FAR)

    assert order(race) == [TWO, ONE]


def test_a_attempt_waits_until_nobody_can_be_earlier_and_no_longer() -> None:
    race = heat(ONE, TWO)
    race.watches({ONE: NEAR, TWO: FAR})
    race.time(ONE, None, 700, 715, NEAR)
    settled = race.settles_at()

    assert settled is not None
    assert bounds(settled, FAR)[0] == pytest.approx(700 + race.pending[0].doubt)
    assert race.next(settled - 1, always) is None
    assert race.next(settled, always) is not None


def test_nobody_waits_for_those_who_have_grabbed_or_are_not_here() -> None:
    race = heat(ONE, TWO, THREE)
    race.watches({ONE: NEAR, TWO: FAR})
    race.time(ONE, None, 700, 715, NEAR)
    race.time(TWO, None, 800, 715, FAR)

    settled = race.settles_at()
    assert settled is not None
    assert settled < 760


def test_a_attempt_does_not_wait_for_ever() -> None:
    race = heat(ONE, TWO)
    race.watches({TWO: Link(390, 400, 400)})
    race.time(ONE, None, 700, 701, NEAR)
    settled = race.settles_at()

    assert settled is not None
    assert settled <= 701 + LONGEST_SETTLE


def test_the_bell_waits_for_what_was_in_time() -> None:
    race = heat(ONE, deadline=3_000)
    race.watches({ONE: FAR})

    assert race.ends_at() > 3_000 + FAR.usual
    assert race.time(ONE, None, 2_990, 3_000 + FAR.usual, FAR).verdict == "counted"


# 5.4 Hands and machines


def test_faster_than_a_hand_is_refused_and_noted() -> None:
    race = heat(ONE)
    race.time(ONE, None, 60, 70, NEAR)

    assert race.pending == []
    (line,) = race.receipt(1, 2).lines
    assert line.verdict == "inhuman"
    assert line.counted is None


def test_who_was_faster_than_a_hand_has_burnt_his_fingers() -> None:
    """5.4 Not for ever, and nobody else."""
    race = heat(ONE, TWO)
    race.time(ONE, None, 60, 70, NEAR)
    verdicts = [race.time(ONE, None, ms, ms + 10, NEAR).verdict for ms in (120, 300, 500)]
    race.time(TWO, None, 300, 310, NEAR)
    late = race.time(ONE, None, 580, 590, NEAR)

    assert verdicts == ["burnt", "burnt", "burnt"]
    assert late.verdict == "counted"
    assert order(race) == [TWO, ONE]
    assert [line.counted for line in race.receipt(1, 2).lines][:4] == [None] * 4


def test_grabbing_all_the_time_makes_nobody_the_fastest() -> None:
    race = heat(ONE)
    attempts = [race.time(ONE, None, ms, ms + 5, NEAR) for ms in range(0, 600, 10)]

    assert next(attempt.counted for attempt in attempts if attempt.verdict == "counted") >= BURNT


def test_reactions_that_are_no_persons_are_said_to_be_so() -> None:
    random = Random(3)
    person = [random.gauss(700, 120) for _ in range(40)]
    program = [random.gauss(350, 6) for _ in range(40)]

    assert not any(is_steady(person[first : first + STEADY_AFTER]) for first in range(30))
    assert all(is_steady(program[first : first + STEADY_AFTER]) for first in range(30))
    assert not is_steady(program[: STEADY_AFTER - 1])
    race = heat(ONE, TWO)
    race.time(ONE, None, 700, 715, NEAR)
    race.time(TWO, None, 800, 815, NEAR)
    order(race)
    assert [line.steady for line in race.receipt(1, 2, {TWO}).lines] == [False, True]


def test_after_the_deadline_is_too_late() -> None:
    assert heat(ONE, deadline=3_000).time(ONE, None, 3_100, 3_110, NEAR).verdict == "late"


# 5.5 Lots


@pytest.mark.parametrize("claims", [(700, 703), (703, 700)])
def test_what_cannot_be_told_apart_is_decided_by_lot(claims: tuple[int, int]) -> None:
    winners = set()
    for number in range(40):
        race = heat(ONE, TWO, lots=number)
        race.time(ONE, None, claims[0], claims[0] + 15, NEAR)
        race.time(TWO, None, claims[1], claims[1] + FAR.usual + 9, FAR)
        winners.add(order(race)[0])
        assert [line.verdict for line in race.receipt(1, 2).lines] == ["lot", "lot"]

    assert winners == {ONE, TWO}


def test_a_receipt_says_who_was_in_a_lot_and_on_whom_it_fell() -> None:
    """Else nobody could draw it again."""
    race = heat(ONE, TWO)
    race.time(TWO, None, 700, 715, NEAR)
    race.time(ONE, None, 703, 718, NEAR)
    winner = order(race)[0]

    assert race.receipt(1, 2).lots == (Lot((ONE, TWO), winner),)


def test_lots_of_a_round_that_does_not_count_are_not_on_its_receipt() -> None:
    race = heat(ONE, TWO)
    race.time(ONE, None, 700, 715, NEAR)
    race.time(TWO, None, 703, 718, NEAR)
    order(race)
    race.call_off()

    assert race.receipt(1, 2, stumbled=90).lots == ()


def test_what_can_be_told_apart_is_not() -> None:
    race = heat(ONE, TWO)
    race.time(ONE, None, 700, 715, NEAR)
    race.time(TWO, None, 745, 760, NEAR)

    assert order(race) == [ONE, TWO]
    assert [line.verdict for line in race.receipt(1, 2).lines] == ["counted", "counted"]


def test_there_is_no_lot_where_both_can_have_what_they_want() -> None:
    race = heat(ONE, TWO)
    race.time(ONE, None, 700, 715, NEAR)
    race.time(TWO, None, 701, 716, NEAR)

    assert [attempt.seat for _ in range(2) if (attempt := race.next(1e9, lambda *_: False))] == [ONE, TWO]
    assert [line.verdict for line in race.receipt(1, 2).lines] == ["counted", "counted"]


# 5.3 Receipts


def test_a_receipt_says_all_that_was_measured_in_the_order_that_was_decided() -> None:
    race = heat(ONE, TWO)
    race.time(ONE, None, 700, 715, NEAR)
    race.time(TWO, None, 500, 870, FAR)
    order(race)
    first, second = race.receipt(7, 9).lines

    assert (first.seat, first.claimed, first.arrived, first.round_trip) == (TWO, 500, 870, 262)
    assert first.counted == 870 - 262 - 29
    assert first.correction == first.counted - 500
    assert (second.seat, second.claimed, second.counted, second.correction) == (ONE, 700, 700, 0)


def test_who_was_still_waiting_when_it_was_over_reads_that_it_was_gone() -> None:
    race = heat(ONE)
    race.time(ONE, None, 700, 715, NEAR)
    race.drop()

    assert [line.verdict for line in race.receipt(1, 2).lines] == ["gone"]


# How far away somebody is


def measured(samples: list[float], kernel: float | None = None) -> Link:
    trips = RoundTrips(lambda: kernel)
    for sample in samples:
        trips.heard(sample)
    return trips.link()


def test_a_few_pings_are_needed_before_anything_is_known() -> None:
    assert measured([40.0] * (ENOUGH - 1)) == HERE
    assert measured([40.0] * ENOUGH).usual == 40


def test_one_late_answer_changes_nothing() -> None:
    assert measured([40.0] * 9 + [400.0]) == measured([40.0] * 10)


def test_who_answers_pings_late_is_not_believed_to_be_far() -> None:
    """The kernel's acknowledgements know better."""
    honest, pretending = measured([40.0] * 20, kernel=39), measured([140.0] * 20, kernel=39)

    assert honest.usual == 40
    assert pretending.usual <= 39 + 5
    assert pretending.spread <= 5


def test_whoever_answers_at_random_gains_no_leeway() -> None:
    random = Random(1)
    link = measured([40 + random.uniform(0, 300) for _ in range(40)], kernel=39)

    assert link.usual + link.spread <= 39 + 10


class Transport(BaseTransport):
    """As much of asyncio's as is asked."""

    def __init__(self, peer: str, its: socket.socket) -> None:
        self.known = {"peername": (peer, 1), "socket": its}

    def get_extra_info(self, name: str, default: object = None) -> object:
        return self.known.get(name, default)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says")
def test_the_kernel_knows_how_far_away_its_neighbour_is() -> None:
    with socket.create_server(("127.0.0.1", 0)) as house, socket.create_connection(house.getsockname()) as player:
        its, _ = house.accept()
        with its:
            its.sendall(b"?")
            player.recv(1)
            found = shortest(Transport("192.0.2.1", its))

            assert found is not None
            assert 0 <= found < 50
            assert shortest(Transport("127.0.0.1", its)) is None  # Somebody's tunnel, perhaps.


def test_the_kernel_is_not_asked_where_a_proxy_stands_between() -> None:
    for proxies, client, asked in (((), ("a", 1), True), ((), ("b", 0), False), (("proxy",), ("a", 1), False)):
        trips = RoundTrips(lambda: 7.0)
        scope = {"client": client, "extensions": {EXTENSION: {"trips": trips, "peer": ("a", 1)}}}

        assert round_trips(scope, proxies) is trips
        assert (trips.kernel() == 7.0) == asked


@pytest.mark.parametrize(
    ("proxies", "word", "known"),
    [
        ("10.0.0.2", "38500", 38.5),
        ("10.0.0.0/24", "38500", 38.5),
        ("192.0.2.1", "38500", None),
        ("10.0.0.2", "", None),
        ("10.0.0.2", "near", None),
        ("10.0.0.2", "-1", None),
        ("10.0.0.2", "9" * 30, None),
    ],
)
def test_a_proxy_that_was_named_passes_on_what_its_kernel_knows(proxies: str, word: str, known: float | None) -> None:
    trips = RoundTrips(lambda: 0.1)
    scope = {"client": ("203.0.113.5", 0), "extensions": {EXTENSION: {"trips": trips, "peer": ("10.0.0.2", 4000)}}}
    round_trips(scope, Proxies(proxies), {FROM_PROXY: word})

    assert trips.kernel() == known


def test_whoever_comes_without_a_proxy_cannot_say_how_far_away_he_is() -> None:
    trips = RoundTrips(lambda: 7.0)
    scope = {"client": ("203.0.113.5", 1), "extensions": {EXTENSION: {"trips": trips, "peer": ("203.0.113.5", 1)}}}
    round_trips(scope, (), {FROM_PROXY: "380000"})

    assert trips.kernel() == 7.0


def test_credit_has_an_end() -> None:
    assert measured([3_000.0] * 20).usual == 400


def test_lots_follow_from_the_seed_round_by_round() -> None:
    """Who was equally fast can find out afterwards that nobody chose."""
    chance = FairChance(bytes(32), [(0, bytes(16))])
    drawn = [[lots(chance, round).below(6) for _ in range(2)] for round in range(40)]

    assert all(one == two for one, two in drawn)
    assert len({one for one, _ in drawn}) == 6


@pytest.mark.parametrize(
    ("arrived", "verdict"),
    [(99.4, "inhuman"), (99.6, "counted"), (100.0, "counted"), (10_000.4, "counted"), (10_000.6, "late")],
)
def test_a_attempt_is_judged_by_the_milliseconds_that_the_rules_are_told(arrived: float, verdict: str) -> None:
    """Or one would be refused here and let in by the rules, and nobody would answer it."""
    attempt = heat(ONE).time(ONE, None, None, arrived, HERE)

    assert attempt.verdict == verdict
