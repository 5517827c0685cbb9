"""HTTP on uvicorn's: who takes too long to ask, or to read what he asked for, is hung up on."""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pandemonium.server.transport.admission import Admission


class HttpProtocol(H11Protocol):
    """uvicorn's own waits for the rest of a request for ever, and a thousand of those shut everybody out."""

    def __init__(self, *args: Any, admission: Admission, patience: float, **more: Any) -> None:
        super().__init__(*args, **more)
        self._admission = admission
        self._patience = patience
        self._asking: TimerHandle | None = None
        self._reading: TimerHandle | None = None
        self._unread = 0
        self._is_socket = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._admission.enters(transport):
            self._is_asking()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_asked()
        self._has_read()
        self._admission.leaves(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._is_socket:
            self._look()

    def on_response_complete(self) -> None:
        self._admission.is_idle(self.transport)
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._has_asked()
        self._has_read()
        self._is_socket = True
        self._admission.is_busy(self.transport)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()
        self._reading = self.loop.call_later(self._patience, self._still_reads)

    def resume_writing(self) -> None:
        self._has_read()
        super().resume_writing()

    # How far the request is

    def _look(self) -> None:
        """The time that a request may take runs from its first byte to its last, however many come in between."""
        match self.conn.their_state:
            case h11.IDLE if not self.conn.trailing_data[0]:
                self._has_asked()  # Between two requests. uvicorn itself waits for the next one, and not for long.
            case h11.IDLE | h11.SEND_BODY:
                self._is_asking()
            case _:
                self._has_asked()
                if self.cycle is not None and not self.cycle.response_complete:
                    self._admission.is_busy(self.transport)

    def _is_asking(self) -> None:
        if self._asking is None:
            self._asking = self.loop.call_later(self._patience, self.transport.abort)

    def _has_asked(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    # How far the answer is

    def _still_reads(self) -> None:
        """Slow is all right; not at all is not."""
        unread = self.transport.get_write_buffer_size()
        if unread >= self._unread:
            self.transport.abort()
            return
        self._unread = unread
        self._reading = self.loop.call_later(self._patience, self._still_reads)

    def _has_read(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
