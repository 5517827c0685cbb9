"""Where the cells of Le Diable par la queue lie by the rules: as a module it writes web/cells.json, with which the
tests of the page compare what is drawn."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from pandemonium.games.diable_par_la_queue import GAME
from pandemonium.games.diable_par_la_queue.board import ACROSS, CALLED_OUT, PLACES, RIM, SECTOR

FILE = Path(str(files(GAME.package).joinpath("web", "cells.json")))


class Lies(Struct, frozen=True, rename="camel"):
    """A cell on the board."""

    row: int
    x: int
    points_up: bool
    name: str
    sector: int
    across: tuple[tuple[int, int] | None, ...]
    """By crossing, the cell and the crossing that it meets; None at the rim."""


def cells() -> list[Lies]:
    return [
        Lies(place.row, place.x, place.points_up, CALLED_OUT[cell], SECTOR[cell], _across(cell))
        for cell, place in enumerate(PLACES)
    ]


def _across(cell: int) -> tuple[tuple[int, int] | None, ...]:
    points = ACROSS[6 * cell : 6 * cell + 6]
    return tuple(None if point >= RIM else (point // 6, point % 6) for point in points)


def written() -> bytes:
    return msgspec.json.encode(cells()) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(written())
