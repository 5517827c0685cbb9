"""Every message between the house and a page. The TypeScript types are made from these (scripts/types)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from pandemonium.core.game import USUAL_LEVEL, Eyes, Mover, Result, RoundScore
from pandemonium.storage.records import EventKind

Name = Annotated[str, Meta(min_length=1, max_length=32)]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
"""A name that a client makes up for something it sends, so that sending it twice does it once."""
Language = Literal["fr", "en", "de"]
WayOut = Literal["leave", "resign", "dismiss"]
"""How somebody may leave a table: a bot sits in until he is back, or for good; or it is there no more."""
Asked = Literal["nobody", "you", "another", "declined"]
Emote = Literal["laugh", "rage", "sweat", "clap", "devil", "think"]
GamesOwn = Any
"""A struct of the game's own, written out with the message that carries it."""
Verdict = Literal["counted", "cut", "lot", "inhuman", "burnt", "late", "gone", "void"]
"""How a grab in a race was timed: as claimed, cut to what is possible, by lot, refused (faster than a hand, or too soon
after such a one), too late, or not at all, because the round does not count."""


class Message(Struct, frozen=True, rename="camel"):
    """Whatever crosses the wire: camelCase there, as the page likes it."""


# What stands at a table


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
    asked: Asked = "nobody"
    """It is open, and the player of this name is asked whether he plays again: the reader, or another; or he has said
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
    """In the list of the reader's own tables: whose turn it is. A race is everybody's."""


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


# From the house to a page, over the socket


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    """All that a page needs when it (re)connects. Before the match begins there are no positions."""

    table: Table
    positions: tuple[Position, ...]
    """One for each seat of the reader; for somebody who only watches, that of the public."""
    since: int
    """The page keeps the moments it has up to this version and goes on with those it is given: the rest was taken
    back. 0: it has nothing, or nothing of it stands."""
    chat: tuple[Said, ...]
    now: int
    """The house's clock, in ms since 1970."""


class News(Message, frozen=True, kw_only=True, tag="news"):
    """Something happened in the match: what, and how everything stands now."""

    positions: tuple[Position, ...]
    since: int
    """The page keeps the moments it has up to this version: what came after it was taken back."""
    now: int


class TableNews(Message, frozen=True, tag="table"):
    """Somebody sat down, left, came back; or the table began, ended, was set again."""

    table: Table


class Heard(Message, frozen=True, tag="chat"):
    said: Said


class Emoted(Message, frozen=True, tag="emote"):
    name: str
    seat: int | None
    emote: Emote


class Done(Message, frozen=True, tag="done"):
    """What the page asked for under this id is on disk."""

    id: str
    version: int


class Refused(Message, frozen=True, tag="refused"):
    """What the page asked for under this id cannot be; a reason in its language."""

    id: str
    key: str
    reason: str


class Steady(Message, frozen=True, tag="steady"):
    """In a race: everybody is ready, and what everybody waits for comes in so many ms. Nothing tells what it is."""

    round: int
    reveal_in: int


class Held(Message, frozen=True, kw_only=True, tag="held"):
    """In a race: the next round is started when everybody has said that he is ready."""

    round: int
    waits_for: tuple[int, ...]
    """Seats of people who are here, still race, and have not said so."""
    starts_at: int | None
    """It is started then all the same, in ms since 1970; None: not without them."""
    cover_at: int | None
    """From when on another player may let a bot sit in for them."""
    slow: bool
    """The bots hold back in this round: it is the first of somebody who has never raced before."""
    only_bots: bool = False
    """Nobody else races any more: the rest is played faster, and at once if the people want it."""


class ReceiptLine(Message, frozen=True, kw_only=True):
    """How one grab was timed. All times are in ms after the reveal was sent to that player."""

    seat: int
    claimed: int | None
    """The reaction that his page measured."""
    arrived: int
    """When the grab came in, on the house's clock."""
    round_trip: int
    """What the house measured of his connection, smoothed."""
    correction: int
    """By how much the claim was cut to what the connection allows."""
    uncertainty: int
    counted: int | None
    """The reaction that counts; None if the grab was refused."""
    verdict: Verdict
    bot: bool
    """Somebody of the house: there was nothing to be measured."""
    steady: bool = False
    """His reactions lie closer together than a person's do: perhaps a program grabs for him."""


