"""What people type after a command, read with care."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from pandemonium.core.game import AnyGame, Refusal
from pandemonium.core.match import AnyMatch
from pandemonium.core.options import check_seats
from pandemonium.core.paper import read
from pandemonium.core.words import Words
from pandemonium.games import open as open_box

LARGEST_PAPER = 16  # MB


def seats(game: AnyGame, text: str | None) -> int:
    chosen = game.seats_or(None if text is None else count(text, "--seats", least=0, most=99))
    check_seats(game, chosen)
    return chosen


def count(text: str, what: str = "", *, least: int, most: int) -> int:
    """A number given for a flag or a setting, or, without one, in answer to a question."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        if not what:
            raise Refusal("bad-answer", text=text[:40], least=least, most=most)
        raise Refusal("bad-count", text=text[:40], what=what, least=least, most=most)
    return int(text)


def jobs(text: str) -> int:
    """In how many processes."""
    return count(text, "--jobs", least=1, most=1_000)


def seconds(text: str, what: str) -> float:
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", text) or not 0.001 <= float(text) <= 3_600:
        raise Refusal("bad-seconds", text=text[:40], what=what)
    return float(text)


def options(texts: Sequence[str]) -> dict[str, object]:
    given: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise Refusal("option-needs-value", text=text[:40])
        given[name] = value
    return given


def paper(name: str, words: Words) -> str:
    """The text of a file, or of standard input for `-`."""
    most = LARGEST_PAPER * 1_000_000
    try:
        raw = sys.stdin.buffer.read(most + 1) if name == "-" else _first_bytes(Path(name), most + 1)
    except OSError as error:
        raise Refusal("no-file", file=name[:200], why=error.strerror or type(error).__name__) from None
    except ValueError as error:  # A name with a NUL in it.
        raise Refusal("no-file", file=repr(name[:200]), why=str(error)) from None
    if len(raw) > most:
        raise Refusal("no-file", file=name[:200], why=words("no.file-too-large", most=LARGEST_PAPER))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal("no-file", file=name[:200], why=words("no.not-text")) from None


def match(text: str) -> AnyMatch:
    return read(text, open_box)


def _first_bytes(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)
