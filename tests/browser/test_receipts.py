"""Receipts of a race in the browser: of all rounds, at the table and in the replay, in words that accuse nobody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from pandemonium.games import diavolo
from tests.browser.conftest import Guest, House
from tests.browser.people import (
    READY,
    go,
    grabs,
    is_decided,
    new_table,
    passes,
    play_out,
    throw,
    until,
)

WORDS = Path(diavolo.__file__).parent / "words"
THE_BELL = 10
LINE = {
    "seat": 0,
    "claimed": 700,
    "arrived": 1_020,
    "roundTrip": 20,
    "correction": 283,
    "uncertainty": 9,
    "counted": 983,
    "verdict": "cut",
    "bot": False,
    "steady": False,
}


@pytest.fixture(scope="module")
def house(still: House) -> House:
    """Its clock stands: no bell rings before the test says so."""
    return still


def test_the_receipts_of_all_rounds_can_be_opened(guest: Guest, house: House) -> None:
    """By keyboard at the table, also by who comes late; by finger in the replay, when the match is over."""
    anna, bruno = guest("/"), guest("/")
    table = new_table(anna, "diavolo", ["you", "open"])
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    for number in (1, 2, 3):
        throw(house, anna, bruno)
        house.moves_on(THE_BELL)
        expect(_summary(anna)).to_have_text(f"How round {number} was timed")
    _summary(anna).focus()
    anna.keyboard.press("Enter")
    expect(_rounds(anna)).to_have_text(["1", "2", "3"])
    _choice(anna).focus()
    anna.keyboard.press("Home")
    expect(_summary(anna)).to_have_text("How round 1 was timed")
    expect(anna.locator("details.receipt")).to_contain_text("Nobody grabbed in this round.")
    bruno.reload()
    expect(_rounds(bruno)).to_have_count(3)

    play_out([anna, bruno], grabs(house))
    phone = guest("/", viewport={"width": 390, "height": 844}, has_touch=True)
    go(phone, f"{table}/replay")
    until(phone, lambda: _rounds(phone).count() == _rounds(anna).count() > 3)
    expect(_summary(phone)).to_have_text("How round 1 was timed")
    _summary(phone).tap()
    _choice(phone).select_option(label="2")
    expect(_summary(phone)).to_have_text("How round 2 was timed")
    expect(phone.locator("details.receipt")).to_contain_text("Nobody grabbed in this round.")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_receipt_says_what_happened_and_accuses_nobody(guest: Guest, house: House, language: str) -> None:
    words = json.loads(WORDS.joinpath(f"{language}.json").read_text(encoding="utf-8"))
    page = guest("/", locale=language)
    void = {**LINE, "verdict": "void", "counted": None}
    _hands_out(
        page,
        {"round": 1, "version": 1, "lines": [{**LINE, "steady": True}], "stumbled": 0},
        {"round": 2, "version": 2, "lines": [void], "stumbled": 140},
    )
    go(page, new_table(page, "diavolo", ["you", "bot"]))
    throw(house, page)
    house.moves_on(THE_BELL)
    receipt = page.locator("details.receipt")
    expect(_rounds(page)).to_have_count(3)  # The round that was played has come too: a newer one would be turned to.
    receipt.locator("summary").click()
    _choice(page).select_option("1")
    expect(receipt).to_contain_text(words["board.verdict-cut"])
    expect(receipt).to_contain_text(words["board.receipt-why"])
    expect(receipt).to_contain_text(words["board.receipt-steady"].removeprefix("{names}").strip(" :\u00a0"))

    expect(_rounds(page).nth(1)).to_have_text(words["board.receipt-again"].format(n=2))
    _choice(page).select_option("2")
    expect(receipt).to_contain_text(words["board.receipt-stumbled"].format(ms=140))
    expect(receipt).to_contain_text(words["board.verdict-void"])
    expect(receipt).not_to_contain_text(words["board.receipt-why"])


def test_receipts_are_asked_for_however_late_the_shelf_comes(guest: Guest) -> None:
    page = guest("/")
    table = new_table(page, "diavolo", ["you", "bot"])
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/api/boxes", hold)

    with page.expect_request("**/api/tables/*/receipts"):
        go(page, table)

    (shelf,) = late
    shelf.continue_()
    page.locator(READY).wait_for()


def test_who_only_watches_sees_the_dice_when_the_round_is_decided(guest: Guest, house: House) -> None:
    anna, bruno, carla = guest("/"), guest("/"), guest("/")
    table = new_table(anna, "diavolo", ["you", "open"])
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    anna.locator(READY).wait_for()
    go(carla, table)
    expect(carla.locator("aside")).to_contain_text("You see each throw when the round is decided.")
    throw(house, anna, bruno)
    carla.reload()
    expect(carla.locator("aside")).to_contain_text("You see each throw when the round is decided.")
    expect(carla.locator(".log li").filter(has_text="Black")).to_have_count(0)

    house.moves_on(THE_BELL)
    passes(house, anna, is_decided(anna, bruno))
    expect(carla.locator(".log li").filter(has_text="Right was")).to_have_count(1)
    expect(carla.locator(".log li").filter(has_text="Black")).not_to_have_count(0)


def _hands_out(page: Page, *receipts: dict[str, Any]) -> None:
    """What the house would say of rounds that no test can race."""
    told = [{"type": "receipt", **receipt} for receipt in receipts]
    page.route("**/api/tables/*/receipts", lambda route: route.fulfill(json=told))


def _summary(page: Page) -> Locator:
    return page.locator("details.receipt summary")


def _choice(page: Page) -> Locator:
    return page.locator("details.receipt select")


def _rounds(page: Page) -> Locator:
    return page.locator("details.receipt option")
