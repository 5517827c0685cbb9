"""One moment at a time: what is asked, what can be played, the board and the log always belong together, and the log
tells what the rules tell. Motion takes place on a clock that the test moves."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Guest
from tests.browser.people import (
    Newest,
    go,
    lays_a_tile,
    log_of,
    new_table,
    play_out,
    plays_a_card,
    time_stands,
    told_by_the_rules,
    until,
)

# All that a player sees, at one instant.
LOOK = """() => {
  const all = (selector, what) => [...document.querySelectorAll(selector)].map(what);
  return {
    asked: document.querySelector('.asked p').innerText,
    title: document.title,
    playable: all('[data-card][aria-disabled=false]', its => +its.dataset.card),
    hand: all('[data-card]', its => +its.dataset.card),
    table: all('[data-laid]:not([inert])', its => +its.dataset.laid),
    log: all('.log li', its => its.innerText),
  };
}"""
STEP_MS = 100


# The page remembers in which version of the match it has been told that the reader is to act.
REMEMBER = """
window.turn = 0;
window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    this.addEventListener('message', ({ data }) => {
      const [position] = JSON.parse(data).positions ?? [];
      if (position?.legal.length > 0) window.turn = position.version;
    });
  }
};
"""


def test_what_is_asked_and_offered_belongs_to_what_is_on_the_table(guest: Guest) -> None:
    """While somebody's card is flying nobody is asked to lead, and nothing can be played into a trick that is not on
    the table yet. What lies there is what the log has told since the last trick was taken."""
    page = _at_a_table_that_stands_still(guest)
    waited = played = 0
    for _ in range(2000):
        seen = page.evaluate(LOOK)
        assert bool(seen["playable"]) == seen["asked"].startswith("Your turn"), seen
        assert bool(seen["playable"]) == ("Your turn" in seen["title"]), seen
        if seen["playable"]:
            assert seen["table"] == _trick(seen["log"]), seen
            page.locator(f"[data-card='{seen['playable'][0]}']").click()
            expect(page).not_to_have_title(re.compile("Your turn"))  # It flies, until time passes.
            played += 1
        elif "is over" in seen["asked"]:
            break
        elif seen["asked"].startswith("To play"):
            expect(page.locator(".asked p")).not_to_have_text(re.compile("^To play"))  # They answer in their own time.
        else:
            waited += 1
            page.clock.run_for(STEP_MS)

    assert played == 9
    assert waited > 9, "nothing moved"


def test_who_cannot_wait_is_brought_up_to_date_and_plays_nothing_by_it(guest: Guest) -> None:
    """A press on the board, or a key: the newest moment stands there, without any time having passed."""
    page = _at_a_table_that_stands_still(guest)
    for hurry in ("a card", "the cloth", "Escape", "Enter"):
        playable = page.locator("[data-card][aria-disabled=false]")
        expect(playable).not_to_have_count(0)
        _plays_and_the_others_answer(page)
        before = page.evaluate(LOOK)
        assert before["playable"] == []

        if hurry == "a card":
            page.locator("[data-card]").last.click(force=True)  # It says that it cannot be played.
        elif hurry == "the cloth":
            page.locator("section.board").click(position={"x": 5, "y": 5})
        else:
            page.keyboard.press(hurry)

        expect(playable).not_to_have_count(0)
        after = page.evaluate(LOOK)
        assert after["hand"] == before["hand"]
        assert after["asked"].startswith("Your turn")
        assert after["table"] == _trick(after["log"])
        assert len(after["log"]) > len(before["log"])


def test_what_happened_beside_the_moves_stays_in_the_log_while_cards_fly(guest: Guest) -> None:
    anna, bruno = guest("/", reduced_motion="no-preference"), guest("/")
    table = _that_can_stand_still(anna, ["you", "open", "bot"])
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    expect(bruno.locator(".asked")).to_be_visible()
    bruno.get_by_role("button", name="Leave", exact=True).click()
    bruno.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    gone = anna.locator(".log li").filter(has_text="leaves for a while")
    expect(gone).to_have_count(1)
    _stand_still(anna)

    _plays_and_the_others_answer(anna)

    expect(gone).to_have_count(1)


def test_who_looks_away_finds_everything_as_it_stands(guest: Guest) -> None:
    page = _at_a_table_that_stands_still(guest)
    _plays_and_the_others_answer(page)

    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator("[data-card][aria-disabled=false]")).not_to_have_count(0)


def test_after_an_undo_and_after_a_reload_the_log_is_the_same_and_true(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/")
    heard = [Newest(page) for page in (anna, bruno)]
    table = new_table(anna, "diable-par-la-queue", ["you", "open"])
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    undo = anna.get_by_role("button", name="Take back")
    play_out([anna, bruno], lays_a_tile, until=6)
    for _ in range(12):
        until(anna, lambda: heard[0].moments.keys() == heard[1].moments.keys())
        if heard[0].position["canUndo"]:
            break
        play_out([anna, bruno], lays_a_tile, until=1)
    expect(undo).to_be_visible()
    _tells_the_truth(anna, table)
    with_it = log_of(anna)

    undo.click()

    for page in (anna, bruno):
        expect(page.locator(".log li")).to_have_text(with_it[:-1])
        _tells_the_truth(page, table)
    play_out([anna, bruno], lays_a_tile, until=3)
    for page in (anna, bruno):
        _tells_the_truth(page, table)
        page.reload()
        _tells_the_truth(page, table)


def test_a_log_tells_what_the_rules_tell_from_the_first_move_to_the_last(guest: Guest) -> None:
    """Also to somebody who comes in the middle, and in another language."""
    page = guest("/")
    table = new_table(page, "little-devils", ["you", "bot", "bot"], options={"rounds": "1"})
    go(page, table)
    play_out([page], plays_a_card, until=3)
    page.reload()
    play_out([page], plays_a_card)
    _tells_the_truth(page, table)
    told = log_of(page)

    page.get_by_label("Language").first.select_option("fr")

    expect(page.locator(".log li").last).not_to_have_text(told[-1])
    _tells_the_truth(page, table, "fr")


def test_a_replay_tells_each_moment_as_the_match_did(guest: Guest) -> None:
    page = guest("/")
    table = new_table(page, "little-devils", ["you", "bot", "bot"], options={"rounds": "1"})
    go(page, table)
    play_out([page], plays_a_card)
    told = told_by_the_rules(page, table)

    go(page, f"{table}/replay#0")
    page.get_by_label("Seen by").select_option("0")
    caption = page.locator(".told")
    expect(caption).to_have_text("Before the first move.")
    heard: list[str] = []
    forward = page.get_by_role("button", name="One move on")
    while forward.is_enabled():
        place = page.locator("input[type=range]").input_value()
        forward.click()
        expect(page.locator("input[type=range]")).not_to_have_value(place)
        if (sentence := caption.inner_text()) != (heard or [""])[-1]:
            heard.append(sentence)

    assert heard == told


def _tells_the_truth(page: Page, table: str, language: str = "en") -> None:
    until(page, lambda: log_of(page) == told_by_the_rules(page, table, language))


def _at_a_table_that_stands_still(guest: Guest) -> Page:
    """One's own turn at Little Devils, with cards that fly; from now on time passes only when the test says so."""
    page = guest("/", reduced_motion="no-preference")
    _that_can_stand_still(page, ["you", "bot", "bot"])
    _stand_still(page)
    return page


def _that_can_stand_still(page: Page, chairs: list[str]) -> str:
    page.clock.install()
    page.add_init_script(REMEMBER)
    table = new_table(page, "little-devils", chairs, options={"rounds": "1"})
    go(page, table)
    return table


def _stand_still(page: Page) -> None:
    page.locator("[data-card][aria-disabled=false]").first.wait_for()
    time_stands(page)


def _plays_and_the_others_answer(page: Page) -> None:
    """The page knows that it is one's turn again, and shows still how one's own card flies."""
    before = page.evaluate("window.turn")
    page.locator("[data-card][aria-disabled=false]").first.click()
    page.wait_for_function("before => window.turn > before", arg=before)
    expect(page).not_to_have_title(re.compile("Your turn"))


def _trick(log: list[str]) -> list[int]:
    """The cards that lie on the table, as the log tells it."""
    cards: list[int] = []
    for line in log:
        if played := re.search(r"(?:leads|plays|fails with) (\d+)", line):
            cards.append(int(played[1]))
        if "takes the trick" in line:
            cards = []
    return cards
