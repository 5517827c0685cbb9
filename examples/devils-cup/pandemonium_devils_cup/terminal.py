"""How Devil’s Cup looks in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pandemonium.core.words import Words
from pandemonium_devils_cup.notation import write
from pandemonium_devils_cup.rules import Action, Claim
from pandemonium_devils_cup.sight import View


def draw(view: View, words: Words, names: Sequence[str]) -> RenderableType:
    table = Table.grid(padding=(0, 3))
    for seat, name in enumerate(names):
        turn = seat == view.turn
        table.add_row(
            Text(f"> {name}" if turn else f"  {name}", style="bold" if turn else ""),
            Text("^" * view.horns[seat] or "-", style="red"),
            Text(_cup(view, words) if seat == view.holder else ""),
        )
    title = words("draw.title", round=view.round, horns=view.options.horns)
    return Group(
        Rule(title), table, Text(_claim(view, words, names), style="bold"), Text(_last(view, words, names), "dim")
    )


def answers(legal: Sequence[Action], words: Words) -> str:
    if claims := [str(action.worth) for action in legal if isinstance(action, Claim)]:
        return words("draw.claims", claims=" ".join(claims))
    return words("draw.answers", moves=" / ".join(words.called(action, write(action)) for action in legal))


def _cup(view: View, words: Words) -> str:
    if view.dice:
        return words("draw.dice", dice=view.dice)
    return words("draw.cup" if view.thrown else "draw.empty")


def _claim(view: View, words: Words, names: Sequence[str]) -> str:
    if view.claimer is None:
        return words("draw.no-claim")
    return words("draw.claim", name=names[view.claimer], claim=_named(view.claim, words))


def _last(view: View, words: Words, names: Sequence[str]) -> str:
    end = view.last
    if end is None:
        return ""
    lay = words("draw.unseen") if end.dice is None else _named(end.dice, words)
    return words("draw.last", claim=_named(end.claim, words), dice=lay, name=names[end.taker], n=end.horns)


def _named(worth: int, words: Words) -> str:
    key = f"worth.{worth}"
    return words(key) if key in words else str(worth)
