"""Bots play: one match on paper, or many summed up in a table."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console

from pandemonium.arena.contest import Contest, Deal
from pandemonium.arena.figures import summary
from pandemonium.arena.outside import find_bot
from pandemonium.arena.run import played as deals_of
from pandemonium.cli import arguments, standings
from pandemonium.core.bots import Bots
from pandemonium.core.game import Refusal, Seat
from pandemonium.core.match import begin, seed_bytes
from pandemonium.core.words import Words
from pandemonium.games import open as open_box


def simulate(args: Namespace, words: Words) -> int:
    game = open_box(args.game)
    seats = arguments.seats(game, args.seats)
    options = arguments.options(args.option)
    names = args.bots.split(",")
    if len(names) not in (1, seats):
        raise Refusal("bad-count", text=",".join(names), what="--bots", least=1, most=seats)
    names = [names[seat % len(names)] for seat in range(seats)]
    bots = {Seat(seat): find_bot(game, name) for seat, name in enumerate(names)}
    matches = arguments.count(args.matches, "--matches", least=1, most=10_000_000)
    jobs = arguments.jobs(args.jobs)
    seed = seed_bytes(args.seed)
    match = begin(game, seats, options, seed)
    if matches == 1 and not args.json:
        Bots(bots, luck=seed.hex()).play_out(match)
        print(match.text(), end="")
        return 0
    given = tuple((name, str(value)) for name, value in options.items())
    contest = Contest(game.slug, seats, given, tuple(names), seed.hex(), duplicate=False, as_sides=False)
    deals: list[Deal] = []
    went_on = standings.watched(deals_of(contest, range(matches), jobs), deals, 0, matches, words)
    if deals:
        told = summary(contest, deals)
        if args.json:
            print(standings.as_json(told))
        else:
            title = words("simulate.title", game=game.title, n=told.matches)
            Console().print(standings.bots_table(told, title, words, rated=False))
            Console().print(standings.places_table(told, words))
            print(words("simulate.moves", moves=round(told.moves, 1)))
            if told.nobody:
                print(words("simulate.nobody", count=told.nobody))
    return 0 if went_on else standings.INTERRUPTED
