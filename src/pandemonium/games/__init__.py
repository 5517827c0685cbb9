"""The shelf: one folder is one box, found by looking; there is no list. Other people's boxes say themselves that they
are there, by an entry point of their package."""

from __future__ import annotations

import logging
import pkgutil
import re
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path
from typing import Final

from pandemonium.core.game import AnyGame, Game, Refusal

log = logging.getLogger(__name__)

GROUP: Final = "pandemonium.games"
"""Of the entry points by which packages bring boxes of their own: `my-game = "pandemonium_my_game:GAME"`."""
SLUG: Final = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")


@cache
def shelf() -> dict[str, AnyGame]:
    """Every box, by its slug: those of the house, then other people's."""
    folders = sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)
    games: list[AnyGame] = [import_module(f"{__name__}.{folder}").GAME for folder in folders]
    standing = {game.slug: game for game in games}
    for entry in sorted(set(entry_points(group=GROUP)), key=lambda entry: entry.name):
        try:
            standing[entry.name] = _unpacked(entry, standing)
        except Exception as error:  # noqa: BLE001  Whatever is wrong with it, the others can be played.
            log.warning("the box %s (%s) stays closed: %s: %s", entry.name, entry.value, type(error).__name__, error)
    return standing


def _unpacked(entry: EntryPoint, standing: dict[str, AnyGame]) -> AnyGame:
    """The box that this entry point names. Raises whatever its package does, and ValueError for what is no box."""
    if not SLUG.fullmatch(entry.name):
        raise ValueError("a slug is small letters, figures and hyphens")
    if entry.name in standing:
        raise ValueError("there is a box of this name already")
    game: AnyGame = entry.load()
    if not isinstance(game, Game):
        raise ValueError("this is no Game")  # noqa: TRY004
    if (game.slug, f"{game.package}:GAME") != (entry.name, entry.value.replace(" ", "")):
        raise ValueError(f"the box calls itself {game.slug}, in {game.package}:GAME")
    return game


def open(slug: str) -> AnyGame:
    """The box with this name on it."""
    try:
        return shelf()[slug]
    except KeyError:
        raise Refusal("unknown-game", game=slug[:40], known=", ".join(shelf())) from None


def folder(game: AnyGame) -> Path:
    """Where all that is in the box lies."""
    return Path(str(files(game.package)))


def is_ours(game: AnyGame) -> bool:
    """Whether it came with the house, which built its page with it."""
    return game.package.rpartition(".")[0] == __name__
