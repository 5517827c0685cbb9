"""How messages reach a page: framed once for everybody who gets the same, and written straight to the transport.

What the house sends is not masked, so a frame is the same bytes for every reader. This is what makes a move cheap: no
task, no queue and no framing for each page; what a page has not read yet waits in its transport, and is bounded there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION: Final = "pandemonium.frames"
"""Under this name a socket's scope has its Outlet."""
_TEXT: Final = 0x81
"""A whole message of text in one frame."""


class Outlet(NamedTuple):
    """The way to one page."""

    write: Callable[[bytes], int]
    """Send whole frames; how many bytes the page has not read."""
    abort: Callable[[], None]
    """Hang up on a page that reads nothing, not even that it is closed."""


class FramedProtocol(WebSocketsSansIOProtocol):
    """uvicorn's socket, with a way past it for frames that are ready."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            scope: Any = self.scope
            scope["extensions"][EXTENSION] = Outlet(self.write_frames, self.abort)

    def write_frames(self, frames: bytes) -> int:
        transport = self.transport
        if not self.handshake_complete or self.close_sent or self.disconnected or transport.is_closing():
            return 0
        transport.write(frames)
        return transport.get_write_buffer_size()

    def abort(self) -> None:
        self.transport.abort()


def outlet(scope: Mapping[str, Any]) -> Outlet:
    """That of this socket; the server must have been started with FramedProtocol."""
    found: Outlet = scope["extensions"][EXTENSION]
    return found


def framed(text: bytes) -> bytes:
    """A message as it goes over the wire (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 65_536:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big") + text
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + text
