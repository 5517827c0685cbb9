"""Where the bots of all tables think: on the spot, beside the loop, or in processes of their own."""

from __future__ import annotations

import logging
import time
from asyncio import sleep
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from pandemonium.core.bots import thought
from pandemonium.core.evaluation import Budget, Evaluation, NotYet
from pandemonium.core.game import USUAL_LEVEL, AnyGame, Bot, Refusal, Seat
from pandemonium.core.match import AnyMatch, put_off
from pandemonium.search.installed import level_called
from pandemonium.search.keeper import NobodyThinks
from pandemonium.search.thinker import Adviser, Thinker
from pandemonium.search.workers import Workers
from pandemonium.server.threads import Threads
from pandemonium.server.watch.figures import Figures

log = logging.getLogger(__name__)

SLOW: Final = 0.004
"""A bot that needs longer, in seconds, is not asked in the loop."""

ADVICE: Final = Budget(seconds=1.5, simulations=4_000)
"""How long to think about a hint."""
A_MOMENT: Final = 0.1
WORTH_WAITING: Final = 300
"""For so many moments, of so many seconds, a hint waits until somebody can think about the game at all."""
A_WHILE: Final = 60.0
"""In seconds."""


def warm_up_of(game: AnyGame) -> Callable[[], None] | None:
    """What a process has to do before it is asked about this game."""
    return game.warm_up


def bot_at_table(game: AnyGame, level: str) -> Bot[Any, Any]:
    """Who moves under this name. One whose package is not installed any more is stood in for."""
    try:
        return level_called(game, level)
    except Refusal:
        return game.bots[USUAL_LEVEL]


def _hurried(bot: Thinker[Any, Any], seconds: float | None) -> Thinker[Any, Any]:
    """The same bot, if it would think for longer, with so many seconds. One that counts no time needs little."""
    own = bot.budget.seconds
    return bot if own is None or seconds is None or own <= seconds else bot.within(replace(bot.budget, seconds=seconds))


class Thinking:
    """Compiled code runs in the processes alone: the loop and its threads wait for nothing but Python."""

    def __init__(self, threads: Threads, workers: Workers, figures: Figures) -> None:
        self._threads, self._workers, self._figures = threads, workers, figures
        self.pace: dict[tuple[str, str], float] = {}
        """How long each bot took last, in seconds."""
        self._thoughtless: dict[str, float] = {}
        """When bots of a game last could not think."""
        self._is_closed = False

    def expect(self, game: AnyGame, level: str) -> None:
        """Somebody has sat down with this bot, and will want to hear from it soon."""
        if isinstance(bot_at_table(game, level), Thinker):
            self._workers.get_ready(warm_up_of(game))

    def is_quick(self, game: AnyGame, level: str) -> bool:
        """Whether it answers on the spot."""
        return self.pace.get((game.slug, level), 0.0) <= SLOW and not isinstance(bot_at_table(game, level), Thinker)

    def answer(self, match: AnyMatch, seat: Seat, level: str, luck: Random) -> Any:
        """What a quick bot does."""
        think = thought(match, seat, bot_at_table(match.game, level), luck)
        began = time.perf_counter()
        what = think()
        self._took(match.game, level, time.perf_counter() - began)
        return what

    def _took(self, game: AnyGame, level: str, seconds: float) -> None:
        self.pace[game.slug, level] = seconds
        self._figures.bot_answered(game.slug, level, seconds)

    async def ask(
        self, table: str, match: AnyMatch, seat: Seat, level: str, *, luck: Random, seconds: float | None = None
    ) -> Any:
        """What a bot does that takes its time, and at most so many seconds; the loop goes on meanwhile."""
        thinking, its, began = self._figures.thinking, (match.game.slug, level), time.perf_counter()
        thinking[its] += 1
        try:
            what = await self._ask(table, match, seat, level, luck=luck, seconds=seconds)
        finally:
            thinking[its] -= 1
        self._took(match.game, level, time.perf_counter() - began)
        return what

    async def _ask(
        self, table: str, match: AnyMatch, seat: Seat, level: str, *, luck: Random, seconds: float | None
    ) -> Any:
        game, bot = match.game, bot_at_table(match.game, level)
        if not isinstance(bot, Thinker):
            return await self._threads.hurry(thought(match, seat, bot, luck))
        view, legal = match.view(seat), match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        try:
            what = await self._workers.think(
                table, _hurried(bot, seconds), view, legal, luck=luck, warm_up=warm_up_of(game)
            )
        except NobodyThinks as why:
            self._says(game, str(why))
            self._figures.thoughtless.labels(game.slug).inc()
            return await self._threads.hurry(partial(bot.meanwhile, view, legal, luck))
        self._says(game, "")
        return what

    async def advise(self, asker: str, match: AnyMatch, seat: Seat) -> Evaluation[Any]:
        """How good each move of this seat is, from what it may know. Raises Refusal."""
        game, legal = match.game, match.legal(seat)
        if game.evaluate is None:
            raise Refusal("no-hint")
        self._workers.get_ready(game.warm_up)
        for _ in range(WORTH_WAITING):
            if game.warm_up is None or self._workers.is_warm(game.warm_up):
                break
            await sleep(A_MOMENT)
        adviser, luck = Adviser(game.evaluate, ADVICE), Random(f"{seat} {len(match.moves)}")
        try:
            return await self._workers.think(asker, adviser, match.view(seat), legal, luck=luck, warm_up=game.warm_up)
        except NobodyThinks as why:
            log.info("No hint for %s: %s", game.title, why)
            raise Refusal("no-thought-now") from None
        except NotYet as its:
            raise put_off(its) from None

    def _says(self, game: AnyGame, why_not: str) -> None:
        """Once when bots cannot think any more, and once when they can again and have for a while, however many tables
        ask in between."""
        now = time.monotonic()
        if why_not and not self._is_closed:
            if game.slug not in self._thoughtless:
                log.warning("The bots of %s answer without thinking: %s", game.title, why_not)
            self._thoughtless[game.slug] = now
        elif game.slug in self._thoughtless and now - self._thoughtless[game.slug] > A_WHILE:
            log.warning("The bots of %s think again.", game.title)
            del self._thoughtless[game.slug]

    @property
    def waiting(self) -> int:
        """How many thoughts no process has taken up yet."""
        return self._workers.waiting

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that there are now."""
        return self._workers.pids

    async def close(self) -> None:
        """End the processes, and wait until they have ended."""
        self._is_closed = True
        await self._workers.close()
