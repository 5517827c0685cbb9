"""Every box on the shelf can be played on the page, and its log is true; there is no line per game here.

What a board offers differs from game to game. So moves are made beside it, over a second socket of the same person,
while the page presents them."""

from __future__ import annotations

import re
import time
from itertools import groupby
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import pandemonium
from pandemonium.core.bots import played
from pandemonium.core.game import NATURE, AnyGame
from pandemonium.core.match import replay, seed_bytes
from pandemonium.core.words import Words
from pandemonium.server.boards import has_board
from tests.browser.conftest import Guest, House
from tests.browser.people import (
    A_HAND,
    Newest,
    go,
    goes_on,
    is_over,
    log_of,
    names_at,
    new_table,
    passes,
    told_by_the_rules,
    until,
)

BOXES = list(pandemonium.shelf().values())
WITH_BOARD = [game for game in BOXES if has_board(game)]
MOVES = 6
BEFORE_THE_END = 12
TO_THE_END = 1000
SECONDS = 300
THE_BELL = 30
"""So many seconds after its start a round of a race is over, whoever has not answered."""

# At one instant: whether it is one's turn, and what is asked.
LOOK = "() => ({ yours: document.title.startsWith('●'), asked: document.querySelector('.asked p')?.innerText ?? '' })"

# Over a socket of its own, which stays open: whether the house did it.
SAY = """async ([table, message]) => {
  const answered = socket => new Promise((resolve, reject) => {
    socket.addEventListener('message', function hear({ data }) {
      const said = JSON.parse(data);
      if (said.id !== message.id || !['done', 'refused'].includes(said.type)) return;
      socket.removeEventListener('message', hear);
      resolve(said.type);
    });
    setTimeout(() => reject(Error(`no answer to ${JSON.stringify(message)}`)), 60_000);
  });
  window.hand ??= await new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket?version=0&language=en`);
    socket.onopen = () => resolve(socket);
    socket.onerror = reject;
  });
  const answer = answered(window.hand);
  window.hand.send(JSON.stringify(message));
  return answer;
}"""
# The same without waiting for it.
ASK = f"""its => {{
  window.answer = null;
  ({SAY})(its).then(answer => (window.answer = answer));
}}"""


