"""Where the oracles are that recount points from paper alone."""

from __future__ import annotations

from importlib import import_module

from pandemonium.core.game import AnyGame
from pandemonium.games import is_ours
from pandemonium.laws import Recount


def recount_of(game: AnyGame) -> Recount:
    """Ours are here; other people's boxes bring their own."""
    folder = game.package.rpartition(".")[2]
    oracle = import_module(f"tests.oracles.{folder}" if is_ours(game) else f"{game.package}.tests.oracle")
    recount: Recount = oracle.recount
    return recount
