"""What people do at a table in the browser."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

OVER = re.compile("Play again|To the new match")


def new_table(page: Page, game: str, chairs: Sequence[str], **more: Any) -> str:
    """Set a table as this person; the path to it."""
    kinds = [{"kind": kind.partition(" ")[0], "level": kind.partition(" ")[2] or "random"} for kind in chairs]
    answer = page.request.post(f"{_origin(page)}/api/tables", data={"game": game, "chairs": kinds, **more})
    assert answer.ok, answer.text()
    return f"/table/{answer.json()['id']}"


def go(page: Page, path: str) -> None:
    page.goto(_origin(page) + path)


def is_over(page: Page) -> bool:
    return page.get_by_role("button", name=OVER).or_(page.get_by_role("link", name=OVER)).count() > 0


def play_out(people: Sequence[Page], act: Callable[[Page], bool], *, seconds: float = 240, until: int = 10**9) -> int:
    """Let everybody act whenever he can, until the match is over; how many moves were made."""
    made, stop = 0, time.monotonic() + seconds
    while made < until:
        acted = False
        for page in people:
            if act(page):
                made += 1
                acted = True
        if not acted:
            if all(is_over(page) for page in people):
                return made
            people[0].wait_for_timeout(40)
        assert time.monotonic() < stop, f"the match did not end; {made} moves made"
    return made


def plays_a_card(page: Page) -> bool:
    """Little Devils: play the first card that may be played."""
    card = page.locator("[data-card][aria-disabled=false]").first
    if not card.count():
        return False
    number = card.get_attribute("data-card")
    card.click()
    expect(page.locator(f"button[data-card='{number}']")).to_have_count(0, timeout=15_000)
    return True


def lays_a_tile(page: Page) -> bool:
    """Le Diable par la queue: lay the card that is drawn, or name the first cell that may be named."""
    lay = page.get_by_role("button", name=re.compile("^Lay it on"))
    if lay.count():
        cell = lay.first.inner_text()
        page.wait_for_timeout(360)  # The second click of a double click is not a second move.
        lay.first.click()
        page.wait_for_function(
            "said => ![...document.querySelectorAll('button')].some(button => button.innerText === said)", arg=cell
        )
        return True
    cells = page.locator("[role=gridcell].offered")
    if not cells.count():
        return False
    page.wait_for_timeout(360)
    cells.first.click()
    expect(lay).to_have_count(1)
    return True


def hides_or_presses(page: Page) -> bool:
    """Le Diable Sauteur: something that is offered, whatever it is; a lid is shut as soon as it can be."""
    offers = page.locator("[data-offer]:visible")
    if not offers.count():
        return False
    shut = page.get_by_role("button", name=re.compile("^Shut|^Close")).and_(page.locator("[data-offer]"))
    (shut.first if shut.count() else offers.nth(int(time.monotonic() * 1000) % offers.count())).click()
    page.wait_for_timeout(60)
    return True


def grabs(page: Page) -> bool:
    """Diavolo: on with the round, and then the first imp that can be had."""
    ready = page.locator("[data-ready]:visible:not([disabled]):not([aria-disabled=true])")
    if ready.count():
        ready.first.click()
        page.wait_for_timeout(100)
        return False
    imps = page.locator("[data-grab]:visible:not([disabled]):not([aria-disabled=true])")
    if not imps.count():
        return False
    page.wait_for_timeout(120)  # Nobody is faster than that.
    if imps.count():
        imps.nth(int(time.monotonic() * 1000) % imps.count()).click()
    page.wait_for_timeout(100)
    return True


def _origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])
