"""What a contest of bots is: who sits where in which deal, and how each match ends.

A match follows from the contest and its numbers alone, so that it does not matter in which process it is played, nor
when. The luck of nature is that of the deal, whoever sits where: what one bot is dealt in one match, each of the others
is dealt in another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, count
from random import Random
from typing import Any

from msgspec import Struct

from pandemonium.arena.outside import find_bot, thinks
from pandemonium.core.bots import Bots
from pandemonium.core.evaluation import Budget
from pandemonium.core.game import AnyGame, Bot, Refusal, Result, Seat
from pandemonium.core.match import begin, seed_bytes
from pandemonium.games import open as open_box


class Contest(Struct, frozen=True):
    """All that decides how its matches go."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    """By name, one for each place at the table; more, and they take turns at it."""
    seed: str
    budget: Budget | None = None
    """How long bots that think may think, instead of as long as they usually do."""
    duplicate: bool = True
    """Each deal is played from all seats. Else one match a deal, in which everybody sits one seat further on."""
    as_sides: bool = True
    """Where seats play together, one bot plays for all of them."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def places(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that each of them plays for in a match."""
        sides = sides_of(open_box(self.game), self.seats)
        if not self.as_sides:
            return tuple((Seat(seat),) for seat in range(self.seats))
        return tuple(
            tuple(Seat(seat) for seat in range(self.seats) if sides[seat] == side) for side in sorted({*sides})
        )

    def line_ups(self, deal: int) -> list[tuple[int, ...]]:
        """Who plays in each match of a deal: for every place the number of an entrant."""
        numbers = {bot: number for number, bot in enumerate(self.entrants)}
        named, room = [numbers[bot] for bot in self.bots], len(self.places)
        if len(named) > room:
            tables = list(combinations(range(len(numbers)), room))
            named = list(tables[deal % len(tables)])
        if not self.duplicate:
            return [_rotated(named, deal)]
        Random(f"{self.seed} line-up {deal}").shuffle(named)  # So that nobody always has the same neighbour.
        return list(dict.fromkeys(_rotated(named, turn) for turn in range(room)))

    def deals(self, matches: int, done: int = 0) -> Iterator[int]:
        """The numbers of the deals that it takes for so many matches, when so many deals are done."""
        for deal in count():
            if matches <= 0:
                return
            matches -= len(self.line_ups(deal))
            if deal >= done:
                yield deal


class Outcome(Struct, frozen=True, array_like=True):
    """How one match ended, place by place at the table."""

    line_up: tuple[int, ...]
    ranks: tuple[int, ...]
    wins: tuple[float, ...]
    """Whoever wins alone has 1; winners who tie share it."""
    points: tuple[float, ...]
    moves: int


class Deal(Struct, frozen=True, array_like=True):
    """All matches that were played with the same luck of nature."""

    number: int
    outcomes: tuple[Outcome, ...]


def contest(
    game: AnyGame,
    seats: int,
    options: Mapping[str, object],
    bots: Sequence[str],
    seed: bytes,
    *,
    budget: Budget | None = None,
) -> Contest:
    """Checked, and the last bot fills the table. Raises Refusal."""
    given = tuple((name, str(value)) for name, value in sorted(options.items()))
    made = Contest(game.slug, seats, given, tuple(bots), seed.hex(), budget)
    room = len(made.places)
    if len(made.entrants) < len(bots) and len(bots) > room:
        raise Refusal("twice-in-arena", room=room)
    filled = (*bots, *[bots[-1]] * (room - len(bots)))
    made = Contest(game.slug, seats, given, filled, seed.hex(), budget)
    if len(made.entrants) < 2:
        raise Refusal("arena-of-one")
    begin(game, seats, dict(given), seed)
    _ready(made)
    return made


def played_deal(contest: Contest, number: int) -> Deal:
    """All matches of one deal. Raises Refusal where a bot from outside fails."""
    game, bots = _ready(contest)
    seed = seed_bytes(f"{contest.seed} {number}")
    outcomes = []
    for line_up in contest.line_ups(number):
        match = begin(game, contest.seats, dict(contest.options), seed)
        seated = {seat: bots[who] for who, place in zip(line_up, contest.places, strict=True) for seat in place}
        Bots(seated, luck=seed.hex()).play_out(match)
        assert match.result is not None
        outcomes.append(_outcome(contest, line_up, match.result, len(match.moves)))
    return Deal(number, tuple(outcomes))


def sides_of(game: AnyGame, seats: int) -> tuple[int, ...]:
    """For each seat the side that it plays for; alone, its own."""
    return game.sides.get(seats, tuple(range(seats)))


@lru_cache(maxsize=8)
def _ready(contest: Contest) -> tuple[AnyGame, list[Bot[Any, Any]]]:
    """The box opened and its bots found, once a process; what thinks is warm."""
    game = open_box(contest.game)
    bots = [find_bot(game, name, contest.budget) for name in contest.entrants]
    if contest.budget is not None and not any(map(thinks, bots)):
        raise Refusal("nobody-thinks", bots=", ".join(contest.entrants))
    if game.warm_up is not None and any(map(thinks, bots)):
        game.warm_up()
    return game, bots


def _outcome(contest: Contest, line_up: tuple[int, ...], result: Result, moves: int) -> Outcome:
    sides = sides_of(open_box(contest.game), contest.seats)
    winning = {sides[seat] for seat in result.winners}
    first = [place[0] for place in contest.places]
    return Outcome(
        line_up,
        tuple(result.standings[seat].place for seat in first),
        tuple(1 / len(winning) if sides[seat] in winning else 0.0 for seat in first),
        tuple(sum(result.standings[seat].points for seat in place) / len(place) for place in contest.places),
        moves,
    )


def _rotated(named: list[int], turn: int) -> tuple[int, ...]:
    turn %= len(named)
    return (*named[turn:], *named[:turn])
