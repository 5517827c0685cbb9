"""The typefaces, the shelf and the figures of the rules, as they are seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PAGE, SUSPENSE, Guest, House, opened
from tests.browser.people import go, new_table, settles, until


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With our own boxes, which are made to stand side by side."""
    yield from opened(tmp_path_factory.mktemp("house"), SUSPENSE, others=False)


SHIFTS = """
window.shifts = 0;
new PerformanceObserver(list => list.getEntries().forEach(entry => (window.shifts += entry.value)))
  .observe({ type: 'layout-shift', buffered: true });
"""


def test_titles_and_text_are_drawn_in_our_own_typefaces(guest: Guest) -> None:
    """They are fetched with the page, once, from the house alone; nothing moves when they are there."""
    fetched: dict[str, str] = {}
    page = guest("/")
    page.on("response", lambda answer: fetched.__setitem__(answer.url, answer.headers.get("content-type", "")))
    page.add_init_script(SHIFTS)
    page.reload()
    expect(page.locator("h1").first).to_be_visible()
    page.wait_for_function("() => document.fonts.check('700 40px Fraunces') && document.fonts.check('1em Alegreya')")

    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily").startswith("Fraunces")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Alegreya")
    assert page.evaluate("window.shifts") < 0.01
    typefaces = {url: kind for url, kind in fetched.items() if url.endswith(".woff2")}
    assert set(typefaces.values()) <= {"font/woff2"}
    assert all("/assets/" in url for url in typefaces)


def test_the_typefaces_are_small_and_bring_their_licences() -> None:
    """At most 90 kB before the first word is drawn, 130 kB altogether."""
    sizes = {file.name: file.stat().st_size for file in (PAGE / "assets").glob("*.woff2")}
    first = {name for name in sizes if name in (PAGE / "index.html").read_text(encoding="utf-8")}

    assert len(first) == 2
    assert sum(sizes[name] for name in first) <= 90_000
    assert sum(sizes.values()) <= 130_000
    for family in ("fraunces", "alegreya"):
        assert "SIL Open Font License" in (PAGE / "fonts" / f"{family}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", [(820, 1180), (1180, 820)], ids=["upright", "on its side"])
def test_a_tablet_has_a_shelf_of_two_by_two(guest: Guest, size: tuple[int, int]) -> None:
    page = guest("/", viewport={"width": size[0], "height": size[1]})
    expect(page.locator(".shelf > li")).to_have_count(4)
    settles(page)
    boxes = [box.bounding_box() for box in page.locator(".shelf > li").all()]

    columns = {round(box["x"]) for box in boxes if box}
    rows = {round(box["y"]) for box in boxes if box}
    assert (len(boxes), len(columns), len(rows)) == (4, 2, 2)
    if size[1] > size[0]:
        for play in page.locator(".shelf .button").all():
            expect(play).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["de-DE", "fr-FR", "en-GB"])
def test_on_a_phone_every_box_can_be_begun_without_scrolling(guest: Guest, language: str) -> None:
    """Held either way, and below the tables that one has already."""
    page = guest("/", locale=language, has_touch=True)
    _has_all_in_sight(page)

    new_table(page, "diavolo", ["you", "open"])
    page.reload()
    expect(page.locator(".kept a").first).to_be_visible()
    _has_all_in_sight(page)


def _has_all_in_sight(page: Page) -> None:
    for width, height in ((360, 640), (390, 844), (640, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.locator(".shelf > li")
        expect(boxes).to_have_count(4)
        for box in boxes.all():
            expect(box.locator(".art")).to_be_in_viewport(ratio=1)
            expect(box.locator(".button")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [390, 1280])
def test_cards_in_the_rules_can_be_read(guest: Guest, width: int) -> None:
    """Their numerals are as large as in a hand, compared with the card."""
    page = guest("/rules/little-devils", viewport={"width": width, "height": 800})
    card = page.locator("figure svg:has(text.number)").first
    card.wait_for()
    settles(page)

    heights = card.evaluate(
        "card => [card, card.querySelector('text.number')].map(it => it.getBoundingClientRect().height)"
    )
    assert heights[1] / heights[0] > 0.2
    assert heights[1] >= 16


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1180, 820)], ids=str)
def test_no_die_can_lie_under_the_sign_of_the_order(guest: Guest, size: tuple[int, int]) -> None:
    """It stands over the table: dice lie within the tray."""
    page = guest("/", viewport={"width": size[0], "height": size[1]})
    go(page, new_table(page, "diavolo", ["you", "bot random", "bot random"]))
    page.locator("[data-ready]").click()
    sign = page.locator("[data-order]")
    expect(sign).to_be_visible()

    def lies_above() -> bool:
        below, tray = sign.bounding_box(), page.locator(".tray").bounding_box()
        return below is not None and tray is not None and below["y"] + below["height"] <= tray["y"]

    until(page, lies_above)
