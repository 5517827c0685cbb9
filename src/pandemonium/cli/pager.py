"""Long texts at a terminal: page by page, in whatever the reader likes to read with."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from pandemonium.cli.plain import HANDLER
from pandemonium.core.words import Words

if TYPE_CHECKING:
    from rich.console import RenderableType


def show(console: Console, text: RenderableType, words: Words) -> bool:
    """In `$PAGER`, else in `less` or `more`; as it is where nobody can turn pages. Whether it waited for the reader."""
    command = _pager() if console.is_terminal and not console.is_dumb_terminal else None
    if command is None:
        console.print(text)
        return False
    with console.capture() as captured:
        console.print(text)
    try:
        # R: colours as they are. Ps: what the last line says, up to the $.
        # Its signs are those that are sent to it, whatever locale it would find.
        signs = {} if console.encoding == "ascii" else {"LESSCHARSET": console.encoding}
        environment = {"LESS": f"RPs{words('pager.keys')}$", **signs, **os.environ}
        raw = captured.get().encode(console.encoding, HANDLER)
        subprocess.run(command, input=raw, env=environment, check=False)  # noqa: S603  his own pager
    except OSError:
        console.print(text)
        return False
    return Path(command[0]).name == "less"


def _pager() -> list[str] | None:
    """The command, if it can be found."""
    wished = os.environ.get("PAGER")
    for wish in [wished] if wished else ["less", "more"]:
        try:
            command = shlex.split(wish)
        except ValueError:
            return None
        if command and shutil.which(command[0]):
            return command
    return None
