"""How a kernel is made fast: compiled where numba is there, plain Python with the same answers where it is not.

A kernel is plain functions on whole numbers, floats and arrays. Sets of cards are whole numbers, a bit each, of at
most 62 bits, so that the sign is never touched and Python and the processor agree. Import this only when somebody is
about to think: numba takes a while.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

try:
    from llvmlite import ir
    from numba import config, njit, types
    from numba.extending import intrinsic, overload
except ImportError as why:  # There is no numba for every Python and every processor.
    COMPILES = False
    logging.getLogger(__name__).warning("Bots think in Python, and less far: nothing can be compiled here (%s).", why)
else:
    COMPILES = True

WORD: Final = 0xFFFFFFFF


def _by_content() -> Path:
    """Where compiled code is kept: a folder for what all kernels say. numba looks at the age of a function's own file
    only, but what it compiles holds the functions of other files too."""
    seen = sha256()
    for file in sorted(Path(__file__).parent.parent.rglob("*.py")):
        text = file.read_bytes()
        if b"search.compiled" in text or file.name == Path(__file__).name:
            seen.update(text)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pandemonium" / seen.hexdigest()[:16]


if COMPILES and not config.CACHE_DIR:  # type: ignore[attr-defined]
    try:
        (_kept := _by_content()).mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # No home, or none to write to: numba finds a place of its own.
        pass
    else:
        config.CACHE_DIR = str(_kept)  # type: ignore[attr-defined]


def compiled(function: F) -> F:
    """The function in machine code, kept on disk; itself where nothing can be compiled."""
    if not COMPILES:
        return function
    return cast("F", njit(cache=True, nogil=True, error_model="numpy")(function))


def ones(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set; there must be one."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """The number of the highest bit that is set; there must be one."""
    return int(bits).bit_length() - 1


if COMPILES:
    _NO = ir.Constant(ir.IntType(1), 0)

    def _instruction(emit: Callable[[Any, Any], Any]) -> Any:
        """One instruction of the processor, on a word of 64 bits."""

        def typed(typing: Any, bits: Any) -> Any:  # noqa: ARG001
            return types.int64(types.int64), lambda _, builder, __, values: emit(builder, values[0])

        return intrinsic(typed)

    _ones = _instruction(lambda builder, bits: builder.ctpop(bits))
    _lowest = _instruction(lambda builder, bits: builder.cttz(bits, _NO))
    _leading = _instruction(lambda builder, bits: builder.ctlz(bits, _NO))

    overload(ones, inline="always")(lambda bits: lambda bits: _ones(bits))  # noqa: ARG005, PLW0108
    overload(lowest, inline="always")(lambda bits: lambda bits: _lowest(bits))  # noqa: ARG005, PLW0108
    overload(highest, inline="always")(lambda bits: lambda bits: 63 - _leading(bits))  # noqa: ARG005


@compiled
def below(luck: Any, n: int) -> int:
    """A number below n from two words of luck: a shift register and a counter, added."""
    word = luck[0]
    word ^= (word << 13) & WORD
    word ^= word >> 17
    word ^= (word << 5) & WORD
    luck[0] = word
    count = (luck[1] + 0x9E3779B9) & WORD
    luck[1] = count
    return (((word + count) & WORD) * n) >> 32
