"""What players read, in their language: catalogues of words that the terminal and the page share.

A catalogue is a JSON object from keys to sentences. `{card}` stands for the fact of that name, and `{card:KIND}` for
what it is called:

    {seat:name}       the player on that seat            {seats:names}    several, as a list
    {points:scores}   by seat, each with his name        {ms:seconds}     milliseconds as seconds
    {colour:colour}   any other kind is a word of the catalogue: `colour.red`; of a list, each of them;
                      of a struct, the sentence `colour` with its fields; `{colour:^colour}` begins with a capital

Where a sentence depends on a fact it is an object of forms: `{"by": "way", "up": "…", "down": "…"}`. A number chooses
between the plural forms `one` and `other`, a list by its length, yes and no are `yes` and `no`, nothing is `none`, and
`other` is for whatever has no form of its own. Without `by` it is the fact `n` that chooses.

The page does the same (web/words.ts); tests/words.json holds both to it.
"""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from pandemonium.core.game import AnyGame, Refusal
from pandemonium.core.paper import BadPaper

LANGUAGES: Final = ("fr", "en", "de")
Catalogue = Mapping[str, str | Mapping[str, str]]
_PLACE: Final = re.compile(r"\{(\w+)(?::(\^?)([\w.-]+))?\}")
_AND: Final = {"fr": " et ", "en": " and ", "de": " und "}
_POINT: Final = {"fr": ",", "en": ".", "de": ","}


SURE: Final = 1.96
"""So many standard errors to each side are 95 %."""
SHARES: Final = ("win",)
"""Units that are a share of one."""


