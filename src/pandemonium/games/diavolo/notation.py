"""How a move of Diavolo is written on paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pandemonium.core.game import Refusal, Seat
from pandemonium.core.paper import number, shorten
from pandemonium.games.diavolo.dice import COLOURS, ORDERS, Colour, OrderFace, Place, Throw, Values
from pandemonium.games.diavolo.rules import Action, Bell, Choices, Choose, Event, Grab, Order, Roller, Void

COVERED: Final = "?"
NOTHING: Final = "-"
_DECIMAL: Final = re.compile(r"-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,6})?")
_ORDERS: Final[dict[str, OrderFace]] = {order: order for order in ORDERS}
_COLOURS: Final[dict[str, Colour]] = {colour: colour for colour in COLOURS}


def write(action: Action | Event) -> str:
    match action:
        case Grab(colour, ms):
            return f"grab {colour}" if ms is None else f"grab {colour} {ms}"
        case Choose(colour, ms):
            return f"choose {colour or COVERED}" if ms is None else f"choose {colour or COVERED} {ms}"
        case Roller(seat):
            return f"roller {seat}"
        case Order(order):
            return f"order {order}"
        case Throw(order, black, red, white, places):
            dice = f"throw {order} black={_listed(black)} red={_listed(red)} white={_listed(white)}"
            return dice if places is None else f"{dice} at={';'.join(map(_placed, places))}"
        case Bell(took):
            return f"bell {','.join(colour or NOTHING for colour in took)}" if took else "bell"
        case Void():
            return "void"


def read(words: Sequence[str]) -> Action | Event:
    match words:
        case ["grab", colour] if colour in _COLOURS:
            return Grab(_COLOURS[colour])
        case ["grab", colour, ms] if colour in _COLOURS:
            return Grab(_COLOURS[colour], number(ms))
        case ["choose", colour, *ms] if len(ms) < 2 and (colour in _COLOURS or colour == COVERED):
            return Choose(_COLOURS.get(colour), number(ms[0]) if ms else None)
        case ["roller", seat]:
            return Roller(Seat(number(seat)))
        case ["order", order] if order in _ORDERS:
            return Order(_ORDERS[order])
        case ["throw", order, black, red, white, *at] if order in _ORDERS and len(at) < 2:
            return Throw(
                _ORDERS[order],
                _values(_after("black=", black, words)),
                _values(_after("red=", red, words)),
                _values(_after("white=", white, words)),
                _places(_after("at=", at[0], words), words) if at else None,
            )
        case ["bell"]:
            return Bell()
        case ["bell", took]:
            return Bell(_choices(took.split(","), words))
        case ["void"]:
            return Void()
    raise _unknown(words)


def _choices(took: Sequence[str], words: Sequence[str]) -> Choices:
    if not all(each in _COLOURS or each == NOTHING for each in took):
        raise _unknown(words)
    return tuple([_COLOURS.get(each) for each in took])


def _listed(values: Values) -> str:
    return ",".join(map(str, values))


def _placed(place: Place) -> str:
    return f"{_short(place.x)}:{_short(place.y)}:{_short(place.degrees)}"


def _short(value: float) -> str:
    """A number without anything it can do without; + 0.0 makes a minus nought a nought."""
    return f"{value + 0.0:.6f}".rstrip("0").rstrip(".")


def _after(name: str, word: str, words: Sequence[str]) -> str:
    if not word.startswith(name):
        raise _unknown(words)
    return word.removeprefix(name)


def _values(text: str) -> Values:
    return tuple(number(value) for value in text.split(","))


def _places(text: str, words: Sequence[str]) -> tuple[Place, ...]:
    places = []
    for place in text.split(";"):
        match place.split(":"):
            case [x, y, degrees]:
                places.append(Place(_decimal(x), _decimal(y), _decimal(degrees)))
            case _:
                raise _unknown(words)
    return tuple(places)


def _decimal(word: str) -> float:
    if not _DECIMAL.fullmatch(word):
        raise Refusal("not-a-number", word=shorten(word))
    return float(word) + 0.0


def _unknown(words: Sequence[str]) -> Refusal:
    return Refusal("unknown-move", move=shorten(" ".join(words)))
