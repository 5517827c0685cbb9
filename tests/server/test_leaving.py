"""Leaving and coming back: for a while, for good, with everybody; one's own tables, and the matches that are over."""

from __future__ import annotations

from pathlib import Path

from pandemonium import read
from tests.server.serving import Facts, Guest, Page, Serving, guest, in_a_loop, position

GAME = "little-devils"
TILES = "diable-par-la-queue"
WISHES = {"grace": 600}
RACE = "diavolo"


async def table_until(page: Page, state: str) -> Facts:
    """How the table stands, once it stands so."""
    while (table := (await page.hears("table"))["table"])["state"] != state:
        pass
    return dict(table)


async def own_tables(someone: Guest) -> list[str]:
    return [table["id"] for table in (await someone.http.get("/api/tables?mine=true")).json()]


async def matches(someone: Guest, query: str = "") -> Facts:
    answer: Facts = (await someone.http.get(f"/api/me/matches{query}")).json()
    return answer


def what_happened(table: Facts) -> list[tuple[str, int | None]]:
    return [(event["what"], event["seat"]) for event in table["events"]]


@in_a_loop
async def test_a_bot_sits_in_at_once_for_who_leaves_and_he_may_come_back(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(GAME, "you", "open", "sensible"))["id"]
        async with host.at(id) as one:
            async with friend.at(id) as two:
                await two.asks("sit", seat=1)
                await two.hears("news")
                assert (await two.asks("leave"))["type"] == "done"
            while not (table := (await one.hears("table"))["table"])["chairs"][1]["covered"]:
                pass
            assert what_happened(table) == [("left", 1)]
            async with friend.at(id) as two:
                welcome = await two.hears("welcome")

    assert position(welcome)["eyes"] == 1
    assert not welcome["table"]["chairs"][1]["covered"]
    assert what_happened(welcome["table"]) == [("left", 1), ("back", 1)]


@in_a_loop
async def test_who_is_alone_with_bots_leaves_a_table_that_waits(port: int) -> None:
    async with guest(port) as host:
        table = await host.sets(GAME, "you", "sensible", "sensible")
        async with host.at(table["id"]) as page:
            assert (await page.hears("welcome"))["table"]["waysOut"] == ["resign", "dismiss"]

            assert (await page.asks("leave"))["key"] == "table-waits"


