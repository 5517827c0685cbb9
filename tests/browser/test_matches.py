"""Whole matches between people in several browsers, with everything that can go wrong on the way."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import pandemonium
from tests.browser.conftest import Guest, House
from tests.browser.people import go, is_over, lays_a_tile, name_of, new_table, play_out, plays_a_card, shell, until


def test_somebody_who_has_never_heard_of_us_plays_at_once(guest: Guest) -> None:
    newcomer = guest("/")

    newcomer.get_by_role("button", name=re.compile("Play now.*Little Devils")).click()

    assert play_out([newcomer], plays_a_card, until=1) == 1


def test_two_people_and_two_bots_play_little_devils_while_a_third_watches(guest: Guest) -> None:
    """One of them reloads in the middle, the other loses the network; the one who watches sees no hand."""
    anna, bruno, carla = guest("/"), guest("/", expect_trouble=True), guest("/")
    table = new_table(anna, "little-devils", ["you", "open", "bot", "bot"], options={"limit": "20"})
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    go(carla, table)
    play_out([anna, bruno], plays_a_card, until=6)

    anna.reload()
    bruno.context.set_offline(True)
    expect(bruno.get_by_text(shell("en")["table.offline"])).to_be_visible()
    assert play_out([anna], plays_a_card, until=1) == 1, "it is her turn"
    bruno.context.set_offline(False)

    expect(carla.locator("[data-card]")).to_have_count(0)
    play_out([anna, bruno], plays_a_card)
    expect(carla.get_by_text("The match is over").first).to_be_visible()


def test_who_gave_up_is_said_to_have_given_up_when_it_is_over_and_no_bot_to_play(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/")
    table = new_table(anna, "little-devils", ["you", "open", "bot"], options={"rounds": "1"})
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    bruno.get_by_role("button", name="Give up").click()
    bruno.get_by_role("button", name="I give up").click()
    seats = anna.locator(".seats")
    expect(seats.get_by_text("gave up: a bot plays")).to_be_visible()

    play_out([anna], plays_a_card)

    expect(seats.get_by_text("gave up", exact=True)).to_be_visible()


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (844, 390), (1280, 800)])
def test_who_has_no_network_still_sees_his_whole_hand(guest: Guest, wide: int, high: int) -> None:
    player = guest("/", expect_trouble=True, viewport={"width": wide, "height": high})
    go(player, new_table(player, "little-devils", ["you", "bot", "bot"]))
    expect(player.locator("[data-card][aria-disabled=false]").first).to_be_visible()

    player.context.set_offline(True)

    def is_above_it() -> bool:
        said = player.get_by_text("No network").bounding_box()
        hand = player.locator("[data-offers]").bounding_box()
        return said is not None and hand is not None and said["y"] + said["height"] <= hand["y"]

    until(player, is_above_it)
    player.context.set_offline(False)
    expect(player.get_by_text("No network")).to_have_count(0)


def test_a_match_survives_a_house_that_is_killed(guest: Guest, house: House) -> None:
    """kill -9 in the middle: the page finds the way back, and no move is lost."""
    player = guest("/", expect_trouble=True)
    go(player, new_table(player, "little-devils", ["you", "bot", "bot"], options={"rounds": "1"}))
    play_out([player], plays_a_card, until=4)
    left = player.locator("[data-card]").count()

    lost = player.get_by_text(shell("en")["table.reconnecting"])
    house.kill()
    expect(lost).to_be_visible()
    house.start()

    expect(lost).to_have_count(0)
    expect(player.locator("[data-card][aria-disabled=false]").first).to_be_visible()
    expect(player.locator("[data-card]")).to_have_count(left)
    play_out([player], plays_a_card)


def test_a_house_that_closes_for_a_moment_says_so_and_everybody_comes_back(guest: Guest, house: House) -> None:
    """In the reader's language; and he has to do nothing."""
    player = guest("/", expect_trouble=True, locale="de")
    go(player, new_table(player, "little-devils", ["you", "bot", "bot"], options={"rounds": "1"}))
    expect(player.locator("[data-card][aria-disabled=false]").first).to_be_visible()

    house.stop()
    expect(player.get_by_role("status").get_by_text(shell("de")["table.restarting"])).to_be_visible()
    house.start()

    expect(player.get_by_text(shell("de")["table.restarting"])).to_have_count(0)
    play_out([player], plays_a_card, until=1)


