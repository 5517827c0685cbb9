"""What a place to keep things must be able to do; SQLite does it here, another database may elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Sequence
from typing import Final, Protocol

from pandemonium.storage.records import Ban, Entry, Line, Person, Program, Secret, TableRecord, Token


class Store(Protocol):
    """Whatever is awaited here is on disk when it returns; what cannot be written raises NotSaved. What was lost while
    it was written is looked for by the store itself, except at a table, which is read again: it raises Lost only if
    that cannot be found out."""

    def append(self, table: TableRecord, entries: Sequence[Entry], *, changed: bool = False) -> Awaitable[None]:
        """Add to a table's log, and `changed`: write its record with it; all of it or nothing.

        Raises Clash if the log already has such a number, or such a request, or not the number before it, or if the
        table has another revision."""

    async def new_table(self, record: TableRecord, entries: Sequence[Entry] = ()) -> None:
        """One that nobody knows of yet, with the beginning of its log."""

    async def save_table(self, *records: TableRecord) -> None:
        """One, or several: all of them or none. Raises Clash if one that is new is there already, or if one that is
        changed does not stand there with the revision before."""

    async def table(self, id: str) -> TableRecord | None: ...

    async def count_tables(self) -> dict[tuple[str, str], int]:
        """How many there are, by game and state. It takes its time, and nobody waits for it meanwhile."""
        ...

    async def log(self, table: str) -> list[Entry]: ...

    async def log_sizes(self, tables: Sequence[str]) -> dict[str, int]: ...

    async def open_tables(self, game: str | None, since: int, gathering: int, most: int) -> list[TableRecord]:
        """Public tables that are in play and were made since then, or gather people and were made since `gathering`:
        the first of every address, then the second of each, and so on, and of an address those of all its guests by
        turns; however many somebody has set, those of others are among them."""

    async def tables_of(self, person: str, game: str | None, most: int) -> list[TableRecord]:
        """The unfinished tables of a person, newest first."""

    async def matches_of(
        self, person: str, game: str | None, before: tuple[int, str] | None, most: int
    ) -> list[tuple[int, TableRecord]]:
        """What a person has played to its end, and when that was: the last first, or those before that hour and
        table."""

    async def say(self, table: str, line: Line, request: str) -> bool:
        """Whether it has not been said before, under the same request. Raises Clash if another line has its number."""

    async def chat(self, table: str, most: int) -> list[tuple[Line, str]]:
        """The last lines, the oldest first, each with the request that it came from."""

    async def keep_receipt(self, table: str, version: int, receipt: bytes) -> None:
        """How a round of a race was decided that ended with this version of the log."""

    async def receipts(self, table: str) -> list[bytes]:
        """The oldest first."""

    async def save_person(self, person: Person) -> None: ...

    async def person(self, id: str) -> Person | None: ...

    async def persons(self, ids: Collection[str]) -> list[Person]:
        """Those of them that there are, in no order; one question, however many they are."""

    async def save_token(self, token: Token, now: int) -> None:
        """And forget those that are no good any more."""

    async def token(self, digest: bytes, now: int) -> str | None:
        """Whose link it is, if it is still good."""

    async def use_token(self, digest: bytes, now: int) -> str | None:
        """Whose link it was, if it was still good; it is not any more."""

    async def save_program(self, program: Program, most: int) -> bool:
        """A new one, as a person as well: both or neither. Whether there was room for it: its owner has at most so
        many, whoever else brings one at the same time. Raises Clash if there is such a token already."""

    async def program(self, digest: bytes) -> Program | None:
        """The one that has this token."""

    async def programs(self, owner: str | None, most: int) -> list[Program]:
        """Those of one person, or everybody's; the newest first."""

    async def owners(self, ids: Collection[str]) -> dict[str, str]:
        """Whose each of these programs is, of those whose tokens are still good."""

    async def program_came(self, id: str, at: int) -> None: ...

    async def forget_program(self, id: str) -> None:
        """Its token is no good any more. Who it was stays known, for the tables where it sat."""

    async def ban(self, ban: Ban) -> None:
        """And forget those that are over."""

    async def bans(self, now: int) -> list[Ban]:
        """Those that hold, the newest first."""

    async def lift(self, id: str) -> None: ...

    async def save_secret(self, secret: Secret) -> None:
        """Where it makes all older ones worthless at once, personal links are forgotten with them: somebody may have
        made one with a cookie that he signed himself."""

    async def secrets(self) -> list[Secret]:
        """What cookies are signed with beside the first secret of the house: the newest first."""

    async def reach(self) -> None:
        """Whether it is there at all, and may be written to. Raises NotSaved."""

    async def try_to_write(self) -> None:
        """Whether anything can be written down now: something is, and taken away again. Raises NotSaved."""

    async def old_tables(self, before: int, most: int) -> list[str]:
        """Tables that are over, or never began, and were so before that hour; never one in play."""

    async def forget_tables(self, tables: Sequence[str]) -> None:
        """With their logs and all that was said there: all of them or none; but nothing of one in play."""

    async def forget_guests(self, before: int, but: Collection[str]) -> int:
        """Those who came before that hour and sit at no table, nor did at one that is kept; how many they were."""

    async def forget_unused(self, now: int, before: int) -> int:
        """Bans that are over, with the names and addresses in them; and programs that nobody has used since that hour
        and that sit at no table in play: how many these were."""

    async def close(self) -> None: ...


NOT_SAVED: Final = "not-saved"
"""How whoever asked for it is refused."""
NOT_KNOWN: Final = "not-known"
"""And how where nobody can say whether it was done."""


class NotSaved(Exception):
    """It could not be written down: nothing of it is on disk. Or it could not be read."""


class Clash(NotSaved):
    """Somebody else has written there before: whoever wanted to has old news."""


class Lost(NotSaved):
    """The database was lost while it wrote: nobody knows whether it is on disk before he has read it again."""
