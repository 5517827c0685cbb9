"""The operator's address: for him alone, with what he needs and nothing that players keep from each other."""

from __future__ import annotations

import asyncio
import base64
import logging
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from pandemonium.core.game import Refusal
from pandemonium.core.words import LANGUAGES
from pandemonium.server.limits import Rate
from pandemonium.server.run import OPERATOR_LINES
from pandemonium.server.watch import logs
from pandemonium.server.watch import operator_address as operating
from pandemonium.server.watch.operator_address import checked_place
from tests.server.serving import PATIENCE, ROOMY, Serving, guest, in_a_loop

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


@in_a_loop
async def test_that_he_wants_no_new_tables_survives_a_restart(tmp_path: Path) -> None:
    for take, wanted in (("no", False), ("no", False), ("yes", True), ("yes", True)):
        with Serving(tmp_path, operator=True) as serving:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{serving.operator}") as operator:
                key = key_in((await operator.get("/")).text)
                assert (await operator.post("/new-tables", data={"key": key, "take": take})).status_code == 303
                assert "no-new-tables" not in (await operator.get("/people")).text, "it is a ban of nobody"
        with Serving(tmp_path) as serving:
            assert serving.house.takes_new_tables is wanted


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


# Who holds on to his lines, or guesses


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def logged() -> Iterator[list[logging.LogRecord]]:
    """All that is written down meanwhile."""
    handler = Kept()
    ours = logging.getLogger(logs.OURS)
    before = ours.level
    ours.addHandler(handler)
    ours.setLevel(logging.INFO)
    try:
        yield handler.records
    finally:
        ours.removeHandler(handler)
        ours.setLevel(before)


def events(records: list[logging.LogRecord]) -> list[tuple[str, dict[str, object]]]:
    return [(record.getMessage(), getattr(record, "pandemonium_facts", {})) for record in records]


@pytest.mark.parametrize("says", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"], ids=["nothing", "half a request"])
@in_a_loop
async def test_who_calls_there_and_does_not_come_to_the_point_is_hung_up_on(tmp_path: Path, says: bytes) -> None:
    with Serving(tmp_path, operator=True, operator_token=TOKEN, patience=0.3) as serving:
        reader, writer = await asyncio.open_connection("127.0.0.1", serving.operator)
        writer.write(says)

        with suppress(ConnectionResetError):
            assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
        writer.transport.abort()


@in_a_loop
async def test_however_many_lines_are_held_there_the_operator_comes_in(tmp_path: Path) -> None:
    with Serving(tmp_path, operator=True, operator_token=TOKEN) as serving:
        held = [await asyncio.open_connection("127.0.0.1", serving.operator) for _ in range(OPERATOR_LINES + 20)]
        async with httpx.AsyncClient() as http:
            answer = await http.get(
                f"http://127.0.0.1:{serving.operator}/metrics", headers={"authorization": f"Bearer {TOKEN}"}
            )
        assert serving.beside is not None
        lines = len(serving.beside.admission.open)
        for _, writer in held:
            writer.transport.abort()

    assert answer.status_code == 200
    assert lines <= OPERATOR_LINES


@in_a_loop
async def test_wrong_tokens_are_slowed_down_and_the_right_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, goes_on = asyncio.Semaphore(0), threading.Event()

    async def waits_for_the_test(seconds: float) -> None:
        assert seconds > 0
        here.call_soon_threadsafe(waits.release)
        while not goes_on.is_set():  # noqa: ASYNC110
            await asyncio.sleep(0.005)

    here = asyncio.get_running_loop()
    monkeypatch.setattr(operating, "sleep", waits_for_the_test)
    few = replace(ROOMY, operator_tokens=Rate(0.001, 2))
    with Serving(tmp_path, operator=True, operator_token=TOKEN, limits=few) as serving:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{serving.operator}", timeout=PATIENCE) as http:

            async def comes_with(token: str) -> int:
                return (await http.get("/metrics", headers={"authorization": f"Bearer {token}"})).status_code

            try:
                assert [await comes_with("a guess of somebody") for _ in range(2)] == [401, 401]
                late = [asyncio.create_task(comes_with("another guess")) for _ in range(operating.MOST_WAITING)]
                for _ in late:
                    await waits.acquire()

                assert await comes_with("and one more") == 429
                assert await comes_with(TOKEN) == 200
            finally:
                goes_on.set()
            assert await asyncio.gather(*late) == [401] * operating.MOST_WAITING


def test_wrong_tokens_are_written_down_without_the_token_and_not_each_of_them(tmp_path: Path) -> None:
    with logged() as records, Serving(tmp_path, operator=True, operator_token=TOKEN) as serving:
        address = f"http://127.0.0.1:{serving.operator}/"
        httpx.get(address)
        for _ in range(5):
            httpx.get(address, headers={"authorization": "Bearer a guess of somebody"})

    wrong = [(record, facts) for record, facts in events(records) if record == "wrong-operator-token"]
    assert wrong == [("wrong-operator-token", {"times": 1})]
    assert not any("guess" in str(vars(record)) for record in records)


# What is written down of what he did


@in_a_loop
async def test_whatever_he_does_has_a_line_in_the_log(tmp_path: Path) -> None:
    with logged() as records, Serving(tmp_path, operator=True, operator_token=TOKEN) as serving:
        async with (
            guest(serving.port) as host,
            httpx.AsyncClient(
                base_url=f"http://127.0.0.1:{serving.operator}", headers={"authorization": f"Bearer {TOKEN}"}
            ) as http,
        ):
            table = (await host.sets(CARDS, "you", "open", "open"))["id"]
            program = (await host.http.post("/api/me/programs", json={"name": "Careful"})).json()["program"]["id"]
            await http.post("/bans", data={"what": "silence", "address": "192.0.2.7", "hours": "2"})
            ban = serving.house.moderation.bans[0].id
            for path, form in (
                (f"/bans/{ban}/lift", {}),
                ("/secret", {"old": "keep"}),
                ("/secret", {"old": "forget"}),
                ("/new-tables", {"take": "no"}),
                ("/new-tables", {"take": "yes"}),
                (f"/tables/{table}/close", {}),
                (f"/programs/{program}/send-away", {}),
            ):
                assert (await http.post(path, data=form)).status_code == 303, path
            assert (await http.post(f"/tables/{table}/close")).status_code == 409

    ours = ("banned", "ban-lifted", "new-secret", "new-tables", "table-closed", "program-sent-away")
    assert [event for event in events(records) if event[0] in ours] == [
        ("banned", {"what": "silence", "hours": 2, "ban": ban}),
        ("ban-lifted", {"ban": ban}),
        ("new-secret", {"old": "keep"}),
        ("new-secret", {"old": "forget"}),
        ("new-tables", {"take": "no"}),
        ("new-tables", {"take": "yes"}),
        ("table-closed", {"table": table}),
        ("program-sent-away", {"program": program}),
    ]
