"""How Le Diable Sauteur looks and speaks in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pandemonium.core.words import Words
from pandemonium.games.diable_sauteur.circuit import BOX_HEIGHT, BOX_WIDTH, EDGE, ROOMY, Loop, borders, frame, loop_for
from pandemonium.games.diable_sauteur.facts import NumberJumped
from pandemonium.games.diable_sauteur.material import KEYS, STRIDE, Action, Advance, Hide, Jumped, Key, Press
from pandemonium.games.diable_sauteur.notation import write
from pandemonium.games.diable_sauteur.sight import Runner, View

DEVIL: Final = "ψ"
_COLOURS: Final = {
    "devil": "bold grey100 on red3",
    "red": "bold grey100 on red3",
    "blue": "bold grey100 on blue3",
    "orange": "bold grey0 on dark_orange",
    "green": "bold grey100 on green4",
}
_POINTS: Final = {"red": "red3", "blue": "dodger_blue2", "orange": "dark_orange", "green": "green4"}
_PIPS: Final[dict[object, tuple[str, str, str]]] = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
    "devil": ("╲   ╱", " • • ", " ╰─╯ "),
}


def draw(view: View, words: Words, names: Sequence[str]) -> RenderableType:
    loop = loop_for(view.track)
    width, roomy = max(loop.columns, 60), loop.lines <= ROOMY
    header, figures = _header(view, words, names, width, roomy=roomy), _footer(view, words, names, width)
    told = _sum_line(view, words) if roomy else ""  # On the longest tracks what is asked says it.
    return Group(header, _circuit(view, words, loop), figures, *([Text(told, "italic")] if told else []))


def answers(legal: Sequence[Action], words: Words) -> str:
    """A word of what a move is called is enough to single it out."""
    return words("draw.answers", answers=words("list").join(_answer(action, words) for action in legal))


def _answer(action: Action, words: Words) -> str:
    match action:
        case Press(key) | Hide(int(key)):
            return str(key)
        case Advance(person):
            return words(f"person.{person}")
        case _:
            return words(f"answer.{write(action)}")


# Round the table


def _header(view: View, words: Words, names: Sequence[str], width: int, *, roomy: bool) -> Table:
    header = Table.grid(expand=False, padding=(0, 1))
    header.width = width
    header.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    header.add_column(justify="right", no_wrap=True)
    pursuit = view.rule == "a"
    title = words("draw.round", round=view.round, rounds=view.rounds) if pursuit else words("draw.race", n=view.track)
    if view.options.dice == "mixed":
        title += " · " + words("draw.mixed")
    points = words("draw.points", first=names[0], second=names[1], one=view.scores[0], two=view.scores[1])
    header.add_row(Text(title, "bold"), Text(points, "bold"))
    if roomy and view.hider is not None and view.shooter is not None:
        roles = words(f"draw.roles-{view.rule}", hider=names[view.hider], shooter=names[view.shooter])
        yours = "" if view.eyes == "public" else words("draw.you", name=names[view.eyes])
        header.add_row(Text(roles), Text(yours, "dim"))
    return header


def _footer(view: View, words: Words, names: Sequence[str], width: int) -> Table:
    figures = [_figure_line(runner, view, words, names) for runner in view.runners]
    if view.devil is not None:
        figures.insert(0, Text.assemble(_sign("devil", words), " ", words("draw.devil", cell=view.devil)))
    grid = Table.grid(padding=(0, 2))
    for _ in range(2):
        grid.add_column(min_width=width // 2 - 2)
    for nth in range(0, len(figures), 2):
        grid.add_row(*figures[nth : nth + 2])
    return grid


def _figure_line(runner: Runner, view: View, words: Words, names: Sequence[str]) -> Text:
    name = words(f"person.{runner.name}")
    if view.rule == "b" and runner.seat is not None:
        name += f" ({names[runner.seat]})"
    if runner.status == "track":
        line = words("draw.on-track", name=name, cell=runner.cell % view.track, n=runner.to_go)
    else:
        line = words(f"draw.{runner.status}", name=name)
    figure = Text.assemble(_sign(runner.name, words), " ", line)
    if (target := runner.target) is not None:
        lands = words("draw.home") if target.landing == "home" else str(target.cell % view.track)
        figure.append(f" → {lands}", "bold")
    return figure


def _sum_line(view: View, words: Words) -> str:
    """The points before the player's eyes, or what the last hiding has told."""
    last = view.last_hiding
    if view.points and isinstance(view.reckoning, NumberJumped):
        terms = " + ".join(words("draw.times", face=die.face, number=die.key) for die in view.reckoning.terms)
        return words(f"draw.sum-{view.rule}", terms=terms, n=view.points)
    if view.phase in ("hide", "over") and last is not None and last.devil is not None:
        return words("draw.was-under", number=last.devil)
    return ""


