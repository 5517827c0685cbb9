"""Three nodes on real PostgreSQL and NATS: a table is at home on one of them, and every node serves it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import DecodeError
from nats.aio.msg import Msg
from websockets.exceptions import ConnectionClosed

from pandemonium.server.nodes.messages import Alive, AnyMessage, Bye, Come, decode, encode
from pandemonium.server.settings import new_id
from tests.nodes.real import Nats, Postgres
from tests.server.fuzzing import between_nodes
from tests.server.serving import PATIENCE, Facts, Guest, Page, Serving, guest, in_a_loop

GAME = "little-devils"
RACE = "diavolo"


class Nodes:
    """Three of them, in threads of this process."""

    def __init__(self, servings: list[Serving]) -> None:
        self.all = servings

    def home(self, table: str) -> Serving:
        """Where it is awake: one of them, and no other."""
        (home,) = [serving for serving in self.all if table in serving.house.tables]
        return home

    def away(self, table: str) -> list[Serving]:
        return [serving for serving in self.all if table not in serving.house.tables]


@pytest.fixture(scope="module")
def nodes(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    with ExitStack() as stack:
        where: Facts = {"database": postgres.database(), "bus": stack.enter_context(Nats()).url, "new_id": new_id}
        folder = tmp_path_factory.mktemp("nodes")
        yield Nodes([stack.enter_context(Serving(folder, **where)) for _ in range(3)])


@asynccontextmanager
async def through(serving: Serving, somebody: Guest, table: str, **how: Any) -> AsyncIterator[Page]:
    """A page of somebody at a table, by way of this node."""
    own, somebody.port = somebody.port, serving.port
    try:
        async with somebody.at(table, **how) as page:
            yield page
    finally:
        somebody.port = own


@in_a_loop
async def test_a_table_is_at_home_on_one_node_and_every_node_serves_it(nodes: Nodes) -> None:
    async with guest(nodes.all[0].port) as one, AsyncExitStack() as stack:
        id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
        pages = [await stack.enter_async_context(through(serving, one, id)) for serving in nodes.all]
        welcomes = [await page.hears("welcome") for page in pages]
        at = welcomes[0]["positions"]
        version = at[0]["version"]
        for page in (*pages, *pages):
            (seat,) = at[0]["toAct"]
            done = await page.asks("act", f"m{version}", seat=seat, what=at[seat]["legal"][0])
            assert done["type"] == "done"
            assert done["version"] > version
            version = done["version"]
            news = [await other.hears("news") for other in pages]
            assert {its["positions"][0]["version"] for its in news} == {version}
            at = news[0]["positions"]

        assert len(nodes.home(id).house.tables[id].pages) == 3
        assert len(nodes.away(id)) == 2


@in_a_loop
async def test_a_refusal_and_a_wrong_frame_find_their_way_back(nodes: Nodes) -> None:
    async with guest(nodes.all[0].port) as one:
        id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
        for serving in nodes.all:
            async with through(serving, one, id, language="de") as page:
                await page.hears("welcome")
                refused = await page.asks("act", seat=0, what={"type": "nonsense"})
                assert refused["key"] == "unknown-move"
                await page.socket.send("nonsense")
                assert await page.closed() == 1007
            async with through(serving, one, "nowhere") as page:
                assert await page.closed() == 4404


def understood(data: bytes) -> AnyMessage | None:
    with suppress(DecodeError):
        message: AnyMessage = decode(data)
        return message
    return None


@settings(max_examples=10, suppress_health_check=list(HealthCheck))
@given(heard=st.lists(between_nodes(), min_size=1, max_size=30))
def test_whatever_comes_over_the_bus_a_node_stays_well(nodes: Nodes, heard: list[bytes]) -> None:
    """Of nodes, pages and tables that there are not: those that there are go on. A node that there is not may be taken
    for a table's home until it says that it goes; whoever was sent there comes again."""
    gone = [encode(Bye(its.node)) for its in map(understood, heard) if isinstance(its, Alive)]

    @in_a_loop
    async def go() -> None:
        async with guest(nodes.all[0].port) as one:
            id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            async with through(nodes.all[1], one, id) as page:
                await page.hears("welcome")
                for serving in nodes.all:
                    assert serving.house.node is not None
                    bus = serving.house.node.bus
                    for data in [*heard, *gone]:
                        asyncio.run_coroutine_threadsafe(
                            bus._hear(Msg(bus._client, data=data)), serving.house.loop
                        ).result()
            async with through(nodes.all[1], one, id) as page:
                await page.hears("welcome")
                assert (await page.asks("speak", language="en"))["type"] == "done"

    go()


