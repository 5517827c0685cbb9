"""Where nature's luck comes from."""

from __future__ import annotations

import hashlib
import hmac
import pickle
from collections import Counter
from copy import copy
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandemonium.core.chance import FairChance

SEED = bytes(range(32))


def test_the_stream_is_as_the_fairness_page_says() -> None:
    """docs/fairness.md: block j of move m is HMAC-SHA-256(seed, salts ‖ m ‖ j), m and j in four bytes each."""
    salts = [(0, b"a" * 16), (2, b"c" * 16)]
    message = b"\x00" + b"a" * 16 + b"\x02" + b"c" * 16 + bytes([0, 0, 0, 5]) + bytes([0, 0, 0, 0])
    block = hmac.new(SEED, message, hashlib.sha256).digest()

    chance = FairChance(SEED, salts, move=5)

    assert [chance.below(256) for _ in range(32)] == list(block)


def test_a_number_that_would_favour_the_small_ones_is_read_again() -> None:
    """Below 100, a byte from 200 on is thrown away."""
    raw = FairChance(SEED)
    fair = [byte % 100 for byte in (raw.below(256) for _ in range(64)) if byte < 200]
    chance = FairChance(SEED)

    assert [chance.below(100) for _ in fair] == fair


def test_large_numbers_take_as_many_bytes_as_they_need() -> None:
    chance = FairChance(SEED)
    raw = FairChance(SEED)
    two_bytes = raw.below(256) * 256 + raw.below(256)

    assert chance.below(65_536) == two_bytes


@given(st.integers(min_value=1, max_value=10**30), st.binary(min_size=32, max_size=32))
def test_every_number_is_below_its_bound(n: int, seed: bytes) -> None:
    assert 0 <= FairChance(seed).below(n) < n


def test_there_is_no_number_below_nought() -> None:
    with pytest.raises(ValueError, match="below 0"):
        FairChance(SEED).below(0)


def test_a_shuffle_is_one_number_read_digit_by_digit() -> None:
    number = FairChance(SEED).below(factorial(5))
    pool, expected = list("abcde"), []
    for size in (5, 4, 3, 2, 1):
        expected.append(pool.pop(number % size))
        number //= size

    assert FairChance(SEED).shuffle("abcde") == expected


def test_every_order_comes_out_of_a_shuffle_equally_often() -> None:
    """Chi-square over the 24 orders of four cards; the bound is passed by fair luck all but once in 10,000."""
    orders = Counter(tuple(FairChance(SEED, move=move).shuffle("abcd")) for move in range(24_000))

    surprise = sum((orders[order] - 1_000) ** 2 / 1_000 for order in permutations("abcd"))

    assert surprise < 55


@given(st.lists(st.integers(), max_size=60), st.integers(min_value=0, max_value=60))
def test_a_sample_is_some_of_the_items_each_at_most_once(items: list[int], k: int) -> None:
    drawn = FairChance(SEED).sample(items, min(k, len(items)))

    assert len(drawn) == min(k, len(items))
    assert not Counter(drawn) - Counter(items)


def test_a_move_of_nature_can_be_drawn_again_from_its_first_number() -> None:
    chance = FairChance(SEED, move=3)
    first = [chance.below(1_000) for _ in range(40)]
    chance.rewind()

    assert [chance.below(1_000) for _ in range(40)] == first


def test_each_move_of_nature_has_its_own_stream() -> None:
    chance = FairChance(SEED)
    for _ in range(100):
        chance.below(10)
    chance.turn_to(7)

    assert chance.below(10**9) == FairChance(SEED, move=7).below(10**9)


def test_what_a_player_adds_changes_the_luck() -> None:
    alone, together = FairChance(SEED), FairChance(SEED, [(1, b"x" * 16)])

    assert alone.below(10**12) != together.below(10**12)


def test_a_copy_goes_on_from_the_same_move() -> None:
    chance = FairChance(SEED, [(1, b"x" * 16)], move=3)

    for copied in (copy(chance), pickle.loads(pickle.dumps(chance))):
        assert copied.below(10**12) == FairChance(SEED, [(1, b"x" * 16)], move=3).below(10**12)
