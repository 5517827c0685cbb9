"""The board and the cards of Le Diable par la queue lie as chapters 1 and 2 say."""

from __future__ import annotations

from itertools import combinations
from math import isclose, sqrt

from pandemonium.games.diable_par_la_queue.board import (
    ACROSS,
    BODIES,
    BODY,
    BY_NAME,
    CELL_COUNT,
    FACE,
    KINDS,
    LETTERS,
    LOOKS,
    NAMES,
    PLACES,
    RIM,
    RIM_CELL,
    SECTOR,
    TAIL_END,
    TURNS,
    TWIN,
    Cell,
    Point,
)
from pandemonium.games.diable_par_la_queue.rules import Options, start

RIM_CELLS = """
A u17, B u8, C u1, D u2, E u4, F u6, G u7, H u16, I u27, K l17, L l8, M l1, N l2, O l4, P l6, R l7, S l16, T l27
"""


def corners(cell: int) -> list[tuple[float, float]]:
    """Clockwise, as on a screen, from where crossing 0 is."""
    row, x = PLACES[cell]
    if PLACES[cell].points_up:
        return [(x + 1, row + 1), (x - 1, row + 1), (x, row)]
    return [(x - 1, row), (x + 1, row), (x, row + 1)]


def spot(point: int) -> tuple[float, float]:
    cell, crossing = divmod(point, 6)
    edge = corners(cell)
    (x, y), (to_x, to_y) = edge[crossing // 2], edge[(crossing // 2 + 1) % 3]
    share = (1 + crossing % 2) / 3
    return x + share * (to_x - x), y + share * (to_y - y)


def neighbours(cell: int) -> set[int]:
    return {ACROSS[6 * cell + 2 * edge] // 6 for edge in range(3) if ACROSS[6 * cell + 2 * edge] < RIM}


def test_the_board_has_54_cells_in_rows_of_7_9_11_11_9_7() -> None:
    """1.1"""
    rows = [sum(place.row == row for place in PLACES) for row in range(6)]

    assert rows == [7, 9, 11, 11, 9, 7]


def test_each_of_the_six_sectors_is_a_big_triangle_of_nine_connected_cells() -> None:
    """1.1"""
    for sector in range(6):
        its = {cell for cell in range(CELL_COUNT) if SECTOR[cell] == sector}
        reached = {min(its)}
        while more := {near for cell in reached for near in neighbours(cell) & its} - reached:
            reached |= more
        extremes = [cell for cell in its if len(neighbours(cell) & its) == 1]

        assert len(its) == 9
        assert reached == its
        assert len(extremes) == 3


def test_all_sectors_meet_in_the_centre() -> None:
    """1.1"""
    at_the_centre = [SECTOR[cell] for cell in range(CELL_COUNT) if (0, 3) in corners(cell)]

    assert sorted(at_the_centre) == [0, 1, 2, 3, 4, 5]


def test_the_upper_half_is_numbered_row_by_row_from_the_top_left() -> None:
    """1.2"""
    order = sorted(range(CELL_COUNT), key=lambda cell: PLACES[cell])

    assert [NAMES[cell] for cell in order[:27]] == [f"u{number}" for number in range(1, 28)]


def test_twins_have_the_same_number_and_lie_opposite_each_other() -> None:
    """1.2"""
    for cell in range(CELL_COUNT):
        twin = TWIN[cell]

        assert {NAMES[cell][0], NAMES[twin][0]} == {"u", "l"}
        assert NAMES[cell][1:] == NAMES[twin][1:]
        assert PLACES[twin] == (5 - PLACES[cell].row, -PLACES[cell].x)


def test_eighteen_cells_have_an_edge_on_the_rim_with_a_body_and_a_tail_end() -> None:
    """1.3"""
    rim = [point for point in range(RIM) if ACROSS[point] >= RIM]

    assert len({point // 2 for point in rim}) == len(RIM_CELL) == 18
    assert sorted(rim) == sorted((*BODY, *TAIL_END))


def test_the_devils_sit_where_the_list_says() -> None:
    """1.4"""
    listed = dict(entry.split() for entry in RIM_CELLS.strip().split(", "))

    assert {letter: NAMES[RIM_CELL[devil]] for devil, letter in enumerate(LETTERS)} == listed


def test_going_clockwise_round_the_board_each_body_comes_before_its_tail_end() -> None:
    """1.4"""

    def clockwise(one: tuple[float, float], other: tuple[float, float]) -> bool:
        (x, y), (to_x, to_y) = one, other
        return x * (to_y - 3) - (y - 3) * to_x > 0  # on a screen, down is positive

    for body, tail_end in zip(BODY, TAIL_END, strict=True):
        assert clockwise(spot(body), spot(tail_end))
    for tail_end, next_body in zip(TAIL_END, BODY[1:], strict=False):
        assert clockwise(spot(tail_end), spot(next_body))


def test_a_crossing_leads_to_the_same_spot_seen_from_the_neighbour_and_back() -> None:
    """1.5, 2.2"""
    for point in range(RIM):
        beyond = ACROSS[point]
        if beyond < RIM:
            assert ACROSS[beyond] == point
            assert beyond // 6 != point // 6
            assert all(isclose(here, there) for here, there in zip(spot(point), spot(beyond), strict=True))


def test_the_first_crossing_of_an_edge_is_the_second_seen_from_the_other_side() -> None:
    """2.2"""
    inner = [point for point in range(RIM) if ACROSS[point] < RIM]

    assert all(point % 2 != ACROSS[point] % 2 for point in inner)


def test_a_rim_crossing_leads_to_the_body_or_the_tail_end_that_sits_there() -> None:
    """1.5"""
    for devil, (body, tail_end) in enumerate(zip(BODY, TAIL_END, strict=True)):
        assert ACROSS[body] == BODIES + devil
        assert ACROSS[tail_end] == RIM + devil


def test_crossings_run_clockwise_from_the_base() -> None:
    """notation.md: up, 0 is the right end of the base below; down, 0 is the left end of the base above."""
    up, down = 6 * BY_NAME["u1"], 6 * BY_NAME["u2"]

    assert spot(up)[0] > spot(up + 1)[0]
    assert spot(up)[1] == spot(up + 1)[1] == 1
    assert spot(down)[0] < spot(down + 1)[0]
    assert spot(down)[1] == spot(down + 1)[1] == 0
    assert spot(up + 2)[1] > spot(up + 3)[1]
    assert spot(up + 4)[1] < spot(up + 5)[1]


def test_all_cells_are_equilateral() -> None:
    """1.1"""
    for cell in range(CELL_COUNT):
        sides = [((x - a) ** 2 + 3 * (y - b) ** 2) ** 0.5 for (x, y), (a, b) in combinations(corners(cell), 2)]

        assert all(isclose(side, sqrt(4)) for side in sides)


def test_there_are_fifteen_ways_to_join_six_crossings_and_seven_kinds_have_them_all_once() -> None:
    """2.1"""
    pairings = {look for looks in LOOKS for look in looks}

    assert len(pairings) == len(FACE) == 15
    assert sum(map(len, LOOKS)) == 15
    for look in pairings:
        assert all(look[look[crossing]] == crossing != look[crossing] for crossing in range(6))


def test_three_kinds_look_the_same_after_a_third_of_a_turn_and_four_do_not() -> None:
    """2.1, 2.2"""
    turns = dict(zip(KINDS, TURNS, strict=True))

    assert [kind for kind, ways in turns.items() if ways == 1] == ["01-23-45", "12-34-50", "03-14-25"]
    assert [kind for kind, ways in turns.items() if ways == 3] == ["01-24-35", "01-25-34", "02-14-35", "02-15-34"]


def test_a_turn_moves_each_crossing_on_by_one_edge() -> None:
    """notation.md: 02-14-35 turned by one third joins 2 to 4, 3 to 0 and 5 to 1."""
    look = LOOKS[KINDS.index("02-14-35")][1]

    assert [look[crossing] for crossing in (2, 3, 5)] == [4, 0, 1]


def test_there_are_eight_cards_of_each_kind() -> None:
    """2.1"""
    stock = start(Options(), seats=2).stock

    assert len(stock) == 56
    assert all(stock.count(kind) == 8 for kind in range(7))


def test_names_and_numbers_of_points_agree() -> None:
    """1.2"""
    assert [BY_NAME[name] for name in NAMES] == list(range(54))
    assert Point(6 * Cell(BY_NAME["l1"])) == 162
