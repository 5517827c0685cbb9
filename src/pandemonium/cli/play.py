"""Play in the terminal: against bots, or several people round one keyboard."""

from __future__ import annotations

from argparse import Namespace

from pandemonium.cli import asked as reading
from pandemonium.cli import saved
from pandemonium.cli.evening import Evening, Leave
from pandemonium.cli.race import race
from pandemonium.core.company import bot_of, is_race
from pandemonium.core.game import Refusal, Seat
from pandemonium.core.match import begin
from pandemonium.core.words import Words
from pandemonium.games import open as open_box


def play(asked: Namespace, words: Words) -> int:
    return spend(_evening(asked, words))


def spend(evening: Evening) -> int:
    """Play the match to its end, or until somebody leaves."""
    match = evening.match
    match.settle()
    evening.catch_up()
    try:
        while match.result is None:
            seat = next(iter(match.to_act))
            if is_race(match.game):
                race(evening)
            elif seat in evening.levels:
                evening.company.play_on(match)
                evening.catch_up()
            else:
                evening.person_acts(seat)
    except Leave:
        evening.leave()
        return 0
    saved.forget()
    evening.show_result()
    return 0


def _evening(asked: Namespace, words: Words) -> Evening:
    if asked.resume:
        left = saved.take_up()
        return Evening(left.match(), left.levels(), words.language)
    if asked.game is None:
        raise Refusal("bad-command", why="play GAME")
    game = open_box(asked.game)
    seats = reading.seats(game, asked.seats)
    everybody = asked.bots == "none"
    people = seats if everybody else reading.count(asked.people, "--people", least=1, most=seats)
    if not everybody:
        bot_of(game, asked.bots)
    levels = {Seat(seat): asked.bots for seat in range(people, seats)}
    options = (game.alone if people == 1 else {}) | reading.options(asked.option)
    return Evening(begin(game, seats, options, asked.seed), levels, words.language)