@pytest.mark.parametrize("chairs", [["you", "open"], ["you", "open", "bot"], ["you", "open", "bot", "bot"]], ids=len)
def test_two_people_play_le_diable_par_la_queue(guest: Guest, chairs: list[str]) -> None:
    """For two, for three, and in two teams."""
    anna, bruno = guest("/"), guest("/", viewport={"width": 390, "height": 844})
    table = new_table(anna, "diable-par-la-queue", chairs)
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()

    play_out([anna, bruno], lays_a_tile)

    assert is_over(anna)
    assert is_over(bruno)


def test_round_one_screen_a_shield_stands_between_hands(guest: Guest, house: House) -> None:
    page = guest("/")
    table = new_table(page, "little-devils", ["you", "you", "you"], options={"rounds": "1"}, oneScreen=True)
    go(page, table)
    shield = page.get_by_role("button", name=re.compile("^I am .*: show my hand"))
    expect(shield).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(0)
    shields = 0

    def plays(page: Page) -> bool:
        nonlocal shields
        if not shield.count():
            return plays_a_card(page)
        expect(page.locator("[data-card]")).to_have_count(0)
        shield.click()
        expect(shield).to_have_count(0)
        shields += 1
        return False

    assert play_out([page], plays) == 27
    expect(page.get_by_role("button", name="Play again")).to_be_visible()  # Once the last trick has been seen.
    paper = page.request.get(f"{house.url}/api{table.replace('/table/', '/tables/')}/paper").text()
    movers = [line[0] for line in paper.splitlines() if re.match(r"\d play ", line)]
    assert len(movers) == 27
    assert shields == 1 + sum(one != next for one, next in pairwise(movers)), "whenever the device changes hands"


def test_a_finished_match_can_be_walked_through_checked_and_gone_on_from(guest: Guest, house: House) -> None:
    player = guest("/")
    table = new_table(player, "little-devils", ["you", "bot", "bot"], options={"rounds": "1"})
    go(player, table)
    play_out([player], plays_a_card)
    stranger = guest(f"{table}/replay#12")

    expect(stranger.get_by_text(re.compile("Move 12 of"))).to_be_visible()
    stranger.get_by_role("button", name="One move on").click()
    expect(stranger.get_by_text(re.compile("Move 13 of"))).to_be_visible()
    stranger.get_by_role("button", name="To the end").click()
    paper = stranger.request.get(f"{house.url}/api{table.replace('/table/', '/tables/')}/paper").text()
    match = pandemonium.read(paper)
    assert match.result is not None
    assert match.chance is not None
    stranger.get_by_role("button", name="To the beginning").click()
    for _ in range(8):
        stranger.get_by_role("button", name="One move on").click()
    stranger.get_by_role("button", name="Go on from here against bots").click()
    expect(stranger.locator("[data-card][aria-disabled=false]").first).to_be_visible()


def test_the_luck_of_a_match_is_checked_in_the_browser(guest: Guest) -> None:
    """The browser that played it has kept everything to hold the house to; a later one says what it cannot know."""
    player = guest("/")
    table = new_table(player, "little-devils", ["you", "bot", "bot"], options={"rounds": "1"}, salted=True)
    go(player, table)
    play_out([player], plays_a_card)

    player.get_by_role("link", name="Check the luck").click()
    claims = player.locator(".claims li")
    expect(player.locator(".verdict")).to_contain_text("Honest")
    expect(claims.filter(has_text="✓")).to_have_count(9)

    stranger = guest(f"{table}/replay?check")
    expect(stranger.locator(".verdict")).to_contain_text("This browser was not there when the seed was fixed")
    expect(stranger.locator(".verdict")).not_to_contain_text("Honest")
    expect(stranger.locator(".claims li").filter(has_text="–")).to_have_count(6)


