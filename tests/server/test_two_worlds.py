"""Two worlds that differ only in what some eyes may not see give those eyes the same bytes, over HTTP and sockets.

The worlds are logs on disk, under the same ids, at the same hour, with the same names. The real server is driven
through the same evening in each, and every byte that the observer receives is kept and compared."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from httpx import Response

from pandemonium import laws
from pandemonium.core.chance import FairChance
from pandemonium.core.game import PUBLIC, AnyGame, Eyes, Seat
from pandemonium.core.match import AnyMatch, begin, replay
from pandemonium.core.moments import timeline
from pandemonium.core.options import write_options
from pandemonium.games import shelf
from pandemonium.server.limits import without_limits
from pandemonium.server.people.guests import COOKIE, Guests
from pandemonium.server.people.programs import digest
from pandemonium.server.settings import Settings
from pandemonium.server.table import pages, thinking
from pandemonium.storage.records import Entry, Person, Program, Seating, TableRecord
from pandemonium.storage.sqlite import SqliteStore
from tests.server.rehearsal import Clock
from tests.server.serving import Facts, Guest, Page, Serving, guest, in_a_loop

NOON = 1_800_000_000_000
SECRET = bytes(range(32))
TABLE = "two-worlds"
PROGRAM = Seat(1)
"""Whose seat is a program's: it comes in with its token, and has no cookie."""
TOKEN = "pdm_in-both-worlds"
SEED = b"s" * 32
TRIES = 25
LEAST, LONGEST = 2, 8
"""Moves of a script."""
A_WHILE = 0.2
"""In a race, so many seconds pass before each of them, and after it: nobody is faster, and no bell rings."""
BETWEEN = "between"
"""What is asked under such an id only makes sure that something has come in."""


