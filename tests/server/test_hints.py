"""Hints over HTTP: alone against bots, or where all have come to learn; for one's own seat, in one's own turn."""

from __future__ import annotations

import asyncio

import pytest

from pandemonium.games import shelf
from pandemonium.server.table import thinking
from tests.server.serving import Facts, Guest, guest, in_a_loop, position

THAT_THINK = [game.slug for game in shelf().values() if game.evaluate is not None]
SILENT = next(game.slug for game in shelf().values() if game.evaluate is None)
GAME = "little-devils"
AT_ONCE = {"rounds": "1"}


async def hint(someone: Guest, id: str, seat: int = 0) -> Facts:
    """What the house advises, as soon as its processes are warm."""
    while True:
        answer: Facts = (await someone.http.get(f"/api/tables/{id}/hint?seat={seat}")).json()
        if answer.get("key") not in ("no-thought-now", "too-fast"):
            return answer
        await asyncio.sleep(0.5)


@pytest.mark.parametrize("slug", THAT_THINK)
def test_alone_against_bots_every_legal_move_is_weighed(slug: str, port: int) -> None:
    @in_a_loop
    async def ask() -> None:
        async with guest(port) as host:
            seats = shelf()[slug].seats[0]
            table = await host.sets(slug, "you", *["kobold"] * (seats - 1))
            assert table["hints"]
            async with host.at(table["id"]) as page:
                now = position(await page.hears("welcome"))
                while 0 not in now["toAct"]:
                    now = position(await page.hears("news"))
                advice = await hint(host, table["id"])

        assert advice["version"] == now["version"]
        assert sorted(map(str, (its["what"] for its in advice["moves"]))) == sorted(map(str, now["legal"]))
        assert all(its["text"] for its in advice["moves"])
        means = [its["mean"] for its in advice["moves"]]
        assert means[0] == pytest.approx(max(means))

    ask()


@in_a_loop
async def test_where_two_people_play_there_is_no_hint_unless_they_have_come_to_learn(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        for learning in (False, True):
            table = await host.sets(GAME, "you", "open", "kobold", learning=learning)
            id = table["id"]
            async with host.at(id) as one, friend.at(id) as two:
                await two.asks("sit", seat=1)
                now = position(await one.hears("news"))
                assert (await host.http.get(f"/api/tables/{id}")).json()["hints"] == learning
                while not {0, 1} & set(now["toAct"]):  # The lot may let the bot lead.
                    now = position(await one.hears("news"))
                seat = now["toAct"][0]
                said = await hint((host, friend)[seat], id, seat)
                assert said["moves"] if learning else said["key"] == "hint-among-people"
                not_mine = (await host.http.get(f"/api/tables/{id}/hint?seat=1")).json()
                assert not_mine["key"] == "not-your-seat"


@in_a_loop
async def test_a_stranger_a_wrong_seat_and_a_game_without_hints_are_refused(port: int) -> None:
    async with guest(port) as host, guest(port) as stranger:
        table = await host.sets(GAME, "you", "kobold", "kobold", options=AT_ONCE)
        path = f"/api/tables/{table['id']}/hint"
        race = await host.sets(SILENT, "you", "kobold")

        assert (await stranger.http.get(f"{path}?seat=0")).json()["key"] == "not-your-seat"
        assert (await host.http.get(f"{path}?seat=1")).json()["key"] == "not-your-seat"
        assert (await host.http.get(f"{path}?seat=99")).json()["key"] == "not-your-seat"
        assert not race["hints"]
        assert (await host.http.get(f"/api/tables/{race['id']}/hint?seat=0")).json()["key"] == "no-hint"
        assert (await host.http.get(path)).status_code == 400


@pytest.mark.parametrize("slug", [slug for slug in THAT_THINK if shelf()[slug].warm_up is None])
def test_where_nothing_is_to_be_warmed_up_nobody_waits_for_it(
    slug: str, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game without kernels is thought about at once."""
    waited = []

    async def waits(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(thinking, "sleep", waits)

    test_alone_against_bots_every_legal_move_is_weighed(slug, port)

    assert waited == []
