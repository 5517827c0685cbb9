"""Where matches of this terminal are put: those that were left, and those that were played out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

import msgspec
from msgspec import Struct

from pandemonium.core.game import Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.paper import read
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
    from platformdirs import user_data_path

    data = os.environ.get("XDG_DATA_HOME") or (
        os.environ.get("LOCALAPPDATA") if os.name == "nt" else Path.home() / ".local" / "share"
    )
    before = Path(data or Path.home()) / "pandemonium"
    usual = user_data_path("pandemonium", appauthor=False)
    return before if before.is_dir() and not usual.is_dir() else usual  # What an older house has kept is not lost.


def new_place(match: AnyMatch) -> Path:
    """Where this match is kept while it lasts."""
    return home() / "left" / f"{match.game.slug}-{_now()}-{token_hex(2)}.json"


def put_aside(place: Path, match: AnyMatch, levels: Mapping[Seat, str]) -> None:
    left = Left(match.text(), {int(seat): level for seat, level in levels.items()})
    _write(place, msgspec.json.format(msgspec.json.encode(left)))


def all_left() -> list[Path]:
    """The matches that were left, the newest first."""
    return sorted((home() / "left").glob("*.json"), key=lambda place: (-place.stat().st_mtime, place.name))


def left_at(number: int) -> Path:
    """The match with this number in the list, from 1. Raises Refusal."""
    places = all_left()
    if not places:
        raise Refusal("nothing-saved")
    if not 1 <= number <= len(places):
        raise Refusal("no-such-match", number=number, most=len(places))
    return places[number - 1]


def take_up(place: Path) -> Left:
    """The match that was left there. Raises Refusal if it cannot be read."""
    try:
        left = msgspec.json.decode(place.read_bytes(), type=Left)
        left.match()
    except (OSError, msgspec.MsgspecError, Refusal):
        raise Refusal("saved-unreadable", file=place) from None
    return left


def forget(place: Path) -> None:
    place.unlink(missing_ok=True)


def archive(match: AnyMatch) -> Path:
    """Keep a match that has been played out."""
    return _write(home() / "matches" / f"{match.game.slug}-{_now()}.paper", match.text().encode())


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")


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