class World:
    """A log, a seed, and a folder for the house that has them."""

    def __init__(self, folder: Path, match: AnyMatch, seed: bytes) -> None:
        self.folder = folder
        self.game = match.game.slug
        self.seats = match.seats
        self.options = dict(write_options(match.options))
        self.moves = match.moves
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
        chairs = tuple(Seating("person", person=f"p{seat}", program=seat == PROGRAM) for seat in range(self.seats))
        for seat in {*range(self.seats)} - {PROGRAM}:
            await store.save_person(Person(f"p{seat}", f"Person {seat}", "en", NOON))
        await store.save_program(Program(f"p{PROGRAM}", "p0", f"Person {PROGRAM}", digest(TOKEN), NOON, NOON), 1)
        record = TableRecord(
            id=TABLE,
            game=self.game,
            options=self.options,
            chairs=chairs,
            state="playing",
            public=True,
            programs=True,
            learning=True,
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
        await store.append(record, entries, changed=True)
        await store.close()
        return [people.signed(f"p{seat}") for seat in range(self.seats)]


class Observer:
    """All that somebody receives, byte for byte."""

    def __init__(self, who: Guest, page: Page, eyes: Eyes, game: str) -> None:
        self.who = who
        self.game = game
        self.eyes = eyes
        self.page = page
        self.received: list[bytes] = []

    async def looks_around(self, seats: int) -> None:
        paths = [
            "/api/me",
            "/api/boxes",
            "/api/tables",
            f"/api/tables?game={self.game}",
            "/api/tables?mine=true",
            f"/api/tables/{TABLE}",
            f"/api/tables/{TABLE}/paper",
            *(f"/api/tables/{TABLE}/paper?seat={seat}" for seat in range(seats + 1)),
            f"/api/tables/{TABLE}/replay",
            *(f"/api/tables/{TABLE}/replay?eyes={seat}" for seat in range(seats)),
            f"/api/tables/{TABLE}/nothing",
            *(f"/api/tables/{TABLE}/hint?seat={seat}" for seat in range(seats)),
        ]
        for path in paths:
            answer = await self.asks_for(path)
            while b'"no-thought-now"' in answer.content:  # As long as nobody is warm.
                await asyncio.sleep(0.05)
                answer = await self.asks_for(path)
            headers = sorted((name, value) for name, value in answer.headers.multi_items() if name != "date")
            self.received.append(repr((path, answer.status_code, headers)).encode() + answer.content)

    async def asks_for(self, path: str) -> Response:
        """Not compressed: how long that is depends on the published fingerprint, which may differ."""
        return await self.who.http.get(path, headers={"accept-encoding": "identity"})

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
        """Who comes and goes is told when there is time: after all the rest, which is told at once."""
        heard = [text.encode() for text in self.page.heard if BETWEEN not in text]
        return [*self.received, *sorted(heard, key=lambda text: text.startswith(b'{"type":"table"'))]


@in_a_loop
async def an_evening(
    world: World,
    house: tuple[Serving, Sequence[str]],
    eyes: Eyes,
    script: Sequence[tuple[Seat, Any]],
    tried: Sequence[Any],
) -> list[bytes]:
    """The others play the script; the observer looks at everything, tries everything, leaves, and comes back."""
    serving, cookies = house
    port, is_race = serving.port, shelf()[world.game].race is not None
    async with guest(port, known=False) as watcher:
        if eyes == PROGRAM:
            watcher.http.headers["authorization"] = f"Bearer {TOKEN}"
        elif eyes != PUBLIC:
            watcher.http.cookies.set(COOKIE, cookies[eyes], domain="127.0.0.1")
        else:
            await watcher.http.get("/api/me")
        people = []
        for seat, cookie in enumerate(cookies):
            person = Guest(port, watcher.http.__class__(base_url=watcher.http.base_url))
            if seat == PROGRAM:
                person.http.headers["authorization"] = f"Bearer {TOKEN}"
            else:
                person.http.cookies.set(COOKIE, cookie, domain="127.0.0.1")
            people.append(person)
        try:
            async with watcher.at(TABLE) as page:
                observer = Observer(watcher, page, eyes, world.game)
                await page.hears("welcome")
                await observer.looks_around(world.seats)
                for place, (seat, what) in enumerate(script):
                    if place % 3 == 1:
                        await observer.tries(world.seats, tried)
                    mover: Page
                    act: Facts = {"id": f"x{place}", "seat": seat, "what": what}
                    if seat == eyes:
                        await plays(serving, page, act, is_race=is_race)
                    else:
                        async with people[seat].at(TABLE) as mover:
                            await plays(serving, mover, act, is_race=is_race)
                            if is_race:  # Of which who only watches hears when it is decided.
                                await page.asks("speak", language="en")
                            else:
                                await page.hears("news")
                        gone = await page.hears("table")
                        while gone["table"]["chairs"][seat]["here"]:
                            gone = await page.hears("table")
                await observer.tries(world.seats, tried)
                await observer.looks_around(world.seats)
            async with watcher.at(TABLE, version=len(world.moves) + 2, language="fr") as again:
                await again.hears("welcome")
                return [*observer.everything(), again.heard[0].encode()]
        finally:
            for person in people:
                await person.http.aclose()


async def plays(serving: Serving, page: Page, act: Facts, *, is_race: bool) -> None:
    """A move; in a race it counts once nobody can come before it any more."""
    if not is_race:
        assert (await page.asks("act", **act))["type"] == "done"
        return
    await serving.moves_on(A_WHILE)
    await page.sends("act", **act)
    # Taken after it; it may be answered before, if the attempt is decided by then: when, the network says.
    await page.asks("speak", f"{BETWEEN}-{act['id']}", language="en")
    await serving.moves_on(A_WHILE)
    while not (answers := [message for message in page.passed_over if message.get("id") == act["id"]]):
        page.passed_over.append(await page.next())
    assert [answer["type"] for answer in answers] == ["done"], answers


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes and goes is told every time, and not only once for all who came within a while."""
    monkeypatch.setattr(pages, "A_WHILE", 0)


@pytest.fixture(autouse=True)
def advised_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint is thought about for some simulations: how many there is time for depends on how busy the machine is."""
    monkeypatch.setattr(thinking, "ADVICE", laws.FEW)


def seen_in(world: World, eyes: Eyes, script: Sequence[tuple[Seat, Any]], tried: Sequence[Any]) -> list[bytes]:
    world.folder.mkdir()
    cookies = asyncio.run(world.furnish())
    with Serving(
        world.folder, clock=Clock(runs=False), limits=without_limits(), workers=1, **world.settings()
    ) as serving:
        return an_evening(world, (serving, cookies), eyes, script, tried)


# Any game: worlds as the laws make them


class Pair(NamedTuple):
    """Two worlds that look the same to some eyes, and what is played in both of them from there."""

    here: AnyMatch
    there: AnyMatch
    script: list[tuple[Seat, Any]]


@cache
def pair(slug: str, eyes: Eyes) -> Pair | None:
    """At any table at which something stays hidden for a while, with any options; None where nothing is hidden. Where
    moves can be judged, these eyes have one to make."""
    game, best = shelf()[slug], None
    for number in range(TRIES):
        luck, seats = Random(f"{game.slug} {eyes} {number}"), game.seats[number % len(game.seats)]
        for here, there in laws.two_worlds(game, seats, eyes, luck):
            if (
                len(here.moves) > 3
                and here.to_act
                and (game.evaluate is None or laws.says_at_once(here))
                and (game.evaluate is None or eyes == PUBLIC or eyes in here.to_act)
                and msgspec.json.encode(here.state) != msgspec.json.encode(there.state)
            ):
                found = Pair(again(here), again(there), common_script(here, there, eyes, luck))
                if best is None or len(found.script) > len(best.script):
                    best = found
                if len(found.script) >= LEAST:
                    return found
    return best


def again(match: AnyMatch) -> AnyMatch:
    """The same match, with the luck that the house will have for it."""
    return replay(match.game, match.seats, match.options, list(match.moves), FairChance(SEED))


def common_script(here: AnyMatch, there: AnyMatch, eyes: Eyes, luck: Random) -> list[tuple[Seat, Any]]:
    """Moves that can be made in both worlds, and after which they still look the same to these eyes. The match goes on
    after them: when it is over, its paper is for everybody."""
    script: list[tuple[Seat, Any]] = []
    worlds = [again(here), again(there)]
    while len(script) < LONGEST and worlds[0].to_act:
        seat = luck.choice(sorted(worlds[0].to_act))
        for what in luck.sample(worlds[0].legal(seat), len(worlds[0].legal(seat))):
            tried = [again(world) for world in worlds]
            if what in tried[1].legal(seat):
                for world in tried:
                    world.play(seat, what)
                going_on = all(world.result is None for world in tried)
                if going_on and looks(tried[0], eyes) == looks(tried[1], eyes):
                    worlds = tried
                    script.append((seat, what))
                    break
        else:
            break
    return script


def looks(match: AnyMatch, eyes: Eyes) -> bytes:
    return msgspec.json.encode([list(timeline(match, eyes)), () if eyes == PUBLIC else match.legal(eyes), match.result])


def never_allowed(worlds: Pair, eyes: Eyes) -> list[Any]:
    """Things that somebody could do at some time, but never these eyes while the script lasts."""
    pool = [move.what for move in worlds.here.moves[-6:]]
    allowed: list[Any] = []
    match = again(worlds.here)
    for seat, what in (*worlds.script, (None, None)):
        for each in map(Seat, range(match.seats)):
            (allowed if each == eyes else pool).extend(match.legal(each)[:4] if each != eyes else match.legal(each))
        if seat is not None:
            match.play(seat, what)
    return [msgspec.to_builtins(what) for what in pool if what not in allowed][:6]


def both_seen(tmp_path: Path, worlds: Pair, eyes: Eyes, tried: Sequence[Any]) -> list[list[bytes]]:
    script = [(seat, msgspec.to_builtins(what)) for seat, what in worlds.script]
    return [
        seen_in(World(tmp_path / name, match, SEED), eyes, script, tried)
        for name, match in (("here", worlds.here), ("there", worlds.there))
    ]


@pytest.mark.parametrize("game", shelf().values(), ids=shelf())
@pytest.mark.parametrize("eyes", [Seat(0), PROGRAM, PUBLIC])
def test_nobody_can_tell_what_he_must_not_see(tmp_path: Path, game: AnyGame, eyes: Eyes) -> None:
    worlds = pair(game.slug, eyes)
    if worlds is None:
        assert not game.secrets
        assert game.covers is None
        return

    here, there = both_seen(tmp_path, worlds, eyes, never_allowed(worlds, eyes))

    assert here == there
    assert len(here) > 40
    advised = [text for text in here if text.startswith(b"('/api/tables/two-worlds/hint") and b'"moves":' in text]
    assert bool(advised) == (game.evaluate is not None and eyes == Seat(0)), "and programs get no hints"


@pytest.mark.parametrize("game", shelf().values(), ids=shelf())
def test_the_worlds_do_differ_for_those_who_may_see_it(tmp_path: Path, game: AnyGame) -> None:
    """The test above can fail: it does so for the eyes whose secret was changed, if there are any."""
    worlds = pair(game.slug, PUBLIC)
    seats = [] if worlds is None else [Seat(seat) for seat in range(worlds.here.seats)]
    knows = next((seat for seat in seats if worlds and worlds.here.view(seat) != worlds.there.view(seat)), None)
    if worlds is None or knows is None:
        return

    here, there = both_seen(tmp_path, worlds._replace(script=[]), knows, [])

    assert here != there


def test_some_game_has_secrets_and_some_game_covers_what_is_chosen() -> None:
    """The two tests above do not pass because they compare nothing."""
    compared = [game for game in shelf().values() if pair(game.slug, PUBLIC) is not None]

    assert any(game.secrets for game in compared)
    assert any(game.covers is not None for game in compared)


@pytest.mark.parametrize("game", shelf().values(), ids=shelf())
@pytest.mark.parametrize("eyes", [Seat(0), PUBLIC])
def test_nobody_can_tell_what_nature_will_draw(tmp_path: Path, game: AnyGame, eyes: Eyes) -> None:
    """Two seeds, and the same log so far: only the published fingerprint of the seed differs."""
    drawn = begin(game, game.seats[0], seed=SEED)
    match = replay(game, drawn.seats, drawn.options, drawn.moves)
    seen = []
    for name, seed in (("a", b"a" * 32), ("b", b"b" * 32)):
        received = seen_in(World(tmp_path / name, match, seed), eyes, [], [])
        fingerprint = sha256(seed).hexdigest().encode()
        seen.append([text.replace(fingerprint, b"*") for text in received])

    assert seen[0] == seen[1]
