"""What is written down about people, tables and matches, whatever it is written into."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pandemonium.core.game import Mover, Result

ENCODE: Final = msgspec.json.Encoder().encode
"""How everything is written out, for the disk and for the wire."""


class Person(Struct, frozen=True):
    """A guest of the house, or a program that one of them has brought."""

    id: str
    name: str
    language: str | None
    made: int
    owner: str = ""
    """Of a program: whose it is."""


class Seating(Struct, frozen=True):
    """Who sits on a chair."""

    kind: Literal["open", "person", "bot"]
    person: str = ""
    program: bool = False
    """That person is a program; or it was one who gave up."""
    name: str = ""
    """Of a bot."""
    level: str = ""
    covered: bool = False
    gave_up: str = ""
    """Whose seat it was, for good, before this bot took it over."""
    kept: str = ""
    """While it is open: for whom, who is invited to play again."""
    declined: bool = False
    """He does not."""


EventKind = Literal["left", "covered", "back", "timed-out", "resigned", "dismissed", "closed"]
"""He left for a while, somebody let a bot sit in for him, he is back; his time was up, and a bot has moved for him; he
gave up; it was dismissed; the house closed it."""


class Event(Struct, frozen=True):
    """Something that happened at a table in play and is no move."""

    what: EventKind
    seat: int | None
    after: int
    """Which version the log had."""
    at: int
    """In ms since 1970."""
    request: str = ""
    """The name under which a client asked for it: asking twice does it once."""


class TableRecord(Struct, frozen=True, kw_only=True):
    """A table: all about it that is not in its log."""

    id: str
    revision: int = 0
    """How often it was changed since it was set: whoever changes it counts on, and is refused if somebody else has."""
    game: str
    options: dict[str, str]
    chairs: tuple[Seating, ...]
    state: Literal["gathering", "playing", "over"]
    public: bool
    one_screen: bool
    learning: bool = False
    """Everybody may ask for hints."""
    programs: bool = False
    """Programs may sit down: said when the table is set, and for good."""
    per_move: int | None
    host: str
    maker: str = ""
    """Of a public table, until it is over: a sign for the address from which it was set, by which the lobby is shared
    out. Whoever has not the secret of the house reads no address in it."""
    seed: bytes
    pledges: dict[int, str] = {}
    """By seat, the SHA-256 of the salt that its person will add to the luck."""
    sealed: bool = False
    """No more pledges are taken: now the salts are shown."""
    salts: dict[int, str] = {}
    called: bool = False
    """Somebody who may has called for the start: nobody is waited for any more."""
    made: int
    began: int = 0
    continued: int = 0
    """How many entries of the log were taken over from another match; their luck is not of this seed."""
    rematch: str | None = None
    events: tuple[Event, ...] = ()
    stopped: Literal["resigned", "dismissed", "closed"] | None = None
    """It is over, and not by the rules."""
    ended: int = 0
    result: Result | None = None
    """How it ended by the rules."""

    def after(self, before: TableRecord) -> TableRecord:
        """The same, as it is written over what stood there before."""
        return replace(self, revision=before.revision + 1)

    @property
    def seats(self) -> int:
        return len(self.chairs)

    @property
    def people(self) -> frozenset[str]:
        """The people of this table."""
        return frozenset({self.host, *(chair.person for chair in self.chairs if chair.person)})

    @property
    def invited(self) -> frozenset[str]:
        """Who is invited to play again, and has not answered."""
        return frozenset(chair.kept for chair in self.chairs if chair.kept and not chair.declined)

    @property
    def company(self) -> frozenset[str]:
        """Everybody who has, had or may have something to do with this table."""
        return self.people | self.players | {chair.kept for chair in self.chairs if chair.kept}

    @property
    def players(self) -> frozenset[str]:
        """Who plays here, or played until he gave up."""
        return frozenset(person for chair in self.chairs if (person := chair.person or chair.gave_up))


class Entry(Struct, frozen=True, gc=False):
    """A line of a log: a move, or (without a `what`) that somebody took his last move back."""

    seq: int
    by: Mover
    what: bytes | None
    at: int
    made: int
    """When, in ms since 1970."""
    request: str | None = None
    """The name under which a client asked for it: asking twice does it once."""


class Line(Struct, frozen=True):
    """A line of a table's chat."""

    seq: int
    person: str
    name: str
    seat: int | None
    text: str
    at: int


class Program(Struct, frozen=True):
    """A program that may come in: only the fingerprint of its token is kept."""

    id: str
    """As a person."""
    owner: str
    name: str
    digest: bytes
    made: int
    used: int
    """When it last came, in ms since 1970, give or take an hour; 0: never."""


class Ban(Struct, frozen=True):
    """Somebody, or an address, is kept from speaking or from coming in, for a time; or everybody from setting new
    tables."""

    id: str
    what: Literal["silence", "bar", "new-tables"]
    guest: str
    """His id; empty for an address."""
    address: str
    """Or the network of one; empty for a guest."""
    name: str
    """What he was called then."""
    until: int
    """In ms since 1970."""
    made: int


class Secret(Struct, frozen=True):
    """What cookies are signed with since some hour, instead of what they were signed with before."""

    secret: bytes
    made: int
    older_until: int
    """Up to this hour, in ms since 1970, cookies are good that were signed before it."""


class Token(Struct, frozen=True):
    """A personal link that has not been used: only the fingerprint of its secret is kept."""

    digest: bytes
    person: str
    expires: int
