"""One screen: whatever its size and shape, what one needs to decide and to act is in sight; no line per game here.

A board marks what lies in the middle (`data-middle`) and what it offers (`data-offers`); the page marks what is asked
(`data-asked`). One page per game and number of seats is turned and stretched at each kind of decision that there is;
the ways to play that have a name are looked at on the smallest screens."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import CDPSession, Page, expect

import pandemonium
from pandemonium.core.bots import played
from pandemonium.core.game import AnyGame, Seat
from pandemonium.core.match import begin, replay, seed_bytes
from pandemonium.games import is_ours
from tests.browser.conftest import SUSPENSE, Guest, House
from tests.browser.people import go, goes_on, is_over, new_table, over, shell, until
from tests.browser.test_every_box import BEFORE_THE_END, TO_THE_END, WITH_BOARD, Player

HANDS = [(360, 640), (390, 844), (640, 360), (844, 390), (932, 430), (820, 1180), (1180, 820)]
"""Held in the hand, and touched."""
DESKS = [(1280, 800), (1366, 625), (1920, 1080), (3840, 2160)]
DESK = DESKS[0]
MOVES = 40
"""So many at most, until every kind of decision has been seen."""
A_FEW = 6
"""So many are asked differently."""
ENOUGH = 12
"""So many without a new kind: there is none."""

OURS = [game for game in WITH_BOARD if is_ours(game)]
EVERY = [(game, seats) for game in OURS for seats in game.seats]
EVERY += [(game, game.seats_or(None)) for game in WITH_BOARD if not is_ours(game)]

SMALLEST = [(360, 640), (640, 360), (844, 390), (932, 430), (1180, 820)]
NAMED = [(game, name) for game in OURS for name in list(game.variants)[1:]]
"""The ways to play beside the one that comes out of the box."""
MATCHES = 12
"""In so many, whatever can be asked is."""

LANGUAGES = ("de-DE", "fr-FR", "en-GB")
"""One after the other, over games and seats."""

# What is wrong with the page as it stands, one sentence each.
LAW = """([needs, held]) => {
  const wrong = [];
  const [wide, high] = [innerWidth, innerHeight];
  const coarse = matchMedia('(pointer: coarse)').matches;
  if (coarse !== held) wrong.push(`the pointer is ${coarse ? '' : 'not '}coarse`);
  const about = its => {
    const said = (its.getAttribute('aria-label') ?? its.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 40);
    return `<${its.tagName.toLowerCase()} class="${its.getAttribute('class') ?? ''}"> ${JSON.stringify(said)}`;
  };
  const says = (what, its, box) => {
    const where = box ? ` at ${[box.left, box.top, box.right, box.bottom].map(Math.round)}` : '';
    wrong.push(`${what}: ${about(its)}${where}`);
  };
  // A sheet that lies over the table is all there is while it is open.
  const sheet = document.querySelector('dialog[open]');
  const isShown = its => (!sheet || sheet.contains(its))
    && its.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const isForEars = its =>
    its.closest('.visually-hidden, [hidden]') !== null || getComputedStyle(its).clipPath === 'inset(50%)';
  const isInside = box =>
    box.width > 0 && box.left >= -1 && box.top >= -1 && box.right <= wide + 1 && box.bottom <= high + 1;
  // What a box that scrolls shows of what is in it.
  const isScrolledAway = (its, x, y) => {
    for (let outer = its.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(outer).overflowY)) continue;
      const box = outer.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true;
    }
    return false;
  };

  // What is needed is in sight.
  if (scrollY !== 0) wrong.push('the page has scrolled');
  if (document.documentElement.scrollWidth > wide) wrong.push('the page scrolls sideways');
  const PRESSED = 'button, a[href], input, select, textarea, summary, [role=button], [role=gridcell]';
  const NEEDED = '[data-asked], [data-middle], [data-offers]';
  const found = Object.fromEntries(['asked', 'middle', 'offers'].map(name =>
    [name, [...document.querySelectorAll(`[data-${name}]`)].filter(isShown)]));
  for (const [name, those] of Object.entries(found)) {
    if (those.length === 0 && needs.includes(name)) wrong.push(`no ${name} on the page`);
    for (const its of those) {
      const box = its.getBoundingClientRect();
      if (!isInside(box)) says(`${name} out of sight`, its, box);
    }
  }
  for (const its of document.querySelectorAll(`[data-offers] :is(${PRESSED})`)) {
    const target = its.closest('label') ?? its;
    const box = target.getBoundingClientRect();
    if (isShown(target) && !isInside(box)) says('offer out of sight', its, box);
  }

  for (const its of document.querySelectorAll('[data-middle] *, [data-offers] *')) {
    const scrolls = its.scrollHeight > its.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(its).overflowY);
    if (scrolls && isShown(its)) says('to be scrolled', its);
  }

  for (const its of sheet?.querySelectorAll('.button') ?? []) {
    const box = its.getBoundingClientRect();
    if (!isInside(box)) says('button out of sight', its, box);
  }
  if (sheet && sheet.scrollHeight > sheet.clientHeight + 1) says('to be scrolled', sheet);

  // What can be pressed is not covered, and large enough for a finger.
  for (const its of document.querySelectorAll(PRESSED)) {
    const target = its.matches('input') ? (its.closest('label') ?? its) : its;
    if (!isShown(target) || isForEars(target) || its.matches('.skip')) continue;
    const box = target.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    if (coarse && Math.min(box.width, box.height) < 43.5) says('small', its, box);
    if (x < 0 || y < 0 || x >= wide || y >= high || isScrolledAway(target, x, y)) continue;
    const hit = document.elementFromPoint(x, y);
    if (hit && !target.contains(hit)) {
      says('covered', its, box);
      says('  by', hit);
    }
  }

  // What passes lies over nothing that is needed.
  for (const its of document.querySelectorAll('[role=status], [role=alert]')) {
    if (!isShown(its) || isForEars(its) || its.textContent.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(its);
    const box = range.getBoundingClientRect();
    for (const other of [...found.middle, ...found.offers]) {
      const [one, two] = [box, other.getBoundingClientRect()];
      if (other.contains(its) || one.right <= two.left || two.right <= one.left) continue;
      if (one.bottom > two.top + 1 && two.bottom > one.top + 1) says('lies over what is needed', its, box);
    }
  }

  // Text can be read to its end. Only what people call themselves may be cut: it may be of any length. What bots are
  // called is short, and on a large screen it is whole.
  const names = new Set([...document.querySelectorAll('.seats .name')].map(its => its.textContent.trim()));
  const isLarge = Math.min(wide, high) >= 800;
  const mayBeCut = its => {
    const text = its.textContent.trim();
    return (its.matches('.name') || names.has(text)) && !(isLarge && text.length <= 9);
  };
  const walker = document.createTreeWalker(sheet ?? document.querySelector('#main'), NodeFilter.SHOW_TEXT);
  const read = new Set();
  while (walker.nextNode()) {
    const its = walker.currentNode.parentElement;
    if (read.has(its) || walker.currentNode.textContent.trim() === '' || !isShown(its) || isForEars(its)) continue;
    read.add(its);
    const style = getComputedStyle(its);
    let size = parseFloat(style.fontSize);
    if (its instanceof SVGElement) {
      const { a, b } = its.getScreenCTM();
      size *= Math.hypot(a, b);
    }
    if (size < 11.9) says(`small text (${size.toFixed(1)} px)`, its);
    if (mayBeCut(its)) continue;
    for (let outer = its; outer && outer.id !== 'main'; outer = outer.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(outer);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const scrolls = /auto|scroll/.test(overflowY);
      const isCut = !scrolls && outer.scrollHeight > outer.clientHeight + 1;
      if (isCut || outer.scrollWidth > outer.clientWidth + 1) says('cut text', outer);
      break;
    }
    const isOut = its instanceof HTMLElement && its.clientWidth > 0 && its.scrollWidth > its.clientWidth + 1;
    if (isOut) says('text out of its box', its);
    const range = document.createRange();
    range.selectNodeContents(its);
    const box = range.getBoundingClientRect();
    if (box.left < -1 || box.right > wide + 1) says('text over the edge', its, box);
    if (its.closest(NEEDED) === null) continue;
    if (box.top < -1 || box.bottom > high + 1) says('text over the edge', its, box);
    // Nothing lies over words that are to be read: asked of the first and the last letter of each line.
    if (!(its instanceof HTMLElement) || style.pointerEvents === 'none') continue;
    for (const line of range.getClientRects()) {
      for (const x of [line.left + 3, line.right - 3]) {
        const hit = document.elementFromPoint(x, (line.top + line.bottom) / 2);
        if (!hit || its.contains(hit) || hit.contains(its)) continue;
        says('words covered', its, line);
        says('  by', hit);
      }
    }
  }
  return [...new Set(wrong)];
}"""


# Boards that measure themselves have drawn again, and nothing moves: the same for a few frames.
AT_REST = """async ([wide, high]) => {
  const FRAMES = 2;
  const where = () => innerWidth !== wide || innerHeight !== high ? NaN : JSON.stringify(
    [...document.querySelectorAll('[data-asked], [data-middle], [data-offers], [data-offers] *')].map(its => {
      const { x, y, width, height } = its.getBoundingClientRect();
      return [x, y, width, height];
    }));
  for (let last = NaN, same = 0; same < FRAMES; ) {
    // A page that paints nothing is at rest too.
    await Promise.race([new Promise(requestAnimationFrame), new Promise(done => setTimeout(done, 200))]);
    const now = where();
    same = now === last ? same + 1 : 0;
    last = now;
  }
}"""


# Each sign beside the question, by what it is for, and where it stands.
SIGNS = """() => [...document.querySelectorAll('[data-asked] > .button')].map(its => {
  const { x, y } = its.getBoundingClientRect();
  return [['hint', 'undo', 'bubble', 'answer'].find(name => its.classList.contains(name)) ?? 'rules', [x, y]];
})"""


PATIENCE = 25
"""How often a screen on which something is wrong is looked at again."""


@pytest.fixture(scope="module")
def house(still: House) -> House:
    """Its clock stands: no round of a race ends before the test says so."""
    return still


class Screens:
    """A page on one screen after the other."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.devtools: CDPSession = page.context.new_cdp_session(page)

    def turn(self, size: tuple[int, int]) -> None:
        self.devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": size in HANDS})
        # As wide and high, but painted with few pixels: nobody looks, and painting is what takes time.
        shape = {"width": size[0], "height": size[1], "deviceScaleFactor": 0.25, "mobile": False}
        self.devtools.send("Emulation.setDeviceMetricsOverride", shape)
        self.page.evaluate(AT_REST, size)

    def wrong(
        self, size: tuple[int, int], needs: Sequence[str] = ("asked", "middle", "offers"), about: str = ""
    ) -> list[str]:
        """What is wrong there, and stays so: on a busy machine a board may take a while to measure itself anew.
        `about`: which of it is looked for."""
        found: list[str] = []
        for attempt in range(1 + PATIENCE):
            if attempt:
                self.page.wait_for_timeout(200)
            self.turn(size)
            found = [what for what in self.page.evaluate(LAW, [needs, size in HANDS]) if re.search(about, what)]
            if not found:
                break
        return [f"{size[0]}×{size[1]}: {what}" for what in found]

    def board_begins(self) -> float:
        return float(self.page.evaluate("document.querySelector('.table .board').offsetTop"))

    def seats_begin(self) -> float:
        return float(self.page.evaluate("document.querySelector('.table .seats').getBoundingClientRect().top"))


