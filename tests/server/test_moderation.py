"""Who disturbs is silenced or barred, for a time: at once, after a restart, and until it is lifted."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect

from pandemonium.core.words import LANGUAGES
from pandemonium.server.people.guests import COOKIE, OLD_SECRETS, SPREADS, Guests
from pandemonium.server.settings import Settings
from pandemonium.server.transport.connection import COME_AGAIN
from pandemonium.storage.folder import DataFolder
from pandemonium.storage.records import Ban
from tests.server.rehearsal import Clock
from tests.server.serving import Guest, Serving, guest, in_a_loop

CARDS = "little-devils"
HERE = "127.0.0.1"
WISHES = {"operator": True}


class Operator:
    """Somebody with the operator's page before him."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def does(self, path: str, **form: str) -> httpx.Response:
        key = re.search(r'name="key" value="([^"]+)"', (await self.http.get("/")).text)
        assert key
        return await self.http.post(path, data={"key": key[1], **form})

    async def people(self) -> str:
        return (await self.http.get("/people")).text

    async def about(self, table: str, name: str) -> str:
        """What the form of a table calls somebody."""
        page = (await self.http.get(f"/tables/{table}")).text
        found = re.search(rf'name="person" value="(\w+)">(?:(?!<form).)*<strong>{re.escape(name)}', page)
        assert found, page
        return found[1]


@asynccontextmanager
async def operator_of(serving: Serving, language: str = "en") -> AsyncIterator[Operator]:
    address = f"http://{HERE}:{serving.operator}"
    async with httpx.AsyncClient(base_url=address, headers={"accept-language": language}) as http:
        yield Operator(http)


async def lifted(serving: Serving) -> None:
    async with operator_of(serving) as operator:
        for id in re.findall(r"/bans/(\w+)/lift", await operator.people()):
            assert (await operator.does(f"/bans/{id}/lift")).status_code == 303


async def name_of(who: Guest) -> str:
    return str((await who.http.get("/api/me")).json()["name"])


@in_a_loop
async def test_who_is_silenced_plays_on_and_does_not_speak(serving: Serving) -> None:
    async with guest(serving.port) as host, guest(serving.port) as other, operator_of(serving) as operator:
        id, name = (await host.sets(CARDS, "you", "open", "open"))["id"], await name_of(other)
        async with host.at(id) as page, other.at(id) as loud:
            await loud.asks("sit", seat=1)
            person = await operator.about(id, name)
            done = await operator.does("/bans", table=id, person=person, decision="silence guest", hours="1")
            assert done.status_code == 303
            for wish in ({"type": "say", "text": "boo"}, {"type": "emote", "emote": "rage"}):
                refused = await loud.asks(**wish)
                assert refused["key"] == "silenced"
                assert "UTC" in refused["reason"]
            renamed = await other.http.patch("/api/me", json={"name": "Boo"})
            assert (renamed.status_code, renamed.json()["key"]) == (403, "silenced")
            assert (await page.asks("say", text="Peace"))["type"] == "done"
            assert (await loud.asks("rise", seat=1))["type"] == "done"
            assert name in await operator.people()
            await lifted(serving)
            assert (await loud.asks("say", text="Sorry"))["type"] == "done"


@in_a_loop
async def test_who_is_barred_is_shown_out_told_until_when_and_let_in_when_it_is_lifted(serving: Serving) -> None:
    async with guest(serving.port) as host, guest(serving.port) as other, operator_of(serving) as operator:
        id, name = (await host.sets(CARDS, "you", "open", "open"))["id"], await name_of(other)
        async with host.at(id) as page, other.at(id) as rowdy:
            await page.hears("welcome")
            await rowdy.hears("welcome")
            person = await operator.about(id, name)
            await operator.does("/bans", table=id, person=person, decision="bar guest", hours="24")
            assert await rowdy.closed() == 4410
            answer = await other.http.get("/api/me", headers={"accept-language": "de"})
            assert (answer.status_code, answer.json()["key"]) == (403, "barred")
            assert "ausgesperrt" in answer.json()["reason"]
            async with other.at(id) as again:
                assert await again.closed() == 4410
            assert (await page.asks("say", text="Peace"))["type"] == "done"
        await lifted(serving)
        assert (await other.http.get("/api/me")).status_code == 200


