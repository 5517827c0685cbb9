"""Does the luck of a match on paper follow from its seed? Written from docs/fairness.md and docs/paper.md alone."""

import argparse
import hashlib
import hmac
import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, count, groupby, islice, pairwise
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

Form: TypeAlias = Any  # JSON, of which no type says more than this
Words: TypeAlias = list[str]
Spot: TypeAlias = tuple[int, int]
T = TypeVar("T")

LUCK: dict[str, Form] = json.loads("""
{
  "little-devils": {
    "options": {},
    "draws": { "dealer": [{ "below": "seats" }], "deal": [{ "hands": { "lowest": 1, "each": 9 } }] }
  },
  "diable-sauteur": {
    "options": { "dice": "plain" },
    "draws": {
      "devil": [{ "below": 2 }],
      "red": [{ "below": 2 }],
      "hider": [{ "below": 2 }],
      "jump": [
        {
          "same": [{ "last": "press" }, { "last": "hide" }],
          "yes": "devil",
          "no": {
            "option": "dice",
            "plain": { "pick": ["1", "2", "3", "4", "5", "6"] },
            "mixed": { "pick": ["1", "2", "3", "4", "5", "devil"] }
          }
        }
      ]
    }
  },
  "diavolo": {
    "options": { "dice-per-colour": "3", "order-first": "no" },
    "race": true,
    "draws": {
      "roller": [{ "below": "seats" }],
      "order": [{ "pick": ["largest-sum", "smallest-sum", "largest-spread", "most-odd", "highest-value", "closest"] }],
      "throw": [
        {
          "option": "order-first",
          "yes": { "last": "order" },
          "no": { "pick": ["largest-sum", "smallest-sum", "largest-spread", "most-odd", "highest-value", "closest"] }
        },
        {
          "dice": {
            "sides": 6,
            "each": { "option": "dice-per-colour", "3": 3, "2": 2 },
            "named": ["black", "red", "white"]
          }
        },
        {
          "scatter": {
            "named": "at",
            "apart": 1,
            "half-width": 9,
            "half-height": 7,
            "room": 3,
            "clearly": { "when": "closest", "by": 0.5 }
          }
        }
      ],
      "bell": [{ "written": "what each has chosen" }],
      "void": []
    }
  },
  "diable-par-la-queue": {
    "options": {},
    "draws": {
      "first": [{ "below": "seats" }],
      "draw": [
        {
          "bag": {
            "01-23-45": 8, "12-34-50": 8, "03-14-25": 8, "01-24-35": 8, "01-25-34": 8, "02-14-35": 8, "02-15-34": 8
          }
        }
      ]
    }
  }
}
""")


LOTS = 2**31
"""The lots of round r come from the stream of the move with this number and r."""
MOVED = ("counted", "cut", "lot", "void")
"""What stands on the receipt of somebody who has moved."""


class Unverifiable(Exception):
    """This paper cannot be held to a seed."""


class NoSuchMove(Exception):
    """Whatever the seed, nature cannot do this here."""


@dataclass(frozen=True)
class Move:
    line: int
    who: str
    words: Words


@dataclass(frozen=True)
class Paper:
    luck: Form
    header: dict[str, str]
    seats: int
    options: dict[str, str]
    seed: bytes
    salts: dict[int, bytes]
    moves: list[Move]

    @property
    def salted(self) -> bytes:
        return b"".join(bytes([seat]) + salt for seat, salt in sorted(self.salts.items()))


def read_paper(text: str, luck: Form = None) -> Paper:
    """`luck`: the data of a game that is not known here."""
    header: dict[str, str] = {}
    moves = []
    for number, line in enumerate(text.split("\n"), 1):
        match line.partition("#")[0].split():
            case []:
                pass
            case ["game" | "seats" | "seed" | "option" | "salt", *_, value] as words:
                # Otherwise a paper could show one seed to people and another to programs.
                if header.setdefault(" ".join(words[:-1]), value) != value:
                    raise Unverifiable(f"Line {number} says something else than a line above it: {line}")
            case [who, verb, *words] if who == "nature" or who.isdecimal():
                is_timed = words and words[-1].startswith("@")
                moves.append(Move(number, who, [verb, *(words[:-1] if is_timed else words)]))
            case _:
                raise Unverifiable(f"Line {number} cannot be read: {line}")
    return paper_of(header, moves, luck or LUCK.get(header.get("game", "")))


