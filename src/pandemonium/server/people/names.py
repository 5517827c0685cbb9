"""What guests and bots are called until somebody thinks of something better."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from random import Random
from typing import Final

# Adjectives fit all nouns of their language: epicene in French, masculine in German.
_GUESTS: Final = {
    "fr": (
        "{noun} {adjective}",
        """Diablotin Diablesse Lutin Braise Étincelle Salamandre Goupil Corneille Chouette Farfadet Flammèche Gargouille
        Luciole Fouine Hibou Soufre Cendre Marmite Fourche Chimère""",
        """espiègle téméraire fantasque rebelle ironique farouche flegmatique agile tenace volage étrange lunatique
        magnifique sauvage candide bizarre sublime insomniaque intrépide énigmatique""",
    ),
    "en": (
        "{adjective} {noun}",
        """Imp Ember Cinder Raven Magpie Salamander Goblin Spark Gargoyle Fox Bat Toad Owl Pitchfork Cauldron Wisp
        Firefly Weasel Brimstone Hobgoblin""",
        """Sly Reckless Restless Cheerful Crooked Dauntless Nimble Wily Grinning Velvet Midnight Smouldering Curious
        Solemn Wicked Gallant Sleepless Drowsy Fickle Stubborn""",
    ),
    "de": (
        "{adjective} {noun}",
        """Kobold Funke Rabe Irrwisch Wicht Kater Höllenhund Salamander Uhu Dämon Marder Ziegenbock Schürhaken Kessel
        Glutofen Poltergeist Nachtfalter Fuchs Teufel Schwefelgeist""",
        """Flinker Listiger Kühner Rastloser Schräger Fröhlicher Gewitzter Sturer Schlafloser Samtiger Funkelnder
        Verwegener Launischer Seltsamer Tapferer Höflicher Wilder Spöttischer Stiller Feuriger""",
    ),
}
_DEVILS: Final = """Méphisto Lilith Belial Astaroth Mammon Azazel Asmodée Baal Naamah Samael Abaddon Moloch Paimon Vepar
    Furfur Dantalian Lamia Agares Orobas Hécate Valefor Sitri Botis Zagan"""


def guest_name(language: str, luck: Random) -> str:
    """A devilish name, in the language of the guest."""
    shape, nouns, adjectives = _GUESTS.get(language, _GUESTS["en"])
    return shape.format(noun=luck.choice(nouns.split()), adjective=luck.choice(adjectives.split()))


def is_given(name: str) -> bool:
    """Whether the house itself might have called a guest so."""
    return name in _given()


@lru_cache(maxsize=1)
def _given() -> frozenset[str]:
    return frozenset(
        shape.format(noun=noun, adjective=adjective)
        for shape, nouns, adjectives in _GUESTS.values()
        for noun, adjective in product(nouns.split(), adjectives.split())
    )


def devils() -> list[str]:
    """All that bots can be called."""
    return _DEVILS.split()


def bot_names(count: int, luck: Random) -> list[str]:
    """Different devils."""
    return luck.sample(devils(), count)