@in_a_loop
async def test_an_address_is_barred_for_everybody_there_and_can_be_let_in_again(serving: Serving) -> None:
    async with guest(serving.port) as host, operator_of(serving) as operator:
        id = (await host.sets(CARDS, "you", "open", "random"))["id"]
        async with host.at(id) as page:
            await page.hears("welcome")
            await operator.does("/bans", what="bar", address=HERE, hours="1")
            assert await page.closed() == 4410
        assert (await host.http.get("/api/boxes")).json()["key"] == "barred"
        assert (await host.http.get("/health")).status_code == 200
        async with host.at(id) as again:
            assert await again.closed() == 4410
        assert HERE in await operator.people()
        await lifted(serving)
        assert (await host.http.get("/api/boxes")).status_code == 200


@in_a_loop
async def test_the_program_of_somebody_who_is_barred_is_barred_too(serving: Serving) -> None:
    async with guest(serving.port) as host, operator_of(serving) as operator, httpx.AsyncClient() as http:
        token = (await host.http.post("/api/me/programs", json={"name": "Mine"})).json()["token"]
        me = f"http://{HERE}:{serving.port}/api/me"
        headers = {"authorization": f"Bearer {token}"}
        assert (await http.get(me, headers=headers)).status_code == 200
        id, name = (await host.sets(CARDS, "you", "open", "random"))["id"], await name_of(host)
        async with host.at(id) as page:
            await page.hears("welcome")
            person = await operator.about(id, name)
            await operator.does("/bans", table=id, person=person, decision="bar guest", hours="1")
            assert await page.closed() == 4410
        assert (await http.get(me, headers=headers)).json()["key"] == "barred"
        await lifted(serving)


@in_a_loop
async def test_who_is_silenced_does_not_speak_through_a_program(serving: Serving) -> None:
    async with guest(serving.port) as host, guest(serving.port) as program, operator_of(serving) as operator:
        brought = (await host.http.post("/api/me/programs", json={"name": "Mouthpiece"})).json()
        program.http.headers["authorization"] = f"Bearer {brought['token']}"
        id, name = (await host.sets(CARDS, "you", "open", "random", programs=True))["id"], await name_of(host)
        async with host.at(id) as page, program.at(id) as its:
            await page.hears("welcome")
            await its.asks("sit", seat=1)
            assert (await its.asks("say", text="Hello"))["type"] == "done"
            person = await operator.about(id, name)
            await operator.does("/bans", table=id, person=person, decision="silence guest", hours="1")
            assert (await its.asks("say", text="boo"))["key"] == "silenced"
            assert (await program.http.patch("/api/me", json={"name": "Boo"})).json()["key"] == "silenced"
            assert (await host.http.post("/api/me/programs", json={"name": "Boo"})).json()["key"] == "silenced"
            await lifted(serving)


@in_a_loop
async def test_a_program_is_barred_without_its_owner(serving: Serving) -> None:
    async with guest(serving.port) as host, guest(serving.port) as program, operator_of(serving) as operator:
        brought = (await host.http.post("/api/me/programs", json={"name": "Nuisance"})).json()
        program.http.headers["authorization"] = f"Bearer {brought['token']}"
        id = (await host.sets(CARDS, "you", "open", "random", programs=True))["id"]
        async with host.at(id) as page, program.at(id) as its:
            await page.hears("welcome")
            await its.hears("welcome")
            person = await operator.about(id, "Nuisance")
            await operator.does("/bans", table=id, person=person, decision="bar guest", hours="1")
            assert (await program.http.get("/api/me")).json()["key"] == "barred"
            assert await its.closed() == 4410
            assert (await page.asks("say", text="Peace"))["type"] == "done"
        await lifted(serving)


@in_a_loop
async def test_the_operator_sends_any_program_away(serving: Serving) -> None:
    async with guest(serving.port) as host, operator_of(serving) as operator, httpx.AsyncClient() as http:
        brought = (await host.http.post("/api/me/programs", json={"name": "Pest"})).json()
        assert "Pest" in await operator.people()
        await operator.does(f"/programs/{brought['program']['id']}/send-away")
        answer = await http.get(
            f"http://{HERE}:{serving.port}/api/me", headers={"authorization": f"Bearer {brought['token']}"}
        )
        assert answer.json()["key"] == "bad-token"
        assert "Pest" not in await operator.people()


