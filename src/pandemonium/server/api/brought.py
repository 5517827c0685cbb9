"""What other people's boxes bring for the page, under /boxes/NAME/: their words, rules and luck, and all of web/."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from pandemonium.games import folder, is_ours, shelf

_PATH: Final = re.compile(
    r"/boxes/([a-z0-9-]+)/(?:(web)/(.+)|(words/(?:fr|en|de)\.json|RULES(?:\.(?:fr|de))?\.md|luck\.json))"
)


def brought(path: str) -> tuple[Path, str] | None:
    """The folder that such a path leads into, and the file in it; None for any other path. Nothing else of a package is
    for everybody's eyes."""
    found = _PATH.fullmatch(path)
    game = None if found is None else shelf().get(found[1])
    if found is None or game is None or is_ours(game):
        return None
    inside = folder(game).resolve()
    return (inside / "web", found[3]) if found[2] else (inside, found[4])
