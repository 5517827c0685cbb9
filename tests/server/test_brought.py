"""What other people's boxes bring for the page is served from their packages, and nothing else of them is."""

from __future__ import annotations

from http.client import HTTPConnection

import pytest

import pandemonium
from pandemonium.core.game import AnyGame
from pandemonium.games import folder, is_ours
from pandemonium.server.boards import has_board
from pandemonium.server.door import SAFE

OURS, OTHERS = ([game for game in pandemonium.shelf().values() if is_ours(game) == whose] for whose in (True, False))
BROUGHT = ["words/fr.json", "words/en.json", "words/de.json", "RULES.md", "RULES.fr.md", "RULES.de.md", "luck.json"]
HIDDEN = [
    "rules.py",
    "words/it.json",
    "tests/oracle.py",
    "web/../rules.py",
    "web//etc/resolv.conf",
    "web/../../README.md",
]
every_other_box = pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.slug)


def ask(port: int, path: str) -> tuple[int, dict[str, str], bytes]:
    """With no dot put in order on the way."""
    house = HTTPConnection("127.0.0.1", port, timeout=60)
    house.request("GET", path)
    answer = house.getresponse()
    told = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    house.close()
    return told


@every_other_box
def test_words_rules_luck_and_all_that_draws_come_from_the_box(port: int, game: AnyGame) -> None:
    inside = folder(game)
    drawn = [file.relative_to(inside).as_posix() for file in inside.glob("web/**/*.*")]

    assert ("web/board.js" in drawn) == has_board(game), "without one it is played in the terminal"
    for name in (*BROUGHT, *drawn):
        status, _, body = ask(port, f"/boxes/{game.slug}/{name}")
        assert (status, body) == (200, (inside / name).read_bytes()), name


@pytest.mark.parametrize("game", [game for game in OTHERS if has_board(game)], ids=lambda game: game.slug)
def test_it_runs_under_the_same_strict_policy_as_our_own_page(port: int, game: AnyGame) -> None:
    _, told, _ = ask(port, f"/boxes/{game.slug}/web/board.js")

    assert told["content-type"] == "text/javascript; charset=utf-8"
    assert told["content-security-policy"] == SAFE["content-security-policy"]
    assert "script-src 'self';" in told["content-security-policy"]
    assert told["cache-control"] == "no-cache", "a new version of the box is seen at once"


@every_other_box
@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_else_of_its_package_is_for_everybodys_eyes(port: int, game: AnyGame, name: str) -> None:
    assert ask(port, f"/boxes/{game.slug}/{name}")[0] == 404


@pytest.mark.parametrize("slug", [OURS[0].slug, "no-such-box"])
def test_there_is_nothing_of_any_other_box(port: int, slug: str) -> None:
    """Ours are in the page already."""
    assert ask(port, f"/boxes/{slug}/RULES.md")[0] == 404
