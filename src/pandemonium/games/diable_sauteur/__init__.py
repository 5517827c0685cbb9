"""Le Diable Sauteur: four dice jump out of a box, and one of them shows only devils."""

from pandemonium.core.game import Game
from pandemonium.games.diable_sauteur import (
    bots,
    encoding,
    evaluation,
    facts,
    material,
    notation,
    rules,
    sight,
    solver,
)

GAME = Game(
    slug="diable-sauteur",
    title="Le Diable Sauteur",
    package=__name__,
    seats=(2,),
    minutes=10,
    variants={"pursuit": {"rule": "a"}, "race": {"rule": "b"}},
    options=material.Options,
    action=material.Action,
    event=material.Event,
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
    solver=solver.SOLVER,
    told_alike=True,
    own=("eyes", "hidden"),
    asked_in={"hide": "2.1", "press": "2.2", "move": "3.3", "press-or-again": "3.5", "press-or-stop": "4.4"},
    round_score=rules.round_score,
)
