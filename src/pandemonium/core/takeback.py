"""What may be taken back: one's own last move, and against bots what they did upon it."""

from __future__ import annotations

from collections.abc import Collection

from pandemonium.core.game import Seat
from pandemonium.core.match import AnyMatch


def reach(match: AnyMatch, seat: Seat, bots: Collection[Seat] = (), floor: int = 0) -> int:
    """How many of the newest moves go when this seat takes its last one back; 0 if it cannot.

    Never past nature: the same card would be drawn again, and he would know it. Nor past another person. `bots` are
    those whose moves go with it, where nobody else is at the table; then what is older than `floor` moves stands,
    since another move has followed it.
    """
    if match.game.race is not None or match.result is not None:
        return 0
    for count, move in enumerate(reversed(match.moves), start=1):
        if move.by == seat:
            return count if len(match.moves) - count >= floor else 0
        if move.by not in bots:
            return 0
    return 0
