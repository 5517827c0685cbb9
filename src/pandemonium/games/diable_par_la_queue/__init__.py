"""Le Diable par la queue (Auf Teufel komm raus!): a game of tails to be laid, by Niek Neuwahl (1995)."""

from pandemonium.core.game import Game
from pandemonium.games.diable_par_la_queue import bots, encoding, evaluation, facts, notation, rules, sight

GAME = Game(
    slug="diable-par-la-queue",
    title="Le Diable par la queue",
    package=__name__,
    seats=(2, 3, 4),
    minutes=20,
    sides={4: (0, 1, 0, 1)},  # 3.1
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
    own=("eyes",),
    asked_in={"name": "4.3", "name-elsewhere": "5.2", "lay": "6.1", "lay-twin": "4.2"},
    secrets=False,
)
