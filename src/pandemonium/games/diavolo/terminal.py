"""How Diavolo looks and speaks in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pandemonium.core.game import NATURE, PUBLIC, Move, Seat
from pandemonium.core.words import Words
from pandemonium.games.diavolo.dice import COLOURS, FIGURES, Colour, Throw
from pandemonium.games.diavolo.picture import SHAPES, STYLES, WIDTH, picture
from pandemonium.games.diavolo.rules import GRABS, IMPS, MOST_GEMS, Action, Bell, Explained, Grab, Order, Roller
from pandemonium.games.diavolo.sight import View

KEYS: Final[dict[Colour, str]] = {"black": "b", "red": "r", "white": "w", "grey": "g"}
"""For one person alone: the same in every language."""
HANDS: Final = ("sdfg", "hjkl", "uiop")
"""For several, in the order of the colours: keys that lie in the same place on AZERTY, QWERTY and QWERTZ."""


def draw(view: View, words: Words, names: Sequence[str]) -> RenderableType:
    throw = view.throw
    if throw is None and view.over and view.explained is not None:
        throw = view.explained.throw  # The dice of the last round stay where they fell.
    side = Table.grid(padding=0)
    side.add_column(no_wrap=False)
    side.add_row(_order(view, throw, words))
    side.add_row(_colours(view, throw, words))
    side.add_row(_players(view, words, names))
    table = Table.grid(padding=(0, 1))
    table.add_column(width=WIDTH)
    table.add_column(ratio=1)
    table.add_row(Text(words("draw.no-dice"), style="dim") if throw is None else picture(throw), side)
    parts: list[RenderableType] = [Rule(_title(view, words, names), style="dim"), table]
    if view.explained is not None:
        parts += [Rule(style="dim"), *_explanation(view.explained, words, names)]
    if view.over:
        parts.append(Text(_outcome(view, words, names), style="bold"))
    return Group(*parts)


def tell(move: Move[Action], view: View, words: Words, names: Sequence[str]) -> str:
    match move.what:
        case Roller(seat):
            return words("tell.roller", name=names[seat])
        case Order(order):
            return words("tell.order", order=words(f"order.{order}"))
        case Throw(order=order):
            name = "" if view.roller is None else names[view.roller]
            return words("tell.throw", name=name, order=words(f"order.{order}"))
        case Grab(colour, ms) if move.by != NATURE:
            if ms is None:
                return words("tell.grab", name=names[move.by], imp=_imp(colour, words))
            return words("tell.grab-in", name=names[move.by], imp=_imp(colour, words), seconds=_seconds(ms, words))
        case Bell() if view.explained is not None:
            said = [
                " ".join(filter(None, line.plain.split(" "))) for line in _explanation(view.explained, words, names)
            ]
            return " · ".join([*said, _outcome(view, words, names)] if view.over else said)
    return ""


def ask(view: View, legal: Sequence[Action], words: Words) -> str:  # noqa: ARG001
    imps = [words(f"choice.{action.colour}") for action in legal if isinstance(action, Grab)]
    return words("ask.grab", imps="  ".join(imps))


def keys(people: int) -> Sequence[Mapping[str, Grab]]:
    """One person has the colours' letters; two or three have a row of keys each; more find no room."""
    if people == 1:
        return [{key: GRABS[colour] for colour, key in KEYS.items()}]
    return [dict(zip(hand, GRABS.values(), strict=True)) for hand in HANDS[:people]]


def timed(action: Action, ms: int) -> Action:
    return Grab(action.colour, ms) if isinstance(action, Grab) else action


# What is drawn, from the top


def _title(view: View, words: Words, names: Sequence[str]) -> str:
    title = [words("draw.round", n=view.round)]
    if view.roller is not None and not view.over:
        title.append(words("draw.rolls", name=names[view.roller]))
    title.append(words("draw.calm" if view.options.calm else "draw.race", n=view.options.deadline))
    return " · ".join(title)


