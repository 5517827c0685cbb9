"""The arena: bots play the same deals from all seats, and what that shows."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
from rich.console import Console

from pandemonium.arena.contest import Contest, contest
from pandemonium.arena.figures import Summary, summary
from pandemonium.arena.ledger import Ledger, fingerprint
from pandemonium.arena.picture import picture
from pandemonium.arena.run import cores, played
from pandemonium.cli import arguments, standings
from pandemonium.cli.match_files import home
from pandemonium.core.evaluation import Budget
from pandemonium.core.game import Refusal
from pandemonium.core.match import seed_bytes
from pandemonium.core.words import Words
from pandemonium.games import open as open_box


def arena(args: Namespace, words: Words) -> int:
    game = open_box(args.game)
    seats = arguments.seats(game, args.seats)
    matches = arguments.count(args.matches, "--matches", least=1, most=10_000_000)
    jobs = arguments.jobs(args.jobs) if args.jobs is not None else cores()
    options = arguments.options(args.option)
    meeting = contest(game, seats, options, args.bots.split(","), seed_bytes(args.seed), budget=_budget(args))
    place = Path(args.out) if args.out else _usual_place(meeting)
    with closing(Ledger.opened(place, meeting)) as ledger:
        done = sum(len(deal.outcomes) for deal in ledger.deals)
        if done:
            print(words("arena.goes-on", done=done, file=place), file=sys.stderr)
        with closing(played(meeting, meeting.deals(matches, len(ledger.deals)), jobs, args.ray)) as deals:
            went_on = standings.watched(deals, ledger, done, matches, words)
    if ledger.deals:
        _show(summary(meeting, ledger.deals), game.title, args, words)
    if not went_on:
        print(words("arena.stopped", file=place), file=sys.stderr)
        return standings.INTERRUPTED
    if not args.out:
        place.unlink()
    return 0


def _budget(args: Namespace) -> Budget | None:
    if args.time is not None and args.simulations is not None:
        raise Refusal("time-or-simulations")
    if args.simulations is not None:
        return Budget(simulations=arguments.count(args.simulations, "--simulations", least=1, most=100_000_000))
    return None if args.time is None else Budget(seconds=arguments.seconds(args.time, "--time"))


def _usual_place(meeting: Contest) -> Path:
    """Where what was stopped is kept until the same command goes on with it, with the same bots."""
    name = sha256(msgspec.json.encode(meeting) + fingerprint(meeting).encode()).hexdigest()[:12]
    return home() / "arena" / f"{meeting.game}-{name}.jsonl"


def _show(told: Summary, game: str, args: Namespace, words: Words) -> None:
    title = words("arena.title", game=game, seats=told.contest.seats)
    if args.json:
        print(standings.as_json(told))
    else:
        console = Console(highlight=False)
        console.print(standings.bots_table(told, title, words, rated=True))
        console.print(standings.pairs_table(told, words))
        console.print(standings.plot(told, words, console.width))
        print(words("arena.count", matches=told.matches, deals=told.deals))
        if told.nobody:
            print(words("simulate.nobody", count=told.nobody))
    if args.out:
        drawn = Path(args.out).with_suffix(".svg")
        drawn.write_text(picture(told, title, words), encoding="utf-8")
        print(words("arena.drawn", file=drawn), file=sys.stderr)