@pytest.mark.parametrize(
    "form",
    [
        {"what": "bar", "hours": "1"},
        {"what": "bar", "hours": "0", "address": "192.0.2.7"},
        {"what": "bar", "hours": "99999", "address": "192.0.2.7"},
        {"what": "bar", "hours": "soon", "address": "192.0.2.7"},
        {"what": "bar", "hours": "1", "address": "nowhere"},
        {"what": "bar", "hours": "1", "address": "192.0.2.0/24"},
        {"what": "bar", "hours": "1", "address": "0.0.0.0/0"},
        {"what": "bar", "hours": "1", "address": "2001:db8::/32"},
        {"what": "bar", "hours": "1", "guest": "nobody"},
        {"what": "silence", "hours": "1", "table": "none", "person": "none"},
    ],
)
@in_a_loop
async def test_what_cannot_be_decided_is_said_and_nothing_is(serving: Serving, form: dict[str, str]) -> None:
    async with operator_of(serving) as operator:
        assert (await operator.does("/bans", **form)).status_code == 409
        assert serving.house.moderation.bans == []


@pytest.mark.parametrize(
    ("address", "barred"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::/64", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("192.0.2.7/32", "192.0.2.7"),
    ],
)
@in_a_loop
async def test_addresses_of_one_household_are_one(serving: Serving, address: str, barred: str) -> None:
    async with operator_of(serving) as operator:
        await operator.does("/bans", what="bar", address=address, hours="1")
        assert [ban.address for ban in serving.house.moderation.bans] == [barred]
        await lifted(serving)


@pytest.mark.parametrize("language", LANGUAGES)
@in_a_loop
async def test_the_page_about_people_is_in_every_language(serving: Serving, language: str) -> None:
    async with operator_of(serving, language) as operator:
        await operator.does("/bans", what="silence", address="192.0.2.7", hours="1")
        page = await operator.people()
        assert f'lang="{language}"' in page
        assert "operator." not in page
        assert "192.0.2.7" in page
        await lifted(serving)


@in_a_loop
async def test_a_ban_survives_a_restart_and_ends_by_itself(tmp_path: Path) -> None:
    clock = Clock(runs=True)
    with Serving(tmp_path, operator=True, clock=clock) as serving:
        async with guest(serving.port) as rowdy, operator_of(serving) as operator:
            id = serving.house.people.named_by(rowdy.cookie)
            await operator.does("/bans", what="bar", guest=str(id), hours="2")
            cookie = rowdy.cookie
    with Serving(tmp_path, operator=True, clock=clock) as serving:
        me = f"http://{HERE}:{serving.port}/api/me"
        async with httpx.AsyncClient(headers={"cookie": cookie}) as http:
            assert (await http.get(me)).json()["key"] == "barred"
            clock.moved += 2 * 3_600 + 1
            assert (await http.get(me)).status_code == 200


@in_a_loop
async def test_what_was_decided_at_another_node_holds_here(tmp_path: Path) -> None:
    """The other node writes into the same store, and this one reads it again."""
    with Serving(tmp_path, look_again=0.02) as serving:
        async with guest(serving.port) as rowdy, guest(serving.port) as host:
            id = (await host.sets(CARDS, "you", "open", "random"))["id"]
            async with rowdy.at(id) as page:
                await page.hears("welcome")
                person = await serving.house.people.known(str(serving.house.people.named_by(rowdy.cookie)))
                elsewhere = type(serving.house.moderation)(serving.house.store, serving.settings)
                await asyncio.wrap_future(
                    asyncio.run_coroutine_threadsafe(elsewhere.pronounce("bar", 1, guest=person), serving.house.loop)
                )
                assert await page.closed() == 4410


