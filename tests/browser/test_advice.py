"""A hint on the page: in every box that can say, where one plays alone against bots."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pandemonium.core.game import AnyGame
from pandemonium.games import shelf
from tests.browser.conftest import Guest
from tests.browser.people import go, new_table, until

THAT_THINK = [game for game in shelf().values() if game.evaluate is not None]


@pytest.mark.parametrize("game", THAT_THINK, ids=lambda game: game.slug)
def test_who_plays_alone_against_bots_may_ask_what_would_be_good(guest: Guest, game: AnyGame) -> None:
    page = guest("/", viewport={"width": 390, "height": 844}, expect_trouble=True)  # He may be put off, see below.
    go(page, new_table(page, game.slug, ["you", *["bot kobold"] * (game.seats[0] - 1)]))
    ask = page.get_by_role("button", name="Hint", exact=True)
    advice = page.get_by_role("dialog", name="What would be good?")

    def is_told() -> bool:
        """While the house warms up it asks for patience."""
        if advice.count():
            expect(advice.locator("li, [role=alert]").first).to_be_visible()
            if advice.locator("li").count():
                return True
            page.keyboard.press("Escape")
            expect(advice).to_have_count(0)
        ask.click()
        return False

    ask.wait_for()
    until(page, is_told, seconds=240)  # Its kernels may have to be compiled first.

    expect(advice.locator("li").first).to_contain_text("±" if advice.locator("li", has_text="±").count() else ":")
    assert all(text.strip() for text in advice.locator("li .soft").all_inner_texts()), "each is given a reason"
    expect(advice).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(advice).to_have_count(0)
    expect(ask).to_be_focused()
