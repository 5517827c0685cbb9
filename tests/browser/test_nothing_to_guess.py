"""Nobody has to guess: what a game is about, what was chosen for a table, whom it waits for. No line per game here."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import pandemonium
from pandemonium.core.bots import played
from pandemonium.core.game import USUAL_LEVEL, AnyGame
from pandemonium.core.match import replay, seed_bytes
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games import is_ours
from pandemonium.server.api.boxes import box
from pandemonium.server.boards import has_board
from pandemonium.server.wire.answers import Option
from tests.browser.conftest import Guest, House
from tests.browser.people import Newest, go, lays_a_tile, name_of, new_table, play_out, settles, throw, until
from tests.browser.test_every_box import BEFORE_THE_END, TO_THE_END, Player

BOXES = [game for game in pandemonium.shelf().values() if has_board(game)]
WITH_VARIANTS = [game for game in BOXES if game.variants]
each_box = pytest.mark.parametrize("game", [game for game in BOXES if is_ours(game)], ids=lambda game: game.slug)
LOCALES = {"fr": "fr-FR", "en": "en-GB", "de": "de-DE"}


def play_now(page: Page, game: AnyGame) -> Locator:
    return page.locator(".shelf li").filter(has_text=game.title).get_by_role("button")


def other_value(option: Option) -> str:
    """One that is not as it comes out of the box."""
    values = [value for value in option.values if value not in (option.default, "-")]
    return values[0] if values else str(option.least)


# What it is about


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_says_what_each_game_is_for_how_many_and_how_long(guest: Guest, language: str) -> None:
    page = guest("/", locale=LOCALES[language])

    for game in BOXES:
        label = page.locator(".shelf li").filter(has_text=game.title)
        expect(label).to_contain_text(Words(language, game)("box.line"))
        expect(label).to_contain_text(str(game.minutes))
        expect(label).to_contain_text(str(game.seats[-1]))


@each_box
def test_a_newcomer_is_told_first_what_he_wants_and_what_he_does(guest: Guest, game: AnyGame) -> None:
    """Once for each game; nothing is set before he goes on, by Enter alone."""
    page, words = guest("/", newcomer=True), Words("en", game)
    play_now(page, game).click()

    told = page.get_by_role("dialog", name=game.title)
    expect(told).to_contain_text(words("box.want"))
    expect(told).to_contain_text(words("box.do"))
    expect(told.locator(".picture svg").first).to_be_visible()
    assert page.request.get(page.url + "api/tables?mine=true").json() == []
    expect(told.get_by_role("button", name="Play")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/table/"))
    expect(told).to_have_count(0)

    go(page, "/")
    play_now(page, game).click()
    expect(page).to_have_url(re.compile("/table/"))


def test_a_newcomer_has_his_chair_before_he_has_read_what_the_game_is_about(guest: Guest) -> None:
    anna, bruno = guest("/"), guest("/", newcomer=True)
    game = BOXES[0]
    go(bruno, new_table(anna, game.slug, ["you", *["open"] * (game.seats[-1] - 1)]))
    bruno.get_by_role("button", name="Sit here").first.click()

    expect(bruno.get_by_role("dialog", name=game.title)).to_be_visible()
    expect(bruno.get_by_text("you", exact=True)).to_be_attached()


def test_escape_leaves_everything_as_it_was(guest: Guest) -> None:
    page = guest("/", newcomer=True)
    play_now(page, BOXES[0]).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.request.get(page.url + "api/tables?mine=true").json() == []
    play_now(page, BOXES[0]).click()
    expect(page.get_by_role("dialog")).to_be_visible()


# What was chosen


@pytest.mark.parametrize("game", WITH_VARIANTS, ids=lambda game: game.slug)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_variant_is_chosen_by_its_name_and_the_table_says_which(guest: Guest, game: AnyGame, language: str) -> None:
    page, words = guest(f"/box/{game.slug}", locale=LOCALES[language]), Words(language, game)
    variant, options = list(game.variants.items())[-1]
    card = page.locator("label").filter(has_text=words(f"variant.{variant}"))
    expect(card).to_contain_text(words(f"variant.{variant}.hint"))
    card.get_by_role("radio").check()
    page.locator(".call.big").click()

    expect(page).to_have_url(re.compile("/table/"))
    expect(page.locator(".chosen")).to_contain_text(words(f"variant.{variant}"))
    table = page.request.get(page.url.replace("/table/", "/api/tables/")).json()
    assert {name: str(value) for name, value in options.items() if value is not True}.items() <= table[
        "options"
    ].items()


@pytest.mark.parametrize("game", WITH_VARIANTS, ids=lambda game: game.slug)
def test_a_newcomer_chooses_among_the_variants_at_play_now(guest: Guest, game: AnyGame) -> None:
    page, words = guest("/", newcomer=True), Words("en", game)
    variant = list(game.variants)[-1]
    play_now(page, game).click()
    page.get_by_role("dialog").get_by_role("radio", name=words(f"variant.{variant}")).check()
    page.get_by_role("dialog").get_by_role("button", name="Play").click()

    expect(page.locator(".chosen")).to_contain_text(words(f"variant.{variant}"))


@each_box
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_shown_as_it_stands_on_paper(guest: Guest, game: AnyGame, language: str) -> None:
    """Every option has its name and every choice its sentence: in the form, in the list of tables, at the table."""
    page, words = guest(f"/box/{game.slug}", locale=LOCALES[language]), Words(language, game)
    page.get_by_role("button", expanded=False).first.click()
    form = page.locator("form")
    form.locator("summary").last.click()
    for option in box(game).options:
        if not all(option.name in its for its in game.variants.values()) or not game.variants:
            expect(form).to_contain_text(words(f"option.{option.name}"))
    raw = {value for option in box(game).options for value in (option.name, *option.values) if not value.isdigit()}
    titles = {title.strip() for title in form.locator("label, legend, option, strong").all_inner_texts()}
    assert titles & raw == set()

    for option in box(game).options:
        value = other_value(option)
        chairs = ["you", *["open"] * (game.seats[0] - 1)]
        path = new_table(page, game.slug, chairs, options={option.name: value}, public=True)
        for place, where in ((path, page.locator("#main")), ("/lobby", page.locator(f"li:has(a[href*='{path}'])"))):
            go(page, place)
            named = where.locator(".chosen strong")
            expect(named.first).to_be_visible()
            assert not {option.name, value} & {*named.all_inner_texts()}, "by name"


def test_a_table_of_bots_is_one_choice_of_number_and_level(guest: Guest) -> None:
    """Seat by seat is still there, for whoever wants it."""
    game = max(BOXES, key=lambda each: each.seats[-1])
    page = guest(f"/box/{game.slug}")
    page.get_by_role("button", name="Play with friends").click()
    form = page.locator("form")
    form.get_by_role("radio", name=str(game.seats[-1]), exact=True).check()
    form.get_by_label("Number of bots").select_option(str(game.seats[-1] - 2))
    level = form.get_by_label("Level of the bots")
    says = Words("en", game)
    expect(level).to_have_accessible_description(says(f"level.{USUAL_LEVEL}.hint"))
    weakest = next(iter(game.bots))
    level.select_option(weakest)
    expect(form).to_contain_text(says(f"level.{weakest}.hint"))
    expect(form.locator("select:visible")).to_have_count(2)
    form.get_by_role("button", name="Set the table").click()

    expect(page).to_have_url(re.compile("/table/"))
    chairs = page.request.get(page.url.replace("/table/", "/api/tables/")).json()["chairs"]
    assert [chair["kind"] for chair in chairs] == ["person", "open", *["bot"] * (game.seats[-1] - 2)]
    assert {chair["level"] for chair in chairs if chair["kind"] == "bot"} == {weakest}


def test_seat_by_seat_everybody_sits_where_he_is_put(guest: Guest) -> None:
    game = max(BOXES, key=lambda each: each.seats[-1])
    page = guest(f"/box/{game.slug}")
    page.get_by_role("button", name="Play with friends").click()
    page.get_by_text("Seat by seat").click()
    page.get_by_label("Seat 2").select_option(USUAL_LEVEL)
    page.get_by_role("button", name="Set the table").click()

    expect(page).to_have_url(re.compile("/table/"))
    chairs = page.request.get(page.url.replace("/table/", "/api/tables/")).json()["chairs"]
    assert [chair["kind"] for chair in chairs][:3] == ["person", "bot", "open"]


# What the rules say


# Words of the board that reach beyond it; a name that ends in an ellipsis does not.
BEYOND = """() => {
  const board = document.querySelector('.table > .board');
  const edge = board.getBoundingClientRect().right + 1;
  const walker = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  const beyond = [];
  while (walker.nextNode()) {
    const its = walker.currentNode;
    if (!its.parentElement.checkVisibility() || its.parentElement.closest('.visually-hidden')) continue;
    const { textOverflow, clipPath } = getComputedStyle(its.parentElement);
    if (textOverflow === 'ellipsis' || clipPath === 'inset(50%)') continue;
    const range = document.createRange();
    range.selectNodeContents(its);
    if (range.getBoundingClientRect().right > edge) beyond.push(its.textContent);
  }
  return beyond;
}"""


@each_box
@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_rules_open_beside_the_match_where_they_speak_of_what_is_asked(
    guest: Guest, game: AnyGame, size: tuple[int, int]
) -> None:
    """By keyboard too: the rule has the focus, and Escape gives it back."""
    page = guest("/", viewport={"width": size[0], "height": size[1]})
    heard = Newest(page)
    go(page, new_table(page, game.slug, ["you", *["bot random"] * (game.seats_or(None) - 1)]))
    until(page, lambda: bool(heard.position) and (bool(game.race) or heard.can_act))
    opener = page.get_by_role("button", name="Look it up in the rules")
    if not game.race:
        expect(page).to_have_title(re.compile("^●"))
    settles(page)
    board = page.locator(".table > .board").bounding_box()
    opener.focus()
    page.keyboard.press("Enter")

    rules = page.get_by_role("region", name="Rules")
    expect(rules).to_contain_text(Words("en", game)("box.want"))
    if question := heard.position["question"]:
        rule = rules.locator(f"[id='r{game.asked_in[question['type']]}']")
        expect(rule).to_be_focused()
        expect(rule).to_be_in_viewport()
    expect(page.locator(".asked")).to_be_in_viewport()
    settles(page)
    over, left = rules.bounding_box(), page.locator(".table > .board").bounding_box()
    assert over
    assert left
    assert over["x"] >= left["x"] + left["width"] - 1 or over["y"] > size[1] / 2, "the match stays in sight"
    until(page, lambda: page.evaluate(BEYOND) == [])  # Nothing of it is pushed out of its place.
    if size[0] > 900:
        assert left == board, "and nothing moves"
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    expect(opener).to_be_focused()
    expect(page).to_have_url(re.compile("/table/[^/]+$"))


# What colours say

LUMINANCE = """its => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  const style = getComputedStyle(its);
  canvas.fillStyle = its.matches('.strand') ? style.stroke : style.fill;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(
    value => value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}"""


FILLS = "all => all.map(its => getComputedStyle(its).fill)"


def contrast(page: Page, one: str, other: str) -> float:
    light, dark = sorted((page.locator(its).first.evaluate(LUMINANCE) + 0.05 for its in (one, other)), reverse=True)
    return float(light / dark)


@pytest.mark.parametrize("game", [game for game in BOXES if game.sides], ids=lambda game: game.slug)
def test_partners_have_the_colour_of_their_side(guest: Guest, house: House, game: AnyGame) -> None:
    """On the strip, on their plates and in the result."""
    page = guest("/")
    for seats, sides in game.sides.items():
        go(page, new_table(page, game.slug, ["you", *["bot random"] * (seats - 1)]))
        marks = page.locator(".seats li svg > path:first-child")
        expect(marks).to_have_count(seats)
        colours = marks.evaluate_all(FILLS)
        assert [colours.index(colour) for colour in colours] == [sides.index(side) for side in sides]
        # Beside the board there is a plate for each side.
        plates = page.locator(".board section .side > svg .head")
        assert plates.evaluate_all(FILLS) == [colours[sides.index(side)] for side in sorted({*sides})]

        whole = played(game, seats, {}, ["random"], seed_bytes("sides"))
        begun = replay(game, seats, whole.options, whole.moves[:-BEFORE_THE_END])
        player = Player(page, game, house)
        go(page, new_table(page, game.slug, ["you", *["bot random"] * (seats - 1)], paper=begun.text()))
        expect(page.locator("[data-middle]").first).to_be_visible()
        player.plays(TO_THE_END)
        result = page.locator("#standings li svg").evaluate_all(
            "all => all.map(its => [its.textContent.trim(), getComputedStyle(its.querySelector('path')).fill])"
        )
        assert dict(result) == {str(seat): colour for seat, colour in enumerate(colours, start=1)}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_laid_cards_and_free_strands_can_be_told_apart(guest: Guest, theme: str) -> None:
    """Le Diable par la queue: a card from a free cell, and nobody's strand from its card."""
    page = guest("/", color_scheme=theme)
    go(page, new_table(page, "diable-par-la-queue", ["you", "bot random"]))
    play_out([page], lays_a_tile, until=3)

    expect(page.locator(".laid .stray").first).to_be_attached()
    assert contrast(page, ".laid .card", ".cell") > 1.2
    assert contrast(page, ".laid .stray", ".laid .card") > 1.6


