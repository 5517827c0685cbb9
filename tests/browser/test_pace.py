"""Nobody is hurried, and nobody waits for nothing: rounds begin when people are ready, and end for the eyes."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Locator, Page, expect

import pandemonium
from pandemonium.core.bots import played
from pandemonium.core.game import Seat
from pandemonium.core.match import replay, seed_bytes
from tests.browser.conftest import Guest, House
from tests.browser.people import (
    falls,
    go,
    log_of,
    name_of,
    new_table,
    over,
    play_out,
    plays_a_card,
    time_stands,
    until,
)

SEATS = 3
TRICKS = 9

# At one instant: when it is not one's turn, none can be played.
SOME_ARE_BARRED = (
    """() => ['true', 'false'].every(its => document.querySelector(`[data-card][aria-disabled=${its}]`))"""
)


def asked(page: Page) -> Locator:
    return page.locator("[data-asked] p").first


@pytest.fixture(scope="module")
def house(still: House) -> House:
    """Its clock stands: no bell rings before the test says so."""
    return still


def test_alone_the_first_round_waits_until_its_player_is_ready(guest: Guest, house: House) -> None:
    page = guest("/")
    go(page, new_table(page, "diavolo", ["you", "bot random", "bot random"]))
    expect(asked(page)).to_have_text(re.compile("^Your first round: the bots hold back"))
    house.moves_on(300)
    page.reload()
    expect(asked(page)).to_have_text(re.compile("^Your first round"))

    page.keyboard.press("Space")
    falls(house, page)


def test_the_key_for_ready_moves_nothing_when_it_comes_too_late(guest: Guest) -> None:
    """Pressed again while the dice tumble, it would scroll them out of sight."""
    page = guest("/")
    go(page, new_table(page, "diavolo", ["you", "bot random"]))
    expect(asked(page)).to_have_text(re.compile("^Your first round"))
    page.keyboard.press("Space")
    expect(page.locator(".blank").first).to_be_visible()
    page.evaluate("addEventListener('keydown', ({ defaultPrevented }) => (window.prevented = defaultPrevented))")

    page.keyboard.press("Space")

    assert page.evaluate("window.prevented") is True


def test_everybody_sees_whom_a_round_waits_for(guest: Guest, house: House) -> None:
    anna, ben = guest("/"), guest("/")
    table = new_table(anna, "diavolo", ["you", "open"])
    for page in (anna, ben):
        go(page, table)
    ben.get_by_role("button", name="Sit here").first.click()
    for page in (anna, ben):
        expect(asked(page)).to_have_text("Look as long as you like: it goes on when everybody is ready.")
        expect(page.get_by_role("timer")).to_have_count(0)
    house.moves_on(300)
    name = name_of(ben)

    anna.get_by_role("button", name="Ready!").click()
    expect(asked(anna)).to_have_text(f"Waiting for {name} to be ready.")
    expect(anna.get_by_role("button", name="Waiting for the others")).to_be_disabled()
    ben.get_by_role("button", name="Ready!").click()
    falls(house, anna, ben)


def without_the_first() -> str:
    """A race on paper in which the first player is out, and the others are not."""
    game = pandemonium.open("diavolo")
    assert game.race is not None
    for seed in itertools.count():
        whole = played(game, 4, {}, ["tempter"], seed_bytes(str(seed)))
        for end in range(len(whole.moves)):
            so_far = replay(game, 4, whole.options, whole.moves[:end])
            if Seat(0) not in game.race.players(so_far.state) and so_far.result is None and not so_far.to_act:
                return so_far.text()
    raise AssertionError


def test_who_is_out_goes_to_the_result_when_only_bots_are_left(guest: Guest) -> None:
    page = guest("/")
    go(
        page,
        new_table(
            page, "diavolo", ["you", "bot archdevil", "bot archdevil", "bot archdevil"], paper=without_the_first()
        ),
    )
    expect(asked(page)).to_have_text("Only bots are left: they play it out quickly.")
    expect(page.locator("[aria-live]", has_text="Only bots are left")).to_have_count(1)
    expect(page.locator("[data-ready]")).to_have_count(0)

    page.get_by_role("button", name="To the result").click()

    expect(over(page)).to_be_visible()
    expect(page.get_by_role("button", name="To the result")).to_have_count(0)


def test_at_a_public_table_everybody_sees_the_clock(guest: Guest, house: House) -> None:
    anna, ben = guest("/"), guest("/")
    table = new_table(anna, "diavolo", ["you", "open"], public=True)
    for page in (anna, ben):
        go(page, table)
    ben.get_by_role("button", name="Sit here").first.click()
    for page in (anna, ben):
        expect(page.locator("[data-asked]").get_by_role("timer")).to_be_visible()

    house.moves_on(600)
    falls(house, anna, ben)


def with_a_barred_card() -> str:
    """A match of Little Devils on paper in which it is the first player's turn, and he may not play all that he has."""
    game = pandemonium.open("little-devils")
    whole = played(game, SEATS, {}, ["sensible"], seed_bytes("barred"))
    for end in range(len(whole.moves)):
        begun = replay(game, SEATS, whole.options, whole.moves[:end])
        me = Seat(0)
        if begun.to_act == (me,) and len(begun.legal(me)) < len(begun.view(me).hand):
            return begun.text()
    raise AssertionError("there is such a turn in every match")