class Visitor(Player):
    """Somebody who stops at each kind of decision."""

    def kind(self) -> str:
        """What is asked; or what happened last, where everybody has time until he is ready."""
        question = self.newest.position["question"]
        if question is None:
            newest = self.newest.moments[max(self.newest.moments)]
            return "after " + str(newest["what"] and newest["what"]["type"])
        return str(question["type"])

    def decides(self, moves: int) -> Iterator[str]:
        """Whatever he is asked, move by move."""
        for _ in range(moves):
            until(self.page, self._is_at_rest)
            if is_over(self.page):
                return
            yield self.kind()
            if self.newest.can_act:
                self.acts()
            elif self._stands():
                self.is_ready()
                until(self.page, self._is_at_rest)

    def is_counted(self) -> bool:
        """A round, whatever he has to do for it. The sheet stays."""
        if not self.page.locator("[data-on]").is_visible() and self.is_asked():
            self._says("act", what=self.luck.choice(self.newest.position["legal"]))
        return self.page.locator("[data-on]").is_visible()

    def _is_at_rest(self) -> bool:
        goes_on(self.page)
        return is_over(self.page) or self._stands() or bool(self.game.race and self.newest.can_act)


@cache
def decisions(slug: str, seats: int, variant: str = "") -> dict[str, str]:
    """Each kind of question that is asked at such a table, with a match on paper in which the first player is asked
    it next. In a race there is none: nobody waits for that on paper."""
    game = pandemonium.open(slug)
    options, me, found = dict(game.variants.get(variant, {})), Seat(0), dict[str, str]()
    for number in range(0 if game.race else MATCHES):
        whole = played(game, seats, options, ["random"], seed_bytes(f"kinds {number}"))
        state = game.rules.start(whole.options, seats)
        for place, move in enumerate(whole.moves):
            state = game.rules.apply(state, move)
            question = game.sight.question(state, me)
            if question is not None and (kind := tag_of(question)) not in found:
                found[kind] = replay(game, seats, whole.options, whole.moves[: place + 1]).text()
    return found


