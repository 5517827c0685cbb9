"""Little Devils: a trick-taking game without suits, by Michael Feldkötter (2012)."""

from pandemonium.core.game import Game
from pandemonium.games.little_devils import bots, encoding, evaluation, facts, notation, rules, sight

GAME = Game(
    slug="little-devils",
    title="Little Devils",
    package=__name__,
    seats=(3, 4, 5, 6),
    usual_seats=4,
    minutes=25,
    variants={"match": {}, "round": {"rounds": 1}},
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
    encoding=encoding.ENCODING,
    evaluate=evaluation.evaluate,
    warm_up=evaluation.warm_up,
    told_alike=True,
    own=("eyes", "hand", "barred"),
    asked_in={"lead": "3.2", "lead-five": "3.2", "call": "3.3", "follow": "3.4", "fail": "3.5"},
    round_score=rules.round_score,
    alone={"memory-aid": True},  # 5.2
)
