"""How Diavolo looks and speaks in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import astuple
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pandemonium.core.game import PUBLIC, Seat
from pandemonium.core.words import Words
from pandemonium.games.diavolo.dice import COLOURS, Colour, Throw
from pandemonium.games.diavolo.explained import Explained
from pandemonium.games.diavolo.picture import SHAPES, STYLES, WIDTH, picture
from pandemonium.games.diavolo.rules import CHOICES, GRABS, Action, Choose, Chosen, Grab, Options, covers
from pandemonium.games.diavolo.sight import View

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
    if view.explained is not None and view.throw is None:
        parts += [*([] if view.over else [Rule(style="dim")]), *_explanation(view.explained, words, names)]
    return Group(*parts)


def answers(legal: Sequence[Action], words: Words) -> str:
    colours = [action.colour for action in legal if isinstance(action, Grab | Choose)]
    return "  ".join(_called(colour, words) for colour in colours if colour is not None)


def keys(options: Options, people: int, words: Words) -> Sequence[Mapping[str, Action]]:
    """One person has the colours' letters; two or three have a row of keys each; more find no room."""
    imps: Mapping[Colour, Action] = CHOICES if covers(options) else GRABS
    if people == 1:
        return [{key: imps[colour] for colour, key in letters(words).items()}]
    return [dict(zip(hand, imps.values(), strict=True)) for hand in HANDS[:people]]


def letters(words: Words) -> dict[Colour, str]:
    """For one person alone: the initials in his language, as on the page (web/colours.ts). Where two are the same, the
    later colour has the first letter of its name that is still free."""
    found: dict[Colour, str] = {}
    for colour in COLOURS:
        name = words(f"colour.{colour}").lower()
        found[colour] = next((letter for letter in name if letter not in found.values()), name[0])
    return found


# What is drawn, from the top


def _title(view: View, words: Words, names: Sequence[str]) -> str:
    of = view.options.rounds
    title = [words("draw.round", n=view.round) if of is None else words("draw.round-of", n=view.round, of=of)]
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
    """A row for each colour: its key, its dice when nobody races to read them, its imps in the middle."""
    table = Table.grid(padding=(0, 1, 0, 0))
    raced = view.throw is not None and not view.options.calm
    # Whoever plays alone has these keys; around one screen the public's eyes look on.
    typed = letters(words) if view.eyes != PUBLIC else dict.fromkeys(COLOURS, "")
    groups = ((), (), ()) if throw is None or raced else (throw.black, throw.red, throw.white)
    for colour, left, at_first, values in zip(COLOURS, view.imps, view.whole, (*groups, ()), strict=True):
        imps = " ".join([SHAPES[colour]] * left + ["·"] * (at_first - left))
        name = Text(f" {_called(colour, words)} ", STYLES[colour])
        table.add_row(Text(typed[colour], "dim"), name, Text(" ".join(map(str, values)), "bold"), Text(imps))
    table.add_row()
    return table


def _players(view: View, words: Words, names: Sequence[str]) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column()
    table.add_column(max_width=11, no_wrap=True, overflow="ellipsis")
    grabbed = {its.seat: its for its in view.grabs}
    for seat, gems in enumerate(view.gems):
        mine = seat == view.eyes
        held = Text("◆" * gems, "bold red") + Text("◇" * (view.most_gems - gems), "dim")
        doing = ""
        if (out := view.out[seat]) is not None:
            doing = words("draw.out", n=out)
        elif (its := grabbed.get(Seat(seat))) is not None:
            colour = its.colour if not isinstance(its, Chosen) else view.chosen if mine else None
            doing = words("draw.chosen") if colour is None else _called(colour, words)
            if its.ms is not None:
                doing += f" {_seconds(its.ms, words)}"
        elif seat in view.racing:
            doing = "…"
        table.add_row("▸" if mine else " ", Text(names[seat], "bold" if mine else ""), held, Text(doing))
    return table


def _explanation(explained: Explained, words: Words, names: Sequence[str]) -> list[Text]:
    """3.1 What the dice said, 3.4 and what that cost or brought each."""
    right = explained.right
    said = [
        f"{SHAPES[colour]} {words.number(figure)}"
        for colour, figure in zip(COLOURS, astuple(right.figures), strict=False)
    ]
    line = words("draw.explained", n=right.round, order=words(f"order.{right.order}"), figures="  ".join(said))
    text = Text(f"{line} → ")
    text.append(f" {_called(right.colour, words)} ", STYLES[right.colour])
    if right.colour == "grey":
        text.append(f" {words('draw.tie')}")
    return [text, Text(words.told([*explained.took, *explained.settled], names))]


def _called(colour: Colour, words: Words) -> str:
    """6.3 Its shape and its name."""
    return f"{SHAPES[colour]} {words(f'colour.{colour}')}"


def _seconds(ms: int, words: Words) -> str:
    hundredths = f"{(ms + 5) // 10 / 100:.2f}"
    return words("draw.seconds", seconds=hundredths.replace(".", words("draw.point")))
