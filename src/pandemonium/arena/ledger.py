"""Where the results of a contest are kept, so that it can stop and go on: a file of lines, the first of which says what
was played, and each of the others how one deal went."""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO, Self

import msgspec
from msgspec import Struct

from pandemonium import core, search
from pandemonium.arena.contest import Contest, Deal
from pandemonium.arena.outside import file_of
from pandemonium.core.game import AnyGame, Refusal
from pandemonium.games import open as open_box
from pandemonium.search.installed import installed


class Heading(Struct, frozen=True, tag="arena"):
    """What was played."""

    contest: Contest
    code: str
    """A fingerprint of the rules and bots that played: what others have played is not mixed with it."""


class Ledger:
    """The results so far, and the file that they are in."""

    def __init__(self, place: Path, file: BinaryIO, deals: list[Deal]) -> None:
        self.place = place
        self.deals = deals
        self._file = file

    @classmethod
    def opened(cls, place: Path, contest: Contest) -> Self:
        """The ledger at this place: a new one, or that of the same contest. Raises Refusal."""
        heading = Heading(contest, fingerprint(contest))
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            file = place.open("a+b")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise Refusal("arena-no-file", file=str(place)[:200], why=why) from None
        file.seek(0)
        lines = file.read().split(b"\n")
        if lines == [b""]:
            file.write(msgspec.json.encode(heading) + b"\n")
            file.flush()
            return cls(place, file, [])
        try:
            found = msgspec.json.decode(lines[0], type=Heading)
            deals = [msgspec.json.decode(line, type=Deal) for line in lines[1:-1]]
        except msgspec.MsgspecError:
            file.close()
            raise Refusal("arena-no-ledger", file=str(place)[:200]) from None
        if found != heading:
            file.close()
            raise Refusal("arena-other" if found.contest != contest else "arena-changed", file=str(place)[:200])
        file.truncate(file.tell() - len(lines[-1]))  # A line that was cut when the power failed.
        return cls(place, file, deals)

    def add(self, deal: Deal) -> None:
        self._file.write(msgspec.json.encode(deal) + b"\n")
        self._file.flush()
        self.deals.append(deal)

    def close(self) -> None:
        self._file.close()


def fingerprint(contest: Contest) -> str:
    """Of everything that decides how these bots play: the box with its tables and what it is built upon, the files of
    bots from outside, and whether code is compiled, for then they think further in the same time."""
    game = open_box(contest.game)
    parts = [Path(folder) for part in (core, search, import_module(game.package)) for folder in part.__path__]
    files = [file for part in parts for file in part.rglob("*") if _decides(file.relative_to(part))]
    outside = [file for name in contest.entrants if (file := _outside(game, name)) is not None]
    text = b"\0".join(file.read_bytes() for file in [*sorted(files), *outside])
    return sha256(text + (b"compiled" if find_spec("numba") else b"")).hexdigest()[:16]


def _decides(file: Path) -> bool:
    """What is said and drawn decides nothing."""
    return file.suffix in {".py", ".json", ".npz"} and file.parts[0] not in {"words", "web"}


def _outside(game: AnyGame, name: str) -> Path | None:
    """The file of a bot that is neither in the box nor in the house."""
    if (file := file_of(name)) is not None:
        return file
    point = installed(game).get(name)
    spec = None if point is None else find_spec(point.module)
    return None if spec is None or spec.origin is None else Path(spec.origin)
