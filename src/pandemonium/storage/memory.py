"""What a house remembers with, on one machine or on many."""

from __future__ import annotations

from typing import Protocol

from pandemonium.storage.sql import SqlStore


class Memory(Protocol):
    """Open from the beginning."""

    @property
    def store(self) -> SqlStore: ...

    @property
    def secret(self) -> bytes:
        """What the house signs with."""
        ...

    def free(self) -> int | None:
        """How many bytes are left of its disk; None if that cannot be known."""
        ...

    async def shut(self) -> None:
        """Write what is waiting, and let others in."""
