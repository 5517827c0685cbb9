"""What players read, in their language: catalogues of words that the terminal and the page share.

A catalogue is a JSON object from keys to sentences. `{name}` stands for a fact. Where a sentence
depends on a number it is an object of plural forms, chosen by the fact `n`:
`{"one": "{n} devil", "other": "{n} devils"}`.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from pandemonium.core.game import AnyGame, Refusal
from pandemonium.core.paper import BadPaper

LANGUAGES: Final = ("fr", "en", "de")
Catalogue = Mapping[str, str | Mapping[str, str]]


class Words:
    """The words of one language: those of the house and, over them, those of one game."""

    def __init__(self, language: str, game: AnyGame | None = None) -> None:
        self.language = language
        self.catalogue: Catalogue = {**_catalogue("pandemonium", language), **_of_game(game, language)}

    def __call__(self, key: str, /, **facts: object) -> str:
        sentence = self.catalogue[key]
        if not isinstance(sentence, str):
            sentence = sentence[_plural(self.language, facts["n"])]
        return sentence.format_map(facts) if facts else sentence

    def __contains__(self, key: str) -> bool:
        return key in self.catalogue

    def refusal(self, refusal: Refusal) -> str:
        """Why not, in a sentence."""
        if not isinstance(refusal, BadPaper):
            return self(f"no.{refusal.key}", **refusal.facts)
        own = self if refusal.match is None else Words(self.language, refusal.match.game)
        return f"line {refusal.line}: {own.refusal(refusal.why)}"


def spoken_here() -> str:
    """The language of this terminal, as its environment says; English if it is none of ours."""
    for variable in ("PANDEMONIUM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if said := os.environ.get(variable):
            return said[:2].lower() if said[:2].lower() in LANGUAGES else "en"
    return next((tongue for tongue in LANGUAGES if (locale.getlocale()[0] or "").startswith(tongue)), "en")


def _plural(language: str, n: object) -> str:
    """The plural form of a number, as `Intl.PluralRules` has it in our three languages."""
    one = n in (0, 1) if language == "fr" else n == 1
    return "one" if one else "other"


def _of_game(game: AnyGame | None, language: str) -> Catalogue:
    return _catalogue(game.package, language) if game is not None else {}


@cache
def _catalogue(package: str, language: str) -> Catalogue:
    text = files(package).joinpath("words", f"{language}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, str | dict[str, str]])
