"""Le Diable par la queue recounted with ruler and protractor from a finished match on paper.

Cells are triangles in the plane, crossings are points, a devil is known by the angle at which he sits:
nothing here is numbered but what the paper numbers.
"""

from __future__ import annotations

from collections import Counter
from math import atan2, pi, sqrt

Spot = tuple[int, int]
KINDS = {
    "01-23-45": 1,
    "12-34-50": 1,
    "03-14-25": 1,
    "01-24-35": 3,
    "01-25-34": 3,
    "02-14-35": 3,
    "02-15-34": 3,
}


def recount(lines: list[list[str]], seats: int, options: dict[str, str]) -> list[int]:
    """The points of each seat at the end; both members of a team have the team's."""
    assert not options
    cells = _cells()
    lettered = _rim(cells)
    owner = {letter: side for side, letters in enumerate(_shares(seats)) for letter in letters}
    cards = _cards_laid(lines, seats, cells, lettered, owner)

    points = Counter[int]()
    for body, letter in lettered.items():
        if letter.isupper():
            end, crossed = _follow(body, cells, cards)
            if lettered[end].islower():
                points[owner[letter]] += crossed
    return [points[seat % len(_shares(seats))] for seat in range(seats)]


def _shares(seats: int) -> list[str]:
    return ["ABCDEF", "GHIKLM", "NOPRST"] if seats == 3 else ["ABCDEFGHI", "KLMNOPRST"]


def _cells() -> dict[str, list[Spot]]:
    """Each cell's six crossings. A side is 6 wide and a row 3 high, with the centre of the board at (0, 0)."""
    cells = {}
    number = 0
    for row, count in enumerate((7, 9, 11)):
        for place in range(count):
            number += 1
            middle, top, bottom = 3 * (place - count // 2), 9 - 3 * row, 6 - 3 * row
            if place % 2 == 0:  # points up
                corners = [(middle + 3, bottom), (middle - 3, bottom), (middle, top)]
            else:
                corners = [(middle - 3, top), (middle + 3, top), (middle, bottom)]
            upper = []
            for (x, y), (to_x, to_y) in zip(corners, corners[1:] + corners[:1], strict=True):
                upper.append(((2 * x + to_x) // 3, (2 * y + to_y) // 3))
                upper.append(((x + 2 * to_x) // 3, (y + 2 * to_y) // 3))
            cells[f"u{number}"] = upper
            cells[f"l{number}"] = [(-x, -y) for x, y in upper]
    return cells


def _clockwise(x: float, y: float) -> float:
    """The angle from the left corner, clockwise, in sixths of a full turn. (A row is √3 half sides high.)"""
    return (pi - atan2(y * sqrt(3), x)) % (2 * pi) / (pi / 3)


def _rim(cells: dict[str, list[Spot]]) -> dict[Spot, str]:
    """The crossings of one cell only: clockwise, body and tail end of each devil in turn."""
    touched = Counter(spot for spots in cells.values() for spot in spots)
    rim = sorted((spot for spot, cells_there in touched.items() if cells_there == 1), key=lambda at: _clockwise(*at))
    assert len(rim) == 36
    return dict(zip(rim, "AaBbCcDdEeFfGgHhIiKkLlMmNnOoPpRrSsTt", strict=True))


def _cards_laid(
    lines: list[list[str]],
    seats: int,
    cells: dict[str, list[Spot]],
    lettered: dict[Spot, str],
    owner: dict[str, int],
) -> dict[str, dict[int, int]]:
    """The joins of the card on each cell; on the way, everything was done by whom it had to be done."""
    paper = iter(lines)
    who, what, seat = next(paper)
    assert (who, what) == ("nature", "first")
    player, last, owes_twin = int(seat), "", False
    cards: dict[str, dict[int, int]] = {}
    drawn = Counter[str]()

    def may_name(cell: str, who: int) -> bool:
        bodies = [lettered[spot] for spot in cells[cell] if spot in lettered and lettered[spot].isupper()]
        return cell not in cards and all(owner[body] == who % len(_shares(seats)) for body in bodies)

    def may_choose_from(who: int) -> list[str]:
        allowed = [cell for cell in cells if may_name(cell, who)]
        if seats == 3 and last:
            return [cell for cell in allowed if _sector(cells[cell]) != _sector(cells[last])] or allowed
        return allowed

    while len(cards) < 54:
        if owes_twin:
            cell = ("l" if last[0] == "u" else "u") + last[1:]
        else:
            while not may_choose_from(player):
                assert seats == 3, "only three players ever pass"
                player = (player + 1) % seats
            who, what, cell = next(paper)
            assert (who, what) == (str(player), "name")
            assert cell in may_choose_from(player)
        who, what, kind = next(paper)
        assert (who, what) == ("nature", "draw")
        drawn[kind] += 1
        assert drawn[kind] <= 8
        who, what, turn = next(paper)
        assert (who, what) == (str(player), "lay")
        assert int(turn) < KINDS[kind]
        cards[cell] = {}
        for pair in kind.split("-"):
            here, there = ((int(crossing) + 2 * int(turn)) % 6 for crossing in pair)
            cards[cell][here], cards[cell][there] = there, here
        last = cell
        # With two sides, what was named is answered at its twin by the next player, who then names.
        if seats == 3 or not owes_twin:
            player = (player + 1) % seats
        owes_twin = seats != 3 and not owes_twin
    assert next(paper, None) is None, "moves after the end"
    return cards


def _sector(spots: list[Spot]) -> int:
    return int(_clockwise(sum(x for x, _ in spots), sum(y for _, y in spots)))


def _follow(body: Spot, cells: dict[str, list[Spot]], cards: dict[str, dict[int, int]]) -> tuple[Spot, int]:
    """Card after card, never back into the one just left, until no card is on the other side."""
    spot, came_from, crossed = body, "", 0
    while True:
        beyond = [cell for cell, spots in cells.items() if spot in spots and cell != came_from]
        if not beyond:
            return spot, crossed
        (cell,) = beyond
        spot = cells[cell][cards[cell][cells[cell].index(spot)]]
        came_from, crossed = cell, crossed + 1