def receipts_of(text: str) -> Form:
    receipts = json.loads(text)
    try:
        seats = [line["seat"] for receipt in receipts for line in receipt["lines"] if line["verdict"]]
        seats += [seat for receipt in receipts for lot in receipt["lots"] for seat in (*lot["seats"], lot["winner"])]
        rounds = [receipt["round"] for receipt in receipts]
        seats += [receipt["version"] for receipt in receipts]
    except (KeyError, TypeError) as error:
        raise Unverifiable(f"The receipts cannot be read: {error}.") from error
    if not all(isinstance(number, int) for number in (*seats, *rounds)) or not all(
        0 < number < LOTS for number in rounds
    ):
        raise Unverifiable("The receipts cannot be read: a round, a version or a seat is none.")
    return receipts


def paper_of(header: dict[str, str], moves: list[Move], luck: Form) -> Paper:
    if luck is None:
        raise Unverifiable(f"The luck of this game is not known here: {header.get('game')}.")
    if "seed" not in header:
        raise Unverifiable("There is no seed on this paper.")
    try:
        options, seats = luck["options"] | under("option", header), seats_of(header["seats"])
        salts = {seat_of(seat, seats): bytes_of(salt, 16) for seat, salt in under("salt", header).items()}
        return Paper(luck, header, seats, options, bytes_of(header["seed"], 32), salts, moves)
    except (KeyError, ValueError) as error:
        raise Unverifiable(f"The header cannot be read: {error}.") from error


def seats_of(text: str) -> int:
    if (seats := int(text)) < 1:
        raise ValueError("there is no seat")
    return seats


def seat_of(text: str, seats: int) -> int:
    # 00 would be a second salt for seat 0: one more that the house could choose.
    if text not in map(str, range(seats)):
        raise ValueError(f"there is no seat {text}")
    return int(text)


def under(name: str, header: dict[str, str]) -> dict[str, str]:
    return {key.removeprefix(f"{name} "): value for key, value in header.items() if key.startswith(f"{name} ")}


def bytes_of(text: str, length: int) -> bytes:
    if len(text) != 2 * length:
        raise ValueError(f"{text} is not {length} bytes")
    return bytes.fromhex(text)


class Stream:
    """The bytes of one move of nature, and the numbers that are made of them."""

    def __init__(self, paper: Paper, move: int) -> None:
        message = paper.salted + move.to_bytes(4, "big")
        blocks = (hmac.digest(paper.seed, message + j.to_bytes(4, "big"), "sha256") for j in count())
        self._bytes = chain.from_iterable(blocks)

    def below(self, n: int) -> int:
        length = ((n - 1).bit_length() + 7) // 8
        fair = 256**length // n * n
        while (x := int.from_bytes(bytes(islice(self._bytes, length)), "big")) >= fair:
            pass
        return x % n

    def digits(self, bases: Sequence[int]) -> list[int]:
        x, found = self.below(math.prod(bases)), []
        for base in bases:
            x, digit = divmod(x, base)
            found.append(digit)
        return found

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        left = list(items)
        return [left.pop(place) for place in self.digits(range(len(left), len(left) - k, -1))]


@dataclass
class Nature:
    """What nature has to do in a match, move by move."""

    paper: Paper
    above: list[Move] = field(default_factory=list)
    bags: dict[str, Words] = field(default_factory=dict)
    hands: list[Words] = field(default_factory=list)
    written: Words = field(default_factory=list)

    def does(self, written: Words, stream: Stream) -> Words:
        """What should stand where this is written."""
        self.written, verb, draws = written, written[0], self.paper.luck["draws"]
        if verb not in draws:
            raise NoSuchMove
        made = [verb]
        for form in draws[verb]:
            made += self.make(form, made, stream)
        return made

    def make(self, form: Form, made: Words, stream: Stream) -> Words:
        match form:
            case str():
                return [form]
            case {"below": n}:
                return [str(stream.below(self.paper.seats if n == "seats" else n))]
            case {"pick": items}:
                return [stream.pick(items)]
            case {"bag": content}:
                return [self.take(made[0], content, stream)]
            case {"last": verb}:
                return [self.last(verb)]
            case {"written": _}:
                return self.written[len(made) : len(made) + 1]
            case {"same": [x, y], "yes": yes, "no": no}:
                is_same = self.make(x, made, stream) == self.make(y, made, stream)
                return self.make(yes if is_same else no, made, stream)
            case {"option": _}:
                return self.make(self.chosen(form), made, stream)
            case {"hands": {"lowest": lowest, "each": each}}:
                self.hands = self.hands or deal(self.paper.seats, lowest, each, stream)
                return self.hands.pop(0)
            case {"dice": {"sides": sides, "each": each, "named": names}}:
                return throw(sides, self.chosen(each), names, stream)
            case {"scatter": how}:
                return [scatter(how, made, stream)]
        raise Unverifiable(f"This form is not known here: {form}.")

    def take(self, verb: str, content: dict[str, int], stream: Stream) -> str:
        bag = self.bags.setdefault(verb, [item for item, often in content.items() for _ in range(often)])
        if not bag:
            raise NoSuchMove
        return bag.pop(stream.below(len(bag)))

    def last(self, verb: str) -> str:
        for move in reversed(self.above):
            if move.words[0] == verb and len(move.words) > 1:
                return move.words[1]
        raise NoSuchMove

    def chosen(self, form: Form) -> Form:
        if not (isinstance(form, dict) and "option" in form):
            return form
        value = self.paper.options[form["option"]]
        if value not in form:
            raise Unverifiable(f"The option {form['option']} cannot be {value}.")
        return form[value]


