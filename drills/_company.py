"""Guests of the house, and companies of them that play one match after the other, at tables of every kind."""

from __future__ import annotations

from asyncio import Task, create_task, gather, sleep
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from random import Random
from typing import Any, Final

import httpx
from drills._ledger import Facts, Ledger, Names
from drills._page import DrillContext, Page, patience, person_of

PATIENCE: Final = 60
REMATCHES: Final = 0.3
"""Of so many matches there is another with the same company."""
RENAMES: Final = 0.2
LINKS: Final = 0.1
SALTED: Final = 0.3


def browser() -> httpx.AsyncClient:
    """For all guests of a drill: it keeps no cookies, everybody has his own."""
    return httpx.AsyncClient(
        timeout=PATIENCE, trust_env=False, cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[]))
    )


class Guest:
    """Somebody with a cookie, who asks until he is answered."""

    def __init__(self, context: DrillContext, luck: Random) -> None:
        self.cookie = ""
        self._context = context
        self._luck = luck
        self._ledger = context.ledger

    async def comes(self) -> None:
        """Gets a name and a cookie, unless he has one."""
        if not self.cookie:
            answer = await self.asks("GET", "/api/me")
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
            self._ledger.names.setdefault(person_of(self.cookie), Names())

    async def asks(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """The house's answer, whatever it is; but while nothing can be written, or the house closes, he asks again."""
        attempt = 0
        while True:
            try:
                answer = await self._context.http.request(
                    method,
                    f"http://{self._context.ways()}{path}",
                    json=body,
                    headers={"cookie": self.cookie} if self.cookie else {},
                )
            except httpx.TransportError:
                pass
            else:
                if answer.status_code == 500:
                    self._ledger.fault(f"the house made a mistake: {method} {path}: {answer.text}")
                if answer.status_code != 503:
                    return answer
                self._ledger.counts[f"refused_{answer.json()['key']}"] += 1
            await sleep(patience(attempt, self._luck))
            attempt += 1

    async def sets(self, wish: Facts) -> str:
        """A table; where the answer was lost, there may be two of it."""
        answer = await self.asks("POST", "/api/tables", wish)
        answer.raise_for_status()
        table: Facts = answer.json()
        self._ledger.tables[table["id"]] = table
        self._ledger.counts["done_set_table"] += 1
        return str(table["id"])

    async def renames_himself(self) -> None:
        """What he is called afterwards is what he was promised last, or what he has asked for since."""
        names = self._ledger.names[person_of(self.cookie)]
        names.asked = f"Imp {self._luck.randrange(10**9)}"
        (await self.asks("PATCH", "/api/me", {"name": names.asked})).raise_for_status()
        names.promised = names.asked
        self._ledger.counts["done_rename"] += 1
        called = (await self.asks("GET", "/api/me")).json()["name"]
        if called != names.promised:
            self._ledger.fault(f"a guest is called {called}, and was promised {names.promised}")

    async def uses_a_link(self) -> None:
        """A link that was promised is good until it is used, and then no more."""
        made = await self.asks("POST", "/api/me/link")
        made.raise_for_status()
        path = made.json()["path"].replace("/me/", "/api/me/link/")
        whose = await self.asks("GET", path)
        if whose.status_code != 200:
            self._ledger.fault(f"a link that was promised is gone: {whose.text}")
        used = await self.asks("POST", path)
        if used.status_code not in (200, 410):  # The answer to the one that was good may be lost.
            self._ledger.fault(f"a link that was promised is refused: {used.status_code} {used.text}")
        again = await self.asks("POST", path)
        if again.status_code != 410:
            self._ledger.fault(f"a link that was used is not refused as such: {again.status_code} {again.text}")
        self._ledger.counts["done_link"] += 1


class Company:
    """People who play a box together, with bots on the other chairs, until somebody says that it is enough."""

    def __init__(
        self,
        context: DrillContext,
        box: Facts,
        luck: Random,
        *,
        people: int,
        seats: int,
        level: str,
        options: dict[str, str],
    ) -> None:
        self.box = box
        self.pages: list[Page] = []
        self.matches = 0
        self.goes_home = False
        self._context = context
        self._guests = [Guest(context, luck) for _ in range(people)]
        self._seats = seats
        self._luck = luck
        self._level = level
        self._options = options

    async def meets(self) -> None:
        """One match after the other."""
        await gather(*(guest.comes() for guest in self._guests))
        table: str | None = None
        while not self.goes_home:
            luck, host = self._luck, self._guests[0]
            if luck.random() < RENAMES:
                await luck.choice(self._guests).renames_himself()
            if luck.random() < LINKS:
                await luck.choice(self._guests).uses_a_link()
            table = await self._plays(table or await host.sets(self._wish()), again=luck.random() < REMATCHES)
            self.matches += 1
            self._context.ledger.counts["matches"] += 1

    def _wish(self) -> Facts:
        chairs: list[Facts] = [{"kind": "you"}, *({"kind": "open"} for _ in self._guests[1:])]
        chairs += [{"kind": "bot", "level": self._level}] * (self._seats - len(chairs))
        return {
            "game": self.box["slug"],
            "chairs": chairs,
            "options": self._options,
            "public": self._luck.random() < 0.5,
            "learning": self._luck.random() < 0.5,
            "salted": self._luck.random() < SALTED,
            "clock": self._luck.choice([None, {"perMove": 600}]),
        }

    async def _plays(self, table: str, *, again: bool) -> str | None:
        """A match to its end; where the company plays on, if it does."""
        self.pages = [
            Page(self._context, guest.cookie, table, seat, Random(self._luck.random()), race=self.box["race"])
            for seat, guest in enumerate(self._guests)
        ]
        self.pages[0].wants_again = again
        await gather(*(page.stay() for page in self.pages))
        return self.pages[0].table.get("rematch")

    def plays_no_more(self) -> None:
        """This match to its end, and enough for today."""
        self.goes_home = True
        for page in self.pages:
            page.wants_again = False

    def comes_again(self) -> None:
        self.goes_home = False


def mixed(context: DrillContext, boxes: Sequence[Facts], luck: Random) -> list[Company]:
    """For every box one company of people alone, and somebody who plays with bots."""
    companies = []
    for box in boxes:
        seats = box["usualSeats"]
        for people in (seats, 1):
            level, own = luck.choice(box["levels"][:2]), Random(luck.random())
            companies.append(Company(context, box, own, people=people, seats=seats, level=level, options=quick(box)))
    return companies


@asynccontextmanager
async def playing(companies: Sequence[Company], ledger: Ledger) -> AsyncIterator[Sequence[Task[None]]]:
    """They play until this is over; whoever went home before, by a fault, stands in the ledger."""
    tasks = [create_task(company.meets()) for company in companies]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        for ended in await gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                ledger.fault(f"a company went home: {ended!r}")


def quick(box: Facts) -> dict[str, str]:
    """Whatever is a number as small as it can be, so that matches are short."""
    return {option["name"]: str(option["least"]) for option in box["options"] if option["least"] is not None}
