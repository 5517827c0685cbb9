"""What the dice of Diavolo say, and how they fall."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import hypot, sqrt
from random import Random

import pytest

from pandemonium.core.chance import Chance, FairChance, LooseChance
from pandemonium.games.diavolo.dice import ORDERS, Colour, OrderFace, Place, Throw, nearest, right_colour
from pandemonium.games.diavolo.scatter import ROOM, SPOTS, scattered, thrown

MIDDLE = Place(0, 0, 0)
FAR = Place(4, 0, 0)


def lying(*places: Place) -> Throw:
    """Two dice of each colour around an Order die in the middle."""
    return Throw("closest", (1, 1), (1, 1), (1, 1), (MIDDLE, *places))


class Counted(Chance):
    """Luck that counts how often it is asked."""

    def __init__(self, seed: int) -> None:
        self.luck = LooseChance(Random(seed))
        self.asked = 0

    def below(self, n: int) -> int:
        self.asked += 1
        return self.luck.below(n)


@pytest.mark.parametrize(
    ("order", "right"),
    [
        ("largest-sum", "red"),
        ("smallest-sum", "black"),
        ("largest-spread", "white"),
        ("most-odd", "red"),
        ("highest-value", "grey"),
        ("closest", "red"),
    ],
)
def test_the_example_of_the_sheet(order: OrderFace, right: Colour) -> None:
    """7, 3.1, 3.2; in its picture a red die lies nearest."""
    places = tuple(Place(x, y, 0) for x, y in ((0, 0), (3, 0), (0, 3), (-3, 0), (1.7, 1), *[(4, 3)] * 5))
    throw = Throw(order, (2, 3, 6), (3, 5, 5), (1, 5, 6), places)

    assert right_colour(throw) == right


@pytest.mark.parametrize(
    ("order", "black", "red", "white"),
    [
        ("largest-sum", (1, 5, 6), (2, 4, 6), (1, 1, 1)),
        ("smallest-sum", (1, 1, 2), (1, 1, 2), (6, 6, 6)),
        ("largest-spread", (1, 3, 5), (2, 2, 6), (3, 3, 3)),
        ("most-odd", (1, 3, 6), (5, 5, 2), (2, 4, 1)),
        ("highest-value", (1, 1, 4), (4, 4, 4), (3, 3, 3)),
        ("most-odd", (2, 4, 6), (2, 4, 6), (2, 4, 6)),
    ],
)
def test_grey_is_right_when_colours_tie(
    order: OrderFace, black: tuple[int, ...], red: tuple[int, ...], white: tuple[int, ...]
) -> None:
    """3.2 Two colours, or all three."""
    assert right_colour(Throw(order, black, red, white)) == "grey"


@pytest.mark.parametrize("order", ["largest-sum", "largest-spread", "most-odd", "highest-value"])
def test_a_tie_of_the_others_does_not_matter(order: OrderFace) -> None:
    """3.2"""
    assert right_colour(Throw(order, (2, 2, 4), (2, 2, 4), (1, 5, 5))) == "white"


def test_the_smallest_sum_is_not_tied_by_larger_ones() -> None:
    """3.2"""
    assert right_colour(Throw("smallest-sum", (2, 2, 4), (2, 2, 4), (1, 1, 5))) == "white"


def test_the_closest_die_is_measured_from_centre_to_centre() -> None:
    """3.1"""
    throw = lying(Place(0, 2.5, 45), FAR, Place(-2.4, 0, 0), FAR, Place(2, -2, 0), FAR)

    assert nearest(throw) == (2.5, 2.4, hypot(2, 2))
    assert right_colour(throw) == "red"


def test_two_dice_equally_close_make_grey_right() -> None:
    """3.2, 4.1 A throw that is typed in may do what ours never does."""
    throw = lying(Place(0, 2, 0), FAR, Place(-2, 0, 0), FAR, Place(3, 0, 0), FAR)

    assert right_colour(throw) == "grey"


def test_two_equally_close_dice_of_one_colour_are_no_tie() -> None:
    """3.2"""
    throw = lying(Place(0, 2, 0), Place(2, 0, 0), FAR, FAR, Place(3, 0, 0), FAR)

    assert right_colour(throw) == "black"


def test_no_two_dice_overlap_however_they_are_turned() -> None:
    """4.1"""
    for seed in range(200):
        throw = thrown("largest-sum", 3, LooseChance(Random(seed)))
        assert throw.places is not None
        assert min(hypot(one.x - other.x, one.y - other.y) for one, other in combinations(throw.places, 2)) > sqrt(2)


def test_the_eye_can_always_decide_which_die_is_closest() -> None:
    """4.1"""
    for seed in range(300):
        first, second, _ = sorted(nearest(thrown("closest", 2 + seed % 2, LooseChance(Random(seed)))))
        assert second - first >= 0.25 - 1e-9


def test_the_dice_lie_on_an_oval_table_turned_anyhow() -> None:
    """4.1"""
    places = [place for seed in range(100) for place in thrown("closest", 3, LooseChance(Random(seed))).places or ()]

    assert all((place.x / 4.5) ** 2 + (place.y / 3.5) ** 2 <= 1 + 1e-9 for place in places)
    assert max(place.x for place in places) > 4
    assert min(place.y for place in places) < -3
    assert {place.degrees // 90 for place in places} == {0, 1, 2, 3}


def test_the_listed_values_are_sorted() -> None:
    for seed in range(50):
        throw = thrown("closest", 3, LooseChance(Random(seed)))
        assert all(list(values) == sorted(values) for values in (throw.black, throw.red, throw.white))


def test_the_dice_are_fair() -> None:
    """1.1"""
    chance = LooseChance(Random(1))
    faces = Counter(face for _ in range(1000) for face in thrown("closest", 3, chance).black)

    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert min(faces.values()) > 400
    assert max(faces.values()) < 600


def test_no_colour_is_likelier_to_lie_closest_than_another() -> None:
    """3.1 Chi-square over three colours; the bound is passed by fair luck all but once in 10,000."""
    chance = LooseChance(Random(1))
    closest = Counter(right_colour(thrown("closest", 3, chance)) for _ in range(6_000))

    assert sum((closest[colour] - 2_000) ** 2 / 2_000 for colour in ("black", "red", "white")) < 18.4


def test_a_throw_never_takes_long() -> None:
    """4.1 As many numbers as the worst of two thousand throws needs are soon drawn."""
    asked = []
    for seed in range(2000):
        chance = Counted(seed)
        thrown("closest", 3, chance)
        asked.append(chance.asked)

    assert sum(asked) / len(asked) < 30
    assert max(asked) < 200


def test_there_is_always_room_for_the_tenth_die() -> None:
    """4.1 No die takes the room of two of these ten spots, so nine dice leave one of them free."""
    apart = [(x, 0) for x in (-9, -4, 1, 6)] + [(x, y) for y in (-5, 5) for x in (-6, -1, 4)]

    assert len(apart) == 10
    assert set(apart) <= set(SPOTS)
    assert all(abs(x - a) >= 2 * ROOM - 1 or abs(y - b) >= 2 * ROOM - 1 for (x, y), (a, b) in combinations(apart, 2))


def test_the_worst_luck_finds_room_too() -> None:
    """4.1 Always the first spot, always the last, always the middle one of those that are left."""

    class Stubborn(Chance):
        def __init__(self, share: float) -> None:
            self.share = share

        def below(self, n: int) -> int:
            return int(self.share * (n - 1))

    for share in (0, 0.5, 1):
        assert len(set(scattered(10, Stubborn(share)))) == 10


@pytest.mark.parametrize("order", ORDERS)
def test_the_same_luck_throws_the_same_dice(order: OrderFace) -> None:
    chance = FairChance(b"7" * 32)
    first = thrown(order, 3, chance)
    chance.rewind()

    assert thrown(order, 3, chance) == first
