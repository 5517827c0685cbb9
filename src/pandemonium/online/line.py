"""The line between a program and its table: it hears, it asks, and when the line breaks it calls again."""

from __future__ import annotations

import secrets
import time
from contextlib import ExitStack
from itertools import count
from random import Random
from typing import Final

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from pandemonium.online.asking import Refused, Unreachable
from pandemonium.server.wire.messages import FromHouse, FromPage
from pandemonium.storage.records import ENCODE

SHORTEST: Final = 0.2
LONGEST: Final = 5.0
"""In seconds, between two calls."""
REASONS: Final = {
    1003: ("not-understood", "The house does not take such frames."),
    1007: ("not-understood", "The house does not understand what was sent."),
    4401: ("bad-token", "This token is no good, or not any more."),
    4403: ("no-programs", "The host of this table has not asked for programs."),
    4404: ("no-table", "There is no such table."),
    4410: ("barred", "The operator of the house keeps this program or its owner out for a while."),
    4429: ("too-many-here", "There is no room at this table."),
}
"""Why it is of no use to call again."""
_DECODE: Final = msgspec.json.Decoder(FromHouse)


class Line:
    """A socket that comes back. What was asked and not answered is asked again: under the same id it is done once."""

    def __init__(self, address: str, headers: dict[str, str], patience: float) -> None:
        self._address = address
        self._headers = headers
        self._patience = patience
        self._luck = Random()
        self._open = ExitStack()
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, bytes] = {}
        self._in_vain = 0
        """So many calls in a row were taken, and ended before anything was heard."""
        self._silent_since = 0.0
        self._first = secrets.token_hex(8)
        self._numbers = count(1)
        self.version = 0
        """What the program has seen of the match."""

    def new_id(self) -> str:
        return f"{self._first}-{next(self._numbers)}"

    def say(self, command: FromPage) -> None:
        """Without waiting for the answer."""
        text = self._unanswered[command.id] = ENCODE(command)
        if self._socket is None:
            self._connected()  # Says all that is unanswered.
            return
        try:
            self._socket.send(text, text=True)
        except ConnectionClosed as closed:
            self._hang_up(closed)  # It is said when the line is there again.

    def hear(self, timeout: float | None = None) -> FromHouse | None:
        """The next message; None if there is none for so many seconds. Raises Refused, Unreachable."""
        while True:
            try:
                text = self._connected().recv(timeout)
            except TimeoutError:
                return None
            except ConnectionClosed as closed:
                self._hang_up(closed)
                continue
            try:
                message: FromHouse = _DECODE.decode(text)
            except msgspec.MsgspecError as error:
                raise Unreachable(f"{self._address}: {error}") from None
            self._in_vain = 0
            return message

    def is_answered(self, id: str) -> None:
        self._unanswered.pop(id, None)

    def close(self) -> None:
        self._open.close()
        self._socket = None

    def _hang_up(self, closed: ConnectionClosed) -> None:
        """Waits, if the house takes the call and hangs up again and again. Raises Refused if there is no point in
        coming back, Unreachable if that has gone on for too long."""
        self.close()
        code = None if closed.rcvd is None else closed.rcvd.code
        if code in REASONS:
            raise Refused(*REASONS[code])
        now = time.monotonic()
        if not self._in_vain:
            self._silent_since = now
        elif now - self._silent_since > self._patience:
            raise Unreachable(f"{self._address}: {closed}")
        else:
            time.sleep(min(LONGEST, SHORTEST * 2 ** min(self._in_vain, 8)) * self._luck.uniform(0.5, 1))
        self._in_vain += 1

    def _connected(self) -> ClientConnection:
        while self._socket is None:
            self._socket = self._called()
            try:
                for text in self._unanswered.values():
                    self._socket.send(text, text=True)
            except ConnectionClosed as closed:
                self._hang_up(closed)
        return self._socket

    def _called(self) -> ClientConnection:
        pause, stop = SHORTEST, time.monotonic() + self._patience
        while True:
            address = f"{self._address}?version={self.version}"
            try:
                return self._open.enter_context(
                    connect(address, additional_headers=self._headers, compression=None, max_size=None)
                )
            except (OSError, InvalidHandshake, TimeoutError, EOFError) as error:
                if time.monotonic() + pause > stop:
                    raise Unreachable(f"{self._address}: {error}") from None
            time.sleep(pause * self._luck.uniform(0.5, 1))  # Not all at once, when the house opens again.
            pause = min(LONGEST, 2 * pause)
