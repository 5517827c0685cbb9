"""The door to PettingZoo: environments for every game on the shelf that is told in numbers.

In turn order, whoever is to act is asked. Where matches are to be cut after `max_cycles`, and in `parallel_env`, a
cycle asks everybody once: who is not to act can only wait. What is not legal is taken for something that is, the next
one round the list, and `infos` says so. More in docs/doors.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec
from pettingzoo.utils.env import AgentID

from pandemonium.core.chance import LooseChance
from pandemonium.core.game import AnyGame, Seat
from pandemonium.doors.steps import Steps, returns
from pandemonium.games import open as open_box

Seen = dict[str, np.ndarray[Any, Any]]
NEVER: Final = 2**31


class _Table:
    """What both kinds of environments share: a match, and how it looks in figures."""

    def __init__(self, game: str | AnyGame, seats: int | None, options: Mapping[str, object] | None) -> None:
        self.game = open_box(game) if isinstance(game, str) else game
        self.start = Steps(self.game, seats, options)
        self.steps = self.start.copy()
        self.luck = LooseChance(Random())
        self.agents = [f"seat_{seat}" for seat in range(self.start.seats)]
        self.size = sum(map(len, self.start.rows(Seat(0)).values()))

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.luck = LooseChance(Random(seed))
        self.steps = self.start.copy()
        self._let_chance_move()

    def observation_space(self, actions: int) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (self.size,), np.float32),
                "action_mask": spaces.MultiBinary(actions),
            }
        )

    def seen(self, agent: AgentID, actions: int) -> Seen:
        """Its view, and which of so many actions are legal: to wait is the last of them, if there are more than the
        game's own."""
        seat = Seat(self.agents.index(agent))
        figures = [figure for row in self.steps.rows(seat).values() for figure in row]
        mask = np.zeros(actions, np.int8)
        if self.steps.turn == seat:
            mask[self.steps.places()] = 1
        elif actions > len(self.steps.actions):
            mask[-1] = 1
        return {"observation": np.array(figures, np.float32), "action_mask": mask}

    def play(self, action: int) -> bool:
        """Returns whether it was legal as it was."""
        places = self.steps.places()
        legal = action in places
        taken = action if legal else next((place for place in sorted(places) if place > action), min(places))
        self.steps.play(self.steps.actions[taken])
        self._let_chance_move()
        return legal

    def _let_chance_move(self) -> None:
        while self.steps.wanted:
            self.steps.draw(self.luck.below(self.steps.wanted))

    def rewards(self) -> dict[AgentID, float]:
        return dict(zip(self.agents, returns(self.steps.result, self.steps.seats), strict=True))

    @property
    def is_over(self) -> bool:
        return self.steps.result is not None


class TurnEnv(AECEnv[AgentID, Seen, int]):
    """One agent at a time: whoever is to act."""

    def __init__(
        self,
        game: str | AnyGame,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = _Table(game, seats, options)
        self.metadata = {"name": f"{self.table.game.slug}_v0", "is_parallelizable": False, "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents = list(self.table.agents)
        many = len(self.table.start.actions)
        self.observation_spaces = {agent: self.table.observation_space(many) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(many) for agent in self.possible_agents}

    def observation_space(self, agent: AgentID) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: AgentID) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[AgentID, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: AgentID) -> Seen:
        return self.table.seen(agent, len(self.table.start.actions))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        legal = self.table.play(int(action))
        self.infos[agent] = {} if legal else {"illegal": True}
        if self.table.is_over:
            self.rewards = self.table.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.table.steps.known(Seat(self.possible_agents.index(self.agent_selection)))

    def close(self) -> None: ...

    def _select(self) -> None:
        turn = self.table.steps.turn
        self.agent_selection = self.agents[0] if turn is None else self.possible_agents[turn]


class CycleEnv(ParallelEnv[AgentID, Seen, int]):
    """All agents at once: whoever is to act does, the others wait."""

    def __init__(
        self,
        game: str | AnyGame,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        max_cycles: int = NEVER,
        render_mode: str | None = None,
    ) -> None:
        self.table = _Table(game, seats, options)
        self.metadata = {"name": f"{self.table.game.slug}_v0", "render_modes": ["ansi"], "is_parallelizable": True}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.cycles = 0
        self.possible_agents = list(self.table.agents)
        self.agents: list[AgentID] = []
        self.many = len(self.table.start.actions) + 1
        self.observation_spaces = {agent: self.table.observation_space(self.many) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.many) for agent in self.possible_agents}

    def observation_space(self, agent: AgentID) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: AgentID) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[AgentID, Seen], dict[AgentID, dict[str, Any]]]:
        self.table.begin(seed)
        self.cycles = 0
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[AgentID, int]
    ) -> tuple[
        dict[AgentID, Seen],
        dict[AgentID, float],
        dict[AgentID, bool],
        dict[AgentID, bool],
        dict[AgentID, dict[str, Any]],
    ]:
        agents, turn = self.agents, self.table.steps.turn
        infos: dict[AgentID, dict[str, Any]] = {agent: {} for agent in agents}
        for agent, action in actions.items():
            waits = self.possible_agents.index(agent) != turn
            legal = int(action) == self.many - 1 if waits else self.table.play(int(action))
            if not legal:
                infos[agent] = {"illegal": True}
        self.cycles += 1
        over, cut = self.table.is_over, self.cycles >= self.max_cycles
        seen, rewards = self._seen(), self.table.rewards()
        if over or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut and not over), infos

    def render(self) -> str | None:
        return self.table.steps.known(self.table.steps.turn or Seat(0))

    def close(self) -> None: ...

    def _seen(self) -> dict[AgentID, Seen]:
        return {agent: self.table.seen(agent, self.many) for agent in self.possible_agents}


def parallel_env(game: str | AnyGame, **table: Any) -> CycleEnv:
    return CycleEnv(game, **table)


def env(game: str | AnyGame, *, max_cycles: int | None = None, **table: Any) -> AECEnv[AgentID, Seen, int]:
    """With `max_cycles`, in cycles; else in turn order."""
    if max_cycles is not None:
        cycles: AECEnv[AgentID, Seen, int] = parallel_to_aec(CycleEnv(game, max_cycles=max_cycles, **table))
        return cycles
    return TurnEnv(game, **table)


def box(game: str | AnyGame, **table: Any) -> SimpleNamespace:
    """As PettingZoo's own modules look: `.env()`, `.parallel_env()`, `.raw_env()`."""
    return SimpleNamespace(
        env=partial(env, game, **table),
        raw_env=partial(env, game, **table),
        parallel_env=partial(parallel_env, game, **table),
    )
