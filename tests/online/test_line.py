"""A line on which the house hangs up: a program says why, or waits before it calls again, and not for ever."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
from websockets.sync.server import ServerConnection, serve

from pandemonium.online import Refused, Unreachable
from pandemonium.online.line import Line
from pandemonium.server.transport.connection import COME_AGAIN
from pandemonium.server.transport.session import _CODES as CODES
from pandemonium.server.transport.session import NO_TABLE

MANY = 100


@contextmanager
def hanging_up(*codes: int) -> Iterator[tuple[str, list[int]]]:
    """Takes each call, says nothing, and hangs up with the next of these codes, the last one for ever."""
    left, said = list(codes), list[int]()

    def hang_up(call: ServerConnection) -> None:
        said.append(left.pop(0) if len(left) > 1 else left[0])
        call.close(said[-1])

    with serve(hang_up, "127.0.0.1", 0) as house:
        answering = Thread(target=house.serve_forever)
        answering.start()
        try:
            yield f"ws://127.0.0.1:{house.socket.getsockname()[1]}", said
        finally:
            house.shutdown()
            answering.join()


@pytest.mark.parametrize("code", sorted({*CODES.values()} - {COME_AGAIN}))
def test_a_program_that_is_turned_away_hears_why_and_does_not_call_again(code: int) -> None:
    with hanging_up(code, 4404) as (address, said):
        line = Line(address, {}, 60)
        with pytest.raises(Refused):
            line.hear()

    assert said == [code]


def test_where_every_call_is_taken_and_ended_a_program_waits_and_gives_up() -> None:
    with hanging_up(*[COME_AGAIN] * MANY, NO_TABLE) as (address, said):
        line = Line(address, {}, 0.5)
        with pytest.raises(Unreachable):
            line.hear()

    assert len(said) < MANY