class Player:
    """Somebody who plays whatever is legal, and keeps an eye on the page while he does."""

    def __init__(self, page: Page, game: AnyGame, house: House) -> None:
        self.page, self.game, self.house = page, game, house
        self.words = Words(page.locator("html").get_attribute("lang") or "en", game)
        self.luck = Random(game.slug)
        self.newest = Newest(page)
        self.said = 0
        self.ready_for = -1
        """In a race: the version of the log at which he has said so."""

    @property
    def table(self) -> str:
        return "/table/" + self.page.url.split("/table/")[1].split("/")[0]

    def told(self) -> list[str]:
        """What this page has heard, in words."""
        names = names_at(self.page)
        kind = list[self.game.fact]  # type: ignore[name-defined]
        moments = (self.newest.moments[seq]["facts"] for seq in sorted(self.newest.moments))
        said = (self.words.told(msgspec.convert(facts, kind), names) for facts in moments)
        return [sentence for sentence in said if sentence]

    def asked(self) -> set[str]:
        """All that this page was ever asked, in words."""
        names, kind = names_at(self.page), self.game.question
        return {
            self.words.question(msgspec.convert(its, kind), names) for its in self.newest.questions if its is not None
        }

    def plays(self, moves: int) -> None:
        """So many moves, or to the end; and then until the match waits for somebody here."""
        expect(self.page.locator(".asked p").first).not_to_be_empty()
        made, stop = 0, time.monotonic() + SECONDS
        while time.monotonic() < stop:
            if is_over(self.page) or (made >= moves and self._stands()):
                return
            goes_on(self.page)
            seen = self.page.evaluate(LOOK)
            assert seen["asked"], "the page says what is asked, or what is waited for"
            if seen["yours"]:
                assert seen["asked"] in self.asked(), "what is asked is what the rules ask"
            if self.newest.can_act and (seen["yours"] or self.game.race):
                made += self.acts()
            elif not self._stands():
                self.page.wait_for_timeout(50)
            else:
                self.is_ready()
        raise AssertionError("the match did not end")

    def is_ready(self) -> None:
        """For the next round of a race: it starts."""
        self.ready_for, starts = self.newest.position["version"], self.newest.starts
        self._says("ready")
        # It may have started already, where nobody is waited for any more.
        until(self.page, lambda: self.newest.starts > starts or not self._is_ready_for_this() or is_over(self.page))
        self.house.moves_on(self.house.suspense)

    def _is_ready_for_this(self) -> bool:
        return bool(self.newest.position["version"] == self.ready_for)

    def is_asked(self) -> bool:
        """His page has presented all there is, and it is his turn."""
        return self.newest.can_act and bool(self.page.evaluate(LOOK)["yours"])

    def is_asked_at_last(self) -> bool:
        """Also when a round has been counted before; or the match is over."""
        goes_on(self.page)
        return is_over(self.page) or self.is_asked()

    def _stands(self) -> bool:
        """Nothing moves by itself: it is this player's turn, or in a race everybody has time until he is ready."""
        if self.game.race:
            position = self.newest.position
            return not position["toAct"] and bool(position["version"] != self.ready_for)
        return self.is_asked()

    def acts(self) -> bool:
        version = self.newest.position["version"]
        does = self._races if self.game.race else self._says
        did = does("act", what=self.luck.choice(self.newest.position["legal"]))
        assert did or self.game.race, "what is legal is not refused, unless somebody was faster"
        if did:
            until(self.page, lambda: self.newest.position["version"] > version or bool(self.newest.position["result"]))
            if self.game.race:
                self.house.moves_on(THE_BELL)  # He has raced, and nobody looks at how long the bots think.
            else:
                # It is presented before anything else is done.
                until(self.page, lambda: is_over(self.page) or self._is_presented())
        return did

    def takes_back(self) -> None:
        with_it = self.newest.moments
        self.page.get_by_role("button", name="Take back").click()
        until(self.page, lambda: len(self.newest.moments) < len(with_it))
        until(self.page, self._is_presented)

    def _is_presented(self) -> bool:
        """The page's newest line is what it has heard last: whatever a round that was counted holds back is not."""
        goes_on(self.page)
        return log_of(self.page) == self.told()

    def _says(self, type: str, **facts: Any) -> bool:
        return bool(self.page.evaluate(SAY, self._message(type, facts)) == "done")

    def _races(self, type: str, **facts: Any) -> bool:
        """As fast as a hand; and then time passes until it is decided."""
        self.house.moves_on(A_HAND)
        self.page.evaluate(ASK, self._message(type, facts))
        passes(self.house, self.page, lambda: bool(self.page.evaluate("window.answer")))
        return bool(self.page.evaluate("window.answer") == "done")

    def _message(self, type: str, facts: dict[str, Any]) -> list[Any]:
        self.said += 1
        message = {"type": type, "id": f"hand-{self.said}", "seat": self.newest.position.get("eyes", 0), **facts}
        return [self.table.removeprefix("/table/"), message]


@pytest.fixture(scope="module")
def house(still: House) -> House:
    """Its clock stands: no round of a race ends before the test says so."""
    return still


@pytest.mark.parametrize("game", BOXES, ids=lambda game: game.slug)
def test_a_box_is_opened_from_the_shelf_and_played(guest: Guest, house: House, game: AnyGame) -> None:
    """Or, without a board, its rules can be read."""
    page = guest("/")
    play_now = page.get_by_role("button", name=re.compile(f"Play now.*{re.escape(game.title)}"))
    if not has_board(game):
        expect(page.get_by_role("link", name=re.compile(f"Rules.*{re.escape(game.title)}"))).to_be_visible()
        expect(play_now).to_have_count(0)
        return
    player = Player(page, game, house)
    play_now.click()
    expect(page).to_have_url(re.compile("/table/"))
    until(page, lambda: bool(player.newest.position))

    player.plays(MOVES)

    told = player.told()
    assert len(told) >= MOVES
    expect(page.locator(".log li")).to_have_text(told)
    page.reload()
    expect(page.locator(".log li")).to_have_text(told)


