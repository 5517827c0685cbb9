"""Frames as they come from a page."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from pandemonium.server.transport.frames import are_whole, usual_text

SAID = '{"type":"say","id":"1","text":"Hé là !"}'


def sent(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, text, fin=fin).serialize(mask=True)


def test_a_short_text_is_read_without_a_parser() -> None:
    assert usual_text(sent(SAID.encode())) == SAID
    assert usual_text(sent(b"")) == ""


@pytest.mark.parametrize("size", range(126))
def test_of_whatever_length_a_short_text_is_the_one_that_was_masked(size: int) -> None:
    assert usual_text(sent(bytes(range(size)))) == bytes(range(size)).decode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        sent(SAID.encode())[:-1],
        sent(SAID.encode()) + b"\x81",
        sent(SAID.encode()) * 2,
        sent(SAID.encode() * 5),
        sent(SAID.encode(), Opcode.BINARY),
        sent(SAID.encode(), Opcode.PING),
        sent(SAID.encode(), fin=False),
        sent(b"\xff\xfe"),
        Frame(Opcode.TEXT, SAID.encode()).serialize(mask=False),
    ],
    ids=["nothing", "half", "more", "two", "long", "binary", "ping", "a part", "no text", "not masked"],
)
def test_anything_else_is_left_to_the_parser(data: bytes) -> None:
    assert usual_text(data) is None


def test_it_is_known_whether_more_of_a_frame_must_come() -> None:
    ping, part, rest = sent(b"12345678", Opcode.PING), sent(b"He", fin=False), sent(b"y", Opcode.CONT)

    assert are_whole(ping)
    assert are_whole(ping + sent(b"\xff"))
    assert not are_whole(ping[:-1])
    assert not are_whole(ping[:1])
    assert not are_whole(ping + ping[:3])
    assert not are_whole(part)
    assert not are_whole(part + rest)
    assert not are_whole(sent(b"x" * 200))
