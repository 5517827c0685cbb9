"""What the operator decides at one of three real nodes holds at the others, within seconds and without a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from pandemonium.server.house import House
from pandemonium.server.people.guests import COOKIE
from pandemonium.server.settings import new_id
from tests.nodes.real import Nats, Postgres
from tests.nodes.test_nodes import Nodes, through
from tests.server.serving import PATIENCE, Facts, Guest, Serving, guest, in_a_loop

GAME = "little-devils"


@pytest.fixture(scope="module")
def nodes(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    with ExitStack() as stack:
        bus = stack.enter_context(Nats()).url
        where: Facts = {"database": postgres.database(), "bus": bus, "new_id": new_id, "look_again": 0.1}
        folder = tmp_path_factory.mktemp("nodes")
        yield Nodes([stack.enter_context(Serving(folder, **where)) for _ in range(3)])


async def at(house: House, job: Coroutine[Any, Any, object]) -> None:
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(job, house.loop))


async def known_everywhere(nodes: Nodes, knows: Callable[[House], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not all(knows(serving.house) for serving in nodes.all):  # noqa: ASYNC110  they are in other threads
            await asyncio.sleep(0.02)


def me_at(serving: Serving) -> str:
    return f"http://127.0.0.1:{serving.port}/api/me"


def id_of(one: Guest, nodes: Nodes) -> str:
    return str(nodes.all[0].house.people.named_by(one.cookie))


@in_a_loop
async def test_who_is_barred_at_one_node_is_shown_out_at_another_and_comes_in_nowhere(nodes: Nodes) -> None:
    decides = nodes.all[0].house
    async with guest(nodes.all[0].port) as host, guest(nodes.all[0].port) as rowdy:
        id = (await host.sets(GAME, "you", "open", "open"))["id"]
        async with through(nodes.all[1], rowdy, id) as page, through(nodes.all[2], host, id) as calm:
            await page.hears("welcome")
            await calm.hears("welcome")
            await at(decides, barred(decides, id_of(rowdy, nodes), "bar"))
            assert await page.closed() == 4410
            assert (await calm.asks("say", text="Peace"))["type"] == "done"
        await known_everywhere(nodes, lambda house: bool(house.moderation.bans))
        for serving in nodes.all:
            assert (await rowdy.http.get(me_at(serving))).json()["key"] == "barred"
            assert (await host.http.get(me_at(serving))).status_code == 200
        await lifted(nodes)


@in_a_loop
async def test_who_is_silenced_at_one_node_says_nothing_at_another(nodes: Nodes) -> None:
    async with guest(nodes.all[0].port) as loud:
        id = (await loud.sets(GAME, "you", "open", "open"))["id"]
        house = nodes.all[0].house
        await at(house, barred(house, id_of(loud, nodes), "silence"))
        await known_everywhere(nodes, lambda its: bool(its.moderation.bans))
        for serving in nodes.all:
            async with through(serving, loud, id) as page:
                await page.hears("welcome")
                assert (await page.asks("say", text="boo"))["key"] == "silenced"
        await lifted(nodes)
        async with through(nodes.all[2], loud, id) as page:
            await page.hears("welcome")
            assert (await page.asks("say", text="Sorry"))["type"] == "done"


@in_a_loop
async def test_a_token_that_is_taken_back_at_one_node_is_no_good_at_another(nodes: Nodes) -> None:
    async with guest(nodes.all[0].port) as host, guest(nodes.all[0].port) as program:
        brought = (await host.http.post("/api/me/programs", json={"name": "Automaton"})).json()
        program.http.headers["authorization"] = f"Bearer {brought['token']}"
        id = (await host.sets(GAME, "you", "open", "open", programs=True))["id"]
        async with through(nodes.all[1], program, id) as page:
            await page.hears("welcome")
            house = nodes.all[0].house
            await at(house, house.send_program_away(brought["program"]["id"], None))
            assert await page.closed() == 4401
        for serving in nodes.all:
            assert (await program.http.get(me_at(serving))).json()["key"] == "bad-token"


@in_a_loop
async def test_no_new_tables_are_set_anywhere_until_one_node_takes_it_back(nodes: Nodes) -> None:
    first, *_, last = (serving.house for serving in nodes.all)
    wish = {"game": GAME, "chairs": [{"kind": "you"}] * 3, "oneScreen": True}
    async with guest(nodes.all[0].port) as one:
        await at(first, first.moderation.take_new_tables(take=False))
        await at(last, last.moderation.take_new_tables(take=False))
        await known_everywhere(nodes, lambda house: not house.takes_new_tables)
        for serving in nodes.all:
            answer = await one.http.post(f"http://127.0.0.1:{serving.port}/api/tables", json=wish)
            assert answer.json()["key"] == "no-new-tables"
        await at(last, last.moderation.take_new_tables(take=True))
        await known_everywhere(nodes, lambda house: house.takes_new_tables)
        for serving in nodes.all:
            answer = await one.http.post(f"http://127.0.0.1:{serving.port}/api/tables", json=wish)
            assert answer.status_code == 201


@in_a_loop
async def test_an_old_signature_is_good_nowhere_after_a_new_secret_at_one_node(nodes: Nodes) -> None:
    async with guest(nodes.all[0].port) as one:
        old, name = one.cookie, (await one.http.get("/api/me")).json()["name"]
        house = nodes.all[0].house
        await at(house, house.people.new_secret(at_once=True))
        await known_everywhere(nodes, lambda its: its.people.named_by(old) is None)
        async with httpx.AsyncClient() as http:
            for serving in nodes.all:
                answer = await http.get(me_at(serving), headers={"cookie": old})
                new = answer.headers["set-cookie"].partition(";")[0]
                http.cookies.clear()
                assert new.startswith(f"{COOKIE}=")
                assert answer.json()["name"] != name, "he is somebody new"
                for other in nodes.all:
                    again = await http.get(me_at(other), headers={"cookie": new})
                    assert again.json()["name"] == answer.json()["name"]


async def barred(house: House, guest: str, what: Any) -> None:
    person = await house.people.known(guest)
    assert person is not None
    await house.ban(what, 1, guest=person)


async def lifted(nodes: Nodes) -> None:
    house = nodes.all[2].house
    for ban in house.moderation.bans:
        await at(house, house.moderation.lift(ban.id))
    await known_everywhere(nodes, lambda its: not its.moderation.bans)
