"""Who has a house in PostgreSQL open: nodes together, or one alone; also after PostgreSQL was started again."""

from __future__ import annotations

import secrets
from asyncio import Lock, get_running_loop
from hashlib import sha256
from typing import Any, Final

import asyncpg

from pandemonium.core.game import Refusal
from pandemonium.storage.postgres_writer import FAILURES, GHOSTS, patience
from pandemonium.storage.store import NotSaved

CALLING: Final = 5
"""So many seconds it may take to reach the database."""
LOOKS: Final = 5
"""So many seconds are believed to be held after it was seen that they are: a wire that was cut says nothing."""
ANSWERS: Final = 2
"""So many seconds PostgreSQL has to say so."""
_SETTINGS: Final = {
    # Whoever has just gone may still be on his way out.
    "lock_timeout": "1000",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
"""A machine that is gone without a word shall not hold the house for the hours that kernels wait by themselves."""


class Holding:
    """A lock of PostgreSQL, which it keeps for as long as a connection lasts. It is for order in the house: what keeps
    the log right is the log itself."""

    def __init__(self, url: str, secret: bytes, *, alone: bool, place: str) -> None:
        self._url = url
        self._place = place
        self._share = "" if alone else "_shared"
        self._key = int.from_bytes(sha256(secret).digest()[:7], "big")
        self._name = f"pandemonium {secrets.token_hex(8)}"
        self._turn = Lock()
        self._until = 0.0
        self.holder: asyncpg.Connection[Any] | None = None

    async def take(self) -> None:
        """Raises Refusal if others stand against it, or what can go wrong with a database."""
        settings = {**_SETTINGS, "application_name": self._name}
        holder = await asyncpg.connect(self._url, timeout=CALLING, server_settings=settings)
        try:
            # Our own connection from before may be one that PostgreSQL has not missed yet.
            await holder.execute(GHOSTS, self._name)
            await holder.execute(f"SELECT pg_advisory_lock{self._share}($1)", self._key)
        except asyncpg.LockNotAvailableError:
            holder.terminate()
            raise Refusal("database-in-use", place=self._place) from None
        except BaseException:
            holder.terminate()
            raise
        self.holder = holder
        self._seen()

    async def keep(self) -> None:
        """Before anything is read or written. Raises NotSaved if others have come meanwhile, or what can go wrong with
        a database."""
        if self._is_sure:
            return
        async with self._turn:
            if self._is_sure or await self._stands():
                return
            try:
                await self.take()
            except Refusal as refusal:
                raise NotSaved(refusal.key) from refusal

    def let_go(self) -> None:
        if self.holder is not None:
            self.holder.terminate()

    @property
    def _is_sure(self) -> bool:
        return self.holder is not None and not self.holder.is_closed() and get_running_loop().time() < self._until

    def _seen(self) -> None:
        self._until = get_running_loop().time() + LOOKS

    async def _stands(self) -> bool:
        holder = self.holder
        if holder is None or holder.is_closed():
            return False
        try:
            with patience(holder, ANSWERS):
                await holder.execute("SELECT 1")
        except FAILURES:
            holder.terminate()
            return False
        except BaseException:  # Whatever is on its way to it is nobody's answer any more.
            holder.terminate()
            raise
        self._seen()
        return True
