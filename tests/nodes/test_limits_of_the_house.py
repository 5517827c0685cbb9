"""Whoever asks at three nodes gets as much as at one, and what fits into a heartbeat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import permutations
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from pandemonium.server import limits
from pandemonium.server.limits import Allowed, Buckets, Limits, Rate
from pandemonium.server.nodes.members import BEAT
from pandemonium.server.settings import new_id
from tests.nodes.real import Nats, Postgres
from tests.nodes.test_members import Time
from tests.nodes.test_nodes import Nodes
from tests.server.serving import ROOMY, Facts, Serving, guest, in_a_loop

GAME = "little-devils"
FEW = {
    "tables": Rate(0.001, 12),
    "words_from_address": Rate(0.001, 6),
    "guests_from_address": Rate(0.001, 9),
}


@pytest.fixture(scope="module")
def nodes(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    with ExitStack() as stack:
        bus, few = stack.enter_context(Nats()).url, replace(ROOMY, **FEW)
        where: Facts = {"database": postgres.database(), "bus": bus, "new_id": new_id, "limits": few}
        folder = tmp_path_factory.mktemp("nodes")
        yield Nodes([stack.enter_context(Serving(folder, **where)) for _ in range(3)])


async def has_nothing_left(name: str, buckets: list[Buckets], nodes: Nodes) -> None:
    """At any node, as soon as it has heard of it."""
    for serving, its in zip(nodes.all, buckets, strict=True):
        await serving.until(lambda its=its: its[name].left < 1)  # type: ignore[misc]


@in_a_loop
async def test_one_guest_sets_as_many_tables_through_three_nodes_as_through_one(nodes: Nodes) -> None:
    wish = {"game": GAME, "chairs": [{"kind": "you"}] * 3, "oneScreen": True}
    urls = [f"http://127.0.0.1:{serving.port}/api/tables" for serving in nodes.all]
    async with guest(nodes.all[0].port) as thug:
        me = str(nodes.all[0].house.people.named_by(thug.cookie))
        made = [(await thug.http.post(url, json=wish)).status_code for url in urls * 4]
        await has_nothing_left(me, [its.house.allowed.tables.guests for its in nodes.all], nodes)

        assert made == [201] * 12
        assert [(await thug.http.post(url, json=wish)).status_code for url in urls] == [429] * 3
    async with guest(nodes.all[0].port) as honest:
        assert [(await honest.http.post(url, json=wish)).status_code for url in urls] == [201] * 3


@in_a_loop
async def test_new_guests_at_other_nodes_give_an_address_no_new_voice(nodes: Nodes) -> None:
    """A name is a word, wherever it is given; what is said counts at the table's home."""
    here = {"x-forwarded-for": "192.0.2.9"}
    async with guest(nodes.all[0].port) as host, guest(nodes.all[1].port) as thug:
        table = (await host.sets(GAME, "you", "open", "open"))["id"]
        for number, serving in enumerate([*nodes.all, *nodes.all]):
            url = f"http://127.0.0.1:{serving.port}/api/me"
            named = await thug.http.patch(url, json={"name": f"Boo {number}"}, headers=here)
            assert named.status_code == 200
        await has_nothing_left("192.0.2.9", [its.house.allowed.words.addresses for its in nodes.all], nodes)
        thug.forwarded = "192.0.2.9"
        for serving in nodes.all:
            thug.port = serving.port
            async with thug.at(table) as page:
                assert (await page.asks("say", text="boo"))["key"] == "too-fast"


@in_a_loop
async def test_an_address_has_as_many_newcomers_in_the_whole_house_as_at_one_node(nodes: Nodes) -> None:
    here = {"x-forwarded-for": "192.0.2.10"}
    urls = [f"http://127.0.0.1:{serving.port}/api/me" for serving in nodes.all]
    async with guest(nodes.all[0].port, known=False) as thug:

        async def comes(url: str) -> int:
            thug.http.cookies.clear()
            return (await thug.http.get(url, headers=here)).status_code

        assert [await comes(url) for url in urls * 3] == [200] * 9
        await has_nothing_left("192.0.2.10", [its.house.allowed.guests for its in nodes.all], nodes)
        assert [await comes(url) for url in urls] == [429] * 3


def test_who_takes_at_all_nodes_at_once_has_what_fits_into_one_beat_and_no_more_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Time()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=clock))
    rate = Rate(0.5, 20)
    house = [Allowed(replace(Limits(), words=rate, words_from_address=rate)) for _ in range(3)]
    for its in house:
        its.tell_others()
    seconds, taken = 600, 0
    for _ in range(int(seconds / BEAT)):
        for node in house:
            while node.words.takes("thug", "here"):
                taken += 1
        told = [node.taken() for node in house]
        for (node, _), (_, news) in permutations(zip(house, told, strict=True), 2):
            node.were_taken(news)
        clock.now += BEAT

    assert 3 * rate.at_once <= taken <= 3 * rate.at_once + rate.per_second * seconds


def test_a_house_without_other_nodes_remembers_nothing_for_them() -> None:
    alone = Allowed(Limits())
    assert alone.words.takes("somebody", "here")

    assert alone.taken() == []