def last_trick(page: Page, *others: str) -> str:
    """A table of Little Devils before the last trick of its first round."""
    game = pandemonium.open("little-devils")
    whole = played(game, SEATS, {}, ["sensible"], seed_bytes("pace"))
    assert game.round_score is not None
    state, end = game.rules.start(whole.options, SEATS), 0
    for place, move in enumerate(whole.moves):
        before, state = state, game.rules.apply(state, move)
        if game.round_score(before, state) is not None:
            end = place
            break
    begun = replay(game, SEATS, whole.options, whole.moves[: end - SEATS + 1])
    return new_table(page, game.slug, ["you", *others], paper=begun.text())


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_round_ends_for_the_eyes(guest: Guest, motion: str) -> None:
    """Its last trick is seen, then it is counted, and the next begins when that has been read."""
    page = guest("/", reduced_motion=motion)
    go(page, last_trick(page, "bot sensible", "bot sensible"))
    expect(page.locator("[data-card][aria-disabled=false]")).to_have_count(1)
    page.locator("[data-card][aria-disabled=false]").click()
    sheet = page.get_by_role("dialog", name="Round 1 is over")

    expect(sheet).to_be_visible()
    expect(page.locator("button[data-card]")).to_have_count(0)
    points = [int(text) for text in sheet.locator("tbody td").all_inner_texts()]
    totals = [int(text) for text in sheet.locator("tfoot td").all_inner_texts()]
    assert points == totals
    assert sum(points) > 0
    until(page, lambda: sheet.locator("[data-told]").inner_text() == log_of(page)[-1])
    page.keyboard.press("Enter")
    expect(sheet).to_be_hidden()
    expect(page.locator("button[data-card]")).not_to_have_count(0)

    page.get_by_role("button", name="Scores").click()
    again = page.get_by_role("dialog", name="Scores")
    expect(again.locator("tbody tr")).to_have_count(1)
    expect(again.locator("[data-on]")).to_have_count(0)


def test_against_bots_one_takes_back_until_ones_next_move_what_they_did_upon_it_too(guest: Guest) -> None:
    page = guest("/")
    go(page, new_table(page, "little-devils", ["you", "bot random", "bot random"]))
    playable, hand = page.locator("[data-card][aria-disabled=false]"), page.locator("button[data-card]")
    expect(playable).not_to_have_count(0)
    before, held = log_of(page), hand.count()
    assert play_out([page], plays_a_card, until=1) == 1
    expect(page.locator(".log li").nth(len(before) + 1)).to_be_attached()  # Bots have played since.
    expect(playable).not_to_have_count(0)

    page.get_by_role("button", name="Take back").click()

    expect(page.locator(".log li")).to_have_text(before)
    expect(hand).to_have_count(held)
    expect(playable).not_to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)


