"""Which names somebody may bear: ones that can be read, and by which nobody passes for somebody else. And what is left
of what he says, so that it can be read."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from pandemonium.core.game import Refusal
from pandemonium.core.words import LANGUAGES
from pandemonium.server.people.language import words_of
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

# What looks like a Latin letter in most typefaces, by hand: Cyrillic, Greek, Armenian, Lisu, Cherokee, Latin letters
# that Unicode calls otherwise, digits and strokes.
_ALIKE: Final = str.maketrans(
    {
        **dict(zip("авеёзіїјкмнорстухѕԁһԛԝьґп", "abee3iijkmhopctyxsdhqwbrn", strict=True)),
        **dict(zip("αβγδεζηικνορτυχωμςσ", "abydezniknoptuxwucc", strict=True)),
        **dict(zip("օսոհցզաեք", "ounhgquep", strict=True)),
        **dict(zip("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz", strict=True)),
        **dict(zip("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "abcdeghijklmprstvwz", strict=True)),
        **dict(zip("ɑɩǀǃɛɔʋƒ", "aillecuf", strict=True)),
        **dict(zip("01|!ı5$8", "olllissb", strict=True)),
    }
)
_DRESSED: Final = re.compile(
    r"(?:LATIN|(?:CROSSED )?NEGATIVE (?:SQUARED|CIRCLED) LATIN|REGIONAL INDICATOR SYMBOL)(?: SMALL| CAPITAL)? LETTER"
    r"(?: SMALL CAPITAL| SCRIPT| DOTLESS| BARRED| INSULAR| BLACKLETTER)? ([A-Z])(?: WITH .*)?"
)
"""What Unicode calls a letter that is another one with a stroke or a hook (ł), small and yet a capital (ʟ), or white on
black (🅻)."""
_ROMAN: Final = re.compile(r"(?:\s+[IVXLivxl]+|(?<=[a-zé])[IVX]+)$")
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
    if any(outline(each) in _of_bots() for each in _alone(cleaned)):
        raise Refusal("name-of-a-bot")
    return cleaned


def legible(text: str) -> str:
    """What somebody says, on one line, without what does not print and what climbs over the lines above; nothing, if
    nothing of it can be seen."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text).strip()
    if not _UNSEEN.sub("", plain).strip():
        return ""
    runs = ([*run] for _, run in groupby(plain, _is_mark))
    return "".join("".join(run[:MOST_MARKS] if _is_mark(run[0]) and _is_pile(run) else run) for run in runs)


def may_sit_with(name: str, others: Iterable[str]) -> None:
    """Nobody sits down beside somebody whom he could be taken for. Raises Refusal.

    Two to whom the house has given the same name by chance may: pages tell them apart by number."""
    for other in others:
        if name == other and is_given(name):
            continue
        strokes = _case(name) is None or _case(name) != _case(other)
        if outlines(name, strokes=strokes) & outlines(other, strokes=strokes):
            raise Refusal("name-taken-here")


def outlines(name: str, *, strokes: bool = True) -> set[str]:
    """All that it can be taken for: a stroke at its end is a letter (Pau!), or none (Anna!)."""
    bare = _bare(name, _is_said)
    return {outline(each, strokes=strokes) for each in (name, bare or name)}


@lru_cache(maxsize=4096)
def outline(name: str, *, strokes: bool = True) -> str:
    """What is left of a name for somebody who only glances at it: two names of the same outline look alike. Without
    `strokes`, i and l differ: a capital I is an l, but where names are written as names are, Elia is not Ella."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join("".join(map(_undressed, letters)).casefold().translate(_ALIKE).split())
    if strokes:
        seen = seen.translate(_STROKES)
    for two, one in _TOGETHER:
        seen = seen.replace(two, one)
    kept = "".join(sign for sign in seen if _has_script(sign) or sign.isnumeric() or unicodedata.category(sign) == "So")
    return kept or seen


@lru_cache(maxsize=1)
def _of_bots() -> frozenset[str]:
    """What they are called, and how good they are: the house says both of nobody else."""
    said = [each for language in LANGUAGES for each in words_of(language, None).catalogue.items()]
    levels = [level for key, level in said if re.fullmatch(r"level\.[\w-]+", key) and isinstance(level, str)]
    return frozenset(map(outline, [*devils(), *levels]))


def _alone(name: str) -> Iterator[str]:
    """The name with less and less of what two who share one are told apart by: numbers, also Roman ones, ornaments."""
    while name:
        yield name
        yield _bare(name, str.isalpha)
        if not name[-1].isalpha():
            name = name[:-1]
        elif (number := _ROMAN.search(name)) is not None:
            name = name[: number.start()]
        else:
            return


def _bare(name: str, keeps: Callable[[str], bool]) -> str:
    """From the first to the last sign of a kind."""
    kept = [place for place, sign in enumerate(name) if keeps(sign) or _is_mark(sign)]
    return name[kept[0] : kept[-1] + 1] if kept else ""


def _is_said(sign: str) -> bool:
    return sign.isalnum() or sign.isnumeric() or unicodedata.category(sign) == "So"


@lru_cache(maxsize=4096)
def _undressed(sign: str) -> str:
    found = None if sign.isascii() else _DRESSED.fullmatch(unicodedata.name(sign, ""))
    return sign if found is None else found[1]


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
