"""Whose a program is: its token is shown once and kept as a fingerprint, has limits, and can be taken back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import httpx
import pytest
from msgspec.structs import replace

from pandemonium.core.bots import bot_of
from pandemonium.games import shelf
from pandemonium.online import House, Refused, Seat, Unreachable
from pandemonium.online.house import bring
from pandemonium.server.limits import Rate, Shared
from pandemonium.server.people.guests import COOKIE
from pandemonium.server.wire.messages import Rise
from tests.online.inviting import Host
from tests.server.serving import ROOMY, Serving

CARDS = "little-devils"
REFUSED_AS_TOO_FAST = ("pandemonium_refusals_total", {"reason": "too-fast"})


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


# Tokens


def test_a_token_is_shown_once_and_only_its_fingerprint_is_on_disk(serving: Serving, host: Host) -> None:
    id, token = host.brings("Careful")

    listed = host.http.get("/api/me/programs")

    assert [program["id"] for program in listed.json()] == [id]
    assert token not in listed.text
    for file in serving.settings.data.iterdir():
        assert token.encode() not in file.read_bytes(), file.name


def test_nobody_else_sees_a_program_in_his_list_or_sends_it_away(host: Host, somebody: Callable[[], Host]) -> None:
    id, token = host.brings()
    other = somebody()

    assert other.http.get("/api/me/programs").json() == []
    assert other.http.delete(f"/api/me/programs/{id}").json()["key"] == "no-program"
    assert other.http.delete("/api/me/programs/nobody").status_code == 404
    assert House(host.url, token).me.program


@pytest.mark.parametrize("token", ["pdm_wrong", "x", "ü"])
def test_a_token_that_is_no_good_opens_nothing_and_makes_no_guest_of_anybody(host: Host, token: str) -> None:
    id = host.sets(CARDS, "open", "random", "random")["id"]
    answer = httpx.get(f"{host.url}/api/me", headers={b"authorization": b"Bearer " + token.encode()})

    assert answer.status_code == 401
    assert answer.json()["key"] == "bad-token"
    assert not answer.cookies
    with pytest.raises(Refused, match="no good"):
        House(host.url, "pdm_none").sit(id)


def test_a_program_gets_no_cookie_that_would_outlive_its_token(serving: Serving, host: Host) -> None:
    id, token = host.brings()
    with httpx.Client(base_url=host.url, headers=bearer(token)) as program:
        for answer in (
            program.get("/api/me"),
            program.patch("/api/me", json={"name": "Bolder"}),
            program.post(
                "/api/tables",
                json={"game": CARDS, "chairs": [{"kind": "you"}, *[{"kind": "bot"}] * 2], "programs": True},
            ),
        ):
            assert answer.is_success
            assert "set-cookie" not in answer.headers
    # And if the house had ever signed one, it would name nobody.
    forged = f"{COOKIE}={serving.house.people.signed(id)}"
    assert httpx.get(f"{host.url}/api/tables?mine=true", headers={"cookie": forged}).json() == []


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/api/me/link"), ("POST", "/api/me/programs"), ("POST", "/api/me/link/0123456789abcdef")],
)
def test_what_only_people_may_do_programs_may_not(host: Host, method: str, path: str) -> None:
    _, token = host.brings()
    answer = httpx.request(method, host.url + path, json={"name": "Child"}, headers=bearer(token))

    assert answer.status_code == 403
    assert answer.json()["key"] == "not-for-programs"


def test_a_program_is_given_no_hint_by_the_house(host: Host) -> None:
    _, token = host.brings()
    with House(host.url, token).sit(House(host.url, token).set_table(CARDS, "me", "random", "random").id) as seat:
        next(seat.turns())
        answer = httpx.get(f"{host.url}/api/tables/{seat.table.id}/hint?seat=0", headers=bearer(token))

    assert answer.json()["key"] == "not-for-programs"


# Tables of its own


def test_a_program_may_set_a_table_that_says_so_and_has_one_seat_there(host: Host) -> None:
    program = host.program("Lonely")
    table = program.set_table(CARDS, "me", "open", "random", public=True)

    assert table.programs
    assert [chair.program for chair in table.chairs] == [True, False, False]
    assert table.id in {each["id"] for each in host.http.get("/api/tables").json()}
    with pytest.raises(Refused, match="one seat"):
        program.set_table(CARDS, "me", "me", "random")
    answer = httpx.post(
        f"{host.url}/api/tables",
        json={"game": CARDS, "chairs": [{"kind": "you"}, *[{"kind": "bot"}] * 2]},
        headers=dict(program._headers),
    )
    assert answer.json()["key"] == "no-programs"


def test_it_finds_the_public_tables_where_it_may_sit_down(host: Host) -> None:
    asked = host.sets(CARDS, "open", "random", "random", public=True)["id"]
    host.sets(CARDS, "open", "random", "random", public=True, programs=False)
    host.sets(CARDS, "open", "random", "random")

    found = [table.id for table in host.program().waiting(CARDS)]

    assert asked in found
    assert all(host.sees(id)["programs"] and host.sees(id)["public"] for id in found)


def test_where_it_only_watches_it_does_not_speak(host: Host) -> None:
    program = host.program()
    id = host.sets(CARDS, "you", "open", "random")["id"]
    with program.sit(id) as seat:
        seat.say("Good evening")
        seat._ask(Rise, seat.number)
        with pytest.raises(Refused, match="only watch"):
            seat.say("Boo")


def test_who_leaves_the_table_to_others_leaves_it_to_a_person_before_a_program(host: Host, serving: Serving) -> None:
    with Host(serving.port) as friend:
        id = host.sets(CARDS, "you", "open", "open")["id"]
        with host.program().sit(id, 1) as seat:
            run(serving, friend, id, {"type": "sit", "id": "a", "seat": 2})
            run(serving, host, id, {"type": "leave", "id": "b"})
            while seat.table.chairs[0].kind != "open":
                seat._take(seat._line.hear())

            assert friend.sees(id)["host"]


def run(serving: Serving, who: Host, id: str, command: dict[str, object]) -> None:
    """Say something at a table, as a page would."""
    import msgspec
    from websockets.sync.client import connect

    cookie = "; ".join(f"{name}={value}" for name, value in who.http.cookies.items())
    with connect(
        f"ws://127.0.0.1:{serving.port}/api/tables/{id}/socket", additional_headers={"Cookie": cookie}
    ) as socket:
        socket.send(msgspec.json.encode(command), text=True)
        while (heard := msgspec.json.decode(socket.recv(60)))["type"] not in ("done", "refused"):
            pass
        assert heard["type"] == "done", heard


def test_a_program_is_asked_to_play_again_like_everybody_else(serving: Serving, host: Host) -> None:
    program = host.program()
    id = host.sets(CARDS, "open", "you", "random")["id"]
    seat = program.sit(id)
    with seat:
        run(serving, host, id, {"type": "start", "id": "go"})
        while seat.position is None:
            seat._take(seat._line.hear())
        run(serving, host, id, {"type": "resign", "id": "enough"})
        assert seat.play(bot_of(shelf()[CARDS], "random")) is not None
    run(serving, host, id, {"type": "again", "id": "once-more"})

    again = program.again(seat.table)

    assert again is not None
    with again:
        chair = host.sees(again.table.id)["chairs"][0]
        assert (chair["kind"], chair["program"]) == ("person", True)


# Limits


def test_one_guest_brings_so_many_programs_and_no_more(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, programs=2)) as serving, Host(serving.port) as host:
        first, _ = host.brings()
        host.brings()
        refused = host.http.post("/api/me/programs", json={"name": "Third"})
        assert (refused.status_code, refused.json()["key"]) == (409, "too-many-programs")
        host.http.delete(f"/api/me/programs/{first}")
        host.brings()


def test_an_address_makes_so_many_tokens_and_no_more(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, programs_from_address=Rate(0, 2))) as serving:
        for _ in range(2):
            with Host(serving.port) as host:
                host.brings()
        with Host(serving.port) as host:
            assert host.http.post("/api/me/programs", json={"name": "Third"}).json()["key"] == "too-fast"


def test_a_program_sits_at_so_many_tables_at_once(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, program_tables=2)) as serving, Host(serving.port) as host:
        program = host.program()
        tables = [host.sets(CARDS, "open", "you", "random")["id"] for _ in range(3)]
        with program.sit(tables[0]), program.sit(tables[1]):
            with pytest.raises(Refused, match="2 tables already"):
                program.sit(tables[2])
            with pytest.raises(Refused, match="2 tables already"):
                program.set_table(CARDS, "me", "random", "random")
            with program.sit(tables[0]):  # Where it sits already it comes back.
                pass


def test_a_program_that_moves_faster_than_it_may_is_held_back_and_loses_nothing(tmp_path: Path) -> None:
    with Serving(tmp_path, limits=replace(ROOMY, program_moves=Rate(0, 1))) as serving, Host(serving.port) as host:
        program = host.program()
        seat = program.sit(program.set_table(CARDS, "me", "random", "random", options={"limit": "20"}).id)
        playing = Thread(target=seat.play, args=(bot_of(shelf()[CARDS], "random"),))
        playing.start()
        while serving.house.figures.registry.get_sample_value(*REFUSED_AS_TOO_FAST) is None:
            assert playing.is_alive()
            time.sleep(0.01)
        serving.house.allowed.program_moves = Shared(Rate(10**9, 10**9), Rate(10**9, 10**9))
        playing.join(60)

        assert seat.result is not None


def test_people_are_not_held_to_the_limits_of_programs(tmp_path: Path) -> None:
    limits = replace(ROOMY, program_moves=Rate(0, 0), program_tables=0)
    with Serving(tmp_path, limits=limits) as serving, Host(serving.port) as host:
        id = host.sets(CARDS, "you", "random", "random")["id"]
        seat = host.sees(id)
        assert seat["state"] == "playing"
        legal = asyncio.run(_first_legal(host, id))
        run(serving, host, id, {"type": "act", "id": "m", "seat": 0, "what": legal})


async def _first_legal(host: Host, id: str) -> object:
    import msgspec
    from websockets.asyncio.client import connect

    cookie = "; ".join(f"{name}={value}" for name, value in host.http.cookies.items())
    async with connect(
        f"ws{host.url.removeprefix('http')}/api/tables/{id}/socket", additional_headers={"Cookie": cookie}
    ) as socket:
        while True:
            heard = msgspec.json.decode(await socket.recv())
            for position in heard.get("positions", ()):
                if position["legal"]:
                    return position["legal"][0]


# Taken back


def hears_for_ever(seat: Seat) -> None:
    while True:
        seat._take(seat._line.hear())


def test_its_owner_sends_a_program_away_and_it_gives_up_its_seats(serving: Serving, host: Host) -> None:
    id, token = host.brings()
    program = House(host.url, token)
    table, plays = (host.sets(CARDS, "open", "you", "random")["id"] for _ in range(2))
    with program.sit(table), program.sit(plays) as seat:
        run(serving, host, plays, {"type": "start", "id": "go"})
        while seat.position is None:
            seat._take(seat._line.hear())
        assert host.http.delete(f"/api/me/programs/{id}").status_code == 204

        with pytest.raises(Refused, match="no good"):
            hears_for_ever(seat)
    assert host.sees(table)["chairs"][0]["kind"] == "open"
    chair = host.sees(plays)["chairs"][0]
    assert (chair["kind"], chair["gaveUp"], chair["program"]) == ("bot", True, True)
    assert host.sees(plays)["state"] == "playing"
    with pytest.raises(Refused, match="no good"):
        assert program.me
    assert host.http.get("/api/me/programs").json() == []


def test_whoever_has_the_token_can_have_it_made_useless(host: Host) -> None:
    """As a scanner that finds one in a repository does."""
    id, token = host.brings()
    program = House(host.url, token)
    program.revoke()

    with pytest.raises(Refused, match="no good"):
        assert program.me
    assert id not in {its["id"] for its in host.http.get("/api/me/programs").json()}


def test_a_program_does_not_send_its_siblings_or_its_owner_away(host: Host) -> None:
    (sibling, _), (_, token) = host.brings(), host.brings()

    answer = httpx.delete(f"{host.url}/api/me/programs/{sibling}", headers=bearer(token))

    assert answer.json()["key"] == "no-program"


# Coming back


def test_a_program_goes_on_by_itself_when_the_house_was_closed_for_a_moment(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving, Host(serving.port) as host:
        program, port = host.program(), serving.port
        id = program.set_table(CARDS, "me", "random", "random", options={"limit": "30"}).id
        seat = program.sit(id)
        turns = seat.turns()
        seat.act(next(turns).legal[0])
    results: list[object] = []

    def plays_on() -> None:
        results.append(seat.play(bot_of(shelf()[CARDS], "random")))

    playing = Thread(target=plays_on)
    playing.start()
    with Serving(tmp_path, port=port) as serving:
        playing.join(60)
        assert not playing.is_alive()
        assert results[0] is not None
        assert seat.table.state == "over"


def test_where_nobody_answers_it_says_so() -> None:
    with pytest.raises(Unreachable):
        House("http://127.0.0.1:1", "pdm_x").waiting()
    with pytest.raises(ValueError, match="address of a house"):
        House("localhost:8666")


def test_a_program_without_a_token_is_told_so_and_not_that_it_is_no_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has forgotten to export it looks for what is wrong with it otherwise."""
    monkeypatch.delenv("PANDEMONIUM_TOKEN", raising=False)

    with pytest.raises(Refused, match="put it into PANDEMONIUM_TOKEN") as refused:
        House("http://127.0.0.1:1")
    assert refused.value.key == "no-token"


