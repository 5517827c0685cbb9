"""Who looks after a process that thinks: asks it, and gets another when it dies."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from pandemonium.core.evaluation import Budget, NotYet
from pandemonium.core.game import A, V
from pandemonium.search.thinker import Adviser, Thinker
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


class Keeper(Thread):
    """Asks one process, looks after it, and gets another when it dies. Its own thread only waits."""

    def __init__(self, workers: Workers) -> None:
        super().__init__(name="keeper of a thinker", daemon=True)
        self._workers = workers
        self.worker: Worker | None = None
        self._warm: set[WarmUp] = set()
        self.rests = self.sleeps = False
        self._deaths = 0
        """Since it last did what it was asked."""
        self._tired = 0.0
        """For how long nobody shall take the place of the last one."""
        self._last = time.monotonic()

    def is_warm(self, warm_up: WarmUp | None) -> bool:
        return warm_up is None or warm_up in self._warm

    def run(self) -> None:
        while not self._workers.is_closed:
            work = self._workers.next_work(self)
            if isinstance(work, Wish):
                self._think(work)
            elif work is not None:
                self._warm_up(work)
            elif self.worker is not None:
                self._look_after(self.worker)
            if self._tired:
                self._workers.rest(self, self._tired)
                self._tired = 0.0
        self._end()

    def interrupt(self) -> None:
        """The house closes: what is being thought about is of no use any more."""
        if self.worker is not None:
            self.worker.kill()

    def _think(self, wish: Wish) -> None:
        seconds = self._workers.share(wish)
        bot = wish.bot.within(Budget(seconds=seconds, simulations=wish.bot.budget.simulations))
        work = partial(_thought, bot, wish.view, wish.legal, wish.seed)
        try:
            thought = self._have_done(work, seconds + self._workers.stuck)
            if isinstance(thought, NotYet):
                wish.thought.set_exception(thought)
            else:
                wish.thought.set_result(thought)
        except (Died, Failed) as error:
            wish.thought.set_exception(NobodyThinks(str(error)))
        self._last = time.monotonic()

    def _warm_up(self, warm_up: WarmUp) -> None:
        try:
            self._have_done(warm_up, WARMING)
            self._warm.add(warm_up)
        except Failed as error:
            log.warning("A game could not be warmed up, and its bots will be slow: %s", error)
            self._warm.add(warm_up)
        except Died:
            pass  # It has been said, and the next one tries again.
        finally:
            self._workers.has_warmed(warm_up)
        self._last = time.monotonic()

    def _have_done(self, work: Callable[[], Any], within: float) -> Any:
        """Raises Died and Failed."""
        try:
            answer = self._at_work().does(work, within)
        except Died as error:
            self._replace(error)
            raise
        self._deaths = 0
        return answer

    def _at_work(self) -> Worker:
        if self.worker is None:
            self.worker = Worker()
            if self._workers.is_closed:  # Since it was last asked: nobody else will end this one.
                self.worker.kill()
        return self.worker

    def _replace(self, error: Died) -> None:
        if self._workers.is_closed:
            return
        log.warning("A process that thinks has died (%s): another takes its place.", error)
        self._end()
        self._deaths += 1
        if self._deaths > 1:
            self._tired = min(LONGEST_REST, FIRST_REST * 2 ** (self._deaths - 2))

    def _look_after(self, worker: Worker) -> None:
        """Nobody has asked anything for a while."""
        if not worker.is_alive:
            self._replace(Died("while it was idle"))
        elif time.monotonic() - self._last > self._workers.idle and self._workers.lets_sleep(self):
            self._end()

    def _end(self) -> None:
        worker, self.worker = self.worker, None
        self._warm.clear()
        if worker is not None:
            worker.end()


def _thought(bot: Thinker[V, A] | Adviser[V, A], view: V, legal: Sequence[A], seed: int) -> Any:
    try:
        return bot(view, legal, Random(seed))
    except NotYet as its:
        return its
