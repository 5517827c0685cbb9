"""How far the devil can come with the next key, and who is safe from him (rule 3.4)."""

from __future__ import annotations

from typing import Literal

from pandemonium.games.diable_sauteur.material import KEYS, MOST_NUMBERS, STRIDE, Key, State

Landing = Literal["home", "safe", "reach"]
"""3.3 Home; on the track, but farther than the devil can come with the next key; or where he can."""


def reach(state: State) -> int:
    """The last cell of the track to which the next key can bring him, as everybody may know."""
    return _reach(state, _next_keys(state))


def reach_again(state: State) -> int:
    """The same, if the dice were hidden again."""
    return _reach(state, KEYS)


def landing_on(state: State, cell: int) -> Landing:
    """How safe one is there."""
    if cell >= state.table.track:
        return "home"
    return "safe" if cell > reach(state) else "reach"


def _next_keys(state: State) -> tuple[Key, ...]:
    """Those of which one is the next to be pressed. 3.5 After the third number all four are hidden again."""
    box = state.box
    if box.pressed is not None:
        return (box.pressed,)
    return KEYS if not box.left or len(box.jumped) == MOST_NUMBERS else box.left


def _reach(state: State, keys: tuple[Key, ...]) -> int:
    return min(state.devil + STRIDE * max(keys), state.table.track - 1)
