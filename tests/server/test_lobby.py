"""The shelf, the lobby, new tables and what is refused of them, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

import pandemonium
from pandemonium.server.api import openapi, qr
from pandemonium.server.api.routes import LONGEST_PATH
from pandemonium.server.boards import has_board
from pandemonium.server.door import PROBES
from pandemonium.storage.records import TableRecord
from tests.server.serving import Serving, guest, in_a_loop

GAME = "little-devils"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    page = tmp_path_factory.mktemp("page")
    (page / "assets").mkdir()
    (page / "index.html").write_text("<!doctype html><title>Pandémonium</title>" + " " * 600, encoding="utf-8")
    (page / "assets" / "main-1a2b.js").write_text("export {};", encoding="utf-8")
    (page.parent / "secret.txt").write_text("secret", encoding="utf-8")
    with Serving(tmp_path_factory.mktemp("house"), site=page) as serving:
        yield serving


@in_a_loop
async def test_every_box_is_on_the_shelf(port: int) -> None:
    async with guest(port) as reader:
        boxes = (await reader.http.get("/api/boxes")).json()

    assert [box["slug"] for box in boxes] == list(pandemonium.shelf())
    (devils,) = [box for box in boxes if box["slug"] == GAME]
    assert devils["usualSeats"] == 4
    assert {option["name"]: (option["default"], option["least"]) for option in devils["options"]} == {
        "limit": ("100", 20),
        "rounds": ("-", 1),
        "memory-aid": ("no", None),
    }


@in_a_loop
async def test_a_table_that_falls_asleep_while_it_is_listed_is_listed_all_the_same(
    serving: Serving, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, names = serving.house, serving.house.names

    async def meanwhile(records: Sequence[TableRecord]) -> dict[str, str]:
        for table in list(house.tables.values()):
            table.drop()
        return await names(records)

    async with guest(port) as host:
        asleep = await host.sets(GAME, "you", "open", "open")
        awake = await host.sets(GAME, "you", "open", "open")
        async with host.at(awake["id"]) as page:
            await page.hears("welcome")
            monkeypatch.setattr(house, "names", meanwhile)
            own = await host.http.get("/api/tables?mine=true")

        assert own.status_code == 200
        assert {table["id"] for table in own.json()} == {asleep["id"], awake["id"]}


@in_a_loop
async def test_public_tables_are_in_the_lobby_and_others_are_not(port: int) -> None:
    async with guest(port) as host, guest(port) as reader:
        hidden = await host.sets(GAME, "you", "open", "open")
        older = await host.sets(GAME, "you", "open", "open", public=True)
        newer = await host.sets("diable-par-la-queue", "you", "sensible", public=True)
        listed = [table["id"] for table in (await reader.http.get("/api/tables")).json()]
        of_game = [table["id"] for table in (await reader.http.get(f"/api/tables?game={GAME}")).json()]
        own = [table["id"] for table in (await host.http.get("/api/tables?mine=true")).json()]

        assert listed[:2] in ([newer["id"], older["id"]], [older["id"], newer["id"]])
        assert hidden["id"] not in listed
        assert newer["id"] not in of_game
        assert set(own) == {hidden["id"], older["id"], newer["id"]}
        assert (await reader.http.get("/api/tables?mine=true")).json() == []


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        ({"game": "chess", "chairs": [{"kind": "you"}]}, "unknown-game"),
        ({"game": GAME, "chairs": [{"kind": "you"}]}, "bad-seats"),
        ({"game": GAME, "chairs": [{"kind": "you"}] * 3, "options": {"limit": "7"}}, "bad-option"),
        ({"game": GAME, "chairs": [{"kind": "you"}] * 3, "options": {"x": "7"}}, "unknown-option"),
        ({"game": GAME, "chairs": [{"kind": "bot", "level": "perfect"}] * 3}, "unknown-level"),
        (
            {"game": GAME, "chairs": [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}], "oneScreen": True},
            "one-screen-only",
        ),
        ({"game": GAME, "chairs": [{"kind": "you"}] * 3, "clock": {"perMove": 1}}, "bad-request"),
        ({"game": GAME, "chairs": [{"kind": "you"}] * 3, "cheat": True}, "bad-request"),
        ({"game": GAME, "chairs": [{"kind": "you"}] * 3, "paper": "game chess\n"}, "unknown-game"),
        ({"game": GAME, "chairs": [{"kind": "you"}] * 3, "paper": f"game {GAME}\nseats 4\n"}, "bad-seats"),
        (
            {"game": GAME, "chairs": [{"kind": "you"}] * 3, "paper": f"game {GAME}\nseats 3\n0 play 7\n"},
            "not-your-turn",
        ),
        ([], "bad-request"),
    ],
)
@in_a_loop
async def test_what_cannot_be_a_table_is_refused_with_a_reason(port: int, wish: object, key: str) -> None:
    async with guest(port, language="fr") as host:
        answer = await host.http.post("/api/tables", json=wish)

    assert answer.status_code == 400
    assert answer.json()["key"] == key
    assert answer.json()["reason"]


@in_a_loop
async def test_what_is_not_there_is_not_found_in_the_readers_language(port: int) -> None:
    async with guest(port, language="de-AT,fr;q=0.5") as reader:
        answer = await reader.http.get("/api/tables/nothing")
        assert (answer.status_code, answer.json()) == (
            404,
            {"key": "no-table", "reason": "Diesen Tisch gibt es nicht."},
        )
        assert (await reader.http.get("/api/nothing")).json()["key"] == "not-found"
        assert (await reader.http.delete("/api/boxes")).status_code == 405


@in_a_loop
async def test_nothing_changes_at_the_wish_of_another_site(port: int) -> None:
    async with guest(port) as reader:
        answer = await reader.http.patch("/api/me", json={"name": "X"}, headers={"origin": "http://evil.example"})
        assert (answer.status_code, answer.json()["key"]) == (403, "wrong-origin")
        here = {"origin": f"http://127.0.0.1:{port}"}
        assert (await reader.http.patch("/api/me", json={"name": "X"}, headers=here)).status_code == 200


@in_a_loop
async def test_a_code_is_made_for_paths_of_this_house_only(port: int) -> None:
    async with guest(port) as reader:
        ours = await reader.http.get("/api/qr.svg", params={"path": "/t/abc"})
        assert ours.headers["content-type"].startswith("image/svg+xml")
        for path in ("//evil.example", "https://evil.example", "/\\evil.example", "/a b"):
            assert (await reader.http.get("/api/qr.svg", params={"path": path})).status_code == 404
        longest = await reader.http.get("/api/qr.svg", params={"path": "/" + "a" * (LONGEST_PATH - 1)})
        assert longest.status_code == 200
        longer = await reader.http.get("/api/qr.svg", params={"path": "/" + "a" * LONGEST_PATH})
        assert longer.status_code == 400


@pytest.mark.parametrize("origin", ["http://[", "null", "", "http://evil.example", "127.0.0.1"])
@in_a_loop
async def test_an_origin_that_is_none_of_ours_is_refused_however_it_is_written(port: int, origin: str) -> None:
    async with guest(port) as reader:
        answer = await reader.http.patch("/api/me", json={"name": "X"}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["key"]) == (403, "wrong-origin")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("[" * 100_000, id="brackets"),
        pytest.param('{"a":' * 50_000, id="braces"),
        pytest.param('{"game":' + "[" * 100_000, id="brackets in a field"),
        pytest.param("\x00", id="nothing"),
        pytest.param('"\\ud800"', id="half a sign"),
    ],
)
@in_a_loop
async def test_what_is_no_sense_is_not_understood(port: int, body: str) -> None:
    async with guest(port) as reader:
        for method, path in (("POST", "/api/tables"), ("PATCH", "/api/me")):
            answer = await reader.http.request(method, path, content=body.encode())
            assert answer.status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("/" + "a" * 5_000, id="a long name"),
        pytest.param("/" + "a/" * 3_000, id="a deep one"),
        pytest.param("/" + "a" * 5_000 + ".js", id="a long file"),
        "/assets/%00.js",
        "/%ff%fe.js",
        pytest.param("/api/" + "a" * 5_000, id="a long path of the API"),
        pytest.param("/api/tables/" + "a" * 5_000, id="a long table"),
        pytest.param("/api/tables?game=" + "a" * 5_000, id="a long game"),
        "/api/tables/abc/replay?eyes=%ff",
        pytest.param("/api/me/link/" + "a" * 5_000, id="a long token"),
        "/api/me/link/%ff",
    ],
)
@in_a_loop
async def test_whatever_the_address_it_is_no_mistake_of_ours(port: int, path: str) -> None:
    async with guest(port) as reader:
        assert (await reader.http.get(path)).status_code in (200, 400, 404, 413)


@pytest.mark.parametrize(
    "host", ["[", "]", "[::1", "a b", "x:99999", "x:y", "x@y", "http://x", pytest.param("a" * 4_000, id="a long name")]
)
@in_a_loop
async def test_what_is_no_name_of_a_house_is_no_mistake_of_ours(port: int, host: str) -> None:
    async with guest(port) as reader:
        for path in ("/api/me", "/api/boxes", "/api/address", "/api/qr.svg?path=/t/abc", "/"):
            answer = await reader.http.get(path, headers={"host": host})
            assert (answer.status_code, answer.json()["key"]) == (421, "wrong-host")


@in_a_loop
async def test_nothing_is_answered_that_we_did_not_write(serving: Serving) -> None:
    """What Litestar would add by itself is made anew at every request, in the loop, and leads to other sites."""
    async with guest(serving.port) as reader:
        described = (await reader.http.get("/api/openapi.json")).json()["paths"]
        for path in ("", "/swagger", "/openapi.json", "/openapi.yaml", "/openapi.yml", "/oauth2-redirect.html"):
            assert (await reader.http.get(f"/api/schema{path}")).json()["key"] == "not-found"

    assert {route.path_format for route in serving.api.routes} == {*described, "/api/openapi.json", *PROBES}


@in_a_loop
async def test_what_the_api_says_is_nobody_elses(port: int) -> None:
    async with guest(port) as reader:
        for path in ("/api/me", "/api/tables", "/api/boxes", "/api/nothing", *PROBES):
            assert (await reader.http.get(path)).headers["cache-control"] == "no-store"
        code = await reader.http.get("/api/qr.svg", params={"path": "/t/abc"})
        assert code.headers["cache-control"] == "private, max-age=86400"


@in_a_loop
async def test_what_never_changes_is_made_once(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def watched(*args: object) -> object:
        made.append(args)
        return b"made"

    async with guest(serving.port) as reader:
        for path in ("/api/openapi.json", "/api/qr.svg?path=/t/once"):
            assert (await reader.http.get(path)).status_code == 200
        monkeypatch.setattr(openapi, "describe", watched)
        monkeypatch.setattr(qr, "svg", watched)
        for path in ("/api/openapi.json", "/api/qr.svg?path=/t/once"):
            assert (await reader.http.get(path)).status_code == 200

    assert made == []


def test_a_house_may_go_by_its_own_names_only(tmp_path: Path) -> None:
    """A page whose name leads here by a trick of its owner must not be taken for ours."""

    @in_a_loop
    async def call(port: int) -> None:
        async with guest(port) as reader:
            table = (await reader.sets(GAME, "you", "open", "open"))["id"]
            for host, status in (
                ("games.example", 200),
                ("Games.Example:8666", 200),
                (f"127.0.0.1:{port}", 200),
                ("[::1]:8666", 200),
                ("localhost", 200),
                ("evil.example", 421),
                ("games.example.evil.example", 421),
                ("[", 421),
            ):
                answer = await reader.http.get("/api/boxes", headers={"host": host})
                assert answer.status_code == status
                assert (await reader.http.get("/", headers={"host": host})).status_code in (status, 503)
            address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
            with pytest.raises(InvalidStatus):
                await connect(address, additional_headers={"Host": "evil.example"})

    with Serving(tmp_path, hosts=("games.example",)) as serving:
        call(serving.port)


@in_a_loop
async def test_the_page_is_served_with_care(port: int) -> None:
    async with guest(port) as reader:
        index = await reader.http.get("/t/abc")
        assert index.status_code == 200
        assert index.headers["content-encoding"] == "gzip"
        assert index.headers["cache-control"] == "no-cache"
        assert "unsafe-inline" not in index.headers["content-security-policy"].split("style-src")[0]
        assert index.headers["x-content-type-options"] == "nosniff"
        again = await reader.http.get("/", headers={"if-none-match": index.headers["etag"]})
        assert again.status_code == 304
        asset = await reader.http.get("/assets/main-1a2b.js")
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["content-type"].startswith("text/javascript")
        assert (await reader.http.get("/assets/gone.js")).status_code == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
            assert "secret" not in (await reader.http.get(path)).text


def test_the_secret_is_for_nobody_else(serving: Serving) -> None:
    secret = Path(serving.settings.data) / "secret"

    assert secret.stat().st_mode & 0o777 == 0o600


def test_games_have_boards() -> None:
    """One that is being made may be without, and is played in the terminal."""
    assert any(map(has_board, pandemonium.shelf().values()))


def test_a_game_without_a_board_is_not_on_the_page_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandemonium.server.table.new_tables.has_board", lambda _: False)
    without = list(pandemonium.shelf().values())

    @in_a_loop
    async def ask(port: int) -> None:
        async with guest(port) as host:
            chairs = [{"kind": "bot"}] * without[0].seats[0]
            wish = {"game": without[0].slug, "chairs": chairs}
            answer = await host.http.post("/api/tables", json=wish)
            assert (answer.status_code, answer.json()["key"]) == (409, "no-board")

    with Serving(tmp_path, any_game=False) as serving:
        ask(serving.port)