@in_a_loop
async def test_everywhere_a_table_looks_as_it_does_at_home(nodes: Nodes) -> None:
    """Who is there, in the lobby, in the list of one's own, and by itself."""
    async with guest(nodes.all[0].port) as one:
        id = (await one.sets(GAME, "you", "open", "open", public=True))["id"]
        async with through(nodes.all[1], one, id) as page:
            await page.hears("welcome")
            for serving in nodes.all:
                base = f"http://127.0.0.1:{serving.port}/api/tables"
                shown = (await one.http.get(f"{base}/{id}")).json()
                listed = (await one.http.get(base, params={"game": GAME})).json()
                own = (await one.http.get(base, params={"mine": "true"})).json()
                for table in (shown, next(its for its in listed if its["id"] == id), own[0]):
                    assert [chair["here"] for chair in table["chairs"]] == [True, False, False]
                    assert table["chairs"][0]["yours"]


@in_a_loop
async def test_what_is_done_on_another_node_is_seen_at_home(nodes: Nodes) -> None:
    """A table is closed by the operator of a node where it is not: who plays there comes again, and finds it closed."""
    async with guest(nodes.all[0].port) as one:
        id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
        async with through(nodes.all[0], one, id) as page:
            await page.hears("welcome")
            other = nodes.away(id)[0].house
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(other.close_table(id), other.loop))
            assert await page.closed() == 1012
            assert not other.tables.get(id)
        async with through(nodes.all[0], one, id) as page:
            assert (await page.hears("welcome"))["table"]["stopped"] == "closed"


@in_a_loop
async def test_a_new_name_is_heard_on_every_node(nodes: Nodes) -> None:
    async with guest(nodes.all[0].port) as one:
        id = (await one.sets(GAME, "you", "open", "open"))["id"]
        async with through(nodes.all[1], one, id) as page:
            await page.hears("welcome")
            for number, serving in enumerate(nodes.all):
                base = f"http://127.0.0.1:{serving.port}/api/me"
                (await one.http.patch(base, json={"name": f"Imp {number}"})).raise_for_status()
                table = (await page.hears("table"))["table"]
                assert table["chairs"][0]["name"] == f"Imp {number}"
                names = [
                    (await one.http.get(f"http://127.0.0.1:{each.port}/api/me")).json()["name"] for each in nodes.all
                ]
                assert set(names) == {f"Imp {number}"}


@in_a_loop
async def test_a_link_is_good_once_in_the_whole_house(nodes: Nodes) -> None:
    async with guest(nodes.all[0].port) as one:
        path = (await one.http.post("/api/me/link")).json()["path"].replace("/me/", "/api/me/link/")
        tried = [one.http.post(f"http://127.0.0.1:{each.port}{path}") for each in (*nodes.all, *nodes.all)]
        answers = [answer.status_code for answer in await asyncio.gather(*tried)]

        assert sorted(answers) == [200, 410, 410, 410, 410, 410]


