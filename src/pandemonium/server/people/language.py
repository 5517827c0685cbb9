"""What the house says over the network, in the reader's language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from pandemonium.core.game import AnyGame, Refusal
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games import shelf

ENGLISH: Final = "en"


class HouseWords(Words):
    """The words of the house, of its server, and of a game."""

    def __init__(self, language: str, game: AnyGame | None = None) -> None:
        super().__init__(language, game)
        text = files("pandemonium.server").joinpath("words", f"{language}.json").read_bytes()
        own = msgspec.json.decode(text, type=dict[str, str | dict[str, str]])
        self.catalogue = {**own, **self.catalogue}


@cache
def words_of(language: str, game: str | None) -> HouseWords:
    return HouseWords(language, None if game is None else shelf()[game])


def reason(refusal: Refusal, language: str, game: str | None = None) -> str:
    """Why not, in a sentence."""
    return words_of(language, game).refusal(refusal)


def preferred(accepts: str | None) -> str:
    """The first of our languages in an Accept-Language header; English if there is none."""
    wishes = []
    for place, part in enumerate((accepts or "")[:500].split(",")):
        tongue, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        if tongue[:2].lower() in LANGUAGES:
            wishes.append((-weight, place, tongue[:2].lower()))
    return min(wishes)[2] if wishes else ENGLISH
