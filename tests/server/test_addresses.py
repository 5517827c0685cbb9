"""By which addresses other devices reach the house, and what its codes say."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandemonium.core.game import Refusal
from pandemonium.server import addresses
from pandemonium.server.addresses import checked, for_others, in_the_network
from pandemonium.server.api.qr import zipped_svg
from tests.server.serving import Serving, guest, in_a_loop

LAN = "http://192.168.1.5:8666"


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_own", lambda: ["192.168.1.5", "fd00::5"])


def test_a_house_that_listens_to_the_network_is_found_there() -> None:
    assert in_the_network("0.0.0.0", 8666) == (LAN,)
    assert in_the_network("::", 8666) == (LAN, "http://[fd00::5]:8666")
    assert in_the_network("10.0.0.2", 80) == ("http://10.0.0.2:80",)
    assert in_the_network("127.0.0.1", 8666) == in_the_network("::1", 8666) == ()


def test_others_are_not_told_to_look_on_their_own_machine() -> None:
    assert for_others("http://localhost:8666", "", (LAN,)) == LAN
    assert for_others("http://127.0.0.1:8666", "", ()) is None
    assert for_others("http://[::1]:8666", "", (LAN,)) == LAN
    assert for_others("http://house.local:8666", "", (LAN,)) == "http://house.local:8666"
    assert for_others("http://localhost:8666", "https://games.example", (LAN,)) == "https://games.example"


def test_a_public_address_is_one_of_a_house() -> None:
    assert checked("https://games.example/") == "https://games.example"
    for wrong in (
        "games.example",
        "ftp://games.example",
        "https://",
        "https://games.example/devils",
        "http://[",
        "http://a:x",
    ):
        with pytest.raises(Refusal, match="bad-url"):
            checked(wrong)


@in_a_loop
async def test_the_codes_of_the_house_hold_an_address_that_phones_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coded: list[str] = []

    def watched(here: str, path: str) -> bytes:
        coded.append(here + path)
        return zipped_svg(here, path)

    monkeypatch.setattr("pandemonium.server.api.routes.zipped_svg", watched)
    with Serving(tmp_path, network=(LAN,)) as house:
        async with guest(house.port) as reader:
            told = (await reader.http.get("/api/address")).json()
            answer = await reader.http.get("/api/qr.svg", params={"path": "/table/abc"})

    assert told == {"forOthers": LAN}
    assert answer.status_code == 200
    assert coded == [f"{LAN}/table/abc"]
