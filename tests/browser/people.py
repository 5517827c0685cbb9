"""What people do at a table in the browser."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Page, WebSocket, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

import pandemonium
from pandemonium.core.game import Eyes, Seat
from pandemonium.core.moments import timeline
from pandemonium.core.words import Words

if TYPE_CHECKING:
    from tests.browser.conftest import House

# By the clock of a page a little more than the board takes two clicks for one.
LATER = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + 360;
}"""
READY = "[data-ready]:visible:not([disabled])"
CAN_GRAB = "[data-grab].can"
A_HAND = 0.3
"""In seconds: nobody grabs faster than in 0.1, and no bot as fast as this."""
A_MOMENT = 0.03
"""Enough for the house to know that nobody can have been faster."""
OUTSIDE = "all => all.map(its => its.outerHTML)"
SHELL = Path(__file__).parents[2] / "web" / "words"
OVER = re.compile(
    "|".join(
        words[key]
        for words in (json.loads(each.read_text(encoding="utf-8")) for each in sorted(SHELL.glob("*.json")))
        for key in ("over.rematch", "over.to-rematch")
    )
)
IS_OVER = """over => [...document.querySelectorAll('button, a[href]')].some(
  its => RegExp(over).test(its.ariaLabel ?? its.textContent) && its.checkVisibility({ visibilityProperty: true }))"""


def shell(language: str) -> dict[str, Any]:
    """What the page around the boards says."""
    words: dict[str, Any] = json.loads((SHELL / f"{language}.json").read_text(encoding="utf-8"))
    return words


def new_table(page: Page, game: str, chairs: Sequence[str], **more: Any) -> str:
    """Set a table as this person; the path to it."""
    kinds = [{"kind": kind.partition(" ")[0], "level": kind.partition(" ")[2] or "random"} for kind in chairs]
    answer = page.request.post(f"{_origin(page)}/api/tables", data={"game": game, "chairs": kinds, **more})
    assert answer.ok, answer.text()
    return f"/table/{answer.json()['id']}"


def go(page: Page, path: str) -> None:
    page.goto(_origin(page) + path)


def name_of(page: Page) -> str:
    """What its reader is called; a page that has just been loaded does not know it yet."""
    who = page.locator("header .who").first
    expect(who).not_to_have_text("…")
    return who.inner_text().strip()


def says(page: Page, words: str) -> None:
    """In the chat."""
    page.get_by_label("Say something").fill(words)
    page.get_by_role("button", name="Say", exact=True).click()


def over(page: Page) -> Locator:
    """What is on the page when the match is over."""
    return page.get_by_role("button", name=OVER).or_(page.get_by_role("link", name=OVER))


def is_over(page: Page) -> bool:
    """The same, asked as quickly as can be: everybody who waits for something asks it again and again."""
    return bool(page.evaluate(IS_OVER, OVER.pattern))


def play_out(people: Sequence[Page], act: Callable[[Page], bool], *, seconds: float = 900, until: int = 10**9) -> int:
    """Let everybody act whenever he can, until the match is over; how many moves were made."""
    made, stop = 0, time.monotonic() + seconds
    while made < until:
        acted = False
        for page in people:
            goes_on(page)
            if act(page):
                made += 1
                acted = True
                if made == until:
                    return made
        if not acted:
            if all(is_over(page) for page in people):
                return made
            people[0].wait_for_timeout(40)
        assert time.monotonic() < stop, f"the match did not end; {made} moves made"
    return made


def goes_on(page: Page) -> None:
    """Enough seen of the score sheet, if a round has just been counted."""
    on = page.locator("[data-on]")
    if on.count():
        clicks(on)


def clicks(what: Locator) -> bool:
    """Whether it could be clicked. What was offered may be gone before a hand is there: then one looks again."""
    try:
        what.click(timeout=3_000)
    except PlaywrightTimeout:
        return False
    return True


