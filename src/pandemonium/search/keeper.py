"""Who looks after a process that thinks: asks it, and gets another when it dies."""

from __future__ import annotations

import logging
from asyncio import Event, Future, create_task, sleep, timeout
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from pandemonium.core.evaluation import Budget, NotYet
from pandemonium.core.game import A, V
from pandemonium.search.thinker import Adviser, Thinker
from pandemonium.search.unfinished import is_unfinished
from pandemonium.search.worker import Died, Failed, Worker

if TYPE_CHECKING:
    from pandemonium.search.workers import Workers

log = logging.getLogger(__name__)
WarmUp = Callable[[], None]

WARMING: Final = 600.0
"""So many seconds kernels may take to be compiled, on a machine that is busy."""
FIRST_REST: Final = 0.5
LONGEST_REST: Final = 60.0
"""How long nobody takes the place of one that died like the one before it, in seconds; longer each time."""


class NobodyThinks(Exception):
    """Kernels are not warm yet, processes have died, or too many wait: somebody has to answer without a thought."""


class Wish(Struct, frozen=True, eq=False):
    """Somebody waits for a thought."""

    bot: Thinker[Any, Any] | Adviser[Any, Any]
    view: Any
    legal: Sequence[Any]
    seed: int
    warm_up: WarmUp | None
    since: float
    thought: Future[Any]

    def is_answered(self, answer: Any) -> None:
        """With a thought, or with why there is none; if anybody still waits."""
        if self.thought.done():
            return
        if isinstance(answer, Exception):
            self.thought.set_exception(answer)
        else:
            self.thought.set_result(answer)


class Keeper:
    """Asks one process, looks after it, and gets another when it dies."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self.worker: Worker | None = None
        self.awake = Event()
        """There may be something to do."""
        self.rests = self.sleeps = False
        self._warm: set[WarmUp] = set()
        self._deaths = 0
        """Since it last did what it was asked."""
        self._tired = 0.0
        """For how long nobody shall take the place of the last one."""
        self.task = create_task(self._run(), name="keeper of a thinker")

    def is_warm(self, warm_up: WarmUp | None) -> bool:
        return warm_up is None or warm_up in self._warm

    async def _run(self) -> None:
        try:
            while True:
                work = self._workers.next_work(self)
                if isinstance(work, Wish):
                    await self._think(work)
                elif work is not None:
                    await self._warm_up(work)
                elif self.worker is None:
                    await self.awake.wait()
                else:
                    await self._look_after(self.worker)
                if self._tired:
                    await self._rest()
        finally:
            await self._end()

    async def _think(self, wish: Wish) -> None:
        seconds = self._workers.share(wish)
        bot = wish.bot.within(Budget(seconds=seconds, simulations=wish.bot.budget.simulations))
        work = partial(_thought, bot, wish.view, wish.legal, wish.seed)
        answer: Any = NobodyThinks("the house closes")
        try:
            answer = await self._have_done(work, seconds + self._workers.stuck)
        except (Died, Failed) as error:
            answer = NobodyThinks(str(error))
        finally:
            wish.is_answered(answer)

    async def _warm_up(self, warm_up: WarmUp) -> None:
        try:
            await self._have_done(warm_up, WARMING)
            self._warm.add(warm_up)
        except Failed as error:
            log.warning("A game could not be warmed up, and its bots will be slow: %s", error)
            self._warm.add(warm_up)
        except Died:
            pass  # It has been said, and the next one tries again.
        finally:
            self._workers.has_warmed(warm_up)

    async def _have_done(self, work: Callable[[], Any], within: float) -> Any:
        """Raises Died and Failed."""
        try:
            if self.worker is None:
                self.worker = await Worker.started()
            answer = await self.worker.does(work, within)
        except Died as error:
            await self._replace(error)
            raise
        self._deaths = 0
        return answer

    async def _replace(self, error: Died) -> None:
        log.warning("A process that thinks has died (%s): another takes its place.", error)
        await self._end()
        self._deaths += 1
        if self._deaths > 1:
            self._tired = min(LONGEST_REST, FIRST_REST * 2 ** (self._deaths - 2))

    async def _rest(self) -> None:
        """Nobody takes the place of its process for a while."""
        self.rests = True
        self._workers.has_tired()
        await sleep(self._tired)
        self.rests, self._tired = False, 0.0

    async def _look_after(self, worker: Worker) -> None:
        """Until there may be something to do. After a while without it the process gives its memory back."""
        worker.gone.add_done_callback(self._is_awake)
        try:
            async with timeout(self._workers.idle):
                await self.awake.wait()
        except TimeoutError:
            self.sleeps = not await self._has_something_on(worker) and not self._workers.waiting
            if self.sleeps:
                await self._end()
        finally:
            worker.gone.remove_done_callback(self._is_awake)
        if worker is self.worker and worker.gone.done():
            await self._replace(Died("while it was idle"))

    async def _has_something_on(self, worker: Worker) -> bool:
        """Whether something is being worked out there that would be lost."""
        try:
            return await worker.does(is_unfinished, self._workers.stuck)
        except (Died, Failed):
            return False

    def _is_awake(self, _: object) -> None:
        self.awake.set()

    async def _end(self) -> None:
        worker, self.worker = self.worker, None
        self._warm.clear()
        if worker is not None:
            await worker.end()


def _thought(bot: Thinker[V, A] | Adviser[V, A], view: V, legal: Sequence[A], seed: int) -> Any:
    try:
        return bot(view, legal, Random(seed))
    except NotYet as its:
        return its
