"""Whom the operator keeps from speaking, or from coming in, and for how long; and whether there are new tables."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import Final, Literal

from pandemonium.core.game import Refusal
from pandemonium.server.limits import address_of
from pandemonium.server.settings import Settings
from pandemonium.storage.records import Ban, Person
from pandemonium.storage.store import Clash, Store

AN_HOUR: Final = 3_600_000
LONGEST: Final = 24 * 366
"""In hours."""
SMALLEST: Final = {4: 32, 6: 64}
"""How long the prefix of an address is that the house can tell from others."""
What = Literal["silence", "bar"]
NO_NEW_TABLES: Final = "no-new-tables"
"""Under this id it stands among the bans, which every node reads and a restart does not undo."""
UNTIL_LIFTED: Final = 2**62


class Moderation:
    """All bans that hold, as they were read last: the house reads them again every few seconds, since another node may
    have pronounced or lifted one."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._bans: list[Ban] = []

    async def read(self) -> None:
        self._bans = await self._store.bans(self._settings.now())

    @property
    def bans(self) -> list[Ban]:
        """Those against somebody that hold now, the newest first."""
        now = self._settings.now()
        return [ban for ban in self._bans if ban.until >= now and ban.id != NO_NEW_TABLES]

    @property
    def takes_new_tables(self) -> bool:
        return all(ban.id != NO_NEW_TABLES for ban in self._bans)

    async def take_new_tables(self, *, take: bool) -> None:
        """From now on, in the whole house."""
        if take:
            await self._store.lift(NO_NEW_TABLES)
        else:
            ban = Ban(NO_NEW_TABLES, "new-tables", "", "", "", until=UNTIL_LIFTED, made=self._settings.now())
            with suppress(Clash):  # It is so already.
                await self._store.ban(ban)
        await self.read()

    async def pronounce(self, what: What, hours: int, *, guest: Person | None = None, address: str = "") -> Ban:
        """Against somebody, or against everybody at an address. Raises Refusal."""
        if (guest is None) == (not address) or not 1 <= hours <= LONGEST:
            raise Refusal("bad-ban")
        now = self._settings.now()
        ban = Ban(
            self._settings.new_id(),
            what,
            "" if guest is None else guest.id,
            checked_address(address) if address else "",
            "" if guest is None else guest.name,
            until=now + hours * AN_HOUR,
            made=now,
        )
        await self._store.ban(ban)
        await self.read()
        return ban

    async def lift(self, id: str) -> None:
        await self._store.lift(id)
        await self.read()

    def let_in(self, who: Person | None, address: str) -> None:
        """Raises Refusal for whoever is barred."""
        self._refuse("bar", "barred", _meant(who), address)

    def is_barred(self, guest: str | None, owner: str, address: str) -> bool:
        """A guest, or a program that somebody has brought along; it costs nothing to ask."""
        return bool(self._until("bar", tuple(filter(None, (guest, owner))), address))

    def let_speak(self, who: Person | None, address: str) -> None:
        """Raises Refusal for whoever is to be silent."""
        self._refuse("silence", "silenced", _meant(who), address)

    def _refuse(self, what: What, key: str, meant: tuple[str, ...], address: str) -> None:
        if until := self._until(what, meant, address):
            raise Refusal(key, until=hour_of(max(until)))

    def _until(self, what: What, meant: tuple[str, ...], address: str) -> list[int]:
        if not self._bans:
            return []
        return [
            ban.until
            for ban in self.bans
            if ban.what == what and ((ban.guest and ban.guest in meant) or (ban.address and ban.address == address))
        ]


def _meant(who: Person | None) -> tuple[str, ...]:
    """What holds for somebody holds for the programs that he has brought along; not the other way round."""
    return () if who is None else (who.id, who.owner)


def hour_of(ms: int) -> str:
    """An hour as anybody on earth can read it."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def checked_address(text: str) -> str:
    """As the house tells addresses apart: of IPv6, the network of a household. Raises Refusal; for a larger network
    too, of which only the first address would be barred."""
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise Refusal("bad-address", text=text[:60]) from None
    if network.prefixlen < SMALLEST[network.version]:
        raise Refusal("bad-address", text=text[:60])
    return address_of((str(network.network_address),))
