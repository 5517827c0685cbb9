"""Where nature's luck comes from, so that anybody can check it afterwards.

The stream is spelled out in docs/fairness.md; change neither without the other.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from functools import lru_cache
from math import perm
from random import Random
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
SALT_BYTES = 16


class Chance:
    """A source of luck: whole numbers below a bound, without bias, and what follows from them."""

    def below(self, n: int) -> int:
        """One of 0 … n-1, each as likely as the others."""
        raise NotImplementedError

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """k of the items in random order: one number below n·(n-1)·…, read digit by digit."""
        pool = list(items)
        n = len(pool)
        number = self.below(perm(n, k))
        drawn = []
        for size in range(n, n - k, -1):
            drawn.append(pool.pop(number % size))
            number //= size
        return drawn

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """All the items in random order."""
        return self.sample(items, len(items))

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]


class FairChance(Chance):
    """The published stream: HMAC-SHA-256 under the house's seed, over what the players added.

    Each move of nature has a stream of its own, numbered from 0, so that it can be checked
    alone, and so that a match woken from its log goes on as if it had never slept.
    """

    __slots__ = ("_keyed", "_pool", "_read", "move", "salts", "seed")

    def __init__(self, seed: bytes, salts: Sequence[tuple[int, bytes]] = (), move: int = 0) -> None:
        self.seed = seed
        self.salts = tuple(sorted(salts))
        self._keyed = hmac.new(seed, b"".join(bytes([seat]) + salt for seat, salt in self.salts), "sha256")
        self.move = move
        self._pool = b""
        self._read = 0

    def below(self, n: int) -> int:
        size, limit = _bytes_for(n)
        while True:
            start = self._read
            self._read = end = start + size
            while len(self._pool) < end:
                self._pool += self._block(len(self._pool) // 32)
            number = int.from_bytes(self._pool[start:end], "big")
            if number < limit:  # else it would favour the small ones: read on
                return number % n

    def rewind(self) -> None:
        """Back to the first number of this move."""
        self._read = 0

    def turn_to(self, move: int) -> None:
        """To the first number of another move of nature."""
        self.move = move
        self._pool = b""
        self._read = 0

    def _block(self, number: int) -> bytes:
        block = self._keyed.copy()
        block.update(self.move.to_bytes(4, "big") + number.to_bytes(4, "big"))
        return block.digest()


class LooseChance(Chance):
    """Luck that nobody needs to check: for bots, for imagining, for tests."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def below(self, n: int) -> int:
        return self.random.randrange(n)


@lru_cache(maxsize=1024)
def _bytes_for(n: int) -> tuple[int, int]:
    """How many bytes hold a number below n, and from where on such a number is read again."""
    if n < 1:
        raise ValueError("there is no number below 0")
    size = ((n - 1).bit_length() + 7) // 8
    return size, 256**size // n * n
