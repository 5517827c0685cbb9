"""A page at a table, as a program: plays whatever box lies there, comes back by itself, and keeps what it was told."""

from __future__ import annotations

import time
from asyncio import Task, create_task, sleep
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any, Final

import httpx
import msgspec
from drills._ledger import Facts, Ledger, Promise
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

Ways = Callable[[], str]
"""Where the house is found now, such as 127.0.0.1:8666: asked anew for each attempt."""
NOT_SAVED: Final = "not-saved"
NO_TABLE: Final = 4404
LONGEST_WAIT: Final = 0.5
"""In seconds, before the next attempt to come back: no drill is out of the house for longer than a page is quick."""
OPENING: Final = 10
NAP: Final = (0.2, 2.0)
"""For so many seconds somebody sleeps."""
A_WHILE: Final = 0.1
"""After a refusal, before something else is tried."""
SEAT_TAGS: Final = ("act", "undo")
WRITES_NOTHING: Final = ("ready", "speak", "emote")
WHAT: Final = ("what", "pledge", "salt")
"""How what is asked for is called, where more is asked than who and where."""


class Manners(Struct, frozen=True, kw_only=True):
    """How often somebody does something else than move, and how fast he is."""

    talks: float = 0.05
    takes_back: float = 0.05
    goes_out: float = 0.01
    """A bot sits in for him until he is back."""
    resigns: float = 0.001
    loses_the_network: float = 0.01
    sleeps: float = 0.0
    """He is away without a word for some seconds; the others may let a bot sit in for him."""
    reacts: tuple[float, float] = (0.15, 0.4)
    """In a race, in seconds."""


def patience(attempt: int, luck: Random) -> float:
    """As the page waits before it comes back."""
    return min(LONGEST_WAIT, 0.25 * 2.0**attempt) * (0.7 + 0.6 * luck.random())


def person_of(cookie: str) -> str:
    """Whom the house has signed there."""
    return cookie.partition("=")[2].partition(".")[0]


class DrillContext(Struct, frozen=True):
    """What all who play in a drill have in common."""

    ways: Ways
    http: httpx.AsyncClient
    ledger: Ledger
    manners: Manners = Manners()


