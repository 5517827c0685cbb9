"""Diavolo: a race of eyes and hands among ten dice, by Gilles Lehmann and Corentin Lebrat (2012)."""

from pandemonium.core.game import Game, Race
from pandemonium.games.diavolo import bots, notation, rules, sight

GAME = Game(
    slug="diavolo",
    title="Diavolo",
    package=__name__,
    seats=(2, 3, 4, 5, 6),
    usual_seats=4,
    options=rules.Options,
    action=rules.Action,
    view=sight.View,
    fact=sight.Fact,
    question=sight.Question,
    rules=rules,
    sight=sight,
    notation=notation,
    bots=bots.LEVELS,
    told_alike=True,
    secrets=False,
    race=Race(reaction=rules.reaction, timed=rules.timed, round=rules.round_of, void=rules.VOID, fastest=rules.HUMAN),
)
