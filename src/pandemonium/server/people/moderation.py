"""Whom the operator keeps from speaking, or from coming in, and for how long."""

from __future__ import annotations

from datetime import UTC, datetime
from ipaddress import ip_network
from typing import Final, Literal

from pandemonium.core.game import Refusal
from pandemonium.server.limits import address_of
from pandemonium.server.settings import Settings
from pandemonium.storage.records import Ban, Person
from pandemonium.storage.store import Store

AN_HOUR: Final = 3_600_000
LONGEST: Final = 24 * 366
"""In hours."""
SMALLEST: Final = {4: 32, 6: 64}
"""How long the prefix of an address is that the house can tell from others."""
What = Literal["silence", "bar"]


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
        """Those that hold now, the newest first."""
        now = self._settings.now()
        return [ban for ban in self._bans if ban.until >= now]

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
        self._refuse("bar", "barred", who, address)

    def let_speak(self, who: Person | None, address: str) -> None:
        """Raises Refusal for whoever is to be silent."""
        self._refuse("silence", "silenced", who, address)

    def _refuse(self, what: What, key: str, who: Person | None, address: str) -> None:
        """What holds for somebody holds for the programs that he has brought along; not the other way round."""
        if not self._bans:
            return
        meant = () if who is None else (who.id, who.owner)
        until = [
            ban.until
            for ban in self.bans
            if ban.what == what and ((ban.guest and ban.guest in meant) or (ban.address and ban.address == address))
        ]
        if until:
            raise Refusal(key, until=spoken(max(until)))


def spoken(ms: int) -> str:
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
