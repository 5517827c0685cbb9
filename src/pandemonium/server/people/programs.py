"""Programs that guests bring along: whose they are, by which token they come in, and how that is taken back."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from hashlib import sha256
from typing import Final

from pandemonium.core.game import Refusal
from pandemonium.server.people.guests import Guests
from pandemonium.server.people.naming import checked_name
from pandemonium.server.settings import Settings
from pandemonium.storage.records import Person, Program
from pandemonium.storage.store import Store

PREFIX: Final = "pdm_"
"""So that whoever finds one in a repository knows what it is."""
LISTED: Final = 200
AN_HOUR: Final = 3_600_000


class Programs:
    """The programs of the house's guests. Nothing about tokens is remembered here: one that was taken back anywhere is
    no good everywhere."""

    def __init__(self, store: Store, people: Guests, settings: Settings) -> None:
        self._store = store
        self._people = people
        self._settings = settings

    async def bring(self, owner: Person, name: str) -> tuple[Program, str]:
        """A new one, and its token: it is shown now and never again. Raises Refusal."""
        is_person(owner)
        most = self._settings.limits.programs
        token = PREFIX + secrets.token_urlsafe(32)
        program = Program(
            self._settings.new_id(), owner.id, checked_name(name), digest(token), self._settings.now(), used=0
        )
        if not await self._store.save_program(program, most):
            raise Refusal("too-many-programs", most=most)
        return program, token

    async def of(self, owner: str) -> list[Program]:
        """What somebody has brought along, the newest first."""
        return await self._store.programs(owner, LISTED)

    async def all(self) -> list[Program]:
        """For the operator: the newest first."""
        return await self._store.programs(None, LISTED)

    async def named_by(self, authorization: str | None) -> Person | None:
        """The program that this header names; None if it names none. Raises Refusal for a token that is no good."""
        kind, _, token = (authorization or "").partition(" ")
        if kind.lower() != "bearer":
            return None
        program = await self._store.program(digest(token.strip()))
        person = None if program is None else await self._people.known(program.id)
        if program is None or person is None:
            raise Refusal("bad-token")
        now = self._settings.now()
        if now - program.used > AN_HOUR:
            await self._store.program_came(program.id, now)
        return person

    async def forget(self, id: str, by: Person | None) -> None:
        """Its token is no good from now on. `by`: its owner or the program itself; None: the operator.
        Raises Refusal."""
        person = await self._people.known(id)
        if person is None or not person.owner or (by is not None and by.id not in (id, person.owner)):
            raise Refusal("no-program")
        await self._store.forget_program(id)

    async def owners(self, ids: Collection[str]) -> dict[str, str]:
        """Whose each of these programs is, of those that may still come in."""
        return await self._store.owners(ids) if ids else {}


def digest(token: str) -> bytes:
    """All that is kept of it. It is long and drawn by lot: nothing slower is needed than for a password."""
    return sha256(token.encode()).digest()


def is_person(who: Person) -> None:
    """For what programs may not do. Raises Refusal."""
    if who.owner:
        raise Refusal("not-for-programs")
