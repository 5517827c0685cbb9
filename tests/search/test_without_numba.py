"""Where nothing can be compiled everybody still answers, by the clock, and the log says so. One law for every box."""

from __future__ import annotations

import subprocess
import sys

from pandemonium.games import shelf

SCRIPT = """
import sys
sys.modules["numba"] = None  # As if it were not there.

from random import Random
from pandemonium.core.evaluation import Budget
from pandemonium.core.match import begin
from pandemonium.games import shelf
from pandemonium.search.halving import Halving
from pandemonium.search.thinker import Thinker

SHORT = Budget(seconds=0.01, simulations=10**9)
at_a_time, usual = [0], Halving.tries

def counted(self, moves, times, try_each):
    at_a_time.append(times)
    usual(self, moves, times, try_each)

Halving.tries = counted
for game in shelf().values():
    match, luck = begin(game, seed=1), Random(1)
    while match.to_act and len(match.legal(match.to_act[0])) < 2:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    if not match.to_act:
        match.wait()
    seat = match.to_act[0]
    view, legal = match.view(seat), match.legal(seat)
    for level, bot in game.bots.items():
        answer = (bot.within(SHORT) if isinstance(bot, Thinker) else bot)(view, legal, luck)
        if answer is not None:
            match.copy().play(seat, answer)
        print(game.slug, level)
    if game.evaluate is not None:
        told = match.hint(seat, SHORT)
        assert {its.action for its in told.moves} == set(legal)
        assert told.simulations < SHORT.simulations, "the clock has ended it"
        print(game.slug, "hint")
print("at a time:", max(at_a_time))
"""


def test_where_numba_is_missing_every_level_and_every_hint_answers_and_the_log_says_so() -> None:
    ran = subprocess.run([sys.executable, "-P", "-c", SCRIPT], capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr
    *answered, at_a_time = ran.stdout.splitlines()
    assert answered == [
        f"{game.slug} {who}"
        for game in shelf().values()
        for who in (*game.bots, *(["hint"] if game.evaluate is not None else []))
    ]
    assert at_a_time == "at a time: 1", "each move once, and then they look at the clock"
    assert ran.stderr.count("nothing can be compiled here") == 1
