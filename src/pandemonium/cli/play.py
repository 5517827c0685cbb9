"""Play in the terminal: against bots, or several people round one keyboard."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from pandemonium.arena.outside import as_from_here, find_bot
from pandemonium.cli import arguments, match_files
from pandemonium.cli.terminal_race import race
from pandemonium.cli.terminal_table import Leave, TerminalTable
from pandemonium.core.game import Refusal, Seat
from pandemonium.core.match import begin
from pandemonium.core.words import Words
from pandemonium.games import open as open_box


def play(args: Namespace, words: Words) -> int:
    return play_match(_table_for(args, words))


def play_match(table: TerminalTable) -> int:
    """Play the match to its end, or until somebody leaves."""
    match = table.match
    match.settle()
    table.waking.begin()
    table.catch_up()
    try:
        while match.result is None:
            if match.game.race is not None:
                race(table)
                continue
            seat = next(iter(match.to_act))
            if seat in table.levels:
                table.bots.play_on(match)
                table.catch_up()
            else:
                table.person_acts(seat)
    except (Leave, KeyboardInterrupt):
        table.leave()
        return 0
    table.show_result()
    return 0


def take_up(place: Path, words: Words) -> TerminalTable:
    """The table of a match that was left. Raises Refusal."""
    left = match_files.take_up(place)
    return TerminalTable(left.match(), left.levels(), words.language, place)


def _table_for(args: Namespace, words: Words) -> TerminalTable:
    if args.resume is not None:
        return take_up(match_files.left_at(arguments.count(args.resume, "--resume", least=1, most=10**6)), words)
    if args.game is None:
        raise Refusal("bad-command", why="play GAME")
    game = open_box(args.game)
    seats = arguments.seats(game, args.seats)
    everybody = args.bots == "none"
    people = seats if everybody else arguments.count(args.people, "--people", least=1, most=seats)
    if not everybody:
        find_bot(game, args.bots)
    levels = {Seat(seat): as_from_here(args.bots) for seat in range(people, seats)}
    options = (game.alone if people == 1 else {}) | arguments.options(args.option)
    return TerminalTable(begin(game, seats, options, args.seed, hold=game.race is not None), levels, words.language)