def settles(page: Page) -> None:
    """Wait until everything is loaded and nothing moves any more."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function(
        """() => document.fonts.status === 'loaded' && document.getAnimations().every(
          its => its.playState !== 'running' || its.effect?.getComputedTiming().iterations === Infinity)"""
    )


def time_stands(page: Page) -> None:
    """On this page, whose clock was installed before it was loaded: nothing moves or goes by itself any more."""
    page.clock.pause_at(page.evaluate("Date.now()") + 100)


def until(page: Page, happened: Callable[[], bool], seconds: float = 60) -> None:
    stop = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < stop
        page.wait_for_timeout(20)


class Newest:
    """What the house has told a page, whatever it shows yet."""

    def __init__(self, page: Page) -> None:
        self.position: dict[str, Any] = {}
        self.moments: dict[int, dict[str, Any]] = {}
        self.questions: list[Any] = []
        self.starts = 0
        """So many rounds of a race were announced."""
        page.on("websocket", self._listen)

    @property
    def can_act(self) -> bool:
        return bool(self.position.get("legal"))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        said = json.loads(frame)
        self.starts += said["type"] == "steady"
        if positions := said.get("positions"):
            self.position = positions[0]
            kept = {seq: each for seq, each in self.moments.items() if seq <= said["since"]}
            self.moments = kept | {each["seq"]: each for each in self.position["moments"]}
            self.questions.append(self.position["question"])


def log_of(page: Page) -> list[str]:
    return page.locator(".log li").all_inner_texts()


def names_at(page: Page) -> list[str]:
    """By seat, once they are drawn: all at once."""
    names = page.locator(".seats .name")
    expect(names).not_to_have_count(0)
    return names.all_inner_texts()


def told_by_the_rules(page: Page, table: str, language: str = "en", *, since: int = 0) -> list[str]:
    """The match as its paper has it, told by the rules to the one whose page this is; the moves from some place on."""
    paper = page.request.get(f"{_origin(page)}/api{table.replace('/table/', '/tables/')}/paper").text()
    match = pandemonium.read(paper)
    names = names_at(page)
    words = Words(language, match.game)
    eyes: Eyes = Seat(names.index(name_of(page)))
    moments = list(timeline(match, eyes))[since:]
    return [sentence for each in moments if (sentence := words.told(each.facts, names))]


def plays_a_card(page: Page) -> bool:
    """Little Devils: play the first card that may be played."""
    number = page.evaluate("document.querySelector('[data-card][aria-disabled=false]')?.dataset.card")
    held = page.locator("button[data-card]").count()
    if number is None or not clicks(page.locator(f"[data-card='{number}'][aria-disabled=false]")):
        return False
    page.wait_for_function(  # Or dealt again already, to the same hand.
        """([number, held]) => !document.querySelector(`button[data-card='${number}']`)
          || document.querySelectorAll('button[data-card]').length !== held""",
        arg=[number, held],
    )
    return True


def no_double_click(page: Page) -> None:
    """The second click of a double click is not a second move: this one comes a while after the last."""
    page.evaluate(LATER)


def lays_a_tile(page: Page) -> bool:
    """Le Diable par la queue: lay the card that is drawn, or name the first cell that may be named."""
    lay = page.get_by_role("button", name=re.compile("^Lay it on"))
    cells = page.locator("[role=gridcell].offered")
    if not lay.count() and not cells.count():
        return False
    no_double_click(page)
    if not lay.count():
        if clicks(cells.first):
            expect(lay).to_have_count(1)
            return True
        return False
    cell = lay.first.inner_text()
    if not clicks(lay.first):
        return False
    page.wait_for_function(
        "said => ![...document.querySelectorAll('button')].some(button => button.innerText === said)", arg=cell
    )
    return True


def hides_or_presses(page: Page) -> bool:
    """Le Diable Sauteur: something that is offered, whatever it is; a lid is shut as soon as it can be."""
    offered = page.locator("[data-offer]:visible")
    before = offered.evaluate_all(OUTSIDE)
    if not before:
        return False
    shut = page.get_by_role("button", name=re.compile("^Shut|^Close")).and_(page.locator("[data-offer]"))
    if not clicks(shut.first if shut.count() else offered.nth(_choice(page, len(before)))):
        return False
    stop = time.monotonic() + 5
    while offered.evaluate_all(OUTSIDE) == before and time.monotonic() < stop:
        page.wait_for_timeout(20)
    return True


def grabs(house: House) -> Callable[[Page], bool]:
    """Diavolo, where the clock stands: on with the round, and then some imp that can be had; time passes for both."""

    def act(page: Page) -> bool:
        ready, imps = page.locator(READY), page.locator(CAN_GRAB)
        if ready.count():
            clicks(ready.first)
            return False
        house.moves_on(A_HAND)
        left = imps.count()
        return left > 0 and clicks(imps.nth(_choice(page, left)))

    return act


def throw(house: House, *pages: Page) -> None:
    """Diavolo, where the clock stands: everybody is ready, the dice fall, and lie there for as long as a hand takes."""
    for page in pages:
        page.locator(READY).click()
    falls(house, *pages)


def falls(house: House, *pages: Page) -> None:
    """The same when everybody is ready."""
    for page in pages:
        page.locator(".blank").first.wait_for()
    house.moves_on(house.suspense)
    for page in pages:
        page.locator(CAN_GRAB).first.wait_for()
    house.moves_on(A_HAND)


def reaches(page: Page, key: str, hand: int = 0) -> None:
    """Diavolo: press this key until that hand is on its way, the first or another one at this device. What is pressed
    before the page has painted the dice does not count."""
    can = page.locator("[data-offers]").get_by_role("group").nth(hand).locator(".can")
    decided = is_decided(page)
    until(page, lambda: can.count() > 0 or decided())  # Somebody else's hand may have decided it.

    def is_on_its_way() -> bool:
        if can.count():
            page.keyboard.press(key)
        return not can.count()

    until(page, is_on_its_way)


def passes(house: House, page: Page, happened: Callable[[], bool]) -> None:
    """Time, where the clock stands: little by little, until it has happened."""

    def has_passed() -> bool:
        house.moves_on(A_MOMENT)
        return happened()

    until(page, has_passed)


def is_decided(*pages: Page) -> Callable[[], bool]:
    """Diavolo: whether all of them look back at the round."""
    return lambda: all(page.locator("section.why").count() for page in pages)


def _choice(page: Page, among: int) -> int:
    """One of so many, at random, but always the same at the same moment of a match."""
    return Random(page.locator(".log li").count()).randrange(among)


def _origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])
