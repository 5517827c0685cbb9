"""New Game: a die under every cup, and the lowest one burns."""

from pandemonium.core.game import Game
from pandemonium_new_game import bots, notation, rules, sight

GAME = Game(
    slug="new-game",
    title="New Game",
    package=__name__,
    seats=(2, 3, 4),
    usual_seats=3,
    minutes=5,
    options=rules.Options,
    action=rules.Action,
    event=rules.Event,
    view=sight.View,
    fact=sight.Fact,
    question=sight.Question,
    rules=rules,
    sight=sight,
    notation=notation,
    bots=bots.LEVELS,
    more_bots=bots.MORE,
    own=("eyes", "die"),
    asked_in={"choose": "2.2"},
    round_score=rules.round_score,
)
