"""What a phone has room for: nothing that one needs is under a notch, behind a note or below the fold."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Locator, expect

import pandemonium
from pandemonium.core.bots import played
from pandemonium.core.game import Seat
from pandemonium.core.match import replay, seed_bytes
from tests.browser.conftest import Guest, House
from tests.browser.people import (
    go,
    is_over,
    lays_a_tile,
    name_of,
    new_table,
    passes,
    play_out,
    reaches,
    says,
    settles,
    throw,
    time_stands,
    until,
)
from tests.browser.test_coming_and_going import together
from tests.browser.test_every_box import SAY
from tests.browser.test_one_screen import Screens
from tests.browser.test_pace import with_a_barred_card

SMALL = [(360, 640), (640, 360), (844, 390), (932, 430)]
LOW = [size for size in SMALL if size[1] < 500]
OLDEST = (320, 568)
"""Narrower than what is promised."""
NAMES = {
    "fr-FR": ("Salamandre énigmatique", "Gargouille flegmatique"),
    "en-GB": ("Smouldering Salamander", "Smouldering Hobgoblin"),
    "de-DE": ("Spöttischer Schwefelgeist", "Fröhlicher Nachtfalter"),
}
"""The longest that the house gives."""
BROKEN = """(its, name) => {
  its.textContent = name;
  let from = 0;
  return name.split(' ').filter(word => {
    const range = document.createRange();
    range.setStart(its.firstChild, from);
    range.setEnd(its.firstChild, (from += word.length));
    from += 1;
    const isLong = range.getBoundingClientRect().right > its.getBoundingClientRect().right + 1;
    return isLong || new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1;
  });
}"""
THE_LONGEST = ("The devil take the hindmost, and whoever laid that card there. " * 5)[:300]
FINGER = 44

# Of some elements: whether any two boxes lie over each other, the first of one kind and the second of the other.
LIES_OVER = """([its, others]) => [...document.querySelectorAll(its)].some(one => {
  const a = one.getBoundingClientRect();
  return [...document.querySelectorAll(others)].some(other => {
    const b = other.getBoundingClientRect();
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  });
})"""


# Whether all corners of the words are on the oval, or there are none.
ON_THE_FELT = """() => {
  const [words, felt] = [document.querySelector('.how'), document.querySelector('.tray').getBoundingClientRect()];
  if (!words.checkVisibility()) return true;
  const lines = document.createRange();
  lines.selectNodeContents(words);
  const [x, y] = [felt.x + felt.width / 2, felt.y + felt.height / 2];
  return [...lines.getClientRects()].every(({ left, right, top, bottom }) =>
    [left, right].every(at => [top, bottom].every(to =>
      (2 * (at - x) / felt.width) ** 2 + (2 * (to - y) / felt.height) ** 2 <= 1)));
}"""


def screen(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


def height(what: Locator) -> float:
    box = what.bounding_box()
    assert box is not None
    return box["height"]


def test_the_page_leaves_a_notch_to_the_browser(guest: Guest) -> None:
    """Only a page that asks for it is laid out below it."""
    page = guest("/")

    assert "viewport-fit" not in (page.locator("meta[name=viewport]").get_attribute("content") or "")


@pytest.mark.parametrize("language", NAMES)
def test_no_word_of_a_name_that_the_house_gives_is_broken(guest: Guest, language: str) -> None:
    page = guest("/", locale=language, viewport={"width": 360, "height": 640})
    name_of(page)
    page.evaluate("document.fonts.ready")

    for name in NAMES[language]:
        assert page.locator("header .who").first.evaluate(BROKEN, name) == [], name


@pytest.mark.parametrize("size", SMALL, ids=str)
def test_on_every_phone_there_is_a_bubble_for_the_chat(guest: Guest, size: tuple[int, int]) -> None:
    anna, bruno = guest("/"), guest("/", viewport=screen(size))
    together(anna, bruno)
    expect(bruno.locator(".bubble")).to_be_visible()

    says(anna, "Devil take you")

    badge = bruno.locator(".bubble .badge")
    expect(badge).to_be_visible()
    assert badge.evaluate("its => (its.textContent = '66', its.getBoundingClientRect().right)") <= size[0]


@pytest.mark.parametrize("size", [*LOW, (1180, 820)], ids=str)
def test_the_rules_beside_the_board_are_no_slit_and_their_sections_are_found_with_a_finger(
    guest: Guest, size: tuple[int, int]
) -> None:
    page = guest("/", viewport=screen(size))
    go(page, new_table(page, "little-devils", ["you", "bot", "bot", "bot"]))
    page.locator("[data-asked]").get_by_role("button", name="Look it up in the rules").click()
    sections = page.locator(".drawer nav button")
    expect(sections.first).to_be_visible()

    settles(page)
    assert height(page.locator(".drawer")) > 0.6 * size[1]
    until(page, lambda: not page.evaluate(LIES_OVER, [".drawer", "[data-asked], [data-middle], [data-offers]"]))
    for section in sections.all():
        box = section.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER - 0.5


@pytest.mark.parametrize("size", [(1280, 800), *SMALL[:2]], ids=str)
def test_who_is_played_for_by_a_bot_sees_it_and_takes_his_seat_again(
    guest: Guest, house: House, size: tuple[int, int]
) -> None:
    anna, bruno = guest("/"), guest("/", viewport=screen(size))
    table = together(bruno, anna)  # Who has set the table begins.
    expect(bruno).to_have_title(re.compile("^●"))
    house.moves_on(300)
    assert anna.evaluate(SAY, [table.removeprefix("/table/"), {"type": "cover", "id": "cover", "seat": 0}]) == "done"
    bar = bruno.locator("[data-asked]")
    expect(bar).to_contain_text("A bot plays for you.")

    again = bar.get_by_role("button", name="Take my seat again")
    expect(again).to_be_in_viewport(ratio=1)
    again.click()

    expect(bar).not_to_contain_text("A bot plays for you.")
    expect(again).to_have_count(0)


@pytest.mark.parametrize("size", SMALL[:2], ids=str)
def test_on_a_phone_one_sees_who_is_away(guest: Guest, size: tuple[int, int]) -> None:
    anna, bruno = guest("/"), guest("/", viewport=screen(size))
    together(anna, bruno)
    name = name_of(anna)
    board = bruno.locator(".table .board")
    expect(board.get_by_text(re.compile("^☾")).first).to_have_count(0)

    anna.close()

    expect(bruno.locator("[data-asked]")).to_contain_text(f"To play: {name}, who is away")
    expect(board.get_by_text(re.compile(f"^☾.{{0,2}}{name}")).first).to_be_visible()


def with_a_turned_trick() -> str:
    """A match of Little Devils on paper in which the first player leads: he has just taken a trick that was turned."""
    game, me = pandemonium.open("little-devils"), Seat(0)
    for number in itertools.count():
        whole = played(game, 4, {"memory-aid": True}, ["random"], seed_bytes(f"turned {number}"))
        for end in range(len(whole.moves) // 3):
            begun = replay(game, 4, whole.options, whole.moves[:end])
            last = begun.view(me).last
            leads = begun.to_act == (me,) and not begun.view(me).trick.cards
            if leads and last is not None and last.turned and last.taker == me:
                return begun.text()
    raise AssertionError("in some match there is such a trick")


@pytest.mark.parametrize("size", [*LOW, OLDEST], ids=str)
def test_who_takes_a_trick_is_told_whole_on_every_small_screen(guest: Guest, size: tuple[int, int]) -> None:
    page = guest("/", viewport=screen(size), locale="de-DE")
    go(page, new_table(page, "little-devils", ["you", "bot", "bot", "bot"], paper=with_a_turned_trick()))
    expect(page.locator("div.call")).to_contain_text("nimmt")

    assert not Screens(page).wrong(size)
    until(page, lambda: not page.evaluate(LIES_OVER, [".call > *", ".plate"]))


def test_what_is_said_in_passing_hides_no_button(guest: Guest) -> None:
    page = guest("/", viewport=screen(SMALL[0]))
    page.clock.install()
    go(page, new_table(page, "little-devils", ["you", "bot sensible", "bot sensible"], paper=with_a_barred_card()))
    expect(page.locator("button[data-card][aria-disabled=false]")).not_to_have_count(0)
    time_stands(page)
    signs = page.locator("[data-asked] > .button:visible")
    before = signs.count()
    page.locator("button[data-card][aria-disabled=true]").first.dispatch_event("click")

    expect(page.locator("[data-asked] [role=alert] .said")).to_be_visible()
    assert signs.count() == before >= 3
    assert not page.evaluate(LIES_OVER, ["[data-asked] [role=alert] .said", "[data-asked] > .button"])


@pytest.mark.parametrize("size", SMALL, ids=str)
def test_whatever_others_say_lies_over_nothing_that_one_needs_and_can_be_opened(
    guest: Guest, size: tuple[int, int]
) -> None:
    anna, bruno = guest("/"), guest("/", viewport=screen(size))
    bruno.clock.install()
    together(anna, bruno)
    board = "document.querySelector('.table .board').offsetTop"
    expect(bruno.locator("[data-middle]").first).to_be_visible()
    Screens(bruno).turn(size)  # The page comes to rest.
    before = bruno.evaluate(board)
    time_stands(bruno)

    says(anna, THE_LONGEST)
    heard = bruno.locator(".heard")
    expect(heard).to_be_in_viewport(ratio=1)
    assert not bruno.evaluate(LIES_OVER, [".heard", ".table .board, [data-asked] > .button"])
    assert bruno.evaluate(board) == before
    heard.click()

    talk = bruno.get_by_role("dialog").get_by_role("log")
    expect(talk).to_contain_text(THE_LONGEST)
    expect(heard).to_have_count(0)


def test_who_is_asked_something_reads_that_first(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/", viewport=screen(SMALL[0]))
    together(bruno, anna)
    asked = bruno.locator("[data-asked] p").first
    expect(bruno).to_have_title(re.compile("^●"))

    says(anna, "Devil take you")
    expect(bruno.locator(".bubble .badge")).to_have_text("1")
    expect(bruno.locator(".heard")).to_have_count(0)
    assert asked.evaluate("its => getComputedStyle(its).opacity") == "1"
    assert play_out([bruno], lays_a_tile, until=2) == 2

    expect(bruno.locator(".heard")).to_contain_text("Devil take you")


def test_the_big_screen_shows_when_a_public_race_begins(guest: Guest) -> None:
    anna, bruno, wall = guest("/"), guest("/"), guest("/")
    table = new_table(anna, "diavolo", ["you", "open"], public=True)
    for page in (anna, bruno):
        go(page, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    go(wall, f"{table}?screen")

    expect(wall.locator("[data-screen] .asked").get_by_role("timer")).to_be_visible()


def test_at_once_the_house_hears_of_it(guest: Guest) -> None:
    """Also when it is chosen in the middle of a match."""
    page = guest("/")
    said: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: said.append(str(frame))))
    go(page, new_table(page, "little-devils", ["you", "bot", "bot"]))
    expect(page.locator("[data-middle]").first).to_be_visible()
    assert not any('"pace"' in frame for frame in said), "calm is what it expects"

    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_role("radio", name="At once").check()
    until(page, lambda: any('"tempo":0' in frame for frame in said))
    said.clear()
    page.reload()

    until(page, lambda: any('"tempo":0' in frame for frame in said))


@pytest.mark.parametrize("language", ["de-DE", "fr-FR", "en-GB"])
def test_what_diavolo_explains_before_the_first_round_lies_on_its_table(guest: Guest, language: str) -> None:
    """And not across the rim and the imps, with however many plates the table shares a small phone."""
    page = guest("/", locale=language)
    for seats in (4, 6):
        go(page, new_table(page, "diavolo", ["you", *["bot"] * (seats - 1)]))
        page.locator("[data-ready]").wait_for()
        for size in (*SMALL, (390, 844)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_function(ON_THE_FELT)


def test_on_a_phone_a_long_sentence_about_who_has_won_covers_nothing_of_the_board(guest: Guest, still: House) -> None:
    """Several may win together, and have long names."""
    anna, bruno = guest("/", way=still.url, viewport=screen((360, 640))), guest("/", way=still.url)
    table = new_table(anna, "diavolo", ["you", "open"], options={"calm": "yes", "rounds": "1"})
    go(anna, table)
    go(bruno, table)
    bruno.get_by_role("button", name="Sit here").first.click()
    throw(still, anna, bruno)
    for page in (anna, bruno):
        reaches(page, "g")
    passes(still, anna, lambda: is_over(anna))
    expect(anna.locator(".sheet h2")).to_contain_text("You win, together with")

    until(anna, lambda: not anna.evaluate(LIES_OVER, [".sheet", "[data-middle], [data-offers] .below"]), 20)
