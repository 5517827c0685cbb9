"""Diavolo and Le Diable Sauteur without a mouse, and without looking: whole matches; axe finds nothing on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Guest, House
from tests.browser.people import (
    CAN_GRAB,
    READY,
    falls,
    go,
    is_decided,
    is_over,
    log_of,
    name_of,
    new_table,
    passes,
    play_out,
    reaches,
    throw,
    until,
)
from tests.browser.test_for_everybody import troubles

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
ON_THE_BOARD = "() => document.querySelector('.table > .board').contains(document.activeElement)"
OFFERED = "[...document.querySelectorAll('[data-offer]')].map(its => its.ariaLabel ?? its.innerText)"
HAS_THE_FOCUS = "document.activeElement.outerHTML"
RULES = [{"rule": "a"}, {"rule": "b", "dice": "mixed"}]

# Everything that a screen reader would read out by itself, in the order in which it was said.
LISTEN = """
window.heard = [];
const said = new WeakMap();
const words = its => its.textContent.trim().replace(/\\s+/g, ' ');
new MutationObserver(changes => {
  // Where a region is not read as a whole, only what has come to it is.
  for (const { target, addedNodes } of changes)
    if (target instanceof Element && target.matches('[aria-atomic=false]'))
      for (const added of addedNodes) if (words(added) !== '') window.heard.push(words(added));
  for (const region of document.querySelectorAll('[aria-live], [role=status], [role=alert]')) {
    if (region.matches('[aria-atomic=false]')) continue;
    const text = words(region);
    if (text !== '' && said.get(region) !== text) window.heard.push(text);
    said.set(region, text);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


@pytest.mark.parametrize("options", RULES, ids=["pursuit", "race"])
@pytest.mark.parametrize("look", [("light", DESK), ("dark", PHONE)], ids=["desk", "phone"])
def test_le_diable_sauteur_is_played_with_the_keyboard_alone(
    guest: Guest, options: dict[str, str], look: tuple[str, Any]
) -> None:
    """Tab leads into the board; arrows go through what can be done, Enter does it."""
    page = guest("/", color_scheme=look[0], viewport=look[1])
    seen: set[str] = set()

    def by_keys(page: Page) -> bool:
        names = page.evaluate(OFFERED)
        if not names:
            return False
        told = page.locator(".log li").count()
        kind = re.sub(r"\d+|Blue|Orange|Green|Red", "", names[0])
        if kind not in seen:
            seen.add(kind)
            assert troubles(page) == [], kind
        assert _into(page, "data-offer")
        before = page.evaluate(HAS_THE_FOCUS)
        for _ in range(len(seen) % len(names)):
            page.keyboard.press("ArrowRight")
        assert len(seen) % len(names) == 0 or page.evaluate(HAS_THE_FOCUS) != before
        page.keyboard.press("Enter")
        if names[0].startswith("Put the die"):  # It lies there; Enter once more shuts the lid.
            page.keyboard.press("Enter")
        expect(page.locator(".log li").nth(told)).to_be_attached()  # Whatever was answered is told.
        return True

    go(page, new_table(page, "diable-sauteur", ["you", "bot"], options=options))
    play_out([page], by_keys)
    assert is_over(page)
    assert seen  # In the race one may lose before one has pressed a key.
    assert len(seen) >= 2 or options["rule"] == "b"
    assert troubles(page) == []


@pytest.mark.parametrize("options", RULES, ids=["pursuit", "race"])
def test_le_diable_sauteur_is_played_by_ear_alone(guest: Guest, options: dict[str, str]) -> None:
    """Nothing is looked at: what is read out says what happened, what is asked, and which answers there are."""
    page = guest("/")
    page.add_init_script(LISTEN)
    told: list[str] = []

    def by_ear(page: Page) -> bool:
        heard = _heard(page)
        told.extend(heard)
        for sentence in reversed(heard):
            if key := _answer(sentence):
                for each in key:
                    page.keyboard.press(each)
                return True
        return False

    go(page, new_table(page, "diable-sauteur", ["you", "bot"], options=options))
    play_out([page], by_ear)

    everything = " ".join(told)
    assert is_over(page)
    assert re.search(r"jumps out: \d times \d makes \d+ points?|The devil jumps from key \d", everything)


def test_the_keys_of_le_diable_sauteur_are_heard_wherever_nobody_writes(guest: Guest) -> None:
    """Not in the chat, nor under a dialog; and Enter presses what the focus is on, and nothing else."""
    page = guest("/")
    _hides(page)
    first = page.get_by_role("button", name="Put the die of devils under key 1.", exact=True)
    lies = page.get_by_text("The die of devils lies under key")
    elsewhere = page.get_by_role("button", name="Settings", exact=True)
    field = page.get_by_label("Say something")
    page.locator("summary", has_text="Talk").click()
    field.press("2")
    assert lies.count() == 0
    elsewhere.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("2")
    assert lies.count() == 0
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(elsewhere).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(first).to_be_focused()
    elsewhere.focus()
    page.keyboard.press("4")
    lies.wait_for()
    elsewhere.focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("dialog")).to_be_visible()
    expect(lies).to_have_text("The die of devils lies under key 4.")


def test_the_lid_shuts_on_the_key_that_was_said(guest: Guest) -> None:
    """Whichever key the focus was on when another one was typed."""
    page = guest("/")
    page.add_init_script(LISTEN)
    _hides(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    until(page, lambda: _focused(page) == "Put the die of devils under key 2.")

    page.keyboard.press("3")

    until(page, lambda: _focused(page) == "Shut the lid. The die of devils lies under key 3.")
    until(page, lambda: "The die of devils lies under key 3." in _heard(page)[-1:])
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("^I am ")).click()
    page.get_by_role("button", name="Press key 3").wait_for()
    page.keyboard.press("3")
    expect(page.locator(".log")).to_contain_text("The devil jumps from key 3!")


@pytest.mark.parametrize("look", [("dark", DESK), ("light", PHONE)], ids=["desk", "phone"])
def test_diavolo_is_raced_with_the_keyboard_alone(guest: Guest, still: House, look: tuple[str, Any]) -> None:
    """Tab and Enter to say that one is ready, a letter to grab; a match of three, so that one is out on the way."""
    page = guest("/", way=still.url, color_scheme=look[0], viewport=look[1])
    ready = page.locator(READY)
    seen: set[str] = set()
    made = 0

    def by_keys(page: Page) -> bool:
        nonlocal made
        if not ready.count():
            still.moves_on(60)  # The bell rings for whoever has not grabbed.
            return False
        _once(page, seen, f"looking {min(made, 1)}")
        _into(page, "data-ready")
        page.keyboard.press("Enter")
        falls(still, page)
        _once(page, seen, "racing")
        made += 1
        reaches(page, "brwg"[made % 4])
        return True

    go(page, new_table(page, "diavolo", ["you", "bot", "bot"]))
    play_out([page], by_keys)
    assert is_over(page)
    assert seen == {"looking 0", "looking 1", "racing"}
    assert troubles(page) == []


def test_diavolo_is_won_by_ear_alone_at_a_calm_table(guest: Guest, still: House) -> None:
    """The dice are read out, always in the same order; whoever listens and counts is right every time."""
    page = guest("/", way=still.url)
    page.add_init_script(LISTEN)
    rights: list[tuple[str, str]] = []
    mine: list[str] = []
    told: list[str] = []
    order = ""

    def by_ear(page: Page) -> bool:
        nonlocal order
        acted = False
        for sentence in _heard(page):
            told.append(sentence)
            if says := re.search(r"The Order die says: ([\w ]+)\.", sentence):
                order = says[1].capitalize()
            if answer := re.search(r"Right was (\w+)\.|right was (\w+)\.", sentence):
                rights.append((mine[-1], answer[1] or answer[2]))
            if sentence == "Press Space when you are ready.":
                page.keyboard.press("Space")
                falls(still, page)
                acted = True
            if dice := re.fullmatch(r"(Black.*?\.) (Red.*?\.) (White.*?\.)", sentence):
                mine.append(_right(order, list(dice.groups())))
                reaches(page, mine[-1][0])
                passes(still, page, is_decided(page))
                acted = True
        return acted

    go(page, new_table(page, "diavolo", ["you", "bot"], options={"calm": "yes"}))
    play_out([page], by_ear)

    assert is_over(page)
    assert len(rights) >= 5
    assert [own for own, _ in rights] == [right for _, right in rights], told
    me = name_of(page)
    told += _heard(page)
    assert "Right! You keep your gems." in told
    assert not any(" grabs " in said or "Grab an imp" in said for said in told), "there is no time for that"
    assert any(f"{me} has the last gem and wins" in said for said in told), told[-6:]


def test_who_grabs_by_keyboard_keeps_his_place_and_reads_the_dice_on_the_table(guest: Guest, still: House) -> None:
    """Nothing sorts the dice for the eye while they are raced for; the focus stays on the board from round to round."""
    page = guest("/", way=still.url)
    page.add_init_script(LISTEN)
    go(page, new_table(page, "diavolo", ["you", "you"]))
    for _ in range(2):
        page.locator(READY).wait_for()
        _into(page, "data-ready")
        page.keyboard.press("Enter")
        falls(still, page)
        page.wait_for_function(ON_THE_BOARD)
        assert not any(re.search("Black|White", line) for line in log_of(page)[-1:])
        page.locator(CAN_GRAB).first.focus()
        reaches(page, "s")
        reaches(page, "j", hand=1)
        passes(still, page, is_decided(page))
        page.wait_for_function(ON_THE_BOARD)


def test_space_is_ready_on_an_imp_that_cannot_be_grabbed_yet(guest: Guest, still: House) -> None:
    """Where the focus still is from the round before: what the page asks for is heard there too."""
    page = guest("/", way=still.url)
    go(page, new_table(page, "diavolo", ["you", "bot"]))
    page.locator(READY).wait_for()
    expect(page.get_by_text("Press Space when you are ready.")).to_have_count(1)
    page.locator("[data-grab=black]").focus()

    page.keyboard.press("Space")

    expect(page.locator(READY)).to_have_count(0)


@pytest.mark.parametrize("game", ["little-devils", "diable-sauteur", "diable-par-la-queue", "diavolo"])
def test_whoever_comes_back_to_the_board_by_keyboard_sees_all_of_it(guest: Guest, still: House, game: str) -> None:
    """On a low screen, from what lies below it, with the middle of the table and not only what can be done."""
    page = guest("/", way=still.url, viewport={"width": 640, "height": 360})
    go(page, new_table(page, game, ["you", "you", "you"][: 2 if game != "little-devils" else 3]))
    shield = page.get_by_role("button", name=re.compile("^I am .*: show my hand"))
    page.locator("[data-offers], [data-offer]").or_(shield).first.wait_for()
    if shield.count():
        shield.click()
    below = page.locator(".board summary")
    below.wait_for()
    below.focus()
    page.wait_for_function("() => scrollY > 0")

    page.keyboard.press("Shift+Tab")
    while page.evaluate("document.activeElement.matches('input')"):
        page.keyboard.press("Shift+Tab")

    page.wait_for_function(ON_THE_BOARD)
    page.wait_for_function("() => document.querySelector('.table').getBoundingClientRect().top >= 0")


def test_what_a_round_was_for_me_is_said(guest: Guest, still: House) -> None:
    page = guest("/", way=still.url)
    page.add_init_script(LISTEN)
    go(page, new_table(page, "diavolo", ["you", "bot"], options={"calm": "yes"}))
    throw(still, page)
    reaches(page, "g")
    passes(still, page, is_decided(page))

    shown = page.locator("section.why .verdict").inner_text()
    until(page, lambda: shown in _heard(page))


def test_whoever_has_a_card_to_lay_is_told_so_on_every_other_cell(guest: Guest) -> None:
    page = guest("/")
    go(page, new_table(page, "diable-par-la-queue", ["you", "you"]))
    cells = page.locator("[role=gridcell]")
    expect(cells.and_(page.locator(".offered")).first).to_be_visible()
    cells.nth(10).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Lay it on"))).to_be_visible()

    cells.nth(20).focus()
    page.keyboard.press("Enter")

    expect(page.locator("[role=status]", has_text="lay your card there before you do anything else")).to_have_count(1)


def _hides(page: Page) -> None:
    """Le Diable Sauteur round one screen, when the first to hide has it before him."""
    go(page, new_table(page, "diable-sauteur", ["you", "you"], options={"rule": "a"}))
    page.get_by_role("button", name=re.compile("^I am .*: show my hand")).click()
    page.get_by_role("button", name="Put the die of devils under key 1").wait_for()


def _focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText"))


def _answer(asked: str) -> list[str]:
    """What one presses when one hears this."""
    if "under which key does the die of devils lie" in asked:
        return ["3", "Enter"]
    if who := re.search(r"Who moves \d+ cells?\? On the track: (\w+)", asked):
        return [who[1][0].lower()]
    if re.search(r"or have the dice hidden again\?", asked):
        return ["a"]
    if re.search(r"or stop and run \d+ cells?\?", asked):
        return ["s"]
    if key := re.search(r"Which key do you press: .*?(\d)\?", asked):
        return [key[1]]
    return []


def _right(order: str, said: list[str]) -> str:
    """The imp to be grabbed, counted from what was heard."""
    values = [[float(each) for each in re.findall(r"\d+(?:\.\d+)?", its)] for its in said]
    figure: dict[str, Callable[[list[float]], float]] = {
        "Largest sum": sum,
        "Smallest sum": lambda its: -sum(its),
        "Largest spread": lambda its: max(its) - min(its),
        "Most odd faces": lambda its: sum(each % 2 for each in its),
        "Highest die": max,
        "Closest die": lambda its: -min(its),
    }
    figures = list(map(figure[order], values))
    best = [colour for colour, its in zip(("black", "red", "white"), figures, strict=True) if its == max(figures)]
    return best[0] if len(best) == 1 else "grey"


def _heard(page: Page) -> list[str]:
    """What has been read out since we last listened."""
    return [str(each) for each in page.evaluate("() => window.heard.splice(0)")]


def _once(page: Page, seen: set[str], what: str) -> None:
    if what not in seen:
        seen.add(what)
        assert troubles(page) == [], what


def _into(page: Page, mark: str) -> bool:
    """Tab until the focus is on something that has the mark, if there is anything."""
    for _ in range(60):
        if page.evaluate("mark => document.activeElement.hasAttribute(mark)", mark):
            return True
        page.keyboard.press("Tab")
    return False
