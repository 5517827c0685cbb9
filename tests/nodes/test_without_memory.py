"""Nodes whose database is lost in mid-sentence, or may only be read: what pages and other nodes hear of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Thread

import pytest

from pandemonium.server.settings import new_id
from pandemonium.storage import statements
from tests.nodes.real import Nats, Postgres, comes_as
from tests.server.serving import Facts, Serving, guest, in_a_loop
from tests.storage.test_lost import Torn

GAME = "little-devils"


def test_a_link_whose_fate_is_not_known_is_neither_called_used_nor_good(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "FINDING_OUT", 0.2)
    loop = asyncio.new_event_loop()
    beside = Thread(target=loop.run_forever)
    beside.start()
    wire = Torn(postgres.port, "done")
    asyncio.run_coroutine_threadsafe(wire.open(), loop).result()
    database = postgres.database().replace(f":{postgres.port}/", f":{wire.port}/")

    @in_a_loop
    async def follow(port: int) -> None:
        async with guest(port) as one:
            path = (await one.http.post("/api/me/link")).json()["path"].replace("/me/", "/api/me/link/")
            wire.is_to_break = wire.stays_broken = True
            lost = await one.http.post(path, headers={"accept-language": "de"})
            assert (lost.status_code, lost.json()["key"]) == (503, "not-known")
            assert "Sieh nach" in lost.json()["reason"]
            assert "set-cookie" not in lost.headers
            loop.call_soon_threadsafe(wire.mend)
            while (await one.http.get("/ready")).status_code != 200:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            assert (await one.http.get(path)).status_code == 410
            wire.is_to_break, wire.stays_broken = True, False
            found_out = await one.http.post("/api/me/link")
            assert found_out.status_code == 201
            path = found_out.json()["path"].replace("/me/", "/api/me/link/")
            wire.is_to_break = True
            assert (await one.http.post(path)).status_code == 200
            assert not wire.is_to_break

    try:
        with Serving(tmp_path, database=database, new_id=new_id) as serving:
            follow(serving.port)
    finally:
        asyncio.run_coroutine_threadsafe(wire.close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        beside.join()
        loop.close()


def test_a_node_that_may_only_read_has_nothing_at_home_and_serves_what_others_have(
    postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.database()
    postgres.read_only("keeper", only=False)
    with Nats() as nats:
        where: Facts = {"bus": nats.url, "new_id": new_id}
        reads = Serving(tmp_path, database=comes_as("keeper", url), **where)
        with Serving(tmp_path, database=url, **where) as writes, reads:

            @in_a_loop
            async def play() -> None:
                node = reads.house.node
                assert node is not None
                await asyncio.to_thread(postgres.read_only, "keeper", only=True)
                while node.is_fit:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
                async with guest(writes.port) as one:
                    assert (await one.http.get(f"http://127.0.0.1:{reads.port}/ready")).status_code == 503
                    assert (await one.http.get("/ready")).status_code == 200
                    for _ in range(8):  # One of so many would be at home there.
                        id = (await one.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
                        one.port = reads.port
                        async with one.at(id) as page:
                            position = (await page.hears("welcome"))["positions"][0]
                            assert position["toAct"]
                            assert id in writes.house.tables
                        one.port = writes.port
                await asyncio.to_thread(postgres.read_only, "keeper", only=False)
                while not node.is_fit:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)

            play()
