"""Who comes to the house, in SQL: guests and their links, their programs, and what the operator has decided."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Final

from pandemonium.storage.records import Ban, Person, Program, Secret, Token
from pandemonium.storage.statements import Sql, Statement
from pandemonium.storage.store import Clash

_PERSON: Final = """INSERT INTO people VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO
    UPDATE SET name = excluded.name, language = excluded.language"""
_OWNER: Final = "UPDATE people SET name = name WHERE id = ?"
"""Whoever else counts what is his waits until we are done."""
_PROGRAM: Final = """INSERT INTO programs SELECT ?, ?, ?, CAST(? AS BIGINT), CAST(? AS BIGINT)
    WHERE (SELECT count(*) FROM programs WHERE owner = ?) < ?"""
_CAME: Final = "UPDATE programs SET used = ? WHERE person = ?"
_REVOKED: Final = "DELETE FROM programs WHERE person = ?"
_BAN: Final = "INSERT INTO bans VALUES (?, ?, ?, ?, ?, ?, ?)"
_LIFTED: Final = "DELETE FROM bans WHERE id = ?"
_BANS_OVER: Final = "DELETE FROM bans WHERE until < ?"
_SECRET: Final = "INSERT INTO secrets VALUES (?, ?, ?)"  # noqa: S105
_TOKEN: Final = "INSERT INTO tokens VALUES (?, ?, ?)"  # noqa: S105
_USED: Final = "DELETE FROM tokens WHERE digest = ? AND expires >= ?"
_PROGRAMS: Final = """SELECT programs.person, programs.owner, name, digest, programs.made, used
    FROM programs JOIN people ON people.id = programs.person"""
EXPIRED: Final = "DELETE FROM tokens WHERE expires < ?"
_NO_LINKS: Final = "DELETE FROM tokens"
_UNUSED: Final = """made < ? AND used < ? AND person NOT IN (SELECT person FROM company)"""
_FORGET_UNUSED: Final = f"DELETE FROM programs WHERE person = ? AND {_UNUSED}"  # noqa: S608

USE_KNOWN: Final = 60_000
"""So many ms a token that was used leaves a trace by which whoever used it can find out that it was him."""


class SqlPeople(Sql):
    """All that a store has to do with people, beside the tables at which they sit."""

    # Guests

    async def save_person(self, person: Person) -> None:
        async def stands() -> bool:
            return await self.person(person.id) == person

        await self._write(stands, _person(person))

    async def person(self, id: str) -> Person | None:
        rows = await self._rows("SELECT id, name, language, made, owner FROM people WHERE id = ?", id)
        return Person(*rows[0]) if rows else None

    async def persons(self, ids: Collection[str]) -> list[Person]:
        text = "SELECT id, name, language, made, owner FROM people WHERE id IN"
        return [Person(*row) for row in await self._rows_of(text, ids)]

    async def save_token(self, token: Token, now: int) -> None:
        row = (token.digest, token.person, token.expires)
        await self._write(lambda: self.token(token.digest, now), Statement(_TOKEN, [row]), Statement(EXPIRED, [(now,)]))

    async def token(self, digest: bytes, now: int) -> str | None:
        rows = await self._rows("SELECT person FROM tokens WHERE digest = ? AND expires >= ?", digest, now)
        return rows[0][0] if rows else None

    async def use_token(self, digest: bytes, now: int) -> str | None:
        person = await self.token(digest, now)
        if person is None:
            return None
        trace = secrets.token_bytes(len(digest))  # Nobody knows of which secret this is the digest.
        try:
            await self._write(
                lambda: self.token(trace, now),
                Statement(_USED, [(digest, now)], must=True),
                Statement(EXPIRED, [(now,)]),
                Statement(_TOKEN, [(trace, person, now + USE_KNOWN)]),
            )
        except Clash:  # Of two who come at once, one is late.
            return None
        return person

    # Programs

    async def save_program(self, program: Program, most: int) -> bool:
        person = Person(program.id, program.name, None, program.made, program.owner)
        row = (program.id, program.owner, program.digest, program.made, program.used, program.owner, most)
        try:
            await self._write(
                lambda: self.program(program.digest),
                Statement(_OWNER, [(program.owner,)]),
                Statement(_PROGRAM, [row], must=True),
                _person(person),
            )
        except Clash:
            if len(await self.programs(program.owner, most)) < most:
                raise
            return False
        return True

    async def program(self, digest: bytes) -> Program | None:
        rows = await self._rows(f"{_PROGRAMS} WHERE digest = ?", digest)
        return Program(*rows[0]) if rows else None

    async def programs(self, owner: str | None, most: int) -> list[Program]:
        text = f"""{_PROGRAMS} WHERE CAST(? AS TEXT) IS NULL OR programs.owner = ?
            ORDER BY programs.made DESC, programs.person LIMIT ?"""
        return [Program(*row) for row in await self._rows(text, owner, owner, most)]

    async def owners(self, ids: Collection[str]) -> dict[str, str]:
        return dict(await self._rows_of("SELECT person, owner FROM programs WHERE person IN", ids))

    async def program_came(self, id: str, at: int) -> None:
        await self.writer.write(Statement(_CAME, [(at, id)]))

    async def forget_program(self, id: str) -> None:
        async def stands() -> bool:
            return not await self._rows("SELECT 1 FROM programs WHERE person = ?", id)

        await self._write(stands, Statement(_REVOKED, [(id,)]))

    # What the operator decides

    async def ban(self, ban: Ban) -> None:
        row = (ban.id, ban.what, ban.guest, ban.address, ban.name, ban.until, ban.made)

        async def stands() -> bool:
            return ban in await self.bans(ban.made)

        await self._write(stands, Statement(_BAN, [row]), Statement(_BANS_OVER, [(ban.made,)]))

    async def bans(self, now: int) -> list[Ban]:
        text = """SELECT id, what, guest, address, name, until, made FROM bans WHERE until >= ?
            ORDER BY made DESC, id"""
        return [Ban(*row) for row in await self._rows(text, now)]

    async def lift(self, id: str) -> None:
        async def stands() -> bool:
            return not await self._rows("SELECT 1 FROM bans WHERE id = ?", id)

        await self._write(stands, Statement(_LIFTED, [(id,)]))

    async def save_secret(self, secret: Secret) -> None:
        async def stands() -> bool:
            return secret in await self.secrets()

        row = (secret.secret, secret.made, secret.older_until)
        forgets = [Statement(_NO_LINKS, [()])] if secret.older_until <= secret.made else []
        await self._write(stands, Statement(_SECRET, [row]), *forgets)

    async def secrets(self) -> list[Secret]:
        rows = await self._rows("SELECT secret, made, older_until FROM secrets ORDER BY made DESC, secret")
        return [Secret(*row) for row in rows]

    async def forget_unused(self, now: int, before: int) -> int:
        unused = await self._rows(f"SELECT person FROM programs WHERE {_UNUSED}", before, before)  # noqa: S608
        rows = [(person, before, before) for (person,) in unused]
        await self.writer.write(Statement(_BANS_OVER, [(now,)]), Statement(_FORGET_UNUSED, rows))
        return len(rows)


def _person(person: Person) -> Statement:
    return Statement(_PERSON, [(person.id, person.name, person.language, person.made, person.owner)])
