"""What a match is: a log of moves, folded by the rules into a state."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from os import urandom
from random import Random
from typing import Any, Final, Generic, Self

from pandemonium.core.chance import SALT_BYTES, SEED_BYTES, FairChance
from pandemonium.core.evaluation import Budget, Evaluation, NotYet
from pandemonium.core.game import NATURE, A, Due, E, Eyes, Game, Illegal, Move, Mover, O, Refusal, Result, S, Seat, V
from pandemonium.core.options import check_seats, read_options

HINT: Final = Budget(simulations=4_000)
"""How long to think about a hint, if nobody says."""


class Match(Generic[O, S, A, E, V]):
    """One match: the table it is played at, its log, and the state that the log folds to.

    With a seed, nature moves by itself; without one (a match read from paper that does not
    publish it) nature's moves are played like anybody's.
    """

    __slots__ = (
        "_apply",
        "_legal",
        "_nature",
        "_to_act",
        "chance",
        "game",
        "hold",
        "moves",
        "now",
        "options",
        "seats",
        "state",
    )

    def __init__(
        self,
        game: Game[O, S, A, E, V],
        seats: int,
        options: O,
        chance: FairChance | None = None,
        *,
        hold: bool = False,
    ) -> None:
        check_seats(game, seats)
        self.game = game
        self.seats = seats
        self.options = options
        self.chance = chance
        self.hold = hold
        """Nature holds back what would let the players act, until it is released: for a race, whose start is a moment
        that somebody must choose."""
        self.moves: list[Move[A | E]] = []
        self.now = 0
        self.state: S = game.rules.start(options, seats)
        # Bound once: a move's way through here is the hottest path of the house.
        self._to_act = game.rules.to_act
        self._legal = game.rules.legal
        self._apply = game.rules.apply
        self._nature = game.rules.nature
        if chance is not None:
            self.settle()

    # What can be asked

    @property
    def to_act(self) -> Sequence[Seat]:
        """The seats that may act now."""
        return self._to_act(self.state)

    def legal(self, seat: Seat) -> Sequence[A]:
        """What this seat may do now."""
        return self._legal(self.state, seat)

    def view(self, eyes: Eyes) -> V:
        """What a seat, or the `"public"`, sees."""
        return self.game.sight.view(self.state, eyes)

    @property
    def result(self) -> Result | None:
        """How it ended; None while it lasts."""
        return self.game.rules.result(self.state)

    @property
    def owed(self) -> Due[E] | None:
        """What nature owes now or later; only a match with a seed can say."""
        if self.chance is None:
            return None
        due = self._nature(self.state, self.chance)
        self.chance.rewind()
        return due

    def shown(self, eyes: Eyes) -> list[Move[A | E]]:
        """The log as these eyes may see it: all of it when the match is over."""
        if self.result is not None:
            return list(self.moves)
        return [self.game.sight.shown(move, eyes) for move in self.moves]

    # What can be done

    def play(self, by: Mover, what: A | E, at: int | None = None) -> None:
        """Make a move; then nature does what it owes. Raises Illegal, and nothing has changed."""
        chance = self.chance
        if chance is not None and type(by) is str:  # Comparing a seat with "nature" takes longer.
            raise Illegal("nature-plays-itself")
        if at is None:
            at = self.now
        elif at < self.now:
            raise Illegal("time-runs-back")
        move: Move[A | E] = Move(by, what, at)
        self.state = state = self._apply(self.state, move)
        self.moves.append(move)
        self.now = at
        if chance is not None and (due := self._nature(state, chance)) is not None:
            self._pay(due, chance)

    def settle(self) -> None:
        """Let nature do all that it owes by now."""
        if self.chance is not None and (due := self._nature(self.state, self.chance)) is not None:
            self._pay(due, self.chance)

    def _pay(self, due: Due[E] | None, chance: FairChance) -> None:
        now, moves, state, apply, nature = self.now, self.moves, self.state, self._apply, self._nature
        while due is not None and due.at <= now:
            if self.hold and self._opens(due):
                break
            for what in (due.what, *due.then) if due.then else (due.what,):
                move: Move[A | E] = Move(NATURE, what, now)
                self.state = state = apply(state, move)
                moves.append(move)
            chance.turn_to(chance.move + 1 + len(due.then))
            due = nature(state, chance)
        chance.rewind()

    def _opens(self, due: Due[E]) -> bool:
        """Whether players may act when nature has done this. Nothing is done yet."""
        state = self.state
        for what in (due.what, *due.then):
            state = self._apply(state, Move(NATURE, what, self.now))
        return bool(self._to_act(state))

    @property
    def is_held(self) -> bool:
        """Whether nature waits for its release."""
        return self.hold and not self.to_act and self.result is None

    def release(self, at: int | None = None) -> None:
        """Let nature do what it holds back, now or at this hour."""
        self.now = max(self.now, self.now if at is None else at)
        self.hold = False
        try:
            self.settle()
        finally:
            self.hold = True

    def call_off(self, at: int | None = None) -> None:
        """A race that was started does not count. No stream gives this: whoever runs the race says so, and it stands in
        the log."""
        race, chance = self.game.race, self.chance
        assert race is not None
        assert chance is not None
        move: Move[A | E] = Move(NATURE, race.void, max(self.now, self.now if at is None else at))
        self.state = self._apply(self.state, move)
        self.moves.append(move)
        self.now = move.at
        chance.turn_to(chance.move + 1)
        self.settle()

    def wait(self, until: int | None = None) -> None:
        """Let time pass: to this hour, or to whenever nature next has something to do."""
        due = self.owed
        if until is None:
            until = self.now if due is None else due.at
        self.now = max(self.now, until)
        self.settle()

    def take_back(self, seat: Seat | None = None, bots: Collection[Seat] = (), floor: int = 0) -> None:
        """Take this seat's last move back (nobody named: the last move), and what these bots did upon it. Raises
        Refusal where that would reach past nature, past another player or below the floor."""
        from pandemonium.core.takeback import reach

        if seat is None and self.moves and self.moves[-1].by != NATURE:
            seat = self.moves[-1].by
        count = 0 if seat is None else reach(self, seat, bots, floor)
        if not count:
            raise Refusal("nothing-to-undo")
        before = replay(self.game, self.seats, self.options, self.moves[:-count])
        self.moves, self.state, self.now = before.moves, before.state, before.now

    def hint(self, seat: Seat, budget: Budget = HINT) -> Evaluation[A]:
        """How good each move of this seat is, from what it may know and nothing else. With a number of simulations, the
        same position always gets the same answer. Raises Refusal."""
        if self.game.evaluate is None:
            raise Refusal("no-hint")
        if seat not in self.to_act:
            raise Illegal("match-over" if self.result is not None else "not-your-turn")
        try:
            return self.game.evaluate(self.view(seat), self.legal(seat), budget, Random(f"{seat} {len(self.moves)}"))
        except NotYet as its:
            raise put_off(its) from None

    # Copies

    def copy(self) -> Self:
        """Another match that has come as far; what is played there is not played here. Luck is the same in both."""
        again, table, reached = self.__reduce__()
        match = again(*table)
        match.__setstate__(reached)
        return match

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:  # All that it is made of is frozen.
        return self.copy()

    def __reduce__(self) -> tuple[type[Self], tuple[Game[O, S, A, E, V], int, O], tuple[Any, ...]]:
        """What is sent to another process: the table, and how far the match has come there."""
        chance = None if self.chance is None else FairChance(self.chance.seed, self.chance.salts, self.chance.move)
        reached = (chance, self.hold, list(self.moves), self.now, self.state)
        return type(self), (self.game, self.seats, self.options), reached

    def __setstate__(self, reached: tuple[Any, ...]) -> None:
        self.chance, self.hold, self.moves, self.now, self.state = reached

    def __repr__(self) -> str:
        result, to_act = self.result, sorted(self.to_act)
        if result is not None:
            how = f"over, won by {_seats(result.winners)}" if result.winners else "over, won by nobody"
        else:
            how = f"{_seats(to_act)} to act" if to_act else "nature to act"
        return f"<Match {self.game.slug}, {self.seats} seats, move {len(self.moves)}, {how}>"

    # On paper

    def text(self, eyes: Eyes | None = None) -> str:
        """The match on paper: with all that the house knows, or as some eyes may read it."""
        from pandemonium.core.paper import write

        return write(self, eyes)

    def __str__(self) -> str:
        return self.text()


def _seats(seats: Sequence[Seat]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {', '.join(map(str, seats))}"


AnyMatch = Match[Any, Any, Any, Any, Any]


def begin(
    game: Game[O, S, A, E, V],
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: bytes | str | int | None = None,
    salts: Mapping[int, bytes] | None = None,
    *,
    hold: bool = False,
) -> Match[O, S, A, E, V]:
    """A new match. The seed may be any text or number; without one it is drawn."""
    at_table = game.seats_or(seats)
    check_seats(game, at_table)
    chance = FairChance(seed_bytes(seed), check_salts(salts or {}, at_table))
    return Match(game, at_table, read_options(game.options, options or {}), chance, hold=hold)


def replay(
    game: Game[O, S, A, E, V], seats: int, options: O, moves: Iterable[Move[A | E]], chance: FairChance | None = None
) -> Match[O, S, A, E, V]:
    """The match that this log folds to. With its chance, nature can go on where the log ends."""
    match = Match(game, seats, options)
    for move in moves:
        match.play(move.by, move.what, move.at)
    resume(match, chance)
    return match


def resume(match: AnyMatch, chance: FairChance | None) -> None:
    """Give a match its luck back, at the place in the stream that its log has reached."""
    match.chance = chance
    if chance is not None:
        chance.turn_to(sum(move.by == NATURE for move in match.moves))
        if match.moves and match.moves[-1].by == NATURE and not match.to_act and match.result is None:
            _finish_the_draw(match, chance)


def _finish_the_draw(match: AnyMatch, chance: FairChance) -> None:
    """A log that was cut between two moves of one draw (half a deal) goes on with the rest of that draw."""
    *_, (_, _, rest) = from_seed(match)
    chance.turn_to(sum(move.by == NATURE for move in match.moves))
    match.chance = None
    for what in rest:
        match.play(NATURE, what)
    match.chance = chance
    chance.turn_to(chance.move + len(rest))


def from_seed(match: AnyMatch) -> Iterator[tuple[int, Any, tuple[Any, ...]]]:
    """For each move of nature in the log: where it stands, what the seed gives in its place (None: nothing),
    and what more belongs to the same draw."""
    chance, rules, race = match.chance, match.game.rules, match.game.race
    if chance is None:
        raise Refusal("no-seed")
    state, of_nature, rest = rules.start(match.options, match.seats), 0, ()
    for place, move in enumerate(match.moves):
        if move.by == NATURE:
            chance.turn_to(of_nature)
            if race is not None and move.what == race.void:
                owed, rest = move.what, ()
            elif rest:
                owed, *rest = rest
            else:
                due = rules.nature(state, chance)
                owed, rest = (None, ()) if due is None else (due.what, due.then)
            yield place, owed, tuple(rest)
            of_nature += 1
        state = rules.apply(state, move)
    chance.turn_to(of_nature)


def first_untrue(match: AnyMatch) -> tuple[int, str] | None:
    """The first move of nature that its seed does not give, and what the seed gives instead."""
    for place, owed, _ in from_seed(match):
        if owed != match.moves[place].what:
            return place, "-" if owed is None else match.game.notation.write(owed)
    return None


def seed_bytes(seed: bytes | str | int | None) -> bytes:
    """The 32 bytes of a seed: as given, or in hex, or the SHA-256 of whatever else was given."""
    if seed is None:
        return urandom(SEED_BYTES)
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    if isinstance(seed, str) and (raw := from_hex(seed)) is not None and len(raw) == SEED_BYTES:
        return raw
    return sha256(seed if isinstance(seed, bytes) else str(seed).encode()).digest()


def check_salts(salts: Mapping[int, bytes], seats: int) -> list[tuple[int, bytes]]:
    """What the players added to the seed, checked: 16 bytes a seat, at most one each."""
    for seat, salt in salts.items():
        if not 0 <= seat < seats or len(salt) != SALT_BYTES:
            raise Refusal("bad-salt", seat=seat)
    return sorted(salts.items())


def from_hex(text: str) -> bytes | None:
    """Bytes written in hex, or None; unlike `bytes.fromhex` no spaces are passed over."""
    digits = set("0123456789abcdefABCDEF")
    return bytes.fromhex(text) if len(text) % 2 == 0 and digits.issuperset(text) else None


def put_off(its: NotYet) -> Refusal:
    """What is said to somebody who asked too early."""
    if its.done is None:
        return Refusal("cannot-work-it-out")
    return Refusal("works-it-out", percent=int(100 * its.done))