def test_among_people_the_score_sheet_goes_on_by_itself(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/")
    table = new_table(anna, "little-devils", ["you", "open", "bot sensible"])
    for page in (anna, bruno):
        page.clock.install()
        go(page, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    assert play_out([anna, bruno], plays_a_card, until=2 * TRICKS - 2) == 2 * TRICKS - 2
    for page in (anna, bruno):
        time_stands(page)
    assert play_out([anna, bruno], plays_a_card, until=2) == 2

    for page in (anna, bruno):
        sheet = page.get_by_role("dialog", name="Round 1 is over")
        expect(page.locator(".log li", has_text="Round 1")).not_to_have_count(0)
        page.clock.run_for(2_000)
        expect(sheet).to_contain_text("It goes on by itself in a moment.")
        page.clock.run_for(10_000)
        expect(sheet).to_be_hidden()
        expect(page.locator("button[data-card]")).not_to_have_count(0)


def about_to_win() -> str:
    """A match of Little Devils on paper that the first player wins, before its last trick."""
    game = pandemonium.open("little-devils")
    for seed in itertools.count():
        whole = played(game, SEATS, {"rounds": 1}, ["sensible"], seed_bytes(str(seed)))
        assert whole.result is not None
        begun = replay(game, SEATS, whole.options, whole.moves[:-SEATS])
        if whole.result.winners == (Seat(0),) and all(len(begun.view(Seat(seat)).hand) == 1 for seat in range(SEATS)):
            return begun.text()
    raise AssertionError


def test_winning_is_celebrated(guest: Guest) -> None:
    page = guest("/", reduced_motion="no-preference")
    go(page, new_table(page, "little-devils", ["you", "bot sensible", "bot sensible"], paper=about_to_win()))
    expect(page.locator("[data-card][aria-disabled=false]")).to_have_count(1)
    page.locator("[data-card][aria-disabled=false]").click()
    assert play_out([page], lambda _: False) == 0  # But for the score sheet, everything goes on by itself.

    expect(page.get_by_role("heading", name="You win")).to_be_visible()
    expect(page.locator(".laughs svg")).to_be_visible()
    expect(page.locator(".embers i").first).to_be_attached()


def test_who_has_not_won_reads_how_far_he_came(guest: Guest) -> None:
    page = guest("/")
    go(page, new_table(page, "little-devils", ["bot sensible", "you", "bot sensible"], paper=about_to_win()))

    play_out([page], plays_a_card)

    expect(page.locator(".sheet").get_by_text("You: place 3 of 3")).to_be_visible()


def test_a_clock_that_ran_out_says_so(guest: Guest, house: House) -> None:
    page = guest("/")
    go(page, new_table(page, "diable-par-la-queue", ["you", "you"], clock={"perMove": 60}, oneScreen=True))
    expect(page.locator("[role=gridcell].offered")).not_to_have_count(0)

    house.moves_on(61)
    said = re.compile("time was up: a bot moved instead.$")
    expect(page.locator("[data-asked]").get_by_text(said)).to_be_visible()
    expect(page.locator(".log li").filter(has_text=said)).to_have_count(1)


def test_a_refusal_goes_by_itself_and_covers_nothing(guest: Guest) -> None:
    page = guest("/")
    page.clock.install()
    go(page, new_table(page, "little-devils", ["you", "bot sensible", "bot sensible"], paper=with_a_barred_card()))
    expect(page.locator("button[data-card][aria-disabled=false]")).not_to_have_count(0)
    time_stands(page)
    page.locator("button[data-card][aria-disabled=true]").first.dispatch_event("click")  # It lies half under others.
    bar = page.locator("[data-asked]")
    why = bar.locator(".said .said")

    expect(why).to_be_visible()
    box, around = why.bounding_box(), bar.bounding_box()
    assert box is not None
    assert around is not None
    assert box["y"] >= around["y"]
    assert box["y"] + box["height"] <= around["y"] + around["height"] + 1, "it lies over nothing of the board"
    page.clock.resume()
    expect(why).to_have_count(0)


def test_bots_and_motion_are_as_fast_as_one_likes(guest: Guest) -> None:
    page = guest("/me", reduced_motion="no-preference")
    page.get_by_role("radio", name="At once").check()
    go(page, last_trick(page, "bot sensible", "bot sensible"))
    page.locator("[data-card][aria-disabled=false]").click()
    expect(page.get_by_role("dialog", name="Round 1 is over")).to_be_visible()

    go(page, "/me")
    expect(page.get_by_role("radio", name="At once")).to_be_checked()
    page.get_by_role("radio", name="Brisk").check()
    page.wait_for_function("() => JSON.parse(localStorage['pandemonium.settings']).pace === 'brisk'")
    hurry = "getComputedStyle(document.querySelector('button')).transitionDuration.split(', ')[0]"
    page.wait_for_function(f"() => {hurry} === '0.07s'")  # What moves by style alone is brisk too.


# All that is said in the place of the question, as long as it may have stood there.
SAID = """
window.said = [];
new MutationObserver(() => {
  const text = document.querySelector('[data-asked] p')?.innerText;
  if (text && text !== window.said.at(-1)) window.said.push(text);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def test_while_my_own_card_flies_the_page_speaks_to_me(guest: Guest) -> None:
    page = guest("/", reduced_motion="no-preference")
    page.add_init_script(SAID)
    go(page, new_table(page, "little-devils", ["you", "bot random", "bot random"]))
    card = page.locator("[data-card][aria-disabled=false]").first
    card.click()

    page.wait_for_function("() => window.said.some(text => text.startsWith('You play'))")
    assert f"{name_of(page)} plays…" not in page.evaluate("window.said")
