"""Every message over the socket of a table, from the house to a page and from a page to the house."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw

from pandemonium.core.game import USUAL_LEVEL
from pandemonium.server.wire.table import Language, Message, Position, Said, Table

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
"""A name that a client makes up for something it sends, so that sending it twice does it once. To Python `$` is also
before a line that ends there: no pattern of ours lets one in."""
Emote = Literal["laugh", "rage", "sweat", "clap", "devil", "think"]
Verdict = Literal["counted", "cut", "lot", "inhuman", "burnt", "late", "gone", "void"]
"""How an attempt in a race was timed: as claimed, cut to what is possible, by lot, refused (faster than a hand, or too
soon after such a one), too late, or not at all, because the round does not count."""


# From the house to a page


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
    """How one attempt was timed. All times are in ms after the reveal was sent to that player."""

    seat: int
    claimed: int | None
    """The reaction that his page measured."""
    arrived: int
    """When the attempt came in, on the house's clock."""
    round_trip: int
    """What the house measured of his connection, smoothed."""
    correction: int
    """By how much the claim was cut to what the connection allows."""
    uncertainty: int
    counted: int | None
    """The reaction that counts; None if the attempt was refused."""
    verdict: Verdict
    bot: bool
    """Somebody of the house: there was nothing to be measured."""
    steady: bool = False
    """His reactions lie closer together than a person's do: perhaps a program acts for him."""


class Lot(Message, frozen=True):
    """Two or more were equally fast, as far as can be measured, and wanted what only one of them could have."""

    seats: tuple[int, ...]
    """In ascending order: it was drawn from these."""
    winner: int


class Receipt(Message, frozen=True, tag="receipt"):
    """How a round of a race was decided, for everybody to read."""

    round: int
    version: int
    """Of the log, when the round was decided."""
    lines: tuple[ReceiptLine, ...]
    stumbled: int = 0
    """For so many ms the house itself stood still: the round does not count and is started again."""
    lots: tuple[Lot, ...] = ()
    """In the order in which they were drawn."""


FromHouse = Welcome | News | TableNews | Heard | Emoted | Done | Refused | Held | Steady | Receipt


# From a page to the house


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
    pledge: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class Salt(Message, frozen=True, tag="salt"):
    """What this browser adds to the luck, when everybody's pledges are sealed: 16 bytes in hex."""

    id: Id
    seat: int
    salt: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]


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


class Pace(Message, frozen=True, tag="pace"):
    """How fast this page presents what happens, beside how fast it usually would: 1 calm, 0 at once. Where one person
    plays alone, bots wait so much less with their moves."""

    id: Id
    tempo: Annotated[float, Meta(ge=0, le=1)]


class Ready(Message, frozen=True, tag="ready"):
    """In a race: seen enough of the last round; on with the next, which waits for this."""

    id: Id
    seat: int


class Finish(Message, frozen=True, tag="finish"):
    """In a race in which only bots are left: on to its end, as soon as all people who are here say so."""

    id: Id
    seat: int


Arrangement = (
    Start
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
    | Ready
    | Finish
)
"""Whatever is about the company, and not the match."""
FromPage = Act | Undo | Speak | Pace | Arrangement