@pytest.mark.parametrize("game", [game for game in WITH_BOARD if not game.race], ids=lambda game: game.slug)
def test_what_is_taken_back_is_told_no_more(guest: Guest, house: House, game: AnyGame) -> None:
    """Wherever something can be taken back: nature, or somebody who knows more now, may stand in the way."""
    people = [Player(guest("/"), game, house) for _ in range(2)]
    chairs = ["you", "open", *["bot random"] * (game.seats[0] - 2)]
    table = new_table(people[0].page, game.slug, chairs)
    for each in people:
        go(each.page, table)
    people[1].page.get_by_role("button", name="Sit here").first.click()

    for _ in range(MOVES):
        until(people[0].page, lambda: any(each.is_asked() for each in people))
        mover = next(each for each in people if each.is_asked())
        mover.acts()
        until(mover.page, lambda: any(each.is_asked() for each in people))
        if mover.newest.position["canUndo"]:
            mover.takes_back()

    until(people[0].page, lambda: people[0].newest.moments.keys() == people[1].newest.moments.keys())
    for each in people:
        told = each.told()
        expect(each.page.locator(".log li")).to_have_text(told)
        each.page.reload()
        expect(each.page.locator(".log li")).to_have_text(told)
    assert people[0].newest.moments.keys() == people[1].newest.moments.keys()


@pytest.mark.parametrize("game", [game for game in WITH_BOARD if not game.race], ids=lambda game: game.slug)
def test_alone_against_bots_a_move_is_taken_back_wherever_nature_does_not_stand_in_the_way(
    guest: Guest, house: House, game: AnyGame
) -> None:
    """With what the bots did upon it; it is offered there, and nowhere else."""
    page = guest("/")
    player, seats = Player(page, game, house), game.seats_or(None)
    go(page, new_table(page, game.slug, ["you", *["bot random"] * (seats - 1)]))
    undo = page.get_by_role("button", name="Take back")
    until(page, player.is_asked_at_last)

    for _ in range(2 * MOVES):
        if is_over(page):
            return
        before = dict(player.newest.moments)
        player.acts()
        until(page, player.is_asked_at_last)
        if is_over(page):
            return
        movers = [its["by"] for _, its in sorted(player.newest.moments.items())]
        mine = len(movers) - movers[::-1].index(0)
        allowed = NATURE not in movers[mine:]
        expect(undo).to_have_count(int(allowed))
        if allowed:
            player.takes_back()
            assert player.newest.moments == before
            expect(page.locator(".log li")).to_have_text(player.told())
            expect(undo).to_have_count(0)
            until(page, player.is_asked_at_last)
            player.acts()
            until(page, player.is_asked_at_last)


@pytest.mark.parametrize("game", WITH_BOARD, ids=lambda game: game.slug)
def test_the_end_of_a_match_is_told_the_same_at_the_table_after_a_reload_and_in_the_replay(
    guest: Guest, house: House, game: AnyGame
) -> None:
    page = guest("/")
    player = Player(page, game, house)
    seats = game.seats_or(None)
    whole = played(game, seats, {}, ["sensible"], seed_bytes("every box"))
    begun = replay(game, seats, whole.options, whole.moves[:-BEFORE_THE_END])
    table = new_table(page, game.slug, ["you", *["bot sensible"] * (seats - 1)], paper=begun.text())
    go(page, table)
    until(page, lambda: bool(player.newest.position))

    player.plays(TO_THE_END)

    told = told_by_the_rules(page, table)
    expect(page.locator(".log li")).to_have_text(told)
    page.reload()
    expect(page.locator(".log li")).to_have_text(told)
    lately = len(told_by_the_rules(page, table, since=len(begun.moves) + 1))
    go(page, f"{table}/replay?eyes=0#{len(begun.moves)}")
    assert walked_through(page) == [sentence for sentence, _ in groupby(told[-lately - 1 :])]


def walked_through(page: Page) -> list[str]:
    """What a replay tells from where it stands to its end; the same again is heard once."""
    caption, forward = page.locator(".told > p"), page.get_by_role("button", name="One move on")
    place = page.locator("input[type=range]")
    expect(place).not_to_have_value("0")
    heard = [caption.inner_text()]
    while forward.is_enabled():
        at = place.input_value()
        forward.click()
        expect(place).not_to_have_value(at)
        if (sentence := caption.inner_text()) != heard[-1]:
            heard.append(sentence)
    return heard
