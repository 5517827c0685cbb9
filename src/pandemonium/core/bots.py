"""Who plays when bots do: asks them through a player's eyes, and plays what they answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from pandemonium.core.game import NATURE, AnyGame, Bot, Illegal, Refusal, Seat
from pandemonium.core.match import AnyMatch, begin


class Answer(NamedTuple):
    """What a bot does when it is asked, and in a race after how many milliseconds."""

    ms: int
    seat: Seat
    action: Any


def thought(match: AnyMatch, seat: Seat, bot: Bot[Any, Any], luck: Random) -> Callable[[], Any]:
    """What a bot is asked: through its seat's eyes, and nothing else. To be called here, or in a thread."""
    return partial(bot, match.view(seat), match.legal(seat), luck)


def answers(match: AnyMatch, bots: Mapping[Seat, tuple[Bot[Any, Any], Random]]) -> list[Answer]:
    """What every bot that may act would do now, the fastest first."""
    race, given = match.game.race, []
    for seat in match.to_act:
        if seat in bots:
            action = thought(match, seat, *bots[seat])()
            if action is not None:
                ms = None if race is None else race.reaction(action)
                given.append(Answer(ms or 0, seat, action))
    return sorted(given, key=lambda answer: answer.ms)


class Bots:
    """The bots at a table, each with its own luck."""

    def __init__(self, levels: Mapping[Seat, Bot[Any, Any]], luck: str) -> None:
        self.bots = {seat: (bot, Random(f"{luck} {seat}")) for seat, bot in levels.items()}

    def answers(self, match: AnyMatch) -> list[Answer]:
        """What every bot that may act would do now, the fastest first."""
        return answers(match, self.bots)

    def play_on(self, match: AnyMatch) -> None:
        """Let the bots who may act do so, until nature has moved or nobody of them has more to say."""
        start, logged = match.now, len(match.moves)
        for ms, seat, action in self.answers(match):
            try:
                match.play(seat, action, at=start + ms)
            except Illegal:
                if match.game.race is None:
                    raise
                continue  # In a race, somebody was faster.
            if any(move.by == NATURE for move in match.moves[logged:]):
                return  # The round is over, and what the others had in mind is of no use any more.
        if len(match.moves) == logged or match.game.race is not None:
            match.wait()

    def play_out(self, match: AnyMatch) -> None:
        """Let the bots play the match to its end."""
        while match.result is None:
            self.play_on(match)


def played(game: AnyGame, seats: int, options: Mapping[str, object], levels: Sequence[str], seed: bytes) -> AnyMatch:
    """A whole match of bots, which follows from its seed alone."""
    match = begin(game, seats, options, seed)
    Bots(bots_for(game, levels, seats), luck=seed.hex()).play_out(match)
    return match


def bots_for(game: AnyGame, levels: Sequence[str], seats: int) -> dict[Seat, Bot[Any, Any]]:
    """A bot for every seat; one level serves for all."""
    if len(levels) not in (1, seats):
        raise Refusal("bad-count", text=",".join(levels), what="--bots", least=1, most=seats)
    return {Seat(seat): bot_of(game, levels[seat % len(levels)]) for seat in range(seats)}


def bot_of(game: AnyGame, level: str) -> Bot[Any, Any]:
    found = game.bots.get(level) or game.more_bots.get(level)
    if found is None:
        raise Refusal("unknown-level", level=level[:40], known=", ".join(game.bots))
    return found
