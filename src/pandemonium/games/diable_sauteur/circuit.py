"""Where the cells of the circuit of Le Diable Sauteur are drawn: a loop round the box, for any length of track."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

BOX_WIDTH: Final = 37
BOX_HEIGHT: Final = 7
EDGE: Final = 2
"""The lines of a cell in the upper or lower row, with its outer border."""
_WIDEST = 79
_HIGHEST = 17
ROOMY: Final = 14
"""So many lines leave room for all else on a screen of 24."""
_NORMAL_WIDTH = 6


class Loop(NamedTuple):
    """A rectangle of cells: how many across and down, and how many signs one takes with its left and upper border."""

    across: int
    down: int
    width: int
    height: int
    """1: the cells at the sides are too many for borders between them."""

    @property
    def room(self) -> int:
        """How many cells there are."""
        return 2 * (self.across + self.down) - 4

    @property
    def columns(self) -> int:
        return self.across * self.width + 1

    @property
    def lines(self) -> int:
        return self.inner_lines + 2 * EDGE + 2

    @property
    def inner_columns(self) -> int:
        return (self.across - 2) * self.width - 1

    @property
    def inner_lines(self) -> int:
        return (self.down - 2) * self.height - (self.height > 1)

    def place(self, nth: int) -> tuple[int, int]:
        """Column and row of a cell, clockwise from the upper left corner."""
        if nth < self.across:
            return nth, 0
        nth -= self.across - 1
        if nth < self.down:
            return self.across - 1, nth
        nth -= self.down - 1
        if nth < self.across:
            return self.across - 1 - nth, self.down - 1
        return 0, self.down - 1 - (nth - self.across + 1)


@cache
def loop_for(track: int) -> Loop:
    """The handsomest loop with so many cells (one more if they are odd) and room for the box inside: borders round
    each cell if there is space, and cells that are neither narrow nor huge."""
    half = (track + 1) // 2 + 2
    loops = [
        Loop(half - down, down, width, height)
        for down in range(3, half - 2)
        for width in range(4, 20)
        for height in (1, 2, 4)
    ]
    return min(filter(_fits, loops), key=_ugliness)


def _fits(loop: Loop) -> bool:
    return (
        loop.columns <= _WIDEST
        and loop.lines <= _HIGHEST
        and loop.inner_columns >= BOX_WIDTH
        and loop.inner_lines >= BOX_HEIGHT
    )


def _ugliness(loop: Loop) -> tuple[bool, int, int, int]:
    narrow = max(_NORMAL_WIDTH - loop.width, 0)
    return loop.lines > ROOMY, (loop.height != 2) + (loop.height == 4) + narrow, loop.lines, loop.width


class Frame(NamedTuple):
    """The borders of a cell, and the signs inside it."""

    left: int
    top: int
    right: int
    bottom: int


def frame(loop: Loop, nth: int) -> Frame:
    column, row = loop.place(nth)
    left, right = column * loop.width, (column + 1) * loop.width
    if row == 0:
        return Frame(left, 0, right, EDGE)
    if row == loop.down - 1:
        return Frame(left, loop.lines - 1 - EDGE, right, loop.lines - 1)
    if loop.height > 1:
        top = EDGE + (row - 1) * loop.height
        return Frame(left, top, right, top + loop.height)
    # Cells at the sides stand one upon another without borders; those above and below have theirs.
    return Frame(left, row + 1, right, row + 3)


_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"


def borders(loop: Loop) -> list[str]:
    """The empty circuit, line by line."""
    strokes = [[0] * loop.columns for _ in range(loop.lines)]
    for nth in range(loop.room):
        left, top, right, bottom = frame(loop, nth)
        for y in range(top, bottom):
            for x in (left, right):
                strokes[y][x] |= _DOWN
                strokes[y + 1][x] |= _UP
        if loop.height == 1 and 0 < loop.place(nth)[1] < loop.down - 1:
            continue
        for x in range(left, right):
            for y in (top, bottom):
                strokes[y][x] |= _RIGHT
                strokes[y][x + 1] |= _LEFT
    return ["".join(_LINES[stroke] for stroke in line) for line in strokes]
