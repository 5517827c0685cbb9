"""A table and its match, as they cross the wire in whatever message."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pandemonium.core.game import Eyes, Mover, Result, RoundScore
from pandemonium.storage.records import EventKind

Language = Literal["fr", "en", "de"]
WayOut = Literal["leave", "resign", "dismiss"]
"""How somebody may leave a table: a bot sits in until he is back, or for good; or it is there no more."""
Invited = Literal["nobody", "you", "another", "declined"]
GamesOwn = Any
"""A struct of the game's own, written out with the message that carries it."""


class Message(Struct, frozen=True, rename="camel"):
    """Whatever crosses the wire: camelCase there, as the page likes it."""


class Clock(Message, frozen=True):
    """How long a player may think: seconds for each move, or days for each move."""

    per_move: Annotated[int, Meta(ge=5, le=14 * 86_400)]
    """In seconds; from a day on, it is a game by correspondence."""


class Chair(Message, frozen=True):
    """A seat at a table, as anybody may see it."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    level: str = ""
    """Of a bot."""
    here: bool = False
    """A person whose page is open."""
    program: bool = False
    """Not a person but a program, which somebody has brought along."""
    away_since: int | None = None
    """When he was last here, in ms since 1970."""
    covered: bool = False
    """A bot sits in for him until he comes back."""
    yours: bool = False
    gave_up: bool = False
    """A bot took it over from the player of this name, for good."""
    invited: Invited = "nobody"
    """It is open, and the player of this name is invited to play again: the reader, or another; or he has said
    no, and whoever comes may have it."""
    side: int = 0
    """Seats of the same side play together; where everybody plays for himself, each has his own."""
    pledge: str = ""
    """SHA-256 of what this player's browser will add to the luck, published before anybody shows his."""


class TableEvent(Message, frozen=True):
    """Something that happened at a table in play and is no move."""

    what: EventKind
    seat: int | None
    after: int
    """Which version the log had."""


class Table(Message, frozen=True, kw_only=True):
    """A table, as the reader may see it."""

    id: str
    game: str
    seats: int
    options: dict[str, str]
    chairs: tuple[Chair, ...]
    state: Literal["gathering", "playing", "over"]
    public: bool
    one_screen: bool
    """A table round one device: all persons' seats belong to the host."""
    hints: bool
    """Whether players may ask for one: alone against bots, or where all have come to learn."""
    programs: bool
    """Whether programs may sit down: the maker said so, before anybody else came."""
    clock: Clock | None
    host: bool
    """Whether the reader made this table."""
    played: bool = False
    """Whether the reader plays here, or did until he gave up."""
    watchers: int
    commitment: str
    """SHA-256 of the seed, published before anybody adds to the luck and before anything is drawn."""
    sealed: bool
    """No more pledges are taken: now everybody shows what he pledged."""
    made: int
    """When, in ms since 1970."""
    moves: int
    continued: int = 0
    """How many entries of its log were taken over from another match: their luck is not of this seed."""
    rematch: str | None = None
    """The table where the company plays again."""
    events: tuple[TableEvent, ...] = ()
    """What happened beside the moves, the oldest first."""
    stopped: Literal["resigned", "dismissed", "closed"] | None = None
    """It is over, and not by the rules: somebody gave up, it was dismissed, or the house closed it."""
    ways_out: tuple[WayOut, ...] = ()
    """How the reader may leave."""
    to_act: tuple[int, ...] = ()
    """In the list of the reader's own tables: whose turn it is, or whom the next round of a race waits for."""


class Told(Message, frozen=True, kw_only=True):
    """A move as some eyes may see it, and what it did."""

    seq: int
    """The version of the log that it led to; 0 before anything has happened."""
    by: Mover | None
    """None before anything has happened."""
    what: GamesOwn | None
    """The game's action."""
    at: int
    text: str
    """As it stands on paper."""
    facts: tuple[GamesOwn, ...]
    """The game's facts: what it did."""
    score: RoundScore | None = None
    """It ended a round: its line of the score sheet."""


class Moment(Told, frozen=True, kw_only=True):
    """A move as some eyes may see it, what it did, and how everything stands after it. Live news, coming back and a
    replay are lists of these."""

    view: GamesOwn | None
    """The game's View. Only moments that may be presented have one: an old one is told in the log and no more."""


class Position(Message, frozen=True, kw_only=True):
    """The match through some eyes: what they have not seen yet, and what can be done when they have seen it."""

    version: int
    """How many entries the log has."""
    eyes: Eyes
    moments: tuple[Moment, ...]
    """In order; the last is the newest of the match, and has its view."""
    legal: tuple[GamesOwn, ...]
    """The game's actions that these eyes may take when the last moment has been presented."""
    question: GamesOwn | None
    """What they are asked then, as the game's Question."""
    to_act: tuple[int, ...]
    deadline: int | None
    """When the time of those who are to act is up, in ms since 1970."""
    cover_at: int | None
    """Where no clock runs: from when on another player may let a bot sit in for those who are to act."""
    can_undo: bool
    result: Result | None


class Said(Message, frozen=True):
    """A line of the chat."""

    seq: int
    name: str
    seat: int | None
    text: str
    at: int
