"""What is shown by a terminal that has no signs beyond ASCII, or not all of ours: each becomes one that it has."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from pandemonium.core.game import AnyGame
from pandemonium.core.words import Catalogue, Words
from pandemonium.server.release import is_installed

IN_A_CLONE: Final = "./pandemonium"
INSTALLED: Final = "pandemonium"
"""By which name the command goes."""

C_LOCALES: Final = ("C", "POSIX")
_PUT_BY_PYTHON: Final = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python itself writes into LC_CTYPE where the locale is C."""
HANDLER: Final = "pandemonium.plain"

# One for one, so that what is drawn keeps its shape.
_SIGNS: Final = dict(
    zip(
        "√▼■▲○▒●◆◇▸▶◂◀▯ψ•·✓✗×→←↑↓↔Σ…–—−’‘“”„«»░▓█▀▄▌▐±≥≤′″",
        'Vv#^o%o*->><<#Y*.vxx><^v=S.---\'\'""""":##"_[]+><\'"',
        strict=True,
    )
)
# In sentences, which are laid out afterwards, there is room to spell properly.
_SPELT: Final = {
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "œ": "oe",
    "Œ": "Oe",
    "æ": "ae",
    "…": "...",
    "→": "->",
    "±": "+/-",
    "↔": "<->",
}
_GAPS: Final = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
_BRAILLE: Final = 0x2800
# What signs look like in a cell of Braille dots, two wide and four high, row by row.
_DRAWN: Final = {
    ".": "......#.",
    ",": "....#.#.",
    "'": ".#.#....",
    "`": "#...#...",
    '"': "####....",
    ":": "#...#...",
    "-": "..##....",
    "_": "......##",
    "=": "..##..##",
    "|": "#.#.#.#.",
    "!": ".#.#.#.#",
    "/": ".#.##.#.",
    "\\": "#.#..#.#",
    ")": "#..#.##.",
    "(": ".##.#..#",
    "+": ".####.#.",
    "#": "########",
    "~": "..#..#..",
}


def settle() -> None:
    """From now on whatever is printed can be shown here, and whatever is typed can be read."""
    codecs.register_error(HANDLER, _replaced)
    encoding = "ascii" if is_c_locale() else None
    for stream in (sys.stdout, sys.stderr):
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(encoding=encoding, errors=HANDLER)
    if (reconfigure := getattr(sys.stdin, "reconfigure", None)) is not None:
        reconfigure(errors="replace")


def is_plain() -> bool:
    """Whether this terminal knows ASCII only."""
    return codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name == "ascii"


def words_here(language: str, game: AnyGame | None = None) -> Words:
    """The words of one language, as this terminal can spell them."""
    words = Words(language, game)
    if is_installed():
        words.catalogue = _each(words.catalogue, lambda text: text.replace(IN_A_CLONE, INSTALLED))
    if is_plain():
        words.catalogue = _each(words.catalogue, spelt)
    return words


def as_here(text: str) -> str:
    """A text that no catalogue has, as this terminal can spell it."""
    return spelt(text) if is_plain() else text


def spelt(text: str) -> str:
    """A text in ASCII, as one would type it."""
    for gap in _GAPS:
        text = text.replace(gap, " ")
    text = text.replace("« ", '"').replace(" »", '"')
    return "".join(sign if sign.isascii() else _SPELT.get(sign) or in_ascii(sign) for sign in text)


@cache
def in_ascii(sign: str) -> str:
    """One sign for one sign."""
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign in _SPELT:
        return _SPELT[sign][0]
    if _BRAILLE <= ord(sign) < _BRAILLE + 256:
        return _nearest(ord(sign) - _BRAILLE)
    name = unicodedata.name(sign, "")
    if name.startswith("BOX DRAWINGS"):
        return _line(name)
    base = unicodedata.normalize("NFKD", sign)[:1]
    return base if base.isascii() and base else "?"


def is_c_locale() -> bool:
    everything, signs, language = (os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    if everything or not signs:
        return (everything or language) in C_LOCALES
    return signs in C_LOCALES or (signs in _PUT_BY_PYTHON and language in C_LOCALES)


def _replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(in_ascii, error.object[error.start : error.end])), error.end


def _line(name: str) -> str:
    """A stroke of a frame, by what it is called."""
    if "DIAGONAL" in name:
        return "X" if "CROSS" in name else "/" if "UPPER RIGHT" in name else "\\"
    level = any(word in name for word in ("HORIZONTAL", "LEFT", "RIGHT"))
    upright = any(word in name for word in ("VERTICAL", "UP", "DOWN"))
    if level and upright:
        return "+"
    dashed = "DASH" in name
    if upright:
        return ":" if dashed else "|"
    return "~" if dashed else "=" if "DOUBLE" in name else "-"


def _nearest(dots: int) -> str:
    """The sign that looks most like these dots."""
    places = (0, 3, 1, 4, 2, 5, 6, 7)  # Braille counts its dots down the left side and down the right, then the feet.
    cell = "".join("#" if dots >> place & 1 else "." for place in places)
    return min(_DRAWN, key=lambda sign: sum(map(str.__ne__, _DRAWN[sign], cell))) if dots else " "


def _each(catalogue: Catalogue, said: Callable[[str], str]) -> Catalogue:
    def each(sentence: str | Mapping[str, str]) -> str | Mapping[str, str]:
        return said(sentence) if isinstance(sentence, str) else {form: said(text) for form, text in sentence.items()}

    return {key: each(sentence) for key, sentence in catalogue.items()}
