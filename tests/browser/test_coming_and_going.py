"""Leaving and coming back, one's tables and matches, the big screen that follows, and the chat beside it all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from pandemonium import read
from tests.browser.conftest import Guest
from tests.browser.people import (
    go,
    lays_a_tile,
    name_of,
    new_table,
    over,
    play_out,
    plays_a_card,
    says,
    settles,
    time_stands,
    until,
)
from tests.browser.test_every_box import WITH_BOARD

PHONE = {"width": 390, "height": 844}
TILES = "diable-par-la-queue"


def called(host: Page, friend: Page, *chairs: str) -> str:
    """Two people at a table, where they wait if anybody is still to come; the path to it."""
    table = new_table(host, TILES, ["you", "open", *chairs])
    go(host, table)
    go(friend, table)
    friend.get_by_role("button", name="Sit here").first.click()
    return table


def together(host: Page, friend: Page, *chairs: str) -> str:
    """Two people at a table in play; the path to it."""
    table = called(host, friend, *chairs)
    for page in (host, friend):
        expect(page.locator(".asked")).to_be_visible()
    return table


def goes(page: Page, way: str, yes: str) -> None:
    """Ask to leave, and say yes."""
    page.get_by_role("button", name=way, exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=yes).click()


def test_who_leaves_is_asked_first_and_finds_his_table_again(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/")
    table = together(anna, bruno, "bot")

    bruno.get_by_role("button", name="Leave", exact=True).click()
    bruno.get_by_role("dialog").get_by_role("button", name="Stay").click()
    expect(anna.get_by_text("away: a bot sits in")).to_have_count(0)
    goes(bruno, "Leave", "Leave the table")

    expect(anna.get_by_text("leaves for a while: a bot sits in.").last).to_be_attached()
    row = bruno.get_by_role("region", name="Your tables").get_by_role("link").first
    expect(row).to_contain_text(re.compile("To play|Your turn"))
    row.click()
    expect(bruno).to_have_url(re.compile(table))
    expect(anna.get_by_text("is back.").last).to_be_attached()


def test_who_gives_up_sees_the_end_and_finds_the_match_among_his_own(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/")
    table = together(anna, bruno)

    goes(bruno, "Give up", "I give up")

    expect(anna.get_by_role("heading", name=re.compile("gave up: you win!"))).to_be_visible()
    expect(anna.locator(".seats").get_by_text("gave up", exact=True)).to_be_visible()
    expect(over(anna)).to_be_visible()
    go(bruno, "/matches")
    expect(bruno.get_by_text("You gave up")).to_be_visible()
    bruno.get_by_role("link", name=re.compile("Walk through it")).click()
    expect(bruno).to_have_url(re.compile(f"{table}/replay"))
    expect(bruno.get_by_role("button", name="Play", exact=True)).to_be_visible()
    go(anna, "/")
    expect(anna.get_by_role("region", name="Your tables")).to_have_count(0)


def test_a_race_that_was_given_up_waits_for_nobody(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/")
    race = next(game.slug for game in WITH_BOARD if game.race)
    table = new_table(anna, race, ["you", "open"])
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    expect(anna.locator("[data-ready]")).to_be_enabled()

    goes(bruno, "Give up", "I give up")

    expect(over(anna)).to_be_visible()
    expect(anna.locator("[data-ready]")).to_have_count(0)
    expect(anna.locator(".seats").get_by_text("still looking")).to_have_count(0)


def test_a_table_that_is_dismissed_says_so(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/")
    table = new_table(anna, TILES, ["you", "open"])
    go(anna, table)
    go(bruno, table)
    expect(bruno.get_by_role("button", name="Sit here")).to_be_visible()

    goes(anna, "Dismiss the table", "Dismiss it")

    expect(bruno.get_by_role("heading", name="This table was dismissed")).to_be_visible()
    expect(anna.get_by_role("heading", name="Pandémonium")).to_be_visible()


def test_a_match_in_play_is_dismissed_by_who_plays_it_alone_and_nobody_wins(guest: Guest) -> None:
    page = guest("/")
    table = new_table(page, TILES, ["you", "bot"])
    go(page, table)
    assert play_out([page], lays_a_tile, until=2) == 2

    goes(page, "Dismiss the table", "Dismiss it")

    expect(page.get_by_role("heading", name="Pandémonium")).to_be_visible()
    expect(page.get_by_role("region", name="Your tables").get_by_role("link")).to_have_count(0)
    go(page, table)
    expect(page.get_by_role("heading", name="The table was dismissed: nobody wins.")).to_be_visible()
    expect(page.locator(".embers")).to_have_count(0)


def test_own_tables_do_not_push_the_shelf_away(guest: Guest) -> None:
    """Whoever has none sees no gap; for whoever has some, their row has its place before it comes."""
    page = guest("/")
    shelf = page.locator(".shelf")
    row = page.get_by_role("region", name="Your tables").get_by_role("listitem")

    def top() -> float:
        box = shelf.bounding_box()
        return 0 if box is None else box["y"]

    settles(page)
    without = top()
    tables = [new_table(page, TILES, ["you", "bot"]) for _ in range(5)]
    go(page, tables[0])
    expect(page.locator("[data-middle]").first).to_be_visible()
    asked: list[Route] = []

    def holds(route: Route) -> None:
        asked.append(route)

    page.route("**/api/tables?mine=true", holds)

    page.goto(page.url.split("/table/")[0])
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    until(page, lambda: len(asked) > 0)
    until(page, lambda: top() > without)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    before = top()
    asked[0].continue_()
    expect(row).to_have_count(6)

    settles(page)
    assert top() == before


def test_who_gave_up_and_is_still_there_is_asked_whether_he_plays_again(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/")
    table = together(anna, bruno)
    goes(bruno, "Give up", "I give up")

    anna.get_by_role("button", name="Play again").click()
    expect(anna.get_by_text("Asked to play again:")).to_be_visible()
    expect(anna).not_to_have_url(re.compile(table))
    expect(bruno.get_by_text("would like to play again. Are you in?")).to_be_visible()
    bruno.get_by_role("link", name="I’m in").click()

    for page in (anna, bruno):
        expect(page.locator(".asked")).to_be_visible()
        expect(page.locator(".seats").get_by_text("bot:")).to_have_count(0)


def test_who_does_not_want_to_play_again_says_so_and_nothing_is_kept_for_him(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/")
    together(anna, bruno)
    goes(anna, "Give up", "I give up")

    anna.get_by_role("button", name="Play again").click()
    expect(bruno.get_by_role("button", name="Not this time")).to_be_visible()
    begin = anna.get_by_role("button", name=re.compile("with bots"))
    expect(begin).to_have_text(re.compile("^Don’t wait for .+: begin with bots$"))
    bruno.get_by_role("button", name="Not this time").click()

    expect(anna.get_by_text("not this time")).to_be_visible()
    expect(bruno.get_by_role("link", name="To the new match")).to_be_visible()
    expect(bruno.get_by_text("Are you in?")).to_have_count(0)
    go(bruno, "/")
    expect(bruno.get_by_role("region", name="Your tables")).to_have_count(0)
    expect(begin).to_have_text("Begin, with bots on the free seats")
    begin.click()
    expect(anna.locator(".seats").get_by_text("bot:")).to_be_visible()


def test_who_is_asked_hears_from_the_new_table_itself_who_is_in(guest: Guest) -> None:
    """And nobody asks the house again and again."""
    anna, bruno, carla = guest("/"), guest("/"), guest("/")
    table = new_table(anna, TILES, ["you", "open", "open"])
    go(anna, table)
    for page in (bruno, carla):
        go(page, table)
        page.get_by_role("button", name="Sit here").first.click()
    for page in (anna, bruno, carla):
        expect(page.locator(".asked")).to_be_visible()
    for page in (bruno, carla):
        goes(page, "Give up", "I give up")
        go(page, table)
        expect(page.locator(".asked")).to_be_visible()
    goes(anna, "Give up", "I give up")
    expect(over(bruno)).to_be_visible()
    looks: list[str] = []
    bruno.on("request", lambda request: looks.append(request.url))

    anna.get_by_role("button", name="Play again").click()
    asks = bruno.locator(".asks")
    expect(asks).to_contain_text("would like to play again")
    one = asks.inner_text()
    carla.get_by_role("link", name="I’m in").click()
    expect(asks).not_to_have_text(one)
    bruno.get_by_role("link", name="I’m in").click()

    expect(bruno.locator(".seats")).to_be_visible()
    assert not [url for url in looks if "/api/tables/" in url and "/socket" not in url and "/receipts" not in url]


def test_the_big_screen_follows_to_the_rematch(guest: Guest) -> None:
    anna, bruno, wall = guest("/"), guest("/"), guest("/")
    table = together(anna, bruno)
    wall.goto(wall.url.rstrip("/") + table + "?screen")
    expect(wall.locator("[data-screen]")).to_be_visible()

    goes(bruno, "Give up", "I give up")
    anna.get_by_role("button", name="Play again").click()

    expect(wall).not_to_have_url(re.compile(table))
    expect(wall).to_have_url(re.compile(r"/table/\w+\?screen"))


def test_on_a_phone_the_chat_is_a_bubble_that_counts_what_was_not_read(guest: Guest) -> None:
    anna, bruno, carla = guest("/"), guest("/", viewport=PHONE), guest("/")
    table = together(anna, bruno)
    go(carla, table)
    bubble = bruno.locator(".bubble")
    expect(bubble.locator(".badge")).to_have_count(0)

    for page, words in ((anna, "Devil take you"), (carla, "Well played")):
        says(page, words)

    expect(bubble.locator(".badge")).to_have_text("2")
    bubble.click()
    talk = bruno.get_by_role("dialog")
    expect(talk.get_by_text("(watching)")).to_have_count(1)
    talk.get_by_role("button", name=re.compile("Do not hear")).first.click()
    expect(talk.get_by_text("Devil take you")).to_have_count(0)
    expect(talk.get_by_text("Well played")).to_be_visible()


def test_who_was_called_to_a_table_sees_what_is_said_there_before_he_calls_others(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/", viewport=PHONE)
    called(anna, bruno, "open")

    says(anna, "Shall we begin")

    expect(bruno.get_by_text("Shall we begin")).to_be_in_viewport()


def test_who_talks_until_it_begins_sees_the_table_and_no_words_of_his_own_that_are_new(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/", viewport=PHONE)
    called(anna, bruno, "open")
    says(bruno, "From the tram")
    expect(anna.get_by_text("From the tram")).to_be_visible()
    bruno.evaluate("scrollTo(0, document.body.scrollHeight)")

    anna.get_by_role("button", name="Begin, with bots on the free seats").click()

    expect(bruno.locator(".asked")).to_be_visible()
    bruno.wait_for_function("() => scrollY === 0")
    expect(bruno.locator(".bubble")).to_be_visible()
    expect(bruno.locator(".bubble .badge")).to_have_count(0)


def test_what_somebody_was_about_to_say_is_not_lost_when_it_begins(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/", viewport=PHONE)
    called(anna, bruno, "open")
    bruno.get_by_label("Say something").fill("One moment")

    anna.get_by_role("button", name="Begin, with bots on the free seats").click()
    bruno.locator(".bubble").click()

    expect(bruno.get_by_role("dialog").get_by_label("Say something")).to_have_value("One moment")


def test_who_only_watches_can_be_muted_too(guest: Guest) -> None:
    anna, bruno, carla = guest("/"), guest("/"), guest("/")
    go(carla, together(anna, bruno))
    name = name_of(carla)
    heard = bruno.get_by_role("log")

    says(carla, "Lay it on the left")
    expect(heard).to_contain_text("Lay it on the left")
    bruno.get_by_role("button", name=f"Do not hear {name}").click()
    expect(bruno.get_by_text("Lay it on the left")).to_have_count(0)
    says(carla, "On the left, I said")
    expect(anna.get_by_role("log")).to_contain_text("On the left, I said")
    expect(bruno.get_by_text("On the left, I said")).to_have_count(0)
    bruno.get_by_role("button", name=f"Hear {name} again").click()

    expect(heard).to_contain_text("On the left, I said")


def test_who_is_muted_stays_so_when_they_play_again_and_nobody_else_on_his_chair_is(guest: Guest) -> None:
    anna, bruno, carla = guest("/"), guest("/"), guest("/")
    together(anna, bruno)
    names = []
    for page in (bruno, carla):
        name = page.locator("header .who").first
        expect(name).not_to_have_text("…")
        names.append(name.inner_text().strip())
    hear = anna.get_by_role("button", name=f"Hear {names[0]} again")
    anna.get_by_role("button", name=f"Do not hear {names[0]}").click()
    expect(hear).to_be_visible()
    goes(bruno, "Give up", "I give up")

    anna.get_by_role("button", name="Play again").click()
    expect(anna.get_by_text("Asked to play again:")).to_be_visible()
    bruno.get_by_role("link", name="I’m in").click()
    expect(hear).to_be_visible()

    goes(bruno, "Give up", "I give up")
    anna.get_by_role("button", name="Play again").click()
    bruno.get_by_role("button", name="Not this time").click()
    expect(anna.get_by_text("not this time")).to_be_visible()
    carla.goto(anna.url)
    carla.get_by_role("button", name="Sit here").first.click()
    expect(anna.get_by_role("button", name=f"Do not hear {names[1]}")).to_be_visible()


def test_a_replay_lists_the_moves_jumps_by_round_and_opens_all_hands(guest: Guest) -> None:
    page = guest("/")
    table = new_table(page, "little-devils", ["you", "bot", "bot"])
    go(page, table)
    assert play_out([page], plays_a_card, until=10) == 10  # Nine tricks are a round.
    expect(page.locator("[data-card][aria-disabled=false]").first).to_be_visible()
    goes(page, "Give up", "I give up")
    page.get_by_role("link", name="Walk through it").click()

    moves = page.get_by_role("region", name="The moves")
    expect(moves.get_by_role("heading", name="Round 2")).to_be_attached()
    rounds = page.get_by_label("To a round")
    expect(rounds.locator("option:checked")).to_have_text("Round 1")
    rounds.select_option(label="Round 2")
    page.get_by_role("button", name="One move on").click()
    expect(rounds.locator("option:checked")).to_have_text("Round 2")
    here = moves.locator("[aria-current]")
    before = here.text_content()
    moves.get_by_role("listitem").last.get_by_role("button").click()
    expect(here).not_to_have_text(before or "")
    page.get_by_role("button", name="Open hands").click()
    hands = page.get_by_role("region", name="Open hands").get_by_role("listitem")
    expect(hands).to_have_count(3)
    page.get_by_role("button", name="Scores").click()
    expect(page.get_by_role("dialog").locator("tbody tr")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(hands.nth(1).locator("svg").first).to_be_visible()


def test_a_replay_is_walked_by_keys_shared_through_the_same_eyes_and_saved(guest: Guest) -> None:
    page = guest("/")
    table = new_table(page, TILES, ["you", "bot"])
    go(page, table)
    assert play_out([page], lays_a_tile, until=4) == 4
    goes(page, "Give up", "I give up")
    page.clock.install()
    go(page, f"{table}/replay")
    at = page.get_by_label("Moment of the match")
    expect(at).to_have_value("0")
    expect(page.get_by_label("Seen by")).to_have_value("0")  # As he saw it himself.

    page.keyboard.press("ArrowRight")
    expect(at).to_have_value("1")
    time_stands(page)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(1_500)
    expect(at).to_have_value("2")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.clock.resume()
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")  # To the beginning of its only round.
    expect(at).to_have_value("1")
    page.get_by_label("Seen by").select_option("1")
    page.get_by_role("button", name="Link to this moment").click()
    link = page.get_by_role("dialog").get_by_label("Link").input_value()
    stranger = guest(link.partition("/table")[1] + link.partition("/table")[2])
    expect(stranger.get_by_label("Seen by")).to_have_value("1")
    expect(stranger.get_by_label("Moment of the match")).to_have_value("1")
    go(stranger, f"{table}/replay")
    expect(stranger.get_by_label("Seen by")).to_have_value("public")
    page.keyboard.press("Escape")
    page.get_by_label("Seen by").select_option("public")
    expect(page).to_have_url(re.compile("eyes=public"))
    page.reload()
    expect(page.get_by_label("Seen by")).to_have_value("public")

    page.get_by_role("button", name="The match on paper").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    assert read(saved.value.path().read_text(encoding="utf-8")).game.slug == TILES


def test_on_a_phone_what_others_say_is_seen_for_a_while_and_is_in_nobodys_way(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/", viewport=PHONE)
    bruno.clock.install()
    together(anna, bruno)
    time_stands(bruno)
    heard = bruno.locator(".heard")

    says(anna, "Devil take you")

    expect(heard).to_contain_text("Devil take you")
    expect(bruno).to_have_title(re.compile(r"^\(1\) "))
    anna.get_by_role("group", name="Make a face").get_by_role("button").first.click()
    expect(heard.locator("svg")).to_be_visible()
    bruno.clock.run_for(10_000)
    expect(heard).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (844, 390)], ids=str)
def test_what_others_say_on_a_phone_is_whole(guest: Guest, size: tuple[int, int]) -> None:
    anna, bruno = guest("/"), guest("/", viewport={"width": size[0], "height": size[1]})
    bruno.clock.install()
    together(anna, bruno)
    time_stands(bruno)
    said = "The devil take the hindmost, and whoever laid that card there. "

    anna.get_by_label("Say something").fill(said)
    anna.get_by_role("button", name="Say", exact=True).click()

    heard = bruno.locator(".heard")
    expect(heard).to_contain_text(said.strip())
    assert heard.locator("span").evaluate("its => its.scrollHeight <= its.clientHeight + 1")
    expect(heard).to_be_in_viewport(ratio=1)
