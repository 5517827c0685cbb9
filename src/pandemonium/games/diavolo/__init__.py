"""Diavolo: a race of eyes and hands among ten dice, by Gilles Lehmann and Corentin Lebrat (2012)."""

from pandemonium.core.game import Game, Race
from pandemonium.games.diavolo import bots, encoding, notation, rules, sight

GAME = Game(
    slug="diavolo",
    title="Diavolo",
    package=__name__,
    seats=(2, 3, 4, 5, 6),
    usual_seats=4,
    minutes=10,
    variants={
        "table": {},
        "learning": {"order-first": True},
        "young": {"dice-per-colour": 2},
        "calm": {"calm": True, "rounds": 20},  # 6.5
    },
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
    encoding=encoding.ENCODING,
    told_alike=True,
    own=("eyes", "chosen"),
    asked_in={"grab": "3.1"},
    secrets=False,
    covers=rules.covers,
    round_score=rules.round_score,
    race=Race(
        reaction=rules.reaction,
        timed=rules.timed,
        round=rules.round_of,
        players=rules.players,
        void=rules.VOID,
        fastest=rules.HUMAN,
    ),
)
