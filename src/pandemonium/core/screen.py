"""What a game must be able to show in a terminal: its `terminal.py` fulfils this protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from pandemonium.core.game import AnyGame, Move
from pandemonium.core.words import Words

if TYPE_CHECKING:
    from rich.console import RenderableType

A = TypeVar("A")
V_contra = TypeVar("V_contra", contravariant=True)


class Screen(Protocol[A, V_contra]):
    """How the game looks and speaks in a terminal, through some eyes. `names` are by seat."""

    def draw(self, view: V_contra, words: Words, names: Sequence[str]) -> RenderableType:
        """The table as it stands, with all that the player needs for his next decision."""

    def tell(self, move: Move[A], view: V_contra, words: Words, names: Sequence[str]) -> str:
        """What happened, in a sentence; empty if it is not worth one. `view` is after the move."""

    def ask(self, view: V_contra, legal: Sequence[A], words: Words) -> str:
        """What the player is asked now, in a sentence, with how to answer."""


class RaceScreen(Screen[A, V_contra], Protocol):
    """A game of speed says in addition which keys mean what."""

    def keys(self, people: int) -> Sequence[Mapping[str, A]]:
        """For each of so many people at one keyboard, the action behind each key."""

    def timed(self, action: A, ms: int) -> A:
        """The action with the reaction time it was made in."""


def screen_of(game: AnyGame) -> Screen[Any, Any]:
    return cast(Screen[Any, Any], import_module(f"{game.package}.terminal"))
