"""Where matches of this terminal are put: the one that was left, and those that were played out."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from pandemonium.core.game import Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.paper import BadPaper, read
from pandemonium.games import open as open_box


class Left(Struct, frozen=True):
    """A match that was left in the middle: all that is needed to sit down again."""

    paper: str
    bots: dict[int, str]

    def match(self) -> AnyMatch:
        return read(self.paper, open_box)

    def levels(self) -> dict[Seat, str]:
        return {Seat(seat): level for seat, level in self.bots.items()}


def home() -> Path:
    """The folder of this user's matches."""
    if chosen := os.environ.get("PANDEMONIUM_HOME"):
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME") or (
        os.environ.get("LOCALAPPDATA") if os.name == "nt" else Path.home() / ".local" / "share"
    )
    return Path(data or Path.home()) / "pandemonium"


def put_aside(match: AnyMatch, levels: dict[Seat, str]) -> Path:
    left = Left(match.text(), {int(seat): level for seat, level in levels.items()})
    return _write(home() / "left.json", msgspec.json.format(msgspec.json.encode(left)))


def take_up() -> Left:
    """The match that was left. Raises Refusal if there is none, or if it cannot be read."""
    place = home() / "left.json"
    try:
        left = msgspec.json.decode(place.read_bytes(), type=Left)
        left.match()
    except FileNotFoundError:
        raise Refusal("nothing-saved") from None
    except (OSError, msgspec.MsgspecError, BadPaper):
        raise Refusal("saved-unreadable", file=place) from None
    return left


def is_something_left() -> Left | None:
    try:
        return take_up()
    except Refusal:
        return None


def forget() -> None:
    (home() / "left.json").unlink(missing_ok=True)


def archive(match: AnyMatch) -> Path:
    """Keep a match that has been played out."""
    when = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    return _write(home() / "matches" / f"{match.game.slug}-{when}.paper", match.text().encode())


def _write(place: Path, data: bytes) -> Path:
    """All of it or nothing, even if the power fails."""
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_suffix(".draft")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(place)
    return place