@in_a_loop
async def test_how_many_are_here_does_not_count_when_it_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody is remembered, since other nodes may call him otherwise: not a question for each page, but one for
    all programs, if there are any."""
    with Serving(tmp_path, look_again=3_600) as serving:
        house = serving.house
        monkeypatch.setattr(house.people, "_settings", replace(serving.settings, bus="nats://elsewhere"))
        house.people._known.clear()
        asked: list[str] = []
        rows = house.store._rows

        async def counted(text: str, *facts: object) -> object:
            asked.append(text)
            return await rows(text, *facts)

        async with guest(serving.port) as host, guest(serving.port) as other, guest(serving.port) as third:
            id = (await host.sets(CARDS, "you", "open", "open", programs=True))["id"]
            async with host.at(id) as one, other.at(id) as two, third.at(id) as three:
                for page in (one, two, three):
                    await page.hears("welcome")
                barred = Ban("b", "bar", "somebody else", "", "X", until=2**60, made=1)
                await on_the_loop(serving, house.store.ban(barred))
                monkeypatch.setattr(house.store, "_rows", counted)
                await on_the_loop(serving, house.read_again())
                assert len(asked) == 2, "new secrets, and bans"

                token = await host.http.post("/api/me/programs", json={"name": "Automaton"})
                headers = {"authorization": f"Bearer {token.json()['token']}"}
                address = f"ws://{HERE}:{serving.port}/api/tables/{id}/socket?version=0&language=en"
                async with connect(address, additional_headers=headers) as socket:
                    assert '"welcome"' in str(await socket.recv())
                    asked.clear()
                    await on_the_loop(serving, house.read_again())
                    assert len(asked) == 3, "and which programs are still good"
                asked.clear()
                await on_the_loop(serving, house.names([house.tables[id].record]))
                assert len(asked) == 1, "and all names of a table"


async def on_the_loop(serving: Serving, job: Coroutine[Any, Any, object]) -> None:
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(job, serving.house.loop))


# Cookies


def cookie_in(answer: httpx.Response) -> str:
    return answer.headers["set-cookie"].partition(";")[0].partition("=")[2]


@in_a_loop
async def test_a_new_secret_throws_nobody_out_and_renews_old_signatures(tmp_path: Path) -> None:
    clock = Clock(runs=True)
    with Serving(tmp_path, operator=True, clock=clock) as serving:
        me = f"http://{HERE}:{serving.port}/api/me"
        async with operator_of(serving) as operator, httpx.AsyncClient() as http:
            first = await http.get(me)
            old, name = cookie_in(first), first.json()["name"]
            http.cookies.clear()
            await operator.does("/secret", old="keep")

            again = await http.get(me, headers={"cookie": f"{COOKIE}={old}"})
            new = cookie_in(again)
            assert again.json()["name"] == name
            assert new != old
            http.cookies.clear()
            clock.moved += OLD_SECRETS / 1000 + 1
            await serving.moves_on(0)
            assert (await http.get(me, headers={"cookie": f"{COOKIE}={new}"})).json()["name"] == name
            http.cookies.clear()
    with Serving(tmp_path, clock=clock) as serving:  # Read again, the first secret is good no more.
        me = f"http://{HERE}:{serving.port}/api/me"
        async with httpx.AsyncClient() as http:
            assert (await http.get(me, headers={"cookie": f"{COOKIE}={new}"})).json()["name"] == name
            http.cookies.clear()
            stranger = cookie_in(await http.get(me, headers={"cookie": f"{COOKIE}={old}"}))
            assert stranger.partition(".")[0] != old.partition(".")[0]


@in_a_loop
async def test_when_a_secret_has_leaked_nothing_signed_with_it_is_good_any_more(tmp_path: Path) -> None:
    with Serving(tmp_path, operator=True) as serving:
        me = f"http://{HERE}:{serving.port}/api/me"
        async with operator_of(serving) as operator, httpx.AsyncClient() as http:
            first = await http.get(me)
            old, name = cookie_in(first), first.json()["name"]
            http.cookies.clear()
            await operator.does("/secret", old="forget")

            assert (await http.get(me, headers={"cookie": f"{COOKIE}={old}"})).json()["name"] != name


@in_a_loop
async def test_when_a_secret_has_leaked_links_made_with_it_are_forgotten_and_programs_are_pointed_out(
    tmp_path: Path,
) -> None:
    """Whoever had the secret could be anybody, and make links and bring programs along as him."""
    with Serving(tmp_path, operator=True) as serving:
        async with operator_of(serving) as operator, guest(serving.port) as victim, guest(serving.port) as thief:
            thief.http.cookies.set(COOKIE, serving.house.people.signed(victim.cookie.partition("=")[2].split(".")[0]))
            path = (await victim.http.post("/api/me/link")).json()["path"].replace("/me/", "/api/me/link/")
            await victim.http.post("/api/me/programs", json={"name": "Mole"})
            assert "before the secrets were forgotten" not in await operator.people()

            await operator.does("/secret", old="keep")
            assert (await thief.http.get(path)).status_code == 200
            await operator.does("/secret", old="forget")
            assert (await thief.http.get(path)).status_code == 410
            assert (await thief.http.post(path)).status_code == 410
            page = await operator.people()
            assert "before the secrets were forgotten" in page
            assert "send away those that you do not know" in page
            assert (await victim.http.post("/api/me/link")).status_code == 201
            assert (await victim.http.post("/api/me/programs", json={"name": "Newcomer"})).status_code == 201
            assert (await operator.people()).count("before the secrets were forgotten") == 1


@in_a_loop
async def test_what_outlives_a_cookie_is_not_given_for_one_that_another_node_has_forgotten(tmp_path: Path) -> None:
    with Serving(tmp_path, look_again=1_000) as serving:
        async with guest(serving.port) as thief:
            cookie, name = thief.cookie, await name_of(thief)
            elsewhere = Guests(serving.house.store, serving.house.secret, serving.settings)
            await asyncio.wrap_future(
                asyncio.run_coroutine_threadsafe(elsewhere.new_secret(at_once=True), serving.house.loop)
            )
            path = (await thief.http.post("/api/me/link")).json()["path"].replace("/me/", "/api/me/link/")

            assert thief.cookie != cookie
            assert (await thief.http.get(path)).json()["name"] != name


@in_a_loop
async def test_of_several_secrets_each_is_good_until_its_time_is_up(tmp_path: Path) -> None:
    with Serving(tmp_path, operator=True) as serving:
        me = f"http://{HERE}:{serving.port}/api/me"
        async with operator_of(serving) as operator, httpx.AsyncClient() as http:
            first = await http.get(me)
            name, cookies = first.json()["name"], [cookie_in(first)]
            for _ in range(3):
                http.cookies.clear()
                await operator.does("/secret", old="keep")
                cookies.append(cookie_in(await http.get(me, headers={"cookie": f"{COOKIE}={cookies[-1]}"})))
            assert len(set(cookies)) == 4
            for cookie in cookies:
                http.cookies.clear()
                assert (await http.get(me, headers={"cookie": f"{COOKIE}={cookie}"})).json()["name"] == name


@in_a_loop
async def test_who_sits_somewhere_by_a_forged_cookie_is_shown_out_when_the_secret_is_forgotten(tmp_path: Path) -> None:
    """However long his page was open: what he sees and does there is somebody else's. A program has no cookie."""
    with Serving(tmp_path, operator=True) as serving:
        async with (
            operator_of(serving) as operator,
            guest(serving.port) as victim,
            guest(serving.port, known=False) as thief,
        ):
            token = (await victim.http.post("/api/me/programs", json={"name": "Mole"})).json()["token"]
            table = await victim.sets(CARDS, "you", "open", "open", programs=True)
            thief.http.cookies.set(COOKIE, serving.house.people.signed(victim.cookie.partition("=")[2].split(".")[0]))
            socket = f"ws://{HERE}:{serving.port}/api/tables/{table['id']}/socket"
            bearer = {"authorization": f"Bearer {token}"}
            async with (
                thief.at(table["id"]) as page,
                connect(socket, additional_headers=bearer) as mole,
            ):
                assert (await page.hears("welcome"))["table"]["chairs"][0]["yours"]
                await operator.does("/secret", old="keep")
                assert (await page.asks("say", text="still here"))["type"] == "done"
                await operator.does("/secret", old="forget")

                assert await page.closed() == COME_AGAIN
                await mole.send('{"type":"sit","id":"s","seat":1}')
                while '"done"' not in await mole.recv(decode=True):
                    pass
            async with thief.at(table["id"]) as page:
                assert not (await page.hears("welcome"))["table"]["chairs"][0]["yours"]


@pytest.mark.parametrize("at_once", [False, True])
@in_a_loop
async def test_no_node_signs_with_what_another_may_not_have_read_yet_unless_nothing_else_is_good(
    tmp_path: Path, at_once: bool
) -> None:
    clock, folder = Clock(runs=False), DataFolder(tmp_path)
    try:
        settings = Settings(data=tmp_path, bus="nats://127.0.0.1:4222", now=clock.now)
        here, there = (Guests(folder.store, folder.secret, settings) for _ in range(2))
        before = here.signed("anna")
        clock.moved += 1
        await here.new_secret(at_once=at_once)
        renewed = here.signed("anna")
        assert (renewed != before) == at_once
        assert (there.named_by(f"{COOKIE}={renewed}") is None) == at_once

        await there.read_secrets()
        clock.moved += SPREADS / 1000
        await here.read_secrets()
        assert here.signed("anna") != before
        assert there.named_by(f"{COOKIE}={here.signed('anna')}") == "anna"
        assert (here.named_by(f"{COOKIE}={before}") is None) == at_once
    finally:
        await folder.shut()
