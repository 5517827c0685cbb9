"""A contest as a picture: ratings and wins with their intervals, an SVG that is light by day and dark by night."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from pandemonium.arena.figures import Figure, Summary
from pandemonium.core.words import Words

WIDTH: Final = 880
ROW: Final = 34
HEAD: Final = 92
FOOT: Final = 44
NAMES: Final = 190
GAP: Final = 50
PANEL: Final = (WIDTH - NAMES - 2 * GAP) // 2
TICKS: Final = 4

STYLE: Final = """
svg { --paper: #fbf7ee; --ink: #2b1d16; --faint: #d9cdb8; --devil: #a3161e; background: var(--paper); }
@media (prefers-color-scheme: dark) { svg { --paper: #1b1413; --ink: #f1e7d6; --faint: #4a3c37; --devil: #ff6a5e; } }
text { fill: var(--ink); font: 14px Alegreya, Georgia, serif; }
.title { font-size: 20px; } .head { font-size: 15px; font-style: italic; }
.tick { font-size: 12px; text-anchor: middle; }
.paper { fill: var(--paper); } .grid { stroke: var(--faint); } .fair { stroke: var(--ink); stroke-dasharray: 2 4; }
.error { stroke: var(--devil); stroke-width: 2; } .mean { fill: var(--devil); }
"""


def picture(summary: Summary, title: str, words: Words) -> str:
    """The whole picture. Everything in it can be read out too."""
    rows = summary.bots
    height = HEAD + ROW * len(rows) + FOOT
    fair = 1 / len(summary.contest.places)
    told = "; ".join(f"{row.bot}: {_said(row.rating, 0)}, {_said(row.wins, 1, percent=True)}" for row in rows)
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="t d">',
        f'<title id="t">{escape(title)}</title><desc id="d">{escape(told)}</desc><style>{STYLE}</style>',
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        f'<text class="title" x="24" y="34">{escape(title)}</text>',
        f'<text x="24" y="56">{escape(words("arena.count", matches=summary.matches, deals=summary.deals))}</text>',
        *(f'<text x="24" y="{_middle(place) + 5}">{escape(row.bot[-24:])}</text>' for place, row in enumerate(rows)),
        *_panel(NAMES, words("arena.rating"), [row.rating for row in rows], None),
        *_panel(NAMES + PANEL + GAP, words("arena.wins"), [row.wins for row in rows], fair),
        "</svg>\n",
    ]
    return "\n".join(body)


def span(figures: Sequence[Figure], fair: float | None) -> tuple[float, float]:
    """From where to where an axis must go so that all of them and their intervals lie on it."""
    low = min(figure.mean - (figure.error or 0) for figure in figures)
    high = max(figure.mean + (figure.error or 0) for figure in figures)
    if fair is not None:
        low, high = max(0.0, min(low, fair)), min(1.0, max(high, fair))
    room = (high - low) * 0.05 or 1.0
    return low - room, high + room


def _panel(left: int, head: str, figures: Sequence[Figure], fair: float | None) -> list[str]:
    low, high = span(figures, fair)
    foot = HEAD + ROW * len(figures)

    def across(value: float) -> float:
        return round(left + PANEL * (min(max(value, low), high) - low) / (high - low), 1)

    drawn = [f'<text class="head" x="{left}" y="{HEAD - 12}">{escape(head)}</text>']
    for tick in range(TICKS + 1):
        value = low + (high - low) * tick / TICKS
        x, label = across(value), f"{value:.0%}" if fair is not None else f"{value:.0f}"
        drawn.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{HEAD}" y2="{foot}"/>')
        drawn.append(f'<text class="tick" x="{x}" y="{foot + 20}">{label}</text>')
    if fair is not None:
        drawn.append(f'<line class="fair" x1="{across(fair)}" x2="{across(fair)}" y1="{HEAD}" y2="{foot}"/>')
    for place, figure in enumerate(figures):
        y, error = _middle(place), figure.error or 0.0
        ends = across(figure.mean - error), across(figure.mean + error)
        drawn.append(f'<line class="error" x1="{ends[0]}" x2="{ends[1]}" y1="{y}" y2="{y}"/>')
        drawn += [f'<line class="error" x1="{x}" x2="{x}" y1="{y - 5}" y2="{y + 5}"/>' for x in ends]
        drawn.append(f'<circle class="mean" cx="{across(figure.mean)}" cy="{y}" r="5"/>')
    return drawn


def _middle(place: int) -> int:
    return HEAD + ROW * place + ROW // 2


def _said(figure: Figure, digits: int, *, percent: bool = False) -> str:
    times, sign = (100, " %") if percent else (1, "")
    error = "" if figure.error is None else f" ± {figure.error * times:.{digits}f}"
    return f"{figure.mean * times:.{digits}f}{error}{sign}"
