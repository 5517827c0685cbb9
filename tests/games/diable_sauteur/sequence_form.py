"""A hiding as a linear program in sequence form, read off the rules alone: another way to what it is worth.

The die of devils is under each key as often as the program says. The states that differ only in that are walked side by
side; wherever the shooter chooses, what he gets is at least what each of his choices gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from pandemonium.core.game import NATURE, Move
from pandemonium.games.diable_sauteur import rules
from pandemonium.games.diable_sauteur.material import FACES, HIDES, Again, Jump, Key, Press, State, Stop, can_show

Worlds = Mapping[Key, State]
"""By where the die of devils is."""
Sum = dict[int, float]
"""A sum of the program's unknowns: first how often the die is under each key, then what each choice is worth."""


class Hiding:
    def __init__(self, state: State, worth: Callable[[State], float]) -> None:
        """`state` is before the hiding; `worth` says what a state after it is worth to the shooter."""
        self.worth = worth
        self.unknowns = 4
        self.rows: list[Sum] = []
        worlds = {its.key: rules.apply(state, Move(state.hider, its)) for its in HIDES if its.key is not None}
        self.root = self.choice(worlds)

    def value(self) -> float:
        cells = [(row, column, part) for row, its in enumerate(self.rows) for column, part in its.items()]
        row, column, part = zip(*cells, strict=True)
        goal, once = np.zeros(self.unknowns), np.zeros((1, self.unknowns))
        goal[self.root], once[0, :4] = 1, 1
        bounds = [(0, None)] * 4 + [(None, None)] * (self.unknowns - 4)
        found = linprog(
            goal,
            A_ub=coo_array((part, (row, column)), shape=(len(self.rows), self.unknowns)).tocsr(),
            b_ub=np.zeros(len(self.rows)),
            A_eq=once,
            b_eq=[1],
            bounds=bounds,
            method="highs",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        assert found.status == 0
        return float(found.fun)

    def choice(self, worlds: Worlds) -> int:
        """A new unknown: what the shooter gets from here on."""
        (state, *_) = worlds.values()
        (seat,) = rules.to_act(state)
        own, self.unknowns = self.unknowns, self.unknowns + 1
        for action in rules.legal(state, seat):
            after = {key: rules.apply(its, Move(seat, action)) for key, its in worlds.items()}
            gets = self.jumps(after) if isinstance(action, Press) else self.goes_on(after, 1.0)
            if isinstance(action, Again | Stop):
                gets = self.over(after, 1.0)
            self.rows.append(plus({own: -1.0}, gets))
        return own

    def jumps(self, worlds: Worlds) -> Sum:
        (state, *_) = worlds.values()
        options, pressed, gets = state.table.options, state.box.pressed, Sum()
        for face in FACES[options.dice]:
            shown = {
                key: rules.apply(its, Move(NATURE, Jump(face)))
                for key, its in worlds.items()
                if key != pressed and can_show(options, face, is_devils=False)
            }
            gets = plus(gets, self.over(shown, 1 / 6) if face == "devil" else self.goes_on(shown, 1 / 6))
        if pressed is not None and pressed in worlds:
            devil = rules.apply(worlds[pressed], Move(NATURE, Jump("devil")))
            gets = plus(gets, self.over({pressed: devil}, 1.0))
        return gets

    def goes_on(self, worlds: Worlds, part: float) -> Sum:
        (state, *_) = worlds.values()
        if state.phase not in ("move", "choose"):
            return self.over(worlds, part)
        return {self.choice(worlds): part}

    def over(self, worlds: Worlds, part: float) -> Sum:
        return {key - 1: part * self.worth(state) for key, state in worlds.items()}


def plus(one: Sum, other: Mapping[Any, float]) -> Sum:
    return {key: one.get(key, 0.0) + other.get(key, 0.0) for key in (*one, *other)}
