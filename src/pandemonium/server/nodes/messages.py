"""Every message between the nodes of a house. docs/nodes.md explains how they work together.

Nothing of it is news before it is on disk, and nothing of it is needed for that to be true: any message may be lost,
come late, or come twice. No node's clock is in it: what was measured is a duration."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from pandemonium.server.table.seen import Seen

VERSION: Final = 2
"""Of all that is below. It is a part of the subjects: nodes that would misread each other do not hear each other."""


class Message(Struct, frozen=True, array_like=True, gc=False):
    """In msgpack, as an array that begins with its name."""


# To all nodes


class Alive(Message, frozen=True, tag="alive"):
    """A heartbeat. Who hears a node for the first time answers with his own at once."""

    node: str
    fit: bool
    """It reaches the database: tables may be at home there."""


class Took(Message, frozen=True, tag="took"):
    """With a heartbeat: what was asked for at a node since the one before, of limits that hold in the whole house."""

    node: str
    taken: tuple[tuple[str, str, int], ...]
    """From which limit, by which guest or address, how often."""


class Bye(Message, frozen=True, tag="bye"):
    """It closes, and has written down what there was."""

    node: str


class Renamed(Message, frozen=True, tag="renamed"):
    """Somebody is called otherwise now."""

    person: str
    name: str


class SentAway(Message, frozen=True, tag="sent-away"):
    """Somebody's pages are to be closed with this code, wherever they are."""

    person: str
    code: int


# From the node that has a page's socket (its edge) to the table's home


class Come(Message, frozen=True, tag="come"):
    """A page wants to be at a table."""

    edge: str
    page: int
    """The edge's own number for it, never given twice."""
    table: str
    version: int
    """Of the log, that the page knows."""
    person: str | None
    program: bool
    address: str
    language: str
    public: bool


class Frame(Message, frozen=True, tag="frame"):
    """What a page has sent."""

    edge: str
    page: int
    number: int
    """1, 2, 3...: with one missing, the page comes again."""
    text: str
    held: float
    """So many seconds ago it had come in at the edge, when this was sent."""


class Trip(Message, frozen=True, tag="trip"):
    """How far a page is from its edge, in ms: a ping there and back, and what the kernel of the edge knows."""

    edge: str
    page: int
    ms: float
    kernel: float | None


class Left(Message, frozen=True, tag="left"):
    """A page has gone, or was never there."""

    edge: str
    page: int


# From the table's home to the edge


class Told(Message, frozen=True, tag="told"):
    """What a page is told: whole frames, as they go over its socket, or a piece of what is too large for the bus."""

    page: int
    number: int
    frames: bytes
    more: bool = False
    """The rest comes next, and belongs to it."""


class Shut(Message, frozen=True, tag="shut"):
    """Close a page's socket."""

    page: int
    code: int


class Measure(Message, frozen=True, tag="measure"):
    """Measure how far a page is: once now, and every so many seconds from now on; 0: only now."""

    page: int
    every: float


# From any node to any other


class Echo(Message, frozen=True, tag="echo"):
    """To be sent back at once: how far away a node is. With it, which pages its sender thinks they have in common:
    whoever knows one of them no more says so, since that he has said it before may have been lost."""

    node: str
    number: int
    near: tuple[int, ...] = ()
    """Whose sockets are with the sender."""
    far: tuple[int, ...] = ()
    """Whose tables are."""


class Echoed(Message, frozen=True, tag="echoed"):
    """An echo that came back."""

    node: str
    number: int


class Changed(Message, frozen=True, tag="changed"):
    """To a table's home: another node has changed it on disk, so what is in memory is old news."""

    table: str


class Look(Message, frozen=True, tag="look"):
    """Which of these tables are awake at your place, and how do they look to this reader? Answered by `Seen`."""

    tables: tuple[str, ...]
    reader: str | None


AnyMessage = (
    Alive
    | Took
    | Bye
    | Renamed
    | SentAway
    | Come
    | Frame
    | Trip
    | Left
    | Told
    | Shut
    | Measure
    | Echo
    | Echoed
    | Changed
    | Look
)


encode: Final = msgspec.msgpack.Encoder().encode
decode: Final = msgspec.msgpack.Decoder(AnyMessage).decode
decode_seen: Final = msgspec.json.Decoder(list[Seen]).decode
