"""Two worlds that differ only in what some eyes may not see give those eyes the same bytes, over HTTP and sockets.

The worlds are logs on disk, under the same ids, at the same hour, with the same names. The real server is driven
through the same evening in each, and every byte that the observer receives is kept and compared."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from pandemonium.core.game import NATURE, PUBLIC, Eyes, Move, Mover, Seat
from pandemonium.core.match import AnyMatch, replay
from pandemonium.games import open as open_box
from pandemonium.server.limits import without_limits
from pandemonium.server.people.guests import COOKIE, Guests
from pandemonium.server.settings import Settings
from pandemonium.storage.records import Entry, Person, Seating, TableRecord
from pandemonium.storage.sqlite import SqliteStore
from tests.server.serving import Guest, Page, Serving, guest

NOON = 1_800_000_000_000
SECRET = bytes(range(32))
TABLE = "two-worlds"
DEVILS = "little-devils"
TILES = "diable-par-la-queue"
KEYS = "diable-sauteur"


class World:
    """A log, a seed, and a folder for the house that has them."""

    def __init__(self, folder: Path, game: str, seats: int, moves: Sequence[Move[Any]], seed: bytes) -> None:
        self.folder = folder
        self.game = game
        self.seats = seats
        self.moves = moves
        self.seed = seed

    def settings(self) -> dict[str, Any]:
        ids, names = count(), count()
        return {
            "now": lambda: NOON,
            "new_id": lambda: f"id-{next(ids)}",
            "new_name": lambda _: f"Name {next(names)}",
            "new_seed": lambda: self.seed,
            "bot_luck": lambda _: Random(0),
        }

    async def furnish(self) -> list[str]:
        """Put everything on disk; the cookies of the people, by seat."""
        (self.folder / "secret").write_bytes(SECRET)
        store = SqliteStore(self.folder / "house.db")
        people = Guests(store, SECRET, Settings(data=self.folder))
        chairs = tuple(Seating("person", person=f"p{seat}") for seat in range(self.seats))
        for seat in range(self.seats):
            await store.save_person(Person(f"p{seat}", f"Person {seat}", "en", NOON))
        record = TableRecord(
            id=TABLE,
            game=self.game,
            options={},
            chairs=chairs,
            state="playing",
            public=True,
            one_screen=False,
            per_move=None,
            host="p1",
            seed=self.seed,
            made=NOON,
            began=NOON,
        )
        entries = [
            Entry(seq, move.by, msgspec.json.encode(move.what), move.at, NOON)
            for seq, move in enumerate(self.moves, start=1)
        ]
        await store.append(TABLE, entries, record)
        await store.close()
        return [people.signed(f"p{seat}") for seat in range(self.seats)]


class Observer:
    """All that somebody receives, byte for byte."""

    def __init__(self, who: Guest, page: Page, eyes: Eyes) -> None:
        self.who = who
        self.eyes = eyes
        self.page = page
        self.received: list[bytes] = []

    async def looks_around(self, seats: int) -> None:
        paths = [
            "/api/me",
            "/api/boxes",
            "/api/tables",
            f"/api/tables?game={DEVILS}",
            "/api/tables?mine=true",
            f"/api/tables/{TABLE}",
            f"/api/tables/{TABLE}/paper",
            *(f"/api/tables/{TABLE}/paper?seat={seat}" for seat in range(seats + 1)),
            f"/api/tables/{TABLE}/replay",
            *(f"/api/tables/{TABLE}/replay?eyes={seat}" for seat in range(seats)),
            f"/api/tables/{TABLE}/nothing",
        ]
        for path in paths:
            answer = await self.who.http.get(path)
            headers = sorted((name, value) for name, value in answer.headers.multi_items() if name != "date")
            self.received.append(repr((path, answer.status_code, headers)).encode() + answer.content)

    async def tries(self, seats: int, actions: Sequence[Any]) -> None:
        """Whatever one is not allowed; every refusal is kept too."""
        for seat in range(-1, seats + 1):
            for what in actions:
                await self.page.asks("act", seat=seat, what=what)
            if seat != self.eyes:
                await self.page.asks("undo", seat=seat)
            await self.page.asks("cover", seat=seat)
        for request in ("start", "again"):
            await self.page.asks(request)

    def everything(self) -> list[bytes]:
        return [*self.received, *(text.encode() for text in self.page.heard)]


async def an_evening(
    world: World,
    serving: tuple[int, Sequence[str]],
    eyes: Eyes,
    script: Sequence[tuple[Seat, Any]],
    tried: Sequence[Any],
) -> list[bytes]:
    """The others play the script; the observer looks at everything, tries everything, leaves, and comes back."""
    port, cookies = serving
    async with guest(port, known=False) as watcher:
        if eyes != PUBLIC:
            watcher.http.cookies.set(COOKIE, cookies[eyes], domain="127.0.0.1")
        else:
            await watcher.http.get("/api/me")
        people = []
        for cookie in cookies:
            person = Guest(port, watcher.http.__class__(base_url=watcher.http.base_url))
            person.http.cookies.set(COOKIE, cookie, domain="127.0.0.1")
            people.append(person)
        try:
            async with watcher.at(TABLE) as page:
                observer = Observer(watcher, page, eyes)
                await page.hears("welcome")
                await observer.looks_around(world.seats)
                for place, (seat, what) in enumerate(script):
                    if place % 3 == 1:
                        await observer.tries(world.seats, tried)
                    mover: Page
                    if seat == eyes:
                        assert (await page.asks("act", seat=seat, what=what))["type"] == "done"
                    else:
                        async with people[seat].at(TABLE) as mover:
                            done = await mover.asks("act", "x" + str(len(page.heard)), seat=seat, what=what)
                            assert done["type"] == "done", done
                            await page.hears("news")
                        gone = await page.hears("table")
                        while gone["table"]["chairs"][seat]["here"]:
                            gone = await page.hears("table")
                await observer.tries(world.seats, tried)
                await observer.looks_around(world.seats)
            async with watcher.at(TABLE, version=len(world.moves) + 2, language="fr") as again:
                await again.hears("welcome")
                return [*observer.everything(), *(text.encode() for text in again.heard)]
        finally:
            for person in people:
                await person.http.aclose()


def seen_in(world: World, eyes: Eyes, script: Sequence[tuple[Seat, Any]], tried: Sequence[Any]) -> list[bytes]:
    world.folder.mkdir()
    cookies = asyncio.run(world.furnish())
    with Serving(world.folder, limits=without_limits(), **world.settings()) as serving:
        return asyncio.run(
            asyncio.wait_for(an_evening(world, (serving.port, cookies), eyes, script, tried), timeout=60)
        )


# Little Devils: two players have swapped a card that they do not play


def dealt(hands: Sequence[Sequence[int]]) -> list[Move[Any]]:
    read = open_box(DEVILS).notation.read
    lines = ["dealer 2", *(f"deal {seat} {' '.join(map(str, hand))}" for seat, hand in enumerate(hands))]
    by: Mover = NATURE
    return [Move(by, read(line.split())) for line in lines]


def common_script(worlds: Sequence[AnyMatch], luck: Random) -> list[tuple[Seat, Any]]:
    """Moves that are legal in every one of these worlds, as far as that goes."""
    script: list[tuple[Seat, Any]] = []
    while worlds[0].to_act:
        (seat,) = worlds[0].to_act
        common = [what for what in worlds[0].legal(seat) if all(what in world.legal(seat) for world in worlds[1:])]
        if not common:
            return script
        what = luck.choice(common)
        for world in worlds:
            world.play(seat, what)
        script.append((seat, what))
    return script


def two_deals(observer: Eyes, luck: Random) -> tuple[list[list[Move[Any]]], list[tuple[Seat, Any]]]:
    """Two deals that look the same to the observer, and a long enough script for both."""
    game = open_box(DEVILS)
    hidden = [seat for seat in range(3) if seat != observer]
    while True:
        deck = luck.sample(range(1, 28), 27)
        hands = [sorted(deck[:9]), sorted(deck[9:18]), sorted(deck[18:])]
        one, other = luck.sample(hidden, 2)
        mine, yours = luck.choice(hands[one]), luck.choice(hands[other])
        swapped = [list(hand) for hand in hands]
        swapped[one] = sorted([yours, *(card for card in hands[one] if card != mine)])
        swapped[other] = sorted([mine, *(card for card in hands[other] if card != yours)])
        logs = [dealt(hands), dealt(swapped)]
        script = common_script([replay(game, 3, game.options(), log) for log in logs], luck)
        if len(script) >= 8:
            return logs, [(seat, msgspec.to_builtins(what)) for seat, what in script[:8]]


@pytest.mark.parametrize("eyes", [Seat(0), Seat(2), PUBLIC])
def test_nobody_can_tell_which_cards_the_others_hold(tmp_path: Path, eyes: Eyes) -> None:
    logs, script = two_deals(eyes, Random(f"worlds {eyes}"))
    tried = [{"type": "play", "card": card} for card in (1, 7, 14, 20, 27, 99)]
    if eyes != PUBLIC:
        held = logs[0][1 + eyes].what.cards
        tried = [what for what in tried if what["card"] not in held]

    one, other = (
        seen_in(World(tmp_path / name, DEVILS, 3, log, b"s" * 32), eyes, script, tried)
        for name, log in zip("ab", logs, strict=True)
    )

    assert one == other
    assert len(one) > 100


@pytest.mark.parametrize("eyes", [Seat(0), PUBLIC])
def test_the_worlds_do_differ_for_those_who_may_see_it(tmp_path: Path, eyes: Eyes) -> None:
    """The test above can fail: it does so for the eyes whose hand was changed."""
    logs, script = two_deals(eyes, Random(f"worlds {eyes}"))
    changed = next(seat for seat in range(3) if logs[0][1 + seat] != logs[1][1 + seat])

    one, other = (
        seen_in(World(tmp_path / name, DEVILS, 3, log, b"s" * 32), Seat(changed), script, [])
        for name, log in zip("ab", logs, strict=True)
    )

    assert one != other


# Any game: the seed is not to be seen


@pytest.mark.parametrize("game", [DEVILS, TILES])
@pytest.mark.parametrize("eyes", [Seat(0), PUBLIC])
def test_nobody_can_tell_what_nature_will_draw(tmp_path: Path, game: str, eyes: Eyes) -> None:
    """Two seeds, and the same log so far: only the published fingerprint of the seed differs."""
    seats = open_box(game).seats[0]
    moves = dealt([range(1, 10), range(10, 19), range(19, 28)]) if game == DEVILS else []
    if game == TILES:
        moves = [Move(NATURE, open_box(game).notation.read(["first", "1"]))]
    tried = [{"type": "play", "card": 27}, {"type": "lay", "turn": 0}, {"type": "draw", "kind": 0}]
    seen = []
    for name, seed in (("a", b"a" * 32), ("b", b"b" * 32)):
        received = seen_in(World(tmp_path / name, game, seats, moves, seed), eyes, [], tried)
        fingerprint = sha256(seed).hexdigest().encode()
        seen.append([text.replace(fingerprint, b"*") for text in received])

    assert seen[0] == seen[1]


# Le Diable Sauteur: the hider has chosen another key


def hidden_under(key: int) -> list[Move[Any]]:
    read = open_box(KEYS).notation.read
    return [Move(NATURE, read(["devil", "0"])), Move(Seat(0), read(["hide", str(key)]))]


HUNT = [
    (Seat(1), {"type": "press", "key": 1}),
    (Seat(1), {"type": "move", "person": "green"}),
    (Seat(1), {"type": "press", "key": 4}),
    (Seat(1), {"type": "move", "person": "orange"}),
    (Seat(1), {"type": "again"}),
    (Seat(0), {"type": "hide", "key": 1}),
]


@pytest.mark.parametrize("eyes", [Seat(1), PUBLIC])
def test_nobody_can_tell_where_the_die_of_devils_lies(tmp_path: Path, eyes: Eyes) -> None:
    """It lies under 2 or under 3, and neither key is pressed."""
    tried = [{"type": "hide", "key": 2}, {"type": "stop"}, {"type": "press", "key": 9}, {"type": "jump", "face": 3}]

    one, other = (
        seen_in(World(tmp_path / str(key), KEYS, 2, hidden_under(key), b"s" * 32), eyes, HUNT, tried) for key in (2, 3)
    )

    assert one == other
    assert len(one) > 50


def test_the_hider_can_tell(tmp_path: Path) -> None:
    """The test above can fail: it does so for the eyes of who hid it."""
    one, other = (
        seen_in(World(tmp_path / str(key), KEYS, 2, hidden_under(key), b"s" * 32), Seat(0), HUNT, []) for key in (2, 3)
    )

    assert one != other