@pytest.mark.parametrize(
    ("size", "where"), [((1280, 800), "[data-order]"), ((390, 844), ".bar .order"), ((844, 390), ".bar .order")]
)
def test_the_order_stands_by_the_dice(guest: Guest, still: House, size: tuple[int, int], where: str) -> None:
    """Diavolo: as long as the dice lie there, in words; on a phone in the bar right above."""
    page = guest("/", way=still.url, viewport={"width": size[0], "height": size[1]})
    heard = Newest(page)
    go(page, new_table(page, "diavolo", ["you", "bot random"]))
    throw(still, page)
    until(page, lambda: heard.can_act)

    order = heard.position["question"]["order"]
    expect(page.locator(where)).to_contain_text(Words("en", pandemonium.open("diavolo"))(f"order.{order}"))
    expect(page.locator(where)).to_be_in_viewport(ratio=1)


# What the lobby says


def test_sit_down_seats(guest: Guest) -> None:
    game = BOXES[-1]
    host = guest("/")
    new_table(host, game.slug, ["you", "open", *["open"] * (game.seats[0] - 1)][: game.seats[-1]], public=True)
    other = guest("/lobby")
    name = name_of(other)
    other.get_by_role("link", name=re.compile("^Sit down")).first.click()

    expect(other.locator("li", has_text=name).get_by_text("you", exact=True)).to_be_visible()
    expect(other.get_by_role("button", name="Stand up")).to_be_visible()