def test_a_token_goes_to_no_other_place_that_the_house_points_to() -> None:
    """A proxy that redirects may lead anywhere."""
    import socketserver
    from http.server import BaseHTTPRequestHandler

    asked: list[str] = []

    class Redirects(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(302)
            self.send_header("location", f"http://{self.headers['host']}/elsewhere")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with socketserver.TCPServer(("127.0.0.1", 0), Redirects) as trap:
        watching = Thread(target=trap.serve_forever)
        watching.start()
        try:
            with pytest.raises(Unreachable):
                assert House(f"http://127.0.0.1:{trap.server_address[1]}", "pdm_x").me
        finally:
            trap.shutdown()
            watching.join()

    assert asked == ["/api/me"]


# Without a page


def test_a_token_can_be_had_without_a_page_with_a_link_to_whom_it_belongs(host: Host) -> None:
    brought, link = bring(host.url, "From a shell")
    with Host.anybody(host.url) as owner:
        owner.post(f"/api/me/link/{link.rpartition('/')[2]}").raise_for_status()

        assert [program["name"] for program in owner.get("/api/me/programs").json()] == ["From a shell"]
        assert House(host.url, brought.token).me.name == "From a shell"


def test_by_a_personal_link_it_belongs_to_whoever_made_that(host: Host) -> None:
    link = host.http.post("/api/me/link").json()["path"]

    bring(host.url, "Mine", host.url + link)

    assert [program["name"] for program in host.http.get("/api/me/programs").json()] == ["Mine"]
