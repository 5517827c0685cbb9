"""Tables do one thing of their own in a turn of the loop: whoever sends something is heard in between."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import pairwise

from pandemonium.server.table.by_turns import ByTurns


async def some_turns() -> None:
    """Of the loop: more than there is anything to do in."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_what_tables_do_by_themselves_is_done_one_thing_in_a_turn_of_the_loop() -> None:
    done: list[str] = []

    async def a_hundred_bots() -> None:
        loop = asyncio.get_running_loop()
        turns = ByTurns(loop)

        def turn(left: int) -> None:
            done.append("turn")
            if left:
                loop.call_soon(turn, left - 1)

        for name in "abc":
            turns.put(partial(done.append, name))
        turn(3)
        await some_turns()

    asyncio.run(a_hundred_bots())

    assert [each for each in done if each != "turn"] == ["a", "b", "c"]
    assert all(one == "turn" or other == "turn" for one, other in pairwise(done)), done


def test_who_comes_later_waits_for_those_before_him_and_for_nobody_else() -> None:
    done: list[str] = []

    async def two_at_different_times() -> None:
        turns = ByTurns(asyncio.get_running_loop())
        turns.put(partial(done.append, "early"))
        await some_turns()
        turns.put(partial(done.append, "late"))
        await some_turns()

    asyncio.run(two_at_different_times())

    assert done == ["early", "late"]


def test_the_next_of_them_has_its_turn_when_one_fails() -> None:
    done: list[str] = []

    async def one_fails() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: done.append(repr(context["exception"])))
        turns = ByTurns(loop)
        turns.put(partial(done.remove, "somebody"))
        turns.put(partial(done.append, "next"))
        await some_turns()

    asyncio.run(one_fails())

    assert done == ["ValueError('list.remove(x): x not in list')", "next"]
