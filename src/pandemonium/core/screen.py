"""What a game must be able to show in a terminal: its `terminal.py` fulfils this protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from pandemonium.core.game import AnyGame
from pandemonium.core.words import Words

if TYPE_CHECKING:
    from rich.console import RenderableType

A = TypeVar("A")
A_contra = TypeVar("A_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Screen(Protocol[A_contra, V_contra]):
    """How the game looks in a terminal, through some eyes. `names` are by seat. What it says is told by the rules."""

    def draw(self, view: V_contra, words: Words, names: Sequence[str]) -> RenderableType:
        """The table as it stands, with all that the player needs for his next decision."""

    def answers(self, legal: Sequence[A_contra], words: Words) -> str:
        """How the player can answer what he is asked, with what he may do now."""


class RaceScreen(Screen[A, V_contra], Protocol):
    """A game of speed says in addition which keys mean what."""

    def keys(self, options: Any, people: int, words: Words) -> Sequence[Mapping[str, A]]:
        """For each of so many people at one keyboard of a table with these options, the action behind each key; the
        keys may be letters of what is said in their language."""


def screen_of(game: AnyGame) -> Screen[Any, Any]:
    """Raises TypeError if its `terminal.py` does not do what it must."""
    return cast(Screen[Any, Any], _terminal(game, "draw", "answers"))


def race_screen_of(game: AnyGame) -> RaceScreen[Any, Any]:
    """The same for a game of speed, which says which keys mean what."""
    return cast(RaceScreen[Any, Any], _terminal(game, "draw", "answers", "keys"))


def _terminal(game: AnyGame, *does: str) -> ModuleType:
    terminal = import_module(f"{game.package}.terminal")
    missing = [each for each in does if not callable(getattr(terminal, each, None))]
    if missing:
        raise TypeError(f"{terminal.__name__} has no {' and no '.join(missing)}")
    return terminal