@in_a_loop
async def test_in_a_race_the_way_over_the_other_node_is_measured(nodes: Nodes) -> None:
    """The home knows how far each page is, and its rounds are decided as at home."""
    async with guest(nodes.all[0].port) as one, guest(nodes.all[1].port) as two, AsyncExitStack() as stack:
        id = (await one.sets(RACE, "you", "open"))["id"]
        first = await stack.enter_async_context(through(nodes.all[0], one, id))
        await first.hears("welcome")
        others = [serving for serving in nodes.all if serving is not nodes.home(id)]
        second = await stack.enter_async_context(through(others[0], two, id))
        await second.hears("welcome")
        assert (await second.asks("sit", seat=1))["type"] == "done"
        home = nodes.home(id)
        await asyncio.wait_for(home.knows_how_far(id), PATIENCE)
        far = [page for page in home.house.tables[id].pages if page.person]
        assert all(page.trips.link().usual > 0 for page in far)


@in_a_loop
async def test_who_is_sent_away_has_no_page_open_on_any_node(nodes: Nodes) -> None:
    """Wherever he watches: on the node that sends him away, where the table is at home, and by way of a third."""
    async with guest(nodes.all[0].port) as one, guest(nodes.all[0].port) as two, AsyncExitStack() as stack:
        id = (await one.sets(GAME, "you", "open", "open"))["id"]
        pages = [await stack.enter_async_context(through(serving, two, id)) for serving in nodes.all]
        for page in pages:
            await page.hears("welcome")
        house = nodes.away(id)[0].house
        (person,) = {page.person or "" for page in nodes.home(id).house.tables[id].pages}
        house.loop.call_soon_threadsafe(house.close_pages, person, 4401)
        assert [await page.closed() for page in pages] == [4401, 4401, 4401]


@in_a_loop
async def test_no_page_is_kept_of_a_node_that_nobody_knows(nodes: Nodes) -> None:
    """If it is dead, nobody would find that out: who does not know it cannot miss its heartbeats."""
    async with guest(nodes.all[0].port) as one:
        id = (await one.sets(GAME, "you", "open", "open"))["id"]
        async with one.at(id) as page:
            await page.hears("welcome")
            home = nodes.home(id).house
            assert home.node is not None
            come = Come("nobody", 1, id, 0, None, program=False, address="", language="en", public=False)
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(home.node._take(come), home.loop))
            assert ("nobody", 1) not in home.node._far


@in_a_loop
async def test_a_node_that_the_bus_has_sent_away_with_an_error_comes_back(nodes: Nodes) -> None:
    """NATS says so when it is reloaded with less room, or with other passwords; the client does not call again then."""
    node = nodes.all[2].house.node
    assert node is not None
    before = node.bus._client
    assert before._transport is not None
    node.house.loop.call_soon_threadsafe(before._transport.write, b"NONSENSE\r\n")
    while not before.is_closed:  # noqa: ASYNC110  it is in another thread
        await asyncio.sleep(0.02)
    while not (node.bus._client.is_connected and node.members.in_touch and node.is_fit):  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    async with guest(nodes.all[2].port) as one:
        for _ in range(6):  # Some of them are at home elsewhere.
            id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
            welcomed = False
            while not welcomed:
                async with one.at(id) as page:
                    with suppress(ConnectionClosed):
                        welcomed = bool(await page.hears("welcome"))


def test_a_node_that_closes_gives_its_tables_to_the_others(postgres: Postgres, tmp_path: Path) -> None:
    """And whoever played through it comes again elsewhere."""
    where: Facts = {"database": postgres.database(), "new_id": new_id}
    with Nats() as nats, Serving(tmp_path, bus=nats.url, **where) as stays:
        tables: list[str] = []

        @in_a_loop
        async def play(port: int) -> None:
            async with guest(port) as one, AsyncExitStack() as stack:
                while not (leaves.house.tables and stays.house.tables):
                    tables.append((await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"])
                    page = await stack.enter_async_context(one.at(tables[-1]))
                    await page.hears("welcome")
                assert {*leaves.house.tables, *stays.house.tables} == set(tables)

        with Serving(tmp_path, bus=nats.url, **where) as leaves:
            play(leaves.port)

        @in_a_loop
        async def comes_again() -> None:
            async with guest(stays.port) as one:
                for id in tables:
                    async with one.at(id) as page:
                        assert (await page.hears("welcome"))["positions"]
                assert set(stays.house.tables) == set(tables)

        comes_again()
