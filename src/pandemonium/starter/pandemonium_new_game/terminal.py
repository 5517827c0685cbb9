"""How New Game looks in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pandemonium.core.words import Words
from pandemonium_new_game.notation import write
from pandemonium_new_game.rules import Action
from pandemonium_new_game.sight import View


def draw(view: View, words: Words, names: Sequence[str]) -> RenderableType:
    table = Table.grid(padding=(0, 3))
    for seat, name in enumerate(names):
        cup = str(view.die) if seat == view.eyes and view.die else "?" if view.thrown[seat] else "-"
        table.add_row(
            Text(f"> {name}" if seat == view.turn else f"  {name}", style="bold" if seat == view.turn else ""),
            Text(f"[{cup}]", style="bold"),
            Text(words("draw.coals", n=view.coals[seat])),
            Text(words("draw.again") if seat in view.again else "", style="dim"),
        )
    parts: list[RenderableType] = [Rule(words("draw.title", round=view.round, coals=view.options.coals)), table]
    if view.lifted is not None:
        dice = ", ".join(f"{name} {die}" for name, die in zip(names, view.lifted, strict=True))
        parts.append(Text(words("draw.lifted", dice=dice), style="dim"))
    return Group(*parts)


def answers(legal: Sequence[Action], words: Words) -> str:
    return words("draw.answers", moves=" / ".join(words.called(action, write(action)) for action in legal))
