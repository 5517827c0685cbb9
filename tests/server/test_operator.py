"""The operator's address: for him alone, with what he needs and nothing that players keep from each other."""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Iterator

import httpx
import pytest

from pandemonium.core.game import Refusal
from pandemonium.core.words import LANGUAGES
from pandemonium.server.watch.operator import checked_place
from tests.server.serving import Serving, guest, in_a_loop

CARDS = "little-devils"
TOKEN = "a token that nobody guesses"
WISHES = {"operator": True}
LOCAL = "127.0.0.1:8667"


@pytest.fixture
def operator(serving: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://127.0.0.1:{serving.operator}", headers={"accept-language": "en"}) as http:
        yield http


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("guarded"), operator=True, operator_token=TOKEN) as serving:
        yield serving


def key_in(page: str) -> str:
    found = re.search(r'name="key" value="([^"]+)"', page)
    assert found
    return found[1]


# Who comes in


def test_nothing_of_it_is_on_the_port_that_players_come_to(serving: Serving) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{serving.port}") as http:
        for path in ("/metrics", "/tables/x", "/new-tables", "/api/metrics"):
            answer = http.get(path)

            assert "pandemonium_" not in answer.text, path
            assert http.post(path).status_code in (404, 405), path


@pytest.mark.parametrize("path", ["/", "/metrics", "/tables/x", "/new-tables"])
@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "Bearer",
        "Bearer a token that somebody guesses",
        "Basic " + base64.b64encode(b"me:wrong").decode(),
        "Basic %%%",
        "Basic /w==",
        f"Digest {TOKEN}",
        TOKEN,
    ],
)
def test_where_there_is_a_token_nobody_comes_in_without_it(
    guarded: Serving, path: str, authorization: str | None
) -> None:
    headers = {} if authorization is None else {"authorization": authorization}
    for method in ("GET", "POST", "HEAD", "DELETE"):
        answer = httpx.request(method, f"http://127.0.0.1:{guarded.operator}{path}", headers=headers)

        assert answer.status_code == 401
        assert "pandemonium_" not in answer.text
        assert "Basic" in answer.headers["www-authenticate"]


@pytest.mark.parametrize(
    "authorization", [f"Bearer {TOKEN}", "Basic " + base64.b64encode(f"me:{TOKEN}".encode()).decode()]
)
def test_a_program_brings_the_token_as_a_bearer_and_a_browser_as_a_password(
    guarded: Serving, authorization: str
) -> None:
    with httpx.Client(
        base_url=f"http://127.0.0.1:{guarded.operator}", headers={"authorization": authorization}
    ) as http:
        assert http.get("/metrics").status_code == 200
        assert http.get("/").status_code == 200


def test_a_stranger_page_whose_name_leads_to_this_machine_is_turned_away(operator: httpx.Client) -> None:
    answer = operator.get("/metrics", headers={"host": "evil.example:8667"})

    assert answer.status_code == 421
    assert "pandemonium_" not in answer.text