def tag_of(question: Any) -> str:
    return str(msgspec.to_builtins(question)["type"])


@pytest.mark.parametrize("game", [game for game in OURS if not game.race], ids=lambda game: game.slug)
def test_every_question_that_a_game_declares_is_asked_at_a_table_that_is_looked_at(game: AnyGame) -> None:
    tables = [decisions(game.slug, seats) for seats in game.seats]
    tables += [decisions(game.slug, game.seats_or(None), name) for of, name in NAMED if of is game]

    assert set().union(*tables) == game.asked_in.keys()


def begins(page: Page, house: House, game: AnyGame, seats: int, *, seat: int = 0, **more: Any) -> Visitor:
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    visitor = Visitor(page, game, house)
    chairs = ["bot random"] * seats
    chairs[seat] = "you"
    go(page, new_table(page, game.slug, chairs, **more))
    until(page, lambda: bool(visitor.newest.position))
    expect(page.locator("[data-middle]").first).to_be_visible()
    return visitor


@pytest.mark.parametrize(("game", "seats"), EVERY, ids=lambda its: getattr(its, "slug", str(its)))
def test_what_is_needed_is_in_sight_whole_and_uncovered_on_every_screen(
    guest: Guest, house: House, game: AnyGame, seats: int
) -> None:
    page = guest("/", locale=LANGUAGES[EVERY.index((game, seats)) % len(LANGUAGES)])
    visitor, screens = begins(page, house, game, seats), Screens(page)
    left: dict[str, list[tuple[int, int]]] = {}
    wrong: list[str] = []
    begun: dict[tuple[int, int], dict[str, float]] = {}
    idle = 0

    for kind in visitor.decides(MOVES):
        sizes = left.setdefault(kind, [*HANDS, *DESKS])
        idle = 0 if sizes else idle + 1
        if idle > ENOUGH:
            break
        if not sizes:
            continue
        while sizes:
            found = screens.wrong(sizes[0])
            if visitor.kind() != kind:
                break  # A race does not wait; the next round has the same decision.
            wrong += [f"{kind} {what}" for what in found]
            begun.setdefault(sizes.pop(0), {})[kind] = screens.board_begins()
        screens.turn(DESK)

    for kind, paper in decisions(game.slug, seats).items():
        if kind in left:
            continue  # It has been met on the way.
        visitor = begins(page, house, game, seats, paper=paper)
        assert next(visitor.decides(1)) == kind
        left[kind] = []
        wrong += [f"{kind} {what}" for size in [*HANDS, *DESKS] for what in screens.wrong(size)]
        screens.turn(DESK)

    assert not [kind for kind, sizes in left.items() if sizes], "every kind of decision was looked at on every screen"
    assert not (asked := game.asked_in.keys() if game.race else decisions(game.slug, seats).keys()) - left.keys(), asked
    assert not wrong, "\n".join(wrong)
    jumps = {size: where for size, where in begun.items() if len(set(where.values())) > 1}
    assert not jumps, "the board stays where it is, whatever is asked and said"


