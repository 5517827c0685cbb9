"""Bots that are not in a box: from a file (`mine.py:careful`), or from a package that is installed.

Only for whoever types a command here: the names of bots that come over a network never reach this.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from pandemonium.core.bots import bot_of
from pandemonium.core.evaluation import Budget
from pandemonium.core.game import AnyGame, Bot, Refusal
from pandemonium.search.installed import Watched, load, what_failed, within
from pandemonium.search.thinker import Thinker


def find_bot(game: AnyGame, name: str, budget: Budget | None = None) -> Bot[Any, Any]:
    """The bot of this name: of the box, of a file, of a package. Raises Refusal. If it thinks, it has this budget."""
    if name in game.bots or name in game.more_bots:
        return within(bot_of(game, name), budget)
    file, colon, function = name.rpartition(":")
    bot = _in_file(Path(file), function) if colon else load(game, name)
    return Watched(game, name, within(bot, budget))


def thinks(bot: Bot[Any, Any]) -> bool:
    """Whether a budget means anything to it."""
    return isinstance(bot.bot if isinstance(bot, Watched) else bot, Thinker)


def as_from_here(name: str) -> str:
    """The name under which it is found from every folder."""
    file = file_of(name)
    return name if file is None else f"{file.resolve()}:{name.rpartition(':')[2]}"


def file_of(name: str) -> Path | None:
    """The file that a bot of this name is in, if it is from one."""
    file, colon, _ = name.rpartition(":")
    return Path(file) if colon else None


def _in_file(file: Path, function: str) -> Bot[Any, Any]:
    try:
        file.read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refusal("no-file", file=str(file)[:200], why=why) from None
    name = f"pandemonium_outside_{file.stem}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise Refusal("bot-no-python", file=str(file)[:200])
    module = module_from_spec(spec)
    sys.modules[name] = module  # Classes that are defined there look for it.
    if (folder := str(file.resolve().parent)) not in sys.path:
        sys.path.append(folder)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise Refusal("bot-raised", bot=str(file)[:200], why=what_failed(error)) from error
    bot: Bot[Any, Any] | None = getattr(module, function, None)
    if bot is None or not callable(bot):
        own = [
            its for its, what in vars(module).items() if getattr(what, "__module__", None) == name and callable(what)
        ]
        raise Refusal("bot-not-there", file=str(file)[:200], bot=function[:40], known=", ".join(own) or "–")
    return bot