# Where each of these words stands in it, as it is painted.
PAINTED = """(its, words) => words.map(word => {
  const texts = document.createTreeWalker(its, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const at = texts.currentNode.data.indexOf(word);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + word.length);
    return range.getBoundingClientRect().left;
  }
})"""


def test_names_that_are_written_from_right_to_left_stand_in_the_order_of_the_seats(guest: Guest) -> None:
    """And take nothing along that stands beside them."""
    game, names = max(BOXES, key=lambda each: each.seats[-1]), ["דוד", "שרה"]
    people = [guest("/me") for _ in names]
    for page, name in zip(people, names, strict=True):
        page.locator("input#name").fill(name)
        page.locator("input#name").press("Enter")
        expect(page.locator("header .who").first).to_have_text(name)
    chairs = ["you", "open", "bot random", *["open"] * (game.seats[-1] - 3)]
    table = new_table(people[0], game.slug, chairs, public=True)
    go(people[1], table)
    people[1].get_by_role("button", name=re.compile("^Sit here")).first.click()
    expect(people[1].get_by_role("button", name="Stand up")).to_be_visible()

    who = guest("/lobby").locator(f"li:has(a[href*='{table}']) .who")
    expect(who).to_contain_text(names[1])
    first, second = who.evaluate(PAINTED, names)
    assert first < second


