"""Whatever is asked and answered over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from pandemonium.core.game import USUAL_LEVEL, Eyes, Result
from pandemonium.server.wire.table import Clock, GamesOwn, Language, Message, Moment, Table

Name = Annotated[str, Meta(min_length=1, max_length=32)]
Word = Annotated[str, Meta(max_length=64)]


class Guest(Message, frozen=True):
    """Who the reader is."""

    name: str
    language: Language | None = None
    program: bool = False


class ChangeGuest(Message, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None
    language: Language | None = None


class NewProgram(Message, frozen=True, forbid_unknown_fields=True):
    name: Name


class Brought(Message, frozen=True):
    """A program that the reader has brought along."""

    id: str
    name: str
    made: int
    """When, in ms since 1970."""
    used: int
    """When it last came, give or take an hour; 0: never."""


class BroughtNow(Message, frozen=True):
    """A new program, and its token: nobody can be shown that again."""

    program: Brought
    token: str


class PersonalLink(Message, frozen=True):
    """A path that makes another device the same person; it can be used once, for some minutes."""

    path: str
    expires: int


class Whose(Message, frozen=True):
    """Who a personal link makes of whoever uses it."""

    name: str
    yours: bool
    """That is who the reader is already."""


class Address(Message, frozen=True):
    """Where the house is found."""

    for_others: str | None
    """By other devices, phones before all; None: it listens to this machine alone."""


class Box(Message, frozen=True, kw_only=True):
    """A box on the shelf."""

    slug: str
    title: str
    seats: tuple[int, ...]
    usual_seats: int
    usual_level: str
    line: dict[str, str]
    """By language, what it is."""
    minutes: int
    """How long a match takes about; 0: nobody knows."""
    variants: tuple[Variant, ...]
    """The ways to play it that have a name; the first is as it comes out of the box."""
    options: tuple[Option, ...]
    alone: dict[str, str]
    """Options that are different where one person plays with bots only."""
    levels: tuple[str, ...]
    """Of its bots, weakest first."""
    secrets: bool
    race: bool
    """Whoever is first has it: everybody acts at once, and reactions are timed."""
    asked_in: dict[str, str]
    """For each question, by its tag, the number of the rule to look into."""
    hints: bool
    """Whether it can say which moves are good."""
    board: bool
    """Whether it can be played on the page."""


class Variant(Message, frozen=True, kw_only=True):
    """A way to play with a name of its own: some options, as on paper."""

    name: str
    options: dict[str, str]


class Option(Message, frozen=True, kw_only=True):
    """Something that can be chosen for a table: from some values, or a number in a range."""

    name: str
    default: str
    """As on paper; `-` for none."""
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


class NewChair(Message, frozen=True, forbid_unknown_fields=True):
    kind: Literal["you", "open", "bot"]
    level: str = USUAL_LEVEL


class NewTable(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be set. With no open seat it begins at once."""

    game: Word
    chairs: Annotated[tuple[NewChair, ...], Meta(min_length=1, max_length=12)]
    options: dict[Word, Word] = field(default_factory=dict)
    public: bool = False
    one_screen: bool = False
    learning: bool = False
    """Everybody may ask for hints."""
    programs: bool = False
    """Programs may sit down. Without it they are turned away."""
    clock: Clock | None = None
    salted: bool = False
    """The maker's browser will add to the luck: the match waits for that. Without it, and with no open seat, it begins
    at once, with the house's luck alone."""
    paper: Annotated[str, Meta(max_length=300_000)] | None = None
    """Go on from here: the log of a match that is over, cut at some moment; game, seats and options are its own."""


class Advised(Message, frozen=True, kw_only=True):
    """What a move is worth."""

    what: GamesOwn
    """The game's action."""
    text: str
    """As it is typed in a terminal."""
    mean: float
    error: float
    """Its standard error; 0 where it was worked out exactly."""
    because: GamesOwn | None
    """Why: `why.TAG` in the game's catalogues says it."""


class Hint(Message, frozen=True, kw_only=True):
    """How good the moves of a seat are, the best first, from what it may know and nothing else."""

    version: int
    """Of the log for which it holds."""
    unit: str
    """What is counted: `unit.NAME` in the game's catalogues says it."""
    moves: tuple[Advised, ...]


class Replay(Message, frozen=True, kw_only=True):
    """A whole match that is over, through some eyes."""

    table: Table
    eyes: Eyes
    moments: tuple[Moment, ...]
    """The first is from before anything had happened."""
    rounds: tuple[int, ...]
    """Where each round begins: the places of its first moves among the moments."""
    result: Result | None
    """None if it was stopped."""
    paper: str
    seed: str
    salts: tuple[tuple[int, str], ...]


class Played(Message, frozen=True, kw_only=True):
    """A match of the reader's that is over."""

    table: Table
    seats: tuple[int, ...]
    """Which were his, to the end or until he gave up."""
    ended: int
    """When, in ms since 1970."""
    result: Result | None
    """None if it was stopped."""


class Matches(Message, frozen=True, kw_only=True):
    """Some of the matches that the reader has played."""

    matches: tuple[Played, ...]
    """The last first."""
    before: str | None
    """How to ask for those before them; None if there are none."""


class Problem(Message, frozen=True):
    """Why something asked for over HTTP cannot be had."""

    key: str
    reason: str