# Whether how long there is still to think can be read, to both its ends.
TIME_IS_READ = """() => [...document.querySelectorAll('[role=timer]')].some(its => {
  if (!its.checkVisibility({ visibilityProperty: true })) return false;
  const range = document.createRange();
  range.selectNodeContents(its);
  const { left, top, right, bottom } = range.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
  return [left + 1, right - 1].every(x => its.contains(document.elementFromPoint(x, (top + bottom) / 2)));
})"""
LONGEST = 14 * 86_400 - 1
"""In seconds: nobody's time is up while the page is turned."""


@pytest.mark.parametrize("seconds", [3_600, LONGEST], ids=["ticking", "by-letter"])
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
def test_how_long_who_is_asked_may_think_is_in_sight_whole_and_uncovered_on_every_screen(
    guest: Guest, house: House, game: AnyGame, seconds: int
) -> None:
    """With as many seats as there can be, on the last of them. In a race it is how long everybody is waited for, at a
    public table."""
    page = guest("/", locale=LANGUAGES[OURS.index(game) % len(LANGUAGES)])
    clock: dict[str, Any] = {"public": True} if game.race else {"clock": {"perMove": seconds}}
    visitor, screens = begins(page, house, game, max(game.seats), seat=max(game.seats) - 1, **clock), Screens(page)
    wrong: list[str] = []

    kind = next(visitor.decides(1))
    for size in [*HANDS, *DESKS]:
        wrong += screens.wrong(size)
        try:
            until(page, lambda: bool(page.evaluate(TIME_IS_READ)), seconds=10)
        except AssertionError:
            wrong.append(f"{size[0]}×{size[1]}: no time to be seen")

    assert visitor.kind() == kind
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("game", "variant"), NAMED, ids=lambda its: getattr(its, "slug", str(its)))
def test_the_same_holds_for_every_way_to_play_it(guest: Guest, house: House, game: AnyGame, variant: str) -> None:
    page = guest("/", locale=LANGUAGES[NAMED.index((game, variant)) % len(LANGUAGES)])
    seats, screens = game.seats_or(None), Screens(page)
    # A race on paper waits for its next round: it is played until it has asked.
    start = replay(game, seats, begin(game, seats, game.variants[variant], seed_bytes("ways")).options, []).text()
    papers = decisions(game.slug, seats, variant) or dict.fromkeys(game.asked_in, start)
    wrong: list[str] = []

    for kind, paper in papers.items():
        visitor = begins(page, house, game, seats, paper=paper)
        left = [*SMALLEST]
        for asked in visitor.decides(MOVES):
            while left and (asked == kind or game.race):
                found = screens.wrong(left[0])
                if visitor.kind() != asked:
                    break  # A race does not wait.
                wrong += [f"{asked} {what}" for what in found]
                if asked != kind:
                    break
                left.pop(0)
            screens.turn(DESK)
            if not left:
                break
        assert not left, f"{kind} was looked at on every screen"

    assert not wrong, "\n".join(wrong)