@pytest.mark.parametrize("place", ["0.0.0.0:8667", "[::]:8667", "192.0.2.7:8667", "games.example:8667"])
def test_an_address_that_others_can_reach_needs_a_token(place: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_place(place, "")

    assert refused.value.key == "operator-needs-token"
    assert checked_place(place, TOKEN)[1] == 8667


@pytest.mark.parametrize(
    ("place", "token", "why"),
    [
        ("8667", "", "bad-operator"),
        ("127.0.0.1", "", "bad-operator"),
        ("127.0.0.1:99999", "", "bad-operator"),
        ("http://127.0.0.1:8667", "", "bad-operator"),
        (LOCAL, "short", "weak-operator-token"),
        (LOCAL, "a token with ä in it", "weak-operator-token"),
    ],
)
def test_what_cannot_be_an_operators_address_is_refused_before_the_house_opens(
    place: str, token: str, why: str
) -> None:
    with pytest.raises(Refusal) as refused:
        checked_place(place, token)

    assert refused.value.key == why


@pytest.mark.parametrize("place", [LOCAL, "[::1]:8667", "localhost:0"])
def test_on_this_machine_itself_none_is_needed(place: str) -> None:
    assert checked_place(place, "")


# What he sees


@in_a_loop
async def test_the_figures_are_what_prometheus_reads(serving: Serving) -> None:
    held = re.compile(r'^pandemonium_tables_held\{game="little-devils",state="gathering"\} [1-9]', re.MULTILINE)
    async with guest(serving.port) as host, httpx.AsyncClient() as http:
        await host.sets(CARDS, "you", "open", "open")
        answer = await http.get(f"http://127.0.0.1:{serving.operator}/metrics")
        while not held.search(answer.text):  # They are not counted anew each time.
            await asyncio.sleep(0.05)
            answer = await http.get(f"http://127.0.0.1:{serving.operator}/metrics")

    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert re.search(r"^pandemonium_takes_new_tables 1\.0$", answer.text, re.MULTILINE)
    assert re.search(r"^process_resident_memory_bytes ", answer.text, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
@in_a_loop
async def test_the_page_lists_tables_without_a_secret_in_every_language(serving: Serving, language: str) -> None:
    async with guest(serving.port) as host, httpx.AsyncClient(headers={"accept-language": language}) as http:
        table = await host.sets(CARDS, "you", "you", "you", oneScreen=True)
        link = (await host.http.post("/api/me/link")).json()
        async with host.at(table["id"]) as page:
            await page.hears("welcome")
            answer = await http.get(f"http://127.0.0.1:{serving.operator}/")
            one = await http.get(f"http://127.0.0.1:{serving.operator}/tables/{table['id']}")
        record = serving.house.tables[table["id"]].record

    for text in (answer.text, one.text):
        assert f'lang="{language}"' in text
        assert table["id"] in text
        assert "Little Devils" in text
        assert "operator." not in text, "every word has its sentence"
        for secret in (host.cookie, record.host, record.seed.hex(), link["path"] if "path" in link else str(link)):
            assert secret not in text
    assert 'http-equiv="refresh"' in answer.text
    assert 'http-equiv="refresh"' not in one.text, "nothing moves while he decides"
    assert "script" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


# What he does


@in_a_loop
async def test_a_table_that_he_closes_tells_everybody_there_and_is_over(serving: Serving) -> None:
    async with (
        guest(serving.port) as host,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{serving.operator}") as operator,
    ):
        table = await host.sets(CARDS, "you", "you", "you", oneScreen=True)
        path = f"/tables/{table['id']}"
        async with host.at(table["id"]) as page:
            at = (await page.hears("welcome"))["positions"]
            key = key_in((await operator.get(path)).text)
            answer = await operator.post(f"{path}/close", data={"key": key})
            assert (answer.status_code, answer.headers["location"]) == (303, "/")

            told = (await page.hears("table"))["table"]
            assert (told["state"], told["stopped"]) == ("over", "closed")
            assert [event["what"] for event in told["events"]] == ["closed"]
            (seat,) = at[0]["toAct"]
            refused = await page.asks("act", seat=seat, what=at[seat]["legal"][0])
            assert refused["key"] == "match-over"
        again = await operator.post(f"{path}/close", data={"key": key})
        assert again.status_code == 409
        assert (await operator.post("/tables/none/close", data={"key": key})).status_code == 409
        assert (await operator.get("/tables/none")).status_code == 404


@in_a_loop
async def test_when_he_wants_no_new_tables_those_in_play_go_on(serving: Serving) -> None:
    async with (
        guest(serving.port) as host,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{serving.operator}") as operator,
    ):
        table = await host.sets(CARDS, "you", "you", "you", oneScreen=True)
        key = key_in((await operator.get("/")).text)
        try:
            await operator.post("/new-tables", data={"key": key, "take": "no"})
            wish = {"game": CARDS, "chairs": [{"kind": "you"}] * 3, "oneScreen": True}
            answer = await host.http.post("/api/tables", json=wish)

            assert (answer.status_code, answer.json()["key"]) == (503, "no-new-tables")
            assert "pandemonium_takes_new_tables 0.0" in (await operator.get("/metrics")).text
            async with host.at(table["id"]) as page:
                at = (await page.hears("welcome"))["positions"]
                (seat,) = at[0]["toAct"]
                assert (await page.asks("act", seat=seat, what=at[seat]["legal"][0]))["type"] == "done"
        finally:
            await operator.post("/new-tables", data={"key": key, "take": "yes"})
        assert (await host.http.post("/api/tables", json=wish)).status_code == 201


@pytest.mark.parametrize(
    ("headers", "with_key"),
    [
        ({}, False),
        ({"origin": "http://evil.example"}, True),
        ({"sec-fetch-site": "cross-site"}, True),
        ({"origin": "null"}, True),
    ],
)
def test_other_sites_do_nothing_in_his_name(
    serving: Serving, operator: httpx.Client, headers: dict[str, str], with_key: bool
) -> None:
    form = {"take": "no", **({"key": key_in(operator.get("/").text)} if with_key else {})}

    answer = operator.post("/new-tables", data=form, headers=headers)

    assert answer.status_code == 403
    assert serving.house.takes_new_tables


def test_a_program_with_the_token_needs_no_form(guarded: Serving) -> None:
    with httpx.Client(
        base_url=f"http://127.0.0.1:{guarded.operator}", headers={"authorization": f"Bearer {TOKEN}"}
    ) as http:
        for take, wanted in (("no", False), ("yes", True)):
            assert http.post("/new-tables", data={"take": take}).status_code == 303
            assert guarded.house.takes_new_tables is wanted
        assert http.post("/new-tables", data={"take": "maybe"}).status_code == 404
        assert http.post("/new-tables", content=b"x" * 50_000).status_code == 404
