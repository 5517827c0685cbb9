"""A program at the table, as people see it: brought by its owner, marked as what it is, and sent away again."""

from __future__ import annotations

import re
from threading import Thread

from playwright.sync_api import expect

from pandemonium.online import House as Online
from pandemonium.online import Refused
from tests.browser.conftest import Guest, House
from tests.browser.people import go, play_out, plays_a_card, until

SIGN = "\N{GEAR}\N{VARIATION SELECTOR-15}"


class Program(Thread):
    """Sits down and plays whatever it may, until the house sends it away."""

    def __init__(self, house: str, token: str, table: str) -> None:
        super().__init__(daemon=True)
        self.house, self.table = Online(house, token), table
        self.ended = ""

    def run(self) -> None:
        try:
            with self.house.sit(self.table) as seat:
                for turn in seat.turns():
                    seat.act(turn.legal[0])
        except Refused as refused:
            self.ended = refused.key


def test_a_program_plays_where_it_is_let_wears_its_sign_and_goes_when_its_owner_says_so(
    guest: Guest, house: House
) -> None:
    owner, friend = guest("/me"), guest("/")
    mine = owner.get_by_role("region", name="Your programs")
    mine.get_by_label("Name of the program").fill("Careful")
    mine.get_by_role("button", name="Make a token").click()
    token = mine.get_by_label("Token").input_value()
    expect(mine.get_by_role("listitem")).to_contain_text(f"{SIGN} Careful")

    go(friend, "/box/little-devils")
    friend.get_by_role("button", name="Play with friends").click()
    friend.locator("form summary").last.click()
    friend.get_by_role("checkbox", name=re.compile("^Programs may sit down")).check()
    friend.get_by_role("button", name="Set the table").click()
    expect(friend.get_by_text(f"their names wear the sign {SIGN}")).to_be_visible()
    program = Program(house.url, token, friend.url)
    program.start()
    chair = friend.get_by_role("listitem").filter(has_text=f"{SIGN} Careful")
    expect(chair).to_contain_text("program")
    friend.get_by_role("button", name="Begin, with bots").click()
    seat = friend.locator(".seats li").filter(has_text=f"{SIGN} Careful")
    expect(seat.locator(".state")).to_have_text("program")
    assert play_out([friend], plays_a_card, until=1) == 1
    expect(friend.locator(".log li").filter(has_text=f"{SIGN} Careful").first).to_be_visible()

    mine.get_by_role("button", name=re.compile("^Send away")).click()
    mine.get_by_role("button", name=re.compile("^Really: its token is void")).click()

    expect(mine.get_by_text("Careful")).to_have_count(0)
    expect(seat.locator(".state")).to_have_text("gave up: a bot plays")
    until(friend, lambda: not program.is_alive())
    assert program.ended == "bad-token"
