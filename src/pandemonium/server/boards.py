"""Which games the page has a board for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from pandemonium.core.game import AnyGame
from pandemonium.games import folder, is_ours
from pandemonium.server.release import usual_place

MADE_OF: Final = "made-of.json"
"""What the built page is made of, as the builder has written it down: in a release the sources are not there to be
looked for."""


def has_board(game: AnyGame) -> bool:
    """Whether the page can show it: it was built with ours, and other people's boxes bring a module."""
    if not is_ours(game):
        return (folder(game) / "web" / "board.js").is_file()
    if (folder(game) / "web" / "Board.svelte").is_file():
        return True
    board = f"/{game.package.replace('.', '/')}/web/Board.svelte"
    return any(source.endswith(board) for source in _sources(usual_place() / MADE_OF))


@cache
def _sources(file: Path) -> frozenset[str]:
    try:
        return frozenset(msgspec.json.decode(file.read_bytes(), type=dict[str, object]))
    except FileNotFoundError:
        return frozenset()
