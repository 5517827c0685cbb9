"""Devil’s Cup: two dice, one cup, and a claim that need not be true. A traditional game of taverns."""

from pandemonium.core.game import Game
from pandemonium_devils_cup import bots, facts, notation, rules, sight

GAME = Game(
    slug="devils-cup",
    title="Devil’s Cup",
    package=__name__,
    seats=(2, 3, 4),
    usual_seats=3,
    minutes=10,
    options=rules.Options,
    action=rules.Action,
    event=rules.Event,
    view=sight.View,
    fact=facts.Fact,
    question=facts.Question,
    rules=rules,
    sight=sight,
    notation=notation,
    bots=bots.LEVELS,
    more_bots=bots.MORE,
    evaluate=bots.evaluate,
    own=("eyes", "dice"),
    asked_in={"claim": "2.2", "believe": "2.3", "devil": "2.5"},
)
