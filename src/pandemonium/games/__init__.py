"""The shelf: one folder is one box, found by looking; there is no list."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from pandemonium.core.game import AnyGame, Refusal


@cache
def shelf() -> dict[str, AnyGame]:
    """Every box, by its slug."""
    folders = sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)
    games: list[AnyGame] = [import_module(f"{__name__}.{folder}").GAME for folder in folders]
    return {game.slug: game for game in games}


def open(slug: str) -> AnyGame:
    """The box with this name on it."""
    try:
        return shelf()[slug]
    except KeyError:
        raise Refusal("unknown-game", game=slug[:40], known=", ".join(shelf())) from None