# The middle of the board, the question and the page itself; what is offered is offered to others.
BOARD = "middle out of sight|asked out of sight|sideways|^no |scrolled|cut text|words covered"


@pytest.mark.parametrize("size", SMALLEST, ids=str)
def test_who_watches_shares_a_device_or_opens_the_big_screen_sees_the_board_whole(
    guest: Guest, house: House, size: tuple[int, int]
) -> None:
    """Each page is loaded at that size; one game after the other."""
    game = OURS[SMALLEST.index(size) % len(OURS)]
    seats, language = game.seats_or(None), LANGUAGES[SMALLEST.index(size) % len(LANGUAGES)]
    host = guest("/", locale=language)
    begins(host, house, game, seats)
    watcher = guest("/", locale=language, viewport={"width": size[0], "height": size[1]})
    screens, wrong = Screens(watcher), []
    screens.turn(size)
    table = new_table(watcher, game.slug, ["you", "you", *["bot random"] * (seats - 2)], oneScreen=True)

    for path in (host.url.partition("/table/")[2], f"{host.url.partition('/table/')[2]}?screen", table.split("/")[2]):
        go(watcher, f"/table/{path}")
        middle, shield = watcher.locator("[data-middle]").first, watcher.locator(".board button.call").first
        expect(middle.or_(shield).first).to_be_visible()
        if game.secrets and not middle.is_visible():
            shield.click()
        expect(middle).to_be_visible()
        needs = ["middle"] if path.endswith("screen") else ["asked", "middle"]
        wrong += [f"{path} {what}" for what in screens.wrong(size, needs, BOARD)]

    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