# The circuit, with the box in it


def _circuit(view: View, words: Words, loop: Loop) -> Text:
    """What is drawn lies on the borders of the loop as pieces: line, column, text."""
    pieces = [*_cells(view, words, loop), *_box(view, loop)]
    drawn = Text(no_wrap=True)
    for y, line in enumerate(borders(loop)):
        at = 0
        for _, x, piece in sorted((piece for piece in pieces if piece[0] == y), key=lambda piece: piece[1]):
            drawn.append(line[at:x], "dim")
            drawn.append_text(piece)
            at = x + piece.cell_len
        drawn.append(line[at:] + "\n", "dim")
    drawn.right_crop()
    return drawn


Piece = tuple[int, int, Text]


def _cells(view: View, words: Words, loop: Loop) -> Iterator[Piece]:
    figures, starts = _figures(view, words), {start.cell: start.name for start in view.starts}
    for nth in range(loop.room):
        left, top, right, bottom = frame(loop, nth)
        inside = right - left - 1
        label = Text("▲", "dim") if nth >= view.track else _label(nth, starts.get(nth), figures.get(nth, []), inside)
        yield (top + bottom) // 2, left + 1 + (inside - label.cell_len) // 2, label
    if view.rule == "a":  # The finish line, between the last cell and red; in a race everybody has his own.
        yield EDGE, 1, Text(("▀▄" * loop.width)[: loop.width - 1])


def _figures(view: View, words: Words) -> dict[int, list[Text]]:
    """Who stands where, and in small letters who would land where."""
    figures: dict[int, list[Text]] = {}
    if view.devil is not None:
        figures.setdefault(view.devil % view.track, []).append(_sign("devil", words))
    for runner in view.runners:
        if runner.status == "track":
            figures.setdefault(runner.cell % view.track, []).append(_sign(runner.name, words))
        if runner.target is not None:
            landing = Text(words(f"sign.{runner.name}").lower(), f"bold {_POINTS[runner.name]}")
            figures.setdefault(runner.target.cell % view.track, []).append(landing)
    return figures


def _label(cell: int, start: str | None, figures: Sequence[Text], inside: int) -> Text:
    number = Text.assemble(("•", f"bold {_POINTS[start]}"), (str(cell), "")) if start else Text(str(cell), "dim")
    if not figures:
        return number
    signs = Text().join(figures)
    return Text.assemble(number, " ", signs) if number.cell_len + 1 + signs.cell_len <= inside else signs


def _sign(name: str, words: Words) -> Text:
    return Text(DEVIL if name == "devil" else words(f"sign.{name}"), _COLOURS[name])


def _box(view: View, loop: Loop) -> Iterator[Piece]:
    between = view.phase in ("lot", "hide", "over")
    last = view.last_hiding if between else None
    out = {die.key: die for die in (last.jumped if last else view.jumped)}
    devil = last.devil if last else view.hidden
    first_line = EDGE + 1 + (loop.inner_lines - BOX_HEIGHT) // 2
    first_column = loop.width + 1 + (loop.inner_columns - BOX_WIDTH) // 2
    for nth, key in enumerate(KEYS):
        lines = _jumped(out[key], view.rule) if key in out else _lid(key, view, has_devil=key == devil)
        for line, text in enumerate(lines):
            yield first_line + line, first_column + 10 * nth, text


def _lid(key: Key, view: View, *, has_devil: bool) -> list[Text]:
    can_press = view.phase in ("press", "choose") and key in view.left
    filled = "░░░░░"
    middle = Text.assemble("║░░", _devil_sign(), "░░║") if has_devil else Text(f"║{filled}║")
    lid = [Text("╔═════╗"), Text(f"║{filled}║"), middle, Text(f"║{filled}║"), Text("╚═════╝")]
    label = Text(f"[ {key} ]".center(7), "bold") if can_press else Text(str(key).center(7), "dim")
    return [*lid, label, Text(" " * 7)]


def _devil_sign() -> Text:
    return Text(DEVIL, _COLOURS["devil"])


def _jumped(die: Jumped, rule: str) -> list[Text]:
    is_devil = die.face == "devil"
    style = "bold red3" if is_devil else "bold"
    faces = [Text.assemble("│", (pips, style), "│") for pips in _PIPS[die.face]]
    if is_devil:
        worth = f"{DEVIL} +{STRIDE * die.key}" if rule == "a" else f"{DEVIL} ✗"
    else:
        worth = f"{die.face}×{die.key}={die.points}"
    number = Text(str(die.key).center(7), "dim")
    return [Text("╭─────╮"), *faces, Text("╰─────╯"), number, Text(worth.center(7), style)]
