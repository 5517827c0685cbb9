"""The horns of everybody, counted from the paper alone: this file must not look at rules.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def value(word: str) -> tuple[int, int]:
    """What two dice are worth: the devil above doubles above all else."""
    high, low = sorted(map(int, word), reverse=True)
    return (3, 0) if (high, low) == (2, 1) else (2, high) if high == low else (1, 10 * high + low)


def recount(lines: Sequence[Sequence[str]], seats: int, options: Mapping[str, str]) -> list[int]:  # noqa: ARG001
    """Each line is who moved and what he did: `0 claim 53`."""
    horns = [0] * seats
    liar, claim, doubter = 0, "", 0
    for by, verb, *words in lines:
        match verb:
            case "claim":
                liar, claim = int(by), words[0]
            case "doubt":
                doubter = int(by)
            case "yield":
                horns[int(by)] += 1
            case "show":
                loser = liar if value(words[0]) < value(claim) else doubter
                horns[loser] += 2 if claim == "21" else 1
    return horns
