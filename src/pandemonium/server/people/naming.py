"""Which names somebody may bear: ones that can be read, and by which nobody passes for somebody else."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import Final

from pandemonium.core.game import Refusal
from pandemonium.server.people.names import devils, is_given

PROGRAM_SIGN: Final = "\N{GEAR}"
"""The page puts it before the names of programs: nobody else wears it, nor anything that looks like it."""
_SIGNS: Final = PROGRAM_SIGN + "\N{GEAR WITHOUT HUB}\N{GEAR WITH HANDLES}\N{HELM SYMBOL}"
MOST_MARKS: Final = 2
"""So many accents stand at one place of a letter: more climb over the lines above."""
MOST_PLACES: Final = 5
"""And so many marks at all places together: Burmese needs them."""
LONGEST: Final = 32

# Letters by their category, and yet nothing is seen of them.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0100-\U000e01ef]"
)
_EAST: Final = {"CJK", "HIRAGANA", "KATAKANA", "HALFWIDTH", "HANGUL", "BOPOMOFO", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"}
"""Scripts that are written together, and with Latin letters among them."""

# What looks like a Latin letter in most typefaces, by hand: Cyrillic, Greek, Armenian, Cherokee, digits and strokes.
_ALIKE: Final = str.maketrans(
    {
        **dict(zip("авеёзіїјкмнорстухѕԁһԛԝьґп", "abee3iijkmhopctyxsdhqwbrn", strict=True)),
        **dict(zip("αβγδεζηικνορτυχωμςσ", "abydezniknoptuxwucc", strict=True)),
        **dict(zip("օսոհցզաեք", "ounhgquep", strict=True)),
        **dict(zip("01|!ıƖ5$8", "olllilssb", strict=True)),
    }
)
_STROKES: Final = str.maketrans("ij", "ll")
_TOGETHER: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def checked_name(name: str) -> str:
    """The name on one line, without anything that does not print. Raises Refusal for one that is none, or that
    is made to deceive."""
    plain = "".join(map(_plain, unicodedata.normalize("NFC", _UNSEEN.sub("", name))))
    cleaned = " ".join(plain.split())[:LONGEST].rstrip()
    if not any(sign.isalnum() or unicodedata.category(sign) == "So" for sign in cleaned):
        raise Refusal("bad-name")
    if any(sign in _SIGNS for sign in cleaned):
        raise Refusal("name-of-a-program")
    if any(is_mark and _is_pile([*run]) for is_mark, run in groupby(cleaned, _is_mark)):
        raise Refusal("name-piles-marks")
    if _mixes_scripts(cleaned):
        raise Refusal("name-mixes-scripts")
    if outline(cleaned.rstrip(" 0123456789") or cleaned) in _of_bots():  # Nor Lilith 2: so two Liliths are told apart.
        raise Refusal("name-of-a-bot")
    return cleaned


def may_sit_with(name: str, others: Iterable[str]) -> None:
    """Nobody sits down beside somebody whom he could be taken for. Raises Refusal.

    Two to whom the house has given the same name by chance may: pages tell them apart by number."""
    for other in others:
        if name == other and is_given(name):
            continue
        strokes = _case(name) is None or _case(name) != _case(other)
        if outline(name, strokes=strokes) == outline(other, strokes=strokes):
            raise Refusal("name-taken-here")


@lru_cache(maxsize=4096)
def outline(name: str, *, strokes: bool = True) -> str:
    """What is left of a name for somebody who only glances at it: two names of the same outline look alike. Without
    `strokes`, i and l differ: a capital I is an l, but where names are written as names are, Elia is not Ella."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(letters.translate(_ALIKE).split())
    if strokes:
        seen = seen.translate(_STROKES)
    for two, one in _TOGETHER:
        seen = seen.replace(two, one)
    kept = "".join(sign for sign in seen if _has_script(sign) or sign.isnumeric() or unicodedata.category(sign) == "So")
    return kept or seen


@lru_cache(maxsize=1)
def _of_bots() -> frozenset[str]:
    return frozenset(map(outline, devils()))


def _plain(sign: str) -> str:
    """A letter that is another one in fancy dress (𝔉, Ｆ, ᶠ) is that one; what does not print is a space."""
    if not sign.isprintable():
        return " "
    return unicodedata.normalize("NFKC", sign) if sign.isalpha() and not sign.isascii() else sign


def _case(name: str) -> str | None:
    """How its letters are written, if they are written as in names, and nothing else is among them."""
    if not all(sign.isalpha() or sign in " -'’" for sign in name):
        return None
    return "titles" if name.istitle() else "small" if name.islower() else None


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me")


def _is_pile(marks: list[str]) -> bool:
    """Where a mark stands is its class; of those that have none, each has a place of its own."""
    most = max(Counter(unicodedata.combining(mark) or mark for mark in marks).values())
    return most > MOST_MARKS or len(marks) > MOST_PLACES


def _has_script(sign: str) -> bool:
    """A letter, or a vowel that is written as a mark, as in India and Thailand; no accent, and no apostrophe."""
    if unicodedata.category(sign) in ("Mn", "Mc"):
        return not unicodedata.combining(sign)
    return sign.isalpha() and _script(sign) != "MODIFIER"


def _mixes_scripts(name: str) -> bool:
    scripts = {_script(sign) for sign in name if _has_script(sign)}
    return len(scripts) > 1 and not scripts <= {"LATIN", *_EAST}


def _script(letter: str) -> str:
    """What Unicode calls the letter begins with its script."""
    return unicodedata.name(letter, "?").partition(" ")[0]
