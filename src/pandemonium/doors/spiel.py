"""The door to OpenSpiel: every game on the shelf that is told in numbers, as `pandemonium_NAME`.

Importing this makes them known to `pyspiel.load_game`. Options are `name:value`, with `+` between several. All chances
are explicit; what a player knows is his view. More in docs/doors.md.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from pandemonium.core.bots import bot_of
from pandemonium.core.chance import LooseChance
from pandemonium.core.game import AnyGame, Bot, Refusal, Seat
from pandemonium.doors.steps import MOST_OUTCOMES, Steps, returns
from pandemonium.games import shelf

LONGEST: Final = 100_000
"""Steps of a match, of chance and of players: none that has been seen took nearly as many."""


def name_of(game: AnyGame) -> str:
    """What OpenSpiel calls it."""
    return f"pandemonium_{game.slug.replace('-', '_')}"


def options_in(text: str) -> dict[str, object]:
    """`limit:60+rounds:2` as options."""
    pairs = [each.partition(":") for each in text.split("+") if each]
    if any(not sign for _, sign, _ in pairs):
        raise Refusal("bad-option", text=text)
    return {name: value for name, _, value in pairs}


class SpielGame(pyspiel.Game):
    """A box from our shelf. Each has a class of its own: OpenSpiel keeps it longer than Python lives."""

    box: AnyGame

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.steps = Steps(self.box, given.get("players") or None, options_in(given.get("options", "")))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.steps.actions),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.steps.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.box), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002
        return Observer(self, params)


class SpielState(pyspiel.State):
    """A moment of a match."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.steps = game.steps.copy()

    def current_player(self) -> int:
        turn = self.steps.turn
        if turn is not None:
            return int(turn)
        return int(pyspiel.PlayerId.CHANCE if self.steps.wanted else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.steps.places()) if player == self.steps.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        many = self.steps.wanted
        return [(number, 1 / many) for number in range(many)]

    def _apply_action(self, action: int) -> None:
        if self.steps.wanted:
            self.steps.draw(action)
        else:
            self.steps.play(self.steps.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.steps.game.notation.write(self.steps.actions[action])

    def is_terminal(self) -> bool:
        return self.steps.result is not None

    def returns(self) -> list[float]:
        return returns(self.steps.result, self.steps.seats)

    def points(self) -> list[int]:
        """In the game's own unit, when it is over."""
        result = self.steps.result
        return [] if result is None else [standing.points for standing in result.standings]

    def imagined(self, player: int, luck: Random) -> SpielState:
        """Some state that this player cannot tell from this one: `ISMCTSBot.set_resampler` wants it."""
        other: SpielState = self.clone()
        other.steps = self.steps.imagined(Seat(player), LooseChance(luck))
        return other

    def __str__(self) -> str:
        return self.steps.known(self.steps.turn if self.steps.turn is not None else Seat(0))


class Observer:
    """What a player sees, in OpenSpiel's own form."""

    def __init__(self, game: SpielGame, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations, and these were given: {params}")
        sizes = {name: len(row) for name, row in game.steps.rows(Seat(0)).items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: SpielState, player: int) -> None:
        for name, row in state.steps.rows(Seat(player)).items():
            self.dict[name][:] = row

    def string_from(self, state: SpielState, player: int) -> str:
        return state.steps.known(Seat(player))


class HouseBot(pyspiel.Bot):
    """One of our bots at a table of OpenSpiel's: a level of the game, or any bot. Of a state it is shown what its seat
    may see."""

    def __init__(self, game: SpielGame, bot: str | Bot[Any, Any], luck: Random) -> None:
        super().__init__()
        self.bot = bot_of(game.box, bot) if isinstance(bot, str) else bot
        self.luck = luck

    def step(self, state: SpielState) -> int:
        steps, turn, race = state.steps, state.steps.turn, state.steps.game.race
        assert turn is not None
        legal = steps.legal()
        action = self.bot(steps.view(turn), legal, self.luck)
        if action is None:  # In a race the bell rings before he has made up his mind; here nobody waits for it.
            action = self.luck.choice(legal)
        if race is not None:  # How long he took says nothing here.
            return next(at for at in steps.places() if race.timed(steps.actions[at], 0) == race.timed(action, 0))
        return steps.actions.index(action)

    def restart(self) -> None:
        """It remembers nothing."""

    def restart_at(self, state: SpielState) -> None:
        """It sees all that it needs."""


def game_type(box: AnyGame) -> Any:
    return pyspiel.GameType(
        short_name=name_of(box),
        long_name=box.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(box.seats),
        min_num_players=min(box.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": box.seats_or(None), "options": ""},
    )


for _box in shelf().values():
    if _box.encoding is not None:
        pyspiel.register_game(game_type(_box), type(name_of(_box), (SpielGame,), {"box": _box}))
