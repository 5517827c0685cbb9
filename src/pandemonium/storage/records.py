"""What is written down about people, tables and matches, whatever it is written into."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import Struct

from pandemonium.core.game import Mover

ENCODE: Final = msgspec.json.Encoder().encode
"""How everything is written out, for the disk and for the wire."""


class Person(Struct, frozen=True):
    """A guest of the house."""

    id: str
    name: str
    language: str | None
    made: int


class Seating(Struct, frozen=True):
    """Who sits on a chair."""

    kind: Literal["open", "person", "bot"]
    person: str = ""
    name: str = ""
    """Of a bot."""
    level: str = ""
    covered: bool = False


class TableRecord(Struct, frozen=True, kw_only=True):
    """A table: all about it that is not in its log."""

    id: str
    game: str
    options: dict[str, str]
    chairs: tuple[Seating, ...]
    state: Literal["gathering", "playing", "over"]
    public: bool
    one_screen: bool
    per_move: int | None
    host: str
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

    @property
    def seats(self) -> int:
        return len(self.chairs)

    @property
    def people(self) -> frozenset[str]:
        """The people of this table."""
        return frozenset({self.host, *(chair.person for chair in self.chairs if chair.person)})


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


class Token(Struct, frozen=True):
    """A personal link that has not been used: only the fingerprint of its secret is kept."""

    digest: bytes
    person: str
    expires: int
