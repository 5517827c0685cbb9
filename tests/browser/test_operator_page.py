"""The operator's page on his phone: whatever is told of a table is in sight, and says what it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pandemonium.core.words import LANGUAGES
from tests.browser.conftest import PATIENCE
from tests.server.serving import Serving

# Whoever sets a table for himself and bots, and sits there: it is awake.
SETS = """async game => {
  const chairs = [{ kind: 'you' }, { kind: 'bot' }, { kind: 'bot' }]
  const headers = { 'content-type': 'application/json' }
  const set = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify({ game, chairs }) })
  const { id } = await set.json()
  globalThis.line = new WebSocket(`ws://${location.host}/api/tables/${id}/socket?version=0&language=en`)
  await new Promise(resolve => line.addEventListener('message', resolve, { once: true }))
  return id
}"""
BESIDE = """() => [...document.querySelectorAll('main *')]
  .filter(it => it.getBoundingClientRect().right > innerWidth || it.scrollWidth > it.clientWidth + 1 && it.clientWidth)
  .map(it => it.outerHTML.slice(0, 80))"""
NAMED = "cell => getComputedStyle(cell, '::before').content"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_operator_needs_to_push_nothing_aside_on_a_phone(browser: Browser, tmp_path: Path, language: str) -> None:
    """In the longest language, on the narrowest phone, on the list and on the page of one table."""
    with Serving(tmp_path, operator=True) as serving:
        players = browser.new_page()
        players.goto(f"http://127.0.0.1:{serving.port}/health")
        id = players.evaluate(SETS, "diable-par-la-queue")
        seat = browser.new_page(viewport={"width": 360, "height": 640}, locale=language)
        seat.set_default_timeout(PATIENCE)
        for path in ("/", f"/tables/{id}"):
            seat.goto(f"http://127.0.0.1:{serving.operator}{path}")
            expect(seat.get_by_role("link", name=id)).to_be_visible()

            assert seat.evaluate(BESIDE) == [], path
            told = [cell.evaluate(NAMED) for cell in seat.locator("tbody td").all()]
            assert len(told) == 7
            assert "none" not in told, "there is no head of columns on a phone"
        seat.set_viewport_size({"width": 1280, "height": 800})
        expect(seat.locator("thead")).to_be_visible()
        assert {cell.evaluate(NAMED) for cell in seat.locator("tbody td").all()} == {"none"}
        players.close()
        seat.close()
