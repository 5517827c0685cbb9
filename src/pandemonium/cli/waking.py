"""Bots that think, at a terminal: their kernels are compiled beside the table, and nobody waits for that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from threading import Event, Thread
from typing import Any, Final

from pandemonium.core.evaluation import NotYet
from pandemonium.core.game import AnyGame, Bot, Seat
from pandemonium.core.words import Words
from pandemonium.search.keeper import WARMING
from pandemonium.search.thinker import Thinker
from pandemonium.search.worker import Died, Failed, Worker

A_MOMENT: Final = 1.5
"""So many seconds a bot may wait to be awake, as long as it may think; then somebody answers without a thought."""


class Waking:
    """The bots of a table, and what there is to say about them while they cannot think yet."""

    def __init__(self, game: AnyGame, bots: Mapping[Seat, Bot[Any, Any]], words: Words) -> None:
        self._warm_up, self._words = game.warm_up, words
        self._awake = Event()
        self.bots = {seat: self._asked(bot) if isinstance(bot, Thinker) else bot for seat, bot in bots.items()}
        self._anybody = any(isinstance(bot, Thinker) for bot in bots.values())
        self.says = ""
        if self._warm_up is None:
            self._awake.set()

    def begin(self) -> None:
        """From now on they wake up, if anybody at the table thinks at all."""
        if self._anybody and not self._awake.is_set():
            Thread(target=self._wake_up, daemon=True).start()

    def wait(self) -> None:
        """Until they are awake; whoever has not begun to wake up is woken by the first thought."""
        if self._anybody:
            self._awake.wait()

    def _wake_up(self) -> None:
        """In another process, which can be left at any time: what it compiles is on disk for this one."""
        assert self._warm_up is not None
        asyncio.run(_done_elsewhere(self._warm_up))
        with suppress(Exception):  # Whatever it is, the first thought will say.
            self._warm_up()
        self._awake.set()

    def _asked(self, bot: Thinker[Any, Any]) -> Bot[Any, Any]:
        def answer(view: Any, legal: Sequence[Any], luck: Random) -> Any:
            self.says = ""
            if len(legal) > 1 and not self._awake.wait(A_MOMENT):
                self.says = self._words("table.waking-up")
                return bot.without_thinking(view, legal, luck)
            try:
                return bot.thinks(view, legal, luck)
            except NotYet as its:
                if its.done is not None:
                    self.says = self._words("table.works-it-out", percent=int(100 * its.done))
                return bot.without_thinking(view, legal, luck)

        return answer


async def _done_elsewhere(work: Callable[[], None]) -> None:
    with suppress(Died, Failed):
        worker = await Worker.started()
        try:
            await worker.does(work, WARMING)
        finally:
            await worker.end()
