"""Who thinks for whom: a few processes, watched and replaced, and a queue in which every table gets its turn."""

from __future__ import annotations

import os
import time
from asyncio import gather, get_running_loop, timeout
from collections.abc import Hashable, Iterable, Sequence
from math import ceil
from random import Random
from typing import Any, Final, overload

from pandemonium.core.evaluation import Evaluation
from pandemonium.core.game import A, V
from pandemonium.search.fair_queue import FairQueue
from pandemonium.search.keeper import Keeper, NobodyThinks, WarmUp, Wish
from pandemonium.search.thinker import Adviser, Thinker

MOST: Final = 4
SHORTEST: Final = 0.005
"""No thought is shorter, in seconds."""


def usual_count() -> int:
    """One core is left to whoever does not wait for a bot."""
    return max(1, min(MOST, (os.cpu_count() or 1) - 1))


def fair_share(since: Iterable[float], now: float, able: int, wait: float) -> float:
    """How many seconds the next thought may take, so that all of these, in the order in which they will be served by so
    many, have their answer so many seconds after they asked."""
    return max(SHORTEST, min((asked + wait - now) / ceil(nth / able) for nth, asked in enumerate(since, 1)))


class Workers:
    """None is started before somebody needs it. Times are in seconds.

    `wait`: nobody waits longer for a bot; where many wait, each thought is shorter. `patience`: then it is given up,
    whatever the reason. `stuck`: a thought that takes so much longer than it may never ends. `idle`: after so long
    without a thought a process gives its memory back.
    """

    def __init__(
        self,
        count: int | None = None,
        *,
        wait: float = 1.5,
        patience: float = 1.8,
        stuck: float = 10.0,
        idle: float = 900.0,
    ) -> None:
        self._count = usual_count() if count is None else count
        self._wait, self._patience, self.stuck, self.idle = wait, patience, stuck, idle
        self._queue: FairQueue[Wish] = FairQueue()
        self._wanted: dict[WarmUp, float] = {}
        """What every process has to warm up, and since when."""
        self._warming: set[WarmUp] = set()
        self._keepers: list[Keeper] = []
        self._is_closed = False

    # For whoever waits

    def get_ready(self, warm_up: WarmUp | None) -> None:
        """Somebody will ask for thoughts about this game soon."""
        if self._is_closed:
            return
        fresh = len(self._keepers) < self._count or any(keeper.sleeps for keeper in self._keepers)
        if fresh or (warm_up is not None and warm_up not in self._wanted):
            if warm_up is not None:
                self._wanted[warm_up] = time.monotonic()
            for keeper in self._keepers:
                keeper.sleeps = False
            while len(self._keepers) < self._count:
                self._keepers.append(Keeper(self))
            self._wake()

    @overload
    async def think(
        self,
        asker: Hashable,
        bot: Thinker[V, A],
        view: V,
        legal: Sequence[A],
        *,
        luck: Random,
        warm_up: WarmUp | None = None,
    ) -> A: ...

    @overload
    async def think(
        self,
        asker: Hashable,
        bot: Adviser[V, A],
        view: V,
        legal: Sequence[A],
        *,
        luck: Random,
        warm_up: WarmUp | None = None,
    ) -> Evaluation[A]: ...

    async def think(
        self,
        asker: Hashable,
        bot: Thinker[V, A] | Adviser[V, A],
        view: V,
        legal: Sequence[A],
        *,
        luck: Random,
        warm_up: WarmUp | None = None,
    ) -> Any:
        """What the bot does, or the adviser tells, within the seconds that are left for each. Raises NobodyThinks;
        and NotYet, what an adviser needs is being worked out."""
        self.get_ready(warm_up)
        now = time.monotonic()
        if why_not := self._why_not(warm_up, now):
            raise NobodyThinks(why_not)
        wish = Wish(bot, view, legal, luck.getrandbits(64), warm_up, now, get_running_loop().create_future())
        self._queue.put(asker, wish)
        self._wake()
        try:
            async with timeout(self._patience):
                return await wish.thought
        except TimeoutError:
            raise NobodyThinks("too many wait" if self.is_warm(warm_up) else "the game is being warmed up") from None

    def is_warm(self, warm_up: WarmUp | None) -> bool:
        """Whether somebody can think about this game now."""
        return any(keeper.worker is not None and keeper.is_warm(warm_up) for keeper in self._keepers)

    def _why_not(self, warm_up: WarmUp | None, now: float) -> str:
        if self._is_closed or not self._keepers:
            return "there is no process for it"
        if all(keeper.rests for keeper in self._keepers):
            return "its processes have died"
        if warm_up is not None and self._wanted[warm_up] < now - self._patience and not self.is_warm(warm_up):
            return "the game is being warmed up"  # Who came before has waited for it in vain.
        return ""

    @property
    def waiting(self) -> int:
        """How many thoughts no process has taken up yet."""
        return len(self._queue)

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that there are now."""
        return tuple(worker.pid for keeper in self._keepers if (worker := keeper.worker) is not None)

    async def close(self) -> None:
        """End them all, and wait until they have ended."""
        self._is_closed = True
        self._give_up("the house closes")
        for keeper in self._keepers:
            keeper.task.cancel()
        await gather(*(keeper.task for keeper in self._keepers), return_exceptions=True)

    # For the keepers

    def next_work(self, keeper: Keeper) -> Wish | WarmUp | None:
        """What this one shall have done next; None if there is nothing before it is woken again."""
        keeper.awake.clear()
        if keeper.sleeps:
            return None
        for warm_up in self._wanted:
            if not keeper.is_warm(warm_up) and warm_up not in self._warming:
                self._warming.add(warm_up)  # One compiles, and then the others find it on disk.
                return warm_up
        while (wish := self._queue.take(lambda its: keeper.is_warm(its.warm_up))) is not None:
            if not wish.thought.done():  # Or whoever asked has gone.
                return wish
        return None

    def has_warmed(self, warm_up: WarmUp) -> None:
        self._warming.discard(warm_up)
        self._wake()

    def share(self, wish: Wish) -> float:
        """How many seconds this thought may take, so that all who wait behind it get theirs in time."""
        now, able = time.monotonic(), max(1, sum(not keeper.rests for keeper in self._keepers))
        waiting = [its.since for its in self._queue.in_turn() if now - its.since < self._patience]  # Or it gave up.
        return min(fair_share([wish.since, *waiting], now, able, self._wait), wish.bot.budget.seconds or self._wait)

    def has_tired(self) -> None:
        """Nobody takes the place of a process for a while."""
        if all(keeper.rests for keeper in self._keepers):
            self._give_up("its processes have died")

    def _wake(self) -> None:
        for keeper in self._keepers:
            keeper.awake.set()

    def _give_up(self, why: str) -> None:
        for wish in self._queue.clear():
            wish.is_answered(NobodyThinks(why))