def deal(seats: int, lowest: int, each: int, stream: Stream) -> list[Words]:
    cards = range(lowest, lowest + each * seats)
    drawn = stream.sample(cards, each * (seats - 1))
    drawn += [card for card in cards if card not in drawn]
    return [[str(seat), *map(str, sorted(drawn[seat * each : (seat + 1) * each]))] for seat in range(seats)]


def throw(sides: int, each: int, names: Words, stream: Stream) -> Words:
    faces = [digit + 1 for digit in stream.digits([sides] * each * len(names))]
    colours = [sorted(faces[place * each : (place + 1) * each]) for place in range(len(names))]
    return [f"{name}={','.join(map(str, colour))}" for name, colour in zip(names, colours, strict=True)]


def scatter(how: Form, made: Words, stream: Stream) -> str:
    colours = [word.count(",") + 1 for word in made if "=" in word]
    spots = spread(how, how["apart"] + sum(colours), stream)
    while made[1] == how["clearly"]["when"] and lead(spots, how["apart"], colours) < how["clearly"]["by"]:
        spots = spread(how, len(spots), stream)
    turns = stream.digits([360] * len(spots))
    places = [f"{x / 2:g}:{y / 2:g}:{turn}" for (x, y), turn in zip(spots, turns, strict=True)]
    return f"{how['named']}={';'.join(places)}"


def spread(how: Form, dice: int, stream: Stream) -> list[Spot]:
    w, h, room = how["half-width"], how["half-height"], how["room"]
    free = [(x, y) for y in range(-h, h + 1) for x in range(-w, w + 1) if (h * x) ** 2 + (w * y) ** 2 <= (w * h) ** 2]
    spots: list[Spot] = []
    while len(spots) < dice:
        x, y = stream.pick(free)
        spots.append((x, y))
        free = [(a, b) for a, b in free if abs(x - a) >= room or abs(y - b) >= room]
    return stream.sample(spots, dice)


def lead(spots: list[Spot], apart: int, colours: list[int]) -> float:
    bounds = pairwise(accumulate(colours, initial=apart))
    nearest, next_one, *_ = sorted(min(math.dist(spots[0], die) for die in spots[start:end]) for start, end in bounds)
    return next_one - nearest


def false_moves(paper: Paper) -> Iterator[str]:
    nature, number = Nature(paper), count()
    for move in paper.moves:
        if move.who == "nature":
            try:
                given = nature.does(move.words, Stream(paper, next(number)))
            except NoSuchMove:
                given = ["no such move"]
            if move.words != given:
                yield f"line {move.line}: written {' '.join(move.words)}, the seed gives {' '.join(given)}"
        nature.above.append(move)


def false_lots(paper: Paper, receipts: Form) -> Iterator[str]:
    for receipt in receipts:
        name = f"round {receipt['round']}"
        stream = Stream(paper, LOTS + receipt["round"])
        in_lots = [line["seat"] for line in receipt["lines"] if line["verdict"] == "lot"]
        lots = [(sorted(set(lot["seats"])), lot["winner"]) for lot in receipt["lots"]]
        if not lots and len(in_lots) in (2, 3):  # Of an older house: it can only have been one.
            lots = [(sorted(set(in_lots)), in_lots[0])]
        if {seat for seats, _ in lots for seat in seats} != set(in_lots):
            yield f"{name}: the receipt does not say who was in which lot"
            continue
        for seats, winner in lots:
            given = stream.pick(seats) if seats else None
            if given != winner:
                yield f"{name}: the lot fell on seat {winner}, the seed gives {given}"


