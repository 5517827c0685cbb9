"""What can be asked about a match on paper: replay it, list what is legal, verify its luck."""

from __future__ import annotations

import sys
from argparse import Namespace
from hashlib import sha256

from rich.console import Console

from pandemonium.cli import arguments
from pandemonium.cli.plain import words_here
from pandemonium.cli.player_names import at_table
from pandemonium.core.game import NATURE, PUBLIC, Eyes, Refusal, Result, Seat
from pandemonium.core.match import AnyMatch, first_untrue
from pandemonium.core.match import replay as fold
from pandemonium.core.moments import timeline
from pandemonium.core.paper import lines_of_moves, write
from pandemonium.core.screen import screen_of
from pandemonium.core.words import Words

UNTRUE = 1


def replay(args: Namespace, words: Words) -> int:
    """Check a match, draw a position of it, and say how it ended."""
    match = arguments.match(arguments.paper(args.file, words))
    moves = len(match.moves)
    at = moves if args.at is None else arguments.count(args.at, "--at", least=0, most=10**8)
    if at > moves:
        raise Refusal("no-such-moment", moves=moves, at=at)
    eyes: Eyes = PUBLIC
    if args.eyes is not None:
        eyes = Seat(arguments.count(args.eyes, "--eyes", least=0, most=match.seats - 1))
    if args.told:
        print(told(match, eyes, words_here(words.language, match.game)), end="")
        return 0
    position = fold(match.game, match.seats, match.options, match.moves[:at])
    words = words_here(words.language, match.game)
    console = Console(highlight=False)
    console.print(words("replay.moment", game=match.game.title, at=at, moves=moves), style="bold")
    console.print(screen_of(match.game).draw(position.view(eyes), words, at_table(match.seats)))
    for line in result_lines(position.result):
        print(line)
    return 0


def told(match: AnyMatch, eyes: Eyes, words: Words) -> str:
    """The paper with a comment below each move: what it did, as these eyes may know it."""
    names = at_table(match.seats)
    return write(match, comments=[words.told(moment.facts, names) for moment in timeline(match, eyes)][1:])


def result_lines(result: Result | None) -> list[str]:
    """`result SEAT POINTS PLACE`, a line a seat, when the match is over."""
    standings = () if result is None else result.standings
    return [f"result {seat} {standing.points} {standing.place}" for seat, standing in enumerate(standings)]


def legal(args: Namespace) -> int:
    """What may be played at the end of an unfinished match, a line a move."""
    match = arguments.match(arguments.paper(args.file, Words("en")))
    write = match.game.notation.write
    for line in sorted(f"{seat} {write(action)}" for seat in match.to_act for action in match.legal(seat)):
        print(line)
    return 0


def verify(args: Namespace, words: Words) -> int:
    """Recompute every move of nature from the seed that the paper publishes."""
    text = arguments.paper(args.file, words)
    match = arguments.match(text)
    if match.chance is None:
        raise Refusal("no-seed")
    digest = sha256(match.chance.seed).hexdigest()
    wrong = first_untrue(match)
    if wrong is not None:
        place, owed = wrong
        write = match.game.notation.write
        reason = words("no.nature-disagrees", owed=owed, written=write(match.moves[place].what))
        print(f"line {lines_of_moves(text)[place]}: {reason}", file=sys.stderr)
        print(words("verify.false"))
        return UNTRUE
    of_nature = sum(move.by == NATURE for move in match.moves)
    print(words("verify.true", n=of_nature, digest=match.chance.seed.hex()[:16]))
    print(words("verify.commitment", commitment=digest))
    return 0
