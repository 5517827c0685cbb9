"""How curves become signs: a sheet of Braille dots, two wide and four high to a character."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from rich.style import Style
from rich.text import Text

_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BRAILLE: Final = 0x2800
Spot = tuple[float, float]
"""In dots, from the top left."""


class Canvas:
    """A sheet so many characters wide and high. What is drawn later lies on top and gives a character its style."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._dots = [[0] * width for _ in range(height)]
        self._signs: list[list[str]] = [[""] * width for _ in range(height)]
        self._styles: list[list[Style | None]] = [[None] * width for _ in range(height)]

    def dot(self, spot: Spot, style: Style) -> None:
        x, y = round(spot[0]), round(spot[1])
        column, row = x // 2, y // 4
        if 0 <= column < self.width and 0 <= row < self.height:
            self._dots[row][column] |= _DOTS[y % 4][x % 2]
            self._styles[row][column] = style

    def dots(self, spots: Iterable[Spot], style: Style) -> None:
        for spot in spots:
            self.dot(spot, style)

    def write(self, column: int, row: int, text: str, style: Style) -> None:
        if not 0 <= row < self.height:
            return
        for place, sign in enumerate(text, start=column):
            if 0 <= place < self.width:
                self._signs[row][place] = sign
                self._styles[row][place] = style

    def write_if_clear(self, column: int, row: int, sign: str, style: Style) -> None:
        """A sign that gives way to those which are there."""
        if not self._signs[row][column]:
            self.write(column, row, sign, style)

    def lines(self) -> list[Text]:
        return [self._line(row) for row in range(self.height)]

    def _line(self, row: int) -> Text:
        """One row, in runs of one style."""
        signs = [
            sign or (chr(_BRAILLE + dots) if dots else " ")
            for sign, dots in zip(self._signs[row], self._dots[row], strict=True)
        ]
        line = Text(no_wrap=True)
        for style, run in groupby(zip(self._styles[row], signs, strict=True), key=lambda styled: styled[0]):
            line.append("".join(sign for _, sign in run), style)
        return line


def straight(start: Spot, end: Spot, every: float) -> list[Spot]:
    """Dots along a line, so far apart."""
    (x, y), (to_x, to_y) = start, end
    count = max(round(max(abs(to_x - x), abs(to_y - y)) / every), 1)
    return [(x + (to_x - x) * step / count, y + (to_y - y) * step / count) for step in range(count + 1)]


def curve(start: Spot, pull: Spot, other_pull: Spot, end: Spot) -> list[Spot]:
    """Dots along a Bézier curve from one spot to another."""
    spots = []
    length = abs(end[0] - start[0]) + abs(end[1] - start[1]) + 12
    for step in range(int(2 * length) + 1):
        t = step / int(2 * length)
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        corners = (start, pull, other_pull, end)
        spots.append(
            (
                sum(weight * x for weight, (x, _) in zip(weights, corners, strict=True)),
                sum(weight * y for weight, (_, y) in zip(weights, corners, strict=True)),
            )
        )
    return spots