def _order(view: View, throw: Throw | None, words: Words) -> Text:
    order = view.order if throw is None else throw.order
    if order is None:
        return Text(words("draw.no-order") + "\n", style="dim")
    text = Text()
    text.append(f" {words(f'order.{order}').upper()} ", STYLES["grey"])
    text.append(f"\n{words(f'why.{order}')}\n")
    return text


def _colours(view: View, throw: Throw | None, words: Words) -> Table:
    """A row for each colour: its key, its dice in order, its imps in the middle."""
    table = Table.grid(padding=(0, 1, 0, 0))
    groups = ((), (), ()) if throw is None else (throw.black, throw.red, throw.white)
    for colour, left, at_first, values in zip(
        COLOURS, view.imps, IMPS[sum(map(bool, view.gems))], (*groups, ()), strict=True
    ):
        imps = " ".join([SHAPES[colour]] * left + ["·"] * (at_first - left))
        # Whoever plays alone has these keys; around one screen the public's eyes look on.
        key = KEYS[colour] if view.eyes != PUBLIC else ""
        name = Text(f" {SHAPES[colour]} {words(f'colour.{colour}')} ", STYLES[colour])
        table.add_row(Text(key, "dim"), name, Text(" ".join(map(str, values)), "bold"), Text(imps))
    table.add_row()
    return table


def _players(view: View, words: Words, names: Sequence[str]) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column()
    table.add_column(max_width=11, no_wrap=True, overflow="ellipsis")
    grabbed = {its.seat: its for its in view.grabs}
    for seat, gems in enumerate(view.gems):
        mine = seat == view.eyes
        held = Text("◆" * gems, "bold red") + Text("◇" * (MOST_GEMS - gems), "dim")
        doing = ""
        if (out := view.out[seat]) is not None:
            doing = words("draw.out", n=out)
        elif (its := grabbed.get(Seat(seat))) is not None:
            doing = f"{SHAPES[its.colour]} {words(f'colour.{its.colour}')}"
            if its.ms is not None:
                doing += f" {_seconds(its.ms, words)}"
        elif seat in view.racing:
            doing = "…"
        table.add_row("▸" if mine else " ", Text(names[seat], "bold" if mine else ""), held, Text(doing))
    return table


def _explanation(explained: Explained, words: Words, names: Sequence[str]) -> list[Text]:
    """3.1 What the dice said, 3.4 and what that cost or brought each."""
    order, right = explained.throw.order, explained.right
    figures = FIGURES[order](explained.throw)
    said = [
        f"{SHAPES[colour]} {_decimal(figure, words) if order == 'closest' else figure}"
        for colour, figure in zip(COLOURS, figures, strict=False)
    ]
    line = words("draw.explained", n=explained.round, order=words(f"order.{order}"), figures="  ".join(said))
    text = Text(f"{line} → ")
    text.append(f" {SHAPES[right]} {words(f'colour.{right}')} ", STYLES[right])
    if right == "grey":
        text.append(f" {words('draw.tie')}")
    return [text, Text(_changes(explained, words, names))]


def _changes(explained: Explained, words: Words, names: Sequence[str]) -> str:
    gained = [names[seat] for seat, change in enumerate(explained.changes) if change > 0]
    lost = [names[seat] for seat, change in enumerate(explained.changes) if change < 0]
    safe = [names[its.seat] for its in explained.grabs if explained.changes[its.seat] == 0]
    parts = [
        words(key, names=", ".join(who))
        for key, who in (("draw.gained", gained), ("draw.safe", safe), ("draw.lost", lost))
        if who
    ]
    return " · ".join(parts)


def _outcome(view: View, words: Words, names: Sequence[str]) -> str:
    """3.6 Who wins, if anybody does."""
    last = [name for name, gems in zip(names, view.gems, strict=False) if gems]
    return words("draw.wins", name=last[0]) if last else words("draw.nobody-wins")


def _imp(colour: Colour, words: Words) -> str:
    return f"{SHAPES[colour]} {words(f'colour.{colour}')}"


def _seconds(ms: int, words: Words) -> str:
    return words("draw.seconds", seconds=_decimal(ms / 1000, words))


def _decimal(value: float, words: Words) -> str:
    return f"{value:.2f}".replace(".", words("draw.point"))