class Page:
    """Somebody's page at a table. `seat`: where he wants to sit."""

    def __init__(self, context: DrillContext, cookie: str, table: str, seat: int, luck: Random, *, race: bool) -> None:
        self.id = table
        self.version = 0
        self.table: Facts = {}
        self.unanswered: dict[str, Facts] = {}
        self.welcomed = 0.0
        """When it was last let in, by the clock of this process; 0 while it is outside."""
        self.moved = time.monotonic()
        """When it last heard of something new."""
        self.proved = 0.0
        """The house has answered what was asked after this hour, or let it in that called after it: no news that were
        on their way already."""
        self.leaves = False
        """It comes back no more."""
        self.wants_again = False
        """When the match is over, it asks for another."""
        self.race = race
        self.in_a_round = self.waits_for_a_bot = False
        self._ways = context.ways
        self._cookie = cookie
        self._seat = seat
        self._luck = luck
        self._ledger = context.ledger
        self._manners = context.manners
        self._number = self._ledger.page()
        self._asked = 0
        self._positions: list[Facts] = []
        self._versions: dict[Any, int] = {}
        """By eyes: who has given up a seat in a race sees no further than the public."""
        self._sits = False
        self._salt = luck.randbytes(16).hex()
        self._nap = 0.0
        self._asked_at: dict[str, tuple[float, str]] = {}
        """By request, when, and which seed the table had then."""
        self._shown: set[str] = set()
        """For which seeds of the house it has shown its salt."""
        self._called = 0.0
        self._socket: ClientConnection | None = None
        self._later: set[Task[None]] = set()

    def __str__(self) -> str:
        """For whoever wants to know why it waits."""
        chairs = [
            " ".join(name for name, its in chair.items() if its and name not in ("name", "pledge", "side"))
            for chair in self.table.get("chairs", ())
        ]
        waits = [(position["eyes"], position["toAct"], len(position["legal"])) for position in self._positions]
        state = f"{self.table.get('game')} {self.table.get('state')} sealed={self.table.get('sealed')}"
        return f"table {self.id}: {state} seat {self._seat} {chairs} {waits} {list(self.unanswered.values())}"

    @property
    def is_over(self) -> bool:
        return self.table.get("state") == "over" and (not self.wants_again or self.table["rematch"] is not None)

    async def stay(self) -> None:
        """Until the match is over; however often the connection is lost. What was not answered is asked again."""
        attempt = 0
        while not self.leaves and not self.is_over:
            try:
                self._called = time.monotonic()
                address = f"ws://{self._ways()}/api/tables/{self.id}/socket?version={self.version}&language=en"
                async with connect(
                    address,
                    additional_headers={"Cookie": self._cookie},
                    compression=None,
                    proxy=None,
                    max_queue=None,
                    open_timeout=OPENING,
                    close_timeout=1,
                ) as socket:
                    self._socket = socket
                    async for text in socket:
                        attempt = 0
                        await self._hear(msgspec.json.decode(text))
                        if self.leaves or self.is_over:
                            break
                if socket.close_code == NO_TABLE:
                    self._ledger.fault(f"table {self.id} is gone")
                    return
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == NO_TABLE:
                    self._ledger.fault(f"table {self.id} is gone")
                    return
            except (OSError, TimeoutError, WebSocketException, EOFError):
                pass
            finally:
                self._socket, self.welcomed = None, 0.0
            if not self.leaves and not self.is_over:
                self._ledger.counts["connections_lost_or_refused"] += 1
                await sleep(self._nap + patience(attempt, self._luck))
                self._nap = 0.0
                attempt += 1
        for task in self._later:
            task.cancel()

    # What it hears

    async def _hear(self, message: Facts) -> None:
        match message["type"]:
            case "welcome":
                self.welcomed, self.proved = time.monotonic(), max(self.proved, self._called)
                self.table = message["table"]
                self._learn(message)
                self._keeps_his_seat()
                for unanswered in list(self.unanswered.values()):
                    await self._send(unanswered)
                await self._arrange()
                await self._act()
            case "news":
                self._learn(message)
                await self._act()
            case "table":
                self.table = message["table"]
                self._keeps_his_seat()
                await self._arrange()
            case "held":
                mine = [seat for seat in message["waitsFor"] if self._is_mine(seat)]
                if mine and not self._has_asked("ready"):
                    await self._ask("ready", seat=mine[0])
            case "done":
                await self._is_done(message)
            case "refused":
                await self._is_refused(message)

    def _learn(self, message: Facts) -> None:
        """What has happened. A version never goes back, and what was told once is not told otherwise later."""
        self._positions = message["positions"]
        for position in self._positions:
            version = position["version"]
            before = self._versions.get(position["eyes"], 0)
            if version < before:
                self._ledger.fault(f"table {self.id}: version {before} was told, and then {version}")
            self._versions[position["eyes"]] = version
            self._ledger.tell(self.id, position)
            self.in_a_round = self.race and bool(position["toAct"])
            self.waits_for_a_bot = any(self._plays_as_bot(seat) for seat in position["toAct"])
        newest = max((position["version"] for position in self._positions), default=0)
        if newest > self.version:
            self.version, self.moved = newest, time.monotonic()

    def _keeps_his_seat(self) -> None:
        if self._sits and self.table["state"] != "gathering" and not self._is_mine(self._seat):
            self._sits = False
            if not self.table["chairs"][self._seat].get("gaveUp"):
                self._ledger.fault(f"table {self.id}: seat {self._seat} was taken, and is not any more")

    def _is_mine(self, seat: int) -> bool:
        return bool(self.table["chairs"][seat].get("yours"))

    def _plays_as_bot(self, seat: int) -> bool:
        chair = self.table["chairs"][seat]
        return chair["kind"] == "bot" or bool(chair.get("covered"))

    # What it does

    async def _arrange(self) -> None:
        """Sit down, add to the luck, ask for another match."""
        if self.table["state"] == "over":
            if self.wants_again and self.table["rematch"] is None and not self._has_asked("again"):
                await self._ask("again")
            return
        chair = self.table["chairs"][self._seat]
        if self.table["state"] != "gathering":
            return
        if chair["kind"] == "open" and not self._has_asked("sit"):
            await self._ask("sit", seat=self._seat)
        elif not chair.get("yours") or self._seat != self._first_seat():
            return
        elif not self.table["sealed"] and not chair.get("pledge") and not self._has_asked("pledge"):
            await self._ask("pledge", seat=self._seat, pledge=sha256(bytes.fromhex(self._salt)).hexdigest())
        elif self.table["sealed"] and chair.get("pledge") and self.table["commitment"] not in self._shown:
            self._shown.add(self.table["commitment"])
            await self._ask("salt", seat=self._seat, salt=self._salt)

    def _first_seat(self) -> int:
        return next(seat for seat in range(self.table["seats"]) if self._is_mine(seat))

    async def _act(self) -> None:
        """Move wherever it may; now and then do something else."""
        for position in self._positions:
            if position["legal"] and not self._has_asked("act") and not self._has_asked("undo"):
                await self._one_thing(position)

    async def _one_thing(self, position: Facts) -> None:
        manners, luck, seat = self._manners, self._luck, position["eyes"]
        if luck.random() < manners.talks:
            await self._ask("say", text=f"{luck.random():.9f}")
        if luck.random() < manners.loses_the_network and self._socket is not None:
            self._ledger.counts["networks_lost"] += 1
            self._socket.transport.abort()
            return
        if luck.random() < manners.sleeps and self._socket is not None:
            self._ledger.counts["sleepers"] += 1
            self._nap = luck.uniform(*NAP)
            await self._socket.close()
            return
        if luck.random() < manners.resigns:
            await self._ask("resign")
            return
        if luck.random() < manners.goes_out and "leave" in self.table["waysOut"]:
            await self._ask("leave")
            return
        if self.race:
            self._after(luck.uniform(*manners.reacts), partial(self._grab, position))
        elif position["canUndo"] and luck.random() < manners.takes_back:
            await self._ask("undo", seat=seat)
        else:
            await self._ask("act", seat=seat, what=luck.choice(position["legal"]))

    async def _grab(self, position: Facts) -> None:
        if position in self._positions and not self._has_asked("act"):
            await self._ask("act", seat=position["eyes"], what=self._luck.choice(position["legal"]))

    def _has_asked(self, kind: str) -> bool:
        return any(message["type"] == kind for message in self.unanswered.values())

    async def _ask(self, kind: str, **facts: Any) -> None:
        self._asked += 1
        message = {"type": kind, "id": f"p{self._number}-{self._asked}", **facts}
        self.unanswered[message["id"]] = message
        self._asked_at[message["id"]] = (time.monotonic(), self.table["commitment"])
        await self._send(message)

    async def _send(self, message: Facts) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):  # It is asked again when the page is back.
                await self._socket.send(msgspec.json.encode(message).decode())

    def _after(self, seconds: float, does: Callable[[], Awaitable[None]]) -> None:
        async def later() -> None:
            await sleep(seconds)
            await does()

        task = create_task(later())
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    # What comes of it

    async def _is_done(self, message: Facts) -> None:
        asked = self.unanswered.pop(message["id"], None)
        if asked is None:
            return  # It was asked for again, and both answers came.
        kind = asked["type"]
        at, commitment = self._asked_at.pop(asked["id"])
        if kind not in WRITES_NOTHING:
            self.proved = max(self.proved, at)
        self._ledger.promises.append(
            Promise(
                self._number,
                self.id,
                asked["id"],
                kind,
                asked.get("seat", self._seat),
                next((asked[what] for what in WHAT if what in asked), None),
                message["version"],
                person_of(self._cookie),
                commitment,
            )
        )
        self._ledger.counts[f"done_{kind}"] += 1
        if kind == "sit":
            self._sits = True
        elif kind == "resign":
            self._sits, self.leaves = False, True
            if self._socket is not None:
                await self._socket.close()
        elif kind == "leave" and self._socket is not None:
            await self._socket.close()  # He is back as soon as his patience is over.
        elif message["version"] <= self.version:  # Asked for twice: the news of it has come before.
            await self._act()

    async def _is_refused(self, message: Facts) -> None:
        asked = self.unanswered.pop(message["id"], None)
        if asked is None:
            return
        self._ledger.counts[f"refused_{message['key']}"] += 1
        if message["key"] == NOT_SAVED:  # He tries again, under the same name: it is done once.
            self.unanswered[asked["id"]] = asked
            self._after(A_WHILE, partial(self._send, asked))
        elif asked["type"] in SEAT_TAGS:
            self._after(A_WHILE, self._act)
