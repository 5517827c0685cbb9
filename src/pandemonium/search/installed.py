"""Bots from packages that are installed beside this one: entry points of the group `pandemonium.bots`, each called
GAME.NAME.

A house offers them at its tables beside its own levels. It knows them by the names that their packages gave them when
the host installed them, and looks for them nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from pandemonium.core.bots import bot_of
from pandemonium.core.evaluation import Budget, Evaluation, Worth
from pandemonium.core.game import USUAL_LEVEL, AnyGame, Bot, Refusal
from pandemonium.search.thinker import Thinker

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "pandemonium.bots"
A_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
AT_A_TABLE: Final = Budget(seconds=1.5)
"""How long it may think in a house, if it asks."""


def level_called(game: AnyGame, level: str) -> Bot[Any, Any]:
    """Who sits down at a table of the house under this name: a level of the box, or one installed. Raises Refusal."""
    is_own = level in game.bots or level in game.more_bots
    other = None if is_own else more_levels(game).get(level)
    return bot_of(game, level) if other is None else other


def more_levels(game: AnyGame) -> dict[str, Thinker[Any, Any]]:
    """Whom a house offers beside its own levels. They think where all others do, in processes of their own; if they
    fail, or take too long, the usual level answers. In a race nobody waits for them: there they are none."""
    if game.race is not None:
        return {}
    return {name: Thinker(Asked(game, name), AT_A_TABLE, meanwhile=game.bots[USUAL_LEVEL]) for name in installed(game)}


def installed(game: AnyGame) -> dict[str, EntryPoint]:
    """By their names, those that are for this game. None takes the name of a level of the box."""
    found: dict[str, EntryPoint] = {}
    for point in _points():
        slug, _, name = point.name.partition(".")
        if slug == game.slug and A_NAME.fullmatch(name) and name not in game.bots and name not in game.more_bots:
            found.setdefault(name, point)
    return found


def load(game: AnyGame, name: str) -> Bot[Any, Any]:
    """Raises Refusal."""
    points = installed(game)
    if name not in points:
        raise Refusal("unknown-level", level=name[:40], known=", ".join([*game.bots, *points]))
    try:
        bot: Bot[Any, Any] = points[name].load()
    except Exception as error:
        raise Refusal("bot-raised", bot=name, why=what_failed(error)) from error
    return bot


class Asked(Struct, frozen=True):
    """What an installed bot does, as an evaluation. It is loaded where it is asked, and nowhere else."""

    game: AnyGame
    name: str

    def __call__(self, view: Any, legal: Sequence[Any], budget: Budget, luck: Random) -> Evaluation[Any]:
        bot = load(self.game, self.name)
        best = Watched(self.game, self.name, within(bot, budget))(view, legal, luck)
        ranked = [best, *(action for action in legal if action != best)]
        return Evaluation("choice", tuple(Worth(action, float(action == best), 0.0, 0) for action in ranked), 0)


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
            raise Refusal("bot-raised", bot=self.name, why=what_failed(error)) from error
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


def within(bot: Bot[Any, Any], budget: Budget | None) -> Bot[Any, Any]:
    """The same one with this budget, if it thinks at all."""
    return bot.within(budget) if isinstance(bot, Thinker) and budget is not None else bot


def what_failed(error: BaseException) -> str:
    """What went wrong, and in which line."""
    what = f"{type(error).__name__}: {error}".splitlines()[0][:160]
    if isinstance(error, SyntaxError):
        return what
    last = extract_tb(error.__traceback__)[-1]
    return f"{what} ({Path(last.filename).name}:{last.lineno})"


@cache
def _points() -> tuple[EntryPoint, ...]:
    """Nothing is installed while the house is open."""
    from importlib.metadata import entry_points  # Which takes its time.

    return tuple(entry_points(group=GROUP))