class Receipt(Message, frozen=True, tag="receipt"):
    """How a round of a race was decided, for everybody to read."""

    round: int
    version: int
    """Of the log, when the round was decided."""
    lines: tuple[ReceiptLine, ...]
    stumbled: int = 0
    """For so many ms the house itself stood still: the round does not count and is started again."""


FromHouse = Welcome | News | TableNews | Heard | Emoted | Done | Refused | Held | Steady | Receipt


# From a page to the house, over the socket


class Act(Message, frozen=True, tag="act"):
    """A move for one of the sender's seats."""

    id: Id
    seat: int
    what: Raw


class Undo(Message, frozen=True, tag="undo"):
    """Take one's own last move back, and alone against bots what they did upon it: never past nature's moves, or
    another person's."""

    id: Id
    seat: int


class Start(Message, frozen=True, tag="start"):
    """The host begins; bots of this level take the seats that are still open."""

    id: Id
    fill: str = USUAL_LEVEL


class Sit(Message, frozen=True, tag="sit"):
    """Also to have one's own seat back from a bot that sits in."""

    id: Id
    seat: int


class Rise(Message, frozen=True, tag="rise"):
    """Give a seat up, while the company gathers."""

    id: Id
    seat: int


class Leave(Message, frozen=True, tag="leave"):
    """Go: while the company gathers, for good; in play, a bot sits in until one is back."""

    id: Id


class Resign(Message, frozen=True, tag="resign"):
    """Give up: a bot takes one's seats over, for good. With one seat left, or nobody, the match is over."""

    id: Id


class Dismiss(Message, frozen=True, tag="dismiss"):
    """The host sends everybody home: while the company gathers, or when nobody else plays."""

    id: Id


class Cover(Message, frozen=True, tag="cover"):
    """Let a bot sit in for somebody who has been away for long enough, or for whose move all have waited so long."""

    id: Id
    seat: int


class Pledge(Message, frozen=True, tag="pledge"):
    """What this browser will add to the luck, as its SHA-256 in hex: when the house has published the fingerprint of
    its seed. One for each person, under his first seat."""

    id: Id
    seat: int
    pledge: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Salt(Message, frozen=True, tag="salt"):
    """What this browser adds to the luck, when everybody's pledges are sealed: 16 bytes in hex."""

    id: Id
    seat: int
    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Say(Message, frozen=True, tag="say"):
    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class ShowEmote(Message, frozen=True, tag="emote"):
    id: Id
    emote: Emote


class Again(Message, frozen=True, tag="again"):
    """Set the table again for the same company: everybody else is asked."""

    id: Id


class Decline(Message, frozen=True, tag="decline"):
    """Asked to play again: not this time. At the table that is over, or at the new one."""

    id: Id


class Speak(Message, frozen=True, tag="speak"):
    """The language in which this page wants its refusals."""

    id: Id
    language: Language


class Ready(Message, frozen=True, tag="ready"):
    """In a race: seen enough of the last round; on with the next, which waits for this."""

    id: Id
    seat: int


class Finish(Message, frozen=True, tag="finish"):
    """In a race in which only bots are left: on to its end, as soon as all people who are here say so."""

    id: Id
    seat: int


FromPage = (
    Act
    | Undo
    | Start
    | Sit
    | Rise
    | Leave
    | Resign
    | Dismiss
    | Cover
    | Pledge
    | Salt
    | Say
    | ShowEmote
    | Again
    | Decline
    | Speak
    | Ready
    | Finish
)


# Over HTTP


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

    game: Annotated[str, Meta(max_length=64)]
    chairs: Annotated[tuple[NewChair, ...], Meta(min_length=1, max_length=12)]
    options: dict[Annotated[str, Meta(max_length=64)], Annotated[str, Meta(max_length=64)]] = {}
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
