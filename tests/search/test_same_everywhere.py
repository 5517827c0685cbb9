"""With a number of simulations and a seed, the same view gets the same answer on every machine and every Python, to
the last digit.

Whoever means to change what is thought writes the answers anew: python -m tests.search.test_same_everywhere
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pandemonium.core.evaluation import Budget
from pandemonium.core.game import USUAL_LEVEL, AnyGame
from pandemonium.core.match import begin
from pandemonium.games import is_ours, shelf

ANSWERS = Path(__file__).parent / "answers.json"
TABLES = [
    (game, seats) for game in shelf().values() if is_ours(game) and game.evaluate is not None for seats in game.seats
]
ASKED_AFTER = 3, 8, 15, 27, 41


def answers(game: AnyGame, seats: int) -> list[Any]:
    """The two best moves, their worth, how sure it is and how often they were tried; asked now and then in a match that
    is played by the rule of thumb."""
    match, luck, usual, found = begin(game, seats, seed="everywhere"), Random("everywhere"), game.bots[USUAL_LEVEL], []
    for number in range(max(ASKED_AFTER) + 1):
        if match.result is not None:
            break
        seat = match.to_act[0]
        legal = match.legal(seat)
        if number in ASKED_AFTER:
            told = match.hint(seat, Budget(simulations=60))
            found.append([[game.notation.write(i.action), i.mean, i.error, i.tries] for i in told.moves[:2]])
        action = usual(match.view(seat), legal, luck)
        match.play(seat, legal[0] if action is None else action)
    return found


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda its: getattr(its, "slug", its))
def test_what_was_answered_once_is_answered_everywhere(game: AnyGame, seats: int) -> None:
    assert answers(game, seats) == json.loads(ANSWERS.read_text("utf-8"))[f"{game.slug} {seats}"]


if __name__ == "__main__":
    lines = [f'  "{game.slug} {seats}": {json.dumps(answers(game, seats))}' for game, seats in TABLES]
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
