"""Who sits where: sitting down, leaving, coming back, bots that sit in, clocks, and playing again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.server.serving import Facts, Page, Serving, guest, in_a_loop, moves, position

GAME = "little-devils"
TILES = "diable-par-la-queue"
WISHES = {"grace": 600}


async def until_over(page: Page, at: Facts) -> Facts:
    """Play whatever is legal, to the end."""
    while at["result"] is None:
        if at["legal"]:
            await page.asks("act", seat=at["eyes"], what=at["legal"][0])
        at = position(await page.hears("news"))
    return at


@in_a_loop
async def test_a_table_begins_when_it_is_full_and_all_are_there(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        table = await host.sets(TILES, "you", "open")
        assert table["state"] == "gathering"
        async with host.at(table["id"]) as one, friend.at(table["id"]) as two:
            assert (await one.hears("welcome"))["positions"] == []
            await two.asks("sit", seat=1)

            assert position(await two.hears("news"))["eyes"] == 1
            assert position(await one.hears("news"))["eyes"] == 0


@in_a_loop
async def test_the_host_begins_with_bots_for_the_rest(port: int) -> None:
    async with guest(port) as host, guest(port) as other:
        table = await host.sets(GAME, "you", "open", "open")
        async with host.at(table["id"]) as one, other.at(table["id"]) as two:
            assert (await two.asks("start", fill="random"))["key"] == "not-the-host"
            assert (await one.asks("start", fill="perfect"))["key"] == "unknown-level"
            assert (await one.asks("start", fill="random"))["type"] == "done"
            told = await two.hears("table")
            while told["table"]["state"] != "playing":
                told = await two.hears("table")

    assert [chair["kind"] for chair in told["table"]["chairs"]] == ["person", "bot", "bot"]
    names = [chair["name"] for chair in told["table"]["chairs"]]
    assert len(set(names)) == 3


@in_a_loop
async def test_a_seat_is_taken_once_and_given_up_only_by_its_owner(port: int) -> None:
    async with guest(port) as host, guest(port) as one, guest(port) as two:
        id = (await host.sets(GAME, "you", "open", "open"))["id"]
        async with one.at(id) as first, two.at(id) as second:
            assert (await first.asks("sit", seat=1))["type"] == "done"
            assert (await second.asks("sit", seat=1))["key"] == "seat-taken"
            assert (await second.asks("sit", seat=0))["key"] == "seat-taken"
            assert (await second.asks("sit", seat=7))["key"] == "no-such-seat"
            assert (await second.asks("rise", seat=1))["key"] == "not-your-seat"
            assert (await second.asks("pledge", seat=1, pledge="00" * 32))["key"] == "not-your-seat"
            assert (await first.asks("sit", seat=2))["type"] == "done"
            assert (await second.asks("sit", seat=1))["type"] == "done"


@in_a_loop
async def test_who_is_not_known_may_only_look(port: int) -> None:
    async with guest(port) as host, guest(port, known=False) as stranger:
        id = (await host.sets(GAME, "you", "open", "open"))["id"]
        async with stranger.at(id) as page:
            for request in ("sit", "rise", "cover"):
                assert (await page.asks(request, seat=1))["key"] == "who-are-you"
            assert (await page.asks("say", text="boo"))["key"] == "who-are-you"


@in_a_loop
async def test_a_bot_sits_in_for_who_is_away_and_rises_when_he_returns(serving: Serving) -> None:
    async with guest(serving.port) as host, guest(serving.port) as friend:
        id = (await host.sets(TILES, "you", "open"))["id"]
        async with host.at(id) as one:
            async with friend.at(id) as two:
                await two.asks("sit", seat=1)
                at = position(await one.hears("news"))
                assert (await one.asks("cover", seat=1))["key"] in ("not-away", "may-still-think")
            while (left := (await one.hears("table"))["table"]["chairs"][1])["here"]:
                pass
            assert left["awaySince"] is not None
            assert (await one.asks("cover", seat=1))["key"] == "not-away"
            await serving.moves_on(600)
            assert (await one.asks("cover", seat=1))["type"] == "done"
            for _ in range(3):  # He is played for.
                while not at["legal"]:
                    at = position(await one.hears("news"))
                await one.asks("act", seat=0, what=at["legal"][0])
                at = position(await one.hears("news"))
            async with friend.at(id) as two:
                welcome = await two.hears("welcome")

    assert not welcome["table"]["chairs"][1]["covered"]
    assert welcome["table"]["chairs"][1]["yours"]
    assert position(welcome)["eyes"] == 1
    assert {move["by"] for move in moves(welcome)} == {"nature", 0, 1}


def test_a_bot_sits_in_for_who_is_there_and_never_moves(tmp_path: Path) -> None:
    """Where no clock runs, and another player asks for it; who plays again, or says so, has his seat back."""

    @in_a_loop
    async def play(serving: Serving) -> None:
        async with guest(serving.port) as host, guest(serving.port) as friend:
            id = (await host.sets(TILES, "you", "open"))["id"]
            async with host.at(id) as one, friend.at(id) as two, friend.at(id, query="&eyes=public") as screen:
                await two.asks("sit", seat=1)
                pages = {0: one, 1: two}
                at = {seat: position(await page.hears("news")) for seat, page in pages.items()}
                (idle,) = at[0]["toAct"]
                other = 1 - idle
                assert at[other]["coverAt"] is not None
                assert (await pages[other].asks("cover", seat=idle))["key"] == "may-still-think"
                await serving.moves_on(200)
                assert (await pages[idle].asks("cover", seat=idle))["key"] == "not-away"
                assert (await pages[idle].asks("cover", seat=other))["key"] == "not-away"
                assert (await pages[other].asks("cover", seat=idle))["type"] == "done"
                news = await pages[other].hears("news")
                assert position(news)["moments"][-1]["by"] in (idle, "nature")
                assert (await pages[idle].asks("sit", seat=idle))["type"] == "done"
                told = [message["table"] for message in pages[idle].passed_over if message["type"] == "table"]
                assert [table["chairs"][idle]["covered"] for table in told][-2:] == [True, False]
                await screen.hears("news")

    with Serving(tmp_path) as serving:
        play(serving)


def test_who_comes_and_goes_has_no_more_time_for_it(tmp_path: Path) -> None:
    """Who was away has time to look, when he comes; once, however often he comes."""

    @in_a_loop
    async def play(serving: Serving) -> None:
        async with guest(serving.port) as host, guest(serving.port) as friend:
            id = (await host.sets(TILES, "you", "open"))["id"]
            async with host.at(id) as one, friend.at(id) as two:
                await two.asks("sit", seat=1)
                (idle,) = position(await one.hears("news"))["toAct"]
            waits, dawdles = (friend, host) if idle == 0 else (host, friend)
            async with waits.at(id) as page:
                await serving.moves_on(100)
                told = set()
                for _ in range(5):
                    async with dawdles.at(id) as other:
                        told.add(position(await other.hears("welcome"))["coverAt"])
                        await serving.moves_on(50)
                async with dawdles.at(id) as other:
                    await other.hears("welcome")

                    assert len(told) == 1
                    assert (await page.asks("cover", seat=idle))["type"] == "done"

    with Serving(tmp_path) as serving:
        play(serving)


@in_a_loop
async def test_whose_time_is_up_has_a_bot_move_for_him(serving: Serving) -> None:
    async with guest(serving.port) as host:
        table = await host.sets(TILES, "you", "you", clock={"perMove": 600}, oneScreen=True)
        assert table["clock"] == {"perMove": 600}
        async with host.at(table["id"]) as page:
            welcome = await page.hears("welcome")
            first = welcome["positions"][0]
            assert 0 < first["deadline"] - welcome["now"] <= 600_000
            await serving.moves_on(600)
            news = await page.hears("news")

    assert moves(news)[0]["by"] == first["toAct"][0]
    assert news["positions"][0]["deadline"] > first["deadline"]


@in_a_loop
async def test_the_company_plays_again(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(GAME, "you", "open", "sensible", options={"rounds": "1"}))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            await asyncio.gather(
                until_over(one, position(await one.hears("news"))), until_over(two, position(await two.hears("news")))
            )
            assert (await two.asks("again"))["type"] == "done"
            assert (await one.asks("again"))["type"] == "done"
            heard = [message["table"] for message in one.passed_over if message["type"] == "table"]
            while (again := heard[-1]["rematch"]) is None:
                heard.append((await one.hears("table"))["table"])
        assert (await host.http.get(f"/api/tables/{id}")).json()["rematch"] == again
        async with host.at(again) as one, friend.at(again) as two:
            await one.asks("sit", seat=0)
            news = await two.hears("news")

    assert position(news)["eyes"] == 1
    assert position(news)["view"]["round"] == 1


@in_a_loop
async def test_round_one_screen_all_seats_are_the_hosts(port: int) -> None:
    async with guest(port) as host, guest(port) as other:
        id = (await host.sets(GAME, "you", "you", "you", oneScreen=True))["id"]
        async with host.at(id) as page, other.at(id) as watching:
            welcome = await page.hears("welcome")
            assert [at["eyes"] for at in welcome["positions"]] == [0, 1, 2]
            (turn,) = welcome["positions"][0]["toAct"]
            done = await page.asks("act", seat=turn, what=welcome["positions"][turn]["legal"][0])
            assert done["type"] == "done"

            assert position(await watching.hears("welcome"))["eyes"] == "public"


@in_a_loop
async def test_a_screen_for_all_shows_no_hand_even_to_its_owner(port: int) -> None:
    async with guest(port) as host:
        id = (await host.sets(GAME, "you", "sensible", "sensible"))["id"]
        async with host.at(id, query="&eyes=public") as screen:
            welcome = await screen.hears("welcome")
            assert position(welcome)["view"]["hand"] == []
            assert not any(chair["yours"] for chair in welcome["table"]["chairs"])
            refused = await screen.asks("act", seat=0, what={"type": "play", "card": 1})
            assert refused["key"] == "not-your-seat"


@in_a_loop
async def test_chat_and_emotes_reach_everybody(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(GAME, "you", "open", "open"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("say", "hello", text=" Bonsoir !\u202e ")
            await two.asks("say", "hello", text="again")
            await two.asks("emote", emote="devil")
            said = (await one.hears("chat"))["said"]
            assert (said["text"], said["seat"]) == ("Bonsoir !", None)
            assert (await one.hears("emote"))["emote"] == "devil"
        async with host.at(id) as one:
            assert [line["text"] for line in (await one.hears("welcome"))["chat"]] == ["Bonsoir !"]


@in_a_loop
async def test_who_changes_his_name_is_called_by_it_at_once(port: int) -> None:
    async with guest(port) as host:
        id = (await host.sets(GAME, "you", "open", "open"))["id"]
        async with host.at(id) as page:
            await page.hears("welcome")
            answer = await host.http.patch("/api/me", json={"name": "  Marguerite\n"})
            assert answer.json()["name"] == "Marguerite"
            assert (await page.hears("table"))["table"]["chairs"][0]["name"] == "Marguerite"


@in_a_loop
async def test_a_second_device_becomes_the_same_person_once(port: int) -> None:
    async with guest(port) as host, guest(port) as phone, guest(port) as thief:
        id = (await host.sets(GAME, "you", "open", "open"))["id"]
        name = (await host.http.get("/api/me")).json()["name"]
        link = (await host.http.post("/api/me/link")).json()["path"]
        token = f"/api/me/link/{link.removeprefix('/me/')}"
        assert (await phone.http.get(token)).json() == {"name": name, "yours": False}
        assert (await host.http.get(token)).json() == {"name": name, "yours": True}
        assert (await phone.http.post(token)).json()["name"] == name
        for late in (await thief.http.post(token), await thief.http.get(token)):
            assert (late.status_code, late.json()["key"]) == (410, "link-used")
        async with phone.at(id) as page, thief.at(id) as other:
            assert (await page.hears("welcome"))["table"]["host"]
            assert not (await other.hears("welcome"))["table"]["host"]


@in_a_loop
async def test_who_only_looks_at_a_personal_link_stays_who_he_is_and_leaves_it_as_it_is(port: int) -> None:
    """A robot that makes a preview of it, a page that has it as a picture: neither becomes anybody, or uses it up."""
    async with guest(port) as host, guest(port) as phone:
        link = (await host.http.post("/api/me/link")).json()["path"]
        token = f"/api/me/link/{link.removeprefix('/me/')}"
        for path in (link, token, link, token):
            assert "set-cookie" not in (await phone.http.get(path)).headers
        for foreign in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
            assert (await phone.http.post(token, headers=foreign)).status_code == 403

        assert (await phone.http.post(token)).status_code == 200


@pytest.mark.parametrize(
    "others",
    [
        '{"theme": "dark", "list": [1, 2]}',
        "with spaces",
        'settings={"a":"b c"}',
        "pandemonium=forged.signature",
        "pandemonium",
        "=; ; ;;a=b=c",
        "caf\xe9=\xff",
    ],
)
@in_a_loop
async def test_another_programs_cookies_make_nobody_of_nobody(port: int, others: str) -> None:
    async with guest(port) as host:
        name = (await host.http.get("/api/me")).json()["name"]
        own = host.cookie
        for cookies in (f"{others}; {own}", f"{own}; {others}"):
            host.http.cookies.clear()
            answer = await host.http.get("/api/me", headers=[(b"cookie", cookies.encode("latin-1"))])
            assert answer.json()["name"] == name


@in_a_loop
async def test_a_forged_cookie_names_nobody(port: int) -> None:
    async with guest(port) as host, guest(port, known=False) as forger:
        id = (await host.sets(GAME, "you", "open", "open"))["id"]
        name, _, value = host.cookie.partition("=")
        forger.http.cookies.set(name, value[:-1] + ("0" if value[-1] != "0" else "1"))
        async with forger.at(id) as page:
            assert not (await page.hears("welcome"))["table"]["host"]


@pytest.mark.parametrize(("proxy", "is_believed"), [("", True), ("127.0.0.1", True), ("192.0.2.1", False)])
def test_only_the_proxy_that_was_named_is_believed(tmp_path: Path, proxy: str, *, is_believed: bool) -> None:
    """Without a name, one on the same machine. Whoever comes over HTTPS gets a cookie that goes nowhere else."""
    with Serving(tmp_path, proxy=proxy) as serving:
        answer = httpx.get(f"http://127.0.0.1:{serving.port}/api/me", headers={"X-Forwarded-Proto": "https"})

    assert answer.status_code == 200
    assert ("Secure" in answer.headers["set-cookie"]) == is_believed