def test_who_is_told_to_be_away_is_not_said_to_be_here(guest: Guest) -> None:
    """A full table waits for whoever is away, and says so; it begins by itself."""
    game = min(BOXES, key=lambda each: each.seats[0])
    host, other = guest("/"), guest("/")
    path = new_table(host, game.slug, ["you", "open"], public=True)
    go(other, path)
    expect(other.get_by_text("It begins by itself when every seat is taken")).to_be_visible()
    other.get_by_role("button", name=re.compile("^Sit here")).click()

    expect(other.get_by_text(f"Every seat is taken; {name_of(host)} is away.")).to_be_visible()
    expect(other.get_by_text("Everybody is here: it begins.")).to_have_count(0)
    go(host, path)
    expect(other.locator(".asked")).to_be_visible()


# What is said where no number stands, and the sentence beside it: how wide they are, and how wide they may be.
FIELDS = """() => [...document.querySelectorAll('form input[type=number]')].map(field => {
  const style = getComputedStyle(field);
  const brush = document.createElement('canvas').getContext('2d');
  brush.font = style.font;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const sentence = field.closest('label').querySelector('span').getBoundingClientRect();
  return {
    cut: brush.measureText(field.placeholder).width > room,
    squeezed: sentence.width < 0.6 * field.closest('form').clientWidth && sentence.height > 80,
  };
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_a_number_is_asked_for_in_a_field_that_leaves_its_sentence_room(guest: Guest, language: str) -> None:
    page = guest("/", locale=LOCALES[language], viewport={"width": 360, "height": 640})
    fields = []
    for game in BOXES:
        go(page, f"/box/{game.slug}")
        page.get_by_role("button", expanded=False).first.click()
        page.locator("form summary").last.click()
        expect(page.locator("form .more")).to_be_visible()
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        fields += page.evaluate(FIELDS)

    assert fields
    assert not any(field["cut"] or field["squeezed"] for field in fields)


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_keys_are_spoken_of_only_where_there_are_some(guest: Guest, *, touch: bool) -> None:
    page = guest("/", has_touch=touch, is_mobile=touch)
    go(page, new_table(page, "diable-par-la-queue", ["bot", "you"]))  # The lot falls on the second seat.
    told = page.locator("p.status")

    expect(told).to_contain_text("Choose a bright cell")
    assert ("type its name" in told.inner_text()) is not touch
    assert play_out([page], lays_a_tile, until=1) == 1
    expect(told).to_contain_text("Press the card to turn it")
    assert ("Enter" in told.inner_text()) is not touch


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_who_hides_a_die_is_told_of_keys_only_where_there_are_some(guest: Guest, *, touch: bool) -> None:
    page = guest("/", has_touch=touch, is_mobile=touch)
    go(page, new_table(page, "diable-sauteur", ["you", "you"], oneScreen=True))
    page.get_by_role("button", name=re.compile("^I am .*: show my hand")).click()

    told = page.get_by_text("Nobody else sees it.")
    expect(told).to_be_visible()
    assert ("type 1 to 4" in told.inner_text()) is not touch


def test_a_card_that_has_been_laid_does_not_stand_before_what_is_to_be_done(guest: Guest) -> None:
    """Its button goes, and the board takes the keyboard back: that is nobody's choice of a cell."""
    page = guest("/", has_touch=True, is_mobile=True, viewport={"width": 844, "height": 390})
    go(page, new_table(page, "diable-par-la-queue", ["bot", "you"]))  # The lot falls on the second seat.
    asked, told = page.locator("[data-asked]"), page.locator("p.status")
    until(page, lambda: lays_a_tile(page))
    until(page, lambda: lays_a_tile(page))
    expect(asked).to_contain_text("First the twin")
    until(page, lambda: lays_a_tile(page))

    expect(asked).to_contain_text("Name a free cell")
    expect(told).to_contain_text("Choose a bright cell")