class Words:
    """The words of one language: those of the house and, over them, those of one game."""

    def __init__(self, language: str, game: AnyGame | None = None) -> None:
        self.language = language
        self.catalogue: Catalogue = {**_catalogue("pandemonium", language), **_of_game(game, language)}

    def __call__(self, key: str, /, **facts: object) -> str:
        return self._say(key, facts, ())

    def __contains__(self, key: str) -> bool:
        return key in self.catalogue

    def told(self, facts: Iterable[Any], names: Sequence[str]) -> str:
        """What happened, in a sentence or a few; empty if it is not worth one. `names` are by seat."""
        said = (self._tagged("told", fact, names) for fact in facts)
        return " ".join(sentence for sentence in said if sentence)

    def question(self, question: Any, names: Sequence[str]) -> str:
        """What a player is asked, in a sentence; empty if it is nothing."""
        return "" if question is None else self._tagged("ask", question, names)

    def why(self, reason: Any) -> str:
        """Why a move is as good as it is, for a beginner."""
        return self._tagged("why", reason, ())

    def called(self, action: Any, typed: str) -> str:
        """A move as one calls it: “Press key 3”. `typed` is how it is written; without its verb, that is the fact
        `said`."""
        facts = msgspec.to_builtins(action)
        key = f"do.{facts['type']}"
        return self._say(key, {**facts, "said": typed.split(" ", 1)[-1]}, ()) if key in self else typed

    def worth(self, unit: str, mean: float, error: float) -> str:
        """What a move is worth: “chance to win: 62 % ± 2”. A chance is told in percent; how sure that is, where it was
        not worked out exactly, as everywhere by half of the interval in which it lies with 95 %."""
        scale, sign = (100, "\u00a0%") if unit in SHARES else (1, "")
        off = scale * error * SURE
        places = 1 if scale == 1 or 0 < off < 1 else 0
        figures = f"{scale * mean:.{places}f}{sign}" + (f" ± {off:.{places}f}" if error else "")
        colon = "\u00a0: " if self.language == "fr" else ": "
        return self(f"unit.{unit}") + colon + figures.replace(".", _POINT[self.language])

    def refusal(self, refusal: Refusal) -> str:
        """Why not, in a sentence."""
        if not isinstance(refusal, BadPaper):
            return self(f"no.{refusal.key}", **refusal.facts)
        own = self if refusal.match is None else Words(self.language, refusal.match.game)
        return f"line {refusal.line}: {own.refusal(refusal.why)}"

    def list(self, items: Iterable[str]) -> str:
        """“A and B”."""
        *most, last = [*items] or [""]
        comma = "," if self.language == "en" and len(most) > 1 else ""
        return f"{', '.join(most)}{comma}{_AND[self.language]}{last}" if most else last

    @property
    def point(self) -> str:
        """What stands before decimals."""
        return _POINT[self.language]

    def number(self, value: float) -> str:
        """As the language writes it, with at most three decimals."""
        return f"{value:.3f}".rstrip("0").rstrip(".").replace(".", self.point)

    def _tagged(self, prefix: str, fact: Any, names: Sequence[str]) -> str:
        facts = msgspec.to_builtins(fact)
        return self._say(f"{prefix}.{facts['type']}", facts, names)

    def _say(self, key: str, facts: Mapping[str, Any], names: Sequence[str]) -> str:
        sentence = self.catalogue[key]
        if not isinstance(sentence, str):
            sentence = sentence[self._form(sentence, facts[sentence.get("by", "n")])]
        if not facts:
            return sentence
        return _PLACE.sub(
            lambda place: _with_one_stop(self._called(facts[place[1]], place[3], names, place[2]), place), sentence
        )

    def _form(self, forms: Mapping[str, str], value: Any) -> str:
        match value:
            case None:
                form = "none"
            case bool():
                form = "yes" if value else "no"
            case str():
                form = value
            case _:
                form = _plural(self.language, value if isinstance(value, int | float) else len(value))
        return form if form in forms else "other"

    def _called(self, value: Any, kind: str | None, names: Sequence[str], capital: str | None) -> str:
        match kind:
            case None:
                said = self._plain(value)
            case "name":
                said = names[value]
            case "names":
                said = self.list(names[seat] for seat in value)
            case "scores":
                said = ", ".join(f"{name} {self._plain(its)}" for name, its in zip(names, value, strict=True))
            case "seconds":
                said = f"{(value + 5) // 10 / 100:.2f}".replace(".", _POINT[self.language])
            case _ if isinstance(value, list | tuple):
                said = self.list(self._word(kind, each, names) for each in value)
            case _:
                said = self._word(kind, value, names)
        return said[:1].upper() + said[1:] if capital else said

    def _word(self, kind: str, value: Any, names: Sequence[str]) -> str:
        if isinstance(value, Mapping):
            return self._say(kind, value, names)
        own = f"{kind}.{value}"
        return self._say(own if own in self.catalogue else kind, {"value": value, "n": value}, names)

    def _plain(self, value: Any) -> str:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self.number(value)
        return ", ".join(map(self._plain, value)) if isinstance(value, list | tuple) else str(value)


def spoken_here() -> str:
    """The language of this terminal, as its environment says; English if it is none of ours."""
    for variable in ("PANDEMONIUM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if said := os.environ.get(variable):
            return said[:2].lower() if said[:2].lower() in LANGUAGES else "en"
    return next((tongue for tongue in LANGUAGES if (locale.getlocale()[0] or "").startswith(tongue)), "en")


def _with_one_stop(said: str, place: re.Match[str]) -> str:
    """The stop of a name that was made shorter ends the sentence too."""
    return said.removesuffix(".") if place.string.startswith(".", place.end()) else said


def _plural(language: str, n: float) -> str:
    """The plural form of a number, as `Intl.PluralRules` has it in our three languages."""
    one = 0 <= n < 2 if language == "fr" else n == 1
    return "one" if one else "other"


def _of_game(game: AnyGame | None, language: str) -> Catalogue:
    return _catalogue(game.package, language) if game is not None else {}


@cache
def _catalogue(package: str, language: str) -> Catalogue:
    text = files(package).joinpath("words", f"{language}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, str | dict[str, str]])