def test_who_was_away_when_the_match_began_reads_that_his_browser_added_nothing(guest: Guest, house: House) -> None:
    """An honest house leaves out what he had pledged; whoever was there vouches for all of it."""
    anna, bruno = guest("/"), guest("/")
    table = new_table(anna, "little-devils", ["you", "open", "open"], options={"rounds": "1"})
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    api = f"{house.url}/api{table.replace('/table/', '/tables/')}"
    until(bruno, lambda: bool(bruno.request.get(api).json()["chairs"][1]["pledge"]))
    go(bruno, "/")
    expect(anna.get_by_text("away", exact=True)).to_be_visible()
    anna.get_by_role("button", name="Begin, with bots on the free seats").click()
    anna.locator("button[data-card]").first.wait_for()
    go(bruno, table)
    play_out([anna, bruno], plays_a_card)

    for page in (anna, bruno):
        page.get_by_role("link", name="Check the luck").click()
    expect(anna.locator(".verdict")).to_contain_text("Honest")
    expect(bruno.locator(".verdict")).to_contain_text("What this browser cannot vouch for is marked below")
    expect(bruno.locator(".claims li.bad")).to_have_count(0)
    added = bruno.locator(".claims li").filter(has_text="What this browser added to the luck")
    expect(added).to_contain_text("was not there when the pledges were sealed")


FORGED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "salts": ({"salts": []}, {}, "What this browser added to the luck"),
    "another-table": ({}, {"id": "another"}, "It is the match of this table"),
    "taken-over": ({"seed": "0" * 64}, {"continued": 9999}, "It is the match of this table"),
}


@pytest.mark.parametrize(("change", "table_change", "claim"), FORGED.values(), ids=FORGED)
def test_a_forged_replay_is_refused_by_the_browser_that_played_the_match(
    guest: Guest, change: dict[str, Any], table_change: dict[str, Any], claim: str
) -> None:
    """The house tells of other salts than those of the match, of another table, or of luck that is not its own."""
    player = guest("/")
    table = new_table(player, "little-devils", ["you", "bot", "bot"], options={"rounds": "1"}, salted=True)
    go(player, table)
    play_out([player], plays_a_card)

    def forge(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        route.fulfill(response=answer, json={**told, **change, "table": {**told["table"], **table_change}})

    player.route("**/api/tables/*/replay*", forge)
    player.get_by_role("link", name="Check the luck").click()

    expect(player.locator(".verdict.false")).to_contain_text("Not honest")
    expect(player.locator(".claims li.bad").filter(has_text=claim)).to_have_count(1)


def test_nobody_plays_for_another(guest: Guest, house: House) -> None:
    """The seat of a table belongs to who took it; others see the table as the public does."""
    owner, stranger = guest("/"), guest("/")
    table = new_table(owner, "little-devils", ["you", "bot", "bot"])
    go(stranger, table)

    expect(stranger.locator("[data-card]")).to_have_count(0)
    paper = stranger.request.get(f"{house.url}/api{table.replace('/table/', '/tables/')}/paper").text()
    assert "deal 0 ?" in paper
    assert "seed" not in paper


def test_a_second_device_is_the_same_person(guest: Guest) -> None:
    desk, phone = guest("/me"), guest("/")
    name = name_of(desk)
    desk.get_by_role("button", name="Make a personal link").click()
    link = desk.locator("input[readonly], a[href*='/me/'], code").first
    expect(link).to_be_visible()
    text = link.input_value() if link.evaluate("it => it.tagName") == "INPUT" else link.inner_text()

    phone.goto(text)
    expect(phone.locator("header .who")).not_to_have_text(name)
    phone.get_by_role("button", name=f"Yes, I am {name}").click()

    expect(phone.locator("header .who")).to_have_text(name)


def test_pictures_are_taken_for_those_who_want_to_look(guest: Guest, tmp_path: Path) -> None:
    """Nothing is compared; this fails only if a page cannot be drawn at all."""
    for width, height in ((1280, 800), (390, 844), (360, 640), (2560, 1440)):
        page = guest("/", viewport={"width": width, "height": height})
        picture = page.screenshot(path=tmp_path / f"shelf-{width}.png")
        assert len(picture) > 10_000
