"""The coals of everybody, counted from the paper alone: this file must not look at rules.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def recount(lines: Sequence[Sequence[str]], seats: int, options: Mapping[str, str]) -> list[int]:  # noqa: ARG001
    """Each line is who moved and what he did: `nature show 3 5 1`."""
    coals = [0] * seats
    for _, verb, *words in lines:
        if verb == "show":
            dice = [int(word) for word in words]
            for seat, die in enumerate(dice):
                coals[seat] += die == min(dice)
    return coals