@in_a_loop
async def test_who_gives_up_is_played_for_by_a_bot_and_sees_no_more_than_the_public(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(GAME, "you", "open", "sensible"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            await two.hears("news")
            assert (await one.asks("resign"))["type"] == "done"
            seen = position(next(each for each in reversed(one.passed_over) if each["type"] == "welcome"))
            while not (table := (await two.hears("table"))["table"])["chairs"][0]["gaveUp"]:
                pass
            refused = await one.asks("act", seat=0, what={"type": "play", "card": 1})
        left = await own_tables(host)
        stays = await own_tables(friend)

    assert (seen["eyes"], seen["view"]["hand"], seen["legal"]) == ("public", [], [])
    assert table["state"] == "playing"
    assert table["chairs"][0]["kind"] == "bot"
    assert table["host"], "somebody must be able to dismiss it"
    assert what_happened(table) == [("resigned", 0)]
    assert refused["key"] == "not-your-seat"
    assert (left, stays) == ([], [id])


@in_a_loop
async def test_with_two_seats_the_match_is_over_when_one_gives_up(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(TILES, "you", "open"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            await two.hears("news")
            await one.asks("resign", id="once")
            table = await table_until(two, "over")
            at = position([each for each in two.passed_over if each["type"] == "news"][-1])
            again = await one.asks("resign", id="once")
            refused = await two.asks("act", seat=1, what={"type": "name", "cell": "u1"})
            rematch = await two.asks("again")
        played = (await matches(friend))["matches"][0], (await matches(host))["matches"][0]
        replay = (await friend.http.get(f"/api/tables/{id}/replay")).json()
        own = [(await who.http.get(f"/api/tables/{id}/replay?eyes=own")).json()["eyes"] for who in (host, friend)]
        async with guest(port) as stranger:
            own.append((await stranger.http.get(f"/api/tables/{id}/replay?eyes=own")).json()["eyes"])
        paper = (await friend.http.get(f"/api/tables/{id}/paper")).text

    assert (table["stopped"], at["result"], at["legal"], at["toAct"]) == ("resigned", None, [], [])
    assert own == [0, 1, "public"], "as each of them saw it, also who gave up"
    assert again["type"] == "done"
    assert refused["key"] == "match-over"
    assert rematch["type"] == "done"
    assert [(match["table"]["id"], match["seats"], match["result"]) for match in played] == [
        (id, [1], None),
        (id, [0], None),
    ]
    assert replay["result"] is None
    assert "# seat 0: resigned\n" in paper
    assert read(paper).text() == "".join(line for line in paper.splitlines(keepends=True) if line[0] != "#")


@in_a_loop
async def test_who_gave_up_against_bots_may_play_again_himself(port: int) -> None:
    async with guest(port) as host:
        id = (await host.sets(TILES, "you", "random"))["id"]
        async with host.at(id) as page:
            await page.hears("welcome")
            await page.asks("resign")
            assert (await page.asks("again"))["type"] == "done"
        rematch = (await host.http.get(f"/api/tables/{id}")).json()["rematch"]
        chairs = (await host.http.get(f"/api/tables/{rematch}")).json()["chairs"]

    assert [(chair["kind"], chair["yours"]) for chair in chairs] == [("person", True), ("bot", False)]


@in_a_loop
async def test_only_the_host_dismisses_and_only_where_nobody_else_plays(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(GAME, "you", "open", "open"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            assert (await two.asks("dismiss"))["key"] == "not-the-host"
            await one.asks("start", fill="sensible")
            await one.hears("news")
            assert (await one.asks("dismiss"))["key"] == "others-play"
            await two.asks("leave")
            assert (await one.asks("dismiss"))["type"] == "done"
            table = await table_until(two, "over")
            assert (await one.asks("dismiss"))["key"] == "match-over"

    assert table["stopped"] == "dismissed"
    assert what_happened(table) == [("left", 1), ("dismissed", 0)]
    assert table["waysOut"] == []


@in_a_loop
async def test_a_table_that_is_dismissed_before_it_begins_is_gone_and_no_match(port: int) -> None:
    async with guest(port) as host:
        table = await host.sets(GAME, "you", "open", "open", public=True)
        async with host.at(table["id"]) as page:
            assert (await page.asks("dismiss"))["type"] == "done"
            assert (await page.asks("again"))["key"] == "not-begun"
        async with host.at(table["id"]) as page:
            welcome = await page.hears("welcome")
        listed = [each["id"] for each in (await host.http.get("/api/tables")).json()]

        assert (welcome["table"]["state"], welcome["positions"]) == ("over", [])
        assert table["id"] not in listed
        assert (await matches(host))["matches"] == []
        assert (await host.http.get(f"/api/tables/{table['id']}/replay")).json()["key"] == "not-begun"


@in_a_loop
async def test_a_host_who_leaves_before_the_start_leaves_the_table_to_the_others(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(GAME, "you", "open", "open"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            await one.asks("leave")
            while not (table := (await two.hears("table"))["table"])["host"]:
                pass
            assert [chair["kind"] for chair in table["chairs"]] == ["open", "person", "open"]
            assert await own_tables(host) == []
            await two.asks("leave")
            over = [each["table"] for each in two.passed_over if each["type"] == "table"][-1]

    assert (over["state"], over["stopped"]) == ("over", "dismissed")


@in_a_loop
async def test_a_race_goes_on_without_who_gives_up(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(RACE, "you", "open", "sensible"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            await two.hears("news")
            await two.asks("resign")
            await one.asks("ready", seat=0)
            steady = await one.hears("steady")

    assert steady["round"] == 1


@in_a_loop
async def test_giving_up_outlives_the_house_and_is_done_once(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        async with guest(serving.port) as host, guest(serving.port) as friend:
            cookies = host.http.cookies
            id = (await host.sets(GAME, "you", "open", "sensible"))["id"]
            async with host.at(id) as one, friend.at(id) as two:
                await two.asks("sit", seat=1)
                await two.hears("news")
                await one.asks("resign", id="once")
    with Serving(tmp_path) as serving:
        async with guest(serving.port, known=False) as host:
            host.http.cookies = cookies
            async with host.at(id) as one:
                table = (await one.hears("welcome"))["table"]
                again = await one.asks("resign", id="once")
                anew = await one.asks("resign", id="twice")

    assert table["chairs"][0]["gaveUp"]
    assert again["type"] == "done"
    assert anew["key"] == "no-seat-here"


@in_a_loop
async def test_own_tables_say_whose_turn_it_is_awake_and_asleep(tmp_path: Path) -> None:
    async def to_act(someone: Guest) -> list[int]:
        (table,) = (await someone.http.get("/api/tables?mine=true")).json()
        turn: list[int] = table["toAct"]
        return turn

    with Serving(tmp_path) as serving:
        async with guest(serving.port) as host:
            cookies = host.http.cookies
            id = (await host.sets(TILES, "you", "you", oneScreen=True))["id"]
            async with host.at(id) as page:
                expected = (await page.hears("welcome"))["positions"][0]["toAct"]
                awake = await to_act(host)
    with Serving(tmp_path) as serving:
        async with guest(serving.port, known=False) as host:
            host.http.cookies = cookies
            asleep = await to_act(host)

    assert awake == asleep == expected != []


@in_a_loop
async def test_matches_that_are_over_are_listed_for_their_players_page_by_page(port: int) -> None:
    async with guest(port) as host, guest(port) as stranger, guest(port, known=False) as nobody:
        ids = []
        for _ in range(23):
            table = await host.sets(TILES, "you", "random")
            async with host.at(table["id"]) as page:
                await page.asks("resign")
            ids.append(table["id"])
        first = await matches(host)
        second = await matches(host, f"?before={first['before']}")
        others = await matches(host, f"?game={GAME}")

        assert {match["table"]["id"] for match in [*first["matches"], *second["matches"]]} == {*ids}
        assert (len(first["matches"]), len(second["matches"]), second["before"]) == (20, 3, None)
        assert others["matches"] == []
        assert (await matches(stranger))["matches"] == (await matches(nobody))["matches"] == []
        assert (await host.http.get("/api/me/matches?before=x")).status_code == 400


@in_a_loop
async def test_the_paper_of_a_match_in_play_keeps_its_secrets_when_somebody_gave_up(port: int) -> None:
    async with guest(port) as host, guest(port) as friend:
        id = (await host.sets(GAME, "you", "open", "sensible"))["id"]
        async with host.at(id) as one, friend.at(id) as two:
            await two.asks("sit", seat=1)
            await two.hears("news")
            await one.asks("resign")
            paper = (await host.http.get(f"/api/tables/{id}/paper")).text
            replay = await host.http.get(f"/api/tables/{id}/replay")

    assert all(line.endswith(" ?") for line in paper.splitlines() if line.startswith("nature deal "))
    assert "seed" not in paper
    assert replay.json()["key"] == "not-over"
