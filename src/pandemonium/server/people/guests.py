"""Who is who, without accounts: a signed cookie names a guest, a link makes a second device the same guest."""

from __future__ import annotations

import hmac
import re
import secrets
from collections import OrderedDict
from collections.abc import Collection
from hashlib import sha256
from itertools import islice
from typing import Final

from msgspec.structs import replace

from pandemonium.core.game import Refusal
from pandemonium.server.people.names import guest_name
from pandemonium.server.people.naming import checked_name
from pandemonium.server.settings import Settings
from pandemonium.storage.records import Person, Secret, Token
from pandemonium.storage.store import Store

COOKIE: Final = "pandemonium"
MOST_COOKIES: Final = 8
"""So many of ours are held to the secrets, which takes time; a browser has one, or two where the house has moved."""
TWO_YEARS: Final = 2 * 365 * 86_400
REMEMBERED: Final = 10_000
LATEST: Final = 2**62
OLD_SECRETS: Final = 90 * 86_400_000
"""So many ms old signatures are good when there is a new secret: who comes within that time is still himself."""
SPREADS: Final = 60_000
"""So many ms every node of a house has to read a new secret, before one signs with it: another that did not know it
would take whoever comes with such a cookie for somebody new."""
_OURS: Final = re.compile(rf"(?:^|;)\s*{COOKIE}=([^;]*)")


class Guests:
    """The guests of the house."""

    def __init__(self, store: Store, secret: bytes, settings: Settings) -> None:
        self._store = store
        self._first = secret
        self._secrets: tuple[bytes, ...] = (secret,)
        """What a cookie may be signed with, the newest first."""
        self._signs = secret
        self.forgot_at = 0
        """When old secrets were last forgotten at once, since one had leaked; 0: never."""
        self._settings = settings
        self._known: OrderedDict[str, Person] = OrderedDict()

    async def read_secrets(self) -> None:
        """Another node may have brought in a new one."""
        now, until, good = self._settings.now(), LATEST, list[Secret]()
        kept = await self._store.secrets()
        self.forgot_at = max((each.made for each in kept if each.older_until <= each.made), default=0)
        for each in [*kept, Secret(self._first, 0, 0)]:
            if not good or now < until:
                good.append(each)
            until = min(until, each.older_until)
        self._secrets = tuple(each.secret for each in good)
        everywhere = now - SPREADS if self._settings.bus else now
        self._signs = next((each.secret for each in good if each.made <= everywhere), self._secrets[-1])

    async def new_secret(self, *, at_once: bool) -> None:
        """Sign with a new one from now on, or as soon as every node knows it. Whoever comes while the old ones
        are still good gets a new signature; with `at_once` they are good no more, nor is any personal link, and
        everybody is somebody new."""
        now = self._settings.now()
        older_until = now if at_once else now + OLD_SECRETS
        await self._store.save_secret(Secret(secrets.token_bytes(32), now, older_until))
        await self.read_secrets()

    def signed(self, person: str) -> str:
        """What stands in the cookie."""
        return f"{person}.{_signature(person, self._signs)}"

    def named_by(self, cookies: str | None) -> str | None:
        """The guest whom these cookies name; None if they name none, or are forged."""
        # Other programs on this host may have put there what they like: only ours is read.
        for found in islice(_OURS.finditer(cookies or ""), MOST_COOKIES):
            person, _, signature = found[1].strip().partition(".")
            if person and self._is_signed(person, signature):
                return person
        return None

    async def recognised(self, cookies: str | None) -> Person | None:
        """The guest whom these cookies name. A program has none, whatever was signed for whom."""
        named = self.named_by(cookies)
        person = None if named is None else await self.known(named)
        return None if person is None or person.owner else person

    async def known(self, id: str) -> Person | None:
        if id in self._known:
            self._known.move_to_end(id)
            return self._known[id]
        person = await self._store.person(id)
        return None if person is None else self._remember(person)

    async def all_known(self, ids: Collection[str]) -> dict[str, Person]:
        """Those of them whom the house knows, by id."""
        unread = [id for id in ids if id not in self._known]
        read = {person.id: self._remember(person) for person in await self._store.persons(unread)} if unread else {}
        return {id: person for id in ids if (person := read.get(id) or self._known.get(id)) is not None}

    def remembered(self) -> frozenset[str]:
        """Who has been here of late."""
        return frozenset(self._known)

    async def welcome(self, language: str) -> Person:
        """Somebody new."""
        settings = self._settings
        name = settings.new_name(language) if settings.new_name else guest_name(language, settings.luck())
        return await self._save(Person(settings.new_id(), name, None, settings.now()))

    async def change(self, person: Person, name: str | None, language: str | None) -> Person:
        if name is not None:
            person = replace(person, name=checked_name(name))
        if language is not None:
            person = replace(person, language=language)
        return await self._save(person)

    async def link(self, person: Person) -> tuple[str, int]:
        """A secret that makes another device this person, once; and until when."""
        secret = secrets.token_urlsafe(24)
        now = self._settings.now()
        expires = now + int(self._settings.link_life * 1000)
        await self._store.save_token(Token(_digest(secret), person.id, expires), now)
        return secret, expires

    async def whose(self, secret: str) -> Person:
        """Whom this link would make of the reader. Raises Refusal."""
        return await self._named(await self._store.token(_digest(secret), self._settings.now()))

    async def follow(self, secret: str) -> Person:
        """Whom this link makes of the reader. Raises Refusal."""
        return await self._named(await self._store.use_token(_digest(secret), self._settings.now()))

    async def _named(self, id: str | None) -> Person:
        person = None if id is None else await self.known(id)
        if person is None:
            raise Refusal("link-used")
        return person

    async def _save(self, person: Person) -> Person:
        await self._store.save_person(person)
        return self._remember(person)

    def _remember(self, person: Person) -> Person:
        if self._settings.bus:  # Another node may call him otherwise at any time: he is read each time.
            return person
        self._known[person.id] = person
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return person

    def _is_signed(self, person: str, signature: str) -> bool:
        good = [
            hmac.compare_digest(signature.encode(), _signature(person, secret).encode()) for secret in self._secrets
        ]
        return any(good)


def _signature(person: str, secret: bytes) -> str:
    return hmac.new(secret, person.encode(), "sha256").hexdigest()


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