def unsaid_rounds(paper: Paper, receipts: Form) -> Iterator[str]:
    """In a race, those of whose moves no receipt says how they were timed, by the line of the first. Nothing is taken
    back in a race: the version of a receipt is how many moves stood on paper."""
    if not paper.luck.get("race", False):
        return
    numbered = groupby(enumerate(paper.moves, 1), lambda its: its[1].who == "nature")
    rounds = [list(moves) for is_nature, moves in numbered if not is_nature]
    for moves, after in zip(rounds, [*rounds[1:], []], strict=True):
        last, following = moves[-1][0], after[0][0] if after else math.inf
        told = [
            {line["seat"] for line in receipt["lines"] if line["verdict"] in MOVED}
            for receipt in receipts
            if last <= receipt["version"] < following
        ]
        if not any({int(move.who) for _, move in moves} <= seats for seats in told):
            yield str(moves[0][1].line)


def table_of(text: str) -> Form:
    table = json.loads(text)
    try:
        table["pledges"] = {seat: chair["pledge"] for seat, chair in enumerate(table["chairs"]) if chair["pledge"]}
        if not (table["sealed"] and all(isinstance(table[name], str) for name in ("game", "commitment"))):
            raise Unverifiable("This table was written down before the pledges were sealed.")
    except (KeyError, TypeError) as error:
        raise Unverifiable(f"The table cannot be read: {error}.") from error
    return table


def false_promises(paper: Paper, table: Form) -> Iterator[str]:
    """What was fixed before anybody had shown a salt, and is otherwise on paper."""
    if hashlib.sha256(paper.seed).hexdigest() != table["commitment"]:
        yield "the seed is not the one that was committed to"
    if (paper.header.get("game"), paper.seats) != (table["game"], table["seats"]):
        yield "the table was set for another game, or for others"
    if under("option", paper.header) != table["options"]:
        yield "the table was set with other options"
    for seat in range(paper.seats):
        shown = hashlib.sha256(paper.salts[seat]).hexdigest() if seat in paper.salts else None
        if shown != table["pledges"].get(seat):
            yield f"the salt of seat {seat} is not what was pledged"


def verify(paper: Paper, commitment: str | None, receipts: Form = None, table: Form = None) -> bool:
    """Without receipts nothing is said of lots: of a paper alone nobody can know whether there were any."""
    unsaid = [] if receipts is None else list(unsaid_rounds(paper, receipts))
    receipts = receipts or []
    faults = [*false_moves(paper), *false_lots(paper, receipts), *(false_promises(paper, table) if table else ())]
    if commitment is not None and hashlib.sha256(paper.seed).hexdigest() != commitment.lower():
        faults.append("the seed is not the one that was committed to")
    moves = sum(move.who == "nature" for move in paper.moves)
    lots = sum(len(receipt["lots"]) for receipt in receipts)
    drawn = f"{moves} moves of nature" + (f" and {lots} lots" if lots else "") + " follow from the seed"
    doubt = f"of {len(unsaid)} rounds no receipt says whether lots decided them (from lines {', '.join(unsaid)})"
    print(*faults, "false" if faults else f"partly: {drawn}; {doubt}" if unsaid else f"true: {drawn}", sep="\n")
    return not faults and not unsaid


def main() -> int:
    parser = argparse.ArgumentParser(description="Does the luck of a match on paper follow from its seed?")
    parser.add_argument("file", type=Path, help="a match on paper, with its seed")
    parser.add_argument("--commitment", metavar="HEX", help="the SHA-256 of the seed, as published before the match")
    parser.add_argument("--luck", metavar="FILE", type=Path, help="the luck.json of a game that is not known here")
    parser.add_argument("--receipts", metavar="FILE", type=Path, help="the receipts of a race, for its lots")
    parser.add_argument("--table", metavar="FILE", type=Path, help="the table as it was told when pledges were sealed")
    asked = parser.parse_args()
    try:
        luck = json.loads(asked.luck.read_text("utf-8")) if asked.luck else None
        receipts = receipts_of(asked.receipts.read_text("utf-8")) if asked.receipts else None
        table = table_of(asked.table.read_text("utf-8")) if asked.table else None
        paper = read_paper(asked.file.read_text("utf-8"), luck)
        return 0 if verify(paper, asked.commitment, receipts, table) else 1
    except (OSError, ValueError, Unverifiable) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
