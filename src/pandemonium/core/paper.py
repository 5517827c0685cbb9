"""A match on paper: plain text, one move a line, that people and programs can read and write."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Self

from pandemonium.core.chance import SEED_BYTES, FairChance
from pandemonium.core.game import NATURE, AnyGame, Eyes, Mover, Refusal, Seat
from pandemonium.core.match import AnyMatch, Match, check_salts, from_hex, resume
from pandemonium.core.options import check_seats, read_options, write_options

LONGEST_LINE = 2_000
_NUMBER = re.compile(r"0|[1-9][0-9]{0,11}")


class BadPaper(Refusal):
    """A line that cannot be read or must not be played. What stood before it is in `match`."""

    def __init__(self, line: int, why: Refusal, match: AnyMatch | None) -> None:
        super().__init__(why.key, **why.facts)
        self.line = line
        self.why = why
        self.match = match

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[()]]:
        return partial(type(self), self.line, self.why, self.match), ()


def write(match: AnyMatch, eyes: Eyes | None = None, comments: Sequence[str] = ()) -> str:
    """The whole match, or what these eyes may read of it. A comment for each move stands below it, if it has one."""
    lines = [f"game {match.game.slug}", f"seats {match.seats}"]
    lines += [f"option {name} {value}" for name, value in write_options(match.options)]
    if match.chance is not None and (eyes is None or match.result is not None):
        lines.append(f"seed {match.chance.seed.hex()}")
        lines += [f"salt {seat} {salt.hex()}" for seat, salt in match.chance.salts]
    now, below = 0, iter(comments)
    for move in match.moves if eyes is None else match.shown(eyes):
        stamp = f" @{move.at}" if move.at != now else ""
        now = move.at
        lines.append(f"{move.by} {match.game.notation.write(move.what)}{stamp}")
        if comment := next(below, ""):
            lines.append(f"# {comment}")
    return "\n".join(lines) + "\n"


def read(text: str, find: Callable[[str], AnyGame], most: int | None = None) -> AnyMatch:
    """The match that stands on this paper, of so many moves at most. Raises BadPaper with the line that is wrong."""
    header = _Header(find)
    match: AnyMatch | None = None
    here = 0
    try:
        for number_of_line, line in enumerate(text.split("\n"), start=1):
            here = number_of_line
            words = _words(line)
            if not words:
                continue
            if match is None and header.takes(words):
                continue
            if match is None:
                match = header.match()
            by, what, at = _move(match, words, most)
            match.play(by, what, at)
        if match is None:
            match = header.match()
        resume(match, header.chance(match.seats))
    except Refusal as why:
        raise BadPaper(here, why, match) from None
    return match


def lines_of_moves(text: str) -> list[int]:
    """On which line each move stands."""
    numbered = [(number, _words(line)) for number, line in enumerate(text.split("\n"), start=1)]
    return [number for number, words in numbered if words and words[0] not in _Header.WORDS]


def number(word: str, most: int = 10**12) -> int:
    """A whole number as it may stand on paper."""
    if not _NUMBER.fullmatch(word) or int(word) > most:
        raise Refusal("not-a-number", word=shorten(word))
    return int(word)


def shorten(word: str) -> str:
    """A word from somebody's file, fit to be quoted back at him."""
    printable = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in word)
    return printable if len(printable) <= 40 else printable[:39] + "…"


class _Spoken(NamedTuple):
    by: Mover
    what: object
    at: int | None


def _words(line: str) -> list[str]:
    if len(line) > LONGEST_LINE:
        raise Refusal("line-too-long", most=LONGEST_LINE)
    return line.split("#", 1)[0].split()


def _move(match: AnyMatch, words: Sequence[str], most: int | None) -> _Spoken:
    who, *what = words
    if most is not None and len(match.moves) >= most:
        raise Refusal("paper-too-long", most=most)
    if who != NATURE and not _NUMBER.fullmatch(who):
        raise Refusal("unknown-word", word=shorten(who))
    by: Mover = NATURE if who == NATURE else Seat(number(who))
    if by != NATURE and by >= match.seats:
        raise Refusal("no-such-seat", seat=by)
    at = number(what.pop()[1:]) if what and what[-1].startswith("@") else None
    if not what:
        raise Refusal("no-move")
    if "?" in what:
        raise Refusal("covered")
    return _Spoken(by, match.game.notation.read(what), at)


class _Header:
    """The first lines: which game, how many seats, which options, whose luck."""

    WORDS = ("game", "seats", "option", "seed", "salt")

    def __init__(self, find: Callable[[str], AnyGame]) -> None:
        self.find = find
        self.game: AnyGame | None = None
        self.seats: int | None = None
        self.options: dict[str, str] = {}
        self.seed: bytes | None = None
        self.salts: dict[int, bytes] = {}

    def takes(self, words: Sequence[str]) -> bool:
        """Reads a line of the header; False for one that is none."""
        if words[0] not in self.WORDS:
            return False
        if self.game is None and words[0] != "game":
            raise Refusal("game-comes-first")
        match words:
            case ["game", slug] if self.game is None:
                self.game = self.find(slug)
            case ["seats", count] if self.seats is None and self.game is not None:
                self.seats = number(count)
                check_seats(self.game, self.seats)
            case ["option", name, value] if name not in self.options and self.game is not None:
                read_options(self.game.options, {name: value})
                self.options[name] = value
            case ["seed", text] if self.seed is None:
                self.seed = from_hex(text)
                if self.seed is None or len(self.seed) != SEED_BYTES:
                    raise Refusal("bad-seed")
            case ["salt", who, text] if number(who, most=99) not in self.salts:
                self.salts[number(who)] = from_hex(text) or b""
                if self.seats is None:
                    raise Refusal("seats-come-first")
                check_salts(self.salts, self.seats)
            case _:
                raise Refusal("bad-header", line=shorten(" ".join(words)))
        return True

    def match(self) -> AnyMatch:
        if self.game is None:
            raise Refusal("game-comes-first")
        if self.seats is None:
            raise Refusal("seats-come-first")
        return Match(self.game, self.seats, read_options(self.game.options, self.options))

    def chance(self, seats: int) -> FairChance | None:
        return None if self.seed is None else FairChance(self.seed, check_salts(self.salts, seats))
