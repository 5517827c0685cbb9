"""What goes on in this process beside the thoughts that it is asked for: until then it is not put to sleep."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

_numbers = count()
_going_on: set[int] = set()


@contextmanager
def unfinished() -> Iterator[None]:
    """Something is being worked out that would be lost with the process."""
    number = next(_numbers)
    _going_on.add(number)
    try:
        yield
    finally:
        _going_on.discard(number)


def is_unfinished() -> bool:
    return bool(_going_on)
