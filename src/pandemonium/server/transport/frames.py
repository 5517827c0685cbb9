"""How messages reach a page: framed once for everybody who gets the same, and written straight to the transport. And
how one comes from a page, if it is in one short frame, as almost all are.

What the house sends is not masked, so a frame is the same bytes for every reader. This is what makes a move cheap: no
task, no queue and no framing for each page; what a page has not read yet waits in its transport, and is bounded there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from pandemonium.server.asgi import Scope
from pandemonium.server.limits import Bucket
from pandemonium.storage.records import ENCODE

EXTENSION: Final = "pandemonium.frames"
"""Under this name a socket's scope has its Outlet."""
ARRIVED: Final = "pandemonium.arrived"
"""Under this name a message has the time at which it came in."""
_TEXT: Final = 0x81
"""A whole message of text in one frame."""
_FINAL: Final = 0x80
_MASKED: Final = 0x80
_MASK: Final = 4
_SHORT: Final = 126


class Outlet(NamedTuple):
    """The way to one page."""

    write: Callable[[bytes], int]
    """Send whole frames; how many bytes the page has not read."""
    abort: Callable[[], None]
    """Hang up on a page that reads nothing, not even that it is closed."""
    shares: Callable[[Bucket], None]
    """What it sends counts against this limit too."""


def outlet(scope: Scope) -> Outlet:
    """That of this socket; the server must have been started with our protocol."""
    found: Outlet = scope["extensions"][EXTENSION]
    return found


def encoded(message: Struct) -> bytes:
    """A message as it goes over the wire, to any number of readers."""
    return framed(ENCODE(message))


def framed(text: bytes) -> bytes:
    """A text in a frame of its own (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 65_536:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big") + text
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + text


def usual_text(data: bytes) -> str | None:
    """The text, if this is one short frame with a whole message of text; None for whatever else it may be."""
    size = len(data) - 2 - _MASK
    if 0 <= size < _SHORT and data[0] == _TEXT and data[1] == _MASKED | size:
        try:
            return _unmasked(data[2 + _MASK :], data[2 : 2 + _MASK]).decode()
        except UnicodeDecodeError:
            pass
    return None


def _unmasked(text: bytes, mask: bytes) -> bytes:
    """All of it at once, as one long number (RFC 6455, 5.3)."""
    size, key = len(text), mask * (_SHORT // _MASK + 1)
    return (int.from_bytes(text) ^ int.from_bytes(key[:size])).to_bytes(size)


def is_text(pieces: Sequence[bytes]) -> bool:
    """Whether a message, in one frame or in several, can be read."""
    try:
        b"".join(pieces).decode()
    except UnicodeDecodeError:
        return False
    return True


def are_whole(data: bytes) -> bool:
    """Whether these are short frames with a whole message each, and nothing more."""
    at = 0
    while at + 2 <= len(data) and data[at] & _FINAL and _MASKED <= data[at + 1] < _MASKED | _SHORT:
        at += 2 + _MASK + (data[at + 1] & ~_MASKED)
    return at == len(data)
