"""What the page's rule book and cover show of Le Diable par la queue: as a module it writes web/example.json."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from pandemonium.core.game import PUBLIC
from pandemonium.games.diable_par_la_queue import GAME
from pandemonium.games.diable_par_la_queue.board import BY_NAME, CELL_COUNT, FACE, TWIN, Cell, Kind, Turn
from pandemonium.games.diable_par_la_queue.sight import MATERIAL, Material
from pandemonium.games.diable_par_la_queue.tails import Tail, tails
from tests.games.diable_par_la_queue.dplq_scenes import ROUND, tail_of, told

FILE = Path(str(files(GAME.package).joinpath("web", "example.json")))
# A long tail of E that comes to the tail end of I: cell, kind and turn of the cards that it crosses.
CARDS = (
    (3, 2, 0), (4, 6, 2), (11, 2, 0), (12, 6, 1), (14, 0, 0), (15, 4, 2), (21, 2, 0),
    (22, 1, 0), (24, 5, 1), (25, 5, 2), (26, 2, 0), (45, 1, 0), (46, 1, 0), (47, 6, 0),
)  # fmt: skip


class Bound(Struct, frozen=True):
    """A card has been laid on u14: where the next one must go, or must not."""

    cell: Cell
    twin: Cell
    sector: int | None


class Example(Struct, frozen=True):
    material: Material
    two: tuple[Tail, ...]
    """The devils of two players at the beginning."""
    three: tuple[Tail, ...]
    bound: Bound
    cards: tuple[tuple[int, int, int], ...]
    tail: Tail


def example() -> Example:
    empty, laid = bytes(CELL_COUNT), bytearray(CELL_COUNT)
    for cell, kind, turn in CARDS:
        laid[cell] = FACE[Kind(kind), Turn(turn)]
    u14 = BY_NAME["u14"]
    three = told(3, "nature first 0", "0 name u14", f"nature draw {ROUND}", "0 lay 0")
    return Example(
        material=MATERIAL,
        two=tails(empty, 2),
        three=tails(empty, 3),
        bound=Bound(u14, TWIN[u14], three.view(PUBLIC).bound),
        cards=CARDS,
        tail=tail_of("E", bytes(laid)),
    )


def written() -> bytes:
    return msgspec.json.encode(example()) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(written())
