"""A house that shares its address with others: everything of it is below its path, and its source is offered."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NO_NEWCOMER, PAGE, PATIENCE
from tests.browser.people import name_of, until
from tests.server.serving import Serving

BROUGHT = "devils-cup"
SOURCE = "https://source.example/house"
KEEP = "names => Promise.all(names.map(name => caches.open(name)))"


def test_a_house_below_a_path_is_played_in_there(browser: Browser, tmp_path: Path) -> None:
    """From the shelf to a move and back, by links, by buttons and by loading the page anew, at a box of ours and at one
    of somebody else; nothing is asked for outside of the path, and what others keep in the browser stays there. When
    the house is closed, its page says so, from there too."""
    with Serving(tmp_path, site=PAGE, base="/games", source=SOURCE, any_game=False) as serving:
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        context.add_init_script(NO_NEWCOMER)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        asked: list[str] = []
        troubles: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        house = f"http://127.0.0.1:{serving.port}/games"
        page.goto(f"{house}/offline.html")  # It brings no worker of its own.
        page.evaluate(KEEP, ["somebody-else", "pandemonium-3:/other/", "pandemonium-2", "pandemonium-2:/games/"])

        page.goto(house)
        name_of(page)
        expect(page.locator("footer a")).to_have_attribute("href", SOURCE)
        page.get_by_role("link", name="Little Devils", exact=True).click()
        expect(page).to_have_url(f"{house}/box/little-devils")
        page.get_by_role("button", name="Play now").first.click()
        expect(page).to_have_url(re.compile(f"^{re.escape(house)}/table/"))
        expect(page.locator(".log li").first).to_be_attached()
        page.reload()
        expect(page.locator(".log li").first).to_be_attached()
        page.goto(house)
        _plays_what_others_have_made(page, house)
        page.goto(f"{house}/matches")
        page.locator("header a.sign").click()
        expect(page).to_have_url(f"{house}/")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        kept = ["pandemonium-3:/games/", "pandemonium-3:/other/", "somebody-else"]
        until(page, lambda: sorted(page.evaluate("caches.keys()")) == kept)
        assert troubles == []
    page.goto(f"{house}/lobby")  # The house is closed now: what stands is what was kept of it.
    expect(page.get_by_text("No network")).to_be_visible()
    page.wait_for_function("() => document.images[0].complete && document.images[0].naturalWidth > 0")
    context.close()

    assert [url for url in asked if not url.startswith((f"{house}/", "data:", "blob:")) and url != house] == []
    assert any("/socket?" in url for url in asked)
    assert {"board.js", "board.css"} <= {url.split("?")[0].rpartition("/")[2] for url in asked if BROUGHT in url}


def _plays_what_others_have_made(page: Page, house: str) -> None:
    """The box of examples/, whose cover, words and board come from its own package: from the shelf to a move."""
    page.get_by_role("link", name="Devil’s Cup", exact=True).click()
    expect(page).to_have_url(f"{house}/box/{BROUGHT}")
    page.get_by_role("button", name="Play now").first.click()
    expect(page).to_have_url(re.compile(f"^{re.escape(house)}/table/"))
    offers = page.locator("[data-offers] button:enabled")
    expect(offers.first).to_be_visible()
    told = page.locator(".log li")
    before = told.count()
    offers.first.click()
    expect(told.nth(before)).to_be_attached()
