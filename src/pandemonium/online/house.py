"""A house that a program comes to: with its token, to look for a table, to set one, to sit down."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from pandemonium.online.asking import Refused, answered, ask
from pandemonium.online.line import Line
from pandemonium.online.seat import Seat
from pandemonium.server.wire.answers import BroughtNow, Guest, NewChair, NewProgram, NewTable
from pandemonium.server.wire.table import Clock, Table

TOKEN: Final = "PANDEMONIUM_TOKEN"  # noqa: S105  the name of a variable
A_SECOND: Final = 1.0
PATIENCE: Final = 600.0
"""So many seconds a program waits for a house that is closed for a moment."""


class House:
    """The house at this address, for the program that has this token (or that in PANDEMONIUM_TOKEN). Raises Refused if
    it has none."""

    def __init__(self, url: str, token: str | None = None, *, patience: float = PATIENCE) -> None:
        self.url = checked(url)
        self._patience = patience
        if not (known := token or os.environ.get(TOKEN, "")):
            raise Refused("no-token", f"This program has no token: give it one, or put it into {TOKEN}.")
        self._headers = {"authorization": f"Bearer {known}"}

    def __repr__(self) -> str:
        return f"<House {self.url}>"

    @property
    def me(self) -> Guest:
        """Who the program is here. Raises Refused if its token is no good."""
        return ask("GET", f"{self.url}/api/me", Guest, headers=self._headers)

    def waiting(self, game: str | None = None) -> list[Table]:
        """Public tables with an open seat where programs may sit down, the newest first."""
        query = "" if game is None else f"?game={game}"
        tables = ask("GET", f"{self.url}/api/tables{query}", list[Table], headers=self._headers)
        return [table for table in tables if table.programs and any(chair.kind == "open" for chair in table.chairs)]

    def set_table(
        self,
        game: str,
        *chairs: str,
        options: Mapping[str, str] | None = None,
        public: bool = False,
        seconds_a_move: int | None = None,
    ) -> Table:
        """A new table: for each chair `me`, `open`, or the level of a bot. Everybody sees that programs play there."""
        wish = NewTable(
            game=game,
            chairs=tuple(map(_chair, chairs)),
            options=dict(options or {}),
            public=public,
            programs=True,
            clock=None if seconds_a_move is None else Clock(seconds_a_move),
            salted=True,
        )
        return ask("POST", f"{self.url}/api/tables", Table, wish=wish, headers=self._headers)

    def sit(self, table: str, seat: int | None = None) -> Seat:
        """Sit down at a table, given by its link or its id: on this seat, or on the first that is open; who sits there
        already goes on. Raises Refused."""
        id = urlsplit(table).path.rstrip("/").rpartition("/")[2]
        address = f"ws{self.url.removeprefix('http')}/api/tables/{id}/socket"
        return Seat(Line(address, self._headers, self._patience), seat)

    def again(self, table: Table, seconds: float = 60) -> Seat | None:
        """When a match is over: whether the company plays again within so many seconds; then the seat that is kept for
        the program."""
        stop = time.monotonic() + seconds
        while table.rematch is None and time.monotonic() < stop:
            time.sleep(A_SECOND)
            table = ask("GET", f"{self.url}/api/tables/{table.id}", Table, headers=self._headers)
        return None if table.rematch is None else self.sit(table.rematch)

    def revoke(self) -> None:
        """Make this program's own token useless: it gives up its seats and does not come in again."""
        ask("DELETE", f"{self.url}/api/me/programs/me", type(None), headers=self._headers)


def sit(link: str, seat: int | None = None, token: str | None = None) -> Seat:
    """Sit down at the table of this link. Raises Refused, Unreachable."""
    return House(link.partition("/table/")[0], token).sit(link, seat)


def bring(url: str, name: str, link: str | None = None, language: str = "en") -> tuple[BroughtNow, str]:
    """A token for a new program; and a personal link, by which a browser becomes its owner. That is a new guest, or by
    a personal link of his own whoever gives it. Raises Refused, Unreachable."""
    house = checked(url)
    method, path = ("GET", "") if link is None else ("POST", f"/link/{link.rstrip('/').rpartition('/')[2]}")
    headers = {"accept-language": language}
    _, answer = answered(method, f"{house}/api/me{path}", Guest, headers=headers)
    cookie = (answer.headers["set-cookie"] or "").partition(";")[0]
    if not cookie:
        raise Refused("who-are-you", "")
    headers["cookie"] = cookie
    brought = ask("POST", f"{house}/api/me/programs", BroughtNow, wish=NewProgram(name), headers=headers)
    owner: dict[str, Any] = ask("POST", f"{house}/api/me/link", dict[str, Any], headers=headers)
    parts = urlsplit(house)
    return brought, f"{parts.scheme}://{parts.netloc}{owner['path']}"


def checked(url: str) -> str:
    """The address of a house. Raises ValueError."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f"{url!r} is not the address of a house, such as https://games.example")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _chair(wish: str) -> NewChair:
    match wish:
        case "me":
            return NewChair("you")
        case "open":
            return NewChair("open")
    return NewChair("bot", wish)
