"""Where nature's luck comes from, so that anybody can check it afterwards.

The stream is spelled out in docs/fairness.md; change neither without the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from math import perm
from random import Random
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
SALT_BYTES = 16
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Chance:
    """A source of luck: whole numbers below a bound, without bias, and what follows from them."""

    def below(self, n: int) -> int:
        """One of 0 … n-1, each as likely as the others."""
        raise NotImplementedError

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """k of the items in random order: one number below n·(n-1)·…, read digit by digit."""
        pool = list(items)
        n = len(pool)
        number = self.below(_orders(n, k))
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

    __slots__ = ("_inner", "_outer", "_pool", "_read", "move", "salts", "seed")

    def __init__(self, seed: bytes, salts: Sequence[tuple[int, bytes]] = (), move: int = 0) -> None:
        self.seed = seed
        self.salts = tuple(sorted(salts))
        # HMAC (RFC 2104) with what all blocks have in common hashed once: `hmac` itself takes nearly twice as long.
        key = seed.ljust(64, b"\0") if len(seed) <= 64 else sha256(seed).digest().ljust(64, b"\0")
        self._inner = sha256(key.translate(_INNER) + b"".join(bytes([seat]) + salt for seat, salt in self.salts))
        self._outer = sha256(key.translate(_OUTER))
        self.move = move
        self._pool = b""
        self._read = 0

    def __reduce__(self) -> tuple[type[FairChance], tuple[object, ...]]:
        """A copy begins at the first number of the same move."""
        return FairChance, (self.seed, self.salts, self.move)

    def below(self, n: int) -> int:
        size, limit = _bytes_for(n)
        pool, start = self._pool, self._read
        while True:
            end = start + size
            while len(pool) < end:
                self._pool = pool = pool + self._block(len(pool) // 32)
            number = pool[start] if size == 1 else int.from_bytes(pool[start:end], "big")
            if number < limit:
                self._read = end
                return number % n
            start = end  # It would favour the small ones: read on.

    def rewind(self) -> None:
        """Back to the first number of this move."""
        self._read = 0

    def turn_to(self, move: int) -> None:
        """To the first number of another move of nature."""
        self.move = move
        self._pool = b""
        self._read = 0

    def _block(self, number: int) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update((self.move << 32 | number).to_bytes(8, "big"))
        outer.update(inner.digest())
        return outer.digest()


LOTS = 2**31
"""From here on the moves of the stream are numbered by the rounds of a race: lots among those who were equally fast."""


def lots(chance: FairChance, round: int) -> FairChance:
    """The luck of the lots in this round of a race, apart from nature's own."""
    return FairChance(chance.seed, chance.salts, LOTS + round)


class LooseChance(Chance):
    """Luck that nobody needs to check: for bots, for imagining, for tests."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def below(self, n: int) -> int:
        return self.random.randrange(n)


_orders = lru_cache(maxsize=1024)(perm)


@lru_cache(maxsize=1024)
def _bytes_for(n: int) -> tuple[int, int]:
    """How many bytes hold a number below n, and from where on such a number is read again."""
    if n < 1:
        raise ValueError("there is no number below 0")
    size = ((n - 1).bit_length() + 7) // 8
    return size, 256**size // n * n