def test_beside_a_low_board_the_seats_stay_where_they_are_whatever_is_asked(
    guest: Guest, house: House, game: AnyGame
) -> None:
    """Also while others play, and when there is something to take back; so do the signs above them."""
    page = guest("/", locale=LANGUAGES[OURS.index(game) % len(LANGUAGES)])
    visitor, screens = begins(page, house, game, game.seats_or(None)), Screens(page)
    screens.turn((844, 390))
    begun, places = set(), dict[str, set[tuple[float, float]]]()

    for _ in itertools.islice(visitor.decides(MOVES), A_FEW):
        screens.turn((844, 390))
        begun.add(screens.seats_begin())
        for sign, place in page.evaluate(SIGNS):
            places.setdefault(sign, set()).add(tuple(place))

    assert len(begun) == 1
    assert places.keys() > {"rules"}
    assert not {sign: where for sign, where in places.items() if len(where) > 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_in_passing_does_not_push_the_board_away(guest: Guest, house: House, language: str) -> None:
    """The longest there is, on the narrowest phone: dice have fallen while the page was in the background."""
    page = guest("/", locale=language)
    race = next(game for game in WITH_BOARD if game.race)
    screens = Screens(page)
    visitor = begins(page, house, race, race.seats_or(None))
    screens.turn(HANDS[0])
    before = screens.board_begins()
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")

    visitor.is_ready()
    expect(page.locator("[data-asked] [role=alert] span").first).to_be_visible()

    page.evaluate(AT_REST, HANDS[0])
    assert screens.board_begins() == before


# Whoever sits there, bots too, has the longest name there can be.
LONG_NAMES = """
const honest = JSON.parse;
JSON.parse = text => honest(text, (key, value) => {
  if (key === 'chairs') value.forEach((chair, seat) => (chair.name = 'W'.repeat(31) + seat));
  return value;
});
"""
NARROW_AND_WIDE = [(360, 640), (1920, 1080)]


@pytest.mark.parametrize("game", WITH_BOARD, ids=lambda game: game.slug)
def test_names_of_any_length_push_nothing_away(guest: Guest, house: House, game: AnyGame) -> None:
    page = guest("/")
    page.add_init_script(LONG_NAMES)
    visitor, screens = begins(page, house, game, game.seats_or(None)), Screens(page)
    expect(page.locator(".seats .name").first).to_have_text("W" * 31 + "0")
    seen: set[str] = set()
    wrong: list[str] = []

    for kind in visitor.decides(len(NARROW_AND_WIDE) * 3):
        if kind in seen:
            continue
        seen.add(kind)
        for size in NARROW_AND_WIDE:
            found = screens.wrong(size)
            if visitor.kind() == kind:
                wrong += [f"{kind} {what}" for what in found]
        screens.turn(DESK)

    assert not wrong, "\n".join(wrong)


# What is offered and asked, and whether the board is still the same one.
KEPT = """() => {
  window.middle ??= document.querySelector('[data-middle]');
  const pressed = [...document.querySelectorAll('[data-offers] :is(button, input, [role=gridcell])')];
  return {
    same: window.middle.isConnected,
    asked: document.querySelector('[data-asked] p').innerText,
    offers: pressed.map(its => [its.getAttribute('aria-label') ?? its.textContent, its.checked ?? null]),
    focused: document.activeElement.getAttribute('aria-label'),
  };
}"""


@pytest.mark.parametrize("game", [game for game in OURS if not game.race], ids=lambda game: game.slug)
def test_turning_the_phone_in_mid_round_keeps_everything(guest: Guest, house: House, game: AnyGame) -> None:
    page = guest("/")
    visitor, screens = begins(page, house, game, game.seats_or(None)), Screens(page)

    for _ in visitor.decides(4):
        screens.turn((390, 844))
        page.locator("[data-offers] :is(button, [role=gridcell])[tabindex='0'], [data-offers] button").first.focus()
        upright = page.evaluate(KEPT)
        screens.turn((844, 390))
        on_its_side = page.evaluate(KEPT)
        screens.turn((390, 844))

        assert on_its_side == upright == page.evaluate(KEPT)
        screens.turn(DESK)


@pytest.mark.parametrize("game", [game for game in OURS if game.race], ids=lambda game: game.slug)
def test_turning_the_phone_keeps_a_race_between_the_rounds_and_while_it_runs(
    guest: Guest, still: House, game: AnyGame
) -> None:
    page, heard = guest("/", way=still.url), list[str]()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    visitor, screens = begins(page, still, game, game.seats_or(None)), Screens(page)

    for racing in (False, True):
        if racing:
            page.locator("[data-ready]").first.click()
            until(page, lambda: any('"type":"steady"' in frame for frame in heard))
            still.moves_on(SUSPENSE)
            until(page, lambda: visitor.newest.can_act)
        expect(page.locator("[data-offers] :is(button, [role=gridcell]):enabled").first).to_be_visible()
        screens.turn((390, 844))
        upright = page.evaluate(KEPT)
        screens.turn((844, 390))
        on_its_side = page.evaluate(KEPT)
        screens.turn((390, 844))

        assert on_its_side == upright == page.evaluate(KEPT)
        assert upright["offers"]


# Ways on from a result whose words are broken over two lines. In a rail there is room for the short ones alone.
BROKEN = """() => [...document.querySelectorAll('.ways .button')].flatMap(its => {
  if (!its.checkVisibility() || (innerHeight < 500 && !its.matches('.bare'))) return [];
  const range = document.createRange();
  range.selectNodeContents([...its.childNodes].findLast(node => node.textContent.trim()));
  return new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1 ? [its.innerText] : [];
})"""
IN_SIGHT = """its => {
  const { left, top, right, bottom } = its.getBoundingClientRect();
  return its.checkVisibility() && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
def test_neither_the_result_nor_the_replay_pushes_the_board_away(guest: Guest, house: House, game: AnyGame) -> None:
    page = guest("/", locale=LANGUAGES[OURS.index(game) % len(LANGUAGES)])
    seats = game.seats_or(None)
    whole = played(game, seats, {}, ["sensible"], seed_bytes("one screen"))
    begun = replay(game, seats, whole.options, whole.moves[:-BEFORE_THE_END])
    visitor, screens = begins(page, house, game, seats, paper=begun.text()), Screens(page)

    visitor.plays(TO_THE_END)

    # What they have is called as in the game, where that has a word of its own for it.
    counted = {**shell(visitor.words.language), **visitor.words.catalogue}["over.points"]
    named = [re.escape(form).replace(re.escape("{n}"), r"-?\d+") for form in counted.values()]
    assert page.locator("#standings .points").count() == seats
    for points in page.locator("#standings .points").all_text_contents():
        assert re.fullmatch("|".join(named), points)

    for size in [*HANDS, *DESKS]:
        wide, high = size
        assert screens.wrong(size, ["asked", "middle"], "over the edge|words covered") == []
        until(page, lambda: page.evaluate(BROKEN) == [])
        for what in (over(page).first, page.locator("[data-middle]").first):
            box = what.bounding_box()
            assert box is not None
            assert box["y"] >= -1, size
            assert box["x"] + box["width"] <= wide + 1, size
            assert box["y"] + box["height"] <= high + 1, size

    screens.turn(HANDS[0])
    page.locator(".fold").click()
    expect(page.locator(".ways .button")).to_have_count(3)
    for what in page.locator(".ways .button").all():
        expect(what).to_be_in_viewport()
    until(page, lambda: page.evaluate(BROKEN) == [])
    page.locator(".ways a[href$=replay]").click()
    expect(page.locator(".controls")).to_be_visible()
    for moment in ("Home", "End"):
        page.keyboard.press(moment)
        page.evaluate("document.activeElement?.blur()")
        for size in [*HANDS, *DESKS]:
            assert screens.wrong(size, about="out of sight|sideways|^no ") == [], moment
            assert page.locator(".controls .at").evaluate(IN_SIGHT), (moment, size)


UPRIGHT = [size for size in HANDS if size[0] < 500]
# Cards, or whatever lies open, that a phone does not show whole.
NOT_SHOWN = """() => [...document.querySelectorAll('.hands *')].filter(its => {
  const { left, right, top, bottom } = its.getBoundingClientRect();
  const end = innerHeight < 500 ? innerHeight : document.querySelector('.controls').getBoundingClientRect().top;
  return its.checkVisibility() && !its.closest('.visually-hidden')
    && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > end + 1);
}).map(its => its.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
def test_a_replay_on_a_phone_has_its_board_upright_above_the_controls_and_open_hands_in_sight(
    guest: Guest, house: House, game: AnyGame
) -> None:
    page = guest("/", locale=LANGUAGES[OURS.index(game) % len(LANGUAGES)])
    seats = game.seats_or(None)
    whole = played(game, seats, {}, ["sensible"], seed_bytes("one screen"))
    begun = replay(game, seats, whole.options, whole.moves[:-BEFORE_THE_END])
    visitor, screens = begins(page, house, game, seats, paper=begun.text()), Screens(page)
    visitor.plays(TO_THE_END)
    page.goto(f"{page.url}/replay")
    slider = page.locator(".controls input")
    expect(slider).to_be_visible()
    last = int(slider.get_attribute("max") or 0)

    for size in UPRIGHT:
        screens.turn(size)
        for place in range(A_FEW + 1):
            slider.fill(str(place * last // A_FEW))
            assert screens.wrong(size, about="middle out of sight|sideways|text over the edge|words covered") == []
            room, controls = page.locator(".board .room").bounding_box(), page.locator(".controls").bounding_box()
            assert room
            assert controls
            assert room["y"] + room["height"] <= controls["y"] + 1, (size, place)
            assert room["height"] > room["width"], (size, place)

    hands = page.locator(".whose button")
    for size in SMALLEST[:3] if hands.count() else ():
        screens.turn(size)
        page.evaluate("scrollTo(0, 0)")
        slider.fill(str(last // 2))
        hands.click()
        expect(page.locator(".hands")).to_be_visible()
        until(page, lambda: page.evaluate(NOT_SHOWN) == [])
        hands.click()


SMALL = [size for size in HANDS if min(size) < 500]
SAYS = "(its, told) => (its.lastChild.nodeValue = told)"


@pytest.mark.parametrize("game", [game for game in OURS if not game.race], ids=lambda game: game.slug)
def test_that_the_network_is_gone_is_said_over_nothing_that_one_looks_at_or_presses(
    guest: Guest, house: House, game: AnyGame
) -> None:
    """Whatever it says of it: it stands in the place of the question, and the signs beside that stay free."""
    language = LANGUAGES[OURS.index(game) % len(LANGUAGES)]
    page = guest("/", locale=language)
    visitor, screens = begins(page, house, game, game.seats_or(None)), Screens(page)
    next(visitor.decides(1))
    begun = {}
    for size in SMALL:
        screens.turn(size)
        begun[size] = screens.board_begins()
    page.context.set_offline(True)
    lost = page.locator("[role=status] p:has(.ember)")
    expect(lost).to_be_visible()
    wrong = []

    for key in ("table.offline", "table.reconnecting", "table.restarting"):
        lost.evaluate(SAYS, shell(language[:2])[key])
        for size in SMALL:
            wrong += screens.wrong(size, about="lies over|^covered|^words covered|out of sight")
            assert lost.evaluate(IN_SIGHT), (key, size)
            assert screens.board_begins() == begun[size], (key, size)

    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_opens_a_box_can_begin_without_scrolling_on_every_screen(guest: Guest, language: str) -> None:
    page = guest("/", locale=language)
    screens = Screens(page)

    for game in WITH_BOARD:
        go(page, f"/box/{game.slug}")
        begin = page.locator(".begin button")
        expect(begin).to_be_enabled()
        for size in [*SMALLEST, DESK]:
            screens.turn(size)
            expect(begin).to_be_in_viewport(ratio=1)
            begin.click(trial=True)  # Nothing lies over it.


# Whoever sits there but oneself is a person, and nobody is in a hurry: no sheet goes on by itself.
AMONG_PEOPLE = """
const honest = JSON.parse;
JSON.parse = text => honest(text, (key, value) => {
  if (key === 'chairs') value.filter(({ yours }) => !yours).forEach(chair => (chair.kind = 'person'));
  return value;
});
const soon = setTimeout;
window.setTimeout = (wake, ms, ...more) => (ms >= 8000 ? 0 : soon(wake, ms, ...more));
"""
COUNTED = [game for game in OURS if game.round_score and not game.race]
ROUNDS = 30
"""In so many matches, a round that ends and is not the last one is found."""


@cache
def about_to_be_counted(slug: str) -> str:
    """A match on paper in which the first player's next move ends a round, and not the match: after as many as can
    be."""
    game, found = pandemonium.open(slug), list[tuple[int, str]]()
    seats = game.seats_or(None)
    for number in range(ROUNDS):
        whole = played(game, seats, {}, ["random"], seed_bytes(f"sheets {number}"))
        state, mine, rounds = game.rules.start(whole.options, seats), 0, 0
        for place, move in enumerate(whole.moves):
            before, state = state, game.rules.apply(state, move)
            if move.by == Seat(0):
                mine = place
            if game.round_score is None or game.round_score(before, state) is None:
                continue
            rounds += 1
            if game.rules.result(state) is None:
                found.append((rounds, replay(game, seats, whole.options, whole.moves[:mine]).text()))
    return max(found)[1]


@pytest.mark.parametrize("among_people", [False, True], ids=["alone", "among people"])
@pytest.mark.parametrize("game", COUNTED, ids=lambda game: game.slug)
def test_a_score_sheet_is_whole_on_the_smallest_screens(
    guest: Guest, house: House, game: AnyGame, *, among_people: bool
) -> None:
    """With the way on, and among people with the sentence that it goes on by itself."""
    page = guest("/", locale=LANGUAGES[OURS.index(game) % len(LANGUAGES)])
    if among_people:
        page.add_init_script(AMONG_PEOPLE)
    paper = about_to_be_counted(game.slug)
    visitor, screens = begins(page, house, game, game.seats_or(None), paper=paper), Screens(page)
    until(page, visitor.is_counted)
    expect(page.locator("dialog[open] .small:not(.button)")).to_have_count(int(among_people))

    assert [what for size in SMALLEST for what in screens.wrong(size, ())] == []


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
def test_who_is_told_what_a_game_is_about_sees_how_to_go_on(guest: Guest, game: AnyGame) -> None:
    page = guest("/", locale=LANGUAGES[OURS.index(game) % len(LANGUAGES)], newcomer=True)
    screens = Screens(page)
    page.locator(".shelf li").filter(has_text=game.title).get_by_role("button").click()
    expect(page.locator("dialog[open] .button.call")).to_be_visible()

    # What there is to choose may have to be scrolled to.
    about = "sideways|button out of sight|covered: <button|small:|cut text|text over the edge"
    assert [what for size in SMALLEST for what in screens.wrong(size, (), about)] == []


@pytest.mark.parametrize("game", [game for game in OURS if game.evaluate], ids=lambda game: game.slug)
def test_a_hint_is_whole_on_the_smallest_screens(guest: Guest, house: House, game: AnyGame) -> None:
    page = guest("/", locale=LANGUAGES[OURS.index(game) % len(LANGUAGES)])
    visitor, screens = begins(page, house, game, game.seats_or(None)), Screens(page)
    next(each for each in visitor.decides(MOVES) if len(visitor.newest.position["legal"]) > 1)
    page.locator("[data-asked] > .hint").click()
    expect(page.locator("dialog[open] li").first).to_be_visible()

    assert [what for size in SMALLEST for what in screens.wrong(size, ())] == []


@pytest.mark.parametrize("game", [game for game in OURS if game.secrets], ids=lambda game: game.slug)
def test_who_hands_a_device_on_sees_to_whom_on_the_smallest_screens(guest: Guest, game: AnyGame) -> None:
    page = guest("/", locale=LANGUAGES[OURS.index(game) % len(LANGUAGES)])
    screens = Screens(page)
    chairs = ["you", "you", *["bot random"] * (game.seats_or(None) - 2)]
    go(page, new_table(page, game.slug, chairs, oneScreen=True))
    passes = page.locator(".shield > *")
    expect(passes.last).to_be_visible()

    for size in SMALLEST:
        assert screens.wrong(size, ()) == []
        assert passes.evaluate_all(f"all => all.map({IN_SIGHT})") == [True] * passes.count(), size
