"""Bots that are not in a box: from a file (`mine.py:careful`), or from a package that is installed (entry points of the
group `pandemonium.bots`, each called GAME.NAME).

Only for whoever types a command here: the names of bots that come over a network never reach this.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, Final

from pandemonium.core.bots import bot_of
from pandemonium.core.evaluation import Budget
from pandemonium.core.game import AnyGame, Bot, Refusal
from pandemonium.search.thinker import Thinker

GROUP: Final = "pandemonium.bots"


def find_bot(game: AnyGame, name: str, budget: Budget | None = None) -> Bot[Any, Any]:
    """The bot of this name: of the box, of a file, of a package. Raises Refusal. If it thinks, it has this budget."""
    if name in game.bots or name in game.more_bots:
        return _within(bot_of(game, name), budget)
    file, colon, function = name.rpartition(":")
    bot = _in_file(Path(file), function) if colon else _installed(game, name)
    return Watched(game, name, _within(bot, budget))


def thinks(bot: Bot[Any, Any]) -> bool:
    """Whether a budget means anything to it."""
    return isinstance(bot.bot if isinstance(bot, Watched) else bot, Thinker)


def file_of(name: str) -> Path | None:
    """The file that a bot of this name is in, if it is from one."""
    file, colon, _ = name.rpartition(":")
    return Path(file) if colon else None


class Watched:
    """A bot from outside: what goes wrong with it is said in a sentence, and whose fault it was."""

    def __init__(self, game: AnyGame, name: str, bot: Bot[Any, Any]) -> None:
        self.game = game
        self.name = name
        self.bot = bot

    def __call__(self, view: Any, legal: Sequence[Any], luck: Random) -> Any:
        try:
            action = self.bot(view, legal, luck)
        except Exception as error:
            raise Refusal("bot-raised", bot=self.name, why=_why(error)) from error
        if not self._allows(action, legal):
            known = ", ".join(repr(other) for other in legal[:3])
            raise Refusal("bot-illegal", bot=self.name, answer=repr(action)[:80], known=known[:160])
        return action

    def _allows(self, action: Any, legal: Sequence[Any]) -> bool:
        race = self.game.race
        if race is None:
            return action in legal
        if action is None:
            return True
        if not isinstance(action, self.game.action) or not isinstance(race.reaction(action), int):
            return False
        return race.timed(action, 0) in [race.timed(other, 0) for other in legal]


def _within(bot: Bot[Any, Any], budget: Budget | None) -> Bot[Any, Any]:
    return bot.within(budget) if isinstance(bot, Thinker) and budget is not None else bot


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
        raise Refusal("bot-raised", bot=str(file)[:200], why=_why(error)) from error
    bot: Bot[Any, Any] | None = getattr(module, function, None)
    if bot is None or not callable(bot):
        own = [
            its for its, what in vars(module).items() if getattr(what, "__module__", None) == name and callable(what)
        ]
        raise Refusal("bot-not-there", file=str(file)[:200], bot=function[:40], known=", ".join(own) or "–")
    return bot


def _installed(game: AnyGame, name: str) -> Bot[Any, Any]:
    found = [point for point in entry_points(group=GROUP) if point.name == f"{game.slug}.{name}"]
    if not found:
        own = [_short(point) for point in entry_points(group=GROUP) if point.name.startswith(f"{game.slug}.")]
        raise Refusal("unknown-level", level=name[:40], known=", ".join([*game.bots, *own]))
    try:
        bot: Bot[Any, Any] = found[0].load()
    except Exception as error:
        raise Refusal("bot-raised", bot=name, why=_why(error)) from error
    return bot


def _short(point: EntryPoint) -> str:
    return point.name.partition(".")[2]


def _why(error: BaseException) -> str:
    """What went wrong, and in which line."""
    what = f"{type(error).__name__}: {error}".splitlines()[0][:160]
    if isinstance(error, SyntaxError):
        return what
    last = extract_tb(error.__traceback__)[-1]
    return f"{what} ({Path(last.filename).name}:{last.lineno})"
