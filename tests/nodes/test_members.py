"""Who is there, and where a table is at home: found by every node for itself, from heartbeats and its own clock."""

from __future__ import annotations

from collections import Counter

from pandemonium.server.nodes.members import APART, DEAD, Members

TABLES = [f"table{number}" for number in range(300)]


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def company(*names: str, me: str = "a") -> tuple[Members, Time]:
    time = Time()
    members = Members(me, time)
    for name in names:
        members.hear(name, fit=True)
    members.look()
    return members, time


def test_everybody_who_hears_the_same_finds_the_same_home() -> None:
    one, _ = company("a", "b", "c", me="a")
    other, _ = company("c", "b", "a", me="b")

    assert [one.home(table) for table in TABLES] == [other.home(table) for table in TABLES]


def test_each_node_has_about_its_share_of_the_tables() -> None:
    members, _ = company("a", "b", "c")

    shares = Counter(members.home(table) for table in TABLES)

    assert all(70 < shares[node] < 130 for node in "abc")


def test_when_a_node_goes_only_its_own_tables_move() -> None:
    members, _ = company("a", "b", "c")
    before = {table: members.home(table) for table in TABLES}
    members.lose("c")

    assert all(members.home(table) == home for table, home in before.items() if home != "c")
    assert {members.home(table) for table in TABLES} == {"a", "b"}


def test_nothing_is_at_home_on_a_node_that_does_not_reach_the_database() -> None:
    members, _ = company("a", "b")
    members.hear("b", fit=False)

    assert {members.home(table) for table in TABLES} == {"a"}
    members.hear("a", fit=False)
    assert members.home("t") is None


def test_a_node_that_does_not_hear_itself_is_cut_off_before_the_others_take_it_for_dead() -> None:
    """It serves nobody then: what is at home there may be at home elsewhere."""
    members, time = company("a", "b")
    time.now += (APART + DEAD) / 2
    members.hear("b", fit=True)

    assert not members.in_touch
    assert members.home("t") is None
    assert members.look(), "and that is news"
    assert APART < DEAD


def test_a_node_that_is_not_heard_any_more_is_dead() -> None:
    members, time = company("a", "b")
    for _ in range(8):
        time.now += DEAD / 7
        members.hear("a", fit=True)
        members.look()

    assert not members.knows("b")
    assert {members.home(table) for table in TABLES} == {"a"}


def test_who_has_stood_still_himself_takes_nobody_for_dead_at_once() -> None:
    members, time = company("a", "b")
    time.now += 60
    assert members.look()
    assert members.home("t") is None
    members.hear("a", fit=True)
    members.look()

    assert members.knows("b")
    time.now += 2 * DEAD
    members.look()
    members.hear("a", fit=True)
    members.look()
    assert members.knows("b"), "it was apart again"
