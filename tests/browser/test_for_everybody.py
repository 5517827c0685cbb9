"""Pages for everybody: keyboard alone, ears alone, three languages, two lights, phone and desk; axe finds nothing."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import pandemonium
from pandemonium.core.bots import played
from pandemonium.core.game import AnyGame
from pandemonium.core.match import replay, seed_bytes
from tests.browser.conftest import PAGE, Guest, House
from tests.browser.people import (
    go,
    is_over,
    new_table,
    no_double_click,
    play_out,
    plays_a_card,
    settles,
    until,
)
from tests.browser.test_every_box import BEFORE_THE_END, TO_THE_END, WITH_BOARD, Player

SHELL = ["/", "/lobby", "/me", "/matches", "/no-such-page"]
SHELL += [f"/{page}/{slug}" for slug in sorted(pandemonium.shelf()) for page in ("box", "rules")]


def troubles(page: Page) -> list[str]:
    """What axe finds, in short."""
    found = Axe().run(page).response["violations"]
    return [f"{trouble['id']}: {node['html'][:120]}" for trouble in found for node in trouble["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_axe_finds_nothing_on_any_page(guest: Guest, scheme: str, size: tuple[int, int]) -> None:
    page = guest("/", color_scheme=scheme, viewport={"width": size[0], "height": size[1]})
    for path in SHELL:
        go(page, path)
        expect(page.locator("h1").first).to_be_attached()
        settles(page)
        assert troubles(page) == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", WITH_BOARD, ids=lambda game: game.slug)
def test_axe_finds_nothing_at_a_table_at_its_end_and_in_its_replay(
    guest: Guest, house: House, game: AnyGame, scheme: str
) -> None:
    page = guest("/", color_scheme=scheme)
    player = Player(page, game, house)
    seats = game.seats_or(None)
    whole = played(game, seats, {}, ["sensible"], seed_bytes("axe"))
    begun = replay(game, seats, whole.options, whole.moves[:-BEFORE_THE_END])
    chairs = ["you", *["bot sensible"] * (seats - 1)]
    table = new_table(page, game.slug, chairs, paper=begun.text())
    go(page, table)
    until(page, lambda: bool(player.newest.position))
    player.plays(1)
    settles(page)
    assert troubles(page) == []
    player.plays(TO_THE_END)
    settles(page)
    assert troubles(page) == []
    go(page, f"{table}/replay")
    expect(page.locator(".controls")).to_be_visible()
    settles(page)
    assert troubles(page) == []


@pytest.mark.parametrize(("language", "play"), [("fr-FR", "Jouer"), ("en-GB", "Play now"), ("de-DE", "spielen")])
def test_the_page_speaks_the_browsers_language(guest: Guest, language: str, play: str) -> None:
    page = guest("/", locale=language)

    expect(page.locator("html")).to_have_attribute("lang", language[:2])
    expect(page.get_by_role("button", name=re.compile(play)).first).to_be_visible()


def test_the_language_can_be_changed_and_is_remembered(guest: Guest) -> None:
    page = guest("/")
    page.get_by_label("Language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")

    page.reload()

    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_no_word_is_missing_in_any_language(guest: Guest) -> None:
    """A key that has no words shows as itself: `shelf.play`."""
    pages = [guest("/", locale=language) for language in ("fr-FR", "en-GB", "de-DE")]
    key = re.compile(r"\b(?:shelf|box|nav|lobby|table|me|board|say|over|replay|gather)\.[a-z-]+\b")
    for path in SHELL:
        for page in pages:
            go(page, path)
        for page in pages:
            settles(page)
            assert key.findall(_text(page)) == [], path


def test_light_and_dark_can_be_chosen(guest: Guest) -> None:
    page = guest("/", color_scheme="light")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name=re.compile("dark theme")).click()

    page.wait_for_function("light => getComputedStyle(document.body).backgroundColor !== light", arg=light)


@pytest.mark.parametrize("width", [360, 390, 768, 1280, 3840])
def test_nothing_is_wider_than_the_screen(guest: Guest, width: int) -> None:
    page = guest("/", viewport={"width": width, "height": 800})
    paths = SHELL[:7]
    paths += [new_table(page, game.slug, ["you", *["bot"] * (game.seats_or(None) - 1)]) for game in WITH_BOARD]
    for path in paths:
        go(page, path)
        settles(page)
        page.wait_for_function("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_little_devils_is_played_with_the_keyboard_alone(guest: Guest) -> None:
    """From the shelf to the end of a round: Tab, arrows and Enter; only what a screen reader says is read."""
    page = guest("/")
    go(page, new_table(page, "little-devils", ["you", "bot", "bot"], options={"rounds": "1"}))

    def by_keys(page: Page) -> bool:
        if not page.get_by_role("button", name=re.compile(", playable$")).count():
            return False
        _tab_to(page, "data-card")
        page.keyboard.press("Home")
        for _ in range(9):
            if _focused(page).endswith(", playable"):
                break
            page.keyboard.press("ArrowRight")
        held = page.locator("[data-card]").count()
        page.keyboard.press("Enter")
        expect(page.locator("[data-card]")).to_have_count(held - 1)
        return True

    assert play_out([page], by_keys) == 9
    expect(page.locator("[aria-live=polite]").first).to_be_attached()


def test_le_diable_par_la_queue_is_played_with_the_keyboard_alone(guest: Guest) -> None:
    page = guest("/")
    go(page, new_table(page, "diable-par-la-queue", ["you", "bot"]))

    def by_keys(page: Page) -> bool:
        if not page.get_by_role("gridcell", name=re.compile("may be named$|Enter lays it")).count():
            return False
        no_double_click(page)
        _tab_to(page, "data-cell")
        laying = page.locator("[role=gridcell][aria-label*='Enter lays it']")
        if laying.count():
            cell = laying.get_attribute("data-cell")
            expect(laying).to_be_focused()
            page.keyboard.press("r")
            page.keyboard.press("Enter")
            expect(page.locator(f"[data-cell=\"{cell}\"][aria-label*='Enter lays it']")).to_have_count(0)
        else:
            offered = page.locator("[role=gridcell].offered")
            page.keyboard.type((offered.first.get_attribute("data-cell") or "").replace("−", "-"))
            page.keyboard.press("Enter")
            expect(offered).to_have_count(0)
        return True

    play_out([page], by_keys, until=400)
    assert is_over(page)


def test_what_happens_is_said_aloud(guest: Guest) -> None:
    page = guest("/")
    go(page, new_table(page, "little-devils", ["you", "bot", "bot"], options={"rounds": "1"}))
    play_out([page], plays_a_card, until=2)

    expect(page.locator("[aria-live=polite]").filter(has_text=re.compile("plays|takes|leads")).first).to_be_attached()


def test_the_first_page_and_the_boards_are_small(guest: Guest) -> None:
    """At most 100 kB of compressed JavaScript for the first page, at most 80 kB more for a board."""
    loaded: dict[str, int] = {}
    page = guest("/")
    page.on("response", lambda answer: loaded.__setitem__(answer.url, _compressed(answer.url)))
    page.reload()
    page.wait_for_load_state("networkidle")
    first = sum(loaded.values())
    for game in WITH_BOARD:
        before = sum(loaded.values())
        go(page, new_table(page, game.slug, ["you", *["bot"] * (game.seats_or(None) - 1)]))
        page.wait_for_load_state("networkidle")
        assert sum(loaded.values()) - before <= 80_000, game.slug

    assert 5_000 < first <= 100_000


def _compressed(url: str) -> int:
    name = url.rpartition("/")[2].partition("?")[0]
    file = Path(PAGE / "assets" / name)
    return len(gzip.compress(file.read_bytes())) if name.endswith(".js") and file.exists() else 0


def _focused(page: Page) -> str:
    """What a screen reader calls the thing that has the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))


def _tab_to(page: Page, mark: str) -> None:
    for _ in range(60):
        if page.evaluate("mark => document.activeElement.hasAttribute(mark)", mark):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {mark}")


def _text(page: Page) -> str:
    return str(page.evaluate("document.body.innerText"))
