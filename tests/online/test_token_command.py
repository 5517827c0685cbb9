"""`pandemonium token`: a token on standard output, for whom it is on standard error, and how to make it useless."""

from __future__ import annotations

import pytest

from pandemonium.cli import main
from pandemonium.online import House, Refused
from tests.online.inviting import Host


def test_it_prints_a_token_that_opens_the_house(host: Host, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["token", "Careful", "--house", host.url, "--lang", "en"]) == 0
    said = capsys.readouterr()

    assert House(host.url, said.out.strip()).me.name == "Careful"
    assert f"{host.url}/me/" in said.err


def test_with_a_personal_link_the_program_is_mine(host: Host) -> None:
    link = host.url + host.http.post("/api/me/link").json()["path"]

    assert main(["token", "Mine", "--house", host.url, "--link", link]) == 0

    assert [program["name"] for program in host.http.get("/api/me/programs").json()] == ["Mine"]


def test_it_makes_a_token_useless(host: Host, capsys: pytest.CaptureFixture[str]) -> None:
    _, token = host.brings()

    assert main(["token", "--revoke", token, "--house", host.url, "--lang", "en"]) == 0

    assert "opens nothing" in capsys.readouterr().out
    with pytest.raises(Refused):
        assert House(host.url, token).me


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "token NAME"),
        (["Careful", "--house", "http://127.0.0.1:1"], "no house"),
        (["Careful", "--house", "nowhere"], "no house"),
        (["--revoke", "pdm_wrong", "--house", "HERE"], "no good"),
        (["Careful", "--link", "me/0123456789abcdef", "--house", "HERE"], "link"),
    ],
)
def test_what_is_in_the_way_is_said_in_a_sentence(
    host: Host, capsys: pytest.CaptureFixture[str], given: list[str], said: str
) -> None:
    assert main(["token", "--lang", "en", *(host.url if word == "HERE" else word for word in given)]) == 2
    assert said in capsys.readouterr().err
