"""Whole matches of Le Diable Sauteur and Diavolo between people in several browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guest, House
from tests.browser.people import (
    go,
    grabs,
    hides_or_presses,
    is_decided,
    is_over,
    new_table,
    passes,
    play_out,
    settles,
    throw,
    time_stands,
)
from tests.browser.test_for_everybody import troubles


@pytest.fixture(scope="module")
def house(still: House) -> House:
    """Its clock stands: no bell rings before the test says so."""
    return still


@pytest.mark.parametrize("options", [{"rule": "a"}, {"rule": "b", "dice": "mixed"}], ids=["pursuit", "race"])
def test_two_people_play_le_diable_sauteur(guest: Guest, options: dict[str, str]) -> None:
    anna, bruno = guest("/"), guest("/", viewport={"width": 390, "height": 844})
    table = new_table(anna, "diable-sauteur", ["you", "open"], options=options)
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    play_out([anna, bruno], hides_or_presses, until=4)
    settles(anna)
    settles(bruno)
    assert troubles(anna) == []
    assert troubles(bruno) == []
    anna.reload()

    play_out([anna, bruno], hides_or_presses)

    assert is_over(anna)
    assert is_over(bruno)


@pytest.mark.parametrize(
    ("chairs", "options"),
    [(["you", "open"], {"rounds": "4"}), (["you", "open", "bot", "bot"], {})],
    ids=["two, for some rounds", "four, until all but one are out"],
)
def test_two_people_race_in_diavolo_to_the_end(
    guest: Guest, house: House, chairs: list[str], options: dict[str, str]
) -> None:
    anna, bruno = guest("/"), guest("/", viewport={"width": 390, "height": 844})
    table = new_table(anna, "diavolo", chairs, options=options)
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    play_out([anna, bruno], grabs(house), until=2)
    assert troubles(anna) == []
    bruno.reload()

    play_out([anna, bruno], grabs(house))

    assert is_over(anna)
    assert is_over(bruno)


def test_at_a_calm_table_of_diavolo_a_choice_is_covered_until_all_have_chosen(guest: Guest, house: House) -> None:
    """Only who made it sees what it is; then the bell uncovers all at once."""
    anna, bruno = guest("/"), guest("/", viewport={"width": 390, "height": 844})
    table = new_table(anna, "diavolo", ["you", "open"], options={"calm": "yes"})
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    throw(house, anna, bruno)
    anna.locator("[data-grab=white]").click()

    covered = bruno.get_by_role("img", name="has chosen")
    passes(house, bruno, lambda: covered.count() > 0)
    expect(covered).to_have_count(1)
    expect(anna.get_by_role("img", name="has chosen")).to_have_count(1)
    expect(anna.locator("[data-grab=white]")).to_have_attribute("aria-pressed", "true")
    expect(bruno.locator("[aria-pressed=true]")).to_have_count(0)

    bruno.locator("[data-grab=red]").click()
    passes(house, bruno, is_decided(anna, bruno))
    for page in (anna, bruno):
        expect(page.locator(".plates .imp")).to_have_count(2)
        expect(page.locator("aside li", has_text=re.compile("took white")).last).to_have_text(re.compile("took red"))
    expect(covered).to_have_count(0)


def test_on_one_screen_a_die_is_seen_to_jump_before_the_device_is_handed_on(guest: Guest) -> None:
    """Nor does the log tell what has jumped while it is in the air."""
    page = guest("/", reduced_motion="no-preference")
    page.clock.install()
    go(page, new_table(page, "diable-sauteur", ["you", "you"], options={"rule": "a"}))
    shield = page.get_by_role("button", name=re.compile("^I am .*: show my hand"))
    jumped = page.locator("aside li").filter(has_text="The devil jumps from key 1")
    shield.click()
    page.get_by_role("button", name="Put the die of devils under key 1").wait_for()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    shield.click()
    page.get_by_role("button", name="Press key 1").wait_for()
    time_stands(page)
    page.keyboard.press("1")
    page.get_by_role("button", name="Skip").wait_for()

    assert jumped.count() == 0
    assert shield.count() == 0

    page.clock.resume()
    expect(shield).to_be_visible()
    shield.click()
    expect(jumped).to_have_count(1)
